"""How many hands fit a condition, to the last hand."""

from __future__ import annotations

from collections.abc import Sequence

from bml_core.hands.conditions import Formula
from bml_core.hands.counting.cells import Cells
from bml_core.hands.counting.packs import WHOLE_PACK, shape_polynomials
from bml_core.hands.counting.polynomials import HANDS

TOTAL = WHOLE_PACK.hands
"""All hands of thirteen cards: 635,013,559,600."""


def count(condition: Formula) -> int:
    """The number of the 635,013,559,600 hands that fit.

    Raises:
        TooManyStatesError: It asks for single cards in too many ways.

    >>> from bml_core.hands.conditions import balanced, keycards, points
    >>> f"{count(points(15, 17) & balanced()):,}"
    '30,897,212,184'
    >>> f"{count(keycards(5, 5, 'S')):,}"
    '314,457,495'
    """
    return partition([condition])[0]


def partition(conditions: Sequence[Formula]) -> tuple[int, ...]:
    """How many hands go to each condition, if the first that fits wins; at the end, how many fit none.

    Raises:
        TooManyStatesError: They ask for single cards in too many ways.

    >>> from bml_core.hands.conditions import balanced, points
    >>> sum(partition([points(15, 17) & balanced(), points(12, 37)])) == TOTAL
    True
    """
    counts = [0] * (len(conditions) + 1)
    for fitting, hands in Cells(conditions).counts().items():
        first = (fitting & -fitting).bit_length() - 1
        # Of no condition that fits, the place is -1: the end.
        counts[first] += hands
    return tuple(counts)


def same_hands(one: Formula, other: Formula) -> bool:
    """Whether two conditions mean the same: each hand fits both or neither.

    Raises:
        TooManyStatesError: They ask for single cards in too many ways.

    >>> from bml_core.hands.conditions import honours
    >>> same_hands(honours(2, 2, "AK", "S"), honours(1, 1, "A", "S") & honours(1, 1, "K", "S"))
    True
    """
    if one.has_honours or other.has_honours:
        return not {0b01, 0b10} & Cells([one, other]).counts().keys()
    return one == other


def hands_with(shape_number: int, points: int) -> int:
    """The number of hands of shape ``SHAPES[shape_number]`` with so many points.

    >>> from bml_core.hands.shapes import SHAPES
    >>> hands_with(SHAPES.index((13, 0, 0, 0)), 10)
    1
    """
    return HANDS.coefficient(shape_polynomials(WHOLE_PACK)[shape_number], points)
