"""What all commands share: reading notes, reporting diagnostics, writing results."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from bml_core import Diagnostic, Dialect, Document, Page, Severity

STANDARD = "-"
OK, ERRORS, USAGE = 0, 1, 2


class UsageError(Exception):
    """The command cannot do what was asked; the text says why."""


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """The options of every command that reads BML."""
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


def read(name: str, dialect: str, include_roots: Iterable[str] = ()) -> Document:
    """Parse a file, or standard input for ``-``."""
    folder = Path() if name == STANDARD else Path(name).parent
    roots = [folder, Path(), *_repository(folder), *map(Path, include_roots)]
    page = Page("<stdin>" if name == STANDARD else name, dialect=Dialect(dialect), include_roots=roots)
    if name == STANDARD:
        if sys.stdin is None:
            raise UsageError("there is no standard input")
        return page.parse_bytes(sys.stdin.buffer.read())
    return page.parse_file(name)


def _repository(folder: Path) -> Iterable[Path]:
    """The top of the repository that a file lies in: notes often include files from a neighbouring folder."""
    for parent in (folder.absolute(), *folder.absolute().parents):
        if (parent / ".git").exists():
            return (parent,)
    return ()


def say(line: str) -> None:
    """Print a line to standard error, if there is one."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(line, file=sys.stderr)


def counted(count: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "agreement"), counted(1200, "agreement"), counted(2, "info")
    ('1 agreement', '1,200 agreements', '2 info')
    """
    return f"{count:,} {noun}{'' if count == 1 or noun == 'info' else 's'}"


def is_unread(document: Document) -> bool:
    """Whether the file itself could not be read, so that there is nothing to write."""
    return any(diagnostic.code == "BML101" for diagnostic in document.diagnostics)


def report(diagnostics: Iterable[Diagnostic], *, show: set[Severity] | None = None) -> int:
    """Print diagnostics, one a line, to standard error; returns the exit status they make."""
    status = OK
    for diagnostic in diagnostics:
        if show is None or diagnostic.severity in show:
            say(str(diagnostic))
        if diagnostic.severity is Severity.ERROR:
            status = ERRORS
    return status


def check_target(target: str, inputs: Iterable[str]) -> None:
    """Refuse to write over a folder or a file that was read."""
    if target == STANDARD:
        return
    path = Path(target)
    try:
        if path.is_dir():
            raise UsageError(f"{target} is a folder; name a file")
        overwritten = path.exists() and any(path.samefile(name) for name in inputs if name != STANDARD)
    except OSError as error:
        raise UsageError(f"{target[:80]} cannot be written: {error.strerror or error}") from error
    if overwritten:
        raise UsageError(f"{target} is an input file; name another output file")


def write(target: str, text: str) -> None:
    """Write a result as UTF-8 to a file, or to standard output for ``-``.

    An old file stays whole until the new one is complete.
    """
    data = text.encode("utf-8", errors="replace")
    if target == STANDARD:
        _print(data)
        return
    path = Path(target)
    try:
        _replace(path, data)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror or error}") from error


def _print(data: bytes) -> None:
    if sys.stdout is None:
        raise UsageError("there is no standard output")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe has seen enough; Python must not complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise UsageError(f"standard output cannot be written: {error.strerror or error}") from error


def _replace(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    # A link stays a link: the file it leads to is replaced.
    path = Path(os.path.realpath(path))
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
