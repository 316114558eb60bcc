"""Numbers of a condition: ``12-19``, ``5+``, ``at most 3``, ``< 11``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bml_core.hands.shape_scanning import UnreadableError
from bml_core.hands.words.tokens import Tokens
from bml_core.hands.words.vocabulary import BEGINNINGS, DASHES, NUMBERS


@dataclass(frozen=True, slots=True)
class Range:
    """Two bounds, both included, and where they are written; no upper bound is None."""

    low: int
    high: int | None
    low_offset: int
    high_offset: int
    #: The number as it is written, where it is a single one.
    digits: str = ""

    def within(self, most: int, too_many: str) -> tuple[int, int]:
        """The bounds, the upper one at most ``most``; ``too_many`` says why, in a sentence."""
        high = most if self.high is None else self.high
        for number, offset in ((self.low, self.low_offset), (high, self.high_offset)):
            if number > most:
                shown = str(number) if number < 10_000 else "so many"
                raise UnreadableError("BML612", f"{too_many}, not {shown}.", offset, "Correct the number.")
        if self.low > high:
            message = f"No number is at least {self.low} and at most {high}."
            raise UnreadableError("BML612", message, self.low_offset, "Write the smaller number first.")
        return self.low, high


def take_range(tokens: Tokens) -> Range:
    """The range that comes next."""
    start = tokens.offset
    sign = tokens.take("<", "<=", ">", ">=")
    if sign:
        offset = tokens.offset
        number = _take_number(tokens)
        if sign == "<" and not number:
            raise UnreadableError("BML612", "No number is below 0.", offset, "Write 0.")
        if sign.startswith("<"):
            return Range(0, number - (sign == "<"), offset, offset)
        return Range(number + (sign == ">"), None, offset, offset)
    if tokens.take("at"):
        if tokens.take("least"):
            return Range(_take_number(tokens), None, start, start)
        if tokens.take("most"):
            return _up_to(tokens)
        raise tokens.unknown("Write at least, or at most, and a number.")
    if tokens.take("up"):
        tokens.take("to")
        return _up_to(tokens)
    tokens.take("exactly")
    offset, digits = tokens.offset, tokens.next
    low = _take_number(tokens)
    if tokens.take("+"):
        return Range(low, None, offset, offset)
    if tokens.after(1) in ("card", "cards") and tokens.take(*DASHES):
        return Range(low, None, offset, offset)
    if tokens.take(*DASHES, "to"):
        high_offset = tokens.offset
        return Range(low, _take_number(tokens), offset, high_offset)
    return Range(low, low, offset, offset, digits)


def _up_to(tokens: Tokens) -> Range:
    offset = tokens.offset
    return Range(0, _take_number(tokens), offset, offset)


def _take_number(tokens: Tokens) -> int:
    word = tokens.next
    if word in NUMBERS:
        return NUMBERS.index(tokens.take(word))
    if not re.fullmatch("[0-9]+", word):
        raise tokens.unknown("Write a number, a suit, or a word such as balanced.", BEGINNINGS)
    return int(tokens.take(word))
