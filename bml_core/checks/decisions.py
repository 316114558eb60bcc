"""What checks look at: the decisions of a system, with what the players have shown; and words for findings.

What counts as shown holds whatever the words mean that are not understood. Where rows differ by position or
vulnerability, a decision is checked for each that its auction tells apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, reduce
from operator import and_
from typing import TypeVar

from bml_core.bridge import ANY_SCOPE, PASS, SUITS, Auction, Hand, Scope, SideVulnerability
from bml_core.diagnostics import Location, Related, counted
from bml_core.hands.bidding import Candidate, DecisionPoint, DecisionPoints, decision_points
from bml_core.hands.conditions import (
    ALL_POINTS,
    ANY,
    Formula,
    PointTable,
    TableBounds,
    all_of,
    parts_of_all,
    spoken,
)
from bml_core.hands.counting import TooManyStatesError, can_meet, has_hands, surely_meet
from bml_core.hands.descriptions import explain_rows
from bml_core.system import System

_PLAYERS, _PARTNER = 4, 2
_POSITIONS = (1, 2, 3, 4)
_SIDES = (False, True)
_ORDINALS = ("first", "second", "third", "fourth")


@dataclass(frozen=True, eq=False)
class CheckedDecision:
    """A decision with rows, for some positions and vulnerabilities.

    Attributes:
        point: The rows.
        auction: The auction before.
        vulnerability: Who is vulnerable, one of those that make no difference.
        own: The rows of the player's earlier calls, with what is sure of them.
        partner: Those of his partner.
        before: The decisions before, one a call.
        history: The auction before as the notes have it, without passes that its position says.
        is_doubtful: True if a call of the auction has two rows in a table, so that it is not known which of
            them the rows here continue.
        circumstances: The position and vulnerability in words, "" if they make no difference.
    """

    point: DecisionPoint
    auction: Auction
    vulnerability: SideVulnerability
    own: tuple[Candidate, ...]
    partner: tuple[Candidate, ...]
    history: Auction
    circumstances: str = ""
    is_doubtful: bool = False
    before: tuple[DecisionPoint, ...] = ()

    @cached_property
    def shown(self) -> Formula:
        """Return what the player has shown."""
        return all_of(row.condition for row in self.own)

    @cached_property
    def partner_shown(self) -> Formula:
        """Return what his partner has shown."""
        return all_of(row.condition for row in self.partner)

    @cached_property
    def bounds(self) -> TableBounds:
        """Return the points and shapes that the player may have, and surely can."""
        return _joined(self.own)

    @cached_property
    def partner_bounds(self) -> TableBounds:
        """Return the points and shapes that his partner may have, and surely can."""
        return _joined(self.partner)

    @cached_property
    def is_possible(self) -> bool:
        """Return whether the players can have what they have shown; False as well where that is not known."""
        return not self.is_doubtful and self.can_hold(ANY, unknown=False)

    def can_hold(self, formula: Formula, *, unknown: bool = True) -> bool:
        """Return whether a hand fits, of a player who has shown that, opposite his partner.

        ``unknown`` is returned where it is too much to count.
        """
        sure = (formula.bounds() & self.bounds).least.reachable()
        if sure and surely_meet(sure, self.partner_bounds.least.reachable()):
            return True
        whole = all_of((self.shown, formula))
        try:
            return has_hands(whole) and can_meet(whole, self.partner_shown)
        except TooManyStatesError:
            return unknown

    @property
    def name(self) -> str:
        """Return the auction before, such as ``after 1NT-2C``, with its circumstances."""
        auction = f"{self.auction.from_opening():short}"
        where = f"after {auction}" if auction else "as an opening"
        return f"{where}, {self.circumstances}" if self.circumstances else where


def sure_of(row: Candidate) -> Candidate:
    """Return a row with the hands that it has whatever the words mean that are not understood."""
    return row if row.is_read else replace(row, condition=row.sure)


def as_stated(row: Candidate) -> Candidate:
    """Return a row with the hands that it surely has, whatever its words usually mean."""
    usual = {
        leaf for each in row.explanation.sources if each.is_usual for leaf in parts_of_all(each.condition)
    }
    return replace(row, condition=all_of(part for part in parts_of_all(row.sure) if part not in usual))


def _joined(rows: Iterable[Candidate]) -> TableBounds:
    everything = TableBounds(PointTable.of_points(ALL_POINTS), PointTable.of_points(ALL_POINTS))
    return reduce(and_, (row.bounds for row in rows), everything)


# ---------------------------------------------------------------- the walk over all of them


def decisions_of(system: System) -> tuple[CheckedDecision, ...]:
    r"""Return the decisions of a system in the order of its rows; the same ones when asked for again.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> decisions = decisions_of(expand([parse("1N  15-17 hcp, balanced\n  2C  Stayman\n    2D  No major")]))
    >>> [(each.name, len(each.own), len(each.partner)) for each in decisions]
    [('as an opening', 0, 0), ('after 1NT', 0, 1), ('after 1NT-2C', 1, 1)]
    """
    return _decisions(decision_points(system))


@lru_cache(maxsize=2)
def _decisions(points: DecisionPoints) -> tuple[CheckedDecision, ...]:
    return tuple(_Walk(points).decisions())


_Circumstances = tuple[int, SideVulnerability]


class _Walk:
    """The walk over all auctions that have rows."""

    def __init__(self, points: DecisionPoints) -> None:
        self._points = points
        #: The auctions before rows, with the scopes of these, and of the rows that end with a call.
        self._histories: list[Auction] = []
        self._scopes: dict[str, dict[Scope, None]] = {}
        self._scopes_of_call: dict[str, dict[Scope, None]] = {}
        self._twice = {
            row.auction.code
            for row, first in points.system.repeats
            if row.table == first.table and row.says_more_than(first)
        }
        for row in points.system.agreements:
            before = row.auction.code_up_to(-1)
            if before not in self._scopes:
                self._histories.append(replace(row.auction.before, scope=ANY_SCOPE))
            self._scopes.setdefault(before, {})[row.scope] = None
            self._scopes_of_call.setdefault(row.auction.code, {})[row.scope] = None

    def decisions(self) -> Iterator[CheckedDecision]:
        for history in self._histories:
            for (position, vulnerability), words in self._circumstances(history):
                passes = 0 if history.calls[:1] == (PASS,) else position - 1
                auction = Auction((PASS,) * passes + history.calls, history.is_ours(passes))
                yield self._decision(auction, vulnerability, history, words)

    def _decision(
        self, auction: Auction, vulnerability: SideVulnerability, history: Auction, words: str
    ) -> CheckedDecision:
        before = [self._points.at(auction, index, vulnerability) for index in range(len(auction))]
        earlier = [each.row(call) for each, call in zip(before, auction.calls, strict=True)]
        mine, others = (
            [row for row in earlier[(len(auction) + step) % _PLAYERS :: _PLAYERS] if row]
            for step in (0, _PARTNER)
        )
        own, partner = (
            tuple(sure_of(row) for row in rows if row.sure is not ANY and not row.is_forced)
            for rows in (mine, others)
        )
        point = self._points.at(auction, vulnerability=vulnerability)
        befores = map(history.code_up_to, range(1, len(history) + 1))
        is_doubtful = bool(self._twice) and not self._twice.isdisjoint(befores)
        return CheckedDecision(
            point, auction, vulnerability, own, partner, history, words, is_doubtful, tuple(before)
        )

    def _circumstances(self, history: Auction) -> Iterator[tuple[_Circumstances, str]]:
        """Yield one of the positions and vulnerabilities that mean the same rows here and before."""
        relevant = dict(self._scopes[history.code])
        for length in range(1, len(history) + 1):
            relevant |= self._scopes_of_call.get(history.code_up_to(length), {})
        scopes = list(relevant)
        explicit = history.position - 1
        positions = (explicit + 1,) if explicit else _POSITIONS
        if len(scopes) == 1:
            (scope,) = scopes
            sides = SideVulnerability(*(bool(side) for side in scope.vulnerability))
            yield (positions[0] if explicit else scope.position.positions[0], sides), ""
            return
        classes: dict[tuple[bool, ...], list[_Circumstances]] = {}
        for position in positions:
            for we in _SIDES:
                for they in _SIDES:
                    each = position, SideVulnerability(we=we, they=they)
                    if any(scope.holds(*each) for scope in self._scopes[history.code]):
                        holding = tuple(scope.holds(*each) for scope in scopes)
                        classes.setdefault(holding, []).append(each)
        for members in classes.values():
            yield members[0], _circumstance_words(members, len(positions)) if len(classes) > 1 else ""


def _circumstance_words(circumstances: Sequence[_Circumstances], positions: int) -> str:
    """Return positions and vulnerabilities in words, such as ``in third or fourth position, vulnerable``."""
    seats = sorted({position for position, _ in circumstances})
    we, they = ({getattr(who, side) for _, who in circumstances} for side in ("we", "they"))
    words = []
    if len(seats) < positions:
        words.append(f"in {' or '.join(_ORDINALS[seat - 1] for seat in seats)} position")
    if len(we) == 1:
        words.append("vulnerable" if True in we else "not vulnerable")
    if len(they) == 1:
        words.append(f"against {'' if True in they else 'non-'}vulnerable opponents")
    return ", ".join(words)


_Key = TypeVar("_Key")
_Finding = TypeVar("_Finding")


def found_each_time(looks: Iterable[tuple[_Key, Callable[[], _Finding | None]]]) -> dict[_Key, _Finding]:
    """Return what is found of rows, if it is found wherever they occur.

    A row that stands for several auctions occurs in each of them; ``looks`` are what to call there.
    """
    findings: dict[_Key, _Finding | None] = {}
    for key, look in looks:
        if findings.get(key, look) is not None:
            findings[key] = look()
    return {key: finding for key, finding in findings.items() if finding is not None}


# ---------------------------------------------------------------- how much is understood


@dataclass(frozen=True, slots=True)
class TableCoverage:
    """How many rows of a table have a description, and how many of these are understood in full."""

    table: Location
    rows: int
    understood: int

    @property
    def is_complete(self) -> bool:
        """Return whether all rows are understood."""
        return self.understood == self.rows

    @property
    def in_words(self) -> str:
        """Return the number of rows, and the share that is understood; "all" is every one of them."""
        rows = counted(self.rows, "row")
        # What is rounded to 100 % is not all.
        share = min(round(100 * self.understood / self.rows), 99)
        return f"{rows}, all understood" if self.is_complete else f"{rows}, {share} % understood"


def coverage(system: System) -> tuple[TableCoverage, ...]:
    r"""Return how much of each table is understood that describes calls, in the order of the system.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> tables = coverage(expand([parse("1N  15--17 bal\n\n1N-2C;\n2D  No 4-card major\n2H  Woolsey")]))
    >>> [(table.table.line, table.in_words) for table in tables]
    [(1, '1 row, all understood'), (3, '2 rows, 50 % understood')]
    """
    tables: dict[Location, list[bool]] = {}
    for row in explain_rows(system):
        location = row.agreements[0].table or row.location
        tables.setdefault(location, []).append(row.understanding.is_understood)
    return tuple(TableCoverage(location, len(rows), sum(rows)) for location, rows in tables.items())


# ---------------------------------------------------------------- words for findings

_LONGEST = 70
_HIGH_CARDS = re.compile(r"\bhcps?\b|\bhigh[- ]card", re.IGNORECASE)
_POINTS = re.compile(r"\d\s*(?:p|pts?|points?|tp|dp)\b", re.IGNORECASE)


def hands_in_words(row: Candidate) -> str:
    """Return what a row says of the hand: its condition, or its own words if that is long.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> (agreement,) = expand([parse("1N  15--17, bal")]).agreements
    >>> hands_in_words(Candidate.of(agreement))
    '15-17 hcp, balanced'
    """
    words = spoken(row.condition)
    if len(words) <= _LONGEST:
        return words
    text = " ".join(row.explanation.passage.text.split())
    return f"“{text if len(text) <= _LONGEST else f'{text[: _LONGEST - 1]}…'}”"


def shows_here(row: Candidate) -> Related:
    """Return the place of a row, with what it says of the hand."""
    return Related(row.agreement.location, f"{row.call} shows {hands_in_words(row)} here.")


def same_measure(one: Candidate, other: Candidate) -> bool:
    """Return False where one row counts high cards and the other one points, which may be of another kind."""
    first, second = (row.explanation.passage.text for row in (one, other))
    return not (
        (_HIGH_CARDS.search(first) and _POINTS.search(second))
        or (_POINTS.search(first) and _HIGH_CARDS.search(second))
    )


def hand_in_words(hand: Hand) -> str:
    """Return a hand on a line, with a dash for a void.

    >>> hand_in_words(Hand("AK843", "", "KJ42", "T982"))
    '♠AK843 ♥— ♦KJ42 ♣T982'
    """
    suits = zip(reversed(SUITS), hand.holdings, strict=True)
    return " ".join(f"{suit.symbol}{holding or '—'}" for suit, holding in suits)
