"""LIN files for everyday use: their boards, and boards as a file."""

from __future__ import annotations

from collections.abc import Iterable

from bml_core.bridge import Board
from bml_core.formats.boards import Boards, File, check_boards, check_text, dump_bytes, load_boards
from bml_core.formats.lin.boards import parse_board
from bml_core.formats.lin.checking import check
from bml_core.formats.lin.records import Record, read_records
from bml_core.formats.lin.writing import write_records


def loads(text: str | bytes, *, file: str = "") -> Boards:
    """Return the boards of a LIN file, and what is wrong with it.

    For very large files see :func:`~bml_core.formats.lin.read_records`, which holds one board at a time.

    Args:
        text: The text of the file, or its bytes.
        file: Its name for diagnostics.

    Raises:
        TypeError: ``text`` is neither str nor bytes.

    >>> boards = loads("md|1,,,|ah|Board 7|mb|8C|", file="evening.lin")
    >>> [board.number for board in boards], [error.code for error in boards.diagnostics]
    ([7], ['BML805'])
    """
    check_text(text)
    return Boards(tuple(map(parse_board, read_records(text, file))), tuple(check(text, file)))


def load(file: File) -> Boards:
    """Return the boards of a LIN file, given its path or as an open binary file.

    Raises:
        TypeError: ``file`` is neither a path nor an open binary file.

    >>> print(*load("missing.lin").diagnostics)
    missing.lin:1:1: error BML101: The file missing.lin is not there.
    """
    return load_boards(file, loads)


def dumps(boards: Iterable[Board | Record]) -> str:
    r"""Return boards as the text of a LIN file, a board a line; records keep what only LIN knows.

    Raises:
        TypeError: ``boards`` holds anything else.

    >>> dumps([Board(number=1)])
    'pn|,,,|st||md|0,,,|rh||ah|Board 1|sv||pg||\n'
    """
    return "".join(write_records(check_boards(boards, Board, Record)))


def dump(boards: Iterable[Board | Record], file: File) -> None:
    """Write boards as a LIN file, to a path or to an open binary file.

    Raises:
        OSError: The file cannot be written.
        TypeError: ``boards`` holds anything else, or ``file`` is neither a path nor an open binary file.
    """
    dump_bytes((dumps(boards).encode("utf-8", "replace"),), file)
