"""The 560 shapes of a hand, and sets of them.

A shape is the lengths of spades, hearts, diamonds and clubs, in this order; they add up to 13.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb, prod

Shape = tuple[int, int, int, int]

CARDS = 13
#: Every shape, from (0, 0, 0, 13) to (13, 0, 0, 0).
SHAPES: tuple[Shape, ...] = tuple(
    (spades, hearts, diamonds, CARDS - spades - hearts - diamonds)
    for spades, hearts, diamonds in product(range(CARDS + 1), repeat=3)
    if spades + hearts + diamonds <= CARDS
)
_BITS: dict[tuple[int, ...], int] = {shape: 1 << number for number, shape in enumerate(SHAPES)}
EVERY_SHAPE = (1 << len(SHAPES)) - 1


def _length_masks() -> tuple[tuple[int, ...], ...]:
    masks = [[0] * (CARDS + 1) for _ in range(4)]
    for shape, bit in _BITS.items():
        for suit, length in enumerate(shape):
            masks[suit][length] |= bit
    return tuple(map(tuple, masks))


#: For each suit and each length, the mask of the shapes with that length.
LENGTH_MASKS = _length_masks()


@lru_cache(maxsize=4096)
def suit_mask(suit: int, lengths: int) -> int:
    """The mask of the shapes whose ``suit`` (0 spades to 3 clubs) has one of ``lengths``, a set of bits.

    >>> suit_mask(0, 1 << 13).bit_count()
    1
    """
    mask = 0
    for length, shapes in enumerate(LENGTH_MASKS[suit]):
        if lengths >> length & 1:
            mask |= shapes
    return mask


@dataclass(frozen=True, slots=True)
class ShapeSet:
    """A set of shapes; bit *i* of ``mask`` stands for ``SHAPES[i]``.

    ``str`` of it is an expression that :func:`bml_core.hands.shapes.expressions.read_shapes` reads.

    >>> balanced = ShapeSet.of(lambda shape: min(shape) >= 2 and sorted(shape)[1] >= 3)
    >>> len(balanced), (5, 3, 3, 2) in balanced
    (28, True)
    >>> str(balanced & ShapeSet.of(lambda shape: shape[0] == 5))
    '5s(332)'
    """

    mask: int = 0

    @classmethod
    def of(cls, fits: Callable[[Shape], object]) -> ShapeSet:
        """The shapes for which ``fits`` is true."""
        return cls.from_shapes(shape for shape in SHAPES if fits(shape))

    @classmethod
    def from_shapes(cls, shapes: Iterable[tuple[int, ...]]) -> ShapeSet:
        """The set of these shapes.

        Raises:
            KeyError: one is no shape.
        """
        mask = 0
        for shape in shapes:
            mask |= _BITS[shape]
        return cls(mask)

    def __or__(self, other: ShapeSet) -> ShapeSet:
        return ShapeSet(self.mask | other.mask)

    def __and__(self, other: ShapeSet) -> ShapeSet:
        return ShapeSet(self.mask & other.mask)

    def __sub__(self, other: ShapeSet) -> ShapeSet:
        return ShapeSet(self.mask & ~other.mask)

    def __xor__(self, other: ShapeSet) -> ShapeSet:
        return ShapeSet(self.mask ^ other.mask)

    def __invert__(self) -> ShapeSet:
        return ShapeSet(self.mask ^ EVERY_SHAPE)

    def __le__(self, other: ShapeSet) -> bool:
        return not self.mask & ~other.mask

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, shape: object) -> bool:
        return isinstance(shape, tuple) and bool(self.mask & _BITS.get(shape, 0))

    def __iter__(self) -> Iterator[Shape]:
        mask = self.mask
        while mask:
            lowest = mask & -mask
            yield SHAPES[lowest.bit_length() - 1]
            mask ^= lowest

    def __str__(self) -> str:
        from bml_core.hands.shapes.writing import write_shapes

        return write_shapes(self.mask)

    @property
    def hands(self) -> int:
        """How many of the 635,013,559,600 hands have one of these shapes.

        >>> ShapeSet.of(lambda shape: sorted(shape) == [3, 3, 3, 4]).hands
        66905856160
        """
        return sum(prod(comb(CARDS, length) for length in shape) for shape in self)


ALL_SHAPES = ShapeSet(EVERY_SHAPE)
NO_SHAPES = ShapeSet(0)
