"""What a BML text says: immutable values with their places, one walk over rows, and limits."""

# fmt: off

from typing import TYPE_CHECKING

from bml_core._package import lazy
from bml_core.document.documents import (
    DEFAULT_LIMITS, MARKED_CHARACTERS, NOTE_LANGUAGES, Allowance, Clip, Document, Limits, MetaEntry,
    read_limits, read_note_language,
)
from bml_core.document.rows import (
    BiddingTable, CallPattern, Choice, DescriptionLine, Dialect, EveryCall, History, Label, LiteralCall,
    OppositeSuit, Passage, Row, RowCall, Steps, StrainChoice, walk_rows,
)
from bml_core.document.spans import (
    AUCTION_SCHEME, OPTIONAL_AUCTION, OWN_SUIT_MARK, SUIT_LETTER, BidSymbol, Emphasis, Link, Mono, OwnSuit,
    Span, Strong, SuitSymbol, Text, auction_spans, plain_text, write_spans,
)

if TYPE_CHECKING:
    from bml_core.document.blocks import (
        ALL_PASS, AuctionBlock, AuctionEntry, AuctionNote, Block, BulletList, Definition, DefinitionList,
        Diagram, Enumeration, Heading, ListItem, Paragraph, Table, TableRow,
    )
else:
    # Many systems are bidding tables alone.
    __getattr__ = lazy(
        __name__,
        {
            "blocks": (
                "ALL_PASS", "AuctionBlock", "AuctionEntry", "AuctionNote", "Block", "BulletList",
                "Definition", "DefinitionList", "Diagram", "Enumeration", "Heading", "ListItem",
                "Paragraph", "Table", "TableRow",
            )
        },
    )

__all__ = [
    "ALL_PASS", "AUCTION_SCHEME", "DEFAULT_LIMITS", "MARKED_CHARACTERS", "NOTE_LANGUAGES",
    "OPTIONAL_AUCTION", "OWN_SUIT_MARK", "SUIT_LETTER", "Allowance", "AuctionBlock", "AuctionEntry",
    "AuctionNote", "BidSymbol", "BiddingTable", "Block", "BulletList", "CallPattern", "Choice", "Clip",
    "Definition", "DefinitionList", "DescriptionLine", "Diagram", "Dialect", "Document", "Emphasis",
    "Enumeration", "EveryCall", "Heading", "History", "Label", "Limits", "Link", "ListItem", "LiteralCall",
    "MetaEntry", "Mono", "OppositeSuit", "OwnSuit", "Paragraph", "Passage", "Row", "RowCall", "Span",
    "Steps", "StrainChoice", "Strong", "SuitSymbol", "Table", "TableRow", "Text", "auction_spans",
    "plain_text", "read_limits", "read_note_language", "walk_rows", "write_spans",
]
