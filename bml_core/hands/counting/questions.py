"""Questions on single cards, and what the four suits say to several of them at once.

What a suit says to a question is a small number. The numbers for several questions stand in lanes of one
number; the sum of those of the four suits is a *state*, which has the answers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import SUIT_ORDER, Formula, Leaf, Length, Tally
from bml_core.hands.counting.suits import HELD

_LANE = 8

Answers = tuple[bool, ...]
#: For each length of a suit, and each of its sets of honours as in ``HELD``, what it says to the questions.
Saying = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """Something that single cards decide: a part of a condition that speaks of one suit alone, or a tally.

    What each suit adds is a small number; the sum of the four decides.
    """

    part: Formula
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
    """Questions that are asked together.

    ``sayings`` has what spades, hearts, diamonds and clubs say; None for a suit that has no say in any.

    >>> from bml_core.hands.conditions import keycards
    >>> asked = Questions([Question(keycards(2, 5, "H"), None)])
    >>> ace, ace_and_king = 0b1, 0b11
    >>> [asked.answers(asked.sayings[suit][5][ace_and_king]) for suit in (0, 1)]
    [(False,), (True,)]
    """

    def __init__(self, questions: Sequence[Question]) -> None:
        self._questions = questions
        self.sayings: tuple[Saying | None, ...] = tuple(map(self._saying, range(len(SUIT_ORDER))))

    def _saying(self, suit: int) -> Saying | None:
        asked = [(_LANE * n, _worth_of(q, suit)) for n, q in enumerate(self._questions) if q.asks(suit)]
        if not asked:
            return None
        return tuple(
            tuple(sum(worth[length][subset] << lane for lane, worth in asked) for subset in range(len(HELD)))
            for length in range(FULL_HAND + 1)
        )

    def states(self, most: int) -> int | None:
        """At most so many states a hand can have; None if there may be more than ``most``."""
        sums = {0}
        for saying in self.sayings:
            said = set(chain.from_iterable(saying)) if saying else {0}
            sums = {a + b for a in sums for b in said}
            if len(sums) > most:
                return None
        return len(sums)

    def answers(self, state: int) -> Answers:
        """The answers to all questions."""
        lanes = (state >> (_LANE * place) & ((1 << _LANE) - 1) for place in range(len(self._questions)))
        return tuple(map(Question.answer, self._questions, lanes))


@lru_cache(maxsize=256)
def _worth_of(question: Question, suit: int) -> list[list[int]]:
    """For each length and each set of honours what a suit adds."""
    honours = range(len(HELD))
    if question.suit is None or not any(isinstance(leaf, Length) for leaf in question.part.leaves):
        return [[question.worth(suit, 0, subset) for subset in honours]] * (FULL_HAND + 1)
    return [[question.worth(suit, length, subset) for subset in honours] for length in range(FULL_HAND + 1)]
