"""The order of rows that fit the same hand: as they are written, or as players choose.

Players choose by principles that lengths and numbers of hands decide. So the hands that choose a row are a
formula: those that fit it, without the hands of rows that come before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from itertools import combinations

from bml_core.bridge import FULL_HAND, PASS, Bid, Call, Hand, Strain, Suit, make_bid
from bml_core.diagnostics import Location
from bml_core.document import RowOrder
from bml_core.hands.conditions import (
    ANY,
    MAX_POINTS,
    SUIT_ORDER,
    Formula,
    Points,
    PointTable,
    all_of,
    any_of,
    cards,
    longer,
    points,
    semi_balanced,
    two_suits,
)
from bml_core.hands.counting import TooManyStatesError, count, count_table
from bml_core.hands.shapes import suit_mask
from bml_core.system import Agreement

_PAIRS = {"m": (Strain.CLUBS, Strain.DIAMONDS), "M": (Strain.HEARTS, Strain.SPADES)}
_MAJORS = (Suit.SPADES, Suit.HEARTS)
_THREE_NOTRUMP = make_bid(3, Strain.NOTRUMP)
_SHORT, _SUPPORT, _NATURAL, _FOUR, _LONG = 2, 3, 3, 4, 5
_SECOND, _GAME_VALUES = 2, 12


@dataclass(frozen=True, slots=True)
class Contender:
    """A call that hands with this condition may make; ``is_last`` if every other row comes before it."""

    call: Call
    condition: Formula
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """What a choice depends on besides the rows.

    ``own`` is what the player has shown so far, ``own_suits`` are the suits among that, ``partner_suit`` is
    the suit that partner showed last. ``partner_doubled`` is True if partner's last call was a double,
    ``partner_in_notrump`` if it was a bid in notrump, ``is_overcall`` if the opponents have bid and our side
    has not called.
    """

    is_opening: bool = True
    partner_suit: Suit | None = None
    own_suits: frozenset[Suit] = frozenset()
    own: Formula = ANY
    partner_doubled: bool = False
    partner_in_notrump: bool = False
    is_overcall: bool = False


class Precedence(IntEnum):
    """The kinds of calls that come before others once partner has called, the first in front."""

    SUPPORT = 0
    TWO_SUITS = 1
    MAJOR = 2
    SOME_MAJOR = 3
    NOTRUMP = 4
    ORDINARY = 5
    THREE_NOTRUMP = 6
    POINTS_ALONE = 7
    LEFT_OVER = 8


_REASONS = {
    Precedence.SUPPORT: "it supports partner's major",
    Precedence.TWO_SUITS: "it shows two suits at once",
    Precedence.MAJOR: "it shows a major",
    Precedence.SOME_MAJOR: "it has a major of four cards",
    Precedence.NOTRUMP: "the hand is balanced, with a stopper",
    Precedence.THREE_NOTRUMP: "3NT is for hands that have nothing else to show",
    Precedence.POINTS_ALONE: "the other one says nothing but points",
    Precedence.LEFT_OVER: "the other one is for hands that fit nothing else",
}


def in_rank_order(calls: Iterable[Call]) -> bool:
    """Return whether bids are in the order of rank, passes and doubles anywhere.

    They are if the bids of each strain rise, and the lowest bids of the strains, too: the jumps of a suit may
    stand together.

    >>> from bml_core.bridge import BIDS, PASS
    >>> in_rank_order([BIDS[0], PASS, BIDS[4]]), in_rank_order([BIDS[4], BIDS[0]])
    (True, False)
    >>> in_rank_order([make_bid(2, Strain.HEARTS), make_bid(3, Strain.HEARTS), make_bid(2, Strain.NOTRUMP)])
    True
    """
    return _rise([call] for call in calls if isinstance(call, Bid))


def are_in_rank_order(rows: Iterable[Agreement]) -> bool:
    """Return whether the rows of each table are in rank order, from top to bottom.

    The order of the tables says nothing, nor does a history line that names a call before its row. A row that
    is written for several suits, such as ``2om``, may be any of them.
    """
    tables: dict[tuple[Location | None, str], list[Agreement]] = {}
    for row in rows:
        # Lines of a file that a table includes are not places in the table.
        tables.setdefault((row.table, row.location.file), []).append(row)
    ordered = (sorted(table, key=lambda row: row.location.line) for table in tables.values())
    return all(_rise(bids for row in table if (bids := _written_bids(row))) for table in ordered)


def _rise(rows: Iterable[Sequence[Bid]]) -> bool:
    """Return whether bids are in rank order, each row being one of its bids."""
    highest: dict[Strain, int] = {}
    floor = 0
    for row in rows:
        bid = min((bid for bid in row if bid.rank >= highest.get(bid.strain, floor)), default=None)
        if bid is None:
            return False
        if bid.strain not in highest:
            floor = bid.rank
        highest[bid.strain] = bid.rank
    return True


def _written_bids(row: Agreement) -> list[Bid]:
    """Return the bids that a row may be by what is written; none for a pass or a double."""
    if not isinstance(row.call, Bid):
        return []
    variable, choices = (row.wording.variable or "", row.wording.choices) if row.wording else ("", ())
    strains = tuple(Strain(suit.value) for suit in choices) or (row.call.strain,)
    return [make_bid(row.call.level, strain) for strain in _PAIRS.get(variable[-1:], strains)]


def shown_suit(call: Call, condition: Formula) -> Suit | None:
    """Return the suit that a bid shows: its own, or a major that it promises instead.

    Its own are three cards, or two if it promises none in the other suits, as a short club does. The major
    has five cards, or four on the one level.

    >>> shown_suit(make_bid(2, Strain.DIAMONDS), cards(5, 13, "H"))
    Suit.HEARTS
    """
    return _shown_suit(call, _most(condition)) if isinstance(call, Bid) else None


def promised_suits(condition: Formula) -> frozenset[Suit]:
    """Return the suits in which all hands that fit have three cards.

    >>> sorted(promised_suits(cards(5, 13, "H") & cards(4, 4, "S")))
    [Suit.HEARTS, Suit.SPADES]
    """
    most = _most(condition)
    return frozenset(suit for suit in SUIT_ORDER if _promises(most, suit, _NATURAL))


def _shown_suit(bid: Bid, most: PointTable) -> Suit | None:
    own = bid.strain.suit
    if own is not None and (_promises(most, own, _NATURAL) or _is_short_opening(own, most)):
        return own
    length = _FOUR if bid.level == 1 else _LONG
    majors = [suit for suit in _MAJORS if _promises(most, suit, length)]
    return majors[0] if len(majors) == 1 else None


def _is_short_opening(suit: Suit, most: PointTable) -> bool:
    """Return whether two cards of a suit are all that is promised, unlike in a balanced hand."""
    return [each for each in SUIT_ORDER if _promises(most, each, _SHORT)] == [suit]


def _promises(most: PointTable, suit: Suit, length: int) -> bool:
    """Return whether all hands that may have the points and shapes of a table have a suit this long."""
    shorter = PointTable.of_shapes(suit_mask(SUIT_ORDER.index(suit), (1 << length) - 1))
    return bool(most) and not most & shorter


@cache
def _without_two_suits(known: frozenset[Suit]) -> PointTable:
    """Return the hands without five cards in one suit and four in another one, other than known suits."""
    new = [suit for suit in SUIT_ORDER if suit not in known]
    return ~any_of(two_suits(_LONG, _FOUR, *both, "suits") for both in combinations(new, 2)).table()


@cache
def _without_majors(majors: frozenset[Suit]) -> PointTable:
    """Return the hands without four cards in any of some majors."""
    return ~any_of(cards(_FOUR, FULL_HAND, suit) for suit in majors).table()


@cache
def _below_game_values() -> PointTable:
    return PointTable.of_points((1 << _GAME_VALUES) - 1)


def is_about_points(condition: Formula) -> bool:
    """Return True if a condition is about points alone, or about nothing."""
    return condition == ANY or all(isinstance(leaf, Points) for leaf in condition.leaves)


def _says_only_points(row: Contender, own: PointTable) -> bool:
    """Return True if a row says nothing of hands that have shown as much as a table, but points."""
    if is_about_points(row.condition):
        return True
    bounds = row.condition.bounds()
    amounts = (n for n in range(MAX_POINTS + 1) if bounds.most & PointTable.of_points(1 << n))
    return not own & PointTable.of_points(sum(1 << n for n in amounts)) & ~bounds.least


def _is_stopped_notrump(row: Contender) -> bool:
    """Return whether a row is a notrump bid below game for balanced hands with a stopper."""
    call = row.call
    if not isinstance(call, Bid) or call.strain.suit is not None or call.rank >= _THREE_NOTRUMP.rank:
        return False
    return row.condition.has_honours and not _most(row.condition) & ~semi_balanced().table()


def _most(condition: Formula) -> PointTable:
    return condition.bounds().most.reachable()


@lru_cache(maxsize=4096)
def _share(condition: Formula) -> int:
    """Return how many hands fit, at most where single cards are asked for in too many ways."""
    try:
        return count(condition)
    except TooManyStatesError:
        return count_table(_most(condition))


class Ranking:
    """Rows in order: which of those that fit a hand is chosen, and why.

    >>> from bml_core.hands.conditions import balanced, points
    >>> rows = [
    ...     Contender(make_bid(1, Strain.CLUBS), points(11, 21) & cards(3, 13, "C")),
    ...     Contender(make_bid(1, Strain.SPADES), points(11, 21) & cards(5, 13, "S")),
    ...     Contender(make_bid(1, Strain.NOTRUMP), points(15, 17) & balanced()),
    ... ]
    >>> ranking = Ranking(rows, RowOrder.AUTO)
    >>> hand = Hand("AK843", "Q5", "KJ4", "982")
    >>> ranking.fitting(hand), ranking.chosen(hand), ranking.reason(1, 0, hand)
    ((0, 1), 1, 'its suit is longer')
    """

    def __init__(
        self, rows: Sequence[Contender], choice: RowOrder, situation: Situation = Situation()
    ) -> None:
        if choice is RowOrder.AUTO:
            choice = RowOrder.NATURAL if in_rank_order(row.call for row in rows) else RowOrder.FIRST
        self.rows = tuple(rows)
        #: The order: ``NATURAL`` or ``FIRST``.
        self.choice = choice
        self._situation = situation
        self._most = [_most(row.condition) for row in rows]

    # ------------------------------------------------------------ one hand

    def fitting(self, hand: Hand) -> tuple[int, ...]:
        """Return the numbers of the rows that a hand fits, in the order in which they are written."""
        return tuple(number for number, fits in enumerate(self._tests) if fits(hand))

    def chosen(self, hand: Hand) -> int | None:
        """Return the number of the row that a hand chooses, None if it fits none."""
        fitting = self.fitting(hand)
        for number in self.order if len(fitting) > 1 else fitting:
            if number in fitting and not any(
                self._has_better_suit(other, number, hand)
                for other in self._rivals[number]
                if other in fitting
            ):
                return number
        return None

    def reason(self, chosen: int, other: int, hand: Hand) -> str:
        """Return why a hand that fits two rows chooses the one and not the other."""
        if other in self._rivals[chosen] and self._has_better_suit(chosen, other, hand):
            mine, yours = (hand.shape[SUIT_ORDER.index(self._suit(number))] for number in (chosen, other))
            if mine > yours:
                return "its suit is longer"
            return f"of two suits of {mine} cards, {self._suit(chosen).word} are bid first"
        before, after = self._kinds[chosen], self._kinds[other]
        if before < after:
            if self.rows[other].call is PASS and after is Precedence.ORDINARY:
                return "it has more to say than a pass"
            return _REASONS[
                before if before < Precedence.ORDINARY and after < Precedence.LEFT_OVER else after
            ]
        if self.choice is RowOrder.NATURAL and self._shares[chosen] < self._shares[other]:
            return "it says more about the hand"
        return "it is written first"

    @cached_property
    def _tests(self) -> list[Callable[[Hand], bool]]:
        return [row.condition.test() for row in self.rows]

    # ------------------------------------------------------------ all hands

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Return the numbers of the rows, the one that is chosen before all others in front."""
        if self.choice is RowOrder.FIRST:
            return tuple(sorted(range(len(self.rows)), key=lambda number: self.rows[number].is_last))
        kinds, shares = self._kinds, self._shares
        return tuple(sorted(range(len(self.rows)), key=lambda number: (kinds[number], shares[number])))

    @cached_property
    def standing(self) -> tuple[Formula, ...]:
        """Return the hands that fit each row, and no row of its level with a better suit."""
        return tuple(
            all_of((row.condition, *(~beaten for beaten in self._beaten(number))))
            if self._rivals[number]
            else row.condition
            for number, row in enumerate(self.rows)
        )

    def hands(self, number: int) -> Formula:
        """Return the hands that choose a row: those that fit it, without the hands of rows before it."""
        before = self.order[: self.order.index(number)]
        taken = any_of(self.standing[other] for other in before if self._most[number] & self._most[other])
        return all_of((self.standing[number], ~taken))

    def _beaten(self, number: int) -> Iterator[Formula]:
        for other in self._rivals[number]:
            if self._most[number] & self._most[other]:
                yield self.rows[other].condition & self._better_suit(other, number)

    def is_by_suit(self, one: int, other: int) -> bool:
        """Return whether all hands that fit two rows choose by their suits."""
        if other not in self._rivals[one]:
            return False
        both = self._most[one] & self._most[other]
        return self._level(one) == self._level(other) or not both & _below_game_values()

    def is_tied(self, one: int, other: int) -> bool:
        """Return whether no principle decides between two rows but their order in the table."""
        if self.choice is RowOrder.FIRST or self.is_by_suit(one, other):
            return False
        if self._kinds[one] is not self._kinds[other]:
            return False
        # Only these two are counted: most tables have no rows that are tied.
        return self._share_of(one) == self._share_of(other)

    def shows_suit(self, number: int) -> bool:
        """Return whether hands that fit a row may choose another one of its level by their suits."""
        return self.choice is RowOrder.NATURAL and self._suits[number] is not None

    def says_as_much(self, one: int, other: int) -> bool:
        """Return whether no more hands fit one row than another one."""
        return self._share_of(one) <= self._share_of(other)

    def _share_of(self, number: int) -> int:
        return _share(all_of((self._situation.own, self.rows[number].condition)))

    # ------------------------------------------------------------ principles

    @cached_property
    def _suits(self) -> list[Suit | None]:
        """Return the new suit that each row shows, None if it shows two at once."""
        return [
            None if kind in (Precedence.LEFT_OVER, Precedence.TWO_SUITS) else self._new_suit(row, most)
            for kind, row, most in zip(self._kinds, self.rows, self._most, strict=True)
        ]

    def _new_suit(self, row: Contender, most: PointTable) -> Suit | None:
        suit = _shown_suit(row.call, most) if isinstance(row.call, Bid) else None
        return None if suit in self._known_suits else suit

    @cached_property
    def _known_suits(self) -> frozenset[Suit]:
        partner = self._situation.partner_suit
        return self._situation.own_suits | ({partner} if partner else frozenset())

    def _suit(self, number: int) -> Suit:
        suit = self._suits[number]
        assert suit is not None, "only rows that show a suit are compared by it"
        return suit

    def _level(self, number: int) -> int:
        call = self.rows[number].call
        return call.level if isinstance(call, Bid) else 0

    @cached_property
    def _rivals(self) -> list[tuple[int, ...]]:
        """Return for each row those that show another suit, on its level or with the values for game."""
        if self.choice is RowOrder.FIRST:
            return [()] * len(self.rows)
        numbers = [number for number, suit in enumerate(self._suits) if suit is not None]
        return [
            tuple(
                other
                for other in numbers
                if suit not in (None, self._suits[other]) and self._is_chosen_by_suit(number, other)
            )
            for number, suit in enumerate(self._suits)
        ]

    def _is_chosen_by_suit(self, one: int, other: int) -> bool:
        """Return whether players bid the better suit first: those of one level, or strong enough for both."""
        low, high = sorted((one, other), key=self._level)
        if self._level(low) == self._level(high):
            return True
        is_response = self._situation.partner_suit is not None and not self._situation.own_suits
        return is_response and self._level(high) == _SECOND

    def _has_better_suit(self, one: int, other: int, hand: Hand) -> bool:
        if self._level(one) != self._level(other) and hand.hcp < _GAME_VALUES:
            return False
        mine, yours = self._suit(one), self._suit(other)
        length, rival = (hand.shape[SUIT_ORDER.index(suit)] for suit in (mine, yours))
        return length > rival or (length == rival and self._is_bid_first(one, other, length))

    def _better_suit(self, one: int, other: int) -> Formula:
        mine, yours = self._suit(one), self._suit(other)
        lengths = [n for n in range(1, FULL_HAND) if self._is_bid_first(one, other, n)]
        better = longer(mine, yours) | (longer(mine, yours, "=") & any_of(cards(n, n, mine) for n in lengths))
        is_on_one_level = self._level(one) == self._level(other)
        return better if is_on_one_level else better & points(_GAME_VALUES, MAX_POINTS)

    def _is_bid_first(self, one: int, other: int, length: int) -> bool:
        """Return whether of two suits of the same length that of the first row is bid.

        From five cards on it is the higher, of shorter ones the lower; but an opening of two suits of four
        cards is the higher, unless these are the majors. On two levels it is that of the lower level, and
        opposite a double the major.
        """
        if self._level(one) != self._level(other):
            return self._level(one) < self._level(other)
        mine, yours = self._suit(one), self._suit(other)
        if self._situation.partner_doubled and (mine in _MAJORS) is not (yours in _MAJORS):
            return mine in _MAJORS
        is_higher = SUIT_ORDER.index(mine) < SUIT_ORDER.index(yours)
        if length == _FOUR and self._situation.is_opening:
            return is_higher is not ({mine, yours} == set(_MAJORS))
        return is_higher is (length >= _LONG)

    @cached_property
    def _kinds(self) -> list[Precedence]:
        kinds = [self._kind(row, most) for row, most in zip(self.rows, self._most, strict=True)]
        if Precedence.THREE_NOTRUMP in kinds and not self._situation.partner_in_notrump:
            game = kinds.index(Precedence.THREE_NOTRUMP)
            for number, row in enumerate(self.rows):
                is_ordinary = kinds[number] is Precedence.ORDINARY
                if is_ordinary and self._is_about_points(row) and not self.says_as_much(number, game):
                    kinds[number] = Precedence.POINTS_ALONE
        return kinds

    def _kind(self, row: Contender, most: PointTable) -> Precedence:
        if row.is_last:
            return Precedence.LEFT_OVER
        partner, call = self._situation.partner_suit, row.call
        new_majors = frozenset(_MAJORS) - self._situation.own_suits
        if self.choice is RowOrder.FIRST or self._situation.is_opening or call is PASS:
            return Precedence.ORDINARY
        if isinstance(call, Bid):
            if partner in _MAJORS and _promises(most, partner, _SUPPORT):
                return Precedence.SUPPORT
            if most and not most & _without_two_suits(self._known_suits):
                return Precedence.TWO_SUITS
            suit = _shown_suit(call, most)
            is_cheap = call.level == 1 or suit in self._majors_on_one_level
            may_show = _MAJORS if call.strain.suit else new_majors
            is_major = suit and suit in may_show and (is_cheap or _promises(most, suit, _LONG))
            if is_major and not self._is_about_points(row):
                return Precedence.MAJOR
        if most and not most & _without_majors(new_majors):
            return Precedence.SOME_MAJOR
        if self._situation.is_overcall and _is_stopped_notrump(row):
            return Precedence.NOTRUMP
        has_long = any(_promises(most, suit, _LONG) for suit in SUIT_ORDER)
        is_last_resort = call is _THREE_NOTRUMP and not has_long
        return Precedence.THREE_NOTRUMP if is_last_resort else Precedence.ORDINARY

    def _is_about_points(self, row: Contender) -> bool:
        return _says_only_points(row, _most(self._situation.own))

    @cached_property
    def _majors_on_one_level(self) -> frozenset[Suit]:
        """Return the majors that a row bids on the one level: a jump in one of them shows no less."""
        bids = [row.call for row in self.rows if isinstance(row.call, Bid)]
        return frozenset(suit for bid in bids if bid.level == 1 and (suit := bid.strain.suit) in _MAJORS)

    @cached_property
    def _shares(self) -> list[int]:
        """Return how many hands fit each row, of those with what the player has shown."""
        return list(map(self._share_of, range(len(self.rows))))
