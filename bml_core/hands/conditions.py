"""Conditions on a hand as formulas: immutable values, joined by ``&``, ``|`` and ``~``.

Points and lengths alone are equal by meaning, since each such formula is a table of the points that fit with
each shape. Single cards, such as stoppers and keycards, are a sum of values between two bounds.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import chain
from operator import and_, not_, or_
from typing import Any, ClassVar, Protocol, Self, TypeVar

from bml_core.bridge import FULL_HAND, SUITS, Hand, Suit
from bml_core.hands.point_tables import ALL_POINTS, MAX_POINTS, PointTable, TableBounds, bits, runs
from bml_core.hands.shapes import COMPARISONS, EVERY_SHAPE, SHAPE_NUMBERS, ShapeSet, suit_mask

# fmt: off
__all__ = [
    "ALL_POINTS", "ANY", "COMPARISONS", "HONOURS", "MAX_POINTS", "NONE", "SUIT_ORDER", "All", "Always",
    "AnyOf", "Compared", "Formula", "Leaf", "Length", "Named", "Not", "PointTable", "Points", "Shaped",
    "TableBounds", "Tally", "Worth", "all_of", "any_of", "balanced", "bits", "cards", "good_suit", "honours",
    "keycards", "longer", "parts_of_all", "points", "runs", "semi_balanced", "shortness", "some_suit",
    "spoken", "stopper", "tally", "two_suits", "unbalanced", "weighted", "with_open_lengths",
]


class Truth(Protocol):
    """A value that formulas are folded into, such as a truth value, a mask or a table."""

    def __and__(self, other: Self, /) -> Self: ...
    def __or__(self, other: Self, /) -> Self: ...


_Truth = TypeVar("_Truth", bound=Truth)

#: A test of a hand, of which the number of its shape and its points are known.
_Test = Callable[[Hand, int, int], bool]


class Formula:
    """A condition on a hand; ``str`` writes it in words that can be parsed again.

    Formulas on points and lengths are equal if they mean the same, however they are written. Those on single
    cards are equal if they are written alike; ``same_hands`` compares the meaning of those.

    >>> from bml_core.hands.conditions import balanced, cards, points
    >>> both = points(12, 19) & cards(4, 13, "S")
    >>> str(both), both.fits(Hand("AK843", "Q5", "KJ4", "982"))
    ('12-19 hcp, 4+ spades', True)
    >>> both
    <All 12-19 hcp, 4+ spades>
    >>> str(points(12, 14) & balanced() | points(20, 37))
    '(12-14 hcp, balanced) or 20+ hcp'
    >>> points(12, 14) | points(15, 19) == points(12, 19)
    True
    """

    __slots__ = ("_known_bounds", "_known_hash", "_known_meaning")
    _known_bounds: TableBounds
    _known_hash: int
    _known_meaning: object

    def __and__(self, other: Formula) -> Formula:
        return all_of((self, other))

    def __or__(self, other: Formula) -> Formula:
        return any_of((self, other))

    def __invert__(self) -> Formula:
        return self.part if isinstance(self, Not) else Not(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Formula):
            return NotImplemented
        return self is other or self._meaning == other._meaning

    def __hash__(self) -> int:
        try:
            return self._known_hash
        except AttributeError:
            known = hash(self._meaning)
            object.__setattr__(self, "_known_hash", known)
            return known

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    @property
    def _meaning(self) -> object:
        """Return what equal formulas have in common; it takes its time, and is worked out once."""
        try:
            return self._known_meaning
        except AttributeError:
            known = (type(self), self._content) if self.has_honours else self.bounds().least.reachable()
            object.__setattr__(self, "_known_meaning", known)
            return known

    @property
    def _content(self) -> object:
        """Return what distinguishes formulas of one type that ask for single cards."""
        return ()

    def fits(self, hand: Hand) -> bool:
        """Return whether a hand of thirteen cards fits; ``x`` in a hand is a card below the ten.

        Raises:
            ValueError: The hand does not have thirteen different cards.
        """
        if not hand.is_full:
            raise ValueError(f"a hand has 13 cards, this one has {len(hand)}")
        if len(set(hand.cards)) != len(hand.cards):
            raise ValueError("this hand has a card twice")
        return self.fold(lambda leaf: leaf.holds(hand), not_)

    def test(self) -> Callable[[Hand], bool]:
        """Return a test of many hands, which are known to be thirteen different cards.

        >>> from bml_core.hands.conditions import points
        >>> is_strong = points(16, 37).test()
        >>> is_strong(Hand("AK843", "Q5", "KJ4", "982"))
        False
        """
        fits = self._test()
        return lambda hand: fits(hand, SHAPE_NUMBERS[hand.shape], hand.hcp)

    def _test(self) -> _Test:
        bounds = self.bounds()
        least, most = (table.points_by_shape() for table in (bounds.least, bounds.most))

        # Single cards are looked at only where points and lengths leave it open.
        by_cards = self._test_of_parts() if self.has_honours else None

        def fits(hand: Hand, number: int, points: int) -> bool:
            if by_cards and (least[number] ^ most[number]) >> points & 1:
                return by_cards(hand, number, points)
            return bool(least[number] >> points & 1)

        return fits

    @abstractmethod
    def _test_of_parts(self) -> _Test:
        """Return a test that asks the parts one by one, as few as decide."""

    @abstractmethod
    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """Return the value of the whole, from the values that ``leaf`` gives to formulas without parts."""

    @property
    @abstractmethod
    def leaves(self) -> tuple[Leaf, ...]:
        """Return the formulas without parts in this one, in order; some may be there twice."""

    @property
    def has_honours(self) -> bool:
        """Return whether it asks for single cards, and not only for points and lengths."""
        return any(leaf.asks_cards for leaf in self.leaves)

    @property
    def denial(self) -> str:
        """Return words for the hands that do not fit."""
        return f"not {_bracketed(self)}"

    def table(self) -> PointTable:
        """Return the points that fit, for each shape.

        Raises:
            ValueError: The formula asks for single cards.
        """
        return self.fold(lambda leaf: leaf.table_of(), PointTable.__invert__)

    def bounds(self) -> TableBounds:
        """Return the points that fit for each shape, as far as they do not depend on single cards."""
        try:
            return self._known_bounds
        except AttributeError:
            known = self.fold(Leaf.bounds_of, TableBounds.__invert__)
            object.__setattr__(self, "_known_bounds", known)
            return known


class Leaf(Formula):
    """A formula without parts."""

    __slots__ = ()
    #: True if it asks for single cards.
    asks_cards: ClassVar[bool] = False

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """Return the value of this leaf."""
        return leaf(self)

    @property
    def has_honours(self) -> bool:
        """Return whether it asks for single cards."""
        return self.asks_cards

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """Return this leaf alone."""
        return (self,)

    def _test_of_parts(self) -> _Test:
        return lambda hand, number, points: self.holds(hand)

    @abstractmethod
    def holds(self, hand: Hand) -> bool:
        """Return whether a hand fits; it is known to have thirteen cards."""

    @abstractmethod
    def table_of(self) -> PointTable:
        """Return the points that fit, for each shape."""

    def bounds_of(self) -> TableBounds:
        """Return the points that fit, and those that may; any may fit if single cards decide."""
        if self.asks_cards:
            return TableBounds(PointTable.of_points(0), PointTable.of_points(ALL_POINTS))
        table = self.table_of()
        return TableBounds(table, table)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Always(Leaf):
    """The formula that every hand fits, or none: ``ANY`` and ``NONE``."""

    fitting: bool

    def holds(self, hand: Hand) -> bool:
        """Return the same for each hand."""
        return self.fitting

    def table_of(self) -> PointTable:
        """Return all points for every shape, or none."""
        return PointTable.of_points(ALL_POINTS if self.fitting else 0)

    def __str__(self) -> str:
        return "any" if self.fitting else "none"


class Wrapped(Formula):
    """A formula made of one other."""

    __slots__ = ()
    part: Formula

    @property
    def _content(self) -> object:
        return self.part

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """Return the leaves of the other formula."""
        return self.part.leaves


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Named(Wrapped):
    """A formula with a name, such as ``stopper in hearts``."""

    name: str
    part: Formula

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """Return the value of what the name means."""
        return self.part.fold(leaf, invert)

    def _test_of_parts(self) -> _Test:
        return self.part._test_of_parts()

    @property
    def denial(self) -> str:
        """Return words for the hands that do not fit, such as ``no 4-card major``."""
        article, _, noun = self.name.partition(" ")
        return f"no {noun}" if article in ("a", "an") else f"not {self.name}"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Not(Wrapped):
    """The hands that do not fit another formula."""

    part: Formula

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """Return the opposite value."""
        return invert(self.part.fold(leaf, invert))

    def _test_of_parts(self) -> _Test:
        fits = self.part._test_of_parts()
        return lambda hand, number, points: not fits(hand, number, points)

    def __str__(self) -> str:
        return self.part.denial


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Joined(Formula):
    """Two or more formulas, joined by *and* or by *or*."""

    parts: tuple[Formula, ...]
    _join: ClassVar[Callable[[Any, Any], Any]]

    @property
    def has_honours(self) -> bool:
        """Return whether a part asks for single cards."""
        return any(part.has_honours for part in self.parts)

    @property
    def _content(self) -> object:
        return self.parts

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """Return the values of the parts, joined."""
        return reduce(type(self)._join, [part.fold(leaf, invert) for part in self.parts])

    def _test_of_parts(self) -> _Test:
        # Points and lengths are known sooner than cards.
        parts = sorted(self.parts, key=lambda part: part.has_honours)
        tests = [part._test_of_parts() if part.has_honours else part._test() for part in parts]
        decides = isinstance(self, AnyOf)

        def fits(hand: Hand, number: int, points: int) -> bool:
            for test in tests:
                if test(hand, number, points) is decides:
                    return decides
            return not decides

        return fits

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """Return the leaves of the parts."""
        return tuple(chain.from_iterable(part.leaves for part in self.parts))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class All(Joined):
    """Formulas that must all fit; ``all_of`` returns it."""

    _join = and_

    def __str__(self) -> str:
        return ", ".join(_bracketed(part) if isinstance(part, All) else str(part) for part in self.parts)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AnyOf(Joined):
    """Formulas of which one must fit; ``any_of`` returns it."""

    _join = or_

    def __str__(self) -> str:
        return " or ".join(_bracketed(part, is_alternative=True) for part in self.parts)


ANY = Always(True)
"""Every hand."""
NONE = Always(False)
"""No hand."""


def parts_of_all(formula: Formula) -> tuple[Formula, ...]:
    """Return the formulas that a hand must fit all of.

    >>> [str(part) for part in parts_of_all(points(15, 17) & cards(5, 5, "H"))], len(parts_of_all(ANY))
    (['15-17 hcp', '5 hearts'], 1)
    """
    return formula.parts if isinstance(formula, All) else (formula,)


def all_of(formulas: Iterable[Formula]) -> Formula:
    """Return the formula of the hands that fit all formulas; for no formula, every hand.

    >>> from bml_core.hands.conditions import balanced
    >>> str(all_of([])), str(all_of([balanced(), ANY]))
    ('any', 'balanced')
    """
    formulas = tuple(formulas)
    if len(formulas) == 1 and isinstance(formulas[0], Leaf | All):
        return formulas[0]
    parts = _flat(formulas, All, ANY)
    if NONE in parts:
        return NONE
    return All(tuple(parts)) if len(parts) > 1 else next(iter(parts), ANY)


def any_of(formulas: Iterable[Formula]) -> Formula:
    """Return the formula of the hands that fit at least one formula; for no formula, no hand.

    >>> from bml_core.hands.conditions import balanced, points
    >>> str(any_of([])), str(any_of([balanced(), points(20, 37)]))
    ('none', 'balanced or 20+ hcp')
    """
    formulas = tuple(formulas)
    if len(formulas) == 1 and isinstance(formulas[0], Leaf | AnyOf):
        return formulas[0]
    parts = _flat(formulas, AnyOf, NONE)
    if ANY in parts:
        return ANY
    return AnyOf(tuple(parts)) if len(parts) > 1 else next(iter(parts), NONE)


def _flat(formulas: Iterable[Formula], kind: type[All | AnyOf], neutral: Formula) -> dict[Formula, None]:
    """Return the parts in order, each meaning once and one never; those of the same kind are taken apart."""
    nested = (part.parts if type(part) is kind else (part,) for part in formulas)
    never = neutral._meaning
    return dict.fromkeys(part for part in chain.from_iterable(nested) if part._meaning != never)


def _bracketed(formula: Formula, *, is_alternative: bool = False) -> str:
    text = f"({formula})" if isinstance(formula, All | AnyOf) else str(formula)
    # After "no", an "or" would belong to it: "no ace or king" is neither.
    return f"({text})" if is_alternative and text.startswith("no ") else text


HONOURS = "AKQJT"
RANK_WORDS = dict(zip(HONOURS, ("ace", "king", "queen", "jack", "ten"), strict=True))
SUIT_ORDER = tuple(reversed(SUITS))
"""Spades first, as in shapes."""

Worth = tuple[int, int, int, int, int]
"""The values of ace, king, queen, jack and ten of a suit."""
_NO_WORTH: Worth = (0, 0, 0, 0, 0)


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


@lru_cache(maxsize=4096)
def points(low: int, high: int) -> Formula:
    """Return the formula for high-card points between two bounds, both included.

    Raises:
        ValueError: Not ``0 <= low <= high``.

    >>> str(points(15, 17)), str(points(16, 40))
    ('15-17 hcp', '16+ hcp')
    """
    _check(low, high)
    return Points(ALL_POINTS & ((1 << high + 1) - (1 << low)))


@lru_cache(maxsize=4096)
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


def with_open_lengths(condition: Formula, is_open: Callable[[Length], bool]) -> Formula:
    """Return a condition in which some of its exact lengths are lower bounds.

    >>> str(with_open_lengths(cards(5, 5, "H") & points(0, 7), lambda length: length.low > 4))
    '5+ hearts, 0-7 hcp'
    """
    return all_of(
        cards(part.low, FULL_HAND, part.suit)
        if isinstance(part, Length) and part.low == part.high and is_open(part)
        else part
        for part in parts_of_all(condition)
    )


@cache
def balanced() -> Formula:
    """Return the formula for 4333, 4432 and 5332, in any order of the suits."""
    return Shaped(_balanced_shapes(), "balanced")


@cache
def semi_balanced() -> Formula:
    """Return the formula for no singleton and no void: balanced, 5422, 6322 and 7222."""
    return Shaped(ShapeSet.of(lambda shape: min(shape) > 1), "semi-balanced")


@cache
def unbalanced() -> Formula:
    """Return the formula for every shape that is not balanced."""
    return Shaped(~_balanced_shapes(), "unbalanced")


@cache
def shortness(length: int, name: str) -> Formula:
    """Return the formula for a suit of exactly ``length`` cards somewhere; ``name`` is its word."""
    return Shaped(ShapeSet.of(lambda shape: length in shape), name)


@cache
def _balanced_shapes() -> ShapeSet:
    return ShapeSet.of(lambda shape: sorted(shape) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5]))


def _check(low: int, high: int) -> None:
    if not 0 <= low <= high:
        raise ValueError(f"no number is at least {low} and at most {high}")


_COMPARED_WORDS = {
    ">": "{} longer than {}",
    "<": "{} shorter than {}",
    ">=": "{} at least as long as {}",
    "<=": "{} at most as long as {}",
    "=": "{} as long as {}",
    "!=": "{} and {} of different length",
}
_SPOKEN = (
    (re.compile(r"\bnot \((singleton|void) or (singleton|void)\)"), r"no \1 and no \2"),
    (re.compile(r"\bnot \(((?:(?! or )[^(),])*) or ((?:(?! or )[^(),])*)\)"), r"neither \1 nor \2"),
    (re.compile(r"\bnot \(([^(),]*), ([^(),]*)\)"), r"not both \1 and \2"),
    (re.compile(r"\b(\d-\d) (majors|minors|suits)\b"), r"\1 or better in the \2"),
    (re.compile(r"\b(an?) (\d+)-card (major|minor|suit)\b"), r"\1 \3 of \2+ cards"),
)
_COMPARED = re.compile(r"(\w+) (>=|<=|!=|=|<|>) (\w+)")


def spoken(condition: object) -> str:
    """Return a condition as players say it, from the formula that its text is.

    >>> spoken("15-17 hcp, 5-4 majors, hearts >= spades")
    '15-17 hcp, 5-4 or better in the majors, hearts at least as long as spades'
    >>> spoken("not shape{5M(332) + (4432)}"), spoken("shape{(43)33}"), spoken("shape{5+s(...)}")
    ('not (5-3-3-2 with a 5-card major or any 4-4-3-2)', '4-3-3-3 with 4-3 in the majors', 'shape 5+s(...)')
    """
    text = str(condition)
    for form, words in _SPOKEN:
        text = form.sub(words, text)
    text = _COMPARED.sub(lambda found: _COMPARED_WORDS[found[2]].format(found[1], found[3]), text)
    return _SHAPED.sub(_spoken_shapes, text)


_SHAPED = re.compile(r"(not )?shape\{([^}]*)\}")
_SHAPE = re.compile(
    r"(?:(?:\d[shdcMm])+\(\d+\)|\(\d{4}\)|\d{4}|\(\d\d\)(?:\(\d\d\)|(\d)\1)|(\d)\2\(\d\d\))\Z"
)
_LONG_SUITS = {"s": "{} spades", "h": "{} hearts", "d": "{} diamonds", "c": "{} clubs"}
_LONG_SUITS |= {"M": "a {}-card major", "m": "a {}-card minor"}


def _spoken_shapes(found: re.Match[str]) -> str:
    """Return the shapes of an expression in words, where each of its patterns has some."""
    denied, expression = found[1] or "", found[2]
    words = [_shape_words(pattern) for pattern in expression.split(" + ")]
    if "" in words:
        return f"{denied}shape {expression}"
    return f"{denied}({' or '.join(words)})" if denied and len(words) > 1 else f"{denied}{' or '.join(words)}"


def _shape_words(pattern: str) -> str:
    """Return a pattern of exact lengths in words; "" for another one."""
    suits = [(letter, length) for length, letter in re.findall(r"(\d)([shdcMm])", pattern)]
    if not _SHAPE.match(pattern) or len(dict(suits)) < len(suits):
        return ""
    lengths = re.findall(r"\d", pattern)
    shape = "-".join(sorted(lengths, reverse=True))
    if suits:
        return f"{shape} with {' and '.join(_LONG_SUITS[letter].format(length) for letter, length in suits)}"
    if "(" not in pattern:
        return "=".join(lengths)
    if pattern.startswith("(") and pattern[5:] == ")":
        return f"any {shape}"
    first, second = (sorted(pair, reverse=True) for pair in (lengths[:2], lengths[2:]))
    pair, name = (first, "majors") if pattern.startswith("(") else (second, "minors")
    return f"{shape} with {'-'.join(pair)} in the {name}"
