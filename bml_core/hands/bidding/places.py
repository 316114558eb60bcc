"""Places in auctions: the rows of the player who calls next, and which hands make each call there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from bml_core.bridge import NEITHER, PASS, Auction, Bid, Call, Hand, SideVulnerability, WrittenAuction
from bml_core.diagnostics import Location
from bml_core.document import Choice
from bml_core.hands.bidding.obligations import is_forced, is_request, is_to_play, why_forcing
from bml_core.hands.bidding.order import Contender, Ranking, Situation, in_rank_order, shown_suit
from bml_core.hands.conditions import (
    ALL_POINTS,
    ANY,
    MAX_POINTS,
    NONE,
    Formula,
    Points,
    PointTable,
    Shaped,
    all_of,
    any_of,
)
from bml_core.hands.descriptions import Explanation, explain
from bml_core.hands.shapes import ShapeSet
from bml_core.system import Agreement, Lookup, System

OPENING_POINTS = 12
"""Where partner has not called, hands with fewer points that fit no row are meant to pass."""
_PARTNER, _ROUND = 2, 4
_KEPT_SYSTEMS, _KEPT_PLACES = 8, 4096


@dataclass(frozen=True, slots=True)
class ConsideredRow:
    """A row that was considered, and what it says of the hand.

    ``is_forced`` is True for a call of every hand that fits no other row, such as the completion of a
    transfer.
    """

    agreement: Agreement
    explanation: Explanation
    is_forced: bool = False

    @property
    def is_clear(self) -> bool:
        """Return True if it is known which hands fit."""
        return self.is_forced or self.explanation.is_whole

    @property
    def condition(self) -> Formula:
        """Return the condition of the hands that fit, as far as it is understood."""
        return self.explanation.condition


class Place:
    """The rows for one call of an auction.

    Args:
        rows: The agreements there, by call.
        calls: The calls before.
        earlier: What the notes say of each of these.
        choice: The order of rows that fit, if it is not that of the table.

    Attributes:
        considered: The rows that say something or are forced, in the order of the system.
        clear: Those of them of which it is known which hands fit.
        order: The order of rows, and what it depends on.
        ranking: The clear rows in this order.
        is_opening: True if nobody has bid.
        forcing: Why partner's last call must not be passed, "" if it may be.
        to_play: Partner's last call, if it is to be passed by every hand; else None.
    """

    def __init__(
        self,
        rows: Mapping[Call, Agreement],
        calls: Sequence[Call],
        earlier: Sequence[ConsideredRow | None],
        choice: Choice,
    ) -> None:
        self.rows = rows
        number = len(calls)
        mine = [row for row in earlier[number % _ROUND :: _ROUND] if row]
        partner = [row for row in earlier[(number + _PARTNER) % _ROUND :: _ROUND] if row]
        last = earlier[-_PARTNER] if number >= _PARTNER else None
        self.considered = tuple(_considered(rows, last))
        self.clear = tuple(row for row in self.considered if row.is_clear)
        self.forcing = why_forcing(
            last.agreement if last else None,
            last.condition if last else ANY,
            [row.agreement for row in (*mine, *partner)],
            calls,
            is_new=_is_new_suit(calls),
        )
        is_theirs_passed = bool(calls) and calls[-1] is PASS
        is_final = is_theirs_passed and not self.forcing and last is not None and is_to_play(last.agreement)
        self.to_play = last.agreement.call if last and is_final else None
        if choice is Choice.AUTO:
            choice = Choice.NATURAL if _are_in_rank_order(self.considered) else Choice.FIRST
        shown, own_suits = (
            [suit for row in rows if (suit := shown_suit(row.agreement.call, row.condition))]
            for rows in (partner, mine)
        )
        self.is_opening = not any(isinstance(call, Bid) for call in calls)
        situation = Situation(
            is_opening=self.is_opening,
            partner_suit=shown[-1] if shown else None,
            own_suits=frozenset(own_suits),
            own=all_of(row.condition for row in mine),
        )
        contenders = [Contender(row.agreement.call, row.condition, row.is_forced) for row in self.clear]
        self.order = (choice, situation)
        self.ranking = Ranking(contenders, *self.order)
        self._hands: dict[Call, Formula] = {}
        self._side_is_silent = all(call is PASS for call in calls[number % _PARTNER :: _PARTNER])

    def chosen(self, hand: Hand) -> ConsideredRow | None:
        """Return the row that a hand chooses, None if it fits none that is clear."""
        number = self.ranking.chosen(hand)
        return None if number is None else self.clear[number]

    def row(self, call: Call) -> ConsideredRow | None:
        """Return the row of a call, None if there is none that says something."""
        return next((row for row in self.considered if row.agreement.call is call), None)

    def makes(self, hand: Hand, call: Call) -> bool:
        """Return whether a hand is among the :meth:`hands` of a call."""
        chosen = self.chosen(hand)
        if chosen is not None:
            return chosen.agreement.call is call
        row = self.row(call)
        return self.hands(call).fits(hand) if row is None else not row.is_clear and row.condition.fits(hand)

    def hands(self, call: Call) -> Formula:
        """Return the hands that make a call: those that choose its row, or that pass without one.

        A row that is not clear has the hands that fit what is understood of it, and fit no clear row.
        """
        if call not in self._hands:
            self._hands[call] = self._hands_of(call)
        return self._hands[call]

    def _hands_of(self, call: Call) -> Formula:
        row = self.row(call)
        if row is None:
            return self.others if call is not PASS or self.passing == NONE else self.passing
        return self.ranking.hands(self.clear.index(row)) if row.is_clear else row.condition & self.others

    @cached_property
    def others(self) -> Formula:
        """Return the hands that fit no clear row."""
        return ~any_of(row.condition for row in self.clear)

    @property
    def may_pass(self) -> bool:
        """Return whether hands that fit no row may pass, since no row says which hands do."""
        is_left = any(row.is_forced or row.agreement.call is PASS for row in self.clear)
        return not self.forcing and not is_left

    @cached_property
    def passing(self) -> Formula:
        """Return the hands that pass because they are too weak for every row."""
        bids = [row for row in self.clear if not row.is_forced]
        if not self.may_pass or not bids:
            return NONE
        return self.others & self._too_weak([row.condition for row in bids])

    def _too_weak(self, conditions: Sequence[Formula]) -> Formula:
        """Return the hands that would fit a row with more points and none with fewer, or that are below all.

        Below all are hands with fewer points than any row wants that wants some; without a call of partner,
        those that nobody expects to bid. An opening that fits with many more points is not a weak hand, but a
        hole in the notes.
        """
        bounds = [condition.bounds() for condition in conditions]
        floors = [floor for each in bounds if (floor := _fewest(each.most.reachable()))]
        floor = OPENING_POINTS if self._side_is_silent else min(floors, default=0)
        least = _any_table(each.least for each in bounds).points_by_shape()
        most = _any_table(each.most for each in bounds).points_by_shape()
        shapes: dict[int, int] = {}
        for number, (sure, possible) in enumerate(zip(least, most, strict=True)):
            below = (sure & -sure) - 1 if sure else ALL_POINTS
            higher = possible >> 1 | possible >> 2
            if not self.is_opening:
                higher = (1 << possible.bit_length() - 1) - 1 if possible else 0
            weak = below & higher | (1 << floor) - 1
            shapes[weak] = shapes.get(weak, 0) | 1 << number
        return any_of(Points(weak) & Shaped(ShapeSet(mask)) for weak, mask in shapes.items() if weak)


def _any_table(tables: Iterable[PointTable]) -> PointTable:
    """Return the points that are in any of some tables, for each shape."""
    whole = PointTable.of_points(0)
    for table in tables:
        whole |= table
    return whole


def _fewest(table: PointTable) -> int:
    """Return the fewest points of the hands of a table."""
    return next((n for n in range(MAX_POINTS + 1) if table & PointTable.of_points(1 << n)), 0)


def _considered(rows: Mapping[Call, Agreement], last: ConsideredRow | None) -> Iterator[ConsideredRow]:
    # The only row below a transfer or a relay is what was asked for, whatever it says.
    is_asked = len(rows) == 1 and last is not None and is_request(last.agreement)
    for agreement in rows.values():
        explanation = explain(agreement)
        is_rest = agreement.call is PASS and explanation.is_silent and agreement.is_described
        forced = not explanation.is_whole and (is_asked or is_rest or is_forced(agreement))
        if forced or agreement.is_described:
            yield ConsideredRow(agreement, explanation, forced)


def _are_in_rank_order(rows: Iterable[ConsideredRow]) -> bool:
    """Return whether the rows of each table are in rank order, from top to bottom.

    The order of the tables says nothing, nor does a history line that names a call before its row.
    """
    tables: dict[tuple[Location | None, str], list[Agreement]] = {}
    for row in rows:
        # Lines of a file that a table includes are not places in the table.
        tables.setdefault((row.agreement.table, row.agreement.location.file), []).append(row.agreement)
    return all(
        in_rank_order(row.call for row in sorted(table, key=lambda row: row.location.line))
        for table in tables.values()
    )


def _is_new_suit(calls: Sequence[Call]) -> bool:
    """Return True if the last call of partner is a response in a new suit to an opening in a suit."""
    side = calls[len(calls) % _PARTNER :: _PARTNER]
    bids = [call for call in side if isinstance(call, Bid)]
    opening = next((call for call in calls if isinstance(call, Bid)), None)
    if len(bids) != _PARTNER or bids[0] is not opening or bids[1] is not side[-1]:
        return False
    strains = {bid.strain for bid in bids}
    # A hand that has passed is limited.
    passed = any(call is PASS for call in calls[(len(calls) + _PARTNER) % _ROUND :: _ROUND])
    return len(strains) == len(bids) and all(strain.suit for strain in strains) and not passed


class Places:
    """The places of all auctions of a system, each worked out once.

    Args:
        system: The notes.
    """

    def __init__(self, system: System) -> None:
        self._choice = system.choice or Choice.AUTO
        self._lookup = Lookup(system.agreements)
        self._at = lru_cache(maxsize=_KEPT_PLACES)(self._place)

    def at(self, written: WrittenAuction, number: int, vulnerability: SideVulnerability = NEITHER) -> Place:
        """Return the place of the call of this number in an auction, from 0."""
        return self._at(written.auction.calls[:number], written.we_deal, vulnerability)

    def _place(self, calls: tuple[Call, ...], we_deal: bool, vulnerability: SideVulnerability) -> Place:
        earlier = [
            self._at(calls[:number], we_deal, vulnerability).row(call) for number, call in enumerate(calls)
        ]
        written = WrittenAuction(Auction.of(*calls), we_deal, (None,) * len(calls))
        rows = self._lookup.rows(written, len(calls), vulnerability)
        choice = next((row.choice for row in rows.values() if row.choice), self._choice)
        return Place(rows, calls, earlier, choice)


class _Same:
    """A system that equals itself alone: to compare thousands of agreements takes longer than to choose."""

    def __init__(self, system: System) -> None:
        self.system = system

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.system is other.system

    def __hash__(self) -> int:
        return id(self.system)


@lru_cache(maxsize=_KEPT_SYSTEMS)
def _kept(same: _Same) -> Places:
    return Places(same.system)


def places_of(system: System) -> Places:
    """Return the places of a system; the same ones when they are asked for again."""
    return _kept(_Same(system))
