"""Amounts, such as ``12--14``, ``5+``, ``at least 4`` or ``0 or 4``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bml_core.hands.descriptions.tokens import Token
from bml_core.hands.shapes import UnreadableError

Bounds = tuple[int, int]

NUMBER = r"(?:\d+|ten) "
# A word for the best or the weakest of a range is not a bound: MAX 3=!h.
_BOUND = rf"(?:max|min|maximum \.|minimum \.|max \.|min \.) {NUMBER}(?![-+=] )"
_RANGE = (
    rf"(?:~ )?(?:between {NUMBER}(?:and|-|to) {NUMBER}|{_BOUND}"
    rf"|(?:[≥≤<>] )?(?:exactly )?{NUMBER}(?:\+ |or\+ |or- |(?:-|to) {NUMBER})?)"
)
AMOUNT = rf"{_RANGE}(?:or {_RANGE})?"
"""The pattern of an amount over the words of phrases, each with a blank after it."""
_LEAST, _MOST = ("≥", "min", "minimum"), ("≤", "max", "maximum")
_DIGITS = 9


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
                shown = str(number) if number < 10_000 else "this many"
                raise UnreadableError("BML612", f"{too_many}, not {shown}.", offset, "Correct the number.")
        if self.low > high:
            message = f"No number is at least {self.low} and at most {high}."
            raise UnreadableError("BML612", message, self.low_offset, "Write the smaller number first.")
        return self.low, high


@dataclass(frozen=True, slots=True)
class Amount:
    """One range of numbers, or two; ``is_exact`` is True for a single number, ``is_about`` after a ``~``."""

    ranges: tuple[Range, ...]
    is_exact: bool
    is_about: bool

    def within(self, most: int, too_many: str) -> tuple[Bounds, ...]:
        """Return the bounds of each range; see ``Range``."""
        return tuple(each.within(most, too_many) for each in self.ranges)

    @property
    def low(self) -> int:
        """Return the smallest number."""
        return self.ranges[0].low

    @property
    def is_open(self) -> bool:
        """Return True for such as 5+."""
        return self.ranges[0].high is None

    @property
    def reads_as_points(self) -> bool:
        """Return True for what cannot be a length of a suit: 10+, 0+, ranges up to nine or more, and 0-6."""
        return self.is_about or (
            not self.is_exact
            and all(
                each.low > 9 or not each.low if each.high is None else each.high >= (9 if each.low else 6)
                for each in self.ranges
            )
        )


def read_amount(tokens: Sequence[Token]) -> Amount:
    """Return the amount that some words say, all of them.

    >>> from bml_core.hands.descriptions.tokens import tokens_of
    >>> amount = read_amount(tokens_of("at least 4", {}, prose=True))
    >>> amount.low, amount.is_open
    (4, True)
    """
    words = [token.word for token in tokens]
    parts = [tokens]
    if "or" in words:
        middle = words.index("or")
        parts = [tokens[:middle], tokens[middle + 1 :]]
    is_exact = len(parts) == 1 and len([word for word in words if word not in ("~", "exactly")]) == 1
    return Amount(tuple(map(_range, parts)), is_exact, "~" in words)


def _range(tokens: Sequence[Token]) -> Range:
    words = [token.word for token in tokens]
    numbers = [token for token in tokens if token.word == "ten" or token.word.isdecimal()]
    # Python takes its time over thousands of digits.
    low, *rest = (10 if token.word == "ten" else int(token.word[:_DIGITS]) for token in numbers)
    at = numbers[0].start
    if rest:
        return Range(low, rest[0], at, numbers[1].start)
    if "<" in words and not low:
        raise UnreadableError("BML612", "No number is below 0.", at, "Write 0.")
    if "<" in words:
        return Range(0, low - 1, at, at)
    if ">" in words:
        return Range(low + 1, None, at, at)
    if "or-" in words or any(word in _MOST for word in words):
        return Range(0, low, at, at)
    if "+" in words or "or+" in words or any(word in _LEAST for word in words):
        return Range(low, None, at, at)
    return Range(low, low, at, at)
