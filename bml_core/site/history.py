"""A site as it was and as it is: in a revision, or in a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import Block, Document
from bml_core.files import files_below, is_file
from bml_core.formats import bss
from bml_core.notes import A_REVISION, SUFFIX, notes_in, read_notes_file, systems_of
from bml_core.render import filled
from bml_core.site.change_lists import change_blocks, compare_systems, list_changes, mark_rows
from bml_core.site.revisions import (
    Revision,
    RevisionError,
    below_top,
    files_of,
    find_revision,
    in_revision,
    last_tag,
)
from bml_core.site.settings import Configuration
from bml_core.system import Agreement, System


def located(system: System, folder: Path, name: str) -> System:
    """Return a system with other names of files: what is below ``folder`` is in the revision ``name``."""

    def there(row: Agreement) -> Agreement:
        return replace(row, location=moved(row.location, folder, name))

    return replace(
        system,
        agreements=tuple(map(there, system.agreements)),
        repeats=tuple((there(row), used) for row, used in system.repeats),
        left_out=tuple(map(there, system.left_out)),
    )


def moved(location: Location, folder: Path, name: str) -> Location:
    """Return a location with another name of its file, as :func:`located` has it."""
    return location._replace(file=f"{name}:{location.file.removeprefix(f'{folder}{os.sep}')}")


@dataclass(frozen=True, slots=True)
class SiteHistory:
    """The systems of a site as they are, and as they were.

    ``find_file`` returns the file that a name on the page means. All pages are read from their files, so that
    both states are read in the same way.
    """

    find_file: Callable[[str], str | Path]
    configuration: Configuration

    def change_list(self, since: str, system: str, place: Location) -> Result[tuple[Block, ...]]:
        """Return what has changed in a system as a page shows it; nothing, and why, if that is not known."""
        words = self.configuration.words
        try:
            was, file = self._earlier(since, system)
            files = [path for path in _notes_in(self._root) if path != file]
        except RevisionError as error:
            return Result((), (self._fault(since, error, place),))
        now = self._systems(files)
        changes = compare_systems(was, now.get(system, System(())))
        listed = list_changes(changes, words)
        text = words.changes_since if listed else words.nothing_changed
        return Result(change_blocks(listed, filled(text, revision=since), place))

    def changes_since(self, since: str, system: str, place: Location) -> Result[tuple[Block, ...]]:
        """Return the same, by default since the last tag; where there is none with these notes, nothing."""
        if since:
            return self.change_list(since, system, place)
        tag = last_tag(self._root)
        # Nobody has asked for a tag from before the notes.
        return Result(self.change_list(tag, system, place).value if tag else ())

    def marked(
        self, blocks: tuple[Block, ...], document: Document, since: str, system: str, place: Location
    ) -> Result[tuple[Block, ...]]:
        """Return blocks of a document with the rows marked that have changed."""
        try:
            was, _ = self._earlier(since, system)
        except RevisionError as error:
            return Result(blocks, (self._fault(since, error, place),))
        return Result(mark_rows(blocks, document, was, self.configuration.words))

    @property
    def _root(self) -> Path:
        return Path(self.find_file("/"))

    def _fault(self, since: str, error: RevisionError, place: Location) -> Diagnostic:
        message = f"What has changed since {since[:60]} is not known: {error}."
        return Diagnostic("BML145", message, place, A_REVISION)

    def _earlier(self, since: str, name: str) -> tuple[System, Path | None]:
        """Return a system as it was, and the file that it is read from if it is one.

        Raises:
            RevisionError: It cannot be read.
        """
        path = Path(self.find_file(since))
        if is_file(path):
            if path.suffix.lower() == ".bss":
                return bss.load(path), path
            systems = self._systems([path])
            only = next(iter(systems)) if len(systems) == 1 else name
            return systems.get(only, System(())), path
        revision = find_revision(since, self._root)
        return _systems_at(revision, self._root, self.configuration).get(name, System(())), None

    def _systems(self, files: Sequence[Path]) -> Mapping[str, System]:
        # Included files are below the root nearly always; one elsewhere that changes is seen by the next
        # process.
        included = (path for path in _files_below(self._root) if path.suffix == SUFFIX)
        states = tuple(map(_stamp, included))
        return _systems_now(tuple(map(_stamp, files)), states, self._root, self.configuration)


def _stamp(path: Path) -> tuple[Path, int, int]:
    try:
        found = path.stat()
    except OSError:
        return path, 0, 0
    return path, found.st_mtime_ns, found.st_size


# A build asks repeatedly for the same states.
@lru_cache(maxsize=8)
def _systems_now(
    files: tuple[tuple[Path, int, int], ...],
    included: tuple[tuple[Path, int, int], ...],
    root: Path,
    settings: Configuration,
) -> Mapping[str, System]:
    """Return the systems of files; ``included`` are the states of the files that they may include."""
    return _read_systems([path for path, _, _ in files], root, settings)


@lru_cache(maxsize=8)
def _systems_at(revision: Revision, root: Path, settings: Configuration) -> Mapping[str, System]:
    """Return the systems of a site in a revision.

    Raises:
        RevisionError: They cannot be read.
    """
    below = below_top(revision, root)
    with files_of(revision) as folder:
        there = folder / below
        if not there.is_dir():
            raise RevisionError(f"the folder {below} is not in {revision.name}")
        roots = tuple(str(in_revision(Path(one), revision, folder)) for one in settings.include_roots)
        return _read_systems(_notes_in(there), there, replace(settings, include_roots=roots))


def _read_systems(files: Iterable[Path], root: Path, settings: Configuration) -> Mapping[str, System]:
    placed = []
    for path in files:
        page = path.relative_to(root).with_suffix("").as_posix() if path.is_relative_to(root) else ""
        file = read_notes_file(path, settings=settings, root=root)
        placed.append(file.within(settings.default_system(page)))
    return systems_of(placed, settings)


def _notes_in(folder: Path) -> list[Path]:
    try:
        return notes_in(folder)
    except OSError as error:
        raise RevisionError(f"{folder} cannot be read: {error.strerror}") from error


def _files_below(folder: Path) -> tuple[Path, ...]:
    try:
        return files_below(folder).files
    except OSError:
        return ()
