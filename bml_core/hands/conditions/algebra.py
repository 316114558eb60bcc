"""The algebra of formulas: conditions on a hand, joined by ``&``, ``|`` and ``~``.

Formulas on points and lengths have a normal form: a table of the points that fit with each shape.
"""

from __future__ import annotations

import operator
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import chain
from typing import Any, ClassVar, Protocol, Self, TypeVar

from bml_core.bridge import Hand
from bml_core.hands.shapes import SHAPE_NUMBERS, SHAPES

MAX_POINTS = 37
ALL_POINTS = (1 << (MAX_POINTS + 1)) - 1

# Each shape has 64 bits of a table: room for its 38 points, and a size that is quick to take apart.
_LANE = 64
_LANES = struct.Struct(f"<{len(SHAPES)}Q")
_ONE_EACH = sum(1 << _LANE * number for number in range(len(SHAPES)))
_EVERYTHING = ALL_POINTS * _ONE_EACH

# The fewest and the most points of a suit by its length; only nine of its cards have none.
_FEWEST = (*(0,) * 10, 1, 3, 6, 10)
_MOST = (0, 4, 7, 9, *(10,) * 10)


@dataclass(frozen=True, slots=True)
class PointTable:
    """The points that fit for each of the 560 shapes, as one number.

    The 64 bits from bit ``64 * n`` on are the mask of points of ``SHAPES[n]`` (bit p: p points fit), so that
    and, or and not are each one operation.

    >>> strong = PointTable.of_points(ALL_POINTS ^ 0xFFFF)
    >>> (strong & ~strong) == PointTable.of_points(0)
    True
    """

    cells: int

    @classmethod
    def of_points(cls, points: int) -> PointTable:
        """Return the table of these points with any shape."""
        return _of_points(points & ALL_POINTS)

    @classmethod
    def of_shapes(cls, shapes: int) -> PointTable:
        """Return the table of these shapes with any points."""
        return _of_shapes(shapes)

    def __and__(self, other: PointTable) -> PointTable:
        return PointTable(self.cells & other.cells)

    def __or__(self, other: PointTable) -> PointTable:
        return PointTable(self.cells | other.cells)

    def __invert__(self) -> PointTable:
        return PointTable(self.cells ^ _EVERYTHING)

    def __bool__(self) -> bool:
        return self.cells != 0

    def reachable(self) -> PointTable:
        """Return the same hands, without points that no hand of the shape can have.

        Two tables hold the same hands if and only if these are equal.
        """
        return self & _reachable()

    def points_by_shape(self) -> tuple[int, ...]:
        """Return the mask of points of each shape, in the order of ``SHAPES``.

        >>> PointTable.of_points(0b11).points_by_shape()[559]
        3
        """
        return _LANES.unpack(self.cells.to_bytes(_LANES.size, "little"))


@dataclass(frozen=True, slots=True)
class TableBounds:
    """The points that fit for each shape whatever the single cards are, and those that may fit.

    >>> from bml_core.hands.conditions import cards, honours
    >>> bounds = (cards(6, 13, "S") & honours(1, 1, "A", "S")).bounds()
    >>> bool(bounds.least), bool(bounds.most), bounds.most == cards(6, 13, "S").table()
    (False, True, True)
    """

    least: PointTable
    most: PointTable

    def __and__(self, other: TableBounds) -> TableBounds:
        return TableBounds(self.least & other.least, self.most & other.most)

    def __or__(self, other: TableBounds) -> TableBounds:
        return TableBounds(self.least | other.least, self.most | other.most)

    def __invert__(self) -> TableBounds:
        return TableBounds(~self.most, ~self.least)


@lru_cache(maxsize=1024)
def _of_points(points: int) -> PointTable:
    return PointTable(points * _ONE_EACH)


@lru_cache(maxsize=4096)
def _of_shapes(shapes: int) -> PointTable:
    # Each bit becomes a lane: a hexadecimal number is read whose digits are the bits, with zeros between.
    zeros = "0" * (_LANE // 4)
    spread = f"{shapes:b}".replace("0", zeros).replace("1", zeros[1:] + "1")
    return PointTable(int(spread, 16) * ALL_POINTS)


@cache
def _reachable() -> PointTable:
    # Hands of a shape have the fewest points, the most, and every number between.
    limits = (
        (sum(_FEWEST[length] for length in shape), sum(_MOST[length] for length in shape)) for shape in SHAPES
    )
    lanes = _LANES.pack(*((1 << most + 1) - (1 << fewest) for fewest, most in limits))
    return PointTable(int.from_bytes(lanes, "little"))


class Truth(Protocol):
    """A value that formulas are folded into, such as a truth value, a mask or a table."""

    def __and__(self, other: Self, /) -> Self: ...
    def __or__(self, other: Self, /) -> Self: ...


_Truth = TypeVar("_Truth", bound=Truth)

#: A test of a hand, of which the number of its shape and its points are known.
_Test = Callable[[Hand, int, int], bool]


class Formula(ABC):
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

    __slots__ = ()

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
        return hash(self._meaning)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    @property
    def _meaning(self) -> object:
        if not self.has_honours:
            return self.table().reachable()
        return type(self), self._content

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
        return self.fold(lambda leaf: leaf.holds(hand), operator.not_)

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
        return self.fold(Leaf.bounds_of, TableBounds.__invert__)


class Leaf(Formula):
    """A formula without parts."""

    __slots__ = ()
    #: True if it asks for single cards.
    asks_cards: ClassVar[bool] = False

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """Return the value of this leaf."""
        return leaf(self)

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

    _join = operator.and_

    def __str__(self) -> str:
        return ", ".join(_bracketed(part) if isinstance(part, All) else str(part) for part in self.parts)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AnyOf(Joined):
    """Formulas of which one must fit; ``any_of`` returns it."""

    _join = operator.or_

    def __str__(self) -> str:
        return " or ".join(_bracketed(part, is_alternative=True) for part in self.parts)


ANY = Always(True)
"""Every hand."""
NONE = Always(False)
"""No hand."""
_NO_HAND = PointTable(0)


def all_of(formulas: Iterable[Formula]) -> Formula:
    """Return the formula of the hands that fit all formulas; for no formula, every hand.

    >>> from bml_core.hands.conditions import balanced
    >>> str(all_of([])), str(all_of([balanced(), ANY]))
    ('any', 'balanced')
    """
    formulas = tuple(formulas)
    if len(formulas) == 1 and isinstance(formulas[0], Leaf | All):
        return formulas[0]
    known = _flat(formulas, All, _reachable())
    if _NO_HAND in known:
        return NONE
    parts = tuple(known.values())
    return parts[0] if len(parts) == 1 else All(parts) if parts else ANY


def any_of(formulas: Iterable[Formula]) -> Formula:
    """Return the formula of the hands that fit at least one formula; for no formula, no hand.

    >>> from bml_core.hands.conditions import balanced, points
    >>> str(any_of([])), str(any_of([balanced(), points(20, 37)]))
    ('none', 'balanced or 20+ hcp')
    """
    formulas = tuple(formulas)
    if len(formulas) == 1 and isinstance(formulas[0], Leaf | AnyOf):
        return formulas[0]
    known = _flat(formulas, AnyOf, _NO_HAND)
    if _reachable() in known:
        return ANY
    parts = tuple(known.values())
    return parts[0] if len(parts) == 1 else AnyOf(parts) if parts else NONE


def _flat(formulas: Iterable[Formula], kind: type[All | AnyOf], neutral: PointTable) -> dict[object, Formula]:
    """Return the parts in order by their meanings but one, with the parts of those of the same kind."""
    nested = (part.parts if type(part) is kind else (part,) for part in formulas)
    known: dict[object, Formula] = {}
    for part in chain.from_iterable(nested):
        # A meaning takes its time: it is worked out once.
        meaning = part._meaning
        if meaning != neutral:
            known.setdefault(meaning, part)
    return known


def _bracketed(formula: Formula, *, is_alternative: bool = False) -> str:
    text = f"({formula})" if isinstance(formula, All | AnyOf) else str(formula)
    # After "no", an "or" would belong to it: "no ace or king" is neither.
    return f"({text})" if is_alternative and text.startswith("no ") else text
