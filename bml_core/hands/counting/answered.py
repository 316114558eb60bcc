"""How many hands of a pack give which answers to questions on single cards, by points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from bml_core.hands.counting.packs import Pack, suit_polynomials
from bml_core.hands.counting.polynomials import HANDS
from bml_core.hands.counting.questions import Answers, Questions
from bml_core.hands.counting.suits import HELD, HELD_POINTS
from bml_core.hands.shapes import SHAPES

# What the cards of one suit, or of several together, say to the questions → polynomial of points.
_States = dict[int, int]
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


class AnsweredHands:
    """Hands by their answers to questions; kept for one pack at a time."""

    def __init__(self, questions: Questions) -> None:
        self.questions = questions
        self._pack: Pack | None = None
        self._suits: dict[tuple[int, int], _States] = {}
        self._pairs: dict[tuple[int, int, int], _States] = {}

    def answered(self, shapes: tuple[int, ...], pack: Pack) -> dict[Answers, int]:
        """The hands of these numbers in ``SHAPES``: the answers, and the polynomial of points."""
        if pack != self._pack:
            self._pack, self._suits, self._pairs = pack, {}, {}
        states: _States = {}
        for majors, minors in blocks_of(shapes):
            one = _sum([self._pair(pack, 0, *pair) for pair in majors])
            other = _sum([self._pair(pack, 2, *pair) for pair in minors])
            _add(states, _product(one, other))
        found: dict[Answers, int] = {}
        for state, polynomial in states.items():
            answers = self.questions.answers(state)
            found[answers] = found.get(answers, 0) + polynomial
        return found

    def _pair(self, pack: Pack, suit: int, length: int, other: int) -> _States:
        key = (suit, length, other)
        if key not in self._pairs:
            self._pairs[key] = _product(self._suit(pack, suit, length), self._suit(pack, suit + 1, other))
        return self._pairs[key]

    def _suit(self, pack: Pack, suit: int, length: int) -> _States:
        if (suit, length) not in self._suits:
            self._suits[suit, length] = self._states_of(pack, suit, length)
        return self._suits[suit, length]

    def _states_of(self, pack: Pack, suit: int, length: int) -> _States:
        honours, small = pack.honours[suit], pack.small[suit]
        saying = self.questions.sayings[suit]
        if saying is None:
            return {0: suit_polynomials(honours, small)[length]}
        states: _States = {}
        for subset, held in enumerate(HELD):
            rest = length - len(held)
            if 0 <= rest <= small and not subset & ~honours:
                ways = HANDS.term(comb(small, rest), HELD_POINTS[subset])
                state = saying[length][subset]
                states[state] = states.get(state, 0) + ways
        return states


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
