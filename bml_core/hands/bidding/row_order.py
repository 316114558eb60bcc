"""The rows that a hand may choose from, and the order among those that it fits.

The order is that of the page, or that of players. Players choose by principles that lengths and numbers of
hands decide. So the hands that choose a row are a formula: those that fit it, without the hands of rows that
come before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import Self

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
    TableBounds,
    all_of,
    any_of,
    cards,
    longer,
    points,
    semi_balanced,
    two_suits,
)
from bml_core.hands.counting import TooManyStatesError, count, count_table
from bml_core.hands.descriptions import Explanation, Obligation, explain, once
from bml_core.hands.shapes import suit_mask
from bml_core.system import Agreement, System

_PAIRS = {"m": (Strain.CLUBS, Strain.DIAMONDS), "M": (Strain.HEARTS, Strain.SPADES)}
MAJORS = (Suit.SPADES, Suit.HEARTS)
GAMES = {Strain.NOTRUMP: 3, Strain.SPADES: 4, Strain.HEARTS: 4, Strain.DIAMONDS: 5, Strain.CLUBS: 5}
"""The level of game in each strain."""
_ONE_NOTRUMP = make_bid(1, Strain.NOTRUMP)
THREE_NOTRUMP = make_bid(3, Strain.NOTRUMP)
_SHORT, _SUPPORT, _NATURAL, _FOUR, _LONG, _VERY_LONG = 2, 3, 3, 4, 5, 6
_MANY = 4
SAYS_MORE = "it says more about the hand"
_SECOND, _GAME_VALUES = 2, 12
FORCED = frozenset((Obligation.FORCED, Obligation.REST))
"""A call with one of these is for every hand that has no other one."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A row that a hand may choose, and what it says of the hand.

    ``condition`` is that of the hands that fit, as far as it is understood. ``is_forced`` is True for a call
    of every hand that fits no other row, such as the completion of a transfer; its condition is then without
    the hands that may fit a row which is not understood in full.
    """

    agreement: Agreement
    explanation: Explanation
    condition: Formula
    is_forced: bool = False

    @classmethod
    def of(cls, agreement: Agreement, system: System | None = None) -> Self:
        """Return a row of a system with what its words say, whatever other rows are for the same call.

        >>> from bml_core.language import parse
        >>> from bml_core.system import expand
        >>> (agreement,) = expand([parse("1N  15--17, bal")]).agreements
        >>> str(Candidate.of(agreement).condition)
        '15-17 hcp, balanced'
        """
        return once("candidate", agreement, system, cls._of)

    @classmethod
    def _of(cls, agreement: Agreement, system: System | None) -> Self:
        explanation = explain(agreement, system)
        return cls(agreement, explanation, explanation.condition)

    @cached_property
    def call(self) -> Call:
        """Return the call of the row."""
        return self.agreement.call

    @property
    def is_clear(self) -> bool:
        """Return True if it is known which hands fit."""
        return self.is_forced or self.explanation.is_whole

    @property
    def is_read(self) -> bool:
        """Return True if all that it says is understood, though it may leave shape or strength open."""
        return self.is_forced or self.explanation.is_read

    @cached_property
    def sure(self) -> Formula:
        """Return what all its hands fit, whatever the words mean that are not understood."""
        return self.condition if self.is_read or self.explanation.in_braces else self.explanation.reading.sure

    @property
    def obligations(self) -> frozenset[Obligation]:
        """Return what the words of the row oblige to."""
        return self.explanation.reading.obligations

    @property
    def is_question(self) -> bool:
        """Return True if partner answers in steps."""
        return self.explanation.reading.steps is not None

    @property
    def is_request(self) -> bool:
        """Return True for a transfer, a relay or a puppet, which partner answers as he is asked."""
        is_passable = Obligation.PASSABLE in self.obligations or not self.obligations.isdisjoint(FORCED)
        return Obligation.REQUEST in self.obligations and not is_passable

    @property
    def is_to_play(self) -> bool:
        """Return True for a bid that ends the auction, as far as partner is concerned."""
        return isinstance(self.call, Bid) and Obligation.TO_PLAY in self.obligations

    @property
    def label(self) -> str:
        """Return the first line of the description, as BML text."""
        return next(iter(self.agreement.description), "")

    @property
    def bounds(self) -> TableBounds:
        """Return the points and shapes that the hands which fit may have, and those that surely fit."""
        return self.condition.bounds()

    @cached_property
    def most(self) -> PointTable:
        """Return the points and shapes that some hand which fits may have."""
        return self.bounds.most.reachable()

    @cached_property
    def promised_suits(self) -> frozenset[Suit]:
        """Return the suits in which all hands that fit have three cards."""
        return frozenset(suit for suit in SUIT_ORDER if promises(self.most, suit, _NATURAL))

    @cached_property
    def shown_suit(self) -> Suit | None:
        """Return the suit that a bid shows: its own, or a major that it promises instead.

        Its own are three cards, or two if it promises none in the other suits, as a short club does. The
        major has five cards, or four on the one level.
        """
        bid = self.call
        if not isinstance(bid, Bid):
            return None
        own = bid.strain.suit
        if own is not None:
            # "1C  2+ clubs": two cards are all that is promised, unlike in a balanced hand.
            is_short = [suit for suit in SUIT_ORDER if promises(self.most, suit, _SHORT)] == [own]
            if is_short or own in self.promised_suits:
                return own
        majors = [suit for suit in MAJORS if promises(self.most, suit, _FOUR if bid.level == 1 else _LONG)]
        return majors[0] if len(majors) == 1 else None


@dataclass(frozen=True)
class ChoiceContext:
    """What a choice depends on besides the rows.

    ``own`` is what the player has shown so far, ``own_suits`` are the suits among that, ``partner_suit`` is
    the suit that partner showed last. ``partner_doubled`` is True if partner's last call was a double,
    ``partner_in_notrump`` if it was a bid in notrump, ``is_overcall`` if the opponents have bid and our side
    has not called. ``partner`` is what partner has shown, ``has_called`` and ``has_partner_called`` say
    whether each has bid or doubled.
    """

    is_opening: bool = True
    partner_suit: Suit | None = None
    own_suits: frozenset[Suit] = frozenset()
    own: Formula = ANY
    partner_doubled: bool = False
    partner_in_notrump: bool = False
    is_overcall: bool = False
    partner: Formula = ANY
    has_called: bool = False
    has_partner_called: bool = False

    @cached_property
    def partner_points(self) -> tuple[int, int] | None:
        """Return the fewest and the most points that partner has shown, None if he has not called."""
        return self.partner.bounds().most.reachable().limits() if self.has_partner_called else None


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


def are_in_rank_order(rows: Iterable[Agreement]) -> bool:
    r"""Return whether the rows of each table are in rank order, from top to bottom.

    They are if the bids of each strain rise, and the lowest bids of the strains, too: the jumps of a suit may
    stand together. Of more than three bids one may stand elsewhere, as in 1H, 1S, 2C, 1NT. Passes and doubles
    may be anywhere. The order of the tables says nothing, nor does a history line that names a call before
    its row. A row that is written for several suits, such as ``2om``, may be any of them.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> texts = ("2H\nP\n3H\n2N", "2N\n2H")
    >>> [are_in_rank_order(expand([parse(text.replace("\n", " x\n") + " x")])) for text in texts]
    [True, False]
    """
    tables: dict[tuple[Location | None, str], list[Agreement]] = {}
    for row in rows:
        # Lines of a file that a table includes are not places in the table.
        tables.setdefault((row.table, row.location.file), []).append(row)
    ordered = (sorted(table, key=lambda row: row.location.line) for table in tables.values())
    return all(_nearly_rise([bids for row in table if (bids := _written_bids(row))]) for table in ordered)


def _nearly_rise(rows: Sequence[Sequence[Bid]]) -> bool:
    """Return whether bids are in rank order but for one, if there are several others."""
    if _rise(rows) or len(rows) < _MANY:
        return _rise(rows)
    return any(_rise((*rows[:number], *rows[number + 1 :])) for number in range(len(rows)))


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


# ---------------------------------------------------------------- what a row shows


def is_about_points(condition: Formula) -> bool:
    """Return True if a condition is about points alone, or about nothing."""
    return condition == ANY or all(isinstance(leaf, Points) for leaf in condition.leaves)


def promises(most: PointTable, suit: Suit, length: int) -> bool:
    """Return whether all hands that may have the points and shapes of a table have a suit this long."""
    shorter = PointTable.of_shapes(suit_mask(SUIT_ORDER.index(suit), (1 << length) - 1))
    return bool(most) and not most & shorter


@cache
def _without_two_suits(known: frozenset[Suit], least: int) -> PointTable:
    """Return the hands without ``least`` cards in one suit and four in another one, known suits aside."""
    new = [suit for suit in SUIT_ORDER if suit not in known]
    return ~any_of(two_suits(least, _FOUR, *both, "suits") for both in combinations(new, 2)).table()


@cache
def _without_majors(majors: frozenset[Suit]) -> PointTable:
    """Return the hands without four cards in any of some majors."""
    return ~any_of(cards(_FOUR, FULL_HAND, suit) for suit in majors).table()


def _most(condition: Formula) -> PointTable:
    return condition.bounds().most.reachable()


def _level(row: Candidate) -> int:
    return row.call.level if isinstance(row.call, Bid) else 0


@lru_cache(maxsize=4096)
def _share(condition: Formula) -> int:
    """Return how many hands fit, at most where single cards are asked for in too many ways."""
    try:
        return count(condition)
    except TooManyStatesError:
        return count_table(_most(condition))


def share_of_hands(condition: Formula) -> float:
    """Return the share of all hands that fit, at most where single cards are asked for in too many ways."""
    return _share(condition) / _share(ANY)


class Ranking:
    r"""Rows in order: which of those that fit a hand is chosen, and why.

    ``rule`` is the order, ``RowOrder.NATURAL`` or ``RowOrder.FIRST``.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> notes = expand([parse("1C  11-21 hcp, 3+!c\n1S  11-21 hcp, 5+!s\n1N  15-17 hcp, balanced")])
    >>> ranking = Ranking([Candidate.of(row) for row in notes], RowOrder.NATURAL)
    >>> club, spade = fitting = ranking.fitting(Hand("AK843", "Q5", "KJ4", "982"))
    >>> str(ranking.chosen(Hand("AK843", "Q5", "KJ4", "982")).call)
    '1S'
    >>> ranking.reason(spade, club, Hand("AK843", "Q5", "KJ4", "982"))
    'its suit is longer'
    """

    def __init__(
        self, rows: Sequence[Candidate], rule: RowOrder, context: ChoiceContext = ChoiceContext()
    ) -> None:
        self.rows = tuple(rows)
        self.rule = rule
        self.context = context

    def among(self, rows: Sequence[Candidate]) -> Ranking:
        """Return other rows, ranked by the same rule in the same context."""
        return Ranking(rows, self.rule, self.context)

    # ------------------------------------------------------------ one hand

    def fitting(self, hand: Hand) -> list[Candidate]:
        """Return the rows that a hand fits, in the order in which they are written."""
        return [row for row, fits in self._tests if fits(hand)]

    def chosen(self, hand: Hand) -> Candidate | None:
        """Return the row that a hand chooses, None if it fits none."""
        fitting = self.fitting(hand)
        for row in self.order if len(fitting) > 1 else fitting:
            if row in fitting and not any(
                self._has_better_suit(other, row, hand) for other in self._rivals[row] if other in fitting
            ):
                return row
        return None

    def reason(self, chosen: Candidate, other: Candidate, hand: Hand) -> str:
        """Return why a hand that fits two rows chooses the one and not the other."""
        if other in self._rivals[chosen] and self._has_better_suit(chosen, other, hand):
            suit = self._suit(chosen)
            mine, yours = (hand.shape[SUIT_ORDER.index(self._suit(row))] for row in (chosen, other))
            if mine > yours:
                return "its suit is longer"
            return f"of two suits of {mine} cards, {suit.word} are bid first"
        before, after = self._kinds[chosen], self._kinds[other]
        if before < after:
            if other.call is PASS and after is Precedence.ORDINARY:
                return "it has more to say than a pass"
            return _REASONS[
                before if before < Precedence.ORDINARY and after < Precedence.LEFT_OVER else after
            ]
        if self.rule is RowOrder.NATURAL and other.call is _ONE_NOTRUMP and self._is_raise(chosen):
            return "it raises partner's suit"
        if self.rule is RowOrder.NATURAL and self._shares[chosen] < self._shares[other]:
            return SAYS_MORE
        return "it is written first"

    @cached_property
    def _tests(self) -> list[tuple[Candidate, Callable[[Hand], bool]]]:
        return [(row, row.condition.test()) for row in self.rows]

    # ------------------------------------------------------------ all hands

    @cached_property
    def order(self) -> tuple[Candidate, ...]:
        """Return the rows, the one that is chosen before all others in front."""
        if self.rule is RowOrder.FIRST:
            return tuple(sorted(self.rows, key=lambda row: row.is_forced))
        kinds, shares = self._kinds, self._shares
        return tuple(sorted(self.rows, key=lambda row: (kinds[row], shares[row])))

    @cached_property
    def standing(self) -> dict[Candidate, Formula]:
        """Return the hands that fit each row, and no row of its level with a better suit."""
        standing = {}
        for row, rivals in self._rivals.items():
            met = (other for other in rivals if row.most & other.most)
            beaten = [other.condition & self._better_suit(other, row) for other in met]
            standing[row] = (
                all_of((row.condition, *(~hands for hands in beaten))) if rivals else row.condition
            )
        return standing

    def hands(self, row: Candidate) -> Formula:
        """Return the hands that choose a row: those that fit it, without the hands of rows before it."""
        before = self.order[: self.order.index(row)]
        taken = any_of(self.standing[other] for other in before if row.most & other.most)
        return all_of((self.standing[row], ~taken))

    # ------------------------------------------------------------ two rows

    def is_by_suit(self, one: Candidate, other: Candidate) -> bool:
        """Return whether all hands that fit two rows choose by their suits."""
        if other not in self._rivals[one]:
            return False
        both = one.most & other.most
        below_game = PointTable.of_points((1 << _GAME_VALUES) - 1)
        return _level(one) == _level(other) or not both & below_game

    @cached_property
    def _shares(self) -> dict[Candidate, int]:
        """Return how many hands fit each row, of those with what the player has shown.

        1NT in response is for more than those that raise partner's suit: "1D - 2D  6-9, 4+ diamonds" beside
        "1NT  6-10".
        """
        shares = {row: self._share_of(row) for row in self.rows}
        raises = [share for row, share in shares.items() if self._is_raise(row)]
        for row in self.rows if raises else ():
            if row.call is _ONE_NOTRUMP:
                shares[row] = max(shares[row], max(raises) + 1)
        return shares

    def _is_raise(self, row: Candidate) -> bool:
        """Return whether a row raises the suit of partner's opening or overcall by one level."""
        bid, partner = row.call, self.context.partner_suit
        is_low = isinstance(bid, Bid) and bid.level == _SECOND and bid.strain.suit is partner
        return (
            is_low
            and partner is not None
            and not self.context.own_suits
            and promises(row.most, partner, _FOUR)
        )

    def _share_of(self, row: Candidate) -> int:
        return _share(all_of((self.context.own, row.condition)))

    # ------------------------------------------------------------ the better suit

    @cached_property
    def _suits(self) -> dict[Candidate, Suit | None]:
        """Return the new suit that each row shows, None if it shows two at once."""
        suits: dict[Candidate, Suit | None] = {}
        for row in self.rows:
            shows_two = self._kinds[row] in (Precedence.LEFT_OVER, Precedence.TWO_SUITS)
            suits[row] = None if shows_two or row.shown_suit in self._known_suits else row.shown_suit
        return suits

    def _suit(self, row: Candidate) -> Suit:
        suit = self._suits[row]
        assert suit is not None, "only rows that show a suit are compared by it"
        return suit

    @cached_property
    def _known_suits(self) -> frozenset[Suit]:
        partner = self.context.partner_suit
        return self.context.own_suits | ({partner} if partner else frozenset())

    @cached_property
    def _rivals(self) -> dict[Candidate, tuple[Candidate, ...]]:
        """Return for each row those that show another suit, on its level or with the values for game."""
        if self.rule is RowOrder.FIRST:
            return dict.fromkeys(self.rows, ())
        return {
            row: tuple(
                other
                for other in self.rows
                if None not in (self._suits[row], self._suits[other])
                and self._suits[row] != self._suits[other]
                and self._is_chosen_by_suit(row, other)
            )
            for row in self.rows
        }

    def _is_chosen_by_suit(self, one: Candidate, other: Candidate) -> bool:
        """Return whether players bid the better suit first: those of one level, or strong enough for both."""
        low, high = sorted((_level(one), _level(other)))
        is_response = self.context.partner_suit is not None and not self.context.own_suits
        return low == high or (is_response and high == _SECOND)

    def _has_better_suit(self, one: Candidate, other: Candidate, hand: Hand) -> bool:
        if _level(one) != _level(other) and hand.hcp < _GAME_VALUES:
            return False
        length, rival = (hand.shape[SUIT_ORDER.index(self._suit(row))] for row in (one, other))
        return length > rival or (length == rival and self._is_bid_first(one, other, length))

    def _better_suit(self, one: Candidate, other: Candidate) -> Formula:
        mine, yours = self._suit(one), self._suit(other)
        lengths = [n for n in range(1, FULL_HAND) if self._is_bid_first(one, other, n)]
        better = longer(mine, yours) | (longer(mine, yours, "=") & any_of(cards(n, n, mine) for n in lengths))
        return better if _level(one) == _level(other) else better & points(_GAME_VALUES, MAX_POINTS)

    def _is_bid_first(self, one: Candidate, other: Candidate, length: int) -> bool:
        """Return whether of two suits of the same length that of the first row is bid.

        From five cards on it is the higher, of shorter ones the lower; but an opening of two suits of four
        cards is the higher, unless these are the majors. On two levels it is that of the lower level, and
        opposite a double the major.
        """
        if _level(one) != _level(other):
            return _level(one) < _level(other)
        mine, yours = self._suit(one), self._suit(other)
        if self.context.partner_doubled and (mine in MAJORS) is not (yours in MAJORS):
            return mine in MAJORS
        is_higher = SUIT_ORDER.index(mine) < SUIT_ORDER.index(yours)
        if length == _FOUR and self.context.is_opening:
            return is_higher is not ({mine, yours} == set(MAJORS))
        return is_higher is (length >= _LONG)

    # ------------------------------------------------------------ kinds of calls

    @cached_property
    def _kinds(self) -> dict[Candidate, Precedence]:
        kinds = {row: self._kind(row) for row in self.rows}
        games = [row for row in self.rows if kinds[row] is Precedence.THREE_NOTRUMP]
        for row in self.rows if games and not self.context.partner_in_notrump else ():
            is_ordinary = kinds[row] is Precedence.ORDINARY
            if is_ordinary and self._is_about_points(row) and self._share_of(row) > self._share_of(games[0]):
                kinds[row] = Precedence.POINTS_ALONE
        return kinds

    def _kind(self, row: Candidate) -> Precedence:
        if row.is_forced:
            return Precedence.LEFT_OVER
        partner, call, most = self.context.partner_suit, row.call, row.most
        new_majors = frozenset(MAJORS) - self.context.own_suits
        if self.rule is RowOrder.FIRST or self.context.is_opening or call is PASS:
            return Precedence.ORDINARY
        if isinstance(call, Bid):
            if partner in MAJORS and promises(most, partner, _SUPPORT):
                return Precedence.SUPPORT
            least = _FOUR if self.context.is_overcall else _LONG
            if most and not most & _without_two_suits(self._known_suits, least):
                return Precedence.TWO_SUITS
            suit = row.shown_suit
            is_cheap = call.level == 1 or suit in self._majors_on_one_level
            is_major = suit is not None and suit in new_majors and (is_cheap or promises(most, suit, _LONG))
            if suit in self.context.own_suits and suit in MAJORS and call.strain.suit is suit:
                # A major that was shown before is bid again with six cards.
                is_major = promises(most, suit, _VERY_LONG)
            if is_major and not self._is_about_points(row):
                return Precedence.MAJOR
        if most and not most & _without_majors(new_majors):
            return Precedence.SOME_MAJOR
        is_partscore = isinstance(call, Bid) and not call.strain.suit and call.rank < THREE_NOTRUMP.rank
        # "2NT  15-18 hcp, balanced, a stopper"
        is_stopped = row.condition.has_honours and not most & ~semi_balanced().table()
        if self.context.is_overcall and is_partscore and is_stopped:
            return Precedence.NOTRUMP
        has_long = any(promises(most, suit, _LONG) for suit in SUIT_ORDER)
        is_last_resort = call is THREE_NOTRUMP and not has_long
        return Precedence.THREE_NOTRUMP if is_last_resort else Precedence.ORDINARY

    def _is_about_points(self, row: Candidate) -> bool:
        """Return True if a row says nothing but points of hands that have shown what the player has."""
        if is_about_points(row.condition):
            return True
        amounts = (n for n in range(MAX_POINTS + 1) if row.bounds.most & PointTable.of_points(1 << n))
        with_points = PointTable.of_points(sum(1 << n for n in amounts))
        return not _most(self.context.own) & with_points & ~row.bounds.least

    @cached_property
    def _majors_on_one_level(self) -> frozenset[Suit]:
        """Return the majors that a row bids on the one level: a jump in one of them shows no less."""
        bids = [row.call for row in self.rows if isinstance(row.call, Bid)]
        return frozenset(suit for bid in bids if bid.level == 1 and (suit := bid.strain.suit) in MAJORS)
