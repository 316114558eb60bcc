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
from bml_core.hands.conditions import HONOURS, MAX_POINTS, bits
from bml_core.hands.shapes import SHAPES


class Polynomials:
    """Polynomials with coefficients of a width in bits, whole bytes, which must hold the sum of all of them.

    >>> HANDS.total(HANDS.term(5, 0) + HANDS.term(7, 3))
    12
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self._coefficient = (1 << width) - 1
        self._size = width // 8
        #: Returns a mask of points as a mask of the coefficients.
        self.spread = lru_cache(maxsize=4096)(self._spread)
        self._mirrored = lru_cache(maxsize=4096)(self._mirror)

    def _spread(self, points: int) -> int:
        return sum(self.term(self._coefficient, n) for n in bits(points))

    def _mirror(self, points: int) -> int:
        return sum(self.term(1, MAX_POINTS - n) for n in bits(points))

    def term(self, number: int, points: int) -> int:
        """Return the polynomial of this many hands with this many points."""
        return number << self.width * points

    def total(self, polynomial: int) -> int:
        """Return the sum of the coefficients."""
        return polynomial % self._coefficient

    def packed(self, polynomial: int) -> bytes:
        """Return the coefficients side by side, where :meth:`coefficient` finds them soon."""
        return polynomial.to_bytes((self.most(polynomial) + 1) * self._size, "little")

    def coefficient(self, packed: bytes, points: int) -> int:
        """Return how many hands of a packed polynomial have this many points.

        >>> HANDS.coefficient(HANDS.packed(HANDS.term(7, 3)), 3)
        7
        """
        at = self._size * points
        return int.from_bytes(packed[at : at + self._size], "little")

    def coefficients(self, polynomial: int) -> Iterator[tuple[int, int]]:
        """Yield the points and the number of hands of each coefficient that is not 0.

        >>> list(HANDS.coefficients(HANDS.term(5, 0) + HANDS.term(7, 3)))
        [(0, 5), (3, 7)]
        """
        return ((points, number) for points, number in enumerate(self._unpacked(polynomial)) if number)

    def _unpacked(self, polynomial: int) -> list[int]:
        packed, size = self.packed(polynomial), self._size
        return [int.from_bytes(packed[at : at + size], "little") for at in range(0, len(packed), size)]

    def completing(self, polynomial: int, points: int, most: int) -> list[int]:
        """Return how many hands come to one of some points, with 0 to ``most`` points that are there already.

        >>> HANDS.completing(HANDS.term(5, 0) + HANDS.term(7, 3), 0b11000, most=4)
        [7, 7, 0, 5, 5]
        """
        # Every coefficient is moved by each of the points: one multiplication does it for all of them.
        moved = polynomial * self._mirrored(points) >> self.width * (MAX_POINTS - most)
        wanted = (most + 1) * self._size
        packed = (moved & (1 << 8 * wanted) - 1).to_bytes(wanted, "little")
        return [self.coefficient(packed, held) for held in range(most, -1, -1)]

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
