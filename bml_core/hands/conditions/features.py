"""Features of a hand as formulas: points, lengths, shapes and values of single cards.

Functions such as ``points(12, 19)`` and ``stopper("H")`` check their arguments and return formulas; these are
made of the leaves, the formulas without parts.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from bml_core.bridge import FULL_HAND, SUITS, Hand, Suit
from bml_core.hands.conditions.algebra import ALL_POINTS, MAX_POINTS, Formula, Leaf, Named, PointTable, any_of
from bml_core.hands.shapes import EVERY_SHAPE, ShapeSet, suit_mask

HONOURS = "AKQJT"
RANK_WORDS = dict(zip(HONOURS, ("ace", "king", "queen", "jack", "ten"), strict=True))
#: Spades first, as in shapes.
SUIT_ORDER = tuple(reversed(SUITS))

#: The values of ace, king, queen, jack and ten of a suit.
Worth = tuple[int, int, int, int, int]
_NO_WORTH: Worth = (0, 0, 0, 0, 0)

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    "<": operator.lt,
}


@lru_cache(maxsize=1024)
def runs(mask: int) -> tuple[tuple[int, int], ...]:
    """Return the first and the last number of each run of bits that are set, lowest first.

    >>> runs(0b10110)
    ((1, 2), (4, 4))
    """
    return tuple(zip(bits(mask & ~(mask << 1)), bits(mask & ~(mask >> 1)), strict=True))


def bits(mask: int) -> Iterable[int]:
    """Yield the numbers of the bits that are set, lowest first.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


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
        one, sign, other = self._places
        return COMPARISONS[sign](hand.shape[one], hand.shape[other])

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


@cache
def _compared_mask(one: int, sign: str, other: int) -> int:
    compare = COMPARISONS[sign]
    return ShapeSet.of(lambda shape: compare(shape[one], shape[other])).mask


def _range_words(low: int, high: int, most: int) -> str:
    if low == min(high, most):
        return str(low)
    return f"{low}+" if high >= most else f"{low}-{high}"


def points(low: int, high: int) -> Formula:
    """Return the formula for high-card points between two bounds, both included.

    Raises:
        ValueError: Not ``0 <= low <= high``.

    >>> str(points(15, 17)), str(points(16, 40))
    ('15-17 hcp', '16+ hcp')
    """
    _check(low, high)
    return Points(ALL_POINTS & ((1 << high + 1) - (1 << low)))


def cards(low: int, high: int, suit: Suit | str) -> Formula:
    """Return the formula for a suit, or its letter, of this many cards, both bounds included.

    Raises:
        ValueError: Not ``0 <= low <= high <= 13``, or no suit.

    >>> str(cards(5, 13, "H")), str(cards(4, 4, "S"))
    ('5+ hearts', '4 spades')
    """
    _check(low, high)
    if high > FULL_HAND:
        raise ValueError(f"a suit has at most 13 cards, not {high}")
    return Length(low, high, Suit(suit))


def longer(suit: Suit | str, other: Suit | str, sign: str = ">") -> Formula:
    """Return the formula for a suit longer than another; other signs are ``>= = != <= <``.

    Raises:
        ValueError: No suit, or no such sign.

    >>> str(longer("H", "S"))
    'hearts > spades'
    """
    if sign not in COMPARISONS:
        raise ValueError(f"sign is one of {' '.join(COMPARISONS)}, not {sign!r}")
    return Compared(Suit(suit), sign, Suit(other))


def tally(low: int, high: int, ranks: str, suits: Iterable[Suit | str], label: str) -> Formula:
    """Return the formula for this many cards of some ranks in some suits; ``label`` names them.

    Raises:
        ValueError: Not ``0 <= low <= high``, or no suit.

    >>> str(tally(2, 4, "A", "SHDC", "aces"))
    '2+ aces'
    """
    return weighted(low, high, dict.fromkeys(ranks, 1), suits, label)


def weighted(low: int, high: int, worth: dict[str, int], suits: Iterable[Suit | str], label: str) -> Formula:
    """Return the formula for a total value of cards in some suits, by the values of ``AKQJT``.

    Raises:
        ValueError: Not ``0 <= low <= high``, or no suit.

    >>> str(weighted(3, 12, {"A": 2, "K": 1}, "SHDC", "controls"))
    '3+ controls'
    """
    _check(low, high)
    named = {Suit(suit) for suit in suits}
    a, k, q, j, t = (worth.get(rank, 0) for rank in HONOURS)
    s, h, d, c = ((a, k, q, j, t) if suit in named else _NO_WORTH for suit in SUIT_ORDER)
    return Tally((s, h, d, c), low, high, label)


def honours(low: int, high: int, ranks: str, suit: Suit | str) -> Formula:
    """Return the formula for this many of some honours of a suit; ranks are letters of ``AKQJT``.

    >>> str(honours(2, 3, "AKQ", "H")), str(honours(2, 2, "AK", "H"))
    ('2+ of AKQ in hearts', 'AK of hearts')
    """
    return tally(low, high, ranks, [suit], f"of {ranks} in {Suit(suit).word}")


def keycards(low: int, high: int, trump: Suit | str) -> Formula:
    """Return the formula for this many of the four aces and the king of trumps.

    >>> str(keycards(3, 5, "H"))
    '3+ keycards in hearts'
    """
    _check(low, high)
    suit = Suit(trump)
    s, h, d, c = ((1, int(each is suit), 0, 0, 0) for each in SUIT_ORDER)
    return Tally((s, h, d, c), low, high, f"keycards in {suit.word}")


def stopper(suit: Suit | str) -> Formula:
    """Return the formula for a stopper: the ace, Kx, Qxx or Jxxx.

    >>> from bml_core.bridge import Hand
    >>> stopper("H").fits(Hand("AKxx", "Qxx", "xxx", "xxx"))
    True
    """
    named = Suit(suit)
    ways = (honours(1, 1, rank, named) & cards(n, 13, named) for n, rank in enumerate("AKQJ", 1))
    return Named(f"stopper in {named.word}", any_of(ways))


def good_suit(suit: Suit | str) -> Formula:
    """Return the formula for two of ace, king and queen, or three of five honours, at any length.

    >>> from bml_core.bridge import Hand
    >>> good_suit("H").fits(Hand("xxx", "KJTxx", "xxx", "xx"))
    True
    """
    named = Suit(suit)
    return Named(f"good {named.word}", honours(2, 3, "AKQ", named) | honours(3, 5, HONOURS, named))


def some_suit(length: int, suits: Iterable[Suit | str], word: str) -> Formula:
    """Return the formula for one of some suits, at least this long; ``word`` names these suits.

    >>> str(some_suit(5, "SH", "major"))
    'a 5-card major'
    """
    article = "an" if length in (8, 11) else "a"
    return Named(f"{article} {length}-card {word}", any_of(cards(length, FULL_HAND, suit) for suit in suits))


def two_suits(long: int, short: int, one: Suit | str, other: Suit | str, word: str) -> Formula:
    """Return the formula for two suits, at least this long, in either order; ``word`` names them.

    >>> str(two_suits(5, 4, "S", "H", "majors"))
    '5-4 majors'
    """
    long, short = max(long, short), min(long, short)
    ways = (cards(long, FULL_HAND, a) & cards(short, FULL_HAND, b) for a, b in ((one, other), (other, one)))
    return Named(f"{long}-{short} {word}", any_of(ways))


def balanced() -> Formula:
    """Return the formula for 4333, 4432 and 5332, in any order of the suits."""
    return Shaped(_balanced_shapes(), "balanced")


def semi_balanced() -> Formula:
    """Return the formula for no singleton and no void: balanced, 5422, 6322 and 7222."""
    return Shaped(ShapeSet.of(lambda shape: min(shape) > 1), "semi-balanced")


def unbalanced() -> Formula:
    """Return the formula for every shape that is not balanced."""
    return Shaped(~_balanced_shapes(), "unbalanced")


def shortness(length: int, name: str) -> Formula:
    """Return the formula for a suit of exactly ``length`` cards somewhere; ``name`` is its word."""
    return Shaped(ShapeSet.of(lambda shape: length in shape), name)


def _balanced_shapes() -> ShapeSet:
    return ShapeSet.of(lambda shape: sorted(shape) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5]))


def _check(low: int, high: int) -> None:
    if not 0 <= low <= high:
        raise ValueError(f"no number is at least {low} and at most {high}")
