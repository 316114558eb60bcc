"""A folder of notes as a MkDocs project: ``mkdocs.yml``, and the pages in a folder beside it."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from bml_core.commands.quickstart.answers import Answers
from bml_core.commands.quickstart.hosts import Build, Host, LeftOut, Theme
from bml_core.commands.quickstart.survey import Folder, top_folders
from bml_core.commands.quickstart.templates import fill, literal, scalar
from bml_core.commands.quickstart.writing import NewFile
from bml_core.render.translations import LANGUAGES

_CONFIGURATION = "mkdocs.yml"
_DOCS = "docs"
_MARKS, _ESCAPED = re.compile(r"([\\`*_{}\[\]#|!])"), r"\\\1"
_FIRST_PAGES = ("index.md", "README.md", "index.bml")


def _build(folder: Folder) -> Build:
    return Build(("build", "-f"), (folder.configuration("mkdocs") or _CONFIGURATION,), "site")


def _requirements(_folder: Folder) -> list[str]:
    return []


def _own_files(folder: Folder, chosen: Answers, theme: Theme) -> list[NewFile]:
    """The configuration, the first page unless there is one, and pages for files that lie elsewhere."""
    docs = _docs_folder(folder)
    has_home = any(folder.has(f"{docs}/{name}") for name in _FIRST_PAGES)
    home = None if has_home else folder.main
    documents = [name for name in folder.documents if name not in _left_out(folder).pages]
    inside = [name for name in (*folder.pages, *documents) if name.startswith(f"{docs}/")]
    outside = [name for name in folder.pages if not name.startswith(f"{docs}/")]
    stubs = [_stub(name, docs) for name in outside if name != home]
    nav = [] if has_home else ["index.md"]
    nav += [name.removeprefix(f"{docs}/") for name in inside if name != home]
    nav += [stub.path.removeprefix(f"{docs}/") for stub in stubs]
    nav.sort(key=lambda name: name not in _FIRST_PAGES)
    plugin = _plugin(folder, chosen, docs)
    made = [NewFile(_CONFIGURATION, _configuration(chosen, theme, docs, plugin, list(dict.fromkeys(nav))))]
    if not has_home:
        made.append(NewFile(f"{docs}/index.md", _page(chosen.title, home, f"{docs}/index.md", nav[1:])))
    return made + stubs


def _docs_folder(folder: Folder) -> str:
    """The folder that holds all notes, or one that pages are written in to show them.

    MkDocs takes no pages from the folder its configuration lies in.
    """
    tops = top_folders((*folder.pages, *folder.included))
    if not folder.pages:
        tops = top_folders(name for name in folder.documents if _is_markdown(name))
    return tops.pop() if len(tops) == 1 and "" not in tops else _DOCS


def _left_out(folder: Folder) -> LeftOut:
    """Pages in other markup, and Markdown outside the folder of the pages."""
    docs = _docs_folder(folder)
    pages = (name for name in folder.documents if not (_is_markdown(name) and name.startswith(f"{docs}/")))
    return LeftOut(
        tuple(pages),
        f"MkDocs reads Markdown, and only below one folder: move such pages into {docs}. "
        "Sphinx reads them where they are (--host sphinx)",
    )


def _is_markdown(name: str) -> bool:
    return name.endswith(".md")


def _nav(names: Iterable[str], folder: str = "") -> Iterator[str]:
    """The lines of the navigation: pages in their order, then each folder as a section of its own."""
    sections: dict[str, list[str]] = {}
    indent = "  " + "    " * folder.count("/")
    for name in names:
        below, slash, _rest = name.removeprefix(folder).partition("/")
        if slash:
            sections.setdefault(below, []).append(name)
        else:
            yield f"{indent}- {scalar(name)}"
    for section, pages in sections.items():
        yield f"{indent}- {scalar(_name_shown(section))}:"
        yield from _nav(pages, f"{folder}{section}/")


def _name_shown(name: str) -> str:
    shown = name.replace("_", " ").replace("-", " ")
    return shown[:1].upper() + shown[1:]


def _stub(name: str, docs: str) -> NewFile:
    path = PurePosixPath(docs, name).with_suffix(".md")
    return NewFile(path.as_posix(), _page(_name_shown(path.stem), name, path.as_posix(), []))


def _page(title: str, shown: str | None, path: str, others: list[str]) -> str:
    """A page that shows a file; one that shows none lists the others."""
    text = f"# {html.escape(_MARKS.sub(_ESCAPED, title), quote=False)}\n"
    if shown is not None:
        source = os.path.relpath(shown, PurePosixPath(path).parent).replace(os.sep, "/")
        return f'{text}\n```bml file="{source}"\n```\n'
    links = "".join(f"- [{PurePosixPath(name).stem}](<{name}>)\n" for name in others)
    return f"{text}\n{links}" if links else text


def _plugin(folder: Folder, chosen: Answers, docs: str) -> str:
    """The plugin in its list, with the options it needs."""
    options = []
    if chosen.language in LANGUAGES and chosen.language != "en":
        options.append(f"language: {chosen.language}")
    # Files that pages show from outside the folder of the pages.
    roots = ["."] if any(not name.startswith(f"{docs}/") for name in folder.pages) else []
    if roots or folder.outside:
        options.append(f"include_roots: {literal([*roots, *folder.outside])}")
    return "\n      ".join(["bml:", *options]) if options else "bml"


def _configuration(chosen: Answers, theme: Theme, docs: str, plugin: str, nav: Iterable[str]) -> str:
    return fill(
        "mkdocs/mkdocs.yml.in",
        title=scalar(chosen.title),
        author=f"site_author: {scalar(chosen.author)}" if chosen.author else "",
        docs=scalar(docs),
        theme=fill(
            f"mkdocs/theme-{theme.name}.yml.in",
            language=chosen.language if chosen.language in LANGUAGES else "en",
        ),
        bml=plugin,
        nav="\n".join(_nav(nav)),
    )


MKDOCS = Host(
    name="mkdocs",
    program="mkdocs",
    module="mkdocs",
    configuration=_CONFIGURATION,
    uses_bml=re.compile(r"^\s*(-\s+)?[\"']?bml[\"']?\s*(:|$)", re.MULTILINE),
    lines=("plugins:", "  - search", "  - bml"),
    themes=(Theme("material", "material", "mkdocs-material>=9.5"), Theme("mkdocs", "mkdocs")),
    example_folder="docs/",
    build=_build,
    own_files=_own_files,
    requirements=_requirements,
    left_out=_left_out,
)
