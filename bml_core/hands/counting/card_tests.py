"""Tests of single cards, and several of them at once.

The contribution of a suit to a test is a small number. Those to several tests stand in lanes of one number;
the sum for the four suits is a *state*, which decides all tests.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import SUIT_ORDER, Formula, Leaf, Length, Tally
from bml_core.hands.counting.suit_holdings import HELD

_LANE = 8

#: The results of tests.
Results = tuple[bool, ...]
#: The contribution of a suit by its length, and by its set of honours as in ``HELD``.
Contributions = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class CardTest:
    """A part of a formula that single cards decide: one that depends on one suit alone, or a tally.

    Each suit contributes a small number; the sum of the four decides.
    """

    part: Formula
    suit: int | None

    def depends_on(self, suit: int) -> bool:
        """Return whether a suit contributes."""
        if self.suit is None:
            assert isinstance(self.part, Tally)
            return any(self.part.worth[suit])
        return self.suit == suit

    def contribution(self, suit: int, length: int, subset: int) -> int:
        """Return the contribution of a holding, by its length and its set of honours."""
        if self.suit is None:
            assert isinstance(self.part, Tally)
            return _worth(self.part, suit, subset)
        return int(self.part.fold(self._deciding(length, subset), operator.not_))

    def result(self, total: int) -> bool:
        """Return the result for the sum of the four suits."""
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


class CardTests:
    """Tests that are decided together.

    ``contributions`` are those of spades, hearts, diamonds and clubs; None for a suit without any.

    >>> from bml_core.hands.conditions import keycards
    >>> tests = CardTests([CardTest(keycards(2, 5, "H"), None)])
    >>> ace, ace_and_king = 0b1, 0b11
    >>> [tests.results(tests.contributions[suit][5][ace_and_king]) for suit in (0, 1)]
    [(False,), (True,)]
    """

    def __init__(self, tests: Sequence[CardTest]) -> None:
        self._tests = tests
        self.contributions: tuple[Contributions | None, ...] = tuple(
            map(self._contributions, range(len(SUIT_ORDER)))
        )

    def _contributions(self, suit: int) -> Contributions | None:
        tests = [
            (_LANE * number, _contributions_to(test, suit))
            for number, test in enumerate(self._tests)
            if test.depends_on(suit)
        ]
        if not tests:
            return None
        return tuple(
            tuple(
                sum(numbers[length][subset] << lane for lane, numbers in tests) for subset in range(len(HELD))
            )
            for length in range(FULL_HAND + 1)
        )

    def states(self, most: int) -> int | None:
        """Return the number of states, or None if there may be more than ``most``."""
        sums = {0}
        for contributions in self.contributions:
            numbers = set(chain.from_iterable(contributions)) if contributions else {0}
            sums = {a + b for a in sums for b in numbers}
            if len(sums) > most:
                return None
        return len(sums)

    def results(self, state: int) -> Results:
        """Return the results of all tests in a state."""
        lanes = (state >> (_LANE * place) & ((1 << _LANE) - 1) for place in range(len(self._tests)))
        return tuple(map(CardTest.result, self._tests, lanes))


@lru_cache(maxsize=256)
def _contributions_to(test: CardTest, suit: int) -> list[list[int]]:
    """Return the contribution of a suit to a test, by length and set of honours."""
    honours = range(len(HELD))
    if test.suit is None or not any(isinstance(leaf, Length) for leaf in test.part.leaves):
        return [[test.contribution(suit, 0, subset) for subset in honours]] * (FULL_HAND + 1)
    return [
        [test.contribution(suit, length, subset) for subset in honours] for length in range(FULL_HAND + 1)
    ]
