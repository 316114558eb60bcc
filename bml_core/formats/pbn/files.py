"""PBN files, read and written."""

from __future__ import annotations

from collections.abc import Iterable

from bml_core._package import checked
from bml_core.bridge import Board
from bml_core.diagnostics import limited
from bml_core.formats.board_files import Boards, File, dump_bytes, load_boards, with_other_rooms
from bml_core.formats.pbn.boards import parse_board
from bml_core.formats.pbn.checking import check
from bml_core.formats.pbn.games import Game, read_games
from bml_core.formats.pbn.writing import encode, needs_utf8, write_games


@checked
def loads(text: str | bytes, *, file: str = "") -> Boards:
    r"""Return the boards of a PBN file, and what the standard forbids in it.

    For very large files see :func:`~bml_core.formats.pbn.read_games`, which holds one game at a time.

    Args:
        text: The text of the file, or its bytes.
        file: Its name for diagnostics.

    >>> boards = loads('[Board "7"]\n[Dealer "Q"]\n', file="evening.pbn")
    >>> [board.number for board in boards]
    [7]
    >>> print(*boards.diagnostics)
    evening.pbn:2:1: error BML705: Game 1, PBN 3.4.9: Q is not a dealer. Write N, E, S or W.
    """
    boards = tuple(with_other_rooms(map(parse_board, read_games(text, file))))
    return Boards(boards, lambda: limited(check(text, file)))


@checked
def load(file: File) -> Boards:
    """Return the boards of a PBN file, given its path or as an open binary file.

    Raises:
        TypeError: ``file`` is neither a path nor an open binary file.

    >>> print(*load("missing.pbn").diagnostics)
    missing.pbn: error BML101: File not found: missing.pbn.
    """
    return load_boards(file, loads)


@checked
def dumps(boards: Iterable[Board | Game]) -> str:
    """Return boards as the text of a PBN file in export format; games keep what only PBN knows.

    >>> print(dumps([Board(number=7)])[19:62])
    [Event ""]
    [Site ""]
    [Date ""]
    [Board "7"]
    """
    return "".join(write_games(boards))


@checked
def dump(boards: Iterable[Board | Game], file: File) -> None:
    """Write boards as a PBN file, to a path or to an open binary file.

    Raises:
        OSError: The file cannot be written.
        TypeError: ``file`` is neither a path nor an open binary file.
    """
    text = dumps(boards)
    dump_bytes(encode((text,), needs_utf8(text)), file)
