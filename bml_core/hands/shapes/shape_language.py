"""The language of shapes: patterns such as ``4432``, ``5s(431)`` and ``5M4m(xx)``, and comparisons.

A shape is the lengths of spades, hearts, diamonds and clubs, which add up to 13. Comparisons such as
``h>s,h>=d`` are the operators of C over the variables s, h, d and c: a comma is ``&&``, ``or`` is ``||``.
Numbers are whole; a division drops the remainder.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from itertools import groupby, permutations, product
from operator import or_
from typing import NamedTuple

from bml_core._package import text_argument

CARDS = 13
_TEXT = re.compile(r"(\d)(\d)(\d)(\d)|(\d\d?)[-=](\d\d?)[-=](\d\d?)[-=](\d\d?)")


class _Lengths(NamedTuple):
    spades: int
    hearts: int
    diamonds: int
    clubs: int


class Shape(_Lengths):
    """The lengths of spades, hearts, diamonds and clubs of one hand; a tuple of four numbers.

    Raises:
        ValueError: The lengths do not add up to 13, or one is negative.

    >>> Shape(5, 3, 3, 2).spades, str(Shape(5, 3, 3, 2)), str(Shape(10, 2, 1, 0))
    (5, '5332', '10-2-1-0')
    >>> Shape(5, 3, 3, 2) == (5, 3, 3, 2)
    True
    """

    __slots__ = ()

    def __new__(cls, spades: int, hearts: int, diamonds: int, clubs: int) -> Shape:
        """Check the lengths and return the shape."""
        lengths = (spades, hearts, diamonds, clubs)
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
        text_argument(text)
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


Box = tuple[int, int, int, int]
"""The lengths of spades, hearts, diamonds and clubs as masks: bit *n* stands for *n* cards."""


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


# ---------------------------------------------------------------------------------------- patterns


_SUITS = "SHDC"
_RANKS = {"M": (0, 1), "m": (2, 3)}
_RANK_NAMES = {"M": "major", "m": "minor"}
_LENGTH = re.compile(r"[0-9x]|\[[^\[\]]*\]")
_BOUND = re.compile(r"\++|-+")
_LETTER = re.compile(r"[shdcSHDCMm]")
_ANY = re.compile(r"any\b\s*|any(?=[0-9x\[])")
_BLANKS = re.compile(r"\s*")


class UnreadableError(Exception):
    """End parsing at ``offset``, in characters from 0; the parsing function turns it into a diagnostic."""

    def __init__(self, code: str, message: str, offset: int, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.offset, self.hint = code, message, offset, hint


_error = partial(UnreadableError, "BML601")


class Scanner:
    """A text and the position up to which it is parsed."""

    def __init__(self, text: str, position: int = 0) -> None:
        self.text = text
        self.position = position

    def at_end(self) -> bool:
        """Skip spaces, and return whether that is the end of the text."""
        self.skip_blanks()
        return self.position >= len(self.text)

    def skip_blanks(self) -> None:
        """Move to the next character that is not a blank."""
        self.take(_BLANKS)

    def peek(self) -> str:
        """Return the character at the position, "" at the end."""
        return self.text[self.position : self.position + 1]

    def take(self, pattern: re.Pattern[str]) -> str:
        """Return what ``pattern`` matches at the position and move past it; "" without a match."""
        match = pattern.match(self.text, self.position)
        if match is None:
            return ""
        self.position = match.end()
        return match[0]


@dataclass(frozen=True, slots=True)
class ShapePattern:
    """A pattern as boxes, of which a shape must lie in one.

    ``any_order`` holds the four lengths if they may go to the suits in any order, "x" first, then descending.
    """

    boxes: tuple[Box, ...]
    any_order: Box | None = None

    @property
    def mask(self) -> int:
        """Return the mask of the shapes that fit."""
        return reduce(or_, map(box_mask, self.boxes))


@dataclass(frozen=True, slots=True)
class _Item:
    """A mask of lengths and its suit: an index, M, m, or None for the next suit in order.

    The lengths of one group, in parentheses, may change places.
    """

    lengths: int
    suit: int | str | None
    group: int
    offset: int


def parse_pattern(scanner: Scanner) -> ShapePattern:
    """Return the pattern at the position of the scanner, and move past it.

    Raises:
        UnreadableError: There is no pattern.
    """
    start = scanner.position
    any_order = bool(scanner.take(_ANY))
    items = _parse_items(scanner, start)
    if any_order:
        if any(item.suit is not None or item.group for item in items):
            raise _error(
                '"any" must be followed by exactly four lengths.', start, "Write any 4432, or (4432)."
            )
        items = [_Item(item.lengths, None, 1, item.offset) for item in items]
    if len(items) < len(_SUITS) and scanner.peek() and scanner.peek() not in ":+-|":
        raise _no_pattern(scanner, start)
    if len(items) != len(_SUITS):
        raise _wrong_number(items, start)
    boxes = _boxes(items)
    is_one_group = all(item.group == 1 for item in items)
    shown = sorted((item.lengths for item in items), key=_shown_first)
    return ShapePattern(boxes, (shown[0], shown[1], shown[2], shown[3]) if is_one_group else None)


def _shown_first(lengths: int) -> tuple[bool, int]:
    return lengths != ANY_LENGTH, -lengths


def _parse_items(scanner: Scanner, start: int) -> list[_Item]:
    items: list[_Item] = []
    group, opened = 0, -1
    while not scanner.at_end() and len(items) <= len(_SUITS):
        character = scanner.peek()
        if character == "(" and opened < 0:
            group += 1
            opened = scanner.position
            scanner.position += 1
        elif character == ")" and opened >= 0:
            opened = -1
            scanner.position += 1
        elif _LENGTH.match(character + "]") or _LETTER.match(character):
            items.append(_parse_item(scanner, group if opened >= 0 else 0))
        else:
            break
    if opened >= 0:
        raise _error("This parenthesis is not closed.", opened, "Write a ) after it.")
    if not items:
        raise _no_pattern(scanner, start)
    return items


def _parse_item(scanner: Scanner, group: int) -> _Item:
    offset = scanner.position
    letter = scanner.take(_LETTER)
    scanner.skip_blanks()
    at = scanner.position
    written = scanner.take(_LENGTH)
    if not written and scanner.peek() == "[":
        raise _error("This [ is not closed.", at, "Write a ] after it.")
    if not written:
        where = f"after {letter}" if letter else "here"
        raise _error(f"A length is missing {where}.", at, "Write 5s for five spades.")
    bound = "" if written == "x" else scanner.take(_BOUND)
    lengths = _lengths(written, bound, at)
    letter = letter or scanner.take(_LETTER)
    if letter and group:
        message = f"In parentheses the lengths have no suit, so {letter} does not belong here."
        hint = "Write the lengths of named suits before the parenthesis, such as 5s(431)."
        raise _error(message, offset, hint)
    suit = None if not letter else letter if letter in _RANKS else _SUITS.index(letter.upper())
    return _Item(lengths, suit, group, offset)


def _lengths(written: str, bound: str, offset: int) -> int:
    if written == "x":
        return ANY_LENGTH
    if not written.startswith("["):
        length = int(written)
        if bound.startswith("+"):
            return ANY_LENGTH & ~((1 << length) - 1)
        return (1 << length + 1) - 1 if bound else 1 << length
    if bound:
        raise _error("A range cannot be followed by + or -.", offset, "Write 8+, or a range such as [5-8].")
    return _range(written, offset)


def _range(written: str, offset: int) -> int:
    lengths = 0
    for piece in re.finditer(r"([0-9])-([0-9])|([0-9])|(.)", written[1:-1].replace(" ", "")):
        low, high, single, other = piece.groups()
        if other or (low and low > high):
            break
        for length in range(int(low or single), int(high or single) + 1):
            lengths |= 1 << length
    else:
        if lengths:
            return lengths
    hint = "Write [3-5] for three to five, [13] for one or three."
    raise _error(f"{written[:20]} is not a range of lengths.", offset, hint)


def _no_pattern(scanner: Scanner, start: int) -> UnreadableError:
    found = scanner.peek()
    if not found or found in ":+-|":
        return _error("A shape is missing here.", start, "Write one such as 4432, or xxxx for any shape.")
    hint = "A shape is made of digits, x, + and -, [ ] and ( ), and the letters s h d c M m."
    return _error(f"{found} does not belong in a shape.", scanner.position, hint)


def _wrong_number(items: list[_Item], start: int) -> UnreadableError:
    if len(items) < len(_SUITS):
        suits = f"{len(items)} suit{'s' * (len(items) > 1)}"
        message = f"This shape gives the lengths of {suits}; a hand has four."
        return _error(message, start, "Write x for a suit of any length.")
    hint = "Between two shapes write + or - with a space on both sides."
    return _error("This shape has more than four lengths.", items[len(_SUITS)].offset, hint)


def _boxes(items: list[_Item]) -> tuple[Box, ...]:
    """Return each way to give the lengths to the suits."""
    named: list[dict[int, int]] = [{}]
    for item in items:
        if isinstance(item.suit, int):
            if item.suit in named[0]:
                raise _error(f"{_SUITS[item.suit].lower()} is named twice.", item.offset, "Write it once.")
            named[0][item.suit] = item.lengths
    for item in items:
        if isinstance(item.suit, str):
            named = [
                {**choice, suit: item.lengths}
                for choice in named
                for suit in _RANKS[item.suit]
                if suit not in choice
            ]
            if not named:
                name = _RANK_NAMES[item.suit]
                raise _error(f"No {name} is left for this {item.suit}.", item.offset, "")
    rest = [item for item in items if item.suit is None]
    return tuple(dict.fromkeys([_filled(choice, order) for choice in named for order in _orders(rest)]))


def _orders(items: list[_Item]) -> list[tuple[int, ...]]:
    orders: list[tuple[int, ...]] = [()]
    for group, members in groupby(items, key=lambda item: item.group):
        lengths = tuple(item.lengths for item in members)
        choices = list(dict.fromkeys(permutations(lengths))) if group else [lengths]
        orders = [(*order, *choice) for order in orders for choice in choices]
    return orders


def _filled(named: dict[int, int], rest: tuple[int, ...]) -> Box:
    others = iter(rest)
    spades, hearts, diamonds, clubs = (
        named[suit] if suit in named else next(others) for suit in range(len(_SUITS))
    )
    return spades, hearts, diamonds, clubs


# -------------------------------------------------------------------------- comparisons of lengths


Value = Callable[[Shape], int]
_Step = Callable[[int, Shape], int]

_VARIABLES = "shdc"
_NESTING = 40
_DIGITS = 2
_refused = partial(UnreadableError, "BML602")
_TOKEN = re.compile(r"\|\||&&|[=!<>]=|and\b|or\b|[-+*/%<>!?:,()=&|]|[0-9]+|[A-Za-z]+|.", re.S)


def _divided(left: int, right: int) -> int:
    return abs(left) // abs(right) * (1 if (left < 0) is (right < 0) else -1)


def _remainder(left: int, right: int) -> int:
    return left - right * _divided(left, right)


COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    "<": operator.lt,
}
"""The signs between two lengths; in an expression, two equal signs stand for one."""
_CALCULATIONS: dict[str, Callable[[int, int], int]] = {
    **COMPARISONS,
    "==": operator.eq,
    "*": operator.mul,
    "/": _divided,
    "%": _remainder,
    "+": operator.add,
    "-": operator.sub,
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
            raise _refused("This condition is nested too deeply.", self.offset, "Simplify it.")
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
        if len(self.token) == 1 and self.token.lower() in _VARIABLES:
            suit = _VARIABLES.index(self.token.lower())
            self.suits.add(suit)
            self.advance()
            return operator.itemgetter(suit)
        raise self.unexpected()

    def expect(self, token: str, message: str, hint: str) -> None:
        if self.token != token:
            raise _refused(message, self.offset, hint)
        self.advance()

    def unexpected(self) -> UnreadableError:
        if self.token in _HINTS:
            return _refused(f"{self.token} is not used in conditions.", self.offset, _HINTS[self.token])
        if not self.token:
            return _refused("The condition ends too early.", self.offset, "Write one such as s>h.")
        hint = "Conditions compare s, h, d, c and numbers, such as s>h,d+c<=5."
        return _refused(f"{self.token[:20]} does not belong here in a condition.", self.offset, hint)


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
            message = f"This divides by 0 for the shape {'-'.join(map(str, shape))}."
            raise _refused(message, offset, "Exclude 0 first, such as h>0,s/h>1.")
        return calculate(left, divisor)

    return divide
