"""Formulas taken apart into numbered parts: those on points and lengths alone, and tests of single cards."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce

from bml_core.hands.conditions import (
    ALL_POINTS,
    SUIT_ORDER,
    All,
    AnyOf,
    Formula,
    Leaf,
    Length,
    Named,
    Not,
    Tally,
)
from bml_core.hands.counting.card_tests import CardTest

#: The points that fit whatever the results of unknown tests are, and those that fit with some results.
_Bounds = tuple[int, int]


class Tree(ABC):
    """A formula over numbered parts; ``tests`` are the numbers of its tests of single cards."""

    tests: frozenset[int] = frozenset()

    @abstractmethod
    def bounds(self, free: Sequence[int], known: Mapping[int, bool]) -> _Bounds:
        """Return the masks of the points that fit at least and at most.

        ``free`` has the points that fit each part on points and lengths, ``known`` the results of tests.
        """

    def points(self, free: Sequence[int], known: Mapping[int, bool]) -> int:
        """Return the points that fit when the results of all tests are known."""
        return self.bounds(free, known)[0]

    def is_open(self, free: Sequence[int]) -> bool:
        """Return whether the results of tests matter."""
        least, most = self.bounds(free, {})
        return least != most


class _Free(Tree):
    def __init__(self, number: int) -> None:
        self._number = number

    def bounds(self, free: Sequence[int], known: Mapping[int, bool]) -> _Bounds:
        return free[self._number], free[self._number]


class _Tested(Tree):
    def __init__(self, number: int) -> None:
        self._number = number
        self.tests = frozenset({number})

    def bounds(self, free: Sequence[int], known: Mapping[int, bool]) -> _Bounds:
        result = known.get(self._number)
        return (ALL_POINTS if result else 0), (0 if result is False else ALL_POINTS)


class _Inverted(Tree):
    def __init__(self, part: Tree) -> None:
        self._part = part
        self.tests = part.tests

    def bounds(self, free: Sequence[int], known: Mapping[int, bool]) -> _Bounds:
        least, most = self._part.bounds(free, known)
        return ALL_POINTS ^ most, ALL_POINTS ^ least


class _Joined(Tree):
    def __init__(self, parts: Sequence[Tree], join: Callable[[int, int], int]) -> None:
        self._parts, self._join = parts, join
        self.tests = frozenset().union(*(part.tests for part in parts))

    def bounds(self, free: Sequence[int], known: Mapping[int, bool]) -> _Bounds:
        least, most = zip(*(part.bounds(free, known) for part in self._parts), strict=True)
        return reduce(self._join, least), reduce(self._join, most)


def take_apart(formulas: Iterable[Formula]) -> tuple[list[Tree], list[Formula], list[CardTest]]:
    """Return the trees of formulas, their numbered parts on points and lengths, and their numbered tests."""
    free: dict[Formula, int] = {}
    tests: dict[CardTest, int] = {}

    def tree(formula: Formula) -> Tree:
        if not formula.has_honours:
            return _Free(free.setdefault(formula, len(free)))
        suits = {_suit_of(leaf) for leaf in formula.leaves}
        suit = suits.pop() if len(suits) == 1 else None
        if suit is not None or isinstance(formula, Tally):
            return _Tested(tests.setdefault(CardTest(formula, suit), len(tests)))
        if isinstance(formula, Named):
            return tree(formula.part)
        if isinstance(formula, Not):
            return _Inverted(tree(formula.part))
        assert isinstance(formula, All | AnyOf)
        join = operator.and_ if isinstance(formula, All) else operator.or_
        return _Joined([tree(part) for part in formula.parts], join)

    trees = [tree(formula) for formula in formulas]
    return trees, list(free), list(tests)


def _suit_of(leaf: Leaf) -> int | None:
    """Return the place of the only suit that a leaf depends on."""
    if isinstance(leaf, Length):
        return SUIT_ORDER.index(leaf.suit)
    if isinstance(leaf, Tally):
        suits = [suit for suit, values in enumerate(leaf.worth) if any(values)]
        return suits[0] if len(suits) == 1 else None
    return None
