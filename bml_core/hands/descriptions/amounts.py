"""How many: ``12-14``, ``5+``, ``up to 10``, ``fewer than four``, ``0 or 4``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bml_core.hands.descriptions.cursor import Cursor, UnreadableError
from bml_core.hands.descriptions.vocabulary import BEGINNINGS, DASHES, LESS, MORE, NUMBERS

Bounds = tuple[int, int]

_MOST_DIGITS = 9
#: In 5-card suit the dash makes no range.
_AFTER_HYPHEN = ("card", "cards")
_WORDED = (
    (("at", "least"), ">="),
    (("at", "most"), "<="),
    (("no", "more", "than"), "<="),
    (("not", "more", "than"), "<="),
    (("fewer", "than"), "<"),
    (("less", "than"), "<"),
    (("more", "than"), ">"),
    (("up", "to"), "<="),
    (("max", "."), "<="),
    (("max",), "<="),
    (("min", "."), ">="),
    (("min",), ">="),
)


@dataclass(frozen=True, slots=True)
class Range:
    """Two bounds, both included, None for no upper one, and where they are written."""

    low: int
    high: int | None
    low_offset: int
    high_offset: int

    def within(self, most: int, too_many: str) -> Bounds:
        """Return the bounds, the upper one at most ``most``; ``too_many`` gives the reason in a sentence.

        Raises:
            UnreadableError: A bound is above ``most``, or the lower one above the upper one.
        """
        high = most if self.high is None else self.high
        for number, offset in ((self.low, self.low_offset), (high, self.high_offset)):
            if number > most:
                shown = str(number) if number < 10_000 else "so many"
                raise UnreadableError("BML612", f"{too_many}, not {shown}.", offset, "Correct the number.")
        if self.low > high:
            message = f"No number is at least {self.low} and at most {high}."
            raise UnreadableError("BML612", message, self.low_offset, "Write the smaller number first.")
        return self.low, high


@dataclass(frozen=True, slots=True)
class Amount:
    """One range of numbers, or two; ``digits`` is the number as written, where it is a single one."""

    ranges: tuple[Range, ...]
    digits: str = ""

    def within(self, most: int, too_many: str) -> tuple[Bounds, ...]:
        """Return the bounds of each range; see ``Range``."""
        return tuple(each.within(most, too_many) for each in self.ranges)

    @property
    def low(self) -> int:
        """Return the smallest number."""
        return self.ranges[0].low

    @property
    def is_exact(self) -> bool:
        """Return True for a single number."""
        return bool(self.digits)

    @property
    def is_some(self) -> bool:
        """Return True for ``at least one``."""
        return len(self.ranges) == 1 and (self.ranges[0].low, self.ranges[0].high) == (1, None)

    @property
    def reads_as_points(self) -> bool:
        """Return True for what is no length of a suit: 10+, 0+, ranges that end at nine or more, and 0-6."""
        return not self.is_exact and all(
            each.low > 9 or not each.low if each.high is None else each.high >= (9 if each.low else 6)
            for each in self.ranges
        )


def read_amount(cursor: Cursor) -> Amount:
    """Return the amount that follows.

    Raises:
        UnreadableError: There is none.
    """
    begin = cursor.at
    first = _range(cursor)
    is_single = cursor.at == begin + 1
    if is_single and cursor.word == "or" and _is_number(cursor.ahead(1)):
        # 0 or 4 aces; in 12 hcp or 14 hcp a noun stands between.
        cursor.take("or")
        return Amount((first, _range(cursor)))
    return Amount((first,), cursor.tokens[begin].word if is_single else "")


def _range(cursor: Cursor) -> Range:
    sign = cursor.take("<", "<=", ">", ">=", "≤", "≥")
    if sign:
        return _signed(sign, cursor)
    for words, sign in _WORDED:
        if cursor.take_all(*words):
            return _signed(sign, cursor)
    if cursor.take("at"):
        raise cursor.unknown("Write at least, or at most, and a number.")
    is_between = bool(cursor.take("between"))
    cursor.take("exactly")
    offset = cursor.offset
    low = _number(cursor)
    if cursor.take("+") or _takes_or(cursor, MORE):
        return Range(low, None, offset, offset)
    if _takes_or(cursor, LESS):
        return Range(0, low, offset, offset)
    joints = (*DASHES, "to", "and") if is_between else (*DASHES, "to")
    if cursor.ahead(1) not in _AFTER_HYPHEN and cursor.take(*joints):
        high_offset = cursor.offset
        return Range(low, _number(cursor), offset, high_offset)
    if is_between:
        raise cursor.unknown("Write and, and a second number.")
    return Range(low, low, offset, offset)


def _signed(sign: str, cursor: Cursor) -> Range:
    offset = cursor.offset
    number = _number(cursor)
    if sign == "<" and not number:
        raise UnreadableError("BML612", "No number is below 0.", offset, "Write 0.")
    match sign:
        case "<":
            return Range(0, number - 1, offset, offset)
        case "<=" | "≤":
            return Range(0, number, offset, offset)
        case ">":
            return Range(number + 1, None, offset, offset)
        case _:
            return Range(number, None, offset, offset)


def _takes_or(cursor: Cursor, words: tuple[str, ...]) -> bool:
    return any(cursor.take_all("or", word) for word in words)


def _is_number(word: str) -> bool:
    return word in NUMBERS or re.fullmatch("[0-9]+", word) is not None


def _number(cursor: Cursor) -> int:
    word = cursor.word
    if not _is_number(word):
        raise cursor.unknown("Write a number, a suit, or a word such as balanced.", BEGINNINGS)
    cursor.at += 1
    # Python takes its time over thousands of digits.
    return NUMBERS[word] if word in NUMBERS else int(word[:_MOST_DIGITS])
