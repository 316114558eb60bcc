"""How many hands each row of a table gets: of one pack exactly, or on average over many packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Generic, TypeVar

from bml_core.hands.conditions import ANY, Formula, bits
from bml_core.hands.counting import HANDS, Deck, Group, Partition, most_points
from bml_core.hands.shapes import SHAPES


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the hands between 0 and 1: ``count`` if it is exact, else ``standard_error``."""

    share: float
    count: int | None = None
    standard_error: float | None = None


@dataclass(frozen=True, slots=True)
class Wins:
    """The hands that a row gets; the row behind the last stands for those that fit none."""

    row: int


@dataclass(frozen=True, slots=True)
class Fits:
    """The hands that fit a row, whoever gets them."""

    row: int


@dataclass(frozen=True, slots=True)
class Both:
    """The hands that fit two rows, the upper one first."""

    row: int
    other: int


@dataclass(frozen=True, slots=True)
class Outside:
    """The hands that fit no row, of a shape (its number in ``SHAPES``) and with so many points."""

    shape: int
    points: int


Measure = Wins | Fits | Both

_Key = TypeVar("_Key")
_LOOKED_FOR_GAPS = 100


class Table:
    """Rows of which the first that fits gets a hand, made ready to be counted among hands that fit ``own``.

    >>> from bml_core.hands.conditions import balanced, points
    >>> from bml_core.hands.counting import FULL_DECK
    >>> hands, found = Table([points(15, 17) & balanced(), points(12, 37)]).counted(FULL_DECK)
    >>> [found[Wins(row)] for row in range(3)], found[Fits(1)], found[Both(0, 1)]
    ([30897212184, 190196423816, 413919923600], 221093636000, 30897212184)

    Raises:
        TooManyStatesError: The rows ask for single cards in too many ways.
    """

    def __init__(self, rows: Sequence[Formula], own: Formula = ANY) -> None:
        self.rows = len(rows)
        self.own = 1 << self.rows
        self._cells = Partition([*rows, own])

    def counted(self, pack: Deck) -> tuple[int, Counter[Measure]]:
        """How many hands of a pack fit ``own``, and the measures of them that are not 0."""
        return self.measured(self._cells.counts(pack))

    def outside(self, pack: Deck) -> Counter[Outside]:
        """The hands of a pack that fit ``own`` and no row, by shape and points."""
        return Counter(
            {
                Outside(shape, points): hands
                for shape, polynomial in self._cells.by_shape(self.own, pack)
                for points, hands in HANDS.coefficients(polynomial)
            }
        )

    def measured(self, cells: Mapping[int, int]) -> tuple[int, Counter[Measure]]:
        """How many hands of these cells fit ``own``, and their measures that are not 0."""
        total = 0
        found: Counter[Measure] = Counter()
        for cell, hands in cells.items():
            if cell & self.own:
                total += hands
                rows = tuple(bits(cell))
                found[Wins(rows[0])] += hands
                for row in rows[:-1]:
                    found[Fits(row)] += hands
                for pair in combinations(rows[:-1], 2):
                    found[Both(*pair)] += hands
        return total, found

    @property
    def groups(self) -> tuple[Group, ...] | None:
        """The shapes by cells and points, if no single card is asked for; ``own`` is the cell of no row."""
        return self._cells.groups


@dataclass(frozen=True, slots=True)
class Counted:
    """The measures of a table that are not 0.

    ``outside`` has the hands that fit no row, ``reach`` the most points of each of ``SHAPES``. If all hands
    were counted, ``samples`` is 0 and ``hands`` their number, or with ``of_pairs`` that of pairs of hands;
    else ``samples`` is the number of packs.
    """

    shares: Mapping[Measure, Share]
    outside: Mapping[Outside, Share]
    reach: Sequence[int]
    hands: int
    samples: int = 0
    of_pairs: bool = False

    def of(self, measure: Measure) -> Share:
        """A measure, which may be 0."""
        return self.shares.get(measure) or (Share(0.0, None, 0.0) if self.samples else Share(0.0, 0))


def count_pack(table: Table, pack: Deck) -> Counted | None:
    """The table of one pack, exactly; None if none of its hands fits ``own``."""
    hands, found = table.counted(pack)
    if not hands:
        return None
    return Counted(exact(hands, found), exact(hands, table.outside(pack)), most_points(pack), hands)


def exact(hands: int, found: Mapping[_Key, int]) -> dict[_Key, Share]:
    """Numbers of hands as shares of all."""
    return {key: Share(number / hands, number) for key, number in found.items()}


def count_packs(table: Table, packs: Iterable[Deck]) -> Counted | None:
    """The means of the table over packs, each of which weighs the same; None without a pack that counts.

    Which hands fit no row is looked up in the first packs alone.
    """
    means, outside = _Means[Measure](), _Means[Outside]()
    reach = [-1] * len(SHAPES)
    most = 0
    for pack in packs:
        hands, found = table.counted(pack)
        if not hands:
            continue
        means.add(hands, found)
        most = max(most, hands)
        if means.packs <= _LOOKED_FOR_GAPS:
            outside.add(hands, table.outside(pack))
            reach = list(map(max, reach, most_points(pack)))
    return Counted(means.shares(), outside.shares(), reach, most, means.packs) if means.packs else None


class _Means(Generic[_Key]):
    """The means of numbers of hands as shares, each addition weighing the same."""

    def __init__(self) -> None:
        self.packs = 0
        self._sums: dict[_Key, float] = {}
        self._squares: dict[_Key, float] = {}

    def add(self, hands: int, found: Mapping[_Key, int]) -> None:
        self.packs += 1
        for key, number in found.items():
            share = number / hands
            self._sums[key] = self._sums.get(key, 0.0) + share
            self._squares[key] = self._squares.get(key, 0.0) + share * share

    def shares(self) -> dict[_Key, Share]:
        return {
            key: Share(total / self.packs, None, self._error(total, self._squares[key]))
            for key, total in self._sums.items()
        }

    def _error(self, total: float, squares: float) -> float:
        if self.packs == 1:
            # One hand says nothing of how far others are from it.
            return 1.0
        variance = max(0.0, squares - total * total / self.packs) / (self.packs - 1)
        return sqrt(variance / self.packs)
