"""Parse conditions on lengths such as ``h>s,h>=d``: the operators of C over the variables s, h, d and c.

A comma is ``&&``, ``or`` is ``||``. Numbers are whole; a division drops the remainder.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from bml_core.hands.shapes.patterns import Scanner, UnreadableError
from bml_core.hands.shapes.suit_lengths import SHAPES, Shape

Value = Callable[[Shape], int]
_Step = Callable[[int, Shape], int]

_SUITS = "shdc"
_NESTING = 40
_DIGITS = 2
_error = partial(UnreadableError, "BML602")
_TOKEN = re.compile(r"\|\||&&|[=!<>]=|and\b|or\b|[-+*/%<>!?:,()=&|]|[0-9]+|[A-Za-z]+|.", re.S)


def _divided(left: int, right: int) -> int:
    return abs(left) // abs(right) * (1 if (left < 0) is (right < 0) else -1)


def _remainder(left: int, right: int) -> int:
    return left - right * _divided(left, right)


_CALCULATIONS: dict[str, Callable[[int, int], int]] = {
    "*": operator.mul,
    "/": _divided,
    "%": _remainder,
    "+": operator.add,
    "-": operator.sub,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_ALIKE = {"or": "||", "and": "&&", ",": "&&"}
_HINTS = {
    "=": "Write == for equal.",
    "|": "Write or, or ||.",
    "&": "Write a comma, and, or &&.",
    "x": "Write a letter of a suit: s, h, d or c.",
    "M": "Write s or h.",
    "m": "Write d or c.",
}
#: What binds least comes first.
_LEVELS = (("||",), ("&&",), ("==", "!="), ("<", "<=", ">", ">="), ("+", "-"), ("*", "/", "%"))


@dataclass(frozen=True, slots=True)
class LengthCondition:
    """A condition on lengths, and the suits that it names (0 spades to 3 clubs)."""

    value: Value
    suits: frozenset[int]

    def mask(self, among: int) -> int:
        """Return those of the shapes in the mask ``among`` that fit.

        Raises:
            UnreadableError: It divides by 0 for one of them.
        """
        return sum(
            1 << number for number, shape in enumerate(SHAPES) if among >> number & 1 and self.value(shape)
        )


def parse_length_condition(scanner: Scanner, ends: Callable[[int], bool]) -> LengthCondition:
    """Return the condition at the position of the scanner, and move past it.

    ``ends`` decides of the offset of a ``+`` or ``-`` outside parentheses whether it begins the next shape.

    Raises:
        UnreadableError: There is no condition.
    """
    return _Reader(scanner, ends).read()


class _Reader:
    def __init__(self, scanner: Scanner, ends: Callable[[int], bool]) -> None:
        self.scanner = scanner
        self.ends = ends
        self.parentheses = 0
        self.nesting = 0
        self.suits: set[int] = set()
        self.offset = 0
        self.token = ""
        self.advance()

    def read(self) -> LengthCondition:
        value = self.choice()
        if self.token:
            raise self.unexpected()
        self.scanner.position = self.offset
        return LengthCondition(value, frozenset(self.suits))

    def advance(self) -> None:
        self.scanner.skip_blanks()
        self.offset = self.scanner.position
        if self.scanner.peek() in ("+", "-") and not self.parentheses and self.ends(self.offset):
            self.token = ""
            return
        self.token = self.scanner.take(_TOKEN)

    @contextmanager
    def nested(self) -> Iterator[None]:
        self.nesting += 1
        if self.nesting > _NESTING:
            raise _error("This condition is nested too deeply.", self.offset, "Simplify it.")
        yield
        self.nesting -= 1

    def choice(self) -> Value:
        value = self.binary(0)
        if self.token != "?":
            return value
        with self.nested():
            self.advance()
            chosen = self.choice()
            self.expect(":", "? needs a : with the other condition.", "Write s>h?d>3:c>3.")
            otherwise = self.choice()
        return lambda shape: chosen(shape) if value(shape) else otherwise(shape)

    def binary(self, level: int) -> Value:
        if level == len(_LEVELS):
            return self.unary()
        value = self.binary(level + 1)
        steps: list[_Step] = []
        while (sign := _ALIKE.get(self.token, self.token)) in _LEVELS[level]:
            offset = self.offset
            self.advance()
            steps.append(_step(sign, self.binary(level + 1), offset))
        return _chain(value, steps) if steps else value

    def unary(self) -> Value:
        sign = self.token
        if sign not in ("!", "-", "+"):
            return self.operand()
        with self.nested():
            self.advance()
            value = self.unary()
        if sign == "!":
            return lambda shape: not value(shape)
        return value if sign == "+" else lambda shape: -value(shape)

    def operand(self) -> Value:
        if self.token == "(":
            with self.nested():
                self.parentheses += 1
                self.advance()
                value = self.choice()
                self.parentheses -= 1
                self.expect(")", "A parenthesis is not closed.", "Write a ) here.")
            return value
        if self.token.isdecimal() and len(self.token) <= _DIGITS:
            number = int(self.token)
            self.advance()
            return lambda shape: number
        if len(self.token) == 1 and self.token.lower() in _SUITS:
            suit = _SUITS.index(self.token.lower())
            self.suits.add(suit)
            self.advance()
            return operator.itemgetter(suit)
        raise self.unexpected()

    def expect(self, token: str, message: str, hint: str) -> None:
        if self.token != token:
            raise _error(message, self.offset, hint)
        self.advance()

    def unexpected(self) -> UnreadableError:
        if self.token in _HINTS:
            return _error(f"{self.token} is not used in conditions.", self.offset, _HINTS[self.token])
        if not self.token:
            return _error("The condition ends too early.", self.offset, "Write one such as s>h.")
        return _error(
            f"{self.token[:20]} does not belong here in a condition.",
            self.offset,
            "Conditions compare s, h, d, c and numbers, such as s>h,d+c<=5.",
        )


def _chain(first: Value, steps: list[_Step]) -> Value:
    def value(shape: Shape) -> int:
        result = first(shape)
        for step in steps:
            result = step(result, shape)
        return result

    return value


def _step(sign: str, right: Value, offset: int) -> _Step:
    """Return a function of the value on the left of an operator."""
    if sign == "&&":
        return lambda left, shape: bool(left and right(shape))
    if sign == "||":
        return lambda left, shape: bool(left or right(shape))
    calculate = _CALCULATIONS[sign]
    if sign not in ("/", "%"):
        return lambda left, shape: calculate(left, right(shape))

    def divide(left: int, shape: Shape) -> int:
        divisor = right(shape)
        if not divisor:
            raise _error(
                f"This divides by 0 for the shape {'-'.join(map(str, shape))}.",
                offset,
                "Exclude 0 first, such as h>0,s/h>1.",
            )
        return calculate(left, divisor)

    return divide
