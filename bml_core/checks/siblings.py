"""Rows of ours beside each other, with the row that they continue, as they are written.

Checks look at them so that they also see what is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from bml_core.bridge import PASS, Auction, Bid, Call, Strain, bid_above
from bml_core.checks.run import CheckedNotes
from bml_core.checks.wording import (
    RANGE,
    SINGLE,
    SUIT_LENGTH,
    asks,
    in_small_letters,
    range_in_words,
    ranges_in,
    suits_in,
    without_asides,
    words_of,
)
from bml_core.diagnostics import Diagnostic, Location, Related
from bml_core.document import LiteralCall, Row, StrainChoice
from bml_core.hands.counting import needs
from bml_core.hands.descriptions import Obligation, asked_steps, explain, known_of, obligations_of
from bml_core.system import Agreement, System

_LONG = 5
LEAST_ALIKE = 3
"""So many rows with the same words are a habit."""

# A length is of its suit: "5+!s" is not "4+!s".
_WORD = re.compile(r"(?:\d\+?[ -]?)?![cdhs]|\d[-\d+]*|[a-z]{2,}")
#: What says how strong a row is, as its points do.
_STRENGTHS = frozenset(
    re.findall(
        r"\w+",
        "and or with the hcp pts points single limit mixed constructive invitational invite inv weak strong"
        " quantitative quant minimum maximum min max medium game forcing gf good bad raise jump card support"
        " to play lr pre better plus",
    )
)
_OWN_SUIT = frozenset(("natural", "nat", "cards", "suit", "own"))
SUIT_LETTER = re.compile(r"![cdhs]|\b(?:clubs?|diamonds?|hearts?|spades?)\b")
FIT = re.compile(r"\b(?:support|raise|fit|trumps?|bergen|jacoby|drury)\b|!(?:[hs])")
# "(alert)", "announced", and in short "[A]" or "(ann)" at the end
_MARK = re.compile(
    r"\(?\b(alert|announce)(?:ed|d)?\b\)?|\*?[\[(](a(?:nn)?)[\])]\*?$"
    r"|(?:^|(?<=[ ,.]))\*(a(?:nn)?)\*(?=[ ,.]|$)"
)
_EMPTY = re.compile(r",(?: *,)+")
_LINK = re.compile(r"\[([^][]*)\]\([^()]*\)")
SUITS_DOWN = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
QUESTION = re.compile(r"(?i)(?:where|which|what|how)\b[^?]*\?")
_ACES = Call.parse("4N")


@dataclass(frozen=True, eq=False)
class Sibling:
    """A row for one call of a system, with its words in small letters."""

    system: System
    row: Row
    bid: Bid | None
    agreements: Sequence[Agreement] = ()

    @cached_property
    def text(self) -> str:
        """Return its words in small letters, in English as far as they are known."""
        # What a history continues is described elsewhere, and other languages are known of agreements.
        first, lines = self.agreements[:1], tuple([line.text for line in self.row.description])
        is_foreign = any(each.wording and each.wording.language not in ("", "en") for each in first)
        words = words_of(first[0]) if first and (is_foreign or not lines) else in_small_letters(lines)
        return _LINK.sub(r"\1", words)

    @property
    def location(self) -> Location:
        """Return where it is written."""
        return self.row.location

    @property
    def level(self) -> int | None:
        """Return the level of the one bid, or of the one variable, as in ``3M``."""
        match self.row.call.patterns:
            case (StrainChoice(level=level, variable=str()),):
                return level
        return self.bid.level if self.bid else None

    @property
    def denomination(self) -> str:
        """Return the strain as it is written, or the variable, as ``M``."""
        return self.bid.strain.name if self.bid else self.name[1:] if self.level else ""

    @property
    def name(self) -> str:
        """Return its call as it is written."""
        return self.row.call.text

    @property
    def related(self) -> tuple[Related, ...]:
        """Return its place, for a finding about another row."""
        # What a history continues is where it is described, if that is known.
        place = self.location if self.location.file else next((r.location for r in self.agreements), None)
        return (Related(place, f"{self.name} is described here."),) if place else ()

    @property
    def strain(self) -> Strain | None:
        """Return the strain of the one bid."""
        return self.bid.strain if self.bid else None

    @property
    def letter(self) -> str:
        """Return the letter of that strain; "" of other calls."""
        return self.bid.strain.value.lower() if self.bid else ""

    @property
    def calls(self) -> Iterator[Call]:
        """Yield the calls that it stands for."""
        return (row.call for row in self.agreements)

    @cached_property
    def named(self) -> list[Strain]:
        """Return the suits that the words name, as often and in the order as they do."""
        return suits_in(self.text)

    @property
    def before(self) -> Auction | None:
        """Return the auction before it, the first one of several; None of a row for no call."""
        return self.agreements[0].auction.before if self.agreements else None

    @property
    def theirs(self) -> Sequence[Call]:
        """Return what the opponents have called, the last call first."""
        return self.agreements[0].auction.calls[-2::-2] if self.agreements else ()

    @cached_property
    def clause(self) -> str:
        """Return the words but for an alternative, as in "22+ balanced, or game forcing"."""
        return self.text.partition(", or ")[0]

    @cached_property
    def points(self) -> tuple[int, int] | None:
        """Return the points that the words name, if they name one range of them."""
        ranges = ranges_in(self.clause)
        return ranges[0] if len(ranges) == 1 else None

    @property
    def low(self) -> int:
        """Return the fewest of these points, 0 if there are none."""
        return self.points[0] if self.points else 0

    @property
    def high(self) -> int:
        """Return the most of these points, 0 if there are none."""
        return self.points[1] if self.points else 0

    @property
    def range_words(self) -> str:
        """Return these points in words."""
        return range_in_words((self.low, self.high))

    @cached_property
    def suits(self) -> frozenset[str]:
        """Return the lengths that the words name, such as ``4+!h``."""
        return frozenset(SUIT_LENGTH.findall(self.text))

    @cached_property
    def kind(self) -> tuple[frozenset[str], object]:
        """Return the words but for those of strength, and the strain where the bid shows its suit."""
        words = (
            frozenset(_WORD.findall(without_asides(RANGE.sub(" ", SINGLE.sub("", self.clause))))) - _STRENGTHS
        )
        # "Bergen, 7-9, four cards" is of partner's suit.
        is_own = (not words or not words.isdisjoint(_OWN_SUIT)) and not FIT.search(self.text)
        # "2CD" is for each of two suits.
        own = self.bid.strain if self.bid else self.name if self.name[:1].isdigit() else None
        return words - _OWN_SUIT, own if is_own else None

    @cached_property
    def mark(self) -> str:
        """Return how the row is marked for the opponents: ``alert``, ``announce`` or not at all."""
        found = _MARK.search(self.text)
        words = {"a": "alert", "ann": "announce"}
        return found[1] or words[found[2] or found[3]] if found else "alert" if self.row.call.alert else ""

    @cached_property
    def said(self) -> str:
        """Return the words without such a mark, with each suit as ``!h``."""
        # A mark may be in a column of its own.
        text = _EMPTY.sub(",", _MARK.sub("", self.text))
        words = SUIT_LETTER.sub(lambda found: f"!{found[0].lstrip('!')[0]}", text)
        return " ".join(words.split()).rstrip(" ,")

    @cached_property
    def form(self) -> str:
        """Return the words without such a mark and without suits, as rows have that are alike."""
        return " ".join(SUIT_LETTER.sub("", self.said).split())

    @cached_property
    def transfer(self) -> Strain | None:
        """Return the strain of the suit to which the row is a transfer."""
        if self.bid is None or len(self.agreements) != 1:
            return None
        name = known_of("transfer", self.agreements[0], self.system, _transfer)
        return Strain(name) if name else None

    @cached_property
    def is_artificial(self) -> bool:
        """Return whether the row certainly shows other suits than the one that it bids."""
        shown = {suit for row in self.agreements[:1] for suit in known_of("shown", row, self.system, _shown)}
        return self.bid is not None and bool(shown) and self.bid.strain.value not in shown

    @cached_property
    def asks(self) -> list[list[str]]:
        """Return the words of the book in it to which partner has usual answers, each with these."""
        return [each for row in self.agreements[:1] for each in known_of("asks", row, self.system, _asks)]

    @cached_property
    def has_steps(self) -> bool:
        """Return whether the answers to it go up step by step, or are those of the book."""
        first = self.agreements[:1]
        return bool(self.asks) or any(asked_steps(row, self.system) is not None for row in first)

    @property
    def is_question(self) -> bool:
        """Return whether it asks, by what is known of it or by its words."""
        return self.has_steps or self.bid == _ACES or asks(self.text)

    @cached_property
    def obligations(self) -> frozenset[Obligation]:
        """Return what its words oblige to."""
        return obligations_of(self.agreements[0], self.system) if self.agreements else frozenset()

    @property
    def wants_answers(self) -> bool:
        """Return whether it asks, or asks for one bid."""
        is_asking = self.is_question or QUESTION.fullmatch(self.text) is not None
        return is_asking or Obligation.REQUEST in self.obligations

    def found(self, code: str, message: str, hint: str, like: Sibling | None = None) -> Diagnostic:
        """Return a finding about the row, and about another one."""
        return Diagnostic(code, message, self.location, hint, like.related if like else ())

    @property
    def is_passable(self) -> bool:
        """Return whether partner may pass, by its words."""
        return Obligation.PASSABLE in self.obligations and Obligation.CALLED_FORCING not in self.obligations

    def is_of_suit(self, *, theirs: bool) -> bool:
        """Return whether the row bids a suit that the opponents, or our side, have bid before."""
        calls = (
            call for row in self.agreements for call in row.auction.before.calls[-1 - (not theirs) :: -2]
        )
        return self.bid is not None and any(isinstance(c, Bid) and c.strain is self.bid.strain for c in calls)

    def lowest(self, strain: Strain) -> Bid | None:
        """Return the lowest bid in a strain that is above it."""
        above = (bid_above(self.bid, number) for number in range(1, len(Strain) + 1))
        return next((bid for bid in above if bid and bid.strain is strain), None)

    @property
    def next_calls(self) -> Mapping[Call, Agreement]:
        """Return the rows that answer it, wherever they are written."""
        return self.system.after(self.agreements[0].auction.then(PASS), in_any_scope=True)


Groups = Sequence[tuple[Sibling | None, list[Sibling]]]


@lru_cache(maxsize=1)
def siblings(notes: CheckedNotes) -> Groups:
    """Return rows of ours that are beside each other, below the row that they continue."""
    return list(_siblings(notes))


def _siblings(notes: CheckedNotes) -> Iterator[tuple[Sibling | None, list[Sibling]]]:
    agreements: dict[Location, list[Agreement]] = {}
    for each in notes.system.agreements:
        agreements.setdefault(each.location, []).append(each)

    def sibling(row: Row) -> Sibling:
        match row.call.patterns:
            case (LiteralCall(Bid() as bid),):
                return Sibling(notes.system, row, bid, agreements.get(row.location, ()))
        return Sibling(notes.system, row, None, agreements.get(row.location, ()))

    for document in notes.documents:
        for table in document.tables:
            calls = table.history.calls if table.history else ()
            # What a history continues has no place among rows.
            at = calls[-1].location._replace(file="") if calls else table.location
            last = Row(calls[-1], (), table.rows, at) if calls else None
            left: list[tuple[Row | None, tuple[Row, ...]]] = [] if table.is_unplaced else [(last, table.rows)]
            while left:
                above, rows = left.pop()
                siblings = [sibling(row) for row in rows if not row.call.theirs]
                first = sibling(above) if above else None
                if first and above is last:
                    first = replace(first, agreements=_continued(notes.system, siblings))
                yield first, siblings
                left += [(row, row.children) for row in reversed(rows) if row.children]


def _continued(system: System, rows: Sequence[Sibling]) -> Sequence[Agreement]:
    """Return what is written of the last call of a history, wherever that is."""
    before = next((row.before for row in rows if row.agreements), None)
    found = row_that_ends(system, before, -1) if before and before.calls[-1:] == (PASS,) else None
    return (found,) if found else ()


def row_that_ends(system: System, auction: Auction, end: int) -> Agreement | None:
    """Return the row of an earlier call of an auction, for which ``end`` is what it would be for a slice."""
    calls = auction.calls[:end]
    before = Auction(calls[:-1], auction.we_deal, auction.scope)
    return system.after(before, in_any_scope=True).get(calls[-1]) if calls else None


def _transfer(row: Agreement, system: System) -> str | None:
    """Return the letter of the suit to which a row is a transfer."""
    if Obligation.REQUEST not in obligations_of(row, system):
        return None
    lengths = needs(explain(row, system).condition).lengths
    long = [suit.value for suit, length in zip(SUITS_DOWN, lengths, strict=True) if length >= _LONG]
    return long[0] if len(long) == 1 else None


def _shown(row: Agreement, system: System) -> list[str]:
    """Return the letters of the suits in which a row promises four cards or more."""
    lengths = needs(explain(row, system).condition).lengths
    return [suit.value for suit, length in zip(SUITS_DOWN, lengths, strict=True) if length >= _LONG - 1]


def _asks(row: Agreement, system: System) -> list[list[str]]:
    """Return the words of the book in a row to which partner has usual answers, each with these."""
    return [[meaning.name, *meaning.answers] for meaning in explain(row, system).reading.asks]
