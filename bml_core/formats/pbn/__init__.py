"""Portable Bridge Notation 2.1: reading in any layout, checking by the standard, writing in export format.

:func:`load` gives the boards of a file, :func:`dump` writes them. For files of any size, and for all that a
file says beside the bridge: :func:`read_games` yields games, :func:`parse_board` takes the board out of one,
:func:`check` and :func:`check_game` report errors, :func:`write_games` writes boards and games in parts.
"""

# fmt: off

from bml_core.formats.board_files import Boards
from bml_core.formats.pbn.boards import parse_board
from bml_core.formats.pbn.checking import check, check_game
from bml_core.formats.pbn.files import dump, dumps, load, loads
from bml_core.formats.pbn.games import DEAL_LINE, Game, Tag, read_games
from bml_core.formats.pbn.values import write_deal
from bml_core.formats.pbn.writing import encode, game_losses, losses, needs_utf8, write_games

__all__ = [
    "DEAL_LINE", "Boards", "Game", "Tag", "check", "check_game", "dump", "dumps", "encode", "game_losses",
    "load", "loads", "losses", "needs_utf8", "parse_board", "read_games", "write_deal", "write_games",
]
