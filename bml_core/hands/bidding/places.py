"""Places in auctions: the rows of the player who calls next, and which hands make each call there.

The calls that players must make, and the calls of partner that they must not pass, are read from the words
of the rows, as far as players agree on them; the unknown is not an obligation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import combinations

from bml_core.bridge import (
    BIDS,
    DOUBLE,
    FULL_HAND,
    NEITHER,
    PASS,
    SUITS,
    Auction,
    Bid,
    Call,
    Hand,
    SideVulnerability,
    Strain,
    Suit,
)
from bml_core.document import RowOrder
from bml_core.hands.bidding.order import (
    Contender,
    Ranking,
    Situation,
    are_in_rank_order,
    is_about_points,
    promised_suits,
    shown_suit,
)
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
    cards,
    points,
)
from bml_core.hands.descriptions import Explanation, Obligation, explain, obligations_of
from bml_core.hands.shapes import ShapeSet
from bml_core.system import Agreement, System

_GAMES = {Strain.NOTRUMP: 3, Strain.SPADES: 4, Strain.HEARTS: 4, Strain.DIAMONDS: 5, Strain.CLUBS: 5}
_UNLIMITED = 25
#: Calls of hands that fit no other row.
_FORCED = frozenset((Obligation.FORCED, Obligation.REST))


def is_request(agreement: Agreement) -> bool:
    """Return whether a call is a transfer, a relay or a puppet, which partner answers as he is asked."""
    said = obligations_of(agreement)
    return Obligation.REQUEST in said and Obligation.PASSABLE not in said and said.isdisjoint(_FORCED)


def is_to_play(agreement: Agreement) -> bool:
    """Return whether a bid ends the auction, as far as partner is concerned."""
    return isinstance(agreement.call, Bid) and Obligation.TO_PLAY in obligations_of(agreement)


def why_forcing(
    last: Agreement | None,
    condition: Formula,
    ours: Iterable[Agreement],
    calls: Sequence[Call],
    *,
    is_new: bool,
) -> str:
    """Return why partner's last call must not be passed, "" if it may be.

    Args:
        last: The row of partner's last call, if he made one and the notes have it.
        condition: What it says of his hand.
        ours: The rows of all calls of our side.
        calls: The auction, with the last call of the opponents.
        is_new: True if it is a response in a new suit.
    """
    bid = next((call for call in reversed(calls) if isinstance(call, Bid)), None)
    is_to_game = any(Obligation.TO_GAME in obligations_of(row) for row in ours)
    if bid and bid.level < _GAMES[bid.strain] and is_to_game:
        return "the auction is forcing to game"
    said = obligations_of(last) if last else frozenset()
    if last is None or calls[-1] is not PASS or Obligation.PASSABLE in said:
        return ""
    if not isinstance(last.call, Bid):
        return f"{last.call} is for takeout" if Obligation.TAKEOUT in said else ""
    if is_request(last) or Obligation.FORCING in said:
        return f"{last.call} is forcing"
    if not is_to_play(last) and (other := _other_suit(last.call, condition)):
        return f"{last.call} shows {other.word}"
    if is_new and _is_unlimited(condition):
        return f"{last.call} is a new suit without an upper limit"
    return ""


def _other_suit(bid: Bid, condition: Formula) -> Suit | None:
    """Return what a bid in a suit promises instead of this suit, like a splinter or a cue bid."""
    promised = promised_suits(condition)
    return max(promised, default=None) if bid.strain.suit and bid.strain.suit not in promised else None


def _is_unlimited(condition: Formula) -> bool:
    most = condition.bounds().most
    strong, nothing = (PointTable.of_points(mask) for mask in (ALL_POINTS & -(1 << _UNLIMITED), 1))
    return bool(most & strong) and not most & nothing


OPENING_POINTS = 12
"""Where partner has not called, hands with fewer points that fit no row are meant to pass."""
_MAY_BID, _RAISE = 8, 4
_PARTNER, _ROUND = 2, 4
_KEPT_SYSTEMS, _KEPT_PLACES = 8, 4096


@dataclass(frozen=True, slots=True)
class ConsideredRow:
    """A row that was considered, and what it says of the hand.

    ``is_forced`` is True for a call of every hand that fits no other row, such as the completion of a
    transfer; ``unless`` are the hands that may fit another one, since it is not understood in full.
    """

    agreement: Agreement
    explanation: Explanation
    is_forced: bool = False
    unless: Formula = NONE

    @property
    def is_clear(self) -> bool:
        """Return True if it is known which hands fit."""
        return self.is_forced or self.explanation.is_whole

    @property
    def condition(self) -> Formula:
        """Return the condition of the hands that fit, as far as it is understood."""
        said = self.explanation.condition
        return said & ~self.unless if self.is_forced else said


class Place:
    """The rows for one call of an auction.

    Args:
        rows: The agreements there, by call.
        explanations: What each of them says.
        calls: The calls before.
        earlier: What the notes say of each of these.
        choice: The order of rows that fit, if it is not that of the table.

    Attributes:
        considered: The rows that say something or are forced, in the order of the system.
        clear: Those of them of which it is known which hands fit.
        order: The order of rows, and what it depends on.
        ranking: The clear rows in this order.
        is_opening: True if nobody has bid.
        partner_suit: The suit that partner showed last, None if he showed none.
        forcing: Why partner's last call must not be passed, "" if it may be.
        to_play: Partner's last call, if it must be passed by every hand; else None.
    """

    def __init__(
        self,
        rows: Mapping[Call, Agreement],
        explanations: Iterable[Explanation],
        calls: Sequence[Call],
        earlier: Sequence[ConsideredRow | None],
        choice: RowOrder,
    ) -> None:
        self.rows = rows
        number = len(calls)
        mine = [row for row in earlier[number % _ROUND :: _ROUND] if row]
        partner = [row for row in earlier[(number + _PARTNER) % _ROUND :: _ROUND] if row]
        last = earlier[-_PARTNER] if number >= _PARTNER else None
        self._side_is_silent = all(call is PASS for call in calls[number % _PARTNER :: _PARTNER])
        self._has_called = any(call is not PASS for call in calls[number % _ROUND :: _ROUND])
        bids = [call for call in calls if isinstance(call, Bid)]
        self._lowest = next((bid for bid in BIDS if not bids or bid > bids[-1]), None)
        self.forcing = why_forcing(
            last.agreement if last else None,
            last.condition if last else ANY,
            [row.agreement for row in (*mine, *partner)],
            calls,
            is_new=_is_new_suit(calls),
        )
        considered = tuple(_considered(rows, explanations, last, self._lowest if self.forcing else None))
        self._in_doubt = any_of(self._doubts(considered))
        self.considered = tuple(
            replace(row, unless=self._in_doubt) if row.is_forced else row for row in considered
        )
        self.clear = tuple(row for row in self.considered if row.is_clear)
        is_theirs_passed = bool(calls) and calls[-1] is PASS
        is_final = is_theirs_passed and not self.forcing and last is not None and is_to_play(last.agreement)
        self.to_play = last.agreement.call if last and is_final else None
        if choice is RowOrder.AUTO:
            is_ranked = are_in_rank_order(row.agreement for row in self.considered)
            choice = RowOrder.NATURAL if is_ranked else RowOrder.FIRST
        situation = _situation(calls, mine, partner, is_silent=self._side_is_silent)
        self.is_opening, self.partner_suit = situation.is_opening, situation.partner_suit
        contenders = [Contender(row.agreement.call, row.condition, row.is_forced) for row in self.clear]
        self.order = (choice, situation)
        self.ranking = Ranking(contenders, *self.order)
        self._hands: dict[Call, Formula] = {}

    def chosen(self, hand: Hand) -> ConsideredRow | None:
        """Return the row that a hand chooses, None if it fits none that is clear."""
        number = self.ranking.chosen(hand)
        return None if number is None else self.clear[number]

    def reason(self, chosen: ConsideredRow, other: ConsideredRow, hand: Hand) -> str:
        """Return why a hand that fits two clear rows chooses the one and not the other."""
        return self.ranking.reason(self.clear.index(chosen), self.clear.index(other), hand)

    def row(self, call: Call) -> ConsideredRow | None:
        """Return the row of a call, None if there is none that says something."""
        return next((row for row in self.considered if row.agreement.call == call), None)

    def makes(self, hand: Hand, call: Call) -> bool:
        """Return whether a hand is among the :meth:`hands` of a call."""
        chosen = self.chosen(hand)
        if chosen is not None:
            return chosen.agreement.call == call
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

    def may_make_another(self, call: Call) -> Formula:
        """Return the hands that may make another call, whose row is not clear, by more than their points."""
        rows = (row for row in self.considered if not row.is_clear and row.agreement.call != call)
        return any_of(row.condition for row in rows if not is_about_points(row.condition))

    @property
    def may_pass(self) -> bool:
        """Return whether hands that fit no row may pass, since no row says which hands do."""
        is_left = any(row.is_forced or row.agreement.call is PASS for row in self.clear)
        return not self.forcing and not is_left

    @cached_property
    def passing(self) -> Formula:
        """Return the hands that pass because they fit no row and are too weak for every one."""
        return NONE if self.weak == NONE else self.others & self.weak

    @cached_property
    def weak(self) -> Formula:
        """Return the hands that pass if they fit no row."""
        bids = [row for row in self.clear if not row.is_forced]
        return self._too_weak(bids) if self.may_pass and bids else NONE

    def _too_weak(self, rows: Sequence[ConsideredRow]) -> Formula:
        """Return the hands that would fit a row with more points and none with fewer, or that are below all.

        Below all are hands with fewer points than any row wants that wants some; without a call of partner,
        those that nobody expects to bid. A hand that fits what is understood of another row may be meant to
        bid. So may one as strong as a row, with a longer suit.
        """
        bounds = [row.condition.bounds() for row in rows]
        possible = [each.most.reachable() for each in bounds]
        floors = [floor for table in possible if (floor := _fewest(table))]
        floor = OPENING_POINTS if self._side_is_silent else min(floors, default=0)
        least = _any_table(each.least for each in bounds).points_by_shape()
        most = _any_table(each.most for each in bounds).points_by_shape()
        too_long = any_of(_with_longer_suits(rows, self.partner_suit))
        in_doubt = any_of((self._in_doubt, too_long, *self._unread(possible)))
        unread = in_doubt.bounds().most.points_by_shape()
        below_openings = _below_openings(possible)
        shapes: dict[int, int] = {}
        for number, (sure, maybe, unsure) in enumerate(zip(least, most, unread, strict=True)):
            below = (sure & -sure) - 1 if sure else ALL_POINTS
            higher = (1 << maybe.bit_length() - 1) - 1 if maybe else 0
            if self.is_opening:
                higher = (maybe >> 1 | maybe >> 2) & below_openings
            weak = (below & higher | (1 << floor) - 1) & ~unsure
            shapes[weak] = shapes.get(weak, 0) | 1 << number
        return any_of(Points(weak) & Shaped(ShapeSet(mask)) for weak, mask in shapes.items() if weak)

    def _unread(self, possible: Iterable[PointTable]) -> Iterator[Formula]:
        """Yield the hands for which a row opposite partner may be meant of which nothing is understood.

        These are the hands with four cards in its suit, if the player has called before; else those as strong
        as another row wants that is not for long suits alone. The lowest bid is often for all weak hands.
        """
        usual = (table & ~_long_suits().table() for table in possible)
        floors = [floor for table in usual if (floor := _fewest(table))]
        for row in () if self._side_is_silent else self.considered:
            call = row.agreement.call
            if row.is_clear or row.condition != ANY or call is PASS:
                continue
            if call == self._lowest and not row.explanation.is_silent:
                yield ANY
            elif not self._has_called:
                yield points(min(floors, default=0), MAX_POINTS)
            elif isinstance(call, Bid) and call.strain.suit:
                yield cards(_RAISE, FULL_HAND, call.strain.suit)

    def _doubts(self, rows: Iterable[ConsideredRow]) -> Iterator[Formula]:
        """Yield the hands that may fit each row that is not clear: those that fit what is understood of it.

        Where partner has not called, and no lengths are understood, these are hands with long suits alone.
        So they are for a relay that says nothing of the hand: it may be a way to stop in such a suit. Else,
        opposite partner, a row of which nothing is understood leaves no hand in doubt.
        """
        for row in rows:
            if row.is_clear:
                continue
            is_empty = row.condition == ANY
            if self._side_is_silent and is_about_points(row.condition):
                if row.agreement.call is not PASS:
                    floor = points(_MAY_BID, MAX_POINTS) if is_empty else ANY
                    yield row.condition & floor & _long_suits()
            elif not is_empty:
                yield row.condition
            elif is_request(row.agreement):
                yield _long_suits()


def _situation(
    calls: Sequence[Call], mine: Sequence[ConsideredRow], partner: Sequence[ConsideredRow], *, is_silent: bool
) -> Situation:
    """Return what a choice depends on; a side is silent that has only passed."""
    shown, own_suits = (
        [suit for row in rows if (suit := shown_suit(row.agreement.call, row.condition))]
        for rows in (partner, mine)
    )
    before = calls[-_PARTNER] if len(calls) >= _PARTNER else None
    is_opening = not any(isinstance(call, Bid) for call in calls)
    return Situation(
        is_opening=is_opening,
        partner_suit=shown[-1] if shown else None,
        own_suits=frozenset(own_suits),
        own=all_of(row.condition for row in mine),
        partner_doubled=before == DOUBLE,
        partner_in_notrump=isinstance(before, Bid) and before.strain is Strain.NOTRUMP,
        is_overcall=is_silent and not is_opening,
    )


@cache
def _long_suits() -> Formula:
    """Return the formula for a suit of six cards, or two of five."""
    six = (cards(6, FULL_HAND, suit) for suit in SUITS)
    fives = (cards(5, FULL_HAND, one) & cards(5, FULL_HAND, other) for one, other in combinations(SUITS, 2))
    return any_of((*six, *fives))


def _with_longer_suits(rows: Iterable[ConsideredRow], partner: Suit | None) -> Iterator[Formula]:
    """Yield the hands with the points of a bid and more cards in its suit, or partner's, than its row has."""
    for row in rows:
        bid, table = row.agreement.call, row.condition.bounds().most.reachable()
        suits = {bid.strain.suit, partner} if isinstance(bid, Bid) else set()
        for suit in promised_suits(row.condition) & suits:
            longest = max((n for n in range(FULL_HAND + 1) if table & cards(n, n, suit).table()), default=0)
            if longest < FULL_HAND:
                yield cards(longest + 1, FULL_HAND, suit) & points(_fewest(table), MAX_POINTS)


def _below_openings(rows: Iterable[PointTable]) -> int:
    """Return the points below the fewest that open, of those with which hands are expected to.

    With more points than others open with, a hand that fits no row is a hole in the notes.
    """
    table = _any_table(rows)
    return (1 << (_fewest(table, OPENING_POINTS) or MAX_POINTS + 1)) - 1


def _any_table(tables: Iterable[PointTable]) -> PointTable:
    """Return the points that are in any of some tables, for each shape."""
    whole = PointTable.of_points(0)
    for table in tables:
        whole |= table
    return whole


def _fewest(table: PointTable, least: int = 0) -> int:
    """Return the fewest points of the hands of a table, from ``least`` on; 0 if there are none."""
    amounts = (n for n in range(least, MAX_POINTS + 1) if table & PointTable.of_points(1 << n))
    return next(amounts, 0)


def _considered(
    rows: Mapping[Call, Agreement],
    explanations: Iterable[Explanation],
    last: ConsideredRow | None,
    waiting: Bid | None,
) -> Iterator[ConsideredRow]:
    """Yield the rows that say something or are forced; ``waiting`` is the lowest bid below a forcing call.

    The only row below a transfer or a relay is what was asked for, whatever it says. So is a waiting bid that
    says nothing, if it is the only row.
    """
    is_asked = len(rows) == 1 and last is not None and is_request(last.agreement)
    for agreement, explanation in zip(rows.values(), explanations, strict=True):
        is_silent = explanation.is_silent and agreement.is_described
        is_rest = is_silent and (agreement.call is PASS or (len(rows) == 1 and agreement.call == waiting))
        is_meant = is_asked or is_rest or not _FORCED.isdisjoint(obligations_of(agreement))
        forced = is_meant and not explanation.is_whole
        if forced or agreement.is_described:
            yield ConsideredRow(agreement, explanation, forced)


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
        self.system = system
        self._choice = system.choice or RowOrder.AUTO
        self._at = lru_cache(maxsize=_KEPT_PLACES)(self._place)
        self._explanations: dict[int, Explanation] = {}

    def at(self, written: Auction, number: int, vulnerability: SideVulnerability = NEITHER) -> Place:
        """Return the place of the call of this number in an auction, from 0."""
        return self._at(written.calls[:number], written.we_deal, vulnerability)

    def _place(self, calls: tuple[Call, ...], we_deal: bool, vulnerability: SideVulnerability) -> Place:
        earlier = [
            self._at(calls[:number], we_deal, vulnerability).row(call) for number, call in enumerate(calls)
        ]
        rows = self.system.after(Auction(calls, we_deal), vulnerability)
        choice = next((row.choice for row in rows.values() if row.choice), self._choice)
        return Place(rows, map(self._explained, rows.values()), calls, earlier, choice)

    def _explained(self, row: Agreement) -> Explanation:
        """Return what a row says; many are in the notes for several positions."""
        known = self._explanations.get(id(row))
        if known is None:
            known = self._explanations[id(row)] = explain(row, self.system)
        return known


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
