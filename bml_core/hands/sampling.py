"""Draw hands and whole deals at random from all that fit, each as likely as the others.

One hand, or two hands of a deal, are drawn without a miss: all ways to deal them are counted, and a random
number chooses one. If more hands have conditions, the two with the rarest ones are dealt so, and the others
at random from the other cards, until they fit.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import compress, islice

from bml_core._package import check_argument
from bml_core.bridge import FULL_HAND, Deal, Hand, Seat
from bml_core.hands.conditions import ANY, Formula
from bml_core.hands.counting import HandPairs

__all__ = ["MOST_TRIES", "Deals", "RandomNumbers", "sample_deals", "sample_hands"]

MOST_TRIES = 100_000
"""The search ends after this many misses in a row."""

_FIRST_TRIES = 100
_EVERY_PLACE = (1 << FULL_HAND) - 1
#: Cards by suit.
_Suits = tuple[str, ...]


class RandomNumbers:
    """Random integers, the same ones for a seed on every machine and in every version.

    The bits are those of the Mersenne twister MT19937, as Python's ``random.Random(seed).getrandbits``
    returns them; a number below n is as many bits as n - 1 has, drawn again while they are n or more.

    Raises:
        TypeError: ``seed`` is not a whole number.
        ValueError: ``seed`` is negative.

    >>> numbers = RandomNumbers(seed=1)
    >>> [numbers.below(6) for _ in range(8)]
    [1, 4, 0, 2, 0, 3, 3, 3]
    """

    __slots__ = ("bits",)

    def __init__(self, seed: int) -> None:
        check_argument("seed", seed, int)
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


def sample_hands(condition: Formula, number: int, seed: int) -> Iterator[Hand]:
    """Yield this many hands that fit, or none if no hand fits.

    The same seed, 0 or more, gives the same hands everywhere, by :class:`RandomNumbers`.

    Raises:
        ValueError: The number or the seed is negative.

    >>> from bml_core.hands.conditions import points
    >>> [hand.hcp for hand in sample_hands(points(35, 37), 3, seed=1)]
    [35, 35, 35]
    """
    ways, numbers = HandPairs(condition), RandomNumbers(seed)
    return islice(_hands(ways, condition, numbers), number if ways.total else 0)


def _hands(ways: HandPairs, condition: Formula, numbers: RandomNumbers) -> Iterator[Hand]:
    tries = MOST_TRIES
    while tries:
        suits = ways.choose(numbers.below(ways.total))
        hand = Hand(*(cards[0] for cards in suits))
        tries = MOST_TRIES if ways.is_exact or condition.fits(hand) else tries - 1
        if tries == MOST_TRIES:
            yield hand


def sample_deals(conditions: Mapping[Seat, Formula], number: int, seed: int) -> Iterator[Deal]:
    """Yield this many deals in which each hand fits its condition; a seat without one may hold anything.

    There are fewer if such a deal is impossible, or too rare to be drawn; :class:`Deals` has the reason.

    Raises:
        ValueError: The number or the seed is negative.

    >>> from bml_core.hands.conditions import cards
    >>> (deal,) = sample_deals({Seat.NORTH: cards(7, 13, "S"), Seat.EAST: cards(6, 13, "S")}, 1, seed=1)
    >>> [deal.hand(seat).shape[0] for seat in Seat]
    [7, 6, 0, 0]
    """
    return islice(Deals(conditions).drawn(RandomNumbers(seed)), number)


class Deals:
    """The deals that fit conditions by seat; ``problem`` is why there are none, "" if there may be some.

    >>> from bml_core.hands.conditions import honours
    >>> ace = honours(1, 1, "A", "S")
    >>> Deals({Seat.NORTH: ace, Seat.SOUTH: ace}).problem
    'North and South cannot both hold what they show.'
    """

    def __init__(self, conditions: Mapping[Seat, Formula]) -> None:
        alone = {seat: HandPairs(asked) for seat, asked in conditions.items() if asked != ANY}
        rarest = sorted(alone, key=lambda seat: alone[seat].total)
        self._conditions = {seat: conditions[seat] for seat in alone}
        # If no hand fits one condition, there is no need to look at two of them.
        some = min(len(rarest), 2) if all(each.total for each in alone.values()) else 1
        self._dealt = tuple(rarest[:some]) or (Seat.NORTH,)
        asked = [conditions.get(seat, ANY) for seat in self._dealt]
        is_rare = [seat in alone and _is_rare(alone[seat], conditions[seat]) for seat in self._dealt]
        self._ways = HandPairs(*asked, exact=(is_rare[0], is_rare[-1]))
        if self._ways.total and not self._ways.is_exact and not self._fits_soon():
            # What is common alone may be rare or impossible opposite the other hand.
            self._ways = HandPairs(*asked)
        self.problem = "" if self._ways.total else _problem(self._dealt)

    def _fits_soon(self) -> bool:
        """Return whether one of the first deals has the single cards that both hands are asked for."""
        numbers = RandomNumbers(0)
        tests = [(seat, self._conditions[seat].test()) for seat in self._dealt if seat in self._conditions]
        tried = (self._hands(numbers) for _ in range(_FIRST_TRIES))
        return any(all(fits(hands[seat]) for seat, fits in tests) for hands in tried)

    def drawn(self, numbers: RandomNumbers) -> Iterator[Deal]:
        """Yield deals without end; none if there is a problem, and no more after too many misses."""
        unsure = [
            (seat, condition.test())
            for seat, condition in self._conditions.items()
            if seat not in self._dealt or not self._ways.is_exact
        ]
        tries = 0 if self.problem else MOST_TRIES
        while tries:
            hands = self._hands(numbers)
            tries -= 1
            if all(fits(hands[seat]) for seat, fits in unsure):
                tries = MOST_TRIES
                yield Deal(*(hands[seat] for seat in Seat))

    def _hands(self, numbers: RandomNumbers) -> dict[Seat, Hand]:
        suits = self._ways.choose(numbers.below(self._ways.total))
        hands = {seat: Hand(*(cards[place] for cards in suits)) for place, seat in enumerate(self._dealt)}
        rest = tuple(cards[2] for cards in suits)
        *others, last = (seat for seat in Seat if seat not in self._dealt)
        for seat in others:
            held, rest = _dealt_from(rest, numbers)
            hands[seat] = Hand(*held)
        hands[last] = Hand(*rest)
        return hands


def _is_rare(ways: HandPairs, condition: Formula) -> bool:
    """Return whether fewer than half of the hands that fit in points and lengths have the cards as well.

    Where most of them do, it is quicker to deal other hands for those that do not.
    """
    if not condition.has_honours:
        return True
    return 2 * ways.total < HandPairs(condition, exact=(False, False)).total


def _problem(seats: Iterable[Seat]) -> str:
    names = [seat.name.title() for seat in Seat if seat in seats]
    if len(names) == 1:
        return f"No hand is what {names[0]} shows."
    return f"{' and '.join(names)} cannot both hold what they show."


def _dealt_from(suits: _Suits, numbers: RandomNumbers) -> tuple[_Suits, _Suits]:
    """Return thirteen random cards of some, and the others."""
    size = sum(map(len, suits))
    chosen = numbers.bits(size)
    while chosen.bit_count() != FULL_HAND:
        chosen = numbers.bits(size)
    masks = []
    for suit in suits:
        masks.append(chosen & _EVERY_PLACE)
        chosen >>= len(suit)
    flags = _flags()
    held = tuple("".join(compress(suit, flags[mask])) for suit, mask in zip(suits, masks, strict=True))
    masks = [mask ^ _EVERY_PLACE for mask in masks]
    return held, tuple("".join(compress(suit, flags[mask])) for suit, mask in zip(suits, masks, strict=True))


@cache
def _flags() -> list[tuple[int, ...]]:
    """Return the bits of each number of thirteen bits, the lowest first."""
    return [tuple(number >> place & 1 for place in range(FULL_HAND)) for number in range(_EVERY_PLACE + 1)]
