"""A documentation with BML in it, for every host: its blocks, their options, its pages, the whole site.

A host finds blocks and hands them to a :class:`BlockReader`, which returns what they mean. What becomes known
of a page is kept as :class:`PageFacts`; a :class:`Site` makes of all pages the systems, the files that pages
offer, and the hands that they show. Names are loaded when they are first used, since few sites have deals or
hands; what blocks show of these is in the rooms ``deal_pages`` and ``hand_pages``.
"""

# fmt: off

from typing import TYPE_CHECKING

from bml_core._package import lazy

if TYPE_CHECKING:
    from bml_core.site.addresses import (
        AuctionAddress, AuctionLink, address_spans, auction_links, joined_faults, links_in_page, named_links,
        parse_address,
    )
    from bml_core.site.bidding_box import BiddingBox, BoxFile, box_close, box_open, box_page, make_box
    from bml_core.site.auction_index import AuctionIndex, AuctionPlace
    from bml_core.site.block_reader import BlockContent, BlockReader, read_blocks, read_systems
    from bml_core.site.configuration import SETTINGS, Configuration, check_names, read_configuration
    from bml_core.site.deal_pages import DealOptions, ShownBoard, Solver
    from bml_core.site.hand_pages import Addresses, ExploreOptions, HandAnswer, HandRequest, PageAnswers
    from bml_core.site.health import health_blocks, health_findings, health_numbers
    from bml_core.site.page_markup import FenceOpening, parse_fence
    from bml_core.site.navigation import LaterWays, Navigation, SearchEntry, SiteWays, rows_for_search
    from bml_core.site.offers import Offer, SystemOffer, deal_formats, writable
    from bml_core.site.options import (
        DEFAULT_SYSTEM, NOT_EXPORTED, BlockOptions, PageBlock, Show, parse_header, parse_options,
        split_option_lines,
    )
    from bml_core.site.page_links import fill_links, has_links, links_to_no_row, wrong_links
    from bml_core.site.prose_links import (
        FoundAuction, auctions_in, goes_on, linked_spans, with_auction_links,
    )
    from bml_core.site.page_facts import CodeFence, PageFacts, SiteFacts, SystemPart
    from bml_core.site.page_files import (
        SUFFIX, ListedPages, PageList, find_parts, in_page_order, listed_pages, named_file, page_contents,
        pages_outside, read_page_list, reading_order,
    )
    from bml_core.site.pages import BmlPage, Markup, file_title, find_blocks, markup_of
    from bml_core.site.changes import (
        ListedChange, Runs, change_blocks, compare_systems, list_changes, mark_words,
    )
    from bml_core.site.revisions import (
        Reading, Revision, RevisionError, SiteHistory, below_top, files_of, find_revision, former_name,
        notes_in,
    )
    from bml_core.site.sites import Site, SiteFile
else:
    __getattr__ = lazy(
        __name__,
        {
            "addresses": (
                "AuctionAddress", "AuctionLink", "address_spans", "auction_links", "joined_faults",
                "links_in_page", "named_links", "parse_address",
            ),
            "bidding_box": ("BiddingBox", "BoxFile", "box_close", "box_open", "box_page", "make_box"),
            "auction_index": ("AuctionIndex", "AuctionPlace"),
            "block_reader": ("BlockContent", "BlockReader", "read_blocks", "read_systems"),
            "configuration": ("SETTINGS", "Configuration", "check_names", "read_configuration"),
            "deal_pages": ("DealOptions", "ShownBoard", "Solver"),
            "hand_pages": ("Addresses", "ExploreOptions", "HandAnswer", "HandRequest", "PageAnswers"),
            "health": ("health_blocks", "health_findings", "health_numbers"),
            "page_markup": ("FenceOpening", "parse_fence"),
            "navigation": ("LaterWays", "Navigation", "SearchEntry", "SiteWays", "rows_for_search"),
            "offers": ("Offer", "SystemOffer", "deal_formats", "writable"),
            "options": (
                "DEFAULT_SYSTEM", "NOT_EXPORTED", "BlockOptions", "PageBlock", "Show", "parse_header",
                "parse_options", "split_option_lines",
            ),
            "page_links": ("fill_links", "has_links", "links_to_no_row", "wrong_links"),
            "prose_links": (
                "FoundAuction", "auctions_in", "goes_on", "linked_spans", "with_auction_links",
            ),
            "page_facts": ("CodeFence", "PageFacts", "SiteFacts", "SystemPart"),
            "page_files": (
                "SUFFIX", "find_parts", "in_page_order", "ListedPages", "PageList", "listed_pages",
                "named_file", "page_contents", "pages_outside", "read_page_list", "reading_order",
            ),
            "pages": ("BmlPage", "Markup", "file_title", "find_blocks", "markup_of"),
            "changes": (
                "ListedChange", "Runs", "change_blocks", "compare_systems", "list_changes",
                "mark_words",
            ),
            "revisions": (
                "Reading", "Revision", "RevisionError", "SiteHistory", "below_top", "files_of",
                "find_revision", "former_name", "notes_in",
            ),
            "sites": ("Site", "SiteFile"),
        },
    )

__all__ = [
    "DEFAULT_SYSTEM", "NOT_EXPORTED", "SETTINGS", "SUFFIX", "Addresses", "AuctionAddress", "AuctionIndex",
    "AuctionLink", "AuctionPlace", "BiddingBox", "BlockContent", "BlockOptions", "BlockReader", "BmlPage",
    "BoxFile", "CodeFence", "Configuration", "DealOptions", "ExploreOptions", "FenceOpening", "FoundAuction",
    "HandAnswer", "HandRequest", "LaterWays", "ListedChange", "ListedPages", "Markup", "Navigation", "Offer",
    "PageAnswers", "PageBlock", "PageFacts", "PageList", "Reading", "Revision", "RevisionError", "Runs",
    "SearchEntry", "Show", "ShownBoard", "Site", "SiteFacts", "SiteFile", "SiteHistory", "SiteWays",
    "Solver", "SystemOffer", "SystemPart", "address_spans", "auction_links", "auctions_in", "below_top",
    "box_close", "box_open", "box_page", "change_blocks", "check_names", "compare_systems", "deal_formats",
    "file_title", "files_of", "fill_links", "find_blocks", "find_parts", "find_revision", "former_name",
    "goes_on", "has_links", "health_blocks", "health_findings", "health_numbers", "in_page_order",
    "joined_faults", "linked_spans", "links_in_page", "links_to_no_row", "list_changes", "listed_pages",
    "make_box", "mark_words", "markup_of", "named_file", "named_links", "notes_in", "page_contents",
    "pages_outside", "parse_address", "parse_fence", "parse_header", "parse_options", "read_blocks",
    "read_configuration", "read_page_list", "read_systems", "reading_order", "rows_for_search",
    "split_option_lines", "with_auction_links", "writable", "wrong_links",
]
