"""LIN, the notation of Bridge Base Online: reading every kind of file, checking, writing.

:func:`read` gives records, with all that a file says; :func:`board` takes the bridge out of a record.
"""

from bml_core.formats.lin.beyond import beyond_board
from bml_core.formats.lin.boards import board, check, check_record, read_boards, read_record
from bml_core.formats.lin.commands import Command
from bml_core.formats.lin.links import is_link, read_links
from bml_core.formats.lin.records import Record, read
from bml_core.formats.lin.writing import (
    handviewer_url,
    losses,
    write,
    write_board,
    written,
)

__all__ = [
    "Command",
    "Record",
    "beyond_board",
    "board",
    "check",
    "check_record",
    "handviewer_url",
    "is_link",
    "losses",
    "read",
    "read_boards",
    "read_links",
    "read_record",
    "write",
    "write_board",
    "written",
]
