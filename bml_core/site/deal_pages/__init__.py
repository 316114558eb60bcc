"""Deals on pages: what of a board a block shows.

:func:`shown_board` makes the blocks of a page, which every host shows as it shows those of BML.
"""

# fmt: off

from bml_core.site.deal_pages.shown_boards import ShownBoard, add_double_dummy, shown_board
from bml_core.site.deal_pages.double_dummy import DoubleDummy, Solver, with_double_dummy

__all__ = [
    "DoubleDummy", "ShownBoard", "Solver", "add_double_dummy", "shown_board", "with_double_dummy",
]
