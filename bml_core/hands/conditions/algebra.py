"""The algebra of conditions: what a condition is, and the words ``&``, ``|`` and ``~`` between conditions."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from typing import Any, ClassVar, Protocol, Self, TypeVar

from bml_core.bridge import Hand
from bml_core.hands.conditions.tables import ALL_POINTS, PointTable


class Truth(Protocol):
    """What conditions are folded into: truth values, masks and tables have ``&`` and ``|``."""

    def __and__(self, other: Self, /) -> Self: ...
    def __or__(self, other: Self, /) -> Self: ...


_Truth = TypeVar("_Truth", bound=Truth)


class Condition(ABC):
    """What a hand must be like; ``str`` says it in words that can be read again.

    Conditions on points and lengths are equal when they mean the same, however they are said. Those that ask
    for single cards are equal when they are said alike; ``same_hands`` compares what those mean.

    >>> from bml_core.hands.conditions import balanced, cards, points
    >>> both = points(12, 19) & cards(4, 13, "S")
    >>> str(both), both.fits(Hand("AK843", "Q5", "KJ4", "982"))
    ('12-19 hcp, 4+ spades', True)
    >>> str(points(12, 14) & balanced() | points(20, 37))
    '(12-14 hcp, balanced) or 20+ hcp'
    >>> points(12, 14) | points(15, 19) == points(12, 19)
    True
    """

    __slots__ = ()

    def __and__(self, other: Condition) -> Condition:
        return all_of((self, other))

    def __or__(self, other: Condition) -> Condition:
        return any_of((self, other))

    def __invert__(self) -> Condition:
        return self.part if isinstance(self, Not) else Not(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Condition):
            return NotImplemented
        return self is other or self._meaning == other._meaning

    def __hash__(self) -> int:
        return hash(self._meaning)

    @property
    def _meaning(self) -> object:
        if not self.has_honours:
            return self.table().reachable()
        return type(self), self._said

    @property
    def _said(self) -> object:
        """What sets it apart from others of its kind that ask for single cards."""
        return ()

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

    @abstractmethod
    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """The value of the whole, from the values that ``leaf`` gives to conditions without parts."""

    @property
    @abstractmethod
    def leaves(self) -> tuple[Leaf, ...]:
        """The conditions without parts in this one, in order; some may be there twice."""

    @property
    def has_honours(self) -> bool:
        """Whether it asks for single cards, and not for points and lengths alone."""
        return any(leaf.asks_cards for leaf in self.leaves)

    @property
    def denial(self) -> str:
        """Words for what does not fit."""
        return f"not {_bracketed(self)}"

    def table(self) -> PointTable:
        """The points that fit, for each shape.

        Raises:
            ValueError: The condition asks for single cards.
        """
        return self.fold(lambda leaf: leaf.table_of(), PointTable.__invert__)


class Leaf(Condition):
    """A condition without parts."""

    __slots__ = ()
    #: Whether it asks for single cards.
    asks_cards: ClassVar[bool] = False

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """The value of this leaf."""
        return leaf(self)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """This leaf alone."""
        return (self,)

    @abstractmethod
    def holds(self, hand: Hand) -> bool:
        """Whether a hand, known to have thirteen cards, fits."""

    @abstractmethod
    def table_of(self) -> PointTable:
        """The points that fit, for each shape."""


@dataclass(frozen=True, slots=True, eq=False)
class Always(Leaf):
    """Every hand, or no hand: ``ANY`` and ``NONE``."""

    fitting: bool

    def holds(self, hand: Hand) -> bool:
        """The same for each hand."""
        return self.fitting

    def table_of(self) -> PointTable:
        """Everything, or nothing."""
        return PointTable.of_points(ALL_POINTS if self.fitting else 0)

    def __str__(self) -> str:
        return "any" if self.fitting else "none"


@dataclass(frozen=True, slots=True, eq=False)
class Named(Condition):
    """A condition that goes by a name of its own, such as ``stopper in hearts``."""

    name: str
    part: Condition

    @property
    def _said(self) -> object:
        return self.part

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """The value of what the name means."""
        return self.part.fold(leaf, invert)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves of what the name means."""
        return self.part.leaves

    @property
    def denial(self) -> str:
        """Words for what does not fit: ``no 4-card major`` instead of a 4-card major."""
        article, _, noun = self.name.partition(" ")
        return f"no {noun}" if article in ("a", "an") else f"not {self.name}"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class Not(Condition):
    """What does not fit another condition."""

    part: Condition

    @property
    def _said(self) -> object:
        return self.part

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """The opposite value."""
        return invert(self.part.fold(leaf, invert))

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves of the other condition."""
        return self.part.leaves

    def __str__(self) -> str:
        return self.part.denial


@dataclass(frozen=True, slots=True, eq=False)
class Joined(Condition):
    """Two or more conditions, joined by and or by or."""

    parts: tuple[Condition, ...]
    _join: ClassVar[Callable[[Any, Any], Any]]

    @property
    def _said(self) -> object:
        return self.parts

    def fold(self, leaf: Callable[[Leaf], _Truth], invert: Callable[[_Truth], _Truth]) -> _Truth:
        """The values of the parts, joined."""
        return reduce(type(self)._join, [part.fold(leaf, invert) for part in self.parts])

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves of the parts."""
        return tuple(chain.from_iterable(part.leaves for part in self.parts))


@dataclass(frozen=True, slots=True, eq=False)
class All(Joined):
    """Conditions that must all fit; ``all_of`` makes it."""

    _join = operator.and_

    def __str__(self) -> str:
        return ", ".join(_bracketed(part) if isinstance(part, All) else str(part) for part in self.parts)


@dataclass(frozen=True, slots=True, eq=False)
class AnyOf(Joined):
    """Conditions of which one must fit; ``any_of`` makes it."""

    _join = operator.or_

    def __str__(self) -> str:
        return " or ".join(map(_alternative, self.parts))


ANY = Always(True)
"""Every hand."""
NONE = Always(False)
"""No hand."""


def all_of(conditions: Iterable[Condition]) -> Condition:
    """All of the conditions together; of none of them, every hand.

    >>> from bml_core.hands.conditions import balanced
    >>> str(all_of([])), str(all_of([balanced(), ANY]))
    ('any', 'balanced')
    """
    parts = _flat(conditions, All, ANY)
    if NONE in parts:
        return NONE
    return parts[0] if len(parts) == 1 else All(parts) if parts else ANY


def any_of(conditions: Iterable[Condition]) -> Condition:
    """At least one of the conditions; of none of them, no hand.

    >>> from bml_core.hands.conditions import balanced, points
    >>> str(any_of([])), str(any_of([balanced(), points(20, 37)]))
    ('none', 'balanced or 20+ hcp')
    """
    parts = _flat(conditions, AnyOf, NONE)
    if ANY in parts:
        return ANY
    return parts[0] if len(parts) == 1 else AnyOf(parts) if parts else NONE


def _flat(
    conditions: Iterable[Condition], kind: type[All | AnyOf], neutral: Condition
) -> tuple[Condition, ...]:
    """The parts in order, each once, those of parts of the same kind among them."""
    nested = (part.parts if isinstance(part, kind) else (part,) for part in conditions)
    return tuple(part for part in dict.fromkeys(chain.from_iterable(nested)) if part != neutral)


def _bracketed(condition: Condition) -> str:
    return f"({condition})" if isinstance(condition, All | AnyOf) else str(condition)


def _alternative(condition: Condition) -> str:
    # Behind no, or would reach over: no ace or king is neither.
    text = _bracketed(condition)
    return f"({text})" if text.startswith("no ") else text
