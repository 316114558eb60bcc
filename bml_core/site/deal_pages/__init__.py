"""Deals on pages: which boards of a file a block shows, what of them, and the files a site offers.

:func:`parse_deal_options` reads what an author asks for, :func:`read_deals` the file, and
:func:`shown_board` makes the blocks of a page, which every host shows as it shows those of BML.
"""

from bml_core.site.deal_pages.boards import ShownBoard, add_double_dummy, shown_board
from bml_core.site.deal_pages.deal_options import DealOptions, Part, asks_for_deals, parse_deal_options
from bml_core.site.deal_pages.deal_sources import DealSource, only_deal, read_deals
from bml_core.site.deal_pages.double_dummy import DoubleDummy, Solver, with_double_dummy
from bml_core.site.deal_pages.offers import (
    DEAL_FORMATS,
    DealOffer,
    deal_content,
    deal_file,
    deal_losses,
    make_deal_offer,
    writable,
)

__all__ = [
    "DEAL_FORMATS",
    "DealOffer",
    "DealOptions",
    "DealSource",
    "DoubleDummy",
    "Part",
    "ShownBoard",
    "Solver",
    "add_double_dummy",
    "asks_for_deals",
    "deal_content",
    "deal_file",
    "deal_losses",
    "make_deal_offer",
    "only_deal",
    "parse_deal_options",
    "read_deals",
    "shown_board",
    "with_double_dummy",
    "writable",
]
