"""Shapes of a hand: the lengths of spades, hearts, diamonds and clubs, which add up to 13."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from bml_core._package import check_argument

CARDS = 13
_TEXT = re.compile(r"(\d)(\d)(\d)(\d)|(\d+)[-=](\d+)[-=](\d+)[-=](\d+)")


class _Lengths(NamedTuple):
    spades: int
    hearts: int
    diamonds: int
    clubs: int


class Shape(_Lengths):
    """The lengths of spades, hearts, diamonds and clubs of one hand; a tuple of four numbers.

    Raises:
        ValueError: The lengths do not add up to 13, or one is negative.
        TypeError: A length is not an integer.

    >>> Shape(5, 3, 3, 2).spades, str(Shape(5, 3, 3, 2)), str(Shape(10, 2, 1, 0))
    (5, '5332', '10-2-1-0')
    >>> Shape(5, 3, 3, 2) == (5, 3, 3, 2)
    True
    """

    __slots__ = ()

    def __new__(cls, spades: int, hearts: int, diamonds: int, clubs: int) -> Shape:
        """Check the lengths and return the shape."""
        lengths = (spades, hearts, diamonds, clubs)
        for name, length in zip(cls._fields, lengths, strict=True):
            check_argument(name, length, int)
        if min(lengths) < 0 or sum(lengths) != CARDS:
            raise ValueError(f"the lengths of a shape must add up to 13, not {lengths}")
        return super().__new__(cls, *lengths)

    @classmethod
    def parse(cls, text: str) -> Shape:
        """Return the shape that is written as ``5332``, or as ``10-2-1-0`` or ``5=3=3=2``.

        Raises:
            ValueError: The text is not one shape; :class:`ShapeSet` parses patterns such as ``5M(332)``.

        >>> Shape.parse("10-2-1-0")
        Shape(10, 2, 1, 0)
        """
        check_argument("text", text, str)
        match = _TEXT.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"text must be a shape such as 5332 or 10-2-1-0, not {text[:40]!r}")
        spades, hearts, diamonds, clubs = (int(length) for length in match.groups() if length)
        return cls(spades, hearts, diamonds, clubs)

    def __repr__(self) -> str:
        return f"Shape{tuple(self)}"

    def __str__(self) -> str:
        return ("" if max(self) < 10 else "-").join(map(str, self))


SHAPES: tuple[Shape, ...] = tuple(
    Shape(spades, hearts, diamonds, CARDS - spades - hearts - diamonds)
    for spades, hearts, diamonds in product(range(CARDS + 1), repeat=3)
    if spades + hearts + diamonds <= CARDS
)
"""All 560 shapes, from 0-0-0-13 to 13-0-0-0. A mask of shapes has bit *i* set for ``SHAPES[i]``."""
SHAPE_NUMBERS: dict[tuple[int, ...], int] = {shape: number for number, shape in enumerate(SHAPES)}
"""The place of each shape in ``SHAPES``."""
EVERY_SHAPE = (1 << len(SHAPES)) - 1
"""The mask of all shapes."""
ANY_LENGTH = (1 << CARDS + 1) - 1
"""The mask of all lengths of a suit, 0 to 13."""


def shapes_of(mask: int) -> Iterator[Shape]:
    """Yield the shapes of a mask, in the order of ``SHAPES``."""
    return (shape for number, shape in enumerate(SHAPES) if mask >> number & 1)


#: The lengths of spades, hearts, diamonds and clubs as masks: bit *n* stands for *n* cards.
Box = tuple[int, int, int, int]


def _length_masks() -> tuple[tuple[int, ...], ...]:
    masks = [[0] * (CARDS + 1) for _ in range(4)]
    for number, shape in enumerate(SHAPES):
        for suit, length in enumerate(shape):
            masks[suit][length] |= 1 << number
    return tuple(map(tuple, masks))


_LENGTH_MASKS = _length_masks()


@lru_cache(maxsize=4096)
def suit_mask(suit: int, lengths: int) -> int:
    """Return the mask of the shapes whose suit (0 spades to 3 clubs) has one of the lengths of a mask.

    >>> suit_mask(0, 1 << 13).bit_count()
    1
    """
    return sum(shapes for length, shapes in enumerate(_LENGTH_MASKS[suit]) if lengths >> length & 1)


@lru_cache(maxsize=8192)
def box_mask(box: Box) -> int:
    """Return the mask of the shapes whose lengths lie in a box."""
    spades, hearts, diamonds, clubs = (suit_mask(suit, lengths) for suit, lengths in enumerate(box))
    return spades & hearts & diamonds & clubs
