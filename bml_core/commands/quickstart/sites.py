"""What is in a folder of notes, the files of a new site for it, and what to paste into one that exists.

Each host is a folder of templates, with what quickstart must know of it in ``host.toml``.
"""

from __future__ import annotations

import html
import json
import os
import posixpath
import re
import shlex
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from bml_core._package import packages_of
from bml_core.commands.terminal import UsageError
from bml_core.diagnostics import Location
from bml_core.document import Document, Heading, walk_rows
from bml_core.files import PROGRAMS, FolderFiles, files_below, repository
from bml_core.language import Page, included_names, parse_inline, read_source, resolve_include
from bml_core.notes import (
    NOT_EXPORTED,
    SUFFIX,
    are_rivals,
    find_blocks,
    find_parts,
    find_standing,
    is_bml,
    is_importable,
    markup_of,
    page_options,
    pages_folder,
    read_site,
    system_name,
    why_bml,
)
from bml_core.render import page_language, sign_text
from bml_core.render.html import site_files
from bml_core.site import file_title
from bml_core.system import expand

_PAGES = (".md", ".rst")
_DOCUMENTS = (".docx", ".odt")
_MAIN_NAMES = ("index", "main", "system")
_ABOUT_REPOSITORY = re.compile(r"(?i)(readme|license|licence|changelog|contributing)\.\w+")
_TEMPLATES = Path(__file__).parent / "templates"
_EXAMPLES = tuple(f"{name}.bml" for name in ("openings", "notrump", "majors", "minors", "competition"))
_DEEPEST_INHERITANCE = 10
_MANY_ROWS = 300
_WORKFLOWS = ".github/workflows"
_WORKFLOW = f"{_WORKFLOWS}/bridge-notes.yml"
_BOX = "bidding-box"
_FEW_ROWS = 20
_NAMED = 5
_EXPORTED = (("bss", ".bss"), ("bboalert", ".bboalert.txt"))
_STANDING = ("tables", "lists")
_IN_PROJECT = "below the line [project]"
_NAMES_SITE = re.compile(r"""(?m)^[^#\n]*\bsite_name["']?\s*[:=][ \t]*[^\s#]""")
_WATCH = r"(?m)^\s*watch\s*="
_Values = dict[str, str | Sequence[str]]


# ---------------------------------------------------------------- what is in a folder


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of notes; its paths are relative to ``top``, with slashes.

    ``pages`` are the BML files that no other file shows or includes, ``main`` first, ``parts`` the others.
    ``documents`` are pages in other markup. No configuration can hold a name in ``unusable``. ``repository``
    is what the folder is below the top of. ``titles`` are those of the pages that have one, ``headed`` the
    pages that begin with a heading instead. ``systems`` has one for each page; these count if the pages
    ``are_rivals`` (see ``notes.are_rivals``). ``unreadable`` are folders and files without rights, and
    ``used`` the files that pages include. Files ``by_content`` are notes for the line that each name has;
    ``foreign`` are pages about programs, ``circles`` links back to folders of the notes, and ``separate``
    folders that are environments, repositories or programs of their own. Documents of word processors are
    ``importable``. ``whole`` is a long file whose chapters are the pages, perhaps with text of its own, and
    ``rows`` says how many rows the longest file has.
    """

    top: Path
    repository: Path | None
    pages: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    unusable: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()
    used: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    main: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)
    headed: frozenset[str] = frozenset()
    author: str = ""
    systems: tuple[TopSystem, ...] = ()
    are_rivals: bool = False
    by_content: Mapping[str, str] = field(default_factory=dict)
    foreign: tuple[str, ...] = ()
    circles: tuple[str, ...] = ()
    separate: tuple[str, ...] = ()
    importable: tuple[str, ...] = ()
    whole: str = ""
    whole_has_text: bool = False
    rows: int = 0

    @property
    def title(self) -> str:
        """Return the first title that a page has; "" for a folder of several systems."""
        return "" if self.are_rivals else next(iter(self.titles.values()), "")

    def roots_from(self, source: str, start: str | None = None) -> list[str]:
        """Return the folders outside ``source`` that its pages include files from, seen from ``start``."""
        base, begin = os.path.realpath(self.top / source), f"{source}/" if source else ""
        files = (file for name in self.pages if name.startswith(begin) for file in self.used.get(name, ()))
        outside = {str(Path(file).parent) for file in files if not Path(file).is_relative_to(base)}
        near = os.path.realpath(self.top / (source if start is None else start))
        return sorted(os.path.relpath(folder, near).replace(os.sep, "/") for folder in outside)

    @property
    def own_systems(self) -> tuple[TopSystem, ...]:
        """Return the systems of the folder if there are several."""
        return self.systems if self.are_rivals else ()

    def with_systems(self, *, several: bool) -> Folder:
        """Return the folder with a system for each page, and no main one, or with one for all."""
        if not several:
            return replace(self, are_rivals=False)
        return replace(self, are_rivals=True, pages=tuple(sorted(self.pages)), main="", author="")

    @property
    def is_empty(self) -> bool:
        """Return whether there is no page."""
        return not (self.pages or self.documents)

    def has(self, *paths: str) -> str | None:
        """Return the first of these paths that exists, be it a link that leads nowhere."""
        return next((path for path in paths if os.path.lexists(self.top / path)), None)

    def spread(self) -> list[str]:
        """Return the folders below the top that have the notes, if these are several and no site is there."""
        names = (name.partition("/")[0] for name in (*self.pages, *self.documents) if "/" in name)
        below = sorted({*names})
        is_site = any(self.has(*host.configurations) for host in HOSTS.values())
        return [] if is_site or len(below) < 2 else below

    def only_site(self) -> str:
        """Return the folder below the top that has all the notes and their site; "" if there is none."""
        names = [name for host in HOSTS.values() for name in host.configurations]
        below = top_folder((*self.pages, *self.documents))
        sites = [f"{below}/{name}" for name in names] if below else []
        return below if self.has(*sites) and not self.has(*names) else ""


def path_in(top: str, path: str) -> str:
    """Return a path in a folder as the shell finds it."""
    joined = os.path.normpath(Path(top, path))
    return f".{os.sep}{joined}" if joined.startswith("-") else joined


def top_folder(names: Iterable[str]) -> str:
    """Return the one folder below the top that holds all these files, "" if there is none."""
    tops = {name.partition("/")[0] if "/" in name else "" for name in names}
    return tops.pop() if len(tops) == 1 else ""


def survey(name: str) -> Folder:
    """Look through a folder; one that does not exist yet is empty.

    Raises:
        UsageError: the name is that of a file, or there are too many files.
    """
    top = Path(name)
    try:
        if top.is_file():
            raise UsageError(f"{name} is a file; name a folder")
        if os.path.realpath(top) in (os.path.realpath(Path.home()), os.path.realpath(os.sep)):
            example = path_in(name, "our-notes")
            raise UsageError(f"{name} is not a folder of notes; make one, such as {example}")
        roots = [top, *repository(top)]
        if Path(top, "pyvenv.cfg").exists():
            raise UsageError(f"{name} is a Python environment; name a folder for your notes")
        below = files_below(top)
        names, closed = _files(top, below)
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "its name cannot be used"
        raise UsageError(f"{name[:80]} cannot be read: {reason}") from error
    outer = next((path for path in roots[1:] if path != top.absolute()), None)
    usable = [name for name in names if name.isprintable() and not re.search(r'["<>|*?\[\]\\]', name)]
    notes = [name for name in usable if is_bml(top / name)]
    documents = [name for name in usable if name.endswith(_PAGES) and not _ABOUT_REPOSITORY.fullmatch(name)]
    foreign = _foreign(top, names, notes, documents)
    documents = [name for name in documents if name not in foreign]
    unusable = tuple(name for name in names if name.endswith(SUFFIX) and name not in usable)
    if (unusable or closed) and not (notes or documents):
        why = "has a name that no configuration can hold; rename it" if unusable else "cannot be read"
        raise UsageError(f"{path_in(name, [*unusable, *closed][0])} {why}")
    files, others = ([str(top / name) for name in found] for found in (notes, documents))
    read = {name: Page(str(top / name), include_roots=roots).parse_file(top / name) for name in notes}
    shown = find_parts(files, others, [str(root) for root in roots])
    pages = [name for name in notes if str(top / name) not in shown]
    main = _main(pages, read)
    pages.sort(key=lambda name: (name != main, "/" in name, name))
    systems = top_systems(sorted(pages), read)
    rivals = are_rivals({str(top / name): read[name] for name in pages})
    rows = max(
        (sum(1 for table in read[name].tables for _ in walk_rows(table.rows)) for name in pages), default=0
    )
    titled, whole = pages, ""
    # "#+TITLE: Ours" and "#INCLUDE" of each chapter, no more: the chapters of a long file are the pages.
    if rows > _MANY_ROWS and not rivals and (chapters := _chapters(top, main, read, roots)):
        pages, main, whole = [*chapters, *pages[1:]], "", main
    return Folder(
        top,
        outer,
        pages=tuple(pages),
        parts=tuple(name for name in notes if name not in pages),
        documents=tuple(documents),
        unusable=unusable,
        main=main,
        titles={name: shown_title(read[name]) for name in [*titled, *pages] if read[name].title},
        headed=frozenset(name for name in pages if _begins_with_heading(read[name])),
        author=next(filter(None, (read[name].author for name in titled)), ""),
        systems=systems,
        are_rivals=rivals,
        by_content={name: why_bml(top / name) for name in pages if not name.endswith(SUFFIX)},
        foreign=tuple(foreign),
        circles=tuple(_name_in(top, path) for path in below.circles),
        separate=tuple(_name_in(top, path) for path in below.separate),
        importable=tuple(
            name for name in names if name.lower().endswith(_DOCUMENTS) or is_importable(top / name)
        ),
        whole=whole,
        whole_has_text=whole != "" and any(b.location.file == str(top / whole) for b in read[whole].blocks),
        rows=rows,
        unreadable=tuple(closed),
        used={name: tuple(map(os.path.realpath, read[name].dependencies)) for name in pages},
    )


def _foreign(top: Path, names: Sequence[str], notes: Sequence[str], documents: Sequence[str]) -> list[str]:
    """Return the pages that are about programs: below one, without BML on them or beside them."""
    programs = {posixpath.dirname(name) for name in names if posixpath.basename(name) in PROGRAMS}
    homes = {posixpath.dirname(name) for name in notes}
    below = (
        name
        for name in documents
        if posixpath.dirname(name) not in homes
        if any(folder == "" or name.startswith(f"{folder}/") for folder in programs)
    )
    return [name for name in below if not find_blocks(read_source(top / name), markup_of(name))]


def _chapters(top: Path, main: str, read: Mapping[str, Document], roots: Sequence[Path]) -> list[str]:
    """Return the files that a main file includes, if they say the same alone."""
    own = str(top / main)
    if not main:
        return []
    found = (resolve_include(name, own, own, roots).value for name in included_names(read_source(own)))
    inside = [path for path in found if path is not None and path.is_relative_to(top)]
    names = list(dict.fromkeys(_name_in(top, path) for path in inside))
    if len(names) < 2 or not all(name in read for name in names):
        return []
    others = tuple(each for each in read[main].blocks if each.location.file != own)
    whole, parts = (
        [(row.auction, row.description) for row in expand(documents).agreements if row.is_described]
        for documents in ([replace(read[main], blocks=others)], [read[name] for name in names])
    )
    return names if whole == parts else []


def _begins_with_heading(document: Document) -> bool:
    return not document.title and isinstance(next(iter(document.blocks), None), Heading)


def _files(top: Path, below: FolderFiles) -> tuple[list[str], list[str]]:
    """Return the files below a folder, and the files and folders that cannot be read."""
    names: list[str] = []
    closed = [_name_in(top, path) for path in below.closed]
    for path in below.files:
        is_readable = path.suffix not in (SUFFIX, *_PAGES) or os.access(path, os.R_OK)
        (names if is_readable else closed).append(_name_in(top, path))
    return names, closed


def _name_in(top: Path, path: Path) -> str:
    return path.relative_to(top).as_posix()


def _main(pages: Sequence[str], read: Mapping[str, Document]) -> str:
    """Return the page that the others belong to: by its name, or alone with includes or a title."""
    top = [name for name in pages if "/" not in name] or pages
    named = [name for wanted in _MAIN_NAMES for name in top if Path(name).stem.lower() == wanted]
    including = [name for name in top if len(read[name].dependencies) > 1]
    titled = [name for name in top if read[name].title]
    return next((found[0] for found in (pages, named[:1], including, titled) if len(found) == 1), "")


# ---------------------------------------------------------------- systems


@dataclass(frozen=True, slots=True)
class TopSystem:
    """A system of a site: its name, which is that of its files, its title, and the BML file that is its page.

    ``is_titled`` says whether the file itself has the title.
    """

    name: str
    title: str
    page: str
    is_titled: bool


def shown_title(document: Document) -> str:
    """Return the title of a file as pages show it, with suit signs."""
    return sign_text(parse_inline(document.title, Location("", 1)).value)


def top_systems(pages: Sequence[str], read: Mapping[str, Document]) -> tuple[TopSystem, ...]:
    """Return one system for each page; those that say ``#+SYSTEM: none`` have none."""
    systems: list[TopSystem] = []
    taken: set[str] = set()
    for page in pages:
        document = read[page]
        named = page_options(document).value.system
        if named != NOT_EXPORTED:
            name = named or system_name(page, taken)
            taken.add(name.casefold())
            title = shown_title(document) or file_title(page)
            systems.append(TopSystem(name, title, page, bool(document.title)))
    return tuple(systems)


# ---------------------------------------------------------------- hosts and their templates


@dataclass(frozen=True, slots=True)
class Host:
    """A program that builds sites; ``host.toml`` of MkDocs says what the fields are."""

    name: str
    title: str
    program: str
    configurations: list[str]
    uses_bml: str
    arguments: list[str]
    output: str
    docs: str
    first_pages: list[str]
    themes: dict[str, str]
    left_out: str
    markdown: dict[str, str]
    shows_bml: bool
    setting: str
    settings: str

    @classmethod
    def named(cls, name: str) -> Host:
        """Read what a folder of templates says of its host."""
        return cls(name, **tomllib.loads((_TEMPLATES / name / "host.toml").read_text("utf-8")))

    def theme(self) -> str:
        """Return the first theme that is installed, or comes with the host where that is to be installed."""
        extra = "" if is_installed(self.name) else str(packages_of(self.name))
        named = ((theme, package.partition(">")[0]) for theme, package in self.themes.items())
        return next(theme for theme, package in named if is_installed(theme) or package in extra)

    def path(self, pattern: str, configuration: str, top: str = "") -> str:
        """Return an output or an argument as a path, seen from where ``top`` is named from."""
        folder = posixpath.dirname(configuration) or "."
        return path_in(top, pattern.format(configuration=configuration, folder=folder))

    def command(self, configuration: str, top: str = "") -> list[str]:
        """Return the arguments that build a site."""
        return [self.path(word, configuration, top) if "{" in word else word for word in self.arguments]


def is_installed(module: str) -> bool:
    """Return whether a module can be imported, without importing it."""
    return find_spec(module) is not None


def fill(name: str, values: Mapping[str, str | Sequence[str]]) -> str:
    r"""Return a template with every ``@name@`` replaced; lines that become empty go.

    A list becomes lines; ``@"name"@`` becomes what Python and YAML read as the value. A line that begins with
    ``?name?`` is there if the value is not empty, one that begins with ``?no name?`` if it is.

    >>> fill("common/gitignore.in", {"output": "site"})
    '# What is built\n/site/\n'
    """
    places = {name: value if isinstance(value, str) else "\n".join(value) for name, value in values.items()}
    places |= {f'"{name}"': json.dumps(value, ensure_ascii=False) for name, value in values.items()}
    lines: list[str] = []
    for line in (_TEMPLATES / name).read_text("utf-8").splitlines():
        condition = re.match(r"\?(no )?(\w+)\? ", line)
        if condition is None or bool(condition[1]) is not bool(values.get(condition[2])):
            text = line[condition.end() :] if condition else line
            filled = re.sub(r'@("?\w+"?)@', lambda place: places[place[1]], text)
            lines += [filled] if filled or not text else []
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).rstrip()) + "\n"


HOSTS = {name: Host.named(name) for name in ("mkdocs", "sphinx", "zensical")}
"""To add a host, write its folder, and name it here."""


# ---------------------------------------------------------------- the site of a folder


class Addition(NamedTuple):
    """Lines to write into a file by hand, and where in it, in words.

    ``about`` says what a site that knows BML lacks: "menu" for pages in it, "calls" of pages, or "watch".
    """

    path: str
    where: str
    lines: Sequence[str]
    about: str = ""


@dataclass(frozen=True, slots=True)
class SitePlan:
    """A site to be: its configuration, texts of files by their paths, and pages that are not in it.

    ``advice`` says what to do about ``left_out``, without a full stop. ``packages`` are needed besides the
    host: what pip gets, by module. ``is_public`` says whether other computers can get bml-docs.
    ``present`` says whether there is a configuration already, and ``additions`` what to add to it by hand.
    A folder with ``own_workflows`` gets no other. ``requirement`` is the line of pip that a site needs, and
    ``exports`` are the commands that write files of a host which writes none itself. ``calls`` says how many
    calls in tables and lists each page has that are read where settings say so.
    """

    host: Host
    configuration: str
    files: Mapping[str, str]
    left_out: Sequence[str]
    advice: str
    packages: Mapping[str, str]
    is_public: bool
    present: bool = False
    additions: Sequence[Addition] = ()
    own_workflows: Sequence[str] = ()
    requirement: str = ""
    exports: Sequence[str] = ()
    calls: Mapping[str, int] = field(default_factory=dict)


def plan(folder: Folder, host: Host, title: str, author: str, language: str) -> SitePlan:
    """Return the site for a folder; the texts are single lines.

    Raises:
        UsageError: the folder holds pages, but the site would have none of them.
    """
    present = folder.has(*host.configurations)
    example: dict[str, str] = {}
    if folder.is_empty and not present:
        folder, example = _with_example(folder, host, title)
    markdown = [name for name in folder.documents if name.endswith(".md")]
    docs = _pages_below(host, folder, markdown)
    if present:
        docs = _docs_of(folder.top, present)
        below = f"{docs}/" if docs else ""
        systems = (system for system in folder.systems if system.page.startswith(below))
        folder = replace(folder, systems=tuple(systems))
    left_out = [*_left_out(folder, docs, markdown), *folder.foreign]
    advice = host.left_out.format(docs=docs)
    if not (present or folder.pages) and left_out == [*folder.documents, *folder.foreign]:
        more = f" and {len(left_out) - _NAMED:,} more" if len(left_out) > _NAMED else ""
        raise UsageError(f"{', '.join(left_out[:_NAMED])}{more} would not be in the site: {advice}")
    packages = host.markdown if markdown else {}
    configuration = present or host.configurations[0]
    values = _site_values(folder, host, docs, configuration, packages)
    values |= {**_titles(title), "author": author, "language": language, "markdown": markdown}
    values["page_language"] = "" if page_language(language) == "en" else language
    shown = [name for name in folder.documents if name not in left_out]
    calls, kinds = _calls_of_pages(folder.top, shown, present or "")
    values |= {
        **{kind: "yes" if kind in kinds else "" for kind in _STANDING},
        "frequencies": "yes" if example else "",
        "present": present or "",
        "contents": [],
        "others": [],
    }
    files = example | ({} if present else _own_files(folder, host, docs, values))
    if present and not host.shows_bml:
        if folder.has(posixpath.join(docs, f"{_BOX}.md")):
            values["exports"] = _exports(host, docs)
        files |= _shown_files(folder, host, docs, values)
    if not host.shows_bml:
        files |= {posixpath.join(docs, "assets", name): text for name, text in site_files().items()}
    own_workflows = _own_workflows(folder.top)
    files |= _common_files(folder, values, has_workflow=bool(own_workflows))
    additions = [] if present else _first_toctree(folder, host, values)
    if present:
        has_folder = (folder.top / docs).is_dir()
        named = folder.pages if has_folder else (*folder.pages, *folder.documents)
        left_out = [name for name in named if docs and not name.startswith(f"{docs}/")]
        make = "" if has_folder else "make this folder, and "
        advice = f"The pages of this site are in {docs}; {make}move such files there"
        additions = _additions(folder, host, configuration, docs, values)
    return SitePlan(
        host,
        configuration,
        files,
        left_out,
        advice,
        packages,
        bool(values["is_public"]),
        bool(present),
        additions,
        own_workflows,
        "" if present and not additions else str(values["requirement"]),
        list(values["exports"]),
        calls,
    )


def _calls_of_pages(top: Path, names: Sequence[str], present: str) -> tuple[dict[str, int], set[str]]:
    """Return how many calls pages have that a site reads only by settings, and which settings these are."""
    try:
        site = read_site(top / present) if present else None
    except ValueError:
        # A program works these settings out.
        return {}, set()
    said = {kind: bool(site and getattr(site.settings, kind)) for kind in _STANDING}
    calls: dict[str, int] = {}
    kinds: set[str] = set()
    for name in names:
        # Without a setting, tables beside a block of BML are text.
        text, markup = read_source(top / name), markup_of(name)
        found = find_standing(text, name, markup)
        used = {part.line for part in find_standing(text, name, markup, **said).parts if found.parts}
        unused = [part for part in found.parts if part.line not in used]
        if number := sum(1 for part in unused for table in part.tables for _ in walk_rows(table.rows)):
            calls[name] = number
            kinds |= {_STANDING[part.is_list] for part in unused if part.tables}
    return calls, kinds


def _pages_below(host: Host, folder: Folder, markdown: Sequence[str]) -> str:
    return host.docs and (top_folder((*folder.pages, *folder.parts) or markdown) or host.docs)


def left_out_by(host: Host, folder: Folder) -> list[str]:
    """Return the pages that a new site would not have."""
    markdown = [name for name in folder.documents if name.endswith(".md")]
    return _left_out(folder, _pages_below(host, folder, markdown), markdown) if host.docs else []


def _docs_of(top: Path, configuration: str) -> str:
    """Return the folder of the pages of a site, "" for the top.

    Raises:
        UsageError: its configuration cannot be read.
    """
    if configuration.endswith(".py"):
        return posixpath.dirname(configuration)
    try:
        docs = pages_folder(top / configuration)
    except ValueError as error:
        raise UsageError(str(error)) from error
    return os.path.relpath(docs, top).replace(os.sep, "/")


def _with_example(folder: Folder, host: Host, title: str) -> tuple[Folder, dict[str, str]]:
    """Return an empty folder with the example system in it, and the files of that."""
    example = {posixpath.join(host.docs, n): fill(f"example/{n}", {"title": title}) for n in _EXAMPLES}
    main, *others = example
    return replace(folder, pages=tuple(example), main=main, headed=frozenset(others)), example


def _left_out(folder: Folder, docs: str, markdown: Sequence[str]) -> list[str]:
    """Return the pages that a site with its pages in ``docs`` does not have."""
    if docs:
        shown = {name for name in markdown if name.startswith(f"{docs}/")}
        return [name for name in folder.documents if name not in shown]
    return ["README.md"] if markdown and folder.has("README.md") else []


def _site_values(
    folder: Folder, host: Host, docs: str, configuration: str, packages: Mapping[str, str]
) -> _Values:
    """Return what the templates say of the host, of how it is built, and of the systems."""
    theme, systems = host.theme(), _systems(folder, host, docs)
    # Entries that Python and YAML read alike, and tables of TOML.
    lines = [f"{_json(name)}: {_json(setting)}" for name, setting in systems.items()]
    tables = [
        f"{_json(name)} = {{ {', '.join(f'{key} = {_json(value)}' for key, value in setting.items())} }}"
        for name, setting in systems.items()
    ]
    line, is_public = requirement(host.name)
    return {
        "docs": docs,
        "theme": theme,
        theme: theme,
        "host": host.name,
        "configuration": configuration,
        "build": shlex.join([host.program, *host.command(configuration)]),
        "check": shlex.join(["bml", "check", docs or "."]),
        "exports": [],
        "extensions": [*fill("zensical/extensions.in", {}).splitlines()],
        "collapse": "yes" if folder.rows > _MANY_ROWS else "",
        "output": host.path(host.output, configuration),
        "requirement": line,
        "is_public": line if is_public else "",
        **dict.fromkeys(("nav", "toml_nav", "yaml_nav", "hidden", "parts", "table"), ""),
        "systems": lines,
        "python_systems": [f"    {line}," for line in lines],
        "yaml_systems": [f"        {line}" for line in lines],
        "toml_systems": tables,
        "zensical": "yes" if host.name == "zensical" else "",
        # What MkDocs and Zensical keep for the next build.
        "cache": "" if host.name == "sphinx" else "yes",
        "packages": [*packages.values(), *filter(None, [host.themes[theme]])],
    }


def _titles(title: str) -> dict[str, str]:
    """Return a title for each markup; the line of a heading is as wide as its letters are on a screen."""
    rst = re.sub(r"([\\*`|_<>:])", r"\\\1", title)
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in rst)
    markdown = html.escape(re.sub(r"([\\`*_{}\[\]#|!])", r"\\\1", title), quote=False)
    return {"title": title, "rst_title": rst, "rst_line": "=" * width, "markdown_title": markdown}


def _address(name: str, host: Host, docs: str) -> str:
    """Return the page that shows a BML file: itself, or the page that quickstart writes for it."""
    inside = name.removeprefix(f"{docs}/") if docs else name
    is_page = host.shows_bml and name.endswith(SUFFIX) and (not docs or inside != name)
    ending = PurePosixPath(host.first_pages[0]).suffix
    return inside if is_page else str(PurePosixPath(inside).with_suffix(ending))


def _systems(folder: Folder, host: Host, docs: str) -> dict[str, dict[str, str | list[str]]]:
    """Return the settings of systems by name."""
    settings: dict[str, dict[str, str | list[str]]] = {}
    for system in folder.own_systems:
        setting = settings.setdefault(system.name, {} if system.is_titled else {"title": system.title})
        setting["pages"] = [*setting.get("pages", []), _address(system.page, host, docs)]
    return settings


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _own_files(folder: Folder, host: Host, docs: str, values: _Values) -> dict[str, str]:
    """Return the configuration, a first page unless there is one, and pages for notes out of reach."""
    configuration, index = host.configurations[0], posixpath.join(docs, host.first_pages[0])
    has_home = folder.has(*(posixpath.join(docs, name) for name in host.first_pages))
    main = "" if has_home else folder.main
    outside = [name for name in folder.pages if docs and not name.startswith(f"{docs}/")]
    others = [name for name in (*folder.pages, *folder.documents) if name != main]
    roots = [*["."] * bool(outside), *folder.roots_from("")]
    values |= {"roots": roots, "options": roots or values["systems"] or values["page_language"]}
    values["options"] = values["options"] or values["collapse"] or values["tables"] or values["lists"]
    values["watched"] = _watched(folder, docs)
    begin = f"{docs}/" if docs else ""
    hidden = [
        name
        for name in (folder.whole, *_patterns(folder), *folder.separate)
        if name and name.startswith(begin)
    ]
    hidden = [name.removeprefix(begin) for name in hidden]
    values["hidden"], values["parts"] = [f"  /{name}" for name in hidden], hidden
    # A box of few calls shows nothing that the page does not, and of several systems each has its page.
    has_box = not (has_home or folder.own_systems) and bool(values["frequencies"] or folder.rows >= _FEW_ROWS)
    values["table"] = "yes" if has_box else ""
    box = f"{_BOX}{PurePosixPath(index).suffix}"
    has_box = has_box and not folder.has(posixpath.join(docs, box))
    listed = [*(_address(name, host, docs) for name in others), *[box] * has_box]
    # "**" at the end of a toctree stands for the last page and those to come.
    values["toctree"] = "yes" if listed else ""
    inner = [f"   {PurePosixPath(name).with_suffix('')}" for name in dict.fromkeys(listed)]
    values["others"], values["last"] = inner[:-1], "".join(inner[-1:])
    values["toctree_hidden"] = "yes" if folder.own_systems and not folder.documents else ""
    if folder.whole or values["frequencies"]:
        menu = [_json(name) for name in (PurePosixPath(index).name, *listed)]
        values |= {"nav": "yes", "toml_nav": [f"  {name}," for name in menu]}
        values["yaml_nav"] = [f"  - {name}" for name in menu] if folder.whole else []
    values["contents"] = [line for system in folder.own_systems for line in _contents(system, host, docs)]
    if folder.whole and host.docs:
        values["contents"] = [
            _link(folder.titles.get(name, ""), _address(name, host, docs)) for name in others
        ]
    if has_box:
        values["exports"] = _exports(host, docs)
    first = folder.whole if folder.whole_has_text else main
    values["own"] = folder.whole if folder.whole_has_text else ""
    files = {configuration: "", **({} if has_home else {index: _page_of(first, index, folder, host, values)})}
    files |= _shown_files(folder, host, docs, values)
    if has_box:
        files[posixpath.join(docs, box)] = fill(f"common/box{PurePosixPath(box).suffix}.in", values)
    return files | {configuration: fill(f"{host.name}/{configuration}.in", values)}


def _watched(folder: Folder, docs: str) -> list[str]:
    """Return the files and folders of notes: where none of these has changed, Zensical keeps its pages."""
    begin = f"{docs}/" if docs else ""
    outside = (name for name in (*folder.pages, *folder.parts) if not name.startswith(begin))
    return [docs, *dict.fromkeys(name.partition("/")[0] for name in outside), *folder.roots_from("")]


def _exports(host: Host, docs: str) -> list[str]:
    kinds = () if host.shows_bml else _EXPORTED
    return [f"bml {kind} {docs} -o {docs}/system{suffix}" for kind, suffix in kinds]


def _shown_files(folder: Folder, host: Host, docs: str, values: _Values) -> dict[str, str]:
    """Return a page for each file of notes that is none itself."""
    begin, pages = f"{docs}/" if docs else "", {}
    for name in folder.pages:
        path = posixpath.join(docs, _address(name, host, docs))
        is_shown = name.startswith(begin) if values["present"] else name != folder.main
        if path != name and is_shown:
            titles = _titles(folder.titles.get(name) or file_title(path))
            own = {**values, **titles, "contents": []}
            own |= dict.fromkeys(("toctree", "others", "table", "frequencies", "own"), "")
            pages[path] = _page_of(name, path, folder, host, own)
    return pages


def _page_of(name: str, path: str, folder: Folder, host: Host, values: _Values) -> str:
    """Return the text of a page that shows a file of notes, or none."""
    # A file that begins with a heading has its title in it.
    titled = "" if name in folder.headed else "yes"
    main = posixpath.relpath(name, posixpath.dirname(path) or ".") if name else ""
    return fill(f"{host.name}/{host.first_pages[0]}.in", {**values, "titled": titled, "main": main})


def _patterns(folder: Folder) -> list[str]:
    """Return the pages about programs as patterns: the folders that hold nothing else, and files."""
    kept = [*folder.pages, *folder.documents, *folder.parts]
    found: dict[str, None] = {}
    for name in folder.foreign:
        above = [*map(str, reversed(PurePosixPath(name).parents))][1:]
        alone = (place for place in above if not any(page.startswith(f"{place}/") for page in kept))
        found[next(alone, name)] = None
    return [*found]


def _link(title: str, address: str) -> str:
    return f"- [{_titles(title or file_title(address))['markdown_title']}](<{address}>)"


def _contents(system: TopSystem, host: Host, docs: str) -> list[str]:
    """Return what the first page says of a system: a link to its page, and its files."""
    address, title = _address(system.page, host, docs), _titles(system.title)
    values: _Values = {**title, "address": address, "document": str(PurePosixPath(address).with_suffix(""))}
    return [*fill(f"{host.name}/system.in", {**values, "system": system.name}).splitlines(), ""]


def _own_workflows(top: Path) -> list[str]:
    """Return the workflows that a folder has already."""
    found = (path.name for path in sorted((top / _WORKFLOWS).glob("*.y*ml")))
    return [f"{_WORKFLOWS}/{name}" for name in found if name != posixpath.basename(_WORKFLOW)]


def _common_files(folder: Folder, values: _Values, *, has_workflow: bool) -> dict[str, str]:
    """Return the files that every host needs: requirements, and what publishes the site."""
    exports = values["exports"]
    values["run_exports"] = [f"      - run: {line}" for line in exports]
    values["listed_exports"] = [f"        - {line}" for line in exports]
    names = {"requirements.txt": "requirements.txt", ".gitignore": "gitignore"}
    if folder.repository is None:
        # Read the Docs takes either name.
        names[folder.has(".readthedocs.yml") or ".readthedocs.yaml"] = "readthedocs.yaml"
        if not has_workflow:
            names[_WORKFLOW] = "pages.yml"
    return {name: fill(f"common/{template}.in", values) for name, template in names.items()}


def requirement(extra: str) -> tuple[str, bool]:
    """Return how pip gets bml-docs, by its note on this copy (PEP 610), and whether others get it so, too."""
    line = f"bml-docs[{extra}]"
    try:
        note = distribution("bml-docs").read_text("direct_url.json")
        origin = json.loads(note or "{}")
    except (PackageNotFoundError, ValueError):
        return line, False
    address, version = origin.get("url", ""), origin.get("vcs_info")
    if address.startswith("file://") and (public := _published(Path(url2pathname(urlsplit(address).path)))):
        return f"{line} @ git+{public}", True
    if version and address.startswith("https://"):
        return f"{line} @ {version['vcs']}+{address}@{version['commit_id']}", True
    return line, note is None


def _published(clone: Path) -> str:
    """Return where a clone came from, if other computers can get it there; "" otherwise."""
    found = re.search(
        r'(?m)^\[remote "origin"\]\n(?:\s+.*\n)*?\s+url = (https://[^\s@]+)$',
        read_source(clone / ".git/config"),
    )
    return found[1] if found else ""


# ---------------------------------------------------------------- what to paste into a site that exists


def _additions(folder: Folder, host: Host, configuration: str, docs: str, values: _Values) -> list[Addition]:
    """Return what a configuration lacks for BML; nothing if it has that already."""
    texts = _configuration_texts(folder.top, configuration)
    start = posixpath.dirname(configuration) if host.name == "mkdocs" else docs
    roots = folder.roots_from(docs, start)
    options = roots or values["systems"] or values["tables"] or values["lists"]
    values |= {"roots": roots, "options": options, "page_language": "", "watched": _watched(folder, docs)}
    begin = f"{docs}/" if docs else ""
    pages = [name.removeprefix(begin) for name in folder.pages if name.startswith(begin)]
    pages = [_address(name, host, "") for name in pages]
    menu = _missing_in_menu(configuration, texts[configuration], pages)
    if any(re.search(host.uses_bml, text) for text in texts.values()):
        lines = [host.setting.format(kind=kind) for kind in _STANDING if values[kind]]
        found = [Addition(configuration, host.settings, lines, "calls")] * bool(lines)
        if host.name == "zensical" and not re.search(_WATCH, texts[configuration]):
            found += _watching(configuration, texts[configuration], values)
        return [*found, *menu]
    return [*_ADDITIONS[host.name](folder, texts, pages, values), *menu]


def _missing_in_menu(configuration: str, text: str, pages: Sequence[str]) -> list[Addition]:
    """Return the pages that a menu in a configuration does not list."""
    nav = re.search(r"(?m)^nav:.*\n(?:\s*(?:#.*)?\n)*( *)- |^nav\s*=", text)
    missing = [page for page in pages if page not in text] if nav else []
    if nav is None or not missing:
        return []
    entries = [f"  {_json(page)}," if nav[1] is None else f"{nav[1]}- {_json(page)}" for page in missing]
    where = "in its list nav" if nav[1] is None else "at the end of its nav"
    return [Addition(configuration, where, entries, "menu")]


def _configuration_texts(top: Path, configuration: str) -> dict[str, str]:
    """Return the text of a configuration, and of those that it inherits from, by their paths."""
    texts: dict[str, str] = {}
    while configuration and len(texts) < _DEEPEST_INHERITANCE:
        path = top / configuration
        if not path.is_file():
            raise UsageError(f"{path} is not a file; rename it, or name another folder")
        try:
            texts[configuration] = path.read_bytes().decode("utf-8", "surrogateescape")
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}") from error
        parent = re.search(r"""(?m)^INHERIT:\s*["']?([^"'#\n]+?)["']?\s*$""", texts[configuration])
        configuration = posixpath.join(posixpath.dirname(configuration), parent[1]) if parent else ""
    return texts


def _sphinx_additions(
    folder: Folder, texts: Mapping[str, str], pages: Sequence[str], values: _Values
) -> list[Addition]:
    configuration, text = next(iter(texts.items()))
    has_myst = "myst_parser" in text
    lines = fill("sphinx/addition.in", {**values, "myst": "yes" if has_myst else ""}).splitlines()
    additions = [Addition(configuration, "at its end", lines)]
    names = [str(PurePosixPath(page).with_suffix("")) for page in pages]
    source = posixpath.dirname(configuration)
    first = folder.has(posixpath.join(source, "index.rst"), posixpath.join(source, "index.md"))
    if names and first:
        toctree = _toctree(first, [":maxdepth: 2", "", *(f"/{name}" for name in names)])
        where = "at its end, unless a toctree lists these pages already"
        additions.append(Addition(first, where, toctree))
    return additions


def _first_toctree(folder: Folder, host: Host, values: _Values) -> list[Addition]:
    """Return the toctree that a first page of Sphinx lacks: pages outside it are in no menu and no PDF."""
    first = folder.has(*host.first_pages[:2]) if host.name == "sphinx" else None
    listed = [*values["others"], values["last"]] if values["toctree"] else []
    if first is None or not listed or "toctree" in read_source(folder.top / first):
        return []
    names = [f"/{str(name).strip()}" for name in listed if str(name).strip() != PurePosixPath(first).stem]
    lines = _toctree(first, [":hidden:", ":maxdepth: 2", "", *names])
    return [Addition(first, "at its end", lines, "menu")] if names else []


def _toctree(page: str, lines: Sequence[str]) -> list[str]:
    if page.endswith(".md"):
        return ["```{toctree}", *lines, "```"]
    return [".. toctree::", *(f"   {line}".rstrip() for line in lines)]


def _mkdocs_additions(
    folder: Folder, texts: Mapping[str, str], pages: Sequence[str], values: _Values
) -> list[Addition]:
    lines = fill("mkdocs/addition.in", values).splitlines()
    found = next((path for path, text in texts.items() if re.search(r"(?m)^plugins:", text)), None)
    named = _naming(texts, "at its beginning", f"site_name: {_json(values['title'])}")
    if found is None:
        return [*named, Addition(next(iter(texts)), "at its end", lines)]
    return [*named, Addition(found, *_among_plugins(texts[found], lines[2:]))]


def _naming(texts: Mapping[str, str], where: str, *lines: str) -> list[Addition]:
    """Return the lines that give a site its name, without which none is built, where it has none."""
    if any(map(_NAMES_SITE.search, texts.values())):
        return []
    configuration, text = next(iter(texts.items()))
    return [
        Addition(configuration, "in place of its line site_name" if "site_name" in text else where, lines)
    ]


def _among_plugins(text: str, lines: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return where the lines of a plugin go that are indented as in a list, and what is to be written."""
    # "plugins: [search, tags]"
    if found := re.search(r"(?m)^plugins:\s*\[([^\[\]{}#\n]*)\]\s*$", text):
        own = [f"  - {name.strip()}" for name in found[1].split(",") if name.strip()]
        return "in place of its line plugins", ["plugins:", *own, *lines]
    # "plugins:", "  search: {}"
    if found := re.search(r"(?m)^plugins:[ \t]*\n(?:\s*(?:#.*)?\n)*( +)(?=[^\s#-])", text):
        first = lines[0].replace("- ", "") + ("" if lines[1:] else ": {}")
        named = [first, *(line.removeprefix("  ") for line in lines[1:])]
        return "at the end of its plugins", [found[1] + line.removeprefix("  ") for line in named]
    # "plugins:", "- search": the indentation of a list differs from file to file.
    found = re.search(r"(?m)^plugins:.*\n(?:\s*(?:#.*)?\n)*( *)- ", text)
    where = "at the end of its list of plugins" + ("" if found else ", with one line for each plugin")
    return where, [(found[1] if found else "  ") + line.removeprefix("  ") for line in lines]


def _zensical_additions(
    folder: Folder, texts: Mapping[str, str], pages: Sequence[str], values: _Values
) -> list[Addition]:
    configuration, text = next(iter(texts.items()))
    name = f"site_name = {_json(values['title'])}"
    if "[project]" in text:
        additions = _naming(texts, _IN_PROJECT, name)
    else:
        additions = _naming(texts, "at its beginning", "[project]", name)
    for name, ending in (("extra_css", "css"), ("extra_javascript", "js")):
        files = ", ".join(f'"assets/{file}.{ending}"' for file in ("bml", "bml-field"))
        if re.search(rf"(?m)^\s*{name}\s*=", text):
            additions.append(Addition(configuration, f"in its list {name}", [f"{files},"]))
        else:
            additions.append(Addition(configuration, _IN_PROJECT, [f"{name} = [{files}]"]))
    additions += _watching(configuration, text, values)
    if "markdown_extensions" in text:
        values["extensions"] = ""
    lines = fill("zensical/addition.in", values).splitlines()
    return [*additions, Addition(configuration, "at its end", lines)]


def _watching(configuration: str, text: str, values: _Values) -> list[Addition]:
    watched = ", ".join(map(_json, values["watched"]))
    if re.search(_WATCH, text):
        return [Addition(configuration, "in its list watch", [f"{watched},"])]
    return [Addition(configuration, _IN_PROJECT, [f"watch = [{watched}]"], "watch")]


_ADDITIONS = {"mkdocs": _mkdocs_additions, "sphinx": _sphinx_additions, "zensical": _zensical_additions}
