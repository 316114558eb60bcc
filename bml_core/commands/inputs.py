"""The input of commands: standard input, files of BML, and pages with blocks of BML."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import BinaryIO, Generic, NamedTuple, Protocol, TypeVar

from bml_core.commands.outputs import STANDARD
from bml_core.commands.terminal import Progress, UsageError
from bml_core.diagnostics import Diagnostic
from bml_core.document import Dialect, Document
from bml_core.files import is_folder
from bml_core.notes import MARKUPS, NotesFile, joined, read_notes_file

STDIN_NAME = "<stdin>"
_UNREAD, _TOO_LARGE = "BML101", "BML105"
_NOTHING_FOUND = "BML133"


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
        default=[],
        metavar="DIR",
        help="another folder from which #INCLUDE may read files, besides those of the input file, its "
        "repository and the current folder; may be repeated",
    )


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
    if name == STANDARD and data is None:
        data = standard_input()
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
    system = options.system or "system"
    if not (name and is_folder(name)):
        return read_source(name, options).system_document(system)
    from bml_core.commands.page_order import expand_folders

    files = [read_source(file, options) for file in expand_folders([name])]
    return joined(name, files).system_document(system)


BML = Reader("BML", read_bml, _add_options)
"""What files show."""

SYSTEM = Reader("BML", _read_agreed, _add_system_options)
"""What files agree on."""
