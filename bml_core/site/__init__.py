"""A documentation with BML in it, for every host: its blocks, their options, its pages, the whole site.

A host finds blocks, or gives their options and text; here they are read. What becomes known of a page is kept
as :class:`PageFacts`, and :class:`Site` makes of all pages the systems, the files that pages offer, and the
hands that they show. Names are loaded when they are first used, since few sites have deals or hands.
"""

from typing import TYPE_CHECKING

from bml_core._lazy import lazy

if TYPE_CHECKING:
    from bml_core.site.block_reading import ReadBlock, read_blocks
    from bml_core.site.blocks import Markup, find_blocks, markup_of
    from bml_core.site.deal_pages import (
        DEAL_FORMATS,
        DealOffer,
        DealOptions,
        DoubleDummy,
        Part,
        ReadDeals,
        ShownBoard,
        Solver,
        add_double_dummy,
        asks_for_deals,
        make_deal_offer,
        make_deal_options,
        read_deals,
        shown_board,
        with_double_dummy,
        writable,
    )
    from bml_core.site.exports import Offer, make_offer, only_offers
    from bml_core.site.hand_pages import (
        Addresses,
        ExampleOptions,
        FrequencyOptions,
        HandAnswer,
        HandOptions,
        HandRequest,
        PageAnswers,
        Shown,
        answer,
        asks_for_hands,
        make_hand_options,
        row_addresses,
        with_conditions_checked,
    )
    from bml_core.site.options import (
        DEFAULT_SYSTEM,
        NOT_EXPORTED,
        BlockOptions,
        Deals,
        OptionProblem,
        Show,
        make_options,
        parse_header,
        split_option_lines,
    )
    from bml_core.site.page_block import PageBlock
    from bml_core.site.page_facts import CodeFence, PageFacts, SiteFacts, SystemPart
    from bml_core.site.page_files import SUFFIX, find_parts
    from bml_core.site.page_order import (
        ListedPages,
        PageList,
        folder_order,
        listed_pages,
        page_contents,
        read_page_list,
        reading_order,
    )
    from bml_core.site.pages import BmlPage, file_title, make_page
    from bml_core.site.sites import Site, SiteFile
else:
    __getattr__ = lazy(
        __name__,
        {
            "block_reading": (
                "ReadBlock",
                "read_blocks",
            ),
            "blocks": (
                "Markup",
                "find_blocks",
                "markup_of",
            ),
            "deal_pages": (
                "DEAL_FORMATS",
                "DealOffer",
                "DealOptions",
                "DoubleDummy",
                "Part",
                "ReadDeals",
                "ShownBoard",
                "Solver",
                "add_double_dummy",
                "asks_for_deals",
                "make_deal_offer",
                "make_deal_options",
                "read_deals",
                "shown_board",
                "with_double_dummy",
                "writable",
            ),
            "exports": (
                "Offer",
                "make_offer",
                "only_offers",
            ),
            "hand_pages": (
                "Addresses",
                "ExampleOptions",
                "FrequencyOptions",
                "HandAnswer",
                "HandOptions",
                "HandRequest",
                "PageAnswers",
                "Shown",
                "answer",
                "asks_for_hands",
                "make_hand_options",
                "row_addresses",
                "with_conditions_checked",
            ),
            "options": (
                "BlockOptions",
                "DEFAULT_SYSTEM",
                "Deals",
                "NOT_EXPORTED",
                "OptionProblem",
                "Show",
                "make_options",
                "parse_header",
                "split_option_lines",
            ),
            "page_block": ("PageBlock",),
            "page_facts": (
                "CodeFence",
                "PageFacts",
                "SiteFacts",
                "SystemPart",
            ),
            "page_files": (
                "SUFFIX",
                "find_parts",
            ),
            "page_order": (
                "ListedPages",
                "PageList",
                "folder_order",
                "listed_pages",
                "page_contents",
                "read_page_list",
                "reading_order",
            ),
            "pages": (
                "BmlPage",
                "file_title",
                "make_page",
            ),
            "sites": (
                "Site",
                "SiteFile",
            ),
        },
    )

__all__ = [
    "DEAL_FORMATS",
    "DEFAULT_SYSTEM",
    "NOT_EXPORTED",
    "SUFFIX",
    "Addresses",
    "BlockOptions",
    "BmlPage",
    "CodeFence",
    "DealOffer",
    "DealOptions",
    "Deals",
    "DoubleDummy",
    "ExampleOptions",
    "FrequencyOptions",
    "HandAnswer",
    "HandOptions",
    "HandRequest",
    "ListedPages",
    "Markup",
    "Offer",
    "OptionProblem",
    "PageAnswers",
    "PageBlock",
    "PageFacts",
    "PageList",
    "Part",
    "ReadBlock",
    "ReadDeals",
    "Show",
    "Shown",
    "ShownBoard",
    "Site",
    "SiteFacts",
    "SiteFile",
    "Solver",
    "SystemPart",
    "add_double_dummy",
    "answer",
    "asks_for_deals",
    "asks_for_hands",
    "file_title",
    "find_blocks",
    "find_parts",
    "folder_order",
    "listed_pages",
    "make_deal_offer",
    "make_deal_options",
    "make_hand_options",
    "make_offer",
    "make_options",
    "make_page",
    "markup_of",
    "only_offers",
    "page_contents",
    "parse_header",
    "read_blocks",
    "read_deals",
    "read_page_list",
    "reading_order",
    "row_addresses",
    "shown_board",
    "split_option_lines",
    "with_conditions_checked",
    "with_double_dummy",
    "writable",
]
