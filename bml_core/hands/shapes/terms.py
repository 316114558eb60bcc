"""Shape expressions, the language of dealer.dpp: ``(4432) + 5m(332) - xxxx:s>h``.

The language is that of the manual page of dealer.dpp; where the program does something else, the page holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.hands.shapes.comparisons import LengthCondition, parse_length_condition
from bml_core.hands.shapes.patterns import Pattern, parse_pattern
from bml_core.hands.shapes.scanner import Scanner, UnreadableError

#: Characters of one expression.
LONGEST = 10_000
_SIGN = re.compile(r"[-+]\s*")
_ALTERNATIVE = re.compile(r"\|\s*")
_COLON = re.compile(r":\s*")


@dataclass(frozen=True, slots=True)
class Term:
    """A part of an expression: patterns and the condition on all of them, added or subtracted."""

    patterns: tuple[Pattern, ...]
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
                f"{scanner.peek()} cannot stand behind a shape.",
                offset,
                "Between two shapes write + or - with a blank on both sides.",
            )
        yield _term(scanner, subtracted=sign.startswith("-"))


def _term(scanner: Scanner, *, subtracted: bool) -> Term:
    start = scanner.position
    patterns = [parse_pattern(scanner)]
    scanner.skip_blanks()
    while scanner.take(_ALTERNATIVE):
        patterns.append(parse_pattern(scanner))
        scanner.skip_blanks()
    mask = 0
    for pattern in patterns:
        mask |= pattern.mask
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
