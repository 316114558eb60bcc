"""The cards that a hand is dealt from: the full deck, or what other hands have left of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb

from bml_core.bridge import FULL_HAND, Hand
from bml_core.hands.conditions import HONOURS
from bml_core.hands.counting.polynomials import HANDS
from bml_core.hands.counting.suit_holdings import HELD, HELD_POINTS, SMALL_CARDS
from bml_core.hands.shapes import SHAPES


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
            ValueError: The hand has a card that is not there.
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
            raise ValueError(f"the card {rank} is not there, or not so often")
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
