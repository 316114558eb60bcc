"""Which of several conditions a hand fits: all hands divided into cells, each cell counted exactly.

Shapes for which the conditions ask the same points are counted together. Where single cards decide, the
hands of such a group of shapes are counted apart by what the cards say of each question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bml_core.hands.conditions import ALL_POINTS, Formula
from bml_core.hands.counting.answered import AnsweredHands
from bml_core.hands.counting.packs import WHOLE_PACK, Pack, shape_polynomials
from bml_core.hands.counting.polynomials import HANDS
from bml_core.hands.counting.questions import Answers, Questions
from bml_core.hands.counting.trees import Tree, prepared
from bml_core.hands.shapes import SHAPES

MOST_STATES = 2_000_000
"""How many ways to answer the questions on single cards are looked at, over all shapes together."""

# The conditions that fit, as a mask, and the coefficients of a polynomial for which it is so.
_Pieces = tuple[tuple[int, int], ...]


# Numbers in ``SHAPES``; masks of points, each with the conditions that fit there, as a mask.
Group = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]


class TooManyStatesError(ValueError):
    """The conditions ask for single cards in too many ways to be counted together."""


class Cells:
    """Conditions made ready, so that hands of any pack are counted quickly.

    >>> from bml_core.hands.conditions import balanced, points
    >>> cells = Cells([points(15, 17) & balanced(), points(12, 37)])
    >>> cells.counts() == {0b00: 413919923600, 0b10: 190196423816, 0b11: 30897212184}
    True

    Raises:
        TooManyStatesError: They ask for single cards in too many ways.
    """

    def __init__(self, conditions: Sequence[Formula]) -> None:
        trees, free, questions = prepared(conditions)
        shapes_of: dict[tuple[int, ...], list[int]] = {}
        for number, masks in enumerate(_by_shape(free)):
            shapes_of.setdefault(masks, []).append(number)
        asked: dict[tuple[int, ...], AnsweredHands] = {}
        left = MOST_STATES
        self._groups: list[_Group] = []
        for masks, shapes in shapes_of.items():
            group = _Group(tuple(shapes), masks, trees)
            if group.asked:
                if group.asked not in asked:
                    asked[group.asked] = AnsweredHands(Questions([questions[n] for n in group.asked]))
                group.hands = asked[group.asked]
                states = group.hands.questions.states(left // len(shapes))
                if states is None:
                    raise TooManyStatesError("single cards are asked for in too many ways")
                left -= states * len(shapes)
            self._groups.append(group)

    @property
    def groups(self) -> tuple[Group, ...] | None:
        """The shapes by cells and points, if no single card is asked for."""
        if any(group.hands for group in self._groups):
            return None
        return tuple((group.shapes, group.cells(())) for group in self._groups)

    def counts(self, pack: Pack = WHOLE_PACK) -> dict[int, int]:
        """How many hands fit just these conditions: a mask with a bit for each, and the number of hands."""
        found: dict[int, int] = {}
        polynomials = shape_polynomials(pack)
        for group in self._groups:
            for pieces, polynomial in group.parts(group.shapes, pack, polynomials):
                for fitting, points in pieces:
                    hands = HANDS.total(polynomial & points)
                    if hands:
                        found[fitting] = found.get(fitting, 0) + hands
        return found

    def inside(self, cell: int, pack: Pack = WHOLE_PACK) -> Iterator[tuple[int, int]]:
        """The hands that fit just the conditions of a mask: numbers in ``SHAPES``, and their polynomials."""
        polynomials = shape_polynomials(pack)
        for group in self._groups:
            for number in group.shapes:
                hands = sum(
                    polynomial & points
                    for pieces, polynomial in group.parts((number,), pack, polynomials)
                    for fitting, points in pieces
                    if fitting == cell
                )
                if hands:
                    yield number, hands


class _Group:
    """Shapes for which each condition asks the same."""

    def __init__(self, shapes: tuple[int, ...], free: tuple[int, ...], trees: Sequence[Tree]) -> None:
        self.shapes = shapes
        self.hands: AnsweredHands | None = None
        self._free, self._trees = free, trees
        self._pieces: dict[Answers, _Pieces] = {}
        undecided = [tree for tree in trees if tree.is_open(free)]
        self.asked = tuple(sorted({question for tree in undecided for question in tree.questions}))

    def parts(
        self, shapes: tuple[int, ...], pack: Pack, polynomials: Sequence[int]
    ) -> Iterable[tuple[_Pieces, int]]:
        """The hands of some of the shapes: polynomials, and to which cells their points belong."""
        if self.hands is None:
            yield self._divided(()), sum(polynomials[number] for number in shapes)
            return
        for answers, polynomial in self.hands.answered(shapes, pack).items():
            yield self._divided(answers), polynomial

    def cells(self, answers: Answers) -> tuple[tuple[int, int], ...]:
        """With these answers: masks of points, and the conditions that fit there."""
        known = dict(zip(self.asked, answers, strict=True))
        return tuple(_cells([tree.points(self._free, known) for tree in self._trees]))

    def _divided(self, answers: Answers) -> _Pieces:
        pieces = self._pieces.get(answers)
        if pieces is None:
            cells = self.cells(answers)
            pieces = self._pieces[answers] = tuple((cell, HANDS.spread(points)) for points, cell in cells)
        return pieces


def _by_shape(conditions: Sequence[Formula]) -> Iterable[tuple[int, ...]]:
    """For each shape the points that fit each condition."""
    masks = [condition.table().points_by_shape() for condition in conditions]
    return zip(*masks, strict=True) if masks else [()] * len(SHAPES)


def _cells(masks: Sequence[int]) -> Iterable[tuple[int, int]]:
    """The points divided by which of the masks hold them: a mask of points, and a mask of those masks."""
    cells = [(ALL_POINTS, 0)]
    for number, mask in enumerate(masks):
        divided = []
        for points, cell in cells:
            inside = points & mask
            if inside:
                divided.append((inside, cell | 1 << number))
            if inside != points:
                divided.append((points & ~mask, cell))
        cells = divided
    return cells
