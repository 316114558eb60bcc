"""Numbers in descriptions: amounts such as ``12--14`` and ``5+``, and all four lengths, as in ``4=4=1=4``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bml_core.bridge import FULL_HAND
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.tokens import SHAPE_MARK, Token
from bml_core.hands.shapes import ShapeSet, UnreadableError, parse_shapes

Bounds = tuple[int, int]

NUMBER = r"(?:\d+|ten) "
# A word for the best or the weakest of a range is not a bound: MAX 3=!h.
_BOUND = rf"(?:max|min|maximum \.|minimum \.|max \.|min \.) {NUMBER}(?![-+=] )"
_RANGE = (
    rf"(?:~ )?(?:between {NUMBER}(?:and|-|to) {NUMBER}|{_BOUND}"
    rf"|(?:[≥≤<>] )?(?:exactly )?{NUMBER}(?:\+ |or\+ |or- |exactly |(?:-|to) {NUMBER})?)"
)
AMOUNT = rf"{_RANGE}(?:or {_RANGE})?"
"""The pattern of an amount over the words of phrases, each with a blank after it."""
_LEAST, _MOST = ("≥", "min", "minimum"), ("≤", "max", "maximum")
_DIGITS = 9


class NoHandError(UnreadableError):
    """A number is plain, and no hand has it."""


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
            NoHandError: The lower bound is above ``most``, or the upper one of points below it.
            UnreadableError: The upper bound is above ``most``, or that of cards below the lower one: the two
                numbers of ``5-4 majors`` are lengths of two suits.
        """
        high = most if self.high is None else self.high
        for number, offset in ((self.low, self.low_offset), (high, self.high_offset)):
            if number > most:
                shown = str(number) if number < 10_000 else "this many"
                error = NoHandError if self.low > most else UnreadableError
                raise error("BML612", f"{too_many}, not {shown}.", offset, "Correct the number.")
        if self.low > high:
            message = f"No number is at least {self.low} and at most {high}."
            error = NoHandError if most > FULL_HAND else UnreadableError
            raise error("BML612", message, self.low_offset, "Write the smaller number first.")
        return self.low, high


@dataclass(frozen=True, slots=True)
class Amount:
    """One range of numbers, or two.

    ``is_exact`` is True for a single number, ``is_about`` after a ``~``, ``is_only`` beside ``exactly``: then
    not even a ``4-card suit`` may be longer.
    """

    ranges: tuple[Range, ...]
    is_exact: bool
    is_about: bool
    is_only: bool = False

    def within(self, most: int, too_many: str) -> tuple[Bounds, ...]:
        """Return the bounds of each range; see ``Range``. Of several, no single one leaves no hand."""
        try:
            return tuple(each.within(most, too_many) for each in self.ranges)
        except NoHandError as error:
            if len(self.ranges) == 1:
                raise
            raise UnreadableError(error.code, error.message, error.offset, error.hint) from None

    @property
    def low(self) -> int:
        """Return the smallest number."""
        return self.ranges[0].low

    @property
    def is_open(self) -> bool:
        """Return True for such as 5+."""
        return self.ranges[0].high is None

    def is_above(self, least: int) -> bool:
        """Return True for ranges that end above ``least``, or begin with it and have no end."""
        return not self.is_exact and all(
            (each.low if each.high is None else each.high) >= least for each in self.ranges
        )

    def is_up_to(self, highest: int) -> bool:
        """Return True for ranges from none to ``highest`` or above."""
        return all(not each.low and each.high is not None and each.high >= highest for each in self.ranges)

    @property
    def is_mixed(self) -> bool:
        """Return True for two ranges that are hardly of the same: the points and cards of ``8-9 or 4!h``."""
        return any(each.high != each.low or each.low > 9 for each in self.ranges[:-1])

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
    return Amount(tuple(map(_range, parts)), is_exact, "~" in words, "exactly" in words)


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


_BARE = re.compile("[0-9]{4}")
_BALANCED = frozenset(("4333", "4432", "5332"))
_JOINED = re.compile("[0-9]+(?:-[0-9]+){3}")


class WrongShapeError(Exception):
    """A shape cannot be read; never leaves the readers of conditions and descriptions.

    The columns of its diagnostics count the characters of the whole text, lines and all.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__()
        self.diagnostics = diagnostics


def read_shapes(tokens: Sequence[Token], order: str, *, prose: bool) -> c.Formula:
    """Return the condition of a shape, or of a list of them; ``order`` is "any", "exactly" or "".

    Lengths that do not descend are spades to clubs, and so are the others of their list. Lengths that descend
    are in any order: joined as ``4-4-3-2``, and in a condition as ``4432``, which some players write for
    spades to clubs.

    Raises:
        UnreadableError: It is not a shape of a hand, or one that can be read in two ways.
        WrongShapeError: The same, with the diagnostics of the language of shapes.
    """
    shapes = [token for token in tokens if token.word.startswith(SHAPE_MARK)]
    if order == "any":
        return c.any_of(_in_any_order(token) for token in shapes)
    words = {token: token.word.removeprefix(SHAPE_MARK) for token in shapes}
    has_order = {
        pattern: any(pattern.fullmatch(word) and not _descends(word) for word in words.values())
        for pattern in (_BARE, _JOINED)
    }
    # In a list such as 4333, 4432 or 5332 nobody means the order of the suits.
    is_list = len(words) > 1 and _BALANCED.issuperset(words.values())
    try:
        return c.any_of(
            _shape(token, word, has_order, prose=prose and not is_list) for token, word in words.items()
        )
    except NoHandError as error:
        if len(words) == 1:
            raise
        # A hand may have another shape of the list.
        raise UnreadableError(error.code, error.message, error.offset, error.hint) from error


def _shape(token: Token, word: str, has_order: dict[re.Pattern[str], bool], *, prose: bool) -> c.Formula:
    if "(" in word:
        return c.Shaped(_shaped(word, token.start))
    exact = _exact(token, word)
    if "=" in word or has_order[_JOINED if "-" in word else _BARE]:
        return exact
    if prose and "-" not in word:
        hint = f"Write {'-'.join(word)}, or {'='.join(word)} for spades to clubs."
        raise UnreadableError("BML611", f"{word} can be read in two ways.", token.start, hint)
    return c.Shaped(_in_every_order(tuple(sorted(_lengths(word)))), "-".join(map(str, _lengths(word))))


def _lengths(word: str) -> tuple[int, ...]:
    return tuple(map(int, re.split("[-=]", word) if len(word) > 4 else word))


def _descends(word: str) -> bool:
    return list(_lengths(word)) == sorted(_lengths(word), reverse=True)


def _in_any_order(token: Token) -> c.Formula:
    digits = re.sub("[^0-9]", "", token.word)
    return c.Shaped(_shaped(f"({digits})", token.start), f"any {digits}")


def _exact(token: Token, word: str) -> c.Formula:
    """Return the condition of a shape that is spades to clubs."""
    lengths = _lengths(word)
    if sum(lengths) != FULL_HAND:
        message = f"The lengths {word} add up to {sum(lengths)}, and a hand has 13 cards."
        # 0314 is an answer to a question for key cards.
        error = NoHandError if "=" in word else UnreadableError
        raise error("BML612", message, token.start, "Correct them.")
    return c.Shaped(ShapeSet.from_shapes([lengths]), "=".join(map(str, lengths)))


@lru_cache(maxsize=64)
def _in_every_order(lengths: tuple[int, ...]) -> ShapeSet:
    return ShapeSet.of(lambda shape: tuple(sorted(shape)) == lengths)


def read_expression(token: Token) -> c.Formula:
    """Return the condition of ``shape 5s(431)``, in the language of shapes."""
    expression = token.written[len("shape") :].lstrip()
    offset = token.end - len(expression)
    if not expression:
        message, hint = "shape is not understood here.", "Write a shape, such as shape (4432)."
        raise UnreadableError("BML611", message, token.start, hint)
    if expression.startswith("{"):
        if not expression.endswith("}"):
            raise UnreadableError("BML613", "This { is not closed.", offset, "Write a } after it.")
        expression, offset = expression[1:-1], offset + 1
    return c.Shaped(_shaped(expression, offset))


def _shaped(expression: str, offset: int) -> ShapeSet:
    shapes = parse_shapes(expression, Location("text", 1, offset + 1))
    if shapes.diagnostics:
        raise WrongShapeError(shapes.diagnostics)
    return shapes.value
