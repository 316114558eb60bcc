"""The cards that a hand is dealt from: the whole pack, or what other hands have left of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb

from bml_core.bridge import FULL_HAND, Hand
from bml_core.hands.conditions import HONOURS
from bml_core.hands.shapes import SHAPES

WIDTH = 40
"""Bits of a coefficient in a polynomial of points; they hold the number of all hands."""

COEFFICIENT = (1 << WIDTH) - 1
"""The bits of the coefficient of the power 0."""

SMALL_CARDS = FULL_HAND - len(HONOURS)
HELD = tuple(tuple(i for i in range(len(HONOURS)) if subset >> i & 1) for subset in range(1 << len(HONOURS)))
"""For each set of honours, as a mask with bit 0 for the ace, the places of its cards in ``HONOURS``."""
HELD_POINTS = tuple(sum((4, 3, 2, 1, 0)[place] for place in held) for held in HELD)


@dataclass(frozen=True, slots=True)
class Pack:
    """Cards from which a hand of thirteen is dealt.

    For spades, hearts, diamonds and clubs ``honours`` are masks of those that are there, bit 0 the ace and
    bit 4 the ten, and ``small`` is how many cards below the ten.

    >>> WHOLE_PACK.hands
    635013559600
    >>> WHOLE_PACK.without(Hand("AK843", "Q5", "KJ4", "982")).hands == comb(39, 13)
    True
    """

    honours: tuple[int, int, int, int]
    small: tuple[int, int, int, int]

    @property
    def hands(self) -> int:
        """How many hands of thirteen cards there are."""
        return comb(sum(self.small) + sum(mask.bit_count() for mask in self.honours), FULL_HAND)

    def without(self, hand: Hand) -> Pack:
        """The pack when the cards of a hand are taken out; ``x`` is a card below the ten.

        Raises:
            ValueError: The hand has a card that is not there.
        """
        left = map(_without, self.honours, self.small, hand.holdings)
        (s, a), (h, b), (d, c), (k, e) = left
        return Pack((s, h, d, k), (a, b, c, e))


WHOLE_PACK = Pack((31, 31, 31, 31), (SMALL_CARDS,) * 4)
"""All 52 cards."""


def _without(honours: int, small: int, holding: str) -> tuple[int, int]:
    for rank in holding:
        bit = 1 << HONOURS.index(rank) if rank in HONOURS else 0
        small -= not bit
        if small < 0 or (bit and not honours & bit) or (rank != "x" and holding.count(rank) > 1):
            raise ValueError(f"the card {rank} is not there, or not so often")
        honours ^= bit
    return honours, small


@cache
def suit_polynomials(honours: int, small: int) -> tuple[int, ...]:
    """For each length of a suit from 0 to 13, how many holdings have so many points."""
    by_size = [0] * (len(HONOURS) + 1)
    for subset, held in enumerate(HELD):
        if not subset & ~honours:
            by_size[len(held)] += 1 << (WIDTH * HELD_POINTS[subset])
    return tuple(
        sum(comb(small, length - size) * by_size[size] for size in range(min(length, len(HONOURS)) + 1))
        for length in range(FULL_HAND + 1)
    )


@lru_cache(maxsize=4)
def shape_polynomials(pack: Pack) -> tuple[int, ...]:
    """For each of ``SHAPES`` how many hands have so many points, as one integer.

    The coefficient of the n-th power, ``WIDTH`` bits at ``n * WIDTH``, counts the hands with n points.
    """
    spades, hearts, diamonds, clubs = map(suit_polynomials, pack.honours, pack.small)
    majors = [[s * h for h in hearts] for s in spades]
    minors = [[d * c for c in clubs] for d in diamonds]
    return tuple(majors[s][h] * minors[d][c] for s, h, d, c in SHAPES)


def coefficients(polynomial: int) -> Iterator[tuple[int, int]]:
    """The points and the number of hands of each coefficient that is not 0.

    >>> list(coefficients(5 + (7 << 3 * WIDTH)))
    [(0, 5), (3, 7)]
    """
    points = 0
    while polynomial:
        if number := polynomial & COEFFICIENT:
            yield points, number
        polynomial >>= WIDTH
        points += 1


def most_points(pack: Pack) -> list[int]:
    """For each of ``SHAPES`` the most points of a hand; -1 where there is no such hand."""
    return [
        (polynomial.bit_length() - 1) // WIDTH if polynomial else -1 for polynomial in shape_polynomials(pack)
    ]
