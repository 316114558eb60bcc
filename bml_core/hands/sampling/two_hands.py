"""All ways to deal two hands that fit a condition each: counted exactly, and drawn with equal chances.

The cards of majors and minors are dealt apart. Both demands divide the ways to deal the majors into classes,
and so the minors. Of two classes that go together, the ways are the product of those of the majors, by
points, with those of the minors that bring the points to what fits.

``counting.pairs`` counts pairs of hands without a number for each: tables with hundreds of kinds of hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import mul

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import MAX_POINTS, Formula, runs
from bml_core.hands.counting.suits import Cards
from bml_core.hands.sampling.choosing import Chooser, Kept
from bml_core.hands.sampling.demands import NOBODY, Demand, Half, demand_of
from bml_core.hands.sampling.suit_layouts import (
    SIDE,
    BothPoints,
    Layouts,
    SuitLayouts,
    coefficient,
    plain_suit,
    table,
)

#: The class of a half for each of the two demands.
_Classes = tuple[int, int]
#: The points of each hand that fit, as masks.
_Masks = tuple[int, int]

_MOST_HALVES = 400_000


class TwoHands:
    """The ways to deal a hand that fits, and with ``second`` another one that fits that.

    >>> from bml_core.hands.conditions import balanced, honours, points
    >>> TwoHands(points(15, 17) & balanced()).total
    30897212184
    >>> TwoHands(honours(1, 1, "A", "S"), honours(1, 1, "A", "S")).total
    0
    """

    def __init__(self, first: Formula, second: Formula | None = None) -> None:
        one, other = _demands(first, second)
        #: Whether every way fits; otherwise those are among them that do not, because of single cards.
        self.is_exact = one.is_exact and other.is_exact
        suits = [
            SuitLayouts(asked) if any(asked) else plain_suit()
            for asked in zip(one.sayings, other.sayings, strict=True)
        ]
        majors = _ways(suits[:2], one.majors, other.majors)
        minors = _ways(suits[2:], one.minors, other.minors)
        self._chooser = Chooser(_joined(one, other, majors, minors))
        self._points = Kept(_Joined.points)
        self._others = Kept(_Joined.other_points_of)
        self._pairs = Kept(_Ways.pairs_of)
        self._splits = Kept(_Pair.splits_of)

    @property
    def total(self) -> int:
        """How many ways there are."""
        return self._chooser.total

    def choose(self, number: int) -> tuple[Cards, Cards, Cards, Cards]:
        """The way of this number, from 0: for spades to clubs the cards of the hands, and those left."""
        joined, number = self._chooser.choose(number)
        points, number = self._points[joined].choose(number)
        others = self._others[joined, points]
        of_majors, of_minors = divmod(number, others.total)
        rest, of_minors = others.choose(of_minors)
        return (
            *self._two_suits(joined.majors, points, of_majors),
            *self._two_suits(joined.minors, rest, of_minors),
        )

    def _two_suits(self, ways: _Ways, points: BothPoints, number: int) -> tuple[Cards, Cards]:
        pair, number = self._pairs[ways, points].choose(number)
        split, number = self._splits[pair, points].choose(number)
        rest = points[0] - split[0], points[1] - split[1]
        one, other = divmod(number, pair.second.numbers[rest])
        return pair.first.choose(split, one), pair.second.choose(rest, other)


class _Pair:
    """The layouts of one suit with those of another."""

    __slots__ = ("first", "polynomial", "second")

    def __init__(self, first: Layouts, second: Layouts) -> None:
        self.first, self.second = first, second
        self.polynomial = first.polynomial * second.polynomial

    @staticmethod
    def splits_of(key: tuple[_Pair, BothPoints]) -> Chooser[BothPoints]:
        """What of the points may be in the first suit."""
        pair, (a, b) = key
        others = pair.second.numbers
        return Chooser(
            ((x, y), ways * others.get((a - x, b - y), 0)) for (x, y), ways in pair.first.numbers.items()
        )


@lru_cache(maxsize=1 << 13)
def _pair(first: Layouts, second: Layouts) -> _Pair:
    return _Pair(first, second)


class _Ways:
    """The ways to deal two suits that are of one class for either hand."""

    __slots__ = ("_pairs", "_table", "polynomial")

    def __init__(self) -> None:
        self._pairs: list[_Pair] = []
        self.polynomial = 0
        self._table: list[list[int]] = []

    def add(self, pair: _Pair) -> None:
        self._pairs.append(pair)
        self.polynomial += pair.polynomial

    @property
    def table(self) -> list[list[int]]:
        """How many there are, by the points of the hands."""
        if not self._table:
            self._table = table(self.polynomial)
        return self._table

    @staticmethod
    def bringing_of(key: tuple[_Ways, _Masks]) -> list[list[int]]:
        """How many bring points to those of the masks, by the points that there are before."""
        ways, masks = key
        by_second = [_windows(row, masks[1]) for row in ways.table]
        by_both = [_windows(column, masks[0]) for column in zip(*by_second, strict=True)]
        return [list(row) for row in zip(*by_both, strict=True)]

    @staticmethod
    def pairs_of(key: tuple[_Ways, BothPoints]) -> Chooser[_Pair]:
        """The layouts with so many points, by the lengths and states of the suits."""
        ways, points = key
        return Chooser((pair, coefficient(pair.polynomial, points)) for pair in ways._pairs)


def _windows(numbers: Sequence[int], mask: int) -> list[int]:
    """For each n the sum of the numbers whose places, n added, are in a mask."""
    sums = [0] * SIDE + list(accumulate(numbers, initial=0))
    sums += [sums[-1]] * MAX_POINTS
    found = [0] * SIDE
    for low, high in runs(mask):
        above, below = sums[high + 1 + SIDE : high + 1 : -1], sums[low + SIDE : low : -1]
        found = [total + a - b for total, a, b in zip(found, above, below, strict=True)]
    return found


class _Joined:
    """Ways to deal the majors and ways to deal the minors that go together."""

    __slots__ = ("majors", "masks", "minors")

    def __init__(self, majors: _Ways, minors: _Ways, masks: _Masks) -> None:
        self.majors, self.minors, self.masks = majors, minors, masks

    def count(self, bringing: list[list[int]]) -> int:
        """How many there are in all."""
        return sum(sum(map(mul, *rows)) for rows in zip(self.majors.table, bringing, strict=True))

    def points(self) -> Chooser[BothPoints]:
        """The points that may be in the majors."""
        rows = zip(self.majors.table, _Ways.bringing_of((self.minors, self.masks)), strict=True)
        return Chooser(
            ((a, b), ways * others)
            for a, pair in enumerate(rows)
            for b, (ways, others) in enumerate(zip(*pair, strict=True))
        )

    @staticmethod
    def other_points_of(key: tuple[_Joined, BothPoints]) -> Chooser[BothPoints]:
        """The points that may be in the minors beside so many in the majors."""
        joined, (a, b) = key
        first, second = (mask >> n for mask, n in zip(joined.masks, (a, b), strict=True))
        return Chooser(
            ((x, y), ways)
            for x, row in enumerate(joined.minors.table)
            if first >> x & 1
            for y, ways in enumerate(row)
            if second >> y & 1
        )


def _demands(first: Formula, second: Formula | None) -> tuple[Demand, Demand]:
    """The demands of both hands, exact unless that is too much work."""
    one, other = demand_of(first), NOBODY if second is None else demand_of(second)
    if len(one.majors) * len(other.majors) + len(one.minors) * len(other.minors) > _MOST_HALVES:
        one = demand_of(first, exact=False)
        other = NOBODY if second is None else demand_of(second, exact=False)
    return one, other


def _joined(
    one: Demand, other: Demand, majors: Mapping[_Classes, _Ways], minors: Mapping[_Classes, _Ways]
) -> Iterator[tuple[_Joined, int]]:
    """The classes of majors and of minors that go together, and how many ways there are."""
    bringing: Kept[tuple[_Ways, _Masks], list[list[int]]] = Kept(_Ways.bringing_of)
    for (first, second), ways in majors.items():
        for of_first, mask in one.points[first]:
            for of_second, other_mask in other.points[second]:
                others = minors.get((of_first, of_second))
                if others is not None:
                    joined = _Joined(ways, others, (mask, other_mask))
                    yield joined, joined.count(bringing[others, joined.masks])


def _ways(
    suits: Sequence[SuitLayouts], one: Mapping[Half, int], other: Mapping[Half, int]
) -> dict[_Classes, _Ways]:
    """The ways to deal two suits, by the classes of their halves for each hand."""
    found: dict[_Classes, _Ways] = {}
    lengths = dict.fromkeys(half[:2] for half in one), dict.fromkeys(half[:2] for half in other)
    for a, b in lengths[0]:
        for c, d in lengths[1]:
            if a + c > FULL_HAND or b + d > FULL_HAND:
                continue
            for first, layouts in suits[0].of(a, c).items():
                for second, others in suits[1].of(b, d).items():
                    classes = (
                        one.get((a, b, first[0] + second[0])),
                        other.get((c, d, first[1] + second[1])),
                    )
                    if classes[0] is not None and classes[1] is not None:
                        pair = _pair(layouts, others)
                        found.setdefault((classes[0], classes[1]), _Ways()).add(pair)
    return found
