"""What a hand must be like: immutable conditions, and the words ``&``, ``|`` and ``~`` between them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain, groupby
from typing import TypeVar

from bml_core.bridge import FULL_HAND, SUITS, Hand, Suit
from bml_core.hands.shapes import SHAPES, ShapeSet
from bml_core.hands.tables import ALL_POINTS, ALL_SHAPES, MAX_POINTS, PointTable, bits

HONOURS = "AKQJT"
_ORDER = tuple(reversed(SUITS))
_Truth = TypeVar("_Truth", bool, PointTable)

Worth = tuple[int, int, int, int, int]
NO_WORTH: Worth = (0, 0, 0, 0, 0)

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    "<": operator.lt,
}


class Condition:
    """What a hand must be like; ``str`` says it in words that can be read again.

    >>> both = points(12, 19) & cards(4, 13, "S")
    >>> str(both), both.fits(Hand("AK843", "Q5", "KJ4", "982"))
    ('12-19 hcp, 4+ spades', True)
    >>> str(points(12, 14) & balanced() | points(20, 37))
    '(12-14 hcp, balanced) or 20+ hcp'
    """

    __slots__ = ()

    def __and__(self, other: Condition) -> Condition:
        return all_of((self, other))

    def __or__(self, other: Condition) -> Condition:
        return any_of((self, other))

    def __invert__(self) -> Condition:
        return self.part if isinstance(self, Not) else Not(self)

    def fits(self, hand: Hand) -> bool:
        """Whether a hand of thirteen cards fits; ``x`` in a hand is a card below the ten.

        Raises:
            ValueError: The hand does not have thirteen different cards.
        """
        if not hand.is_full:
            raise ValueError(f"a hand has 13 cards, this one has {len(hand)}")
        if len(set(hand.cards)) != len(hand.cards):
            raise ValueError("this hand has a card twice")
        return self.fold(lambda leaf: leaf.holds(hand), operator.not_)

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """The value of the whole, from the values that ``leaf`` gives to conditions without parts."""
        raise NotImplementedError

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The conditions without parts in this one, in order; some may be there twice."""
        raise NotImplementedError

    @property
    def has_honours(self) -> bool:
        """Whether it asks for single cards, and not for points and lengths alone."""
        return any(isinstance(leaf, Tally) for leaf in self.leaves)

    def table(self) -> PointTable:
        """The points that fit, for each shape.

        Raises:
            ValueError: The condition asks for single cards.
        """
        return self.fold(lambda leaf: leaf.table_of(), PointTable.__invert__)


class Leaf(Condition):
    """A condition without parts."""

    __slots__ = ()

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """The value of this leaf."""
        return leaf(self)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """This leaf alone."""
        return (self,)

    def holds(self, hand: Hand) -> bool:
        """Whether a hand, known to have thirteen cards, fits."""
        raise NotImplementedError

    def table_of(self) -> PointTable:
        """The points that fit, for each shape."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Points(Leaf):
    """High-card points: bit n of the mask is set if n points fit."""

    mask: int

    def holds(self, hand: Hand) -> bool:
        """Whether the points of the hand are among these."""
        return bool(self.mask >> hand.hcp & 1)

    def table_of(self) -> PointTable:
        """These points with each shape."""
        return PointTable.of_points(self.mask)

    def __str__(self) -> str:
        if self.mask == ALL_POINTS:
            return "any"
        runs = [_range_words(lo, hi, MAX_POINTS) + " hcp" for lo, hi in _runs(bits(self.mask))]
        text = " or ".join(runs) or "none"
        return f"({text})" if len(runs) > 1 else text


@dataclass(frozen=True, slots=True)
class Length(Leaf):
    """A suit of at least ``low`` and at most ``high`` cards."""

    low: int
    high: int
    suit: Suit

    def holds(self, hand: Hand) -> bool:
        """Whether the suit is as long as this."""
        return self.low <= hand.shape[_ORDER.index(self.suit)] <= self.high

    def table_of(self) -> PointTable:
        """The shapes with that many cards in the suit."""
        place = _ORDER.index(self.suit)
        return _table_where(lambda shape: self.low <= shape[place] <= self.high)

    def __str__(self) -> str:
        return f"{_range_words(self.low, self.high, FULL_HAND)} {self.suit.word}"


@dataclass(frozen=True, slots=True)
class Compared(Leaf):
    """One suit longer than, shorter than or as long as another; ``sign`` is a key of ``COMPARISONS``."""

    suit: Suit
    sign: str
    other: Suit

    def holds(self, hand: Hand) -> bool:
        """Whether the lengths of the hand compare like this."""
        return self._compare(hand.shape)

    def table_of(self) -> PointTable:
        """The shapes whose lengths compare like this."""
        return _table_where(self._compare)

    def _compare(self, shape: tuple[int, int, int, int]) -> bool:
        return COMPARISONS[self.sign](shape[_ORDER.index(self.suit)], shape[_ORDER.index(self.other)])

    def __str__(self) -> str:
        return f"{self.suit.word} {self.sign} {self.other.word}"


@dataclass(frozen=True, slots=True)
class Shaped(Leaf):
    """One of a set of shapes; ``name`` is its word, where there is one."""

    shapes: ShapeSet
    name: str = field(default="", compare=False)

    def holds(self, hand: Hand) -> bool:
        """Whether the shape of the hand is in the set."""
        return hand.shape in self.shapes

    def table_of(self) -> PointTable:
        """These shapes with any points."""
        return PointTable.of_shapes(self.shapes.mask)

    def __str__(self) -> str:
        if not self.shapes.mask:
            return "none"
        return "any" if self.shapes.mask == ALL_SHAPES else self.name or f"shape{{{self.shapes}}}"


@dataclass(frozen=True, slots=True)
class Tally(Leaf):
    """What single cards are worth together, between two bounds.

    ``worth`` has for spades, hearts, diamonds and clubs what the ace, king, queen, jack and ten are worth;
    ``label`` says in words what is counted, such as ``aces``.
    """

    worth: tuple[Worth, Worth, Worth, Worth]
    low: int
    high: int
    label: str = field(compare=False)

    def holds(self, hand: Hand) -> bool:
        """Whether the cards of the hand are worth that much."""
        held = (
            value
            for values, holding in zip(self.worth, hand.holdings, strict=True)
            for rank, value in zip(HONOURS, values, strict=True)
            if rank in holding
        )
        return self.low <= sum(held) <= self.high

    def table_of(self) -> PointTable:
        """Not to be had: points and shape do not say which cards are held."""
        raise ValueError("single cards are not told by points and shape")

    def __str__(self) -> str:
        return f"{_range_words(self.low, self.high, sum(map(sum, self.worth)))} {self.label}"


@dataclass(frozen=True, slots=True)
class Named(Condition):
    """A condition that goes by a name of its own, such as ``stopper in hearts``."""

    name: str = field(compare=False)
    part: Condition

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """The value of what the name means."""
        return self.part.fold(leaf, invert)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves of what the name means."""
        return self.part.leaves

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """What does not fit another condition."""

    part: Condition

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """The opposite value."""
        return invert(self.part.fold(leaf, invert))

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves of the other condition."""
        return self.part.leaves

    def __str__(self) -> str:
        return f"not {_bracketed(self.part)}"


@dataclass(frozen=True, slots=True)
class All(Condition):
    """Two or more conditions that must all fit; ``all_of`` makes it."""

    parts: tuple[Condition, ...]

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """The values of the parts, joined by and."""
        value = self.parts[0].fold(leaf, invert)
        for part in self.parts[1:]:
            value = value & part.fold(leaf, invert)
        return value

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves of the parts."""
        return tuple(chain.from_iterable(part.leaves for part in self.parts))

    def __str__(self) -> str:
        return ", ".join(_bracketed(part) if isinstance(part, All) else str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class AnyOf(Condition):
    """Two or more conditions of which one must fit; ``any_of`` makes it."""

    parts: tuple[Condition, ...]

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """The values of the parts, joined by or."""
        value = self.parts[0].fold(leaf, invert)
        for part in self.parts[1:]:
            value = value | part.fold(leaf, invert)
        return value

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves of the parts."""
        return tuple(chain.from_iterable(part.leaves for part in self.parts))

    def __str__(self) -> str:
        return " or ".join(map(_bracketed, self.parts))


ANY = Points(ALL_POINTS)
"""Every hand."""
NONE = Points(0)
"""No hand."""


def all_of(conditions: Iterable[Condition]) -> Condition:
    """All of the conditions together; of none of them, every hand.

    >>> str(all_of([])), str(all_of([balanced(), ANY]))
    ('any', 'balanced')
    """
    parts = _flat(conditions, All, ANY)
    if NONE in parts:
        return NONE
    return parts[0] if len(parts) == 1 else All(parts) if parts else ANY


def any_of(conditions: Iterable[Condition]) -> Condition:
    """At least one of the conditions; of none of them, no hand.

    >>> str(any_of([])), str(any_of([balanced(), points(20, 37)]))
    ('none', 'balanced or 20+ hcp')
    """
    parts = _flat(conditions, AnyOf, NONE)
    if ANY in parts:
        return ANY
    return parts[0] if len(parts) == 1 else AnyOf(parts) if parts else NONE


def points(low: int, high: int) -> Condition:
    """High-card points between two bounds, both included: ace 4, king 3, queen 2, jack 1.

    Raises:
        ValueError: Not ``0 <= low <= high``.

    >>> str(points(15, 17)), str(points(16, 40))
    ('15-17 hcp', '16+ hcp')
    """
    _check(low, high)
    return Points(ALL_POINTS & ((1 << high + 1) - (1 << low)))


def cards(low: int, high: int, suit: Suit | str) -> Condition:
    """A suit (or its letter) of so many cards, both bounds included.

    Raises:
        ValueError: Not ``0 <= low <= high <= 13``, or no suit.

    >>> str(cards(5, 13, "H")), str(cards(4, 4, "S"))
    ('5+ hearts', '4 spades')
    """
    _check(low, high)
    if high > FULL_HAND:
        raise ValueError(f"a suit has at most 13 cards, not {high}")
    return Length(low, high, Suit(suit))


def longer(suit: Suit | str, other: Suit | str, sign: str = ">") -> Condition:
    """A suit longer than another; other signs are ``>= = != <= <``.

    Raises:
        ValueError: No suit, or no such sign.

    >>> str(longer("H", "S"))
    'hearts > spades'
    """
    if sign not in COMPARISONS:
        raise ValueError(f"{sign!r} compares nothing")
    return Compared(Suit(suit), sign, Suit(other))


def tally(low: int, high: int, ranks: str, suits: Iterable[Suit | str], label: str) -> Condition:
    """So many of the cards of these ranks in these suits; ``label`` is how it is said.

    Raises:
        ValueError: Not ``0 <= low <= high``, or no suit.

    >>> str(tally(2, 4, "A", "SHDC", "aces"))
    '2+ aces'
    """
    return weighted(low, high, dict.fromkeys(ranks, 1), suits, label)


def weighted(
    low: int, high: int, worth: dict[str, int], suits: Iterable[Suit | str], label: str
) -> Condition:
    """Cards of these suits worth so much together, each rank of ``AKQJT`` with its own worth.

    Raises:
        ValueError: Not ``0 <= low <= high``, or no suit.

    >>> str(weighted(3, 12, {"A": 2, "K": 1}, "SHDC", "controls"))
    '3+ controls'
    """
    _check(low, high)
    named = {Suit(suit) for suit in suits}
    a, k, q, j, t = (worth.get(rank, 0) for rank in HONOURS)
    s, h, d, c = ((a, k, q, j, t) if suit in named else NO_WORTH for suit in _ORDER)
    return Tally((s, h, d, c), low, high, label)


def honours(low: int, high: int, ranks: str, suit: Suit | str) -> Condition:
    """So many of these cards of a suit; ranks are letters of ``AKQJT``.

    >>> str(honours(2, 3, "AKQ", "H")), str(honours(2, 2, "AK", "H"))
    ('2+ of AKQ in hearts', '2 of AK in hearts')
    """
    return tally(low, high, ranks, [suit], f"of {ranks} in {Suit(suit).word}")


def keycards(low: int, high: int, trump: Suit | str) -> Condition:
    """So many of the four aces and the king of trumps.

    >>> str(keycards(3, 5, "H"))
    '3+ keycards in hearts'
    """
    _check(low, high)
    suit = Suit(trump)
    s, h, d, c = ((1, int(each is suit), 0, 0, 0) for each in _ORDER)
    return Tally((s, h, d, c), low, high, f"keycards in {suit.word}")


def stopper(suit: Suit | str) -> Condition:
    """A stopper: the ace, the king with a card beside it, Qxx or Jxxx.

    >>> stopper("H").fits(Hand("AKxx", "Qxx", "xxx", "xxx"))
    True
    """
    named = Suit(suit)
    ways = (honours(1, 1, rank, named) & cards(n, 13, named) for n, rank in enumerate("AKQJ", 1))
    return Named(f"stopper in {named.word}", any_of(ways))


def good_suit(suit: Suit | str) -> Condition:
    """A good suit: two of ace, king and queen, or three of the five honours; any length.

    >>> good_suit("H").fits(Hand("xxx", "KJTxx", "xxx", "xx"))
    True
    """
    named = Suit(suit)
    return Named(f"good {named.word}", honours(2, 3, "AKQ", named) | honours(3, 5, HONOURS, named))


def balanced() -> Condition:
    """4333, 4432 or 5332, in any order of the suits."""
    return _pattern("balanced", {(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)})


def semi_balanced() -> Condition:
    """Balanced, or 5422, 6322 or 7222: no singleton and no void."""
    shapes = ShapeSet.of(lambda shape: min(shape) > 1)
    return Shaped(shapes, "semi-balanced")


def unbalanced() -> Condition:
    """Every shape that is not balanced."""
    balance = balanced()
    assert isinstance(balance, Shaped)
    return Shaped(~balance.shapes, "unbalanced")


def shortness(most: int, name: str) -> Condition:
    """A suit of exactly ``most`` cards somewhere; ``name`` is its word."""
    return Shaped(ShapeSet.of(lambda shape: most in shape), name)


def _pattern(name: str, patterns: set[tuple[int, ...]]) -> Condition:
    return Shaped(ShapeSet.of(lambda shape: tuple(sorted(shape, reverse=True)) in patterns), name)


def _check(low: int, high: int) -> None:
    if not 0 <= low <= high:
        raise ValueError(f"no number is at least {low} and at most {high}")


def _flat(
    conditions: Iterable[Condition], kind: type[All | AnyOf], neutral: Condition
) -> tuple[Condition, ...]:
    """The parts in order, each once, those of parts of the same kind among them."""
    nested = (part.parts if isinstance(part, kind) else (part,) for part in conditions)
    return tuple(part for part in dict.fromkeys(chain.from_iterable(nested)) if part != neutral)


def _table_where(fits: Callable[[tuple[int, int, int, int]], bool]) -> PointTable:
    return PointTable.of_shapes(sum(1 << n for n, shape in enumerate(SHAPES) if fits(shape)))


def _runs(numbers: Iterable[int]) -> Iterable[tuple[int, int]]:
    """Neighbouring numbers, as first and last of each run."""
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        values = [number for _, number in run]
        yield values[0], values[-1]


def _range_words(low: int, high: int, most: int) -> str:
    if low == high:
        return str(low)
    return f"{low}+" if high >= most else f"{low}-{high}"


def _bracketed(condition: Condition) -> str:
    return f"({condition})" if isinstance(condition, All | AnyOf) else str(condition)
