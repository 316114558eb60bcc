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
    from bml_core.site.answers import answer, health_findings, health_numbers
    from bml_core.site.auction_field import FIELD_DATA, auction_list
    from bml_core.site.auctions import AuctionIndex, AuctionPlace, address_spans, parse_address
    from bml_core.site.bidding_box import BiddingBox, as_json, box_close, box_open, box_page
    from bml_core.site.blocks import BlockContent, BlockReader, compose, said_beside
    from bml_core.site.boards import open_board
    from bml_core.site.change_lists import (
        ListedChange, Runs, WrittenText, change_blocks, compare_systems, compare_texts, list_changes,
        mark_words, page_texts, written_texts,
    )
    from bml_core.site.double_dummy import Solver, recorded_board
    from bml_core.site.history import SiteHistory, located, moved
    from bml_core.site.links import (
        DeferredLinks, FoundAuction, SiteLinks, auction_links, auctions_in, fill_links, goes_on,
        has_links, linked_spans, links_in_page, named_links, with_auction_links,
    )
    from bml_core.site.pages import (
        AuctionLink, BmlPage, CodeFence, PageFacts, SiteFacts, SystemOffer, SystemPart, deal_formats,
        file_title, writable,
    )
    from bml_core.site.quiz import EVERY_TOPIC, MADE, MOST_TOPICS, practice_page, quiz_blocks
    from bml_core.site.queries import Addresses, PageAnswers, Query, QueryResult
    from bml_core.site.revisions import (
        Revision, RevisionError, below_top, files_of, find_revision, in_revision, path_in,
    )
    from bml_core.site.settings import SETTINGS, Configuration, check_names, read_configuration
    from bml_core.site.site import Site, SiteFile, parse_start, wrong_links
else:
    __getattr__ = lazy(__name__)
