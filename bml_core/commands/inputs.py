"""The input of commands: standard input, BML files, pages with blocks of BML, and folders of these."""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import BinaryIO, Generic, NamedTuple, Protocol, TypeVar

from bml_core.commands.outputs import STANDARD
from bml_core.commands.terminal import Progress, UsageError
from bml_core.diagnostics import Diagnostic
from bml_core.document import Dialect, Document
from bml_core.files import decode, is_file, is_folder, read_file
from bml_core.notes import MARKUPS, NotesFile, joined, read_notes_file

STDIN_NAME = "<stdin>"
_DESCRIPTOR = re.compile(r"/dev/(?:stdin|fd/\d+)|/proc/self/fd/\d+")
_UNREAD, _TOO_LARGE = "BML101", "BML105"
_NOTHING_FOUND = "BML133"
_DEFAULT_SYSTEM = "system"


class Source(Protocol):
    """An input that was read, with its diagnostics and the paths of every file that it came from."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return what is wrong with it; BML101 if the file itself could not be read."""

    @property
    def dependencies(self) -> tuple[str, ...]:
        """Return the files that it came from, the input file among them; an output must not replace any."""


Read = TypeVar("Read", bound=Source)


class Reader(NamedTuple, Generic[Read]):
    """A kind of input.

    ``noun`` is its name in help texts; ``read`` gets the name of a file (``-`` for standard input) and the
    options of the command, and never raises on content; ``add_options`` adds the options ``read`` looks at.
    """

    noun: str
    read: Callable[[str, argparse.Namespace], Read]
    add_options: Callable[[argparse.ArgumentParser], None]


def standard_stream() -> BinaryIO:
    """Return standard input, to be read little by little.

    Raises:
        UsageError: there is none.
    """
    if sys.stdin is None:
        raise UsageError("no standard input")
    return sys.stdin.buffer


def standard_input() -> bytes:
    """Return all of standard input.

    Raises:
        UsageError: there is none.
    """
    return standard_stream().read()


def is_descriptor(name: str) -> bool:
    """Return whether a name is one that a shell has for what comes from another command."""
    return _DESCRIPTOR.fullmatch(name) is not None and not is_file(name)


def piped(name: str) -> bytes | None:
    """Return what comes from standard input or another command; None if the name is that of a file.

    Raises:
        UsageError: there is nothing to read.
    """
    if name == STANDARD:
        return standard_input()
    if not is_descriptor(name):
        return None
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}") from error


class Continued(io.RawIOBase):
    """A file of which the first bytes were read already.

    >>> Continued(b"ab", io.BytesIO(b"cd")).read(3)
    b'abc'
    """

    def __init__(self, start: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self.start, self.rest = start, rest

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes; fewer than ``size`` only at the end."""
        if size < 0:
            start, self.start = self.start, b""
            return start + self.rest.read()
        start, self.start = self.start[:size], self.start[size:]
        return start + self.rest.read(size - len(start))


class Watched(io.RawIOBase):
    """A file that shows by a :class:`Progress` how much of it has been read."""

    def __init__(self, file: BinaryIO, progress: Progress) -> None:
        super().__init__()
        self.file, self.progress = file, progress

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        data = self.file.read(size)
        self.progress.add(len(data))
        return data


def is_unread(source: Source) -> bool:
    """Return whether the input file itself was not read, so that there is nothing to write."""
    return is_file_unread(source.diagnostics, source.dependencies)


def is_file_unread(diagnostics: Iterable[Diagnostic], dependencies: Sequence[str]) -> bool:
    """Return whether these diagnostics say that a file was not read, with the files that were."""
    codes = {diagnostic.code for diagnostic in diagnostics}
    return _UNREAD in codes or (_TOO_LARGE in codes and not dependencies)


def has_nothing(source: Source) -> bool:
    """Return whether the input is a page without a block to read, so that there is nothing to write."""
    return any(diagnostic.code == _NOTHING_FOUND for diagnostic in source.diagnostics)


# ---------------------------------------------------------------------------------------------- options


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--markup",
        choices=MARKUPS,
        help="the format of the file: BML, or a Markdown or reStructuredText page with BML blocks (default: "
        "by the ending of its name)",
    )
    add_reading_options(parser)


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Add the dialect, and where included files may come from."""
    parser.add_argument(
        "--dialect",
        choices=[dialect.value for dialect in Dialect],
        default=Dialect.V2_0.value,
        help="the dialect of BML (default: 2.0); a line #+BML: in the file takes precedence",
    )
    parser.add_argument(
        "--include-root",
        action="append",
        type=_folder,
        default=[],
        metavar="DIR",
        help="another folder from which #INCLUDE may read files, besides those of the input file, its "
        "repository and the current folder; may be repeated",
    )


def _folder(name: str) -> str:
    if not is_folder(name):
        raise argparse.ArgumentTypeError(f"folder not found: {name[:200]}")
    return name


def _add_system_options(parser: argparse.ArgumentParser) -> None:
    _add_options(parser)
    parser.add_argument(
        "--system",
        metavar="NAME",
        help="in pages, use only blocks with :system: NAME (default: blocks without a system)",
    )


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add the files of a command that takes as many as are named."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="BML files, pages with BML, or folders of them (- for standard input)",
    )


# ---------------------------------------------------------------------------------------------- reading


def read_source(name: str, options: argparse.Namespace, data: bytes | None = None) -> NotesFile:
    """Return the blocks of a file; ``data`` is what was read from standard input, if it was read already."""
    data = piped(name) if data is None else data
    return read_notes_file(
        name,
        data=data,
        name=STDIN_NAME if name == STANDARD else name,
        markup=options.markup or "",
        dialect=Dialect(options.dialect),
        include_roots=options.include_root,
    )


def read_bml(name: str, options: argparse.Namespace, data: bytes | None = None) -> Document:
    """Return what a file shows: everything but the blocks of a page that are hidden or shown as source."""
    return read_source(name, options, data).document(lambda block: block.is_shown)


def _read_agreed(name: str, options: argparse.Namespace) -> Document:
    """Return what a file, or a folder of them, adds to the system that the options name."""
    if not (name and is_folder(name)):
        return read_source(name, options).system_document(options.system or _DEFAULT_SYSTEM)
    files = as_on_sites([read_source(file, options) for file in expand_folders([name])], [name])
    folder = joined(name, files)
    return folder.system_document(_wanted_system(folder, options))


def _wanted_system(files: NotesFile, options: argparse.Namespace) -> str:
    """Return the system that the options name, or the only one that there is."""
    only = files.systems[0] if len(files.systems) == 1 else _DEFAULT_SYSTEM
    return options.system or only


def read_agreed(options: argparse.Namespace) -> list[Document]:
    """Return what each file, or each of a folder, adds to the system that the options name."""
    names = in_page_order(expand_folders(options.files))
    if not any(name and is_folder(name) for name in options.files):
        return [_read_agreed(name, options) for name in names]
    files = as_on_sites([read_source(name, options) for name in names], options.files)
    every = joined(", ".join(options.files), files)
    system = _wanted_system(every, options)
    if system not in every.systems:
        return [every.system_document(system)]
    # A BML file that is named itself adds everything, whatever it belongs to on a site.
    return [
        file.system_document(system)
        if file.name in options.files
        else file.document(lambda block: block.system == system)
        for file in files
    ]


def as_on_sites(files: Iterable[NotesFile], named: Iterable[str]) -> list[NotesFile]:
    """Return files with their blocks in the systems that the settings of their sites say, if these are known.

    ``named`` are the files and folders that the user named.
    """
    from bml_core.commands.quickstart.existing_sites import SiteFinder

    finder = SiteFinder(named)
    placed = list(files)
    finder.tell_apart(file.name for file in placed)
    return [finder.placed(file) for file in placed]


BML = Reader("BML", read_bml, _add_options)
"""What files show."""

SYSTEM = Reader("BML", _read_agreed, _add_system_options)
"""What files agree on."""


def expand_folders(names: Iterable[str]) -> list[str]:
    """Return the names with each folder replaced by its files of notes, in the order of its pages.

    These are pages with blocks of BML, and BML files that no other file includes or shows.

    Raises:
        UsageError: a folder has none.
    """
    return [file for name in names for file in (_notes_of(name) if name and is_folder(name) else [name])]


def _notes_of(name: str) -> list[str]:
    # Files that are named do not wait for what looks for others.
    from bml_core.site import SUFFIX, RevisionError, notes_in

    try:
        files = [*map(str, notes_in(Path(name)))]
    except RevisionError as error:
        raise UsageError(str(error)) from error
    notes = [file for file in files if file.endswith(SUFFIX) or _may_have_blocks(file)]
    if not notes:
        raise UsageError(f"no notes found in the folder {name}")
    return notes


def _may_have_blocks(page: str) -> bool:
    """Return whether a page has blocks of BML, or cannot be read, which is for its reader to report."""
    from bml_core.site import find_blocks, markup_of

    data = read_file(page).value
    text = decode(data or b"", page)
    is_unread = data is None or is_file_unread(text.diagnostics, ())
    return is_unread or bool(find_blocks(text.value, markup_of(page)))


def in_page_order(names: Sequence[str]) -> list[str]:
    """Return the names of pages in the order in which the navigation or a table of contents has them."""
    if len(names) < 2 or STANDARD in names:
        return list(names)
    # A file alone does not wait for what orders others.
    from bml_core.site import in_page_order as ordered

    return ordered(names)
