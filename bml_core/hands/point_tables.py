"""The points that fit with each of the 560 shapes, as one number."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from bml_core.hands.shapes import SHAPES

MAX_POINTS = 37
ALL_POINTS = (1 << (MAX_POINTS + 1)) - 1

# Each shape has 64 bits of a table: room for its 38 points, and a size that is quick to take apart.
_LANE = 64
_LANES = struct.Struct(f"<{len(SHAPES)}Q")
_ONE_EACH = sum(1 << _LANE * number for number in range(len(SHAPES)))
_EVERYTHING = ALL_POINTS * _ONE_EACH

# The fewest and the most points of a suit by its length; only nine of its cards have none.
_FEWEST = (*(0,) * 10, 1, 3, 6, 10)
_MOST = (0, 4, 7, 9, *(10,) * 10)


@dataclass(frozen=True, slots=True)
class PointTable:
    """The points that fit for each of the 560 shapes, as one number.

    The 64 bits from bit ``64 * n`` on are the mask of points of ``SHAPES[n]`` (bit p: p points fit), so that
    and, or and not are each one operation.

    >>> strong = PointTable.of_points(ALL_POINTS ^ 0xFFFF)
    >>> (strong & ~strong) == PointTable.of_points(0)
    True
    """

    cells: int

    @classmethod
    def of_points(cls, points: int) -> PointTable:
        """Return the table of these points with any shape."""
        return _of_points(points & ALL_POINTS)

    @classmethod
    def of_shapes(cls, shapes: int) -> PointTable:
        """Return the table of these shapes with any points."""
        return _of_shapes(shapes)

    def __and__(self, other: PointTable) -> PointTable:
        return PointTable(self.cells & other.cells)

    def __or__(self, other: PointTable) -> PointTable:
        return PointTable(self.cells | other.cells)

    def __invert__(self) -> PointTable:
        return PointTable(self.cells ^ _EVERYTHING)

    def __bool__(self) -> bool:
        return self.cells != 0

    def reachable(self) -> PointTable:
        """Return the same hands, without points that no hand of the shape can have.

        Two tables hold the same hands if and only if these are equal.
        """
        return self & _reachable()

    def points_by_shape(self) -> tuple[int, ...]:
        """Return the mask of points of each shape, in the order of ``SHAPES``.

        >>> PointTable.of_points(0b11).points_by_shape()[559]
        3
        """
        return _LANES.unpack(self.cells.to_bytes(_LANES.size, "little"))

    def limits(self, least: int = 0) -> tuple[int, int] | None:
        """Return the fewest and the most points that fit, of those from ``least`` on; None if none do.

        >>> PointTable.of_points(0b11010).limits(), PointTable.of_points(0b11010).limits(5)
        ((1, 4), None)
        """
        held, shapes = self.cells, len(SHAPES)
        while shapes > 1:
            # Those of one half of the shapes onto the other half.
            shapes -= shapes // 2
            held = held >> _LANE * shapes | held & (1 << _LANE * shapes) - 1
        held = held >> least << least
        return ((held & -held).bit_length() - 1, held.bit_length() - 1) if held else None


@dataclass(frozen=True, slots=True)
class TableBounds:
    """The points that fit for each shape whatever the single cards are, and those that may fit.

    >>> from bml_core.hands.conditions import cards, honours
    >>> bounds = (cards(6, 13, "S") & honours(1, 1, "A", "S")).bounds()
    >>> bool(bounds.least), bool(bounds.most), bounds.most == cards(6, 13, "S").table()
    (False, True, True)
    """

    least: PointTable
    most: PointTable

    def __and__(self, other: TableBounds) -> TableBounds:
        return TableBounds(self.least & other.least, self.most & other.most)

    def __or__(self, other: TableBounds) -> TableBounds:
        return TableBounds(self.least | other.least, self.most | other.most)

    def __invert__(self) -> TableBounds:
        return TableBounds(~self.most, ~self.least)


@lru_cache(maxsize=1024)
def _of_points(points: int) -> PointTable:
    return PointTable(points * _ONE_EACH)


@lru_cache(maxsize=4096)
def _of_shapes(shapes: int) -> PointTable:
    # Each bit becomes a lane: a hexadecimal number is read whose digits are the bits, with zeros between.
    zeros = "0" * (_LANE // 4)
    spread = f"{shapes:b}".replace("0", zeros).replace("1", zeros[1:] + "1")
    return PointTable(int(spread, 16) * ALL_POINTS)


@cache
def _reachable() -> PointTable:
    # Hands of a shape have the fewest points, the most, and every number between.
    limits = (
        (sum(_FEWEST[length] for length in shape), sum(_MOST[length] for length in shape)) for shape in SHAPES
    )
    lanes = _LANES.pack(*((1 << most + 1) - (1 << fewest) for fewest, most in limits))
    return PointTable(int.from_bytes(lanes, "little"))


@lru_cache(maxsize=1024)
def runs(mask: int) -> tuple[tuple[int, int], ...]:
    """Return the first and the last number of each run of bits that are set, lowest first.

    >>> runs(0b10110)
    ((1, 2), (4, 4))
    """
    return tuple(zip(bits(mask & ~(mask << 1)), bits(mask & ~(mask >> 1)), strict=True))


def bits(mask: int) -> Iterable[int]:
    """Yield the numbers of the bits that are set, lowest first.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
