"""Which points fit with which shape: the normal form of conditions on points and lengths."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from bml_core.hands.shapes import SHAPES

MAX_POINTS = 37
ALL_POINTS = (1 << (MAX_POINTS + 1)) - 1
ALL_SHAPES = (1 << len(SHAPES)) - 1

# Of a shape, at most this many points: each suit holds its highest honours.
_MOST = (0, 4, 7, 9, *(10,) * 10)


@dataclass(frozen=True, slots=True)
class PointTable:
    """For each of the 560 shapes the points that fit, as pairs of bit masks.

    A pair is a mask of points (bit n: n points fit) and a mask of shapes (bit n: ``SHAPES[n]``). Each shape
    is in one pair, each mask of points occurs once, and the pairs are in order, so that equal tables are
    equal values.

    >>> strong = PointTable.of_points(ALL_POINTS ^ 0xFFFF)
    >>> (strong & ~strong) == PointTable.of_points(0)
    True
    """

    pairs: tuple[tuple[int, int], ...]

    @classmethod
    def of_points(cls, points: int) -> PointTable:
        """These points, with any shape."""
        return cls(((points, ALL_SHAPES),))

    @classmethod
    def of_shapes(cls, shapes: int) -> PointTable:
        """These shapes, with any points."""
        return _table(((ALL_POINTS, shapes), (0, ALL_SHAPES & ~shapes)))

    def __and__(self, other: PointTable) -> PointTable:
        return _table((p & q, s & t) for p, s in self.pairs for q, t in other.pairs)

    def __or__(self, other: PointTable) -> PointTable:
        return _table((p | q, s & t) for p, s in self.pairs for q, t in other.pairs)

    def __invert__(self) -> PointTable:
        return _table((ALL_POINTS & ~p, s) for p, s in self.pairs)

    def reachable(self) -> PointTable:
        """The same hands, without points that no hand of the shape can have.

        Two tables hold the same hands just when their reachable parts are equal.
        """
        return self & _reachable()

    def points_by_shape(self) -> tuple[int, ...]:
        """The mask of points of each shape, in the order of ``SHAPES``."""
        masks = [0] * len(SHAPES)
        for points, shapes in self.pairs:
            for number in bits(shapes):
                masks[number] = points
        return tuple(masks)


def bits(mask: int) -> Iterable[int]:
    """The numbers of the bits that are set, lowest first.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _table(pairs: Iterable[tuple[int, int]]) -> PointTable:
    together: dict[int, int] = {}
    for points, shapes in pairs:
        if shapes:
            together[points] = together.get(points, 0) | shapes
    return PointTable(tuple(sorted(together.items())))


@cache
def _reachable() -> PointTable:
    most = [sum(_MOST[length] for length in shape) for shape in SHAPES]
    # Thirteen cards hold at most 37 points, and every number up to the most of the shape.
    return _table(((1 << min(points, MAX_POINTS) + 1) - 1, 1 << n) for n, points in enumerate(most))
