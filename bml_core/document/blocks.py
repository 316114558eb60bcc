"""What a BML text says: immutable blocks, rows and spans, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from bml_core.bridge import ANY_SCOPE, Call, Contract, Deal, Scope, Seat, Strain, Suit, Vulnerability
from bml_core.diagnostics import Diagnostic, Location, has_errors

OWN_SUIT_MARK = r"(?<![A-Za-z#])#(?![\w#])"
"""The pattern of ``#`` where it means the suit of a row's own bid, as in ``7+#``."""


class Dialect(Enum):
    """The three readings of BML; the value is what ``#+BML:`` and the option ``dialect`` take."""

    V1 = "1"
    V2_0 = "2.0"
    V2_7 = "2.7"

    __hash__ = object.__hash__


# ---------------------------------------------------------------- spans: the text of a line


@dataclass(frozen=True, slots=True)
class Text:
    """Plain characters; dashes are converted already."""

    text: str
    location: Location


@dataclass(frozen=True, slots=True)
class SuitSymbol:
    """A suit written ``!h``."""

    suit: Suit
    location: Location


@dataclass(frozen=True, slots=True)
class OwnSuit:
    """``#`` in a description: the suit of the row's own bid. ``suit`` is None where that is not one suit."""

    suit: Suit | None
    location: Location


@dataclass(frozen=True, slots=True)
class BidSymbol:
    """Bids in running text such as ``1NT``, ``2H`` or ``3CD``: one level, one or more strains."""

    level: int
    strains: tuple[Strain, ...]
    location: Location

    @property
    def text(self) -> str:
        """The bid in letters, notrump as ``NT``."""
        return f"{self.level}{''.join(map(str, self.strains))}"


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Text between slashes."""

    spans: tuple[Span, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class Strong:
    """Text between asterisks."""

    spans: tuple[Span, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class Mono:
    """Text between equal signs, shown as it is."""

    text: str
    location: Location


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a web address, a mail address or a relative path; other targets never get here."""

    target: str
    spans: tuple[Span, ...]
    location: Location


Span = Text | SuitSymbol | OwnSuit | BidSymbol | Emphasis | Strong | Mono | Link


def plain_text(spans: tuple[Span, ...], *, signs: bool = False) -> str:
    """The characters of ``spans`` without styles, suits as letters or as printed signs.

    >>> place = Location("", 1)
    >>> spans = (Text("5+", place), SuitSymbol(Suit.HEARTS, place))
    >>> plain_text(spans), plain_text(spans, signs=True)
    ('5+H', '5+♥')
    """
    return "".join(_plain(span, signs) for span in spans)


def _plain(span: Span, signs: bool) -> str:
    match span:
        case SuitSymbol(suit) | OwnSuit(Suit() as suit):
            return suit.symbol if signs else suit.value
        case OwnSuit():
            return "#"
        case Emphasis(spans) | Strong(spans) | Link(_, spans):
            return plain_text(spans, signs=signs)
        case _:
            return span.text


# ---------------------------------------------------------------- the bid column of a row


@dataclass(frozen=True, slots=True)
class LiteralCall:
    """One call, as ``1C``, ``P``, ``D`` or ``R``."""

    call: Call


@dataclass(frozen=True, slots=True)
class StrainChoice:
    """One level with several strains: ``3CD``, ``2red``, or with a variable ``1M``, ``2m``, ``2X``.

    ``variable`` is ``M``, ``m``, ``X``, ``Y`` or ``Z`` where the dialect binds it, else None.
    """

    level: int
    strains: tuple[Strain, ...]
    variable: str | None = None


@dataclass(frozen=True, slots=True)
class OppositeSuit:
    """``2oM`` or ``2om``: the other suit of the pair that ``variable`` (``M`` or ``m``) is bound to."""

    level: int
    variable: str


@dataclass(frozen=True, slots=True)
class Steps:
    """``2steps``: so many bids above the last bid of the auction."""

    count: int


@dataclass(frozen=True, slots=True)
class EveryCall:
    """``other`` or ``any``: every legal call that no row beside it names."""


@dataclass(frozen=True, slots=True)
class Label:
    """A word in the bid column that is no call; shown, not exported. ``known`` labels are no error."""

    known: bool = True


CallPattern = LiteralCall | StrainChoice | OppositeSuit | Steps | EveryCall | Label


@dataclass(frozen=True, slots=True)
class RowCall:
    """The bid column of a row: as written, and the calls it stands for, alternatives side by side.

    ``text`` has no parentheses and no alert mark; ``theirs`` says whether it is the opponents' call.
    """

    text: str
    patterns: tuple[CallPattern, ...]
    theirs: bool
    alert: bool
    location: Location

    @property
    def literal(self) -> Call | None:
        """The call, where the column holds exactly one written call."""
        match self.patterns:
            case (LiteralCall(call),):
                return call
        return None


# ---------------------------------------------------------------- blocks


@dataclass(frozen=True, slots=True)
class DescriptionLine:
    """One line of a description: the BML source and its spans. An empty line has neither."""

    text: str
    spans: tuple[Span, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class Passage:
    r"""Text of one or more lines, joined by line breaks, and where each of its lines begins.

    >>> passage = Passage("12-14 hcp,\nbalanced", (Location("a.bml", 1, 5), Location("a.bml", 2, 7)))
    >>> str(passage.at(11)), str(passage.at(3))
    ('a.bml:2:7', 'a.bml:1:8')
    """

    text: str
    places: tuple[Location, ...]

    def at(self, offset: int) -> Location:
        """The place of the character at ``offset``."""
        line = self.text.count("\n", 0, offset)
        return self.places[line].shifted(offset - (self.text.rfind("\n", 0, offset) + 1))


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a bidding table with its sub-bids.

    ``condition`` is what the braces at the end of the description hold; it is no part of ``description``.
    """

    call: RowCall
    description: tuple[DescriptionLine, ...]
    children: tuple[Row, ...]
    location: Location
    condition: Passage | None = None


@dataclass(frozen=True, slots=True)
class History:
    """The first line of a table that continues an auction: ``1N-2C;``, or ``{}`` for no calls at all.

    ``complete`` tells whether it ended with ``;``. All rows of the table follow it. ``condition`` is
    as in Row.
    """

    calls: tuple[RowCall, ...]
    complete: bool
    description: tuple[DescriptionLine, ...]
    text: str
    location: Location
    condition: Passage | None = None


@dataclass(frozen=True, slots=True)
class BiddingTable:
    """A bidding table; ``hidden`` ones are exported, not shown."""

    history: History | None
    rows: tuple[Row, ...]
    location: Location
    scope: Scope = ANY_SCOPE
    hidden: bool = False
    dialect: Dialect = Dialect.V2_0


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
    """What is said below an auction about the entries with this mark."""

    mark: str
    spans: tuple[Span, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class AuctionBlock:
    """An auction as it went, row by row, up to four entries a row.

    ``seats`` is the header line (which seat each column belongs to), or empty where there is none.
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


@dataclass(frozen=True, slots=True)
class MetaEntry:
    """A metadata line such as ``#+TITLE: Precision``; ``key`` is in capitals."""

    key: str
    value: str
    location: Location


@dataclass(frozen=True, slots=True)
class Document:
    """A BML text: blocks in order, metadata, diagnostics, and every file it was read from.

    ``dependencies`` are the paths of included files, as they were opened; ``missing`` are those of files that
    were to be included and are not there.
    """

    blocks: tuple[Block, ...]
    metadata: tuple[MetaEntry, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    dependencies: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def meta(self, key: str) -> str:
        """The value of a metadata key; the first definition stands, "" where there is none."""
        return next((entry.value for entry in self.metadata if entry.key == key), "")

    @property
    def title(self) -> str:
        """The system's title, or ""."""
        return self.meta("TITLE")

    @property
    def description(self) -> str:
        """A short description of the system, or ""."""
        return self.meta("DESCRIPTION")

    @property
    def author(self) -> str:
        """The author, or ""."""
        return self.meta("AUTHOR")

    @property
    def tables(self) -> tuple[BiddingTable, ...]:
        """The bidding tables, hidden ones included."""
        return tuple(block for block in self.blocks if isinstance(block, BiddingTable))

    @property
    def has_errors(self) -> bool:
        """Whether a diagnostic is an error."""
        return has_errors(self.diagnostics)


def walk_rows(rows: tuple[Row, ...], depth: int = 0) -> Iterator[tuple[int, Row]]:
    """Every row with its depth (0 = top), each before its children.

    >>> list(walk_rows(()))
    []
    """
    stack = [(depth, row) for row in reversed(rows)]
    while stack:
        level, row = stack.pop()
        yield level, row
        stack.extend((level + 1, child) for child in reversed(row.children))
