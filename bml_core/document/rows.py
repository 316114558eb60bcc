"""Bidding tables: rows below rows, the calls that a row stands for, and the one walk over rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from bml_core.bridge import ANY_SCOPE, Call, Scope, Strain
from bml_core.diagnostics import Location
from bml_core.document.spans import Span


class Dialect(Enum):
    """The three readings of BML; the value is what ``#+BML:`` and the option ``dialect`` take."""

    V1 = "1"
    V2_0 = "2.0"
    V2_7 = "2.7"

    __hash__ = object.__hash__


class Choice(Enum):
    """The order in which rows come that fit a hand; the value is what ``#+CHOICE:`` takes.

    ``FIRST`` is the order in which they are written, ``NATURAL`` that in which players choose, and ``AUTO``
    is ``NATURAL`` where the rows are written in the order of rank, ``FIRST`` elsewhere.
    """

    AUTO = "auto"
    NATURAL = "natural"
    FIRST = "first"

    __hash__ = object.__hash__


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
    Where the column is written as a link, ``target`` is where it leads, else "".
    """

    text: str
    patterns: tuple[CallPattern, ...]
    theirs: bool
    alert: bool
    location: Location
    target: str = ""

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
    places: tuple[Location, ...]

    def at(self, offset: int) -> Location:
        """Return the place of the character at ``offset``."""
        line = self.text.count("\n", 0, offset)
        return self.places[line].shifted(offset - (self.text.rfind("\n", 0, offset) + 1))


class Row(NamedTuple):
    """A row of a bidding table with its sub-bids.

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
    """A bidding table; ``hidden`` ones are exported, not shown. ``choice`` may be left open, with None."""

    history: History | None
    rows: tuple[Row, ...]
    location: Location
    scope: Scope = ANY_SCOPE
    hidden: bool = False
    dialect: Dialect = Dialect.V2_0
    choice: Choice | None = None


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
