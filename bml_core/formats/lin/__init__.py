"""LIN, the notation of Bridge Base Online: reading every kind of file, checking, writing.

:func:`read` gives records, with all that a file says; :func:`board` takes the bridge out of a record.
"""

from typing import TYPE_CHECKING

from bml_core.formats.later import from_homes
from bml_core.formats.lin.boards import board, check, check_record, read_boards, read_record
from bml_core.formats.lin.commands import Command
from bml_core.formats.lin.records import Record, read

if TYPE_CHECKING:
    from bml_core.formats.lin.beyond import beyond_board
    from bml_core.formats.lin.links import is_link, read_links
    from bml_core.formats.lin.writing import handviewer_url, losses, write, write_board, written

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

# Who only reads does not wait for the writer.
_HOMES = {
    **dict.fromkeys(("beyond_board",), "beyond"),
    **dict.fromkeys(("is_link", "read_links"), "links"),
    **dict.fromkeys(("handviewer_url", "losses", "write", "write_board", "written"), "writing"),
}

if not TYPE_CHECKING:
    __getattr__ = from_homes(__name__, _HOMES)
