"""Which BML files of a documentation are pages: those that no other file of it shows or includes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bml_core.language import included_names, read_source, resolve_include
from bml_core.site.options import parse_header

SUFFIX = ".bml"
"""The ending of the names of BML files, in small letters."""

_BLOCK = re.compile(
    r"^[ \t>]*(?:\.\.[ \t]+bml::|(?:`{3,}|~{3,})[ \t]*\{?\.?bml\}?)[ \t]*(\S.*)$", re.MULTILINE
)
_FILE = re.compile(r"^[ \t>]*:file:[ \t]*(\S.*)$", re.MULTILINE)


def find_parts(files: Iterable[str], pages: Iterable[str], roots: Sequence[str]) -> dict[str, str]:
    """Return the BML files that are parts of pages, each with the file that shows or includes it.

    ``files`` are the paths of BML files that could be pages, ``pages`` those of the pages in other markup,
    and ``roots`` the folders that files may come from, the folder of the documentation first. Of files
    that include each other in a circle the first by name is a page.

    >>> find_parts(["notes/main.bml"], [], ["notes"])
    {}
    """
    files = sorted(set(files))
    if not files:
        return {}
    includes = _Includes(roots)
    known = {os.path.realpath(file): file for file in reversed(files)}
    below = {file: includes.below(file) for file in files}
    parts: dict[str, str] = {}
    for page in sorted(pages):
        _note(parts, page, _shown_files(page, includes, roots[0]), known)
    included = {real for reals in below.values() for real in reals}
    # Files that nobody includes are pages for certain; what is then left includes itself in a circle.
    for file in sorted(files, key=lambda file: (os.path.realpath(file) in included, file)):
        if file not in parts:
            _note(parts, file, below[file], known)
    return parts


def _note(parts: dict[str, str], page: str, included: Iterable[str], known: dict[str, str]) -> None:
    for real in included:
        if real in known:
            parts.setdefault(known[real], page)


def _shown_files(page: str, includes: _Includes, root: str) -> Iterator[str]:
    """Yield the BML files that the blocks of a page in other markup show and include, as real paths."""
    text = read_source(page)
    if SUFFIX not in text.lower():
        return
    named = [header["file"] for found in _BLOCK.findall(text) if "file" in (header := parse_header(found))]
    for name in [*named, *_FILE.findall(text)]:
        folder = root if name.startswith("/") else Path(page).parent
        real = os.path.realpath(Path(folder, name.strip().strip("\"'").lstrip("/")))
        yield real
        yield from includes.reached(includes.names_in(real), page, real)
    yield from includes.reached(included_names(text), page, page)


class _Includes:
    """Follows ``#INCLUDE`` from file to file without reading them as BML; what is not there is left out."""

    def __init__(self, roots: Sequence[str]) -> None:
        self._roots = roots
        self._names: dict[str, list[str]] = {}

    def below(self, file: str) -> list[str]:
        """Return the real paths of the files that a BML file includes, and of those they include."""
        own = os.path.realpath(file)
        return [real for real in self.reached(self.names_in(file), file, file) if real != own]

    def names_in(self, file: str) -> list[str]:
        """Return the names that a file includes."""
        if file not in self._names:
            self._names[file] = included_names(read_source(file))
        return self._names[file]

    def reached(self, names: list[str], page: str, from_file: str) -> list[str]:
        """Return the real paths that ``names``, written in ``from_file``, lead to on this page."""
        if not names:
            return []
        found: dict[str, None] = {}
        waiting = [(name, from_file) for name in reversed(names)]
        while waiting:
            name, asking = waiting.pop()
            path = resolve_include(name, asking, page, self._roots).value
            if path is None or not path.is_file() or (real := os.path.realpath(path)) in found:
                continue
            found[real] = None
            waiting += [(inner, str(path)) for inner in reversed(self.names_in(str(path)))]
        return list(found)
