"""Where commands read and write: standard input, pipes, and files that only a complete one replaces."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

from bml_core.commands.terminal import Progress, UsageError, print_parts, say
from bml_core.files import Results, ask, is_file, is_folder, write_file

STANDARD = "-"
"""The name of standard input and of standard output."""
STDIN_NAME = "<stdin>"
"""What messages call standard input."""
_DESCRIPTOR = re.compile(r"/dev/(?:stdin|fd/\d+)|/proc/self/fd/\d+")


# ---------------------------------------------------------------- input


def standard_stream() -> BinaryIO:
    """Return standard input, to be read little by little.

    Raises:
        UsageError: there is none.
    """
    if sys.stdin is None:
        raise UsageError("no standard input")
    return sys.stdin.buffer


def is_descriptor(name: str) -> bool:
    """Return whether a name is one that a shell has for what comes from another command."""
    return _DESCRIPTOR.fullmatch(name) is not None and not is_file(name)


def piped(name: str) -> bytes | None:
    """Return what comes from standard input or another command; None if the name is that of a file.

    Raises:
        UsageError: there is nothing to read.
    """
    if name == STANDARD:
        return standard_stream().read()
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


# ---------------------------------------------------------------- output


def kept_results(options: argparse.Namespace) -> Results:
    """Return what earlier checks have worked out, from a folder that users may delete."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111 - needs no home
    return Results(None if options.no_cache or not Path(cache).is_absolute() else Path(cache, "bml"))


def choose_target(source: str, asked: str | None, ending: str) -> str:
    """Return the file to write: the one asked for, or the name of ``source`` with another ending.

    In a folder that is asked for, the file has that name as well. What comes from standard input goes to
    standard output.

    Raises:
        UsageError: a folder is asked for, and standard input has no name.

    >>> choose_target("club/notes.bml", None, ".bss"), choose_target("club/notes.bml", ".", ".bss")
    ('club/notes.bss', 'notes.bss')
    >>> choose_target("-", None, ".bss")
    '-'
    """
    path = Path(source)
    if asked is None:
        # A name without a last part is a folder; reading it says so.
        return STANDARD if source == STANDARD or not path.name else str(path.with_suffix(ending))
    if asked == STANDARD or not is_folder(asked):
        return asked
    if source == STANDARD:
        raise UsageError(
            f"{asked} is a folder, and standard input has no file name to use there; name a file"
        )
    return str(Path(asked, path.with_suffix(ending).name)) if path.name else asked


def check_target(target: str, inputs: Iterable[str]) -> None:
    """Refuse to write over a folder, a protected file, or a file that was read.

    Raises:
        UsageError: says which.
    """
    if target == STANDARD:
        return
    path = Path(target)
    try:
        if path.is_dir():
            raise UsageError(f"{target} is a folder; name a file")
        exists = path.exists()
        overwritten = exists and (_is_standard_input(path) or any(path.samefile(name) for name in inputs))
        protected = exists and is_protected(target)
    except OSError as error:
        raise UsageError(f"{target[:80]} cannot be written: {error.strerror or error}") from error
    if overwritten:
        raise UsageError(f"{target} is an input file; name another output file")
    if protected:
        raise UsageError(f"{target} cannot be written: it is write-protected")


def is_protected(name: str) -> bool:
    """Return whether a file that exists may not be written."""
    return bool(ask("protected", name))


def _is_standard_input(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return path.is_file() and os.path.samestat(path.stat(), os.fstat(0))
    return False


def write(target: str, text: str) -> None:
    """Write a result as UTF-8 to a file, or to standard output for ``-``; see :func:`write_parts`.

    Raises:
        UsageError: it cannot be written.
    """
    write_parts(target, (text.encode("utf-8", errors="replace"),))


def write_parts(target: str, parts: Iterable[bytes]) -> None:
    """Write a result part by part to a file, or to standard output for ``-``.

    An old file stays whole until the new one is complete.

    Raises:
        UsageError: it cannot be written.
    """
    if target == STANDARD:
        print_parts(parts)
        return
    try:
        write_file(Path(target), parts)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror or error}") from error


def say_written(target: str, amount: str = "") -> None:
    """Say which file was written, and how much is in it; nothing of standard output."""
    if target != STANDARD:
        say(f"Wrote {target}{amount and ': '}{amount}.")


def is_terminal(target: str) -> bool:
    """Return whether a result goes to a terminal, where people read it."""
    return target == STANDARD and sys.stdout is not None and sys.stdout.isatty()


def write_new(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Write the files that are not in a folder yet; returns those that are, which stay.

    Raises:
        UsageError: one cannot be written; those that were written before it are gone again.
    """
    wanted = {folder / name: text for name, text in texts.items()}
    kept = [path for path in wanted if os.path.lexists(path)]
    made: list[Path] = []
    try:
        for path in (path for path in wanted if path not in kept):
            for above in reversed(path.parents):
                if not os.path.lexists(above):
                    above.mkdir()
                    made.append(above)
            write(str(path), wanted[path])
            made.append(path)
    except BaseException as error:
        for path in reversed(made):
            with contextlib.suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        if isinstance(error, OSError):
            name = error.filename or folder
            raise UsageError(f"{name} cannot be written: {error.strerror or error}") from error
        raise
    return kept


def ending_of(target: str, names: Iterable[str]) -> str:
    """Return which of these names the name of an output ends in, "" if in none.

    >>> ending_of("hands.PBN", ("pbn", "lin")), ending_of("-", ("pbn", "lin"))
    ('pbn', '')
    """
    ending = Path(target).suffix.lower().removeprefix(".")
    return ending if ending in names else ""
