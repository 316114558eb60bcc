"""What is in the folder: BML files, which of them are pages, and what is configured already."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bml_core.commands.bml_reading import repository
from bml_core.commands.programs import UsageError
from bml_core.document import Document, walk_rows
from bml_core.language import Page
from bml_core.site.page_files import find_parts

#: Folders that programs fill; notes are never in them.
_SKIPPED = {"_build", "build", "dist", "site", "node_modules", "__pycache__"}
_MOST_ENTRIES = 20_000
_MOST_CHARACTERS = 2_000_000
#: A text of another kind may hold a line that happens to look like a row.
_FEWEST_ROWS = 3
_MAIN_NAMES = ("index", "main", "system")
_BML = ".bml"
_PAGES_OF_HOSTS = (".md", ".rst")
#: Pages at the top that are about the folder itself, for those who look at its repository.
_ABOUT = {"readme", "license", "licence", "changelog", "contributing"}
_CONFIGURATIONS = {
    "mkdocs": ("mkdocs.yml", "mkdocs.yaml"),
    "sphinx": ("conf.py", "docs/conf.py", "doc/conf.py", "source/conf.py"),
}


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of notes. Every path is relative to it, with slashes.

    ``pages`` are the BML files that no other file includes, the main one first; ``documents`` are pages of
    other kinds, and ``misnamed`` holds files of BML that do not end in ``.bml``. ``outside`` are folders that
    files are included from although they lie elsewhere. ``configured`` maps each host to its configuration,
    where there is one.
    """

    top: Path
    pages: tuple[str, ...] = ()
    included: tuple[str, ...] = ()
    main: str | None = None
    documents: tuple[str, ...] = ()
    misnamed: tuple[str, ...] = ()
    unusable: tuple[str, ...] = ()
    environments: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    configured: tuple[tuple[str, str], ...] = ()
    repository: Path | None = None
    title: str = ""
    author: str = ""

    @property
    def is_bare(self) -> bool:
        """Whether nothing in it could be a page."""
        return not (self.pages or self.documents or self.configured)

    def configuration(self, host: str) -> str | None:
        """The configuration of a host that is there already."""
        return dict(self.configured).get(host)

    def has(self, path: str) -> bool:
        """Whether something has this name, even a link that leads nowhere."""
        return os.path.lexists(self.top / path)


def top_folders(names: Iterable[str]) -> set[str]:
    """The folders at the top that hold these files; "" for files at the top itself.

    >>> sorted(top_folders(["main.bml", "parts/a.bml", "parts/more/b.bml"]))
    ['', 'parts']
    """
    return {name.split("/")[0] if "/" in name else "" for name in names}


@dataclass(slots=True)
class _Found:
    """What lies in a folder, sorted by what it may be."""

    notes: list[str]
    texts: list[str]
    documents: list[str]
    unusable: list[str]
    environments: list[str]


def look(name: str) -> Folder:
    """Look through a folder; one that is not there yet is empty.

    Raises:
        UsageError: the name is that of a file, or the folder cannot be looked through.
    """
    top = Path(name)
    try:
        if not stat.S_ISDIR(top.stat().st_mode):
            raise UsageError(f"{name} is a file; name a folder")
        found = _sort(top)
    except FileNotFoundError:
        return Folder(top, repository=_repository(top))
    except (OSError, ValueError) as error:
        unread = getattr(error, "filename", None) or name
        reason = getattr(error, "strerror", None) or "its name cannot be used"
        raise UsageError(f"{str(unread)[:80]} cannot be read: {reason}") from error
    return _describe(top, found)


def _raise(error: OSError) -> None:
    raise error


def _sort(top: Path) -> _Found:
    found = _Found([], [], [], [], [])
    entries = 0
    for here, folders, names in os.walk(top, onerror=_raise):
        entries += len(folders) + len(names)
        if entries > _MOST_ENTRIES:
            raise UsageError(
                f"{top} holds more than {_MOST_ENTRIES:,} files and folders; name the folder of your notes"
            )
        relative = Path(here).relative_to(top)
        environments = [folder for folder in folders if Path(here, folder, "pyvenv.cfg").exists()]
        found.environments += [(relative / folder).as_posix() for folder in environments]
        folders[:] = sorted(
            f for f in folders if not f.startswith(".") and f not in {*_SKIPPED, *environments}
        )
        for file in sorted(names):
            if Path(here, file).is_file():
                _place(found, relative / file)
    return found


def _place(found: _Found, path: Path) -> None:
    name, suffix = path.as_posix(), path.suffix
    if name.startswith(".") or path.name.startswith("."):
        return
    if suffix == _BML:
        (found.notes if _is_usable(name) else found.unusable).append(name)
    elif suffix.lower() in (_BML, ".txt"):
        found.texts.append(name)
    elif suffix in _PAGES_OF_HOSTS and _is_usable(name) and ("/" in name or path.stem.lower() not in _ABOUT):
        found.documents.append(name)


def _is_usable(name: str) -> bool:
    """Whether a configuration can name the file: it is text, and no host reads its marks as its own."""
    return name.isprintable() and not re.search(r'["<>|*?\[\]\\]', name)


def _describe(top: Path, found: _Found) -> Folder:
    documents = {name: _read(top, name) for name in found.notes}
    used = {os.path.realpath(path) for document in documents.values() for path in document.dependencies}
    home = os.path.realpath(top) + os.sep
    elsewhere = {str(Path(path).parent) for path in used if not path.startswith(home)}
    parts = find_parts(
        [str(top / name) for name in found.notes],
        [str(top / name) for name in found.documents],
        [str(root) for root in _roots(top)],
    )
    pages = [name for name in found.notes if str(top / name) not in parts]
    main = _main(pages, documents)
    pages = sorted(pages, key=lambda name: (name != main, name.count("/") > 0, name))
    told = [documents[name] for name in pages]
    return Folder(
        top=top,
        pages=tuple(pages),
        included=tuple(name for name in found.notes if name not in pages),
        main=main,
        documents=tuple(found.documents),
        misnamed=tuple(_misnamed(top, found.texts, used)),
        unusable=tuple(found.unusable),
        environments=tuple(found.environments),
        outside=tuple(sorted(os.path.relpath(path, top).replace(os.sep, "/") for path in elsewhere)),
        configured=tuple(_configured(top)),
        repository=_repository(top),
        title=next((document.title for document in told if document.title), ""),
        author=next((document.author for document in told if document.author), ""),
    )


def _read(top: Path, name: str) -> Document:
    return Page(str(top / name), include_roots=_roots(top)).parse_file(top / name)


def _roots(top: Path) -> list[Path]:
    """The folders that files may be included from."""
    return [top, *repository(top)]


def _main(pages: list[str], documents: dict[str, Document]) -> str | None:
    """The file that the others belong to: by its name, or because it alone includes others or has a title."""
    if len(pages) == 1:
        return pages[0]
    top = [name for name in pages if "/" not in name] or pages
    named = [name for wanted in _MAIN_NAMES for name in top if Path(name).stem.lower() == wanted]
    if named:
        return named[0]
    for is_main in (lambda name: len(documents[name].dependencies) > 1, lambda name: documents[name].title):
        found = [name for name in top if is_main(name)]
        if len(found) == 1:
            return found[0]
    return None


def _misnamed(top: Path, names: list[str], used: set[str]) -> Iterator[str]:
    for name in names:
        if os.path.realpath(top / name) not in used and _holds_bml(top, name):
            yield name


def _holds_bml(top: Path, name: str) -> bool:
    try:
        is_large = (top / name).stat().st_size > _MOST_CHARACTERS
    except OSError:
        return False
    if is_large:
        return False
    rows = (row for table in _read(top, name).tables for row in walk_rows(table.rows))
    return sum(1 for _ in zip(range(_FEWEST_ROWS), rows, strict=False)) == _FEWEST_ROWS


def _configured(top: Path) -> Iterator[tuple[str, str]]:
    for host, names in _CONFIGURATIONS.items():
        found = next((name for name in names if os.path.lexists(top / name)), None)
        if found is not None:
            yield host, found


def _repository(top: Path) -> Path | None:
    """The top of the repository that the folder is a part of, unless it is the top itself."""
    return next((found for found in repository(top) if found != top.absolute()), None)
