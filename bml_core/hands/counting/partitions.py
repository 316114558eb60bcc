"""All hands divided by which of several formulas they fit, into cells that are counted exactly.

Shapes with which the same points fit each formula are counted together. Where single cards decide, the hands
of such a group of shapes are counted by the results of tests.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from bml_core.hands.conditions import ALL_POINTS, Formula, PointTable
from bml_core.hands.counting.card_tests import CardTestCounts, CardTests, Results, Tree, take_apart
from bml_core.hands.counting.decks import FULL_DECK, HANDS, Deck, shape_polynomials
from bml_core.hands.shapes import SHAPES

MOST_STATES = 2_000_000
"""The most states of tests of single cards that are counted, over all shapes together."""

TOTAL = FULL_DECK.hands
"""All hands of thirteen cards: 635,013,559,600."""

#: Cells, each with the mask of its coefficients in a polynomial.
_Pieces = tuple[tuple[int, int], ...]

Group = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""Numbers in ``SHAPES``, and masks of points with their cells."""


class TooManyStatesError(ValueError):
    """Raised for formulas that ask for single cards in too many ways to be counted together."""


class Partition:
    """Hands divided into cells, for any deck; a cell is the mask of the formulas that its hands fit.

    >>> from bml_core.hands.conditions import balanced, points
    >>> partition = Partition([points(15, 17) & balanced(), points(12, 37)])
    >>> partition.counts() == {0b00: 413919923600, 0b10: 190196423816, 0b11: 30897212184}
    True

    Raises:
        TooManyStatesError: They ask for single cards in too many ways.
    """

    def __init__(self, formulas: Sequence[Formula]) -> None:
        trees, free, tests = take_apart(formulas)
        shapes_of: dict[tuple[int, ...], list[int]] = {}
        for number, masks in enumerate(_by_shape(free)):
            shapes_of.setdefault(masks, []).append(number)
        counts: dict[tuple[int, ...], CardTestCounts] = {}
        left = MOST_STATES
        self._groups: list[_Group] = []
        for masks, shapes in shapes_of.items():
            group = _Group(tuple(shapes), masks, trees)
            if group.tests:
                if group.tests not in counts:
                    counts[group.tests] = CardTestCounts(CardTests([tests[n] for n in group.tests]))
                group.by_results = counts[group.tests]
                states = group.by_results.tests.states(left // len(shapes))
                if states is None:
                    raise TooManyStatesError("single cards are asked for in too many ways")
                left -= states * len(shapes)
            self._groups.append(group)

    @property
    def groups(self) -> tuple[Group, ...] | None:
        """Return the shapes by cells and points, or None if single cards decide."""
        if any(group.by_results for group in self._groups):
            return None
        return tuple((group.shapes, group.cells(())) for group in self._groups)

    def counts(self, deck: Deck = FULL_DECK) -> dict[int, int]:
        """Return the number of hands in each cell that has some."""
        counts: dict[int, int] = {}
        polynomials = shape_polynomials(deck)
        for group in self._groups:
            for pieces, polynomial in group.parts(group.shapes, deck, polynomials):
                for cell, points in pieces:
                    hands = HANDS.total(polynomial & points)
                    if hands:
                        counts[cell] = counts.get(cell, 0) + hands
        return counts

    def by_shape(self, cells: Collection[int], deck: Deck = FULL_DECK) -> Iterator[tuple[int, int]]:
        """Yield the hands of some cells: numbers in ``SHAPES``, and the polynomials of their hands."""
        polynomials = shape_polynomials(deck)
        for group in self._groups:
            for number in group.shapes:
                hands = sum(
                    polynomial & points
                    for pieces, polynomial in group.parts((number,), deck, polynomials)
                    for other, points in pieces
                    if other in cells
                )
                if hands:
                    yield number, hands


class _Group:
    """Shapes with which the same points fit each formula."""

    def __init__(self, shapes: tuple[int, ...], free: tuple[int, ...], trees: Sequence[Tree]) -> None:
        self.shapes = shapes
        self.by_results: CardTestCounts | None = None
        self._free, self._trees = free, trees
        self._pieces: dict[Results, _Pieces] = {}
        undecided = [tree for tree in trees if tree.is_open(free)]
        self.tests = tuple(sorted({test for tree in undecided for test in tree.tests}))

    def parts(
        self, shapes: tuple[int, ...], deck: Deck, polynomials: Sequence[int]
    ) -> Iterable[tuple[_Pieces, int]]:
        """Yield the hands of some of the shapes: the cells of their points, and their polynomials."""
        if self.by_results is None:
            yield self._pieces_for(()), sum(polynomials[number] for number in shapes)
            return
        for results, polynomial in self.by_results.counts(shapes, deck).items():
            yield self._pieces_for(results), polynomial

    def cells(self, results: Results) -> tuple[tuple[int, int], ...]:
        """Return masks of points and their cells, for some results of the tests."""
        known = dict(zip(self.tests, results, strict=True))
        return tuple(_cells([tree.points(self._free, known) for tree in self._trees]))

    def _pieces_for(self, results: Results) -> _Pieces:
        pieces = self._pieces.get(results)
        if pieces is None:
            cells = self.cells(results)
            pieces = self._pieces[results] = tuple((cell, HANDS.spread(points)) for points, cell in cells)
        return pieces


def _by_shape(formulas: Sequence[Formula]) -> Iterable[tuple[int, ...]]:
    """Return the points that fit each formula, for each shape."""
    masks = [formula.table().points_by_shape() for formula in formulas]
    return zip(*masks, strict=True) if masks else [()] * len(SHAPES)


def _cells(masks: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Return the points divided by which of the masks hold them: masks of points and their cells."""
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
    if not formula.has_honours:
        return count_table(formula.table())
    return partition([formula])[0]


def count_table(table: PointTable) -> int:
    """Return how many hands of a full deck have the points and shapes of a table.

    >>> from bml_core.hands.conditions import points
    >>> count_table(points(0, 37).table()) == TOTAL
    True
    """
    by_points: dict[int, int] = {}
    polynomials = shape_polynomials(FULL_DECK)
    for points, polynomial in zip(table.points_by_shape(), polynomials, strict=True):
        if points:
            by_points[points] = by_points.get(points, 0) + polynomial
    return sum(HANDS.total(polynomial & HANDS.spread(points)) for points, polynomial in by_points.items())


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
