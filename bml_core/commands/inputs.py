"""The input of commands: kinds of files, and standard input."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import BinaryIO, Generic, NamedTuple, Protocol, TypeVar

from bml_core.commands.terminal import Progress, UsageError
from bml_core.diagnostics import Diagnostic

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
