"""Sets of shapes, with the algebra of sets, and their expressions such as ``5M(332) + (4441)``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import comb, prod

from bml_core.diagnostics import Location, Result
from bml_core.hands.shapes.covers import write_shapes
from bml_core.hands.shapes.suit_lengths import CARDS, EVERY_SHAPE, SHAPE_NUMBERS, SHAPES, Shape
from bml_core.hands.shapes.terms import parse_terms


@dataclass(frozen=True, slots=True, repr=False)
class ShapeSet:
    """A set of shapes; bit *i* of ``mask`` stands for ``SHAPES[i]``.

    >>> balanced = ShapeSet.parse("(4333) + (4432) + (5332)")
    >>> len(balanced), (5, 3, 3, 2) in balanced, balanced.count
    (28, True, 302292822832)
    >>> balanced & ShapeSet.parse("5+xxx")
    ShapeSet.parse('5s(332)')
    """

    mask: int = 0

    @classmethod
    def parse(cls, text: str) -> ShapeSet:
        """Return the shapes of an expression.

        Raises:
            ValueError: The text is not a shape expression; the message has the place and what to write.

        >>> [str(shape) for shape in ShapeSet.parse("5M(332) - x5xx")]
        ['5233', '5323', '5332']
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a string, not {type(text).__name__}")
        result = parse_shapes(text, Location("text", 1))
        if result.diagnostics:
            raise ValueError(str(result.diagnostics[0]))
        return result.value

    @classmethod
    def of(cls, fits: Callable[[Shape], object]) -> ShapeSet:
        """Return the shapes for which a function is true."""
        return cls.from_shapes(shape for shape in SHAPES if fits(shape))

    @classmethod
    def from_shapes(cls, shapes: Iterable[tuple[int, ...]]) -> ShapeSet:
        """Return the set of these shapes.

        Raises:
            KeyError: One is not a shape.
        """
        mask = 0
        for shape in shapes:
            mask |= 1 << SHAPE_NUMBERS[shape]
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
        return (
            isinstance(shape, tuple)
            and shape in SHAPE_NUMBERS
            and bool(self.mask >> SHAPE_NUMBERS[shape] & 1)
        )

    def __iter__(self) -> Iterator[Shape]:
        return (shape for number, shape in enumerate(SHAPES) if self.mask >> number & 1)

    def __str__(self) -> str:
        return write_shapes(self.mask)

    def __repr__(self) -> str:
        return f"ShapeSet.parse({str(self)!r})"

    @property
    def count(self) -> int:
        """Return how many of the 635,013,559,600 hands have one of these shapes.

        >>> ShapeSet.parse("(4333)").count
        66905856160
        """
        return sum(prod(comb(CARDS, length) for length in shape) for shape in self)


ALL_SHAPES = ShapeSet(EVERY_SHAPE)
NO_SHAPES = ShapeSet()


def parse_shapes(text: str, start: Location = Location("shape", 1)) -> Result[ShapeSet]:  # noqa: B008
    """Parse a shape expression that begins at a location; one with an error has no shapes.

    >>> print(parse_shapes("5s(431").diagnostics[0])
    shape:1:3: error BML601: This parenthesis is not closed. Write a ) behind it.
    """
    terms = parse_terms(text, start)
    mask = 0
    for term in terms.value:
        mask = mask & ~term.mask if term.subtracted else mask | term.mask
    return Result(ShapeSet(mask), terms.diagnostics)
