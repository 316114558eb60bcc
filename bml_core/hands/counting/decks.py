"""The cards that a hand is dealt from, and numbers of its hands by points, as polynomials.

A polynomial is packed into one integer: its n-th coefficient counts hands with n points. So the hands of two
suits are one multiplication, and the hands with some points are one mask.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb

from bml_core.bridge import FULL_HAND, Hand
from bml_core.hands.conditions import HONOURS, bits
from bml_core.hands.shapes import SHAPES


class Polynomials:
    """Polynomials with coefficients of a width in bits, which must hold the sum of all of them.

    >>> HANDS.total(HANDS.term(5, 0) + HANDS.term(7, 3))
    12
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self._coefficient = (1 << width) - 1
        #: Returns a mask of points as a mask of the coefficients.
        self.spread = lru_cache(maxsize=4096)(self._spread)

    def _spread(self, points: int) -> int:
        return sum(self.term(self._coefficient, n) for n in bits(points))

    def term(self, number: int, points: int) -> int:
        """Return the polynomial of this many hands with this many points."""
        return number << self.width * points

    def total(self, polynomial: int) -> int:
        """Return the sum of the coefficients."""
        return polynomial % self._coefficient

    def coefficient(self, polynomial: int, points: int) -> int:
        """Return how many hands have this many points."""
        return polynomial >> self.width * points & self._coefficient

    def coefficients(self, polynomial: int) -> Iterator[tuple[int, int]]:
        """Yield the points and the number of hands of each coefficient that is not 0.

        >>> list(HANDS.coefficients(HANDS.term(5, 0) + HANDS.term(7, 3)))
        [(0, 5), (3, 7)]
        """
        for points in range(self.most(polynomial) + 1):
            if number := self.coefficient(polynomial, points):
                yield points, number

    def most(self, polynomial: int) -> int:
        """Return the most points of a hand; -1 if there is no hand."""
        return (polynomial.bit_length() - 1) // self.width


HANDS = Polynomials(40)
"""Numbers of hands."""
PAIRS = Polynomials(80)
"""Numbers of pairs of hands, by the points of the second hand."""

SMALL_CARDS = FULL_HAND - len(HONOURS)
_POINTS = (4, 3, 2, 1, 0)

HELD = tuple(tuple(i for i in range(len(HONOURS)) if subset >> i & 1) for subset in range(1 << len(HONOURS)))
"""For each set of honours, as a mask with bit 0 for the ace, the places of its cards in ``HONOURS``."""
HELD_POINTS = tuple(sum(_POINTS[place] for place in held) for held in HELD)


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards from which a hand of thirteen is dealt.

    ``honours`` are masks for spades, hearts, diamonds and clubs, bit 0 the ace and bit 4 the ten; ``small``
    are the numbers of cards below the ten.

    >>> FULL_DECK.hands
    635013559600
    >>> FULL_DECK.without(Hand("AK843", "Q5", "KJ4", "982")).hands == comb(39, 13)
    True
    """

    honours: tuple[int, int, int, int]
    small: tuple[int, int, int, int]

    @property
    def hands(self) -> int:
        """Return the number of hands of thirteen cards."""
        return comb(sum(self.small) + sum(mask.bit_count() for mask in self.honours), FULL_HAND)

    def without(self, hand: Hand) -> Deck:
        """Return the deck without the cards of a hand; ``x`` is a card below the ten.

        Raises:
            ValueError: The hand has a card that the deck does not have.
        """
        left = map(_without, self.honours, self.small, hand.holdings)
        (s, a), (h, b), (d, c), (k, e) = left
        return Deck((s, h, d, k), (a, b, c, e))


FULL_DECK = Deck((31, 31, 31, 31), (SMALL_CARDS,) * 4)
"""All 52 cards."""


def _without(honours: int, small: int, holding: str) -> tuple[int, int]:
    for rank in holding:
        bit = 1 << HONOURS.index(rank) if rank in HONOURS else 0
        small -= not bit
        if small < 0 or (bit and not honours & bit) or (rank != "x" and holding.count(rank) > 1):
            raise ValueError(f"the deck does not have the card {rank}, or not as many of them")
        honours ^= bit
    return honours, small


@cache
def suit_polynomials(honours: int, small: int) -> tuple[int, ...]:
    """Return the polynomials of the holdings of a suit, for each length from 0 to 13."""
    by_size = [0] * (len(HONOURS) + 1)
    for subset, held in enumerate(HELD):
        if not subset & ~honours:
            by_size[len(held)] += HANDS.term(1, HELD_POINTS[subset])
    return tuple(
        sum(comb(small, length - size) * by_size[size] for size in range(min(length, len(HONOURS)) + 1))
        for length in range(FULL_HAND + 1)
    )


@lru_cache(maxsize=4)
def shape_polynomials(deck: Deck) -> tuple[int, ...]:
    """Return the polynomials of the hands of a deck, for each of ``SHAPES``."""
    spades, hearts, diamonds, clubs = map(suit_polynomials, deck.honours, deck.small)
    majors = [[s * h for h in hearts] for s in spades]
    minors = [[d * c for c in clubs] for d in diamonds]
    return tuple(majors[s][h] * minors[d][c] for s, h, d, c in SHAPES)


def most_points(deck: Deck) -> list[int]:
    """Return the most points of a hand, for each of ``SHAPES``; -1 if there is no such hand."""
    return list(map(HANDS.most, shape_polynomials(deck)))
