"""Numbers of hands that fit formulas, to the last hand."""

from __future__ import annotations

from collections.abc import Sequence

from bml_core.hands.conditions import Formula
from bml_core.hands.counting.decks import FULL_DECK
from bml_core.hands.counting.partitions import Partition

TOTAL = FULL_DECK.hands
"""All hands of thirteen cards: 635,013,559,600."""


def count(formula: Formula) -> int:
    """Return how many of the 635,013,559,600 hands fit.

    Raises:
        TooManyStatesError: It asks for single cards in too many ways.

    >>> from bml_core.hands.conditions import balanced, keycards, points
    >>> f"{count(points(15, 17) & balanced()):,}"
    '30,897,212,184'
    >>> f"{count(keycards(5, 5, 'S')):,}"
    '314,457,495'
    """
    return partition([formula])[0]


def partition(formulas: Sequence[Formula]) -> tuple[int, ...]:
    """Return how many hands fit each formula and none before it; at the end, how many fit none.

    Raises:
        TooManyStatesError: They ask for single cards in too many ways.

    >>> from bml_core.hands.conditions import balanced, points
    >>> sum(partition([points(15, 17) & balanced(), points(12, 37)])) == TOTAL
    True
    """
    counts = [0] * (len(formulas) + 1)
    for cell, hands in Partition(formulas).counts().items():
        first = (cell & -cell).bit_length() - 1
        # If no formula fits, the place is -1: the end.
        counts[first] += hands
    return tuple(counts)


def same_hands(one: Formula, other: Formula) -> bool:
    """Return whether two formulas mean the same: each hand fits both or neither.

    Raises:
        TooManyStatesError: They ask for single cards in too many ways.

    >>> from bml_core.hands.conditions import honours
    >>> same_hands(honours(2, 2, "AK", "S"), honours(1, 1, "A", "S") & honours(1, 1, "K", "S"))
    True
    """
    if one.has_honours or other.has_honours:
        return not {0b01, 0b10} & Partition([one, other]).counts().keys()
    return one == other
