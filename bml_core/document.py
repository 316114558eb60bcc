"""What a BML text says: immutable values with their locations, one walk over rows, and limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import NamedTuple

from bml_core._package import brief_repr
from bml_core.bridge import (
    ANY_SCOPE,
    Bid,
    Call,
    Card,
    Contract,
    Deal,
    Scope,
    Seat,
    Strain,
    Suit,
    Vulnerability,
)
from bml_core.diagnostics import Diagnostic, Location, has_errors
from bml_core.files import MOST_BYTES


class Dialect(Enum):
    """The three readings of BML; the value is what ``#+BML:`` and the option ``dialect`` take."""

    V1 = "1"
    V2_0 = "2.0"
    V2_7 = "2.7"

    __hash__ = object.__hash__


class RowOrder(Enum):
    """The order in which rows come that fit a hand; the value is what ``#+CHOICE:`` takes.

    ``FIRST`` is the order in which they are written, ``NATURAL`` that in which players choose, and ``AUTO``
    is ``NATURAL`` where the rows are written in the order of rank, ``FIRST`` elsewhere.
    """

    AUTO = "auto"
    NATURAL = "natural"
    FIRST = "first"

    __hash__ = object.__hash__


# ---------------------------------------------------------------- the text of a line

AUCTION_SCHEME = "auction:"
"""What the target of a link begins with that leads to an auction of the notes."""

OPTIONAL_AUCTION = f"{AUCTION_SCHEME}?"
"""What the target of a link begins with that nobody wrote: it is one only if the notes have the auction."""

EXPLAINED_AUCTION = f"{OPTIONAL_AUCTION}?"
"""The same, where the text beside the link says what the auction means, so that the link does not."""

_ASCII_DASHES = str.maketrans({"\u2013": "--", "\u2014": "---"})

OWN_SUIT_MARK = r"(?<![A-Za-z#])#(?![\w#!\u2660-\u2667])"
"""The pattern of ``#`` where it means the suit of a row's own bid, as in ``7+#``."""

SUIT_LETTER = r"[cdhs]|[CDHS](?![A-Za-z]|/(?![!\u2660\u2663\u2665\u2666]))"
"""The pattern of what makes ``!`` a suit; before other capitals it is an alert, as in ``!SPL``, ``!S/T``."""


class Text(NamedTuple):
    """Plain characters; dashes are converted already."""

    text: str
    location: Location


class SuitSymbol(NamedTuple):
    """A suit written ``!h``."""

    suit: Suit
    location: Location


@dataclass(frozen=True, slots=True)
class OwnSuit:
    """``#`` in a description: the suit of the row's own bid. ``suit`` is None where that is not one suit."""

    suit: Suit | None
    location: Location


class BidSymbol(NamedTuple):
    """Bids in running text such as ``1NT``, ``2H`` or ``3CD``: one level, one or more strains."""

    level: int
    strains: tuple[Strain, ...]
    location: Location

    @property
    def text(self) -> str:
        """Return the bid in letters, notrump as ``NT``."""
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


class Link(NamedTuple):
    """A link to a web address, a mail address or a relative path; other targets never get here."""

    target: str
    spans: tuple[Span, ...]
    location: Location


Span = Text | SuitSymbol | OwnSuit | BidSymbol | Emphasis | Strong | Mono | Link


_AUCTION_WORD = r"\([^()]*\)|[^\s,;()\u2010-\u2015\u2212-]+"


def auction_spans(text: str, location: Location) -> tuple[Span, ...]:
    """Return an auction as it is printed, calls with dashes between them; words that are not calls stay.

    >>> [plain_text(auction_spans(text, Location("", 1))) for text in ("1n-2c", "(1H)-x", "1M-2N")]
    ['1NT–2C', '(1H)–X', '1M–2NT']
    """
    spans: list[Span] = []
    for number, word in enumerate(re.findall(_AUCTION_WORD, text)):
        inner = word.strip("()")
        before, behind = ("(", ")") if word.startswith("(") else ("", "")
        dash = "\u2013" if number else ""
        try:
            call = Call.parse(inner)
        except ValueError:
            spans.append(Text(f"{dash}{word}", location))
            continue
        if not isinstance(call, Bid):
            shown = inner.upper() if inner.upper() in ("X", "XX") else str(call)
            spans.append(Text(f"{dash}{before}{shown}{behind}", location))
            continue
        spans += [Text(dash + before, location)] if dash + before else []
        spans.append(BidSymbol(call.level, (call.strain,), location))
        spans += [Text(behind, location)] if behind else []
    return tuple(spans)


def plain_text(spans: tuple[Span, ...], *, signs: bool = False) -> str:
    """Return the characters of ``spans`` without styles, suits as letters or as printed signs.

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


def write_spans(spans: Iterable[Span], *, ascii_dashes: bool = False) -> str:
    """Return the BML that reads as ``spans``; with ``ascii_dashes`` dashes are hyphens, as in ``15--17``.

    >>> place = Location("", 1)
    >>> write_spans((Text("5–16 with ", place), SuitSymbol(Suit.HEARTS, place)), ascii_dashes=True)
    '5--16 with !h'
    """
    return "".join([_source(span, ascii_dashes) for span in spans])


def _source(span: Span, ascii_dashes: bool) -> str:
    match span:
        case SuitSymbol(suit):
            return f"!{suit.value.lower()}"
        case OwnSuit():
            return "#"
        case Emphasis(spans):
            return f"/{write_spans(spans, ascii_dashes=ascii_dashes)}/"
        case Strong(spans):
            return f"*{write_spans(spans, ascii_dashes=ascii_dashes)}*"
        case Mono(text):
            return f"={text}="
        case Link(target, spans) if target.startswith(OPTIONAL_AUCTION):
            return write_spans(spans, ascii_dashes=ascii_dashes)
        case Link(target, (Text(text),)) if text == target:
            # A web address is a link by itself.
            return target if "://" in target else f"[[{target}]]"
        case Link(target, spans):
            return f"[{write_spans(spans, ascii_dashes=ascii_dashes)}]({target})"
        case Text(text):
            return text.translate(_ASCII_DASHES) if ascii_dashes else text
        case BidSymbol():
            return span.text


# ---------------------------------------------------------------- the bid column


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
    """``2steps``: this many bids above the last bid of the auction."""

    count: int


@dataclass(frozen=True, slots=True)
class EveryCall:
    """``other`` or ``any``: every legal call that no row beside it names."""


@dataclass(frozen=True, slots=True)
class Label:
    """A word in the bid column that is not a call; shown, not exported. ``known`` labels are not error."""

    known: bool = True


CallPattern = LiteralCall | StrainChoice | OppositeSuit | Steps | EveryCall | Label


class RowCall(NamedTuple):
    """The bid column of a row: as written, and the calls it stands for, alternatives side by side.

    ``text`` has no parentheses and no alert mark; ``theirs`` says whether it is the opponents' call.
    Where the column is written as a link, ``target`` is where it leads, else "". ``meaning`` is what their
    call shows where the rows that follow it are for that alone: "strong" in "Over a strong 1♣".
    """

    text: str
    patterns: tuple[CallPattern, ...]
    theirs: bool
    alert: bool
    location: Location
    target: str = ""
    meaning: str = ""

    @property
    def literal(self) -> Call | None:
        """Return the call where the column holds exactly one written call, else None."""
        match self.patterns:
            case (LiteralCall(call),):
                return call
        return None


# ---------------------------------------------------------------- rows


class DescriptionLine(NamedTuple):
    """One line of a description: the BML source and its spans. An empty line has neither."""

    text: str
    spans: tuple[Span, ...]
    location: Location


class Passage(NamedTuple):
    r"""Text of one or more lines, joined by line breaks, and where each of its lines begins.

    >>> passage = Passage("12-14 hcp,\nbalanced", (Location("a.bml", 1, 5), Location("a.bml", 2, 7)))
    >>> str(passage.at(11)), str(passage.at(3))
    ('a.bml:2:7', 'a.bml:1:8')
    """

    text: str
    locations: tuple[Location, ...]

    def at(self, offset: int) -> Location:
        """Return the place of the character at ``offset``."""
        line = self.text.count("\n", 0, offset)
        return self.locations[line].shifted(offset - (self.text.rfind("\n", 0, offset) + 1))


class Row(NamedTuple):
    """A row of a bidding table with the rows below it.

    ``condition`` is what the braces at the end of the description hold; it is not part of ``description``.
    """

    call: RowCall
    description: tuple[DescriptionLine, ...]
    children: tuple[Row, ...]
    location: Location
    condition: Passage | None = None


class History(NamedTuple):
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


class BiddingTable(NamedTuple):
    """A bidding table; ``hidden`` ones are exported, not shown. ``choice`` may be left open, with None.

    The rows of an ``is_unplaced`` one are shown, and no agreement comes from them: only its title names
    their auction. An ``is_read`` one is of a page that is not BML, whose words say which auction it
    continues; on the page of an ``is_partial`` one others stay text, or rows beside them.
    """

    history: History | None
    rows: tuple[Row, ...]
    location: Location
    scope: Scope = ANY_SCOPE
    hidden: bool = False
    dialect: Dialect = Dialect.V2_0
    choice: RowOrder | None = None
    is_unplaced: bool = False
    is_read: bool = False
    is_partial: bool = False


def walk_rows(rows: tuple[Row, ...]) -> Iterator[tuple[int, Row]]:
    """Yield every row with its depth (0 = top), each before its children, in the order of the source.

    Who needs to know what is above a row keeps one entry a level, and cuts at the depth of each row.

    >>> list(walk_rows(()))
    []
    """
    stack = [(0, row) for row in reversed(rows)]
    while stack:
        depth, row = stack.pop()
        yield depth, row
        stack.extend([(depth + 1, child) for child in reversed(row.children)])


# ---------------------------------------------------------------- blocks beside bidding tables


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
    """A text table; ``header`` holds the rows above the first rule, all rows have ``columns`` cells.

    One that is ``drawn`` was written by nobody, so that nothing in it is translated or leads anywhere.
    """

    header: tuple[TableRow, ...]
    rows: tuple[TableRow, ...]
    columns: int
    location: Location
    drawn: bool = False


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

    ``seats`` is the header line (which seat each column belongs to), or empty if there is none. Two seats are
    those of partners whose opponents pass throughout.
    """

    rows: tuple[tuple[AuctionEntry, ...], ...]
    location: Location
    seats: tuple[Seat, ...] = ()
    notes: tuple[AuctionNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagram:
    """A deal diagram; whatever its header does not say is None. ``result`` is the tricks of declarer.

    ``remark`` is what else the header says. A diagram of a single suit has its letter as ``one_suit``, ``?``
    where it has no name; the cards without a name are those of the spades.
    """

    deal: Deal
    location: Location
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    board: int | None = None
    contract: Contract | None = None
    lead: Card | None = None
    one_suit: str = ""
    result: int | None = None
    remark: str = ""


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


# ---------------------------------------------------------------- the document


MEANING_KEYS = frozenset(("MEANING", "MEANINGS"))
"""The metadata that a text may have more than once: each line is about another word."""
_OF_PAGES = ("COLLAPSE", "HCP", "PAGES", "STYLE", "SYSTEM")
META_KEYS = frozenset(
    (*MEANING_KEYS, *_OF_PAGES, "AUTHOR", "BML", "CHOICE", "DESCRIPTION", "LANGUAGE", "TITLE")
)
"""The metadata that something reads; all others are for whoever wrote them."""


class MetaEntry(NamedTuple):
    """A metadata line such as ``#+TITLE: Precision``; ``key`` is in capitals."""

    key: str
    value: str
    location: Location


class Allowance(NamedTuple):
    """A comment such as ``// bml: allow BML901 Both are played.`` and what it is about.

    Attributes:
        codes: The codes of the findings that are accepted; words that are none are kept.
        reason: The rest of the comment.
        location: The place of the comment.
        line: The line of the row, in the same file; 0 if there is none below the comment.
    """

    codes: tuple[str, ...]
    reason: str
    location: Location
    line: int


class Clip(NamedTuple):
    """Rows that a ``#CUT`` takes out under a name; ``location`` is the place of the command."""

    name: str
    location: Location


class TextLine(NamedTuple):
    """A heading, a paragraph, an item or a row of a table, and what is above it on its page.

    ``cells`` are those of a row, of anything else its text. ``headings`` begin with the title of the page and
    end with the nearest one, or this one itself; ``header`` is that of the table, ``lead`` the paragraph
    directly above the list or table.
    """

    cells: tuple[str, ...]
    location: Location
    headings: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    lead: str = ""
    is_heading: bool = False

    @property
    def text(self) -> str:
        """Return it as one text."""
        return ": ".join(cell for cell in self.cells if cell.strip())


@dataclass(frozen=True, slots=True)
class Document:
    """A BML text: blocks in order, metadata, diagnostics, and every file it was read from.

    ``dependencies`` are the paths of included files, as they were opened; ``missing`` are those of files that
    should be included and do not exist. ``allowances`` are the findings that comments accept.
    ``cuts`` are the rows that are taken out, and ``pasted`` the places of those that are brought in, which
    may be in an earlier document of the page. ``statements`` are what texts say of calls beside the rows for
    them, None where nobody has looked: no agreement comes from these tables, and they are not shown.
    ``legend`` are the paragraphs that define words, where the other texts of a page are left out.
    """

    blocks: tuple[Block, ...]
    metadata: tuple[MetaEntry, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    dependencies: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    allowances: tuple[Allowance, ...] = ()
    cuts: tuple[Clip, ...] = ()
    pasted: tuple[Location, ...] = ()
    statements: tuple[BiddingTable, ...] | None = None
    legend: tuple[Paragraph, ...] = ()

    def meta(self, key: str) -> str:
        """Return the value of a metadata key; the first definition stands, "" if there is none."""
        return next((entry.value for entry in self.metadata if entry.key == key), "")

    @property
    def title(self) -> str:
        """Return the system's title, or ""."""
        return self.meta("TITLE")

    @property
    def description(self) -> str:
        """Return the short description of the system, or ""."""
        return self.meta("DESCRIPTION")

    @property
    def author(self) -> str:
        """Return the author, or ""."""
        return self.meta("AUTHOR")

    @property
    def tables(self) -> tuple[BiddingTable, ...]:
        """Return the bidding tables, hidden ones included."""
        return tuple(block for block in self.blocks if isinstance(block, BiddingTable))

    @property
    def texts(self) -> tuple[Block, ...]:
        """Return the other blocks."""
        return tuple(block for block in self.blocks if not isinstance(block, BiddingTable))

    def with_choice(self, choice: RowOrder) -> Document:
        """Return the document with an order of rows that fit the same hand in each of its tables."""
        tables = {id(table): table._replace(choice=choice) for table in self.tables}
        return replace(self, blocks=tuple(tables.get(id(block), block) for block in self.blocks))

    @property
    def has_errors(self) -> bool:
        """Return whether a diagnostic is an error."""
        return has_errors(self.diagnostics)


# ---------------------------------------------------------------- limits, and settings of a project


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds; past one there is a located error and the rest of the text goes on.

    >>> Limits(nesting=10).nesting
    10
    """

    include_depth: int = 20
    """Files including files."""
    included_files: int = 2_000
    """Files that a page may include, each counted as often as it is included."""
    include_characters: int = MOST_BYTES
    """Characters of the page itself, and as many read through ``#INCLUDE``, all files of a page together."""
    paste_depth: int = 20
    """Pastes inside pastes."""
    pasted_lines: int = 50_000
    """Lines that all ``#PASTE`` of a page may add together."""
    pasted_characters: int = 50_000
    """Characters that all ``#PASTE`` of a page may add together, beside ``pasted_per_character``."""
    pasted_per_character: int = 5
    """Characters that each character of a page adds to these; a line counts twenty more."""
    nesting: int = 64
    """Levels of rows in a bidding table."""
    table_rows: int = 200_000
    """Rows of one bidding table."""
    row_expansions: int = 1_000
    """Auctions that one row may stand for."""
    calls_tried: int = 7_000
    """Calls that the rows of a system may be tried with, beside ``calls_tried_per_row`` for each row."""
    calls_tried_per_row: int = 10
    """Calls that each row adds to these."""
    agreements: int = 1_000_000
    """Agreements of a system."""

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        for limit in fields(self):
            value = getattr(self, limit.name)
            if value < 0:
                raise ValueError(f"{limit.name} must be 0 or more, not {value}")


DEFAULT_LIMITS = Limits()

# Storing a page goes down the tree of its nodes, and Python stops that where it gets too deep.
DEEPEST_NESTING = 64


def read_limits(raw: object) -> Limits:
    """Return the limits as a configuration file names them.

    Raises:
        ValueError: a limit cannot be used; the message says which and what to write.

    >>> read_limits({"nesting": 40}).nesting
    40
    """
    names = [limit.name for limit in fields(Limits)]
    if not isinstance(raw, Mapping):
        raise ValueError("Write limits with numbers, such as nesting and 40.")
    for name, value in raw.items():
        if name not in names:
            raise ValueError(f'Unknown limit: "{name}". The limits are {", ".join(names)}.')
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise ValueError(f"The limit {name} must be a number above 0, not {value!r}.")
    limits = Limits(**raw)
    if limits.nesting > DEEPEST_NESTING:
        raise ValueError(f"Tables that are nested more than {DEEPEST_NESTING} deep cannot be stored.")
    return limits


NOTE_LANGUAGES = ("en", "de", "fr", "nl", "pl")
"""The languages in which descriptions are read."""


def read_note_language(text: str) -> str:
    """Return the language that a text such as ``de-AT`` names, "" if descriptions are not read in it.

    >>> read_note_language("pl_PL"), read_note_language("es")
    ('pl', '')
    """
    code = text.strip().lower().replace("_", "-").partition("-")[0]
    return code if code in NOTE_LANGUAGES else ""
