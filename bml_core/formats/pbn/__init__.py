"""Portable Bridge Notation 2.1: reading in any layout, checking by the standard, writing in export format.

:func:`read` gives games, with all that a file says; :func:`board` takes the bridge out of a game.
"""

from bml_core.formats.pbn.beyond import beyond_board
from bml_core.formats.pbn.boards import board, read_boards
from bml_core.formats.pbn.checking import check, check_game
from bml_core.formats.pbn.embedding import embedded, is_embedded, without_delimiters
from bml_core.formats.pbn.exporting import export
from bml_core.formats.pbn.games import Game, Tag, read
from bml_core.formats.pbn.writing import encode, encoded, game_of, losses, needs_utf8, write, written
from bml_core.formats.sources import Source

__all__ = [
    "Game",
    "Source",
    "Tag",
    "beyond_board",
    "board",
    "check",
    "check_game",
    "embedded",
    "encode",
    "encoded",
    "export",
    "game_of",
    "is_embedded",
    "losses",
    "needs_utf8",
    "read",
    "read_boards",
    "without_delimiters",
    "write",
    "written",
]
