"""Portable Bridge Notation 2.1: reading in any layout, checking by the standard, writing in export format.

:func:`load` gives the boards of a file, :func:`dump` writes them. For files of any size, and for all that a
file says beside the bridge: :func:`read_games` yields games, :func:`parse_board` takes the board out of one,
:func:`parse_game` and :func:`check` report errors, :func:`write_games` writes boards and games in parts.

A file is read in steps: games (text between empty lines) with their tag pairs, sections of calls and cards
with annotations, values of tags. Numbers in parentheses are the sections of the standard.
"""

# fmt: off

from bml_core.formats.board_files import Boards
from bml_core.formats.pbn.boards import parse_board, write_deal
from bml_core.formats.pbn.checking import check, parse_game, parse_games
from bml_core.formats.pbn.files import dump, dumps, load, loads
from bml_core.formats.pbn.games import DEAL_LINE, Game, Tag, read_games
from bml_core.formats.pbn.writing import encode, game_losses, losses, needs_utf8, write_games
