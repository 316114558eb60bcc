"""How many hands fit a condition, to the last hand.

Points and shape decide most conditions: their table is counted. Where single cards decide, the hands of a
shape are divided by the answers to the questions about them; see ``question_counts``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import Condition
from bml_core.hands.holdings import COEFFICIENT, WIDTH, suit_polynomials
from bml_core.hands.question_counts import Row, count_unsure
from bml_core.hands.card_questions import bounds_of, with_questions
from bml_core.hands.shapes import SHAPES
from bml_core.hands.tables import EMPTY_TABLE, FULL_TABLE, PointTable, bits

TOTAL = 635_013_559_600
"""All hands of thirteen cards."""


def count(condition: Condition) -> int:
    """The number of the 635,013,559,600 hands that fit.

    >>> from bml_core.hands.conditions import balanced, keycards, points
    >>> f"{count(points(15, 17) & balanced()):,}"
    '30,897,212,184'
    >>> f"{count(keycards(5, 5, 'S')):,}"
    '314,457,495'
    """
    return partition([condition])[0]


def same_hands(one: Condition, other: Condition) -> bool:
    """Whether two conditions mean the same: each hand fits both or neither.

    >>> from bml_core.hands.conditions import honours
    >>> same_hands(honours(2, 2, "AK", "S"), honours(1, 1, "A", "S") & honours(1, 1, "K", "S"))
    True
    """
    if one.has_honours or other.has_honours:
        return count((one & ~other) | (other & ~one)) == 0
    return one == other


def partition(conditions: Sequence[Condition]) -> tuple[int, ...]:
    """How many hands go to each condition, if the first that fits wins; at the end, how many fit none.

    >>> from bml_core.hands.conditions import balanced, points
    >>> sum(partition([points(15, 17) & balanced(), points(12, 37)])) == TOTAL
    True
    """
    left, unsure = FULL_TABLE, EMPTY_TABLE
    rows, certain = [], []
    for condition in map(with_questions, conditions):
        bounds = bounds_of(condition)
        row = Row(condition, bounds.perhaps & left, bounds.perhaps & ~bounds.surely & left)
        rows.append(row)
        certain.append(bounds.surely & left)
        unsure |= row.unsure
        left &= ~bounds.surely
    found = count_unsure(rows, unsure) if unsure else [{}] * len(rows)
    counts = [
        count_table(table & ~unsure) + sum(_chosen(polynomial, points) for points, polynomial in more.items())
        for table, more in zip(certain, found, strict=True)
    ]
    return (*counts, TOTAL - sum(counts))


def count_table(table: PointTable) -> int:
    """The number of hands whose shape and points are in a table."""
    found: dict[int, int] = {}
    for points, polynomial in zip(table.points_by_shape(), shape_polynomials(), strict=True):
        if points:
            found[points] = found.get(points, 0) + polynomial
    return sum(_chosen(polynomial, points) for points, polynomial in found.items())


def hands_with(shape_number: int, points: int) -> int:
    """The number of hands of shape ``SHAPES[shape_number]`` with so many points.

    >>> hands_with(SHAPES.index((13, 0, 0, 0)), 10)
    1
    """
    return shape_polynomials()[shape_number] >> (WIDTH * points) & COEFFICIENT


@cache
def shape_polynomials() -> tuple[int, ...]:
    """For each of ``SHAPES`` the polynomial of its hands: forty bits to each number of points."""
    suit = suit_polynomials()
    pairs = [[suit[a] * suit[b] for b in range(FULL_HAND + 1)] for a in range(FULL_HAND + 1)]
    return tuple(pairs[s][h] * pairs[d][c] for s, h, d, c in SHAPES)


def _chosen(polynomial: int, points: int) -> int:
    """The sum of the coefficients that a mask of points chooses."""
    # Modulo a number that is all ones, a number is the sum of its digits.
    return (polynomial & _spread(points)) % COEFFICIENT


@cache
def _spread(points: int) -> int:
    return sum(COEFFICIENT << (WIDTH * n) for n in bits(points))
