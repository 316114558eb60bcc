"""What commands read: BML by itself, and how another kind of input takes its place."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Generic, Protocol, TypeVar

from bml_core import Diagnostic, Dialect, Document, Page
from bml_core.commands.files import STANDARD
from bml_core.commands.programs import UsageError

STDIN_NAME = "<stdin>"
_UNREAD = "BML101"


class Source(Protocol):
    """What was read: its diagnostics, and the paths of every file that it was read from."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong with it; BML101 where the file itself could not be read."""

    @property
    def dependencies(self) -> tuple[str, ...]:
        """The files it was read from, the input file among them; an output must not replace any."""


Read = TypeVar("Read", bound=Source)


@dataclass(frozen=True, slots=True)
class Reader(Generic[Read]):
    """A kind of input.

    ``noun`` is its name in help texts; ``read`` gets the name of a file (``-`` for standard input) and the
    options of the command, and never raises on content; ``add_options`` adds the options ``read`` looks at.
    """

    noun: str
    read: Callable[[str, argparse.Namespace], Read]
    add_options: Callable[[argparse.ArgumentParser], None]


def standard_stream() -> BinaryIO:
    """Standard input, to be read little by little.

    Raises:
        UsageError: there is none.
    """
    if sys.stdin is None:
        raise UsageError("there is no standard input")
    return sys.stdin.buffer


def standard_input() -> bytes:
    """All of standard input.

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
        """It is."""
        return True

    def read(self, size: int = -1) -> bytes:
        """The next bytes; fewer than ``size`` at the end alone."""
        if size < 0:
            start, self.start = self.start, b""
            return start + self.rest.read()
        start, self.start = self.start[:size], self.start[size:]
        return start + self.rest.read(size - len(start))


def is_unread(source: Source) -> bool:
    """Whether the input file itself could not be read, so that there is nothing to write."""
    return any(diagnostic.code == _UNREAD for diagnostic in source.diagnostics)


# ---------------------------------------------------------------------------------------------- BML


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--dialect",
        choices=[dialect.value for dialect in Dialect],
        default=Dialect.V2_0.value,
        help="the reading of BML (default 2.0); a line #+BML: in the file comes first",
    )
    parser.add_argument(
        "--include-root",
        action="append",
        default=[],
        metavar="DIR",
        help="a further folder that #INCLUDE may take files from; the folders of the input file, of its "
        "repository and of the shell are allowed already",
    )


def read_bml(name: str, options: argparse.Namespace, data: bytes | None = None) -> Document:
    """The document of a BML file; ``data`` is what was read from standard input, if it was read already."""
    folder = Path() if name == STANDARD else Path(name).parent
    roots = [folder, Path(), *repository(folder), *map(Path, options.include_root)]
    page = Page(
        STDIN_NAME if name == STANDARD else name, dialect=Dialect(options.dialect), include_roots=roots
    )
    if name != STANDARD:
        return page.parse_file(name)
    return page.parse_bytes(standard_input() if data is None else data)


def repository(folder: Path) -> Iterable[Path]:
    """The top of the repository that a file lies in: notes often include files from a neighbouring folder."""
    for parent in (folder.absolute(), *folder.absolute().parents):
        if (parent / ".git").exists():
            return (parent,)
    return ()


BML = Reader("BML", read_bml, _add_options)
