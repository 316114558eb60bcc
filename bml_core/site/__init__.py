"""A documentation with BML in it, for every host: its blocks, their options, its pages, the whole site.

A host finds blocks and hands them to a :class:`BlockReader`, which returns what they mean. What becomes known
of a page is kept as :class:`PageFacts`; a :class:`Site` makes of all pages the systems, the files that pages
offer, and the hands that they show. Names are loaded when they are first used, since few sites have deals or
hands; what blocks ask a system is in ``queries``, and worked out in ``answers``.
"""

# fmt: off

from typing import TYPE_CHECKING

from bml_core._package import lazy

if TYPE_CHECKING:
    from bml_core.site.answers import answer
    from bml_core.site.auctions import (
        AuctionAddress, AuctionIndex, AuctionPlace, address_spans, parse_address,
    )
    from bml_core.site.bidding_box import BiddingBox, BoxFile, box_close, box_open, box_page, make_box
    from bml_core.site.blocks import BlockContent, BlockReader
    from bml_core.site.changes import (
        ListedChange, Runs, change_blocks, compare_systems, list_changes, mark_words,
    )
    from bml_core.site.boards import ShownBoard
    from bml_core.site.composing import ComposedBlock, compose
    from bml_core.site.double_dummy import Solver
    from bml_core.site.health import health_blocks, health_findings, health_numbers
    from bml_core.site.links import (
        FoundAuction, auction_links, auctions_in, goes_on, joined_faults, linked_spans, links_in_page,
        named_links, with_auction_links,
    )
    from bml_core.site.navigation import LaterLinks, Navigation, SearchEntry, SiteWays, rows_for_search
    from bml_core.site.offers import Offer, SystemOffer, deal_formats, writable
    from bml_core.site.page_links import fill_links, has_links, links_to_no_row, wrong_links
    from bml_core.site.pages import (
        AuctionLink, BmlPage, CodeFence, PageFacts, SiteFacts, SystemPart, file_title,
    )
    from bml_core.site.queries import Addresses, PageAnswers, Query, QueryResult
    from bml_core.site.revisions import (
        Revision, RevisionError, SiteHistory, below_top, files_of, find_revision, former_name, located, moved,
    )
    from bml_core.site.settings import SETTINGS, Configuration, check_names, read_configuration
    from bml_core.site.sites import Site, SiteFile
else:
    __getattr__ = lazy(
        __name__,
        {
            "answers": ("answer",),
            "auctions": ("AuctionAddress", "AuctionIndex", "AuctionPlace", "address_spans", "parse_address"),
            "bidding_box": ("BiddingBox", "BoxFile", "box_close", "box_open", "box_page", "make_box"),
            "blocks": ("BlockContent", "BlockReader"),
            "changes": (
                "ListedChange", "Runs", "change_blocks", "compare_systems", "list_changes", "mark_words",
            ),
            "boards": ("ShownBoard",),
            "composing": ("ComposedBlock", "compose"),
            "double_dummy": ("Solver",),
            "health": ("health_blocks", "health_findings", "health_numbers"),
            "links": (
                "FoundAuction", "auction_links", "auctions_in", "goes_on", "joined_faults", "linked_spans",
                "links_in_page", "named_links", "with_auction_links",
            ),
            "navigation": ("LaterLinks", "Navigation", "SearchEntry", "SiteWays", "rows_for_search"),
            "offers": ("Offer", "SystemOffer", "deal_formats", "writable"),
            "page_links": ("fill_links", "has_links", "links_to_no_row", "wrong_links"),
            "pages": (
                "AuctionLink", "BmlPage", "CodeFence", "PageFacts", "SiteFacts", "SystemPart", "file_title",
            ),
            "queries": ("Addresses", "PageAnswers", "Query", "QueryResult"),
            "revisions": (
                "Revision", "RevisionError", "SiteHistory", "below_top", "files_of", "find_revision",
                "former_name", "located", "moved",
            ),
            "settings": ("SETTINGS", "Configuration", "check_names", "read_configuration"),
            "sites": ("Site", "SiteFile"),
        },
    )

__all__ = [
    "SETTINGS", "Addresses", "AuctionAddress", "AuctionIndex", "AuctionLink", "AuctionPlace",
    "BiddingBox", "BlockContent", "BlockReader", "BmlPage", "BoxFile", "CodeFence", "ComposedBlock",
    "Configuration", "FoundAuction", "LaterLinks", "ListedChange",
    "Navigation", "Offer", "PageAnswers", "PageFacts", "Query", "QueryResult", "Revision",
    "RevisionError", "Runs", "SearchEntry", "ShownBoard", "Site",
    "SiteFacts", "SiteFile", "SiteHistory", "SiteWays", "Solver", "SystemOffer",
    "SystemPart", "address_spans", "answer", "auction_links", "auctions_in", "below_top", "box_close",
    "box_open", "box_page", "change_blocks", "check_names", "compare_systems", "compose", "deal_formats",
    "file_title", "files_of", "fill_links", "find_revision", "former_name", "goes_on", "has_links",
    "health_blocks", "health_findings", "health_numbers", "joined_faults", "linked_spans",
    "links_in_page", "links_to_no_row", "list_changes", "located", "make_box", "mark_words", "moved",
    "named_links", "parse_address", "read_configuration", "rows_for_search", "with_auction_links",
    "writable", "wrong_links",
]
