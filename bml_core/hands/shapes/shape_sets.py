"""Sets of shapes, and the language of dealer.dpp in which they are written: ``(4432) + 5m(332) - xxxx:s>h``.

The language is that of the manual page of dealer.dpp; where the program does something else, the page holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from math import comb, prod
from operator import or_

from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.hands.shapes.shape_language import (
    CARDS,
    EVERY_SHAPE,
    SHAPE_NUMBERS,
    SHAPES,
    LengthCondition,
    Scanner,
    Shape,
    ShapePattern,
    UnreadableError,
    parse_length_condition,
    parse_pattern,
    shapes_of,
)
from bml_core.hands.shapes.shape_writing import write_shapes

#: Characters of one expression.
LONGEST = 10_000
_SIGN = re.compile(r"[-+]\s*")
_ALTERNATIVE = re.compile(r"\|\s*")
_COLON = re.compile(r":\s*")


@dataclass(frozen=True, slots=True)
class Term:
    """A part of an expression: patterns and the condition on all of them, added or subtracted."""

    patterns: tuple[ShapePattern, ...]
    condition: LengthCondition | None
    mask: int
    subtracted: bool


def parse_terms(text: str, start: Location) -> Result[tuple[Term, ...]]:
    """Parse a shape expression that begins at a location; one with an error has no terms."""
    try:
        if len(text) > LONGEST:
            raise UnreadableError(
                "BML105", f"This shape has more than {LONGEST:,} characters.", 0, "Divide it."
            )
        return Result(tuple(_terms(Scanner(text))))
    except UnreadableError as error:
        location = _moved(start, text, error.offset)
        return Result((), (Diagnostic(error.code, error.message, location, error.hint),))


def _moved(start: Location, text: str, offset: int) -> Location:
    before = text[:offset]
    lines = before.count("\n")
    if not lines:
        return start.shifted(offset)
    return Location(start.file, start.line + lines, offset - before.rfind("\n"))


def _terms(scanner: Scanner) -> Iterator[Term]:
    scanner.skip_blanks()
    sign = scanner.take(_SIGN)
    yield _term(scanner, subtracted=sign.startswith("-"))
    while not scanner.at_end():
        offset = scanner.position
        sign = scanner.take(_SIGN)
        if not sign:
            raise UnreadableError(
                "BML601",
                f"{scanner.peek()} does not belong after a shape.",
                offset,
                "Between two shapes write + or - with a space on both sides.",
            )
        yield _term(scanner, subtracted=sign.startswith("-"))


def _term(scanner: Scanner, *, subtracted: bool) -> Term:
    start = scanner.position
    patterns = [parse_pattern(scanner)]
    scanner.skip_blanks()
    while scanner.take(_ALTERNATIVE):
        patterns.append(parse_pattern(scanner))
        scanner.skip_blanks()
    mask = reduce(or_, (pattern.mask for pattern in patterns))
    condition = None
    if mask and scanner.take(_COLON):
        condition = parse_length_condition(scanner, lambda offset: _begins_term(scanner.text, offset))
        mask = condition.mask(mask)
    if not mask:
        written = " ".join(scanner.text[start : scanner.position].split())
        raise UnreadableError(
            "BML603",
            f"No hand has the shape {written[:60]}.",
            start,
            "Four lengths add up to 13." if condition is None else "Its condition excludes every shape.",
        )
    return Term(tuple(patterns), condition, mask, subtracted)


def _begins_term(text: str, offset: int) -> bool:
    """Return whether a whole pattern follows the + or - at ``offset``, so that it begins the next term."""
    scanner = Scanner(text, offset)
    scanner.take(_SIGN)
    try:
        parse_pattern(scanner)
    except UnreadableError:
        return False
    return True


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

    def __post_init__(self) -> None:
        if not 0 <= self.mask <= EVERY_SHAPE:
            raise ValueError(f"mask must be 0 to {EVERY_SHAPE:#x}, not {self.mask:#x}")

    @classmethod
    def parse(cls, text: str) -> ShapeSet:
        """Return the shapes of an expression.

        Raises:
            ValueError: The text is not a shape expression; the message has the place and what to write.

        >>> [str(shape) for shape in ShapeSet.parse("5M(332) - x5xx")]
        ['5233', '5323', '5332']
        """
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
            ValueError: One is not a shape.
        """
        mask = 0
        for shape in shapes:
            if shape not in SHAPE_NUMBERS:
                raise ValueError(f"shapes must have four lengths that add up to {CARDS}, not {shape}")
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
        return shapes_of(self.mask)

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


def parse_shapes(text: str, start: Location = Location("shape", 1)) -> Result[ShapeSet]:  # noqa: B008
    """Parse a shape expression that begins at a location; one with an error has no shapes.

    >>> print(parse_shapes("5s(431").diagnostics[0])
    shape:1:3: error BML601: This parenthesis is not closed. Write a ) after it.
    """
    terms = parse_terms(text, start)
    mask = 0
    for term in terms.value:
        mask = mask & ~term.mask if term.subtracted else mask | term.mask
    return Result(ShapeSet(mask), terms.diagnostics)
