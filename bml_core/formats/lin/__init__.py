"""LIN, the notation of Bridge Base Online: reading every kind of file, checking, writing.

:func:`load` gives the boards of a file, :func:`dump` writes them. For files of any size, and for all that a
file says beside the bridge: :func:`read_records` yields records, :func:`parse_board` takes the board out of
one, :func:`parse_record` and :func:`check` report errors, :func:`write_records` writes boards and records.

A file is read in steps: texts between bars, commands made of two of them, records (the commands of a board,
with those at the head of a match), values of commands. Links to BBO's handviewer give records too.
"""

# fmt: off

from bml_core.formats.board_files import Boards
from bml_core.formats.lin.boards import check, parse_board, parse_record
from bml_core.formats.lin.files import dump, dumps, load, loads
from bml_core.formats.lin.links import LINK, LINKS_TO_BOARDS, WITHOUT_BOARD, is_link, read_links
from bml_core.formats.lin.records import SEATS, LinCommand, Record, read_all, read_records
from bml_core.formats.lin.writing import (
    handviewer_url, losses, record_losses, write_board, write_hand, write_records,
)
