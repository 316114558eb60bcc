"""Portable Bridge Notation 2.1: reading in any layout, checking by the standard, writing in export format.

:func:`read` gives games, with all that a file says; :func:`board` takes the bridge out of a game.
"""

from typing import TYPE_CHECKING

from bml_core.formats.later import from_homes
from bml_core.formats.pbn.boards import board, read_boards
from bml_core.formats.pbn.games import Game, read
from bml_core.formats.pbn.tags import Tag
from bml_core.formats.sources import Source

if TYPE_CHECKING:
    from bml_core.formats.pbn.beyond import beyond_board
    from bml_core.formats.pbn.checking import check, check_game
    from bml_core.formats.pbn.embedding import embedded, is_embedded, without_delimiters
    from bml_core.formats.pbn.exporting import export
    from bml_core.formats.pbn.writing import encode, encoded, game_of, losses, needs_utf8, write, written

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

# Who only reads does not wait for the rules and the writer.
_HOMES = {
    **dict.fromkeys(("beyond_board",), "beyond"),
    **dict.fromkeys(("check", "check_game"), "checking"),
    **dict.fromkeys(("embedded", "is_embedded", "without_delimiters"), "embedding"),
    **dict.fromkeys(("export",), "exporting"),
    **dict.fromkeys(("encode", "encoded", "game_of", "losses", "needs_utf8", "write", "written"), "writing"),
}

if not TYPE_CHECKING:
    __getattr__ = from_homes(__name__, _HOMES)
