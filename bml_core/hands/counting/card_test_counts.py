"""Numbers of hands of a deck by the results of tests of single cards, and by points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from bml_core.hands.counting.card_tests import CardTests, Results
from bml_core.hands.counting.decks import Deck, suit_polynomials
from bml_core.hands.counting.polynomials import HANDS
from bml_core.hands.counting.suit_holdings import HELD, HELD_POINTS
from bml_core.hands.shapes import SHAPES

# By the state of tests, for one suit or for several: the polynomial of points.
_States = dict[int, int]
# Lengths of two suits.
_Lengths = tuple[int, int]
Block = tuple[tuple[_Lengths, ...], tuple[_Lengths, ...]]
"""Lengths of spades and hearts, and lengths of diamonds and clubs, of which all pairs are shapes of a set."""


@lru_cache(maxsize=1024)
def blocks_of(shapes: tuple[int, ...]) -> tuple[Block, ...]:
    """Return the shapes of these numbers in ``SHAPES`` as few blocks.

    >>> blocks_of((0, 1, 14))
    ((((0, 0),), ((0, 13), (1, 12))), (((0, 1),), ((0, 12),)))
    """
    minors: dict[_Lengths, list[_Lengths]] = {}
    for number in shapes:
        s, h, d, c = SHAPES[number]
        minors.setdefault((s, h), []).append((d, c))
    majors: dict[tuple[_Lengths, ...], list[_Lengths]] = {}
    for pair, others in minors.items():
        majors.setdefault(tuple(others), []).append(pair)
    return tuple((tuple(pairs), others) for others, pairs in majors.items())


class CardTestCounts:
    """Numbers of hands by the results of tests; kept for one deck at a time."""

    def __init__(self, tests: CardTests) -> None:
        self.tests = tests
        self._deck: Deck | None = None
        self._suits: dict[tuple[int, int], _States] = {}
        self._pairs: dict[tuple[int, int, int], _States] = {}

    def counts(self, shapes: tuple[int, ...], deck: Deck) -> dict[Results, int]:
        """Return the polynomials of the hands of some of ``SHAPES``, by the results of the tests."""
        if deck != self._deck:
            self._deck, self._suits, self._pairs = deck, {}, {}
        states: _States = {}
        for majors, minors in blocks_of(shapes):
            one = _sum([self._pair(deck, 0, *pair) for pair in majors])
            other = _sum([self._pair(deck, 2, *pair) for pair in minors])
            _add(states, _product(one, other))
        counts: dict[Results, int] = {}
        for state, polynomial in states.items():
            results = self.tests.results(state)
            counts[results] = counts.get(results, 0) + polynomial
        return counts

    def _pair(self, deck: Deck, suit: int, length: int, other: int) -> _States:
        key = (suit, length, other)
        if key not in self._pairs:
            self._pairs[key] = _product(self._suit(deck, suit, length), self._suit(deck, suit + 1, other))
        return self._pairs[key]

    def _suit(self, deck: Deck, suit: int, length: int) -> _States:
        if (suit, length) not in self._suits:
            self._suits[suit, length] = self._states_of(deck, suit, length)
        return self._suits[suit, length]

    def _states_of(self, deck: Deck, suit: int, length: int) -> _States:
        honours, small = deck.honours[suit], deck.small[suit]
        contributions = self.tests.contributions[suit]
        if contributions is None:
            return {0: suit_polynomials(honours, small)[length]}
        states: _States = {}
        for subset, held in enumerate(HELD):
            rest = length - len(held)
            if 0 <= rest <= small and not subset & ~honours:
                ways = HANDS.term(comb(small, rest), HELD_POINTS[subset])
                state = contributions[length][subset]
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
