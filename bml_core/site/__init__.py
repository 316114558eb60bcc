"""A documentation with BML in it, for every host: its blocks, their options, its pages, the whole site.

A host finds blocks, or gives their options and text; here they are read. What becomes known of a page is kept
as :class:`PageFacts`, and :class:`Site` makes of all pages the systems, the files that pages offer, and the
hands that they show. Names are loaded when they are first used, since few sites have deals or hands.
"""

from typing import TYPE_CHECKING

from bml_core._lazy import lazy

if TYPE_CHECKING:
    from bml_core.site.block_reader import BlockContent, BlockReader, named_file, read_blocks
    from bml_core.site.blocks import Markup, find_blocks, markup_of
    from bml_core.site.configuration import SETTINGS, Configuration, read_configuration
    from bml_core.site.deal_pages import DEAL_FORMATS, DealOffer, DealOptions, ShownBoard, Solver, writable
    from bml_core.site.exports import Offer
    from bml_core.site.fences import FenceOpening, parse_fence
    from bml_core.site.hand_pages import (
        Addresses,
        ExampleOptions,
        FrequencyOptions,
        HandAnswer,
        HandRequest,
        PageAnswers,
        Shown,
        answer,
        asks_for_hands,
        parse_hand_options,
        row_addresses,
    )
    from bml_core.site.options import (
        DEFAULT_SYSTEM,
        NOT_EXPORTED,
        BlockOptions,
        Show,
        parse_header,
        parse_options,
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
            "block_reader": ("BlockContent", "BlockReader", "named_file", "read_blocks"),
            "blocks": ("Markup", "find_blocks", "markup_of"),
            "configuration": ("SETTINGS", "Configuration", "read_configuration"),
            "deal_pages": ("DEAL_FORMATS", "DealOffer", "DealOptions", "ShownBoard", "Solver", "writable"),
            "exports": ("Offer",),
            "fences": ("FenceOpening", "parse_fence"),
            "hand_pages": (
                "Addresses",
                "ExampleOptions",
                "FrequencyOptions",
                "HandAnswer",
                "HandRequest",
                "PageAnswers",
                "Shown",
                "answer",
                "asks_for_hands",
                "parse_hand_options",
                "row_addresses",
            ),
            "options": (
                "DEFAULT_SYSTEM",
                "NOT_EXPORTED",
                "BlockOptions",
                "Show",
                "parse_header",
                "parse_options",
                "split_option_lines",
            ),
            "page_block": ("PageBlock",),
            "page_facts": ("CodeFence", "PageFacts", "SiteFacts", "SystemPart"),
            "page_files": ("SUFFIX", "find_parts"),
            "page_order": (
                "ListedPages",
                "PageList",
                "folder_order",
                "listed_pages",
                "page_contents",
                "read_page_list",
                "reading_order",
            ),
            "pages": ("BmlPage", "file_title", "make_page"),
            "sites": ("Site", "SiteFile"),
        },
    )

__all__ = [
    "DEAL_FORMATS",
    "DEFAULT_SYSTEM",
    "NOT_EXPORTED",
    "SETTINGS",
    "SUFFIX",
    "Addresses",
    "BlockContent",
    "BlockOptions",
    "BlockReader",
    "BmlPage",
    "CodeFence",
    "Configuration",
    "DealOffer",
    "DealOptions",
    "ExampleOptions",
    "FenceOpening",
    "FrequencyOptions",
    "HandAnswer",
    "HandRequest",
    "ListedPages",
    "Markup",
    "Offer",
    "PageAnswers",
    "PageBlock",
    "PageFacts",
    "PageList",
    "Show",
    "Shown",
    "ShownBoard",
    "Site",
    "SiteFacts",
    "SiteFile",
    "Solver",
    "SystemPart",
    "answer",
    "asks_for_hands",
    "file_title",
    "find_blocks",
    "find_parts",
    "folder_order",
    "listed_pages",
    "make_page",
    "markup_of",
    "named_file",
    "page_contents",
    "parse_fence",
    "parse_hand_options",
    "parse_header",
    "parse_options",
    "read_blocks",
    "read_configuration",
    "read_page_list",
    "reading_order",
    "row_addresses",
    "split_option_lines",
    "writable",
]
