"""LIN files, read and written."""

from __future__ import annotations

from collections.abc import Iterable

from bml_core._package import checked
from bml_core.bridge import Board
from bml_core.diagnostics import limited
from bml_core.formats.board_files import Boards, File, dump_bytes, load_boards, with_other_rooms
from bml_core.formats.lin.boards import parse_record
from bml_core.formats.lin.records import Record, read_all
from bml_core.formats.lin.writing import write_records


@checked
def loads(text: str | bytes, *, file: str = "") -> Boards:
    """Return the boards of a LIN file, and what is wrong with it.

    For very large files see :func:`~bml_core.formats.lin.read_records`, which holds one board at a time.

    Args:
        text: The text of the file, or its bytes.
        file: Its name for diagnostics.

    >>> boards = loads("md|1,,,|ah|Board 7|mb|8C|", file="evening.lin")
    >>> [board.number for board in boards], [error.code for error in boards.diagnostics]
    ([7], ['BML805'])
    """
    records = [(record, parse_record(record)) for record in read_all(text, file)]
    boards = tuple(with_other_rooms(board for record, (board, _) in records if record.is_board))
    return Boards(boards, limited(error for _, (_, errors) in records for error in errors))


@checked
def load(file: File) -> Boards:
    """Return the boards of a LIN file, given its path or as an open binary file.

    Raises:
        TypeError: ``file`` is neither a path nor an open binary file.

    >>> print(*load("missing.lin").diagnostics)
    missing.lin: error BML101: File not found: missing.lin.
    """
    return load_boards(file, loads)


@checked
def dumps(boards: Iterable[Board | Record]) -> str:
    r"""Return boards as the text of a LIN file, a board a line; records keep what only LIN knows.

    >>> dumps([Board(number=1)])
    'pn|,,,|st||md|0,,,|rh||ah|Board 1|sv||pg||\n'
    """
    return "".join(write_records(boards))


@checked
def dump(boards: Iterable[Board | Record], file: File) -> None:
    """Write boards as a LIN file, to a path or to an open binary file.

    Raises:
        OSError: The file cannot be written.
        TypeError: ``file`` is neither a path nor an open binary file.
    """
    dump_bytes((dumps(boards).encode("utf-8", "replace"),), file)
