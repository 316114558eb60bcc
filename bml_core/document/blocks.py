"""The blocks of a text beside bidding tables, from headings to deal diagrams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bml_core.diagnostics import Location
from bml_core.document.rows import BiddingTable
from bml_core.document.spans import Span

if TYPE_CHECKING:
    from bml_core.bridge import Call, Contract, Deal, Seat, Suit, Vulnerability


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is one asterisk."""

    level: int
    spans: tuple[Span, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; line breaks of the source are newline characters in its text spans."""

    spans: tuple[Span, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list."""

    spans: tuple[Span, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class BulletList:
    """An unordered list."""

    items: tuple[ListItem, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class Enumeration:
    """An ordered list, counting from ``start``."""

    items: tuple[ListItem, ...]
    location: Location
    start: int = 1


@dataclass(frozen=True, slots=True)
class Definition:
    """A term and what it means."""

    term: tuple[Span, ...]
    spans: tuple[Span, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class DefinitionList:
    """A list of definitions. An item without ``::`` has an empty definition."""

    items: tuple[Definition, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a text table: one tuple of spans a cell."""

    cells: tuple[tuple[Span, ...], ...]
    location: Location


@dataclass(frozen=True, slots=True)
class Table:
    """A text table; ``header`` holds the rows above the first rule, all rows have ``columns`` cells."""

    header: tuple[TableRow, ...]
    rows: tuple[TableRow, ...]
    columns: int
    location: Location


ALL_PASS = "All pass"
"""The text of an entry of an auction that ends it, however that is written."""


@dataclass(frozen=True, slots=True)
class AuctionEntry:
    """An entry of an auction block: text as written, and the call where it is one (None for ``-``, ``?``).

    ``note`` is the mark that leads to a note of the block, without its brackets.
    """

    text: str
    call: Call | None
    theirs: bool
    alert: bool
    location: Location
    note: str = ""


@dataclass(frozen=True, slots=True)
class AuctionNote:
    """A note below an auction about the entries with this mark."""

    mark: str
    spans: tuple[Span, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class AuctionBlock:
    """An auction as it went, row by row, up to four entries a row.

    ``seats`` is the header line (which seat each column belongs to), or empty if there is none.
    """

    rows: tuple[tuple[AuctionEntry, ...], ...]
    location: Location
    seats: tuple[Seat, ...] = ()
    notes: tuple[AuctionNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagram:
    """A deal diagram; whatever its header does not say is None. ``lead`` is suit and rank."""

    deal: Deal
    location: Location
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    board: int | None = None
    contract: Contract | None = None
    lead: tuple[Suit, str] | None = None


Block = (
    Heading
    | Paragraph
    | BulletList
    | Enumeration
    | DefinitionList
    | Table
    | BiddingTable
    | AuctionBlock
    | Diagram
)
