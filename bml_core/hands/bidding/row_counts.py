"""How many hands each row of a table gets: exactly, in pairs of hands, or on average over many decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Generic, TypeVar

from bml_core.hands.bidding.order import Ranking
from bml_core.hands.conditions import ANY, Formula, bits
from bml_core.hands.counting import HANDS, PAIRS, Deck, Group, Partition, most_points, pair_polynomials
from bml_core.hands.shapes import SHAPES


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the hands between 0 and 1: ``count`` if it is exact, else ``standard_error``."""

    share: float
    count: int | None = None
    standard_error: float | None = None


@dataclass(frozen=True, slots=True)
class Wins:
    """The hands that a row gets; the number after the last row means those that fit none."""

    row: int


@dataclass(frozen=True, slots=True)
class Fits:
    """The hands that fit a row, whoever gets them."""

    row: int


@dataclass(frozen=True, slots=True)
class FitsBoth:
    """The hands that fit two rows, the upper one first, whoever gets them."""

    row: int
    other: int


@dataclass(frozen=True, slots=True)
class Outside:
    """The hands that fit no row, of a shape (its number in ``SHAPES``) and with this many points."""

    shape: int
    points: int


@dataclass(frozen=True, slots=True)
class FitsNone:
    """The hands that fit no row; they are ``weak``, so that they pass, or it is not known what they call."""

    weak: bool


Measure = Wins | Fits | FitsBoth | FitsNone

_Key = TypeVar("_Key")
_LOOKED_FOR_GAPS = 100


class RankedRows:
    """Rows of which each hand gets the one that it chooses, counted among the hands that fit ``own``.

    Of the hands that fit no row, those that fit ``weak`` are counted apart.

    >>> from bml_core.bridge import PASS
    >>> from bml_core.document import RowOrder
    >>> from bml_core.hands.bidding.order import Contender
    >>> from bml_core.hands.conditions import balanced, points
    >>> from bml_core.hands.counting import FULL_DECK
    >>> rows = [Contender(PASS, points(15, 17) & balanced()), Contender(PASS, points(12, 37))]
    >>> hands, measures = RankedRows(Ranking(rows, RowOrder.FIRST)).count(FULL_DECK)
    >>> [measures[Wins(row)] for row in range(3)], measures[Fits(1)], measures[FitsBoth(0, 1)]
    ([30897212184, 190196423816, 413919923600], 221093636000, 30897212184)

    Raises:
        TooManyStatesError: The rows ask for single cards in too many ways.
    """

    def __init__(self, ranking: Ranking, own: Formula = ANY, weak: Formula = ANY) -> None:
        conditions = [row.condition for row in ranking.rows]
        self.rows = len(conditions)
        self.own = 1 << self.rows
        self._fitting = self.own - 1
        self._weak = self.own << 1
        #: The cells of hands that fit no row.
        self.none = (self.own, self.own | self._weak)
        formulas = [*conditions, own, weak]
        # The bit of the hands that still fit where rows with a better suit have taken theirs.
        self._standing = []
        for number, standing in enumerate(ranking.standing):
            is_whole = standing is conditions[number]
            self._standing.append((1 << (number if is_whole else len(formulas)), number))
            formulas += [] if is_whole else [standing]
        self._standing = [self._standing[number] for number in ranking.order]
        self._cells = Partition(formulas)

    def count(self, deck: Deck) -> tuple[int, Counter[Measure]]:
        """Return how many hands of a deck fit ``own``, and those of their measures that are not 0."""
        return self.measure(self._cells.counts(deck))

    def outside(self, deck: Deck) -> Counter[Outside]:
        """Return the hands of a deck that fit ``own`` and no row, by shape and points."""
        return Counter(
            {
                Outside(shape, points): hands
                for shape, polynomial in self._cells.by_shape(self.none, deck)
                for points, hands in HANDS.coefficients(polynomial)
            }
        )

    def measure(self, cells: Mapping[int, int]) -> tuple[int, Counter[Measure]]:
        """Return how many hands of these cells fit ``own``, and those of their measures that are not 0."""
        total = 0
        measures: Counter[Measure] = Counter()
        for cell, hands in cells.items():
            if cell & self.own:
                total += hands
                rows = tuple(bits(cell & self._fitting))
                winner = next((row for bit, row in self._standing if cell & bit), self.rows)
                measures[Wins(winner)] += hands
                if not rows:
                    measures[FitsNone(bool(cell & self._weak))] += hands
                for row in rows:
                    measures[Fits(row)] += hands
                for pair in combinations(rows, 2):
                    measures[FitsBoth(*pair)] += hands
        return total, measures

    @property
    def groups(self) -> tuple[Group, ...] | None:
        """Return the shapes by cells and points, None if single cards are asked for."""
        return self._cells.groups


@dataclass(frozen=True, slots=True)
class RowCounts:
    """The measures of rows that are not 0.

    ``outside`` has the hands that fit no row, ``reach`` the most points of each of ``SHAPES``. If all hands
    were counted, ``samples`` is 0 and ``hands`` their number, or with ``of_pairs`` that of pairs of hands;
    else ``samples`` is the number of decks.
    """

    shares: Mapping[Measure, Share]
    outside: Mapping[Outside, Share]
    reach: Sequence[int]
    hands: int
    samples: int = 0
    of_pairs: bool = False

    def of(self, measure: Measure) -> Share:
        """Return the share of a measure, which may be 0."""
        return self.shares.get(measure) or (Share(0.0, None, 0.0) if self.samples else Share(0.0, 0))


def count_deck(rows: RankedRows, deck: Deck) -> RowCounts | None:
    """Return the exact counts of one deck, None if none of its hands fits ``own``."""
    hands, measures = rows.count(deck)
    if not hands:
        return None
    outside = exact_shares(hands, rows.outside(deck))
    return RowCounts(exact_shares(hands, measures), outside, most_points(deck), hands)


def exact_shares(hands: int, counts: Mapping[_Key, int]) -> dict[_Key, Share]:
    """Return numbers of hands as shares of all."""
    return {key: Share(number / hands, number) for key, number in counts.items()}


def count_decks(rows: RankedRows, decks: Iterable[Deck]) -> RowCounts | None:
    """Return the means over decks of equal weight, None if no hand of any of them fits ``own``.

    The hands that fit no row are looked up in the first decks alone.
    """
    means, outside = _Means[Measure](), _Means[Outside]()
    reach = [-1] * len(SHAPES)
    most = 0
    for deck in decks:
        hands, measures = rows.count(deck)
        if not hands:
            continue
        means.add(hands, measures)
        most = max(most, hands)
        if means.decks <= _LOOKED_FOR_GAPS:
            outside.add(hands, rows.outside(deck))
            reach = list(map(max, reach, most_points(deck)))
    return RowCounts(means.shares(), outside.shares(), reach, most, means.decks) if means.decks else None


class _Means(Generic[_Key]):
    """The means of numbers of hands as shares, each addition weighing the same."""

    def __init__(self) -> None:
        self.decks = 0
        self._sums: dict[_Key, float] = {}
        self._squares: dict[_Key, float] = {}

    def add(self, hands: int, counts: Mapping[_Key, int]) -> None:
        self.decks += 1
        for key, number in counts.items():
            share = number / hands
            self._sums[key] = self._sums.get(key, 0.0) + share
            self._squares[key] = self._squares.get(key, 0.0) + share * share

    def shares(self) -> dict[_Key, Share]:
        return {
            key: Share(total / self.decks, None, self._error(total, self._squares[key]))
            for key, total in self._sums.items()
        }

    def _error(self, total: float, squares: float) -> float:
        if self.decks == 1:
            # One hand says nothing of how far others are from it.
            return 1.0
        variance = max(0.0, squares - total * total / self.decks) / (self.decks - 1)
        return sqrt(variance / self.decks)


def count_pairs(rows: RankedRows, other: Formula) -> RowCounts | None:
    """Return the exact counts over all deals in which another hand fits ``other``, None if there are none.

    >>> from bml_core.hands.conditions import balanced, cards, points
    >>> from bml_core.bridge import PASS
    >>> from bml_core.document import RowOrder
    >>> from bml_core.hands.bidding.order import Contender
    >>> hearts = Ranking([Contender(PASS, cards(5, 13, "H"))], RowOrder.FIRST)
    >>> counts = count_pairs(RankedRows(hearts), points(15, 17) & balanced())
    >>> round(counts.of(Wins(0)).share, 6)
    0.168564

    Raises:
        ValueError: The rows or the condition ask for single cards.
    """
    groups = rows.groups
    if groups is None:
        raise ValueError("single cards cannot be counted in pairs of hands")
    # Shapes with hands that fit no row are counted one by one, the others together.
    parts = [
        (part, cells)
        for shapes, cells in groups
        for part in ([(n,) for n in shapes] if any(cell in rows.none for _, cell in cells) else [shapes])
    ]
    polynomials = pair_polynomials(other, [shapes for shapes, _ in parts])
    counts: Counter[int] = Counter()
    outside: Counter[Outside] = Counter()
    reach = [-1] * len(SHAPES)
    for (shapes, cells), polynomial in zip(parts, polynomials, strict=True):
        for number in shapes:
            reach[number] = PAIRS.most(polynomial)
        for points, cell in cells:
            inside = polynomial & PAIRS.spread(points)
            counts[cell] += PAIRS.total(inside)
            if cell in rows.none:
                for held, pairs in PAIRS.coefficients(inside):
                    outside[Outside(shapes[0], held)] = pairs
    hands, measures = rows.measure(counts)
    if not hands:
        return None
    shares, outside_shares = exact_shares(hands, +measures), exact_shares(hands, outside)
    return RowCounts(shares, outside_shares, reach, hands, of_pairs=True)
