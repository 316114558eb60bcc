"""Deals on pages: which boards of a file a block shows, and what of them.

:func:`parse_deal_options` reads what an author asks for, :func:`read_deals` the file, and
:func:`shown_board` makes the blocks of a page, which every host shows as it shows those of BML.
"""

# fmt: off

from bml_core.site.deal_pages.shown_boards import ShownBoard, add_double_dummy, shown_board
from bml_core.site.deal_pages.deal_sources import (
    DealOptions, DealSource, Part, only_deal, parse_deal_options, read_deals,
)
from bml_core.site.deal_pages.double_dummy import DoubleDummy, Solver, with_double_dummy

__all__ = [
    "DealOptions", "DealSource", "DoubleDummy", "Part", "ShownBoard", "Solver", "add_double_dummy",
    "only_deal", "parse_deal_options", "read_deals", "shown_board", "with_double_dummy",
]
