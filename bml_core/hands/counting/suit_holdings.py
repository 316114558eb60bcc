"""Holdings of one suit: the sets of its five honours, in one hand or in two, and its eight small cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import HONOURS

SMALL_CARDS = FULL_HAND - len(HONOURS)
_POINTS = (4, 3, 2, 1, 0)
_PLACES = range(3)

#: The cards of a suit in one hand, in the other, and in neither; the highest first.
Cards = tuple[str, str, str]

HELD = tuple(tuple(i for i in range(len(HONOURS)) if subset >> i & 1) for subset in range(1 << len(HONOURS)))
"""For each set of honours, as a mask with bit 0 for the ace, the places of its cards in ``HONOURS``."""
HELD_POINTS = tuple(sum(_POINTS[place] for place in held) for held in HELD)


@dataclass(frozen=True, slots=True)
class HonourLayout:
    """Where the honours of a suit lie: their cards, and the number, points and mask in each of two hands."""

    cards: Cards
    counts: tuple[int, int]
    points: tuple[int, int]
    masks: tuple[int, int]


@cache
def honour_layouts() -> tuple[HonourLayout, ...]:
    """Return every way in which the honours of a suit may lie in two hands.

    >>> len(honour_layouts()) == 3 ** 5
    True
    """
    return tuple(map(_honour_layout, product(_PLACES, repeat=len(HONOURS))))


def _honour_layout(places: tuple[int, ...]) -> HonourLayout:
    first, second, rest = (
        sum(1 << n for n, place in enumerate(places) if place == wanted) for wanted in _PLACES
    )
    return HonourLayout(
        (_names(first), _names(second), _names(rest)),
        (len(HELD[first]), len(HELD[second])),
        (HELD_POINTS[first], HELD_POINTS[second]),
        (first, second),
    )


def _names(honours: int) -> str:
    return "".join(HONOURS[place] for place in HELD[honours])


def small_ways(first: int, second: int) -> int:
    """Return in how many ways two hands may hold so many of the small cards.

    >>> small_ways(8, 0), small_ways(1, 1), small_ways(5, 4), small_ways(-1, 0)
    (1, 56, 0, 0)
    """
    if first < 0 or second < 0 or first + second > SMALL_CARDS:
        return 0
    return comb(SMALL_CARDS, first) * comb(SMALL_CARDS - first, second)
