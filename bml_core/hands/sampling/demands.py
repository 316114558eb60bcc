"""What a condition demands of a hand, divided between the majors and the minors.

A *half* is the lengths of two suits and what they say to the questions on single cards. Halves of the majors
to which every half of the minors answers with the same points are of one class, and the other way round. So a
condition is a small table: a class of majors and a class of minors have the points that fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import Formula
from bml_core.hands.counting.questions import Questions, Saying
from bml_core.hands.counting.trees import Tree, prepared
from bml_core.hands.sampling.choosing import Kept
from bml_core.hands.shapes import SHAPE_NUMBERS

MAJORS, MINORS = (0, 1), (2, 3)
#: If more halves go together, no question is asked.
_MOST = 100_000

#: Lengths of two suits, and what they say together.
Half = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Demand:
    """The classes of the halves, and for each class of majors those of minors with a mask of points.

    ``sayings`` are what the four suits add to the questions; None for a suit that says nothing.
    """

    majors: dict[Half, int]
    minors: dict[Half, int]
    points: tuple[tuple[tuple[int, int], ...], ...]
    sayings: tuple[Saying | None, ...] = (None,) * 4
    is_exact: bool = True


#: The demand of a hand that has no cards.
NOBODY = Demand({(0, 0, 0): 0}, {(0, 0, 0): 0}, (((0, 1),),))


def demand_of(condition: Formula, *, exact: bool = True) -> Demand:
    """The demand of a condition; halves that fit no hand are left out.

    If it is not to be exact, no question is asked: every hand counts that fits if its cards are right.

    >>> from bml_core.hands.conditions import balanced, points
    >>> demand = demand_of(balanced() & points(15, 17))
    >>> sorted(half[:2] for half in demand.majors if half[0] == 5)
    [(5, 2), (5, 3)]
    """
    (tree,), free, asked = prepared([condition])
    questions = Questions(asked if exact else [])
    majors, minors = _halves(questions, MAJORS), _halves(questions, MINORS)
    if sum(len(some) * len(others) for some, others in zip(majors, reversed(minors), strict=True)) > _MOST:
        return demand_of(condition, exact=False)
    points = _points(tree, free, questions, exact=exact)
    rows = {half: tuple(points(half, other) for other in _beside(half, minors)) for half in _all(majors)}
    columns: dict[Half, tuple[int, ...]] = {}
    for some, others in zip(majors, reversed(minors), strict=True):
        columns.update(zip(others, zip(*(rows[half] for half in some), strict=True), strict=True))
    major_classes, minor_classes = _classes(rows), _classes(columns)
    found: dict[int, dict[int, int]] = {}
    for half, number in major_classes.items():
        if number not in found:
            answers = zip(_beside(half, minors), rows[half], strict=True)
            found[number] = {minor_classes[other]: mask for other, mask in answers if mask}
    return Demand(
        major_classes,
        minor_classes,
        tuple(tuple(some.items()) for some in found.values()),
        questions.sayings,
        exact or not asked,
    )


def _points(
    tree: Tree, free: Sequence[Formula], questions: Questions, *, exact: bool
) -> Callable[[Half, Half], int]:
    """Of a half of majors and one of minors the points that fit; if not exact, with some answers at least."""
    tables = [part.table().points_by_shape() for part in free]
    known = Kept[int, dict[int, bool]](lambda state: dict(enumerate(questions.answers(state))))

    def points(majors: Half, minors: Half) -> int:
        number = SHAPE_NUMBERS[majors[0], majors[1], minors[0], minors[1]]
        masks = [table[number] for table in tables]
        return tree.points(masks, known[majors[2] + minors[2]]) if exact else tree.bounds(masks)[1]

    return points


def _halves(questions: Questions, suits: tuple[int, int]) -> list[list[Half]]:
    """The halves of two suits, by the number of their cards."""
    first, second = (_said(questions.sayings[suit]) for suit in suits)
    halves: list[list[Half]] = [[] for _ in range(FULL_HAND + 1)]
    for a in range(FULL_HAND + 1):
        for b in range(FULL_HAND + 1 - a):
            states = dict.fromkeys(one + other for one in first[a] for other in second[b])
            halves[a + b] += ((a, b, state) for state in states)
    return halves


def _said(saying: Saying | None) -> list[list[int]]:
    """For each length of a suit all that it may say."""
    return [[0]] * (FULL_HAND + 1) if saying is None else [list(dict.fromkeys(said)) for said in saying]


def _all(halves: list[list[Half]]) -> list[Half]:
    return [half for some in halves for half in some]


def _beside(half: Half, others: list[list[Half]]) -> list[Half]:
    """The halves of the other suits with which this one is thirteen cards."""
    return others[FULL_HAND - half[0] - half[1]]


def _classes(points: dict[Half, tuple[int, ...]]) -> dict[Half, int]:
    """Numbers for halves, the same one for those to which the others answer alike."""
    numbers: dict[tuple[int, tuple[int, ...]], int] = {}
    return {
        half: numbers.setdefault((half[0] + half[1], answers), len(numbers))
        for half, answers in points.items()
        if any(answers)
    }
