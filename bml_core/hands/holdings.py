"""The holdings of one suit by length and honours, and how many there are.

A *class* of holdings is a length with a set of the five honours; what small cards are with them does not
matter to any condition. A set of classes is one number: bit ``32 * length + honours`` stands for a class, and
bit i of ``honours`` for the i-th of ``HONOURS``.

Numbers of holdings or hands are *polynomials*: the coefficient of the n-th power counts those with n points.
A polynomial is one integer with forty bits to a coefficient, so that the product of the polynomials of
several suits is one multiplication each. Forty bits hold the number of all hands.
"""

from __future__ import annotations

from functools import cache
from math import comb

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import HONOURS, SUIT_ORDER, Leaf, Length, Tally
from bml_core.hands.tables import bits

SUBSETS = 1 << len(HONOURS)
SMALL_CARDS = FULL_HAND - len(HONOURS)
WIDTH = 40
COEFFICIENT = (1 << WIDTH) - 1

HELD = tuple(tuple(bits(subset)) for subset in range(SUBSETS))
"""For each set of honours the places of those held in ``HONOURS``."""
POINTS = tuple(sum((4, 3, 2, 1, 0)[i] for i in held) for held in HELD)
"""For each set of honours its points."""

_EVERY_LENGTH = sum(1 << SUBSETS * length for length in range(FULL_HAND + 1))
_EVERY_SUBSET = (1 << SUBSETS) - 1


def _of_length(length: int) -> int:
    possible = (n for n, held in enumerate(HELD) if 0 <= length - len(held) <= SMALL_CARDS)
    return sum(1 << subset for subset in possible) << SUBSETS * length


OF_LENGTH = tuple(_of_length(length) for length in range(FULL_HAND + 1))
"""For each length its classes."""
ALL_CLASSES = sum(OF_LENGTH)


def classes_of(leaf: Leaf, suit: int) -> int:
    """The classes that fit a condition on the length or the cards of one suit (0 spades to 3 clubs)."""
    if isinstance(leaf, Length):
        return sum(OF_LENGTH[leaf.low : leaf.high + 1])
    assert isinstance(leaf, Tally)
    subsets = (n for n in range(SUBSETS) if leaf.low <= worth_of(leaf, suit, n) <= leaf.high)
    return sum(1 << subset for subset in subsets) * _EVERY_LENGTH & ALL_CLASSES


def worth_of(leaf: Tally, suit: int, subset: int) -> int:
    """What honours of a suit add to a tally."""
    return sum(leaf.worth[suit][i] for i in HELD[subset])


def suit_of(leaf: Leaf) -> int | None:
    """The only suit that a condition on lengths or cards speaks of; None if it speaks of more or of none."""
    if isinstance(leaf, Length):
        return SUIT_ORDER.index(leaf.suit)
    if isinstance(leaf, Tally):
        suits = [n for n, values in enumerate(leaf.worth) if any(values)]
        return suits[0] if len(suits) == 1 else None
    return None


def subsets_of(classes: int, length: int) -> int:
    """The sets of honours, as bits, that classes have with this length."""
    return classes >> SUBSETS * length & _EVERY_SUBSET


@cache
def holdings(length: int, subset: int) -> int:
    """The polynomial of the holdings of one class.

    >>> holdings(6, 0b00011) >> WIDTH * 7
    70
    """
    return comb(SMALL_CARDS, length - len(HELD[subset])) << WIDTH * POINTS[subset]


@cache
def suit_polynomials() -> tuple[int, ...]:
    """For each length the polynomial of all holdings."""
    return tuple(
        sum(holdings(length, subset) for subset in bits(subsets_of(ALL_CLASSES, length)))
        for length in range(FULL_HAND + 1)
    )
