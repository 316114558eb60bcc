"""Counting where single cards decide.

The hands of a shape are divided by *state*: what their four suits say together to each question, as one
number. A state answers every question, and the answers give each condition its table of points. The states
of majors and of minors are kept apart as long as possible: majors after which the minors decide alike are
counted together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeVar

from bml_core.hands.conditions import Condition, Leaf
from bml_core.hands.holdings import ALL_CLASSES, SUBSETS, holdings, subsets_of, worth_of
from bml_core.hands.card_questions import Held, Question, answered, questions_of
from bml_core.hands.shapes import SHAPES
from bml_core.hands.tables import PointTable, bits

_Name = TypeVar("_Name")

#: Hands of one or several suits: state → polynomial of points.
States = dict[int, int]
#: Masks of points, and the polynomial of the hands from which each chooses.
Found = dict[int, int]


@dataclass(frozen=True, slots=True)
class Row:
    """A condition of a list of which the first that fits wins.

    ``perhaps`` are the points and shapes that may fit it and that no earlier one surely has; of those that
    are ``unsure`` too, single cards decide.
    """

    condition: Condition
    perhaps: PointTable
    unsure: PointTable


def count_unsure(rows: Sequence[Row], unsure: PointTable) -> list[Found]:
    """What each row wins of those points and shapes for which cards decide."""
    found: list[Found] = [{} for _ in rows]
    for questions, numbers in _groups(rows):
        cells = unsure & PointTable.of_shapes(sum(1 << number for number in numbers))
        _count_group(_Answers(questions), _Outcomes(rows, cells), numbers, found)
    return found


def _groups(rows: Sequence[Row]) -> Iterable[tuple[tuple[Question, ...], list[int]]]:
    """The shapes for which cards decide, those together for which the same questions do."""
    asking = [row for row in rows if row.unsure]
    questions = [questions_of(row.condition) for row in asking]
    groups: dict[tuple[Question, ...], list[int]] = {}
    masks = zip(*(row.unsure.points_by_shape() for row in asking), strict=True)
    by_rows: dict[tuple[bool, ...], list[int]] = {}
    for number, points in enumerate(masks):
        by_rows.setdefault(tuple(map(bool, points)), []).append(number)
    for chosen, numbers in by_rows.items():
        asked = (question for row, some in zip(chosen, questions, strict=True) if row for question in some)
        groups.setdefault(tuple(dict.fromkeys(asked)), []).extend(numbers)
    groups.pop((), None)
    return groups.items()


def _count_group(answers: _Answers, outcomes: _Outcomes, numbers: Sequence[int], found: list[Found]) -> None:
    shapes = [SHAPES[number] for number in numbers]
    majors = {pair: answers.states(0, *pair) for pair in {shape[:2] for shape in shapes}}
    minors = {pair: answers.states(2, *pair) for pair in {shape[2:] for shape in shapes}}
    minor_states = tuple({state for states in minors.values() for state in states})
    # What a state of the majors leads to, for each state of the minors.
    futures = {
        state: tuple(outcomes.of(state + other, answers) for other in minor_states)
        for state in {state for states in majors.values() for state in states}
    }
    majors_by_future = {pair: _merged(states, futures) for pair, states in majors.items()}
    minors_by_outcome = {
        future: {
            pair: _merged(states, dict(zip(minor_states, future, strict=True)))
            for pair, states in minors.items()
        }
        for future in set(futures.values())
    }
    for number, (s, h, d, c) in zip(numbers, shapes, strict=True):
        for future, ours in majors_by_future[s, h].items():
            for outcome, theirs in minors_by_outcome[future][d, c].items():
                chosen = [(row, points[number]) for row, points in outcomes.wins[outcome] if points[number]]
                hands = ours * theirs if chosen else 0
                for row, mask in chosen:
                    found[row][mask] = found[row].get(mask, 0) + hands


def _merged(states: States, names: Mapping[int, _Name]) -> dict[_Name, int]:
    """The polynomials of states that have one name added up."""
    merged: dict[_Name, int] = {}
    for state, polynomial in states.items():
        name = names[state]
        merged[name] = merged.get(name, 0) + polynomial
    return merged


class _Answers:
    """How states are made of holdings, and what they answer."""

    def __init__(self, questions: tuple[Question, ...]) -> None:
        widths = [_largest(question).bit_length() for question in questions]
        self._questions = list(zip(questions, accumulate(widths, initial=0), widths, strict=False))
        self._suits: dict[tuple[int, int], States] = {}

    def states(self, suit: int, length: int, next_length: int) -> States:
        """The states of a suit and the next one, with these lengths."""
        states: States = {}
        others = self._of_suit(suit + 1, next_length).items()
        for state, polynomial in self._of_suit(suit, length).items():
            for other, more in others:
                states[state + other] = states.get(state + other, 0) + polynomial * more
        return states

    def given(self, state: int) -> dict[Leaf, bool]:
        """The answer to each question."""
        return {
            question: _is_yes(question, state >> shift & (1 << width) - 1)
            for question, shift, width in self._questions
        }

    def _of_suit(self, suit: int, length: int) -> States:
        if (suit, length) not in self._suits:
            states: States = {}
            for subset in bits(subsets_of(ALL_CLASSES, length)):
                state = sum(
                    _said(question, suit, length, subset) << shift for question, shift, _ in self._questions
                )
                states[state] = states.get(state, 0) + holdings(length, subset)
            self._suits[suit, length] = states
        return self._suits[suit, length]


class _Outcomes:
    """Which rows win what, once all questions are answered; outcomes have numbers."""

    def __init__(self, rows: Sequence[Row], cells: PointTable) -> None:
        self._rows = [(n, row.condition) for n, row in enumerate(rows) if row.perhaps & cells]
        self._cells = cells
        self._of_state: dict[int, int] = {}
        self._of_tables: dict[tuple[tuple[int, PointTable], ...], int] = {}
        #: For each outcome the rows that win something, each with its points by shape.
        self.wins: list[tuple[tuple[int, tuple[int, ...]], ...]] = []

    def of(self, state: int, answers: _Answers) -> int:
        """The outcome of a state of all suits."""
        if state not in self._of_state:
            tables = tuple(self._tables(answers.given(state)))
            if tables not in self._of_tables:
                self._of_tables[tables] = len(self.wins)
                self.wins.append(tuple((row, table.points_by_shape()) for row, table in tables))
            self._of_state[state] = self._of_tables[tables]
        return self._of_state[state]

    def _tables(self, given: dict[Leaf, bool]) -> Iterable[tuple[int, PointTable]]:
        left = self._cells
        for number, condition in self._rows:
            table = answered(condition, given) & left
            if table:
                yield number, table
                left &= ~table


def _said(question: Question, suit: int, length: int, subset: int) -> int:
    """What a holding adds to the number that answers a question."""
    if isinstance(question, Held):
        return question.classes >> (SUBSETS * length + subset) & 1 if suit == question.suit else 0
    return worth_of(question, suit, subset)


def _largest(question: Question) -> int:
    return 1 if isinstance(question, Held) else sum(map(sum, question.worth))


def _is_yes(question: Question, number: int) -> bool:
    return bool(number) if isinstance(question, Held) else question.low <= number <= question.high
