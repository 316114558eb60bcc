"""What is in a folder of notes: its pages and their parts, its systems, and what else matters to a site."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bml_core.commands.terminal import UsageError
from bml_core.diagnostics import Location
from bml_core.document import Document, Heading
from bml_core.files import files_below, repository
from bml_core.language import Page, parse_inline
from bml_core.notes import NOT_EXPORTED, are_rivals, find_parts, page_options, system_name
from bml_core.render import sign_text
from bml_core.site import file_title

_READ = (".bml", ".md", ".rst")
_MAIN_NAMES = ("index", "main", "system")
_ABOUT_REPOSITORY = re.compile(r"(?i)(readme|license|licence|changelog|contributing)\.\w+")


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of notes; its paths are relative to ``top``, with slashes.

    ``pages`` are the BML files that no other file shows or includes, ``main`` first, ``parts`` the others.
    ``documents`` are pages in other markup. No configuration can hold a name in ``unusable``. ``repository``
    is what the folder is below the top of.
    ``titles`` are those of the pages that have one, ``headed`` the pages that begin with a heading instead.
    ``systems`` has one for each page; these count if the
    pages ``are_rivals`` (see ``notes.are_rivals``). ``unreadable`` are folders and files without rights,
    and ``used`` the files that pages include.
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
    if not name:
        raise UsageError('"" is not a folder; write . for the current one')
    top = Path(name)
    try:
        if top.is_file():
            raise UsageError(f"{name} is a file; name a folder")
        if os.path.realpath(top) in (os.path.realpath(Path.home()), os.path.realpath(os.sep)):
            example = path_in(name, "our-notes")
            raise UsageError(f"{name} is not a folder of notes; make one, such as {example}")
        roots = [top, *repository(top)]
        names, closed = _files(top)
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "its name cannot be used"
        raise UsageError(f"{name[:80]} cannot be read: {reason}") from error
    outer = next((path for path in roots[1:] if path != top.absolute()), None)
    usable = [name for name in names if name.isprintable() and not re.search(r'["<>|*?\[\]\\]', name)]
    notes = [name for name in usable if name.endswith(".bml")]
    documents = [
        name for name in usable if name.endswith(_READ[1:]) and not _ABOUT_REPOSITORY.fullmatch(name)
    ]
    files, others = ([str(top / name) for name in found] for found in (notes, documents))
    read = {name: Page(str(top / name), include_roots=roots).parse_file(top / name) for name in notes}
    shown = find_parts(files, others, [str(root) for root in roots])
    pages = [name for name in notes if str(top / name) not in shown]
    main = _main(pages, read)
    pages.sort(key=lambda name: (name != main, "/" in name, name))
    return Folder(
        top,
        outer,
        pages=tuple(pages),
        parts=tuple(name for name in notes if name not in pages),
        documents=tuple(documents),
        unusable=tuple(name for name in names if name.endswith(".bml") and name not in usable),
        main=main,
        titles={name: shown_title(read[name]) for name in pages if read[name].title},
        headed=frozenset(name for name in pages if _begins_with_heading(read[name])),
        author=next(filter(None, (read[name].author for name in pages)), ""),
        systems=top_systems(sorted(pages), read),
        are_rivals=are_rivals({str(top / name): read[name] for name in pages}),
        unreadable=tuple(closed),
        used={name: tuple(map(os.path.realpath, read[name].dependencies)) for name in pages},
    )


def _begins_with_heading(document: Document) -> bool:
    return not document.title and isinstance(next(iter(document.blocks), None), Heading)


def _files(top: Path) -> tuple[list[str], list[str]]:
    """Return the files below a folder, and the files and folders that cannot be read."""
    below = files_below(top)
    names: list[str] = []
    closed = [_name_in(top, path) for path in below.closed]
    for path in below.files:
        is_readable = path.suffix not in _READ or os.access(path, os.R_OK)
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
    for page in pages:
        document = read[page]
        named = page_options(document).value.system
        if named != NOT_EXPORTED:
            name = named or system_name(page, [system.name for system in systems])
            title = shown_title(document) or file_title(page)
            systems.append(TopSystem(name, title, page, bool(document.title)))
    return tuple(systems)
