"""Cases in text files: what is written, what shall be read from it.

A file holds cases; a case begins with ``==== title``. Prose may follow, then sections, each below a line
``---- name``. ``bml`` is the page; ``file NAME`` a file beside it; ``dialect`` the dialect of the page.
The others are what is expected:

document      the outline of the Document (see ``outline.py``)
diagnostics   what is wrong, as ``line:column severity CODE``, in the order found; without it, nothing is
agreements    what the system agrees on
bss           the records of the Full Disclosure file (with its header, if the section begins with it)
bboalert      the lines of the BBOalert data (likewise)
page          the body of the HTML page
page columns  the same without the tree
latex         the body of the LaTeX document
shown         what page and LaTeX document both show, as ``kind: text`` (see ``shown.py``)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bml_core import Dialect, Document, expand
from bml_core.formats import bboalert, bss
from bml_core.language import Page
from bml_core.render.html import write_page
from bml_core.render.latex import write_document
from tests.bml_core.outline import agreements, findings, outline
from tests.bml_core.shown import of_our_document, of_our_page

PAGE = "page.bml"
_CASE = re.compile(r"^==== (.+)$", re.MULTILINE)
_SECTION = re.compile(r"^---- (.+)$", re.MULTILINE)
_HEADERS = {"bss": "*00{", "bboalert": "BBOalert,"}
Sections = dict[str, list[str]]
_EXPECTATIONS = {
    *("document", "diagnostics", "agreements"),
    *("bss", "bboalert"),
    *("page", "page columns", "latex", "shown"),
}


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a file; ``line`` is where its title is."""

    source: Path
    line: int
    title: str
    sections: dict[str, str] = field(default_factory=dict)

    @property
    def files(self) -> dict[str, str]:
        """The files beside the page, by name."""
        return {name[5:]: text for name, text in self.sections.items() if name.startswith("file ")}

    def run(self, folder: Path) -> tuple[Sections, Sections]:
        """Parse the page in ``folder``; what came out and what was expected, section by section."""
        for name, text in {PAGE: self.sections["bml"], **self.files}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        dialect = Dialect(self.sections.get("dialect", "2.0").strip())
        document = Page(PAGE, dialect=dialect, include_roots=[folder]).parse(self.sections["bml"])
        system = expand([document])
        got = {
            "document": outline(document),
            "diagnostics": findings(document, system, page=PAGE),
            "agreements": agreements(system),
            "bss": bss.dumps(system).splitlines(),
            "bboalert": bboalert.dumps(system).splitlines(),
            "page": _inside(write_page(document), "<body>", "</body>"),
            "page columns": _inside(write_page(document, tree=False), "<body>", "</body>"),
            "latex": _inside(write_document(document), "\\begin{document}", "\\end{document}"),
            "shown": _shown(document),
        }
        expected = {name: text.splitlines() for name, text in self.sections.items() if name in _EXPECTATIONS}
        expected.setdefault("diagnostics", [])
        for name, header in _HEADERS.items():
            if not any(line.startswith(header) for line in expected.get(name, ())[:1]):
                got[name] = got[name][1:]
        return {name: got[name] for name in expected}, expected


def _inside(text: str, start: str, end: str) -> list[str]:
    """The lines between the lines ``start`` and ``end``."""
    lines = text.splitlines()
    return lines[lines.index(start) + 1 : lines.index(end)]


def _shown(document: Document) -> list[str]:
    page, paper = of_our_page(write_page(document)), of_our_document(write_document(document))
    if page != paper:
        paper = [("on paper", text) for _, text in paper]
        return [f"{kind}: {text}" for kind, text in (*page, *paper)]
    return [f"{kind}: {text}" for kind, text in page]


def parametrize(folder: Path) -> pytest.MarkDecorator:
    """Runs a test with the argument ``case`` for each case in the text files of ``folder``."""
    cases = [case for path in sorted(folder.glob("*.txt")) for case in read_cases(path)]
    return pytest.mark.parametrize(
        "case", cases, ids=lambda case: f"{case.source.stem}:{case.line} {case.title}"
    )


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; a file that cannot be understood is an error, not an empty list."""
    return [_case(path, line, title, sections) for line, title, sections in read_sections(path)]


def _case(path: Path, line: int, title: str, sections: dict[str, str]) -> Case:
    unknown = [
        n for n in sections if n not in _EXPECTATIONS | {"bml", "dialect"} and not n.startswith("file ")
    ]
    if "bml" not in sections or unknown or not _EXPECTATIONS & set(sections):
        raise ValueError(f"{path}:{line}: a case needs a bml section and expectations ({unknown})")
    return Case(path, line, title, sections)


def read_sections(path: Path) -> Iterator[tuple[int, str, dict[str, str]]]:
    """Line, title and sections of each case of a file, whatever its sections are."""
    text = path.read_text(encoding="utf-8")
    titles = list(_CASE.finditer(text))
    if not titles:
        raise ValueError(f"{path} has no case")
    ends = [title.start() for title in titles[1:]] + [len(text)]
    for title, end in zip(titles, ends, strict=True):
        line = text.count("\n", 0, title.start()) + 1
        marks = list(_SECTION.finditer(text, title.end(), end))
        stops = [mark.start() for mark in marks[1:]] + [end]
        sections = {
            mark[1]: _content(text[mark.end() + 1 : stop]) for mark, stop in zip(marks, stops, strict=True)
        }
        if len(sections) != len(marks):
            raise ValueError(f"{path}:{line}: a case has each section once")
        yield line, title[1], sections


def _content(text: str) -> str:
    """The lines of a section, without the empty lines that set it apart from the next one."""
    return text.rstrip("\n") + "\n" if text.strip("\n") else ""
