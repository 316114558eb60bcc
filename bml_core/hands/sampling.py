"""Draw hands and whole deals at random from all that fit, each as likely as the others.

One hand, or two hands of a deal, are drawn without a miss: all ways to deal them are counted, and a random
number chooses one. If more hands have conditions, the two with the rarest ones are dealt so, and the others
at random from the other cards, until they fit.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice

from bml_core.bridge import FULL_HAND, RANKS, Deal, Hand, Seat
from bml_core.hands.conditions import ANY, SUIT_ORDER, Formula
from bml_core.hands.counting import PACK, HandPairs
from bml_core.hands.shapes import SHAPE_NUMBERS

__all__ = ["MOST_TRIES", "Deals", "RandomNumbers", "sample_deals", "sample_hands"]

MOST_TRIES = 100_000
"""The search ends after this many misses in a row."""

_FIRST_TRIES, _ENOUGH = 100, 75
_SEATS = tuple(Seat)
_SUIT, _WHOLE_PACK = (1 << FULL_HAND) - 1, (1 << PACK) - 1

#: Partners hold the same for many auctions of a system.
_pairs = lru_cache(maxsize=64)(HandPairs)


class RandomNumbers:
    """Random integers, the same ones for a seed on every machine and in every version.

    The bits are those of the Mersenne twister MT19937, as Python's ``random.Random(seed).getrandbits``
    returns them; a number below n is as many bits as n - 1 has, drawn again while they are n or more.

    Raises:
        ValueError: ``seed`` is negative.

    >>> numbers = RandomNumbers(seed=1)
    >>> [numbers.below(6) for _ in range(8)]
    [1, 4, 0, 2, 0, 3, 3, 3]
    """

    __slots__ = ("bits",)

    def __init__(self, seed: int) -> None:
        if seed < 0:
            raise ValueError(f"seed must be 0 or more, not {seed}")
        #: Returns this many random bits, as a number.
        self.bits = random.Random(seed).getrandbits

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit`` - 1, each as likely as the others."""
        size = (limit - 1).bit_length()
        number = self.bits(size)
        while number >= limit:
            number = self.bits(size)
        return number


def sample_hands(condition: Formula, number: int, seed: int, most_tries: int = MOST_TRIES) -> Iterator[Hand]:
    """Yield this many hands that fit, or none if no hand fits; the search ends after ``most_tries`` misses.

    The same seed, 0 or more, gives the same hands everywhere, by :class:`RandomNumbers`.

    Raises:
        ValueError: The number or the seed is negative.

    >>> from bml_core.hands.conditions import points
    >>> [hand.hcp for hand in sample_hands(points(35, 37), 3, seed=1)]
    [35, 35, 35]
    """
    ways, numbers = _pairs(condition), RandomNumbers(seed)
    return islice(_hands(ways, condition, numbers, most_tries), number if ways.total else 0)


def _hands(ways: HandPairs, condition: Formula, numbers: RandomNumbers, most_tries: int) -> Iterator[Hand]:
    tries, fits = most_tries, condition.test()
    while tries:
        hand = _hand(ways.choose(numbers.below(ways.total))[0])
        tries = most_tries if ways.is_exact or fits(hand) else tries - 1
        if tries == most_tries:
            yield hand


def sample_deals(
    conditions: Mapping[Seat, Formula], number: int, seed: int, most_tries: int = -1
) -> Iterator[Deal]:
    """Yield this many deals in which each hand fits its condition; a seat without one may hold anything.

    There are fewer if such a deal is impossible, or too rare to be drawn, ``most_tries`` times in all if that
    is given; :class:`Deals` has the reason.

    Raises:
        ValueError: The number or the seed is negative.

    >>> from bml_core.hands.conditions import cards
    >>> (deal,) = sample_deals({Seat.NORTH: cards(7, 13, "S"), Seat.EAST: cards(6, 13, "S")}, 1, seed=1)
    >>> [deal.hand(seat).shape[0] for seat in Seat]
    [7, 6, 0, 0]
    """
    return islice(Deals(conditions).drawn(RandomNumbers(seed), most_tries), number)


class Deals:
    """The deals that fit conditions by seat; ``problem`` is why there are none, "" if there may be some.

    >>> from bml_core.hands.conditions import honours
    >>> ace = honours(1, 1, "A", "S")
    >>> Deals({Seat.NORTH: ace, Seat.SOUTH: ace}).problem
    'North and South cannot both hold what they show.'
    """

    def __init__(self, conditions: Mapping[Seat, Formula]) -> None:
        alone = {seat: _pairs(asked) for seat, asked in conditions.items() if asked != ANY}
        rarest = sorted(alone, key=lambda seat: alone[seat].total)
        # If no hand fits one condition, there is no need to look at two of them.
        some = min(len(rarest), 2) if all(each.total for each in alone.values()) else 1
        dealt = tuple(rarest[:some]) or (Seat.NORTH,)
        asked = [(conditions[seat], alone[seat]) for seat in dealt if seat in alone]
        self._ways = _counted(asked) if asked else _pairs(ANY)
        self.problem = "" if self._ways.total else _problem(dealt)
        self._dealt = len(dealt)
        seats = (*dealt, *(seat for seat in Seat if seat not in dealt))
        self._places = [seats.index(seat) for seat in Seat]
        others = [seat for seat in alone if seat not in dealt]
        self._looks = [(seats.index(seat), _look(conditions[seat])) for seat in others]
        unsure = [seat for seat in others if conditions[seat].has_honours]
        unsure += [] if self._ways.is_exact else [seat for seat in dealt if seat in alone]
        self._tests = [(_SEATS.index(seat), conditions[seat].test()) for seat in unsure]

    def drawn(self, numbers: RandomNumbers, most_tries: int = -1) -> Iterator[Deal]:
        """Yield deals without end; none if there is a problem, and no more after too many misses or tries."""
        tries = 0 if self.problem else MOST_TRIES
        while tries and most_tries:
            tries, most_tries = tries - 1, most_tries - 1
            cards = self._cards(numbers)
            # Most misses are seen before there are hands.
            if all(may_fit(cards[number]) for number, may_fit in self._looks):
                hands = [_hand(cards[number]) for number in self._places]
                if all(fits(hands[place]) for place, fits in self._tests):
                    tries = MOST_TRIES
                    yield Deal(*hands)

    def _cards(self, numbers: RandomNumbers) -> list[int]:
        """Return the cards of four hands, those with the rarest conditions first."""
        cards = list(self._ways.choose(numbers.below(self._ways.total))[: self._dealt])
        rest = _WHOLE_PACK ^ sum(cards)
        while len(cards) < len(_SEATS) - 1:
            cards.append(_thirteen(rest, numbers))
            rest ^= cards[-1]
        return [*cards, rest]


def _counted(asked: Sequence[tuple[Formula, HandPairs]]) -> HandPairs:
    """Return the ways to deal one hand or two, by their conditions and the ways to deal each of them alone.

    Single cards are counted for a hand that would often miss. To count them takes longer than to deal again,
    where most hands have the cards that are asked for.
    """
    conditions = [condition for condition, _ in asked]
    exact = [_is_rare(condition, alone) for condition, alone in asked]
    while True:
        ways = _pairs(*conditions, exact=(exact[0], exact[-1]))
        uncounted = [n for n, (_, alone) in enumerate(asked) if alone.is_exact and not exact[n]]
        if ways.is_exact or not ways.total:
            return ways
        missing = [number for number in uncounted if _misses_often(ways, number, conditions[number])]
        if not missing:
            return ways
        for number in missing:
            exact[number] = True


def _is_rare(condition: Formula, alone: HandPairs) -> bool:
    """Return whether fewer than half of the hands that fit in points and lengths have the cards as well."""
    if not condition.has_honours or not alone.is_exact:
        return False
    return 2 * alone.total < _pairs(condition, exact=(False, False)).total


def _misses_often(ways: HandPairs, number: int, condition: Formula) -> bool:
    """Return whether many of the first hands do not fit: common ones may be rare opposite another hand."""
    numbers, fits = RandomNumbers(0), condition.test()
    drawn = (ways.choose(numbers.below(ways.total))[number] for _ in range(_FIRST_TRIES))
    return sum(fits(_hand(cards)) for cards in drawn) < _ENOUGH


def _problem(seats: Iterable[Seat]) -> str:
    names = [seat.name.title() for seat in Seat if seat in seats]
    if len(names) == 1:
        return f"No hand is what {names[0]} shows."
    return f"{' and '.join(names)} cannot both hold what they show."


def _thirteen(cards: int, numbers: RandomNumbers) -> int:
    """Return thirteen random cards of some."""
    chosen = numbers.bits(PACK) & cards
    while chosen.bit_count() != FULL_HAND:
        chosen = numbers.bits(PACK) & cards
    return chosen


def _look(condition: Formula) -> Callable[[int], bool]:
    """Return whether the points of a hand may fit its shape, which is seen sooner from its cards."""
    most = condition.bounds().most.points_by_shape()
    spades, hearts, diamonds, clubs = (_SUIT << FULL_HAND * suit for suit in range(len(SUIT_ORDER)))
    ace = sum(1 << FULL_HAND * suit for suit in range(len(SUIT_ORDER)))
    aces, kings, queens, jacks = (ace << place for place in range(len("AKQJ")))

    def may_fit(cards: int) -> bool:
        shape = (
            (cards & spades).bit_count(),
            (cards & hearts).bit_count(),
            (cards & diamonds).bit_count(),
            (cards & clubs).bit_count(),
        )
        points = (
            4 * (cards & aces).bit_count()
            + 3 * (cards & kings).bit_count()
            + 2 * (cards & queens).bit_count()
            + (cards & jacks).bit_count()
        )
        return bool(most[SHAPE_NUMBERS[shape]] >> points & 1)

    return may_fit


def _hand(cards: int) -> Hand:
    """Return the hand with these cards, a bit for each place in the pack."""
    names = _names()
    return Hand(
        names[cards & _SUIT],
        names[cards >> FULL_HAND & _SUIT],
        names[cards >> 2 * FULL_HAND & _SUIT],
        names[cards >> 3 * FULL_HAND],
    )


@cache
def _names() -> tuple[str, ...]:
    """Return the ranks of each set of cards of a suit, the highest first."""
    names = [""]
    # A set with a lower card is one of the sets before it, and this card.
    for rank in RANKS:
        names += [held + rank for held in names]
    return tuple(names)
