"""Hands divided into majors and minors, as a small table for each formula.

A *half* is the lengths of two suits and the state of their tests of single cards. Halves of the majors are of
one class if with every half of the minors the same points fit, and the other way round. So a formula is a
table: for a class of majors and a class of minors, it has the points that fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import Formula
from bml_core.hands.counting.card_tests import CardTests, Contributions
from bml_core.hands.counting.choices import Kept
from bml_core.hands.counting.formula_trees import Tree, take_apart
from bml_core.hands.shapes import SHAPE_NUMBERS

_MAJORS, _MINORS = (0, 1), (2, 3)
#: If more halves go together, single cards are not tested.
_MOST = 100_000

#: Lengths of two suits, and the state of their tests.
Half = tuple[int, int, int]
#: An entry of a table for a half of the majors and one of the minors; 0 if no hand has both.
_Entry = Callable[[Half, Half], int]


@dataclass(frozen=True, slots=True)
class Division:
    """The classes of halves, and for each class of majors those of minors with their entries.

    An entry is a mask of points, or for groups of shapes the number of the group, counted from 1.
    ``contributions`` are those of the four suits to the tests; None for a suit without any.
    """

    majors: dict[Half, int]
    minors: dict[Half, int]
    entries: tuple[tuple[tuple[int, int], ...], ...]
    contributions: tuple[Contributions | None, ...] = (None,) * 4
    #: False if hands count as well that do not fit because of single cards.
    is_exact: bool = True


NO_HAND = Division({(0, 0, 0): 0}, {(0, 0, 0): 0}, (((0, 1),),))
"""The division of a hand without cards."""


def divide_formula(formula: Formula, *, exact: bool = True) -> Division:
    """Return the division of the hands that fit a formula.

    If it is not exact, no card is tested, and every hand counts that would fit with the right cards.

    >>> from bml_core.hands.conditions import balanced, points
    >>> division = divide_formula(balanced() & points(15, 17))
    >>> sorted(half[:2] for half in division.majors if half[0] == 5)
    [(5, 2), (5, 3)]
    """
    (tree,), free, parts = take_apart([formula])
    tests = CardTests(parts if exact else [])
    majors, minors = _halves(tests, _MAJORS), _halves(tests, _MINORS)
    if sum(len(some) * len(others) for some, others in zip(majors, reversed(minors), strict=True)) > _MOST:
        return divide_formula(formula, exact=False)
    fitting = _fitting_points(tree, free, tests, exact=exact)
    return _division(majors, minors, fitting, tests.contributions, is_exact=exact or not parts)


def divide_shapes(groups: Sequence[Iterable[int]]) -> Division:
    """Return the division of the hands of groups of shapes, which are numbers in ``SHAPES``."""
    numbers = {shape: number for number, group in enumerate(groups, 1) for shape in group}
    majors, minors = _halves(CardTests([]), _MAJORS), _halves(CardTests([]), _MINORS)
    return _division(majors, minors, lambda some, others: numbers.get(_shape_number(some, others), 0))


def _division(
    majors: list[list[Half]],
    minors: list[list[Half]],
    entry: _Entry,
    contributions: tuple[Contributions | None, ...] = (None,) * 4,
    *,
    is_exact: bool = True,
) -> Division:
    rows: dict[Half, tuple[int, ...]] = {}
    columns: dict[Half, tuple[int, ...]] = {}
    for some, others in zip(majors, reversed(minors), strict=True):
        rows.update((half, tuple(entry(half, other) for other in others)) for half in some)
        columns.update(zip(others, zip(*(rows[half] for half in some), strict=True), strict=True))
    major_classes, minor_classes = _classes(rows), _classes(columns)
    entries: dict[int, dict[int, int]] = {}
    for half, number in major_classes.items():
        if number not in entries:
            beside = zip(minors[FULL_HAND - half[0] - half[1]], rows[half], strict=True)
            entries[number] = {minor_classes[other]: value for other, value in beside if value}
    table = tuple(tuple(some.items()) for some in entries.values())
    return Division(major_classes, minor_classes, table, contributions, is_exact)


def _fitting_points(tree: Tree, free: Sequence[Formula], tests: CardTests, *, exact: bool) -> _Entry:
    """Return a function of the points that fit two halves; if not exact, with some results of the tests."""
    tables = [part.table().points_by_shape() for part in free]
    known = Kept[int, dict[int, bool]](lambda state: dict(enumerate(tests.results(state))))

    def points(majors: Half, minors: Half) -> int:
        number = _shape_number(majors, minors)
        masks = [table[number] for table in tables]
        return tree.points(masks, known[majors[2] + minors[2]]) if exact else tree.bounds(masks, {})[1]

    return points


def _shape_number(majors: Half, minors: Half) -> int:
    return SHAPE_NUMBERS[majors[0], majors[1], minors[0], minors[1]]


def _halves(tests: CardTests, suits: tuple[int, int]) -> list[list[Half]]:
    """Return the halves of two suits, by the number of their cards."""
    first, second = (_states(tests.contributions[suit]) for suit in suits)
    halves: list[list[Half]] = [[] for _ in range(FULL_HAND + 1)]
    for a in range(FULL_HAND + 1):
        for b in range(FULL_HAND + 1 - a):
            states = dict.fromkeys(one + other for one in first[a] for other in second[b])
            halves[a + b] += ((a, b, state) for state in states)
    return halves


def _states(contributions: Contributions | None) -> list[list[int]]:
    """Return the possible contributions of a suit, for each length."""
    if contributions is None:
        return [[0]] * (FULL_HAND + 1)
    return [list(dict.fromkeys(numbers)) for numbers in contributions]


def _classes(entries: dict[Half, tuple[int, ...]]) -> dict[Half, int]:
    """Return numbers for halves, the same one for those with equal entries that are not all 0."""
    numbers: dict[tuple[int, tuple[int, ...]], int] = {}
    return {
        half: numbers.setdefault((half[0] + half[1], values), len(numbers))
        for half, values in entries.items()
        if any(values)
    }
