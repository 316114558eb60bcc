"""What single cards decide: the questions of a condition, and what is sure before they are answered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from bml_core.bridge import Hand
from bml_core.hands.conditions import HONOURS, All, AnyOf, Condition, Leaf, Named, Not, Tally, all_of, any_of
from bml_core.hands.holdings import (
    ALL_CLASSES,
    OF_LENGTH,
    SUBSETS,
    classes_of,
    suit_of,
)
from bml_core.hands.shapes import suit_mask
from bml_core.hands.tables import EMPTY_TABLE, FULL_TABLE, PointTable


@dataclass(frozen=True, slots=True, eq=False)
class Held(Leaf):
    """Whether the holding of a suit (0 spades to 3 clubs) is among some classes of holdings."""

    asks_cards: ClassVar[bool] = True
    suit: int
    classes: int

    @property
    def _said(self) -> object:
        return self.suit, self.classes

    def holds(self, hand: Hand) -> bool:
        """Whether the holding of the hand is among them."""
        holding = hand.holdings[self.suit]
        subset = sum(1 << n for n, rank in enumerate(HONOURS) if rank in holding)
        return bool(self.classes >> (SUBSETS * len(holding) + subset) & 1)

    def table_of(self) -> PointTable:
        """Not to be had: points and shape do not say which cards are held."""
        raise ValueError("single cards are not told by points and shape")


Question = Held | Tally
"""A holding asked for, or the worth of cards of several suits."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Which points and shapes fit whatever the cards are, and which fit if the cards are right."""

    surely: PointTable
    perhaps: PointTable

    def __and__(self, other: Bounds) -> Bounds:
        return Bounds(self.surely & other.surely, self.perhaps & other.perhaps)

    def __or__(self, other: Bounds) -> Bounds:
        return Bounds(self.surely | other.surely, self.perhaps | other.perhaps)

    def __invert__(self) -> Bounds:
        return Bounds(~self.perhaps, ~self.surely)


def with_questions(condition: Condition) -> Condition:
    """The same condition; each of its largest parts that one suit decides is one question.

    >>> from bml_core.hands.conditions import good_suit, points
    >>> [type(leaf).__name__ for leaf in with_questions(points(6, 10) & good_suit("H")).leaves]
    ['Points', 'Held']
    """
    if not condition.has_honours:
        return condition
    suits = {suit_of(leaf) for leaf in condition.leaves}
    suit = suits.pop()
    if suit is not None and not suits:
        return Held(
            suit, condition.fold(lambda leaf: classes_of(leaf, suit), lambda other: ALL_CLASSES ^ other)
        )
    if isinstance(condition, Named):
        return with_questions(condition.part)
    if isinstance(condition, Not):
        return ~with_questions(condition.part)
    if isinstance(condition, All):
        return all_of(map(with_questions, condition.parts))
    if isinstance(condition, AnyOf):
        return any_of(map(with_questions, condition.parts))
    return condition


def questions_of(condition: Condition) -> tuple[Question, ...]:
    """The questions of a condition, each once."""
    return tuple(dict.fromkeys(leaf for leaf in condition.leaves if isinstance(leaf, Held | Tally)))


def bounds_of(condition: Condition) -> Bounds:
    """What is sure of a condition with questions before they are answered."""
    return condition.fold(_bounds_of_leaf, Bounds.__invert__)


def answered(condition: Condition, answers: dict[Leaf, bool]) -> PointTable:
    """The points and shapes that fit a condition with questions, once they are answered."""
    return condition.fold(
        lambda leaf: (FULL_TABLE if answers[leaf] else EMPTY_TABLE) if leaf.asks_cards else leaf.table_of(),
        PointTable.__invert__,
    )


def _bounds_of_leaf(leaf: Leaf) -> Bounds:
    if isinstance(leaf, Held):
        return _bounds_of_holdings(leaf.suit, leaf.classes)
    if leaf.asks_cards:
        return Bounds(EMPTY_TABLE, FULL_TABLE)
    return Bounds(leaf.table_of(), leaf.table_of())


@lru_cache(maxsize=1024)
def _bounds_of_holdings(suit: int, classes: int) -> Bounds:
    surely = perhaps = 0
    for length, possible in enumerate(OF_LENGTH):
        if classes & possible:
            perhaps |= 1 << length
            surely |= int(classes & possible == possible) << length
    return Bounds(
        PointTable.of_shapes(suit_mask(suit, surely)), PointTable.of_shapes(suit_mask(suit, perhaps))
    )
