"""Tables, deals, auctions and frequencies as lines of plain text."""

# fmt: off

from bml_core.render.text.lines import (
    WIDTH, TextRow, auction_lines, column_widths, deal_lines, frequency_lines, frequency_rows, note_lines,
    shortened, table_lines, wrapped,
)

__all__ = [
    "WIDTH", "TextRow", "auction_lines", "column_widths", "deal_lines", "frequency_lines", "frequency_rows",
    "note_lines", "shortened", "table_lines", "wrapped",
]
