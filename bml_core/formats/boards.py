"""What the formats of boards share: the boards of a file, the ways to a file, the report of losses."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Protocol, TypeVar, overload

from bml_core.bridge import Board
from bml_core.diagnostics import Diagnostic, Location
from bml_core.storage import read_file, write_file

T = TypeVar("T")
File = str | os.PathLike[str] | BinaryIO
"""The path of a file, or an open binary file."""
_NO_FILE = "file has to be a path or an open binary file, not {}"


@dataclass(frozen=True, slots=True)
class Boards(Sequence[Board]):
    """The boards of a file in order, with everything that is wrong with it.

    >>> boards = Boards((Board(number=7), Board(number=8)))
    >>> [board.number for board in boards], boards[-1].number, len(boards), boards.diagnostics
    ([7, 8], 8, 2, ())
    """

    boards: tuple[Board, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    def __len__(self) -> int:
        return len(self.boards)

    def __iter__(self) -> Iterator[Board]:
        return iter(self.boards)

    @overload
    def __getitem__(self, index: int) -> Board: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Board, ...]: ...

    def __getitem__(self, index: int | slice) -> Board | tuple[Board, ...]:
        return self.boards[index]


class _Loads(Protocol):
    def __call__(self, text: str | bytes, *, file: str = "") -> Boards: ...


def load_boards(file: File, loads: _Loads) -> Boards:
    """Return the boards of a file as ``loads`` reads its bytes; one that cannot be read is a diagnostic.

    Raises:
        TypeError: ``file`` is neither a path nor an open binary file.
    """
    if isinstance(file, str | os.PathLike):
        name = os.fspath(file)
        data = read_file(name)
        return Boards((), data.diagnostics) if data.value is None else loads(data.value, file=name)
    if not hasattr(file, "read"):
        raise TypeError(_NO_FILE.format(type(file).__name__))
    content = file.read()
    if not isinstance(content, bytes):
        raise TypeError('file has to be open for bytes: open(path, "rb")')
    name = getattr(file, "name", "")
    return loads(content, file=name if isinstance(name, str) else "")


def dump_bytes(parts: Iterable[bytes], file: File) -> None:
    """Write the bytes of a file.

    Raises:
        OSError: The file cannot be written.
        TypeError: ``file`` is neither a path nor an open binary file.
    """
    if isinstance(file, str | os.PathLike):
        write_file(os.fspath(file), parts)
        return
    if not hasattr(file, "write"):
        raise TypeError(_NO_FILE.format(type(file).__name__))
    if hasattr(file, "encoding"):
        raise TypeError('file has to be open for bytes: open(path, "wb")')
    file.writelines(parts)


def check_text(text: str | bytes) -> None:
    """Refuse a text of another type.

    Raises:
        TypeError: ``text`` is neither str nor bytes.
    """
    if not isinstance(text, str | bytes):
        raise TypeError(f"text has to be str or bytes, not {type(text).__name__}")


def check_boards(boards: Iterable[T], *kinds: type[T]) -> Iterator[T]:
    """Yield the boards, and refuse values of another type.

    Raises:
        TypeError: ``boards`` is not iterable, or holds a value of another type.
    """
    for board in boards:
        if not isinstance(board, kinds):
            names = " or ".join(kind.__name__ for kind in kinds)
            raise TypeError(f"boards has to hold values of {names}, not {type(board).__name__}")
        yield board


def report_losses(board: Board, place: Location, losses: Iterable[tuple[str, str]]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics on what is lost of a board, given as pairs: sentence, hint.

    >>> print(*report_losses(Board(number=3), Location("a.bml", 2), [("LIN has no facts.", "")]))
    a.bml:2:1: warning BML725: Board 3: LIN has no facts.
    """
    name = board.label or (f"{board.number}" if board.number is not None else "")
    before = f"Board {name}: " if name else ""
    return tuple(Diagnostic("BML725", f"{before}{sentence}", place, hint) for sentence, hint in losses)
