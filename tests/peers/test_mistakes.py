"""Each known mistake of bridge-markup: what it makes of a text, what we make of it, and what decides.

The cases are the examples in ``differences.md``, each of a line on the manual's page of that name, and those
in ``mistakes.txt`` of what such a page cannot well show. There a case has the sentence that decides, the
input below ``---- to html`` and the like (with ``---- file NAME`` for files beside it, ``---- no end NAME``
for one whose last line does not end; of ``---- to bml`` the agreements are compared), ``---- ours``, and a
section for each version that differs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bml_core import expand, parse
from bml_core.formats import bml, bss
from bml_core.language import Page
from bml_core.render.html import write_page
from bml_core.render.latex import write_document
from tests.bml_core.cases import read_sections
from tests.bml_core.shown import Outline, of_our_document, of_our_page
from tests.manual_pages import MANUAL, Fence, fences
from tests.peers import rules
from tests.peers.outlines import of_their_document, of_their_page
from tests.peers.process import Peer, PeerStopped, To

PAGE = Path(__file__).with_name("differences.md")
FILE = Path(__file__).with_name("mistakes.txt")
OURS = "In the `.bss` file:"
SAME = "bridge-markup 2.0.3 and 2.7.0 write the same."
HEADER = "*00{}=NYYYYYY\n"
_SAID = re.compile(r"^(?:With )?bridge-markup ([\d.]+)(?: and ([\d.]+))?(?: stops? with `(\w+)`|:$)", re.M)
#: Examples of the README that all read as it says.
ALIKE = "Alike"
#: Headings of the page that are about no mistake.
NOT_HERE = {"Braces at the end of a description", "Files of all kinds"}


@dataclass(frozen=True, slots=True)
class Case:
    """A text, what comes of it here, and what each version that differs does with it: text, or an error."""

    place: str
    heading: str
    to: To
    text: str
    ours: str
    theirs: dict[str, str]
    files: dict[str, str] = field(default_factory=dict)


def of_the_manual() -> list[Case]:
    """Return the examples of the page."""
    lines = PAGE.read_text("utf-8").splitlines()
    page = fences(PAGE)
    starts = [number for number, fence in enumerate(page) if fence.language == "bml-source"]
    cases = []
    for begin, end in zip(starts, [*starts[1:], len(page)], strict=True):
        prose = "\n".join(lines[page[begin].line : page[end].line - 2 if end < len(page) else None])
        cases.append(_example(page[begin:end], prose))
    return cases


def _example(found: tuple[Fence, ...], prose: str) -> Case:
    source, ours, *shown = found
    assert ours.lead == OURS, source
    texts = {fence.lead: fence.text for fence in shown}
    theirs = {
        version: f"{said[3]}\n" if said[3] else texts[said[0]]
        for said in _SAID.finditer(prose)
        for version in filter(None, said.groups()[:2])
    }
    assert theirs or SAME in prose, source
    return Case(f"{PAGE.name}:{source.line}", source.heading, "bss", source.text, ours.text, theirs)


def of_the_file() -> list[Case]:
    """Return the cases of the file; each has a sentence that decides."""
    return [_case(f"{FILE.name}:{line}", title, sections) for line, title, sections in read_sections(FILE)]


def _case(place: str, title: str, sections: dict[str, str]) -> Case:
    (to,) = (name for name in sections if name.startswith("to "))
    files = {name[5:]: text for name, text in sections.items() if name.startswith("file ")}
    # The last line of a section ends; that of a file need not.
    files |= {name[7:]: text[:-1] for name, text in sections.items() if name.startswith("no end ")}
    theirs = {v: text for name, text in sections.items() for v in re.findall(r"\d\.\d\.\d", name)}
    kind: To = to.removeprefix("to ")  # type: ignore[assignment]
    return Case(place, title, kind, sections[to], sections["ours"], theirs, files)


CASES = [*of_the_manual(), *of_the_file()]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.place} {case.heading}")


def written(outline: Outline) -> str:
    return "".join(f"{kind}: {text}\n" for kind, text in outline)


def made_by(peer: Peer, case: Case) -> str:
    """Return what the peer makes of a case: text, an outline, or the name of an error."""
    answer = peer.convert({"page.bml": case.text, **case.files}, case.to)
    if isinstance(answer, PeerStopped):
        return answer.reason.partition(":")[0] + "\n"
    if case.to == "html":
        return written(of_their_page(answer))
    if case.to == "latex":
        return written(of_their_document(answer))
    return records(answer) if case.to == "bml" else answer.replace("\x01", "").removeprefix(HEADER)


def records(text: str) -> str:
    """Return what a BML text agrees on."""
    return bss.dumps(expand([parse(text)])).removeprefix(HEADER)


def made_here(case: Case, folder: Path) -> str:
    for name, text in {"page.bml": case.text, **case.files}.items():
        (folder / name).write_text(text, "utf-8")
    if case.to == "html":
        return written(of_our_page(write_page(parse(f"#+TITLE: Ours\n\n{case.text}"))))
    if case.to == "latex":
        return written(of_our_document(write_document(parse(case.text))))
    if case.to == "bml":
        return records(bml.dumps(bss.loads(case.text)).value)
    return bss.dumps(expand([Page(str(folder / "page.bml")).parse(case.text)])).removeprefix(HEADER)


@each_case
def test_the_peer_does_what_is_said(case: Case, peer: Peer) -> None:
    made = made_by(peer, case)
    if peer.version in case.theirs:
        assert made == case.theirs[peer.version] != case.ours
    elif case.to == "bss":
        pairs = [line.partition("=")[::2] for line in case.ours.splitlines()]
        expected = rules.corrected(HEADER + made)[1:]
        assert [auction for auction, _ in pairs] == [auction for auction, _ in expected]
        assert all(pattern.fullmatch(value) for (_, value), (_, pattern) in zip(pairs, expected, strict=True))
    else:
        assert made == case.ours


@each_case
def test_we_do_what_is_said(case: Case, tmp_path: Path) -> None:
    assert made_here(case, tmp_path) == case.ours


def test_every_mistake_of_the_manual_has_a_case_and_every_case_is_used() -> None:
    text = PAGE.read_text("utf-8")
    headings = set(re.findall(r"^### (.*)$", text, re.M))
    assert headings == {case.heading for case in CASES} - {ALIKE} | NOT_HERE
    shown = (MANUAL / PAGE.name).read_text("utf-8")
    named = [name[0].upper() + name[1:] for name in re.findall(r"\*\*(.*?)\*\*", shown)]
    assert named == re.findall(r"^### (.*)$", text, re.M)
