"""Formulas without parts: points, lengths, suits compared, shapes, and values of single cards."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from bml_core.bridge import FULL_HAND, SUITS, Hand, Suit
from bml_core.hands.conditions.algebra import Leaf
from bml_core.hands.conditions.point_tables import ALL_POINTS, MAX_POINTS, PointTable, runs
from bml_core.hands.shapes import EVERY_SHAPE, SHAPES, ShapeSet, suit_mask

HONOURS = "AKQJT"
RANK_WORDS = dict(zip(HONOURS, ("ace", "king", "queen", "jack", "ten"), strict=True))
#: Spades first, as in shapes.
SUIT_ORDER = tuple(reversed(SUITS))

Worth = tuple[int, int, int, int, int]

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    "<": operator.lt,
}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Points(Leaf):
    """High-card points; bit *n* of the mask is set if *n* points fit."""

    mask: int

    def holds(self, hand: Hand) -> bool:
        """Return whether the points of the hand fit."""
        return bool(self.mask >> hand.hcp & 1)

    def table_of(self) -> PointTable:
        """Return these points for every shape."""
        return PointTable.of_points(self.mask)

    def __str__(self) -> str:
        if self.mask == ALL_POINTS:
            return "any"
        spans = [_range_words(low, high, MAX_POINTS) + " hcp" for low, high in runs(self.mask)]
        text = " or ".join(spans) or "none"
        return f"({text})" if len(spans) > 1 else text


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Length(Leaf):
    """A suit of at least ``low`` and at most ``high`` cards."""

    low: int
    high: int
    suit: Suit

    def holds(self, hand: Hand) -> bool:
        """Return whether the length of the suit fits."""
        return self.low <= hand.shape[SUIT_ORDER.index(self.suit)] <= self.high

    def table_of(self) -> PointTable:
        """Return all points for the shapes with such a suit."""
        lengths = (1 << self.high + 1) - (1 << self.low)
        return PointTable.of_shapes(suit_mask(SUIT_ORDER.index(self.suit), lengths))

    @property
    def denial(self) -> str:
        """Return words for the hands that do not fit, such as ``0-3 hearts`` for 4+ hearts."""
        if self.high >= FULL_HAND and self.low:
            return str(Length(0, self.low - 1, self.suit))
        return f"not {self}"

    def __str__(self) -> str:
        word = self.suit.word.removesuffix("s") if self.low == self.high == 1 else self.suit.word
        return f"{_range_words(self.low, self.high, FULL_HAND)} {word}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Compared(Leaf):
    """One suit longer than, shorter than or as long as another; ``sign`` is a key of ``COMPARISONS``."""

    suit: Suit
    sign: str
    other: Suit

    def holds(self, hand: Hand) -> bool:
        """Return whether the lengths of the hand compare like this."""
        return _compares(hand.shape, *self._places)

    def table_of(self) -> PointTable:
        """Return all points for the shapes whose lengths compare like this."""
        return PointTable.of_shapes(_compared_mask(*self._places))

    @property
    def _places(self) -> tuple[int, str, int]:
        return SUIT_ORDER.index(self.suit), self.sign, SUIT_ORDER.index(self.other)

    def __str__(self) -> str:
        return f"{self.suit.word} {self.sign} {self.other.word}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Shaped(Leaf):
    """A set of shapes; ``name`` is its word if it has one."""

    shapes: ShapeSet
    name: str = ""

    def holds(self, hand: Hand) -> bool:
        """Return whether the shape of the hand is in the set."""
        return hand.shape in self.shapes

    def table_of(self) -> PointTable:
        """Return all points for these shapes."""
        return PointTable.of_shapes(self.shapes.mask)

    def __str__(self) -> str:
        if not self.shapes.mask:
            return "none"
        return "any" if self.shapes.mask == EVERY_SHAPE else self.name or f"shape{{{self.shapes}}}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tally(Leaf):
    """A total value of single cards between two bounds, both included.

    ``worth`` holds the values of ace, king, queen, jack and ten in spades, hearts, diamonds and clubs;
    ``label`` names what is counted, such as ``aces``.
    """

    asks_cards: ClassVar[bool] = True
    worth: tuple[Worth, Worth, Worth, Worth]
    low: int
    high: int
    label: str

    @property
    def _content(self) -> object:
        return self.worth, self.low, self.high

    def holds(self, hand: Hand) -> bool:
        """Return whether the cards of the hand have such a total."""
        held = (
            value
            for values, holding in zip(self.worth, hand.holdings, strict=True)
            for rank, value in zip(HONOURS, values, strict=True)
            if rank in holding
        )
        return self.low <= sum(held) <= self.high

    def table_of(self) -> PointTable:
        """Raise ValueError: points and shape do not decide which cards a hand holds."""
        raise ValueError("points and shape do not decide on single cards")

    @property
    def _most(self) -> int:
        return sum(map(sum, self.worth))

    @property
    def denial(self) -> str:
        """Return words for the hands that do not fit, such as ``no ace`` for 1+ aces."""
        noun = self.label.removesuffix("s")
        if noun in RANK_WORDS.values() and self.low == 1 and self.high >= self._most:
            return f"no {noun}"
        words = str(self)
        return f"no {words}" if words.partition(" ")[0] in RANK_WORDS.values() else f"not {words}"

    def __str__(self) -> str:
        amount = _range_words(self.low, self.high, self._most)
        first, _, rest = self.label.partition(" ")
        if first == "of" and amount == str(self._most):
            ranks, _, suit = rest.partition(" in ")
            return f"{RANK_WORDS.get(ranks, ranks)} of {suit}"
        return f"{amount} {first.removesuffix('s') if amount == '1' else first} {rest}".rstrip()


def _compares(shape: tuple[int, ...], one: int, sign: str, other: int) -> bool:
    return COMPARISONS[sign](shape[one], shape[other])


@cache
def _compared_mask(one: int, sign: str, other: int) -> int:
    return sum(1 << number for number, shape in enumerate(SHAPES) if _compares(shape, one, sign, other))


def _range_words(low: int, high: int, most: int) -> str:
    if low == min(high, most):
        return str(low)
    return f"{low}+" if high >= most else f"{low}-{high}"
