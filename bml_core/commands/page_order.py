"""The files of notes on a command line: those of folders, and the order of pages in their documentation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from bml_core.commands.outputs import STANDARD
from bml_core.commands.terminal import UsageError
from bml_core.files import decode, is_folder, read_file
from bml_core.notes import repository
from bml_core.site import SUFFIX, find_blocks, markup_of

_LISTS = (
    "mkdocs.yml",
    "mkdocs.yaml",
    "zensical.toml",
    "contents.rst",
    "contents.md",
    "index.rst",
    "index.md",
)
_LONGEST = 1_000_000
_ENDING = re.compile(r"\.(?:md|markdown|rst|bml)\Z")
_PAGE = re.compile(r"[^\s\"'<>()\[\]{}:,]+")


def expand_folders(names: Iterable[str]) -> list[str]:
    """Return the names with each folder replaced by its files of notes, in the order of its pages.

    These are pages with blocks of BML, and BML files that no other file includes or shows.

    Raises:
        UsageError: a folder has none.
    """
    return [file for name in names for file in (_notes_of(name) if name and is_folder(name) else [name])]


def _notes_of(name: str) -> list[str]:
    # Files that are named do not wait for what looks for others.
    from bml_core.site import notes_in

    try:
        files = [*map(str, notes_in(Path(name)))]
    except ValueError as error:
        raise UsageError(str(error)) from error
    notes = [file for file in files if file.endswith(SUFFIX) or _has_blocks(file)]
    if not notes:
        raise UsageError(f"no notes found in the folder {name}")
    return in_page_order(notes)


def _has_blocks(page: str) -> bool:
    data = read_file(page).value or b""
    return bool(find_blocks(decode(data, page).value, markup_of(page)))


def in_page_order(names: Sequence[str]) -> list[str]:
    """Return the names of pages in the order in which the navigation or a table of contents has them.

    Pages that it does not have come after the others by name. Without such a list, which names two of them
    at least, the order stays as it is.
    """
    if len(names) < 2 or STANDARD in names:
        return list(names)
    keys = {name: Path(name).absolute().with_suffix("").as_posix() for name in names}
    for folder in _folders(Path(name) for name in names):
        for title in _LISTS:
            listed = _listed(folder / title)
            places = {name: _place(key, listed) for name, key in keys.items()}
            if sum(place < len(listed) for place in places.values()) > 1:
                return sorted(names, key=lambda name: (places[name], name))
    return list(names)


def _folders(paths: Iterable[Path]) -> list[Path]:
    """Return the folders of some files, then those around them up to the top of the repository."""
    own = list(dict.fromkeys(path.absolute().parent for path in paths))
    # Without a repository, a configuration may lie beside the folder of the pages.
    top = next(iter(repository(own[0])), own[0].parent)
    around = chain.from_iterable(folder.parents for folder in own)
    return [*dict.fromkeys(folder for folder in (*around, *own) if folder.is_relative_to(top))]


def _listed(path: Path) -> dict[str, int]:
    """Return the places of the words of a list, which may be names of pages, without their endings."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            text = file.read(_LONGEST)
    except (OSError, ValueError):
        return {}
    words = (_ENDING.sub("", word).strip("/") for word in _PAGE.findall(text))
    return {word: place for place, word in enumerate(dict.fromkeys(words))}


def _place(key: str, listed: Mapping[str, int]) -> int:
    """Return the place of a page in a list; its length if it is not there."""
    parts = key.split("/")
    names = ("/".join(parts[start:]) for start in range(len(parts)))
    return next((listed[name] for name in names if name in listed), len(listed))
