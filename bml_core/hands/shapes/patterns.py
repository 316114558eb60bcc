"""Parse patterns such as ``4432``, ``5+xx5+``, ``5s(431)`` and ``5M4m(xx)``, by a cursor over their text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial, reduce
from itertools import groupby, permutations
from operator import or_

from bml_core.hands.shapes.suit_lengths import ANY_LENGTH, Box, box_mask

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
        """Skip blanks, and return whether that is the end of the text."""
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
class Pattern:
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


def parse_pattern(scanner: Scanner) -> Pattern:
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
    return Pattern(boxes, (shown[0], shown[1], shown[2], shown[3]) if is_one_group else None)


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
        raise _error(
            f"In parentheses the lengths have no suit, so {letter} does not belong here.",
            offset,
            "Write the lengths of named suits before the parenthesis, such as 5s(431).",
        )
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
    inside = written[1:-1].replace(" ", "")
    for piece in re.finditer(r"([0-9])-([0-9])|([0-9])|(.)", inside):
        low, high, single, other = piece.groups()
        if other or (low and low > high):
            break
        for length in range(int(low or single), int(high or single) + 1):
            lengths |= 1 << length
    else:
        if lengths:
            return lengths
    raise _error(
        f"{written[:20]} is not a range of lengths.",
        offset,
        "Write [3-5] for three to five, [13] for one or three.",
    )


def _no_pattern(scanner: Scanner, start: int) -> UnreadableError:
    found = scanner.peek()
    if not found or found in ":+-|":
        return _error("A shape is missing here.", start, "Write one such as 4432, or xxxx for any shape.")
    return _error(
        f"{found} does not belong in a shape.",
        scanner.position,
        "A shape is made of digits, x, + and -, [ ] and ( ), and the letters s h d c M m.",
    )


def _wrong_number(items: list[_Item], start: int) -> UnreadableError:
    if len(items) < len(_SUITS):
        return _error(
            f"This shape gives the lengths of {len(items)} suit{'s' * (len(items) > 1)}; a hand has four.",
            start,
            "Write x for a suit of any length.",
        )
    return _error(
        "This shape has more than four lengths.",
        items[len(_SUITS)].offset,
        "Between two shapes write + or - with a space on both sides.",
    )


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
    orders = [()] if not rest else _orders(rest)
    boxes = [_filled(choice, order) for choice in named for order in orders]
    return tuple(dict.fromkeys(boxes))


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
