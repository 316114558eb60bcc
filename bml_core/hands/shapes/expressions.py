"""Shape expressions, the language of dealer.dpp: ``(4432) + 5m(332) - xxxx:s>h``.

The language is that of the manual page of dealer.dpp; where the program does something else, the page holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.shapes.comparisons import Condition, read_condition
from bml_core.hands.shapes.patterns import Pattern, read_pattern
from bml_core.hands.shapes.scanning import Scanner, UnreadableError
from bml_core.hands.shapes.sets import ShapeSet

#: Characters of one expression.
LONGEST = 10_000
_SIGN = re.compile(r"[-+]\s*")
_ALTERNATIVE = re.compile(r"\|\s*")
_COLON = re.compile(r":\s*")


@dataclass(frozen=True, slots=True)
class Term:
    """One shape of an expression: patterns, the condition on all of them, and whether it is taken away."""

    patterns: tuple[Pattern, ...]
    condition: Condition | None
    mask: int
    subtracted: bool


@dataclass(frozen=True, slots=True)
class ShapeReading:
    """What an expression says: its terms, or what is wrong with it."""

    terms: tuple[Term, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def shapes(self) -> ShapeSet:
        """The shapes that fit: terms are added and taken away from left to right."""
        mask = 0
        for term in self.terms:
            mask = mask & ~term.mask if term.subtracted else mask | term.mask
        return ShapeSet(mask)


def read_shapes(text: str, place: Location | None = None) -> ShapeReading:
    """Read a shape expression; ``place`` is where it begins.

    An expression with an error says no shapes.

    >>> reading = read_shapes("x5+xx:h>s,h>=d,h>=c")
    >>> reading.shapes.hands
    105253427813
    >>> print(read_shapes("5s(431").diagnostics[0])
    shape:1:3: error BML601: This parenthesis is not closed. Write a ) behind it.
    """
    try:
        if len(text) > LONGEST:
            raise UnreadableError(
                "BML105", f"This shape has more than {LONGEST:,} characters.", 0, "Divide it."
            )
        return ShapeReading(tuple(_terms(Scanner(text))))
    except UnreadableError as error:
        found = Diagnostic(
            error.code, error.message, _moved(place or Location("shape", 1), text, error.offset), error.hint
        )
        return ShapeReading(diagnostics=(found,))


def _moved(place: Location, text: str, offset: int) -> Location:
    before = text[:offset]
    lines = before.count("\n")
    if not lines:
        return place.shifted(offset)
    return Location(place.file, place.line + lines, offset - before.rfind("\n"))


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
                f"{scanner.peek()} cannot stand behind a shape.",
                offset,
                "Between two shapes write + or - with a blank on both sides.",
            )
        yield _term(scanner, subtracted=sign.startswith("-"))


def _term(scanner: Scanner, *, subtracted: bool) -> Term:
    start = scanner.position
    patterns = [read_pattern(scanner)]
    scanner.skip_blanks()
    while scanner.take(_ALTERNATIVE):
        patterns.append(read_pattern(scanner))
        scanner.skip_blanks()
    mask = 0
    for pattern in patterns:
        mask |= pattern.mask
    condition = None
    if mask and scanner.take(_COLON):
        condition = read_condition(scanner, lambda offset: _begins_term(scanner.text, offset))
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
    """Whether the + or - at ``offset`` of a condition begins the next term: a whole shape follows it."""
    scanner = Scanner(text, offset)
    scanner.take(_SIGN)
    try:
        read_pattern(scanner)
    except UnreadableError:
        return False
    return True
