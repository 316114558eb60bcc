"""LIN, the notation of Bridge Base Online: reading every kind of file, checking, writing.

:func:`load` gives the boards of a file, :func:`dump` writes them. For files of any size, and for all that a
file says beside the bridge: :func:`read_records` yields records, :func:`parse_board` takes the board out of
one, :func:`check` and :func:`check_record` report errors, :func:`write_records` writes boards and records.
"""

# fmt: off

from bml_core.formats.board_files import Boards
from bml_core.formats.lin.boards import check, check_record, parse_board, parse_record
from bml_core.formats.lin.files import LINK, dump, dumps, is_link, load, loads, read_links
from bml_core.formats.lin.records import Command, Record, read_records
from bml_core.formats.lin.values import SEATS, write_hand
from bml_core.formats.lin.writing import handviewer_url, losses, record_losses, write_board, write_records

__all__ = [
    "LINK", "SEATS", "Boards", "Command", "Record", "check", "check_record", "dump", "dumps",
    "handviewer_url", "is_link", "load", "loads", "losses", "parse_board", "parse_record", "read_links",
    "read_records", "record_losses", "write_board", "write_hand", "write_records",
]
