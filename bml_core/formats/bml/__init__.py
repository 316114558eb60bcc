"""BML out of a System or out of boards: text that a person reads and goes on with."""

from bml_core.formats.bml.boards import boards, losses, write_boards, written_boards
from bml_core.formats.bml.writer import BmlText, write

__all__ = ["BmlText", "boards", "losses", "write", "write_boards", "written_boards"]
