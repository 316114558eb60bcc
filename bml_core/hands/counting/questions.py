"""Questions on single cards in conditions, and how many hands have which answers to them."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import chain
from math import comb

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import SUIT_ORDER, All, AnyOf, Condition, Leaf, Length, Named, Not, Tally
from bml_core.hands.conditions.tables import ALL_POINTS
from bml_core.hands.counting.packs import Pack, suit_polynomials
from bml_core.hands.counting.polynomials import HANDS
from bml_core.hands.counting.suits import HELD, HELD_POINTS
from bml_core.hands.shapes import SHAPES

Answers = tuple[bool, ...]

# What the cards of one suit, or of several together, are worth for the questions → polynomial of points.
_States = dict[int, int]
_LANE = 8


# Lengths of two suits.
_Pair = tuple[int, int]
Block = tuple[tuple[_Pair, ...], tuple[_Pair, ...]]
"""Lengths of spades and hearts, and lengths of diamonds and clubs that each of them is found with."""


@lru_cache(maxsize=1024)
def blocks_of(shapes: tuple[int, ...]) -> tuple[Block, ...]:
    """The shapes of these numbers in ``SHAPES``, as few blocks.

    >>> blocks_of((0, 1, 14))
    ((((0, 0),), ((0, 13), (1, 12))), (((0, 1),), ((0, 12),)))
    """
    minors: dict[_Pair, list[_Pair]] = {}
    for number in shapes:
        s, h, d, c = SHAPES[number]
        minors.setdefault((s, h), []).append((d, c))
    majors: dict[tuple[_Pair, ...], list[_Pair]] = {}
    for pair, others in minors.items():
        majors.setdefault(tuple(others), []).append(pair)
    return tuple((tuple(pairs), others) for others, pairs in majors.items())


@dataclass(frozen=True, slots=True)
class Question:
    """Something that single cards decide: a part of a condition that speaks of one suit alone, or a tally.

    What each suit adds is a small number; the sum of the four decides.
    """

    part: Condition
    suit: int | None

    def asks(self, suit: int) -> bool:
        """Whether a suit has a say in it."""
        if self.suit is None:
            assert isinstance(self.part, Tally)
            return any(self.part.worth[suit])
        return self.suit == suit

    def worth(self, suit: int, length: int, subset: int) -> int:
        """What a holding of a suit adds, by its length and its honours."""
        if self.suit is None:
            assert isinstance(self.part, Tally)
            return _worth(self.part, suit, subset)
        return int(self.part.fold(self._deciding(length, subset), operator.not_))

    def answer(self, total: int) -> bool:
        """The answer, from what the four suits add."""
        if self.suit is not None:
            return bool(total)
        assert isinstance(self.part, Tally)
        return self.part.low <= total <= self.part.high

    def _deciding(self, length: int, subset: int) -> Callable[[Leaf], bool]:
        def decide(leaf: Leaf) -> bool:
            if isinstance(leaf, Tally):
                assert self.suit is not None
                return leaf.low <= _worth(leaf, self.suit, subset) <= leaf.high
            assert isinstance(leaf, Length)
            return leaf.low <= length <= leaf.high

        return decide


def _worth(tally: Tally, suit: int, subset: int) -> int:
    return sum(tally.worth[suit][place] for place in HELD[subset])


class Questions:
    """Questions made ready, so that hands of any pack are counted quickly by their answers."""

    def __init__(self, questions: Sequence[Question]) -> None:
        self._questions = questions
        suits = range(len(SUIT_ORDER))
        # For each suit: the lane of each question that it has a say in, and what it adds.
        self._asked = [
            [(_LANE * n, _worth_of(q, suit)) for n, q in enumerate(questions) if q.asks(suit)]
            for suit in suits
        ]
        self._keys: dict[tuple[int, int], list[int]] = {}
        self._pack: Pack | None = None
        self._made: dict[tuple[int, int], _States] = {}
        self._pairs: dict[tuple[int, int, int], _States] = {}

    def states(self, most: int) -> int | None:
        """At most so many states are looked at for a shape; None if there may be more than ``most``."""
        sums = {0}
        for suit in range(len(SUIT_ORDER)):
            lengths = range(FULL_HAND + 1) if self._asked[suit] else ()
            keys = set(chain.from_iterable(self._keys_of(suit, length) for length in lengths)) or {0}
            sums = {a + b for a in sums for b in keys}
            if len(sums) > most:
                return None
        return len(sums)

    def answered(self, shapes: tuple[int, ...], pack: Pack) -> dict[Answers, int]:
        """The hands of these numbers in ``SHAPES``: the answers, and the polynomial of points."""
        if pack != self._pack:
            self._pack, self._made, self._pairs = pack, {}, {}
        states: _States = {}
        for majors, minors in blocks_of(shapes):
            one = _sum([self._pair(pack, 0, *pair) for pair in majors])
            other = _sum([self._pair(pack, 2, *pair) for pair in minors])
            _add(states, _product(one, other))
        found: dict[Answers, int] = {}
        for state, polynomial in states.items():
            answers = self._answers(state)
            found[answers] = found.get(answers, 0) + polynomial
        return found

    def _answers(self, state: int) -> Answers:
        lanes = (state >> (_LANE * place) & ((1 << _LANE) - 1) for place in range(len(self._questions)))
        return tuple(map(Question.answer, self._questions, lanes))

    def _pair(self, pack: Pack, suit: int, length: int, other: int) -> _States:
        key = (suit, length, other)
        if key not in self._pairs:
            self._pairs[key] = _product(self._suit(pack, suit, length), self._suit(pack, suit + 1, other))
        return self._pairs[key]

    def _suit(self, pack: Pack, suit: int, length: int) -> _States:
        if (suit, length) not in self._made:
            self._made[suit, length] = self._states_of(pack, suit, length)
        return self._made[suit, length]

    def _states_of(self, pack: Pack, suit: int, length: int) -> _States:
        honours, small = pack.honours[suit], pack.small[suit]
        if not self._asked[suit]:
            return {0: suit_polynomials(honours, small)[length]}
        keys = self._keys_of(suit, length)
        states: _States = {}
        for subset, held in enumerate(HELD):
            rest = length - len(held)
            if 0 <= rest <= small and not subset & ~honours:
                ways = HANDS.term(comb(small, rest), HELD_POINTS[subset])
                states[keys[subset]] = states.get(keys[subset], 0) + ways
        return states

    def _keys_of(self, suit: int, length: int) -> list[int]:
        """For each set of honours what the suit is worth, the questions in lanes."""
        if (suit, length) not in self._keys:
            lanes = [(lane, worth[length]) for lane, worth in self._asked[suit]]
            keys = [sum(worth[subset] << lane for lane, worth in lanes) for subset in range(len(HELD))]
            self._keys[suit, length] = keys
        return self._keys[suit, length]


@lru_cache(maxsize=256)
def _worth_of(question: Question, suit: int) -> list[list[int]]:
    """For each length and each set of honours what a suit adds."""
    honours = range(len(HELD))
    if question.suit is None or not any(isinstance(leaf, Length) for leaf in question.part.leaves):
        return [[question.worth(suit, 0, subset) for subset in honours]] * (FULL_HAND + 1)
    return [[question.worth(suit, length, subset) for subset in honours] for length in range(FULL_HAND + 1)]


def _add(states: _States, more: _States) -> None:
    for state, polynomial in more.items():
        states[state] = states.get(state, 0) + polynomial


def _sum(parts: Sequence[_States]) -> _States:
    if len(parts) == 1:
        return parts[0]
    states: _States = {}
    for part in parts:
        _add(states, part)
    return states


def _product(one: _States, other: _States) -> _States:
    states: _States = {}
    for a, p in one.items():
        for b, q in other.items():
            states[a + b] = states.get(a + b, 0) + p * q
    return states


# ---------------------------------------------------------------- conditions made ready


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


def prepared(conditions: Iterable[Condition]) -> tuple[list[Tree], list[Condition], list[Question]]:
    """Conditions as trees, the parts without single cards that the trees name, and their questions."""
    free: dict[Condition, int] = {}
    questions: dict[Question, int] = {}

    def tree(condition: Condition) -> Tree:
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
