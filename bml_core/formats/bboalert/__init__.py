"""BBOalert data: what the browser extension of that name shows the opponents while we bid."""

from bml_core.formats.bboalert.text import escape
from bml_core.formats.bboalert.writer import left_out, write

__all__ = ["escape", "left_out", "write"]
