"""Conditions taken apart: parts on points and lengths alone, and questions on single cards."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
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
from bml_core.hands.counting.questions import Question


class Tree(ABC):
    """A condition whose parts are told by numbers: those without single cards, and its questions."""

    questions: frozenset[int] = frozenset()

    @abstractmethod
    def points(self, free: Sequence[int], known: dict[int, bool]) -> int:
        """The points that fit: ``free`` has those of the parts, ``known`` the answers."""

    @abstractmethod
    def bounds(self, free: Sequence[int]) -> tuple[int, int]:
        """The points that fit whatever the answers are, and those that fit with some answers."""

    def is_open(self, free: Sequence[int]) -> bool:
        """Whether answers matter."""
        least, most = self.bounds(free)
        return least != most


class _Free(Tree):
    def __init__(self, number: int) -> None:
        self._number = number

    def points(self, free: Sequence[int], known: dict[int, bool]) -> int:
        return free[self._number]

    def bounds(self, free: Sequence[int]) -> tuple[int, int]:
        return free[self._number], free[self._number]


class _Asking(Tree):
    def __init__(self, number: int) -> None:
        self._number = number
        self.questions = frozenset({number})

    def points(self, free: Sequence[int], known: dict[int, bool]) -> int:
        return ALL_POINTS if known.get(self._number) else 0

    def bounds(self, free: Sequence[int]) -> tuple[int, int]:
        return 0, ALL_POINTS


class _Inverted(Tree):
    def __init__(self, part: Tree) -> None:
        self._part = part
        self.questions = part.questions

    def points(self, free: Sequence[int], known: dict[int, bool]) -> int:
        return ALL_POINTS ^ self._part.points(free, known)

    def bounds(self, free: Sequence[int]) -> tuple[int, int]:
        least, most = self._part.bounds(free)
        return ALL_POINTS ^ most, ALL_POINTS ^ least


class _Joined(Tree):
    def __init__(self, parts: Sequence[Tree], join: Callable[[int, int], int]) -> None:
        self._parts, self._join = parts, join
        self.questions = frozenset().union(*(part.questions for part in parts))

    def points(self, free: Sequence[int], known: dict[int, bool]) -> int:
        return reduce(self._join, (part.points(free, known) for part in self._parts))

    def bounds(self, free: Sequence[int]) -> tuple[int, int]:
        least, most = zip(*(part.bounds(free) for part in self._parts), strict=True)
        return reduce(self._join, least), reduce(self._join, most)


def prepared(conditions: Iterable[Formula]) -> tuple[list[Tree], list[Formula], list[Question]]:
    """Conditions as trees, the parts without single cards that the trees name, and their questions."""
    free: dict[Formula, int] = {}
    questions: dict[Question, int] = {}

    def tree(condition: Formula) -> Tree:
        if not condition.has_honours:
            return _Free(free.setdefault(condition, len(free)))
        suits = {_suit_of(leaf) for leaf in condition.leaves}
        suit = suits.pop() if len(suits) == 1 else None
        if suit is not None or isinstance(condition, Tally):
            return _Asking(questions.setdefault(Question(condition, suit), len(questions)))
        if isinstance(condition, Named):
            return tree(condition.part)
        if isinstance(condition, Not):
            return _Inverted(tree(condition.part))
        assert isinstance(condition, All | AnyOf)
        join = operator.and_ if isinstance(condition, All) else operator.or_
        return _Joined([tree(part) for part in condition.parts], join)

    trees = [tree(condition) for condition in conditions]
    return trees, list(free), list(questions)


def _suit_of(leaf: Leaf) -> int | None:
    """The only suit that a leaf speaks of, by its place."""
    if isinstance(leaf, Length):
        return SUIT_ORDER.index(leaf.suit)
    if isinstance(leaf, Tally):
        worth = [place for place, values in enumerate(leaf.worth) if any(values)]
        return worth[0] if len(worth) == 1 else None
    return None
