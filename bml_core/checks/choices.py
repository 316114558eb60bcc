"""Rows that no hand chooses, since others go before them.

Rows count here that say all of what they want. One that says "invitational" without points means fewer hands
than its condition has, so that nothing follows from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from operator import or_
from typing import NamedTuple

from bml_core.bridge import Bid, Strain
from bml_core.checks.decisions import CheckedDecision, decisions_of, found_each_time, shows_here
from bml_core.checks.run import Check, CheckedNotes
from bml_core.diagnostics import Diagnostic, listed
from bml_core.document import RowOrder
from bml_core.hands.bidding import Candidate, Ranking
from bml_core.hands.conditions import MAX_POINTS, Formula, PointTable, all_of, any_of
from bml_core.hands.counting import TooManyStatesError, has_hands
from bml_core.hands.descriptions import Sense

_NAMED, _HIGH = 4, 30
#: What says nothing of the hand, and what nobody takes for a limit.
_PLAIN = frozenset(
    re.findall(
        r"\w+",
        "a an the one 1 round for of f f1 force forces forcing natural nat artificial art conventional alert"
        " relay relays transfer puppet any shape distribution unlimited strength hcp catch all catchall"
        " waiting bid both majors minors 2 suiter suited stayman checkback asks inquiry",
    )
)
#: What says something of strength, and no more where points are said.
_STRENGTHS = frozenset(
    re.findall(
        r"\w+",
        "inv invite invites invitational limit gf fg game slam mixed constructive weak strong min max minimum"
        " maximum preempt preemptive competitive sound good bad extras single double normal raise plus",
    )
)
_SAYS_ANY = re.compile(r"(?i)\b(?:any|all|every|whatever|relay|negative|waiting)\b")
_SAYS_POINTS = re.compile(
    r"(?i)\d\s*\+?\s*(?:hcp|p\b|pts|points?)|\d\s*(?:-{1,2}|\u2013|to)\s*\d\d|\b1\d\s*(?:-{1,2}|\u2013|to|\+)"
)
_WORDS = re.compile(r"\w+")


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each row that is never chosen."""
    looks = (
        (row.agreement.location, partial(table.never_chosen, row))
        for table in _tables(notes)
        for row in table.rows
    )
    yield from (never.report() for never in found_each_time(looks).values())


def _tables(notes: CheckedNotes) -> Iterator[_Table]:
    for decision in decisions_of(notes.system):
        if decision.point.clear and decision.point.clear[0].agreement.is_ours:
            yield _Table(decision, notes.system.metadata.choice)


class _Never(NamedTuple):
    """A row that no hand chooses, and the rows that all of its hands choose."""

    decision: CheckedDecision
    row: Candidate
    takers: Sequence[Candidate]
    is_certain: bool

    def report(self) -> Diagnostic:
        named = self.takers[:_NAMED]
        names = listed(taker.call for taker in named) + (", …" if len(self.takers) > _NAMED else "")
        message = f"No hand chooses {self.row.call} {self.decision.name}: every hand that fits bids {names}."
        hint = "Say in one of the rows which hands are meant, or change their order."
        code = "BML906" if self.is_certain else "BML910"
        return Diagnostic(code, message, self.row.agreement.location, hint, tuple(map(shows_here, named)))


class _Table:
    """The rows of a decision that can be compared with each other."""

    def __init__(self, decision: CheckedDecision, choice: RowOrder | None) -> None:
        self.decision = decision
        choice = next((row.choice for row in decision.point.rows.values() if row.choice), choice)
        self._is_ordered = choice is RowOrder.FIRST
        self.rows = decision.point.clear
        #: The rows that say all that they want, in order.
        self._exact = {row: None for row in self.rows if says_all(row)}
        #: The levels of bids of which it is not known which hands choose them.
        self._open_levels = {
            row.call.level
            for row in decision.point.candidates
            if row not in self._exact and isinstance(row.call, Bid)
        }

    @property
    def _ranking(self) -> Ranking:
        # Of most tables it is never asked, and takes its time.
        return self.decision.point.ranking

    def never_chosen(self, row: Candidate) -> _Never | None:
        """Return that every hand which fits a row is bid otherwise; None if that is not so, or not known."""
        is_covered = row in self._exact and self._is_covered(row, self.rows)
        if not is_covered or not self.decision.is_possible:
            return None
        before = [other for other in self.rows if self._goes_before(other, row)]
        certain = [other for other in before if self._is_preferred(other, row)]
        for takers in (certain, before):
            if self._is_covered(row, takers) and (named := self._takers(row, takers)):
                return _Never(self.decision, row, named, takers is certain)
        return None

    def _takers(self, row: Candidate, takers: Sequence[Candidate]) -> Sequence[Candidate]:
        """Return the rows that get all hands of a row that others cover; none if they do not get all."""
        fitting = all_of((self.decision.shown, row.condition))
        ranking = self._ranking.among([each for each in self.rows if each is row or each in takers])
        try:
            if not has_hands(fitting) or has_hands(all_of((fitting, ranking.hands(row)))):
                return ()
            return self._who_take(fitting, takers)
        except TooManyStatesError:
            return ()

    def _is_covered(self, row: Candidate, others: Iterable[Candidate]) -> bool:
        """Return whether it is certain that each hand of a row fits one of other rows that say all."""
        bounds = self.decision.row_bounds
        rivals = [other for other in others if other is not row and other in self._exact]
        taken = reduce(or_, (bounds[other].least for other in rivals), PointTable.of_points(0))
        if not (bounds[row].most & ~taken).reachable():
            return True
        return row.condition.has_honours and any(other.condition == row.condition for other in rivals)

    def _goes_before(self, other: Candidate, row: Candidate) -> bool:
        """Return whether it is certain that hands choose one row before another if both fit."""
        call = other.call
        if other is row or other not in self._exact:
            return False
        if isinstance(call, Bid) and call.level in self._open_levels and self._ranking.shows_suit(other):
            return False
        return self._ranking.is_by_suit(other, row) or self._ranking.is_before(other, row)

    def _is_preferred(self, other: Candidate, row: Candidate) -> bool:
        """Return whether players agree that a row goes before another, not only the rule of choice.

        Most take the row that says more, even if it is 3NT, or is not written first. Of two suits bid with
        points alone the longer one is usually meant, though neither row says so.
        """
        if self._is_suit_with_points_alone(row) and self._is_suit_with_points_alone(other):
            return False
        if self._is_ordered:
            return True
        # "1N  6-9": of which shape, nobody said. "4H  pre" beside "3H  pre": how good, neither.
        texts = [each.explanation.passage.text for each in (row, other)]
        is_any_shape = not other.explanation.in_braces and len(set(other.bounds.most.points_by_shape())) == 1
        is_same = texts[0] == texts[1] or row.condition == other.condition
        is_vague = is_same and not re.search(r"\d", "".join(texts))
        # "4S  void-splinter" beside "3S  splinter": strength is open in both.
        is_open = all(
            self.decision.row_bounds[other].most & PointTable.of_points(1 << points) for points in (0, _HIGH)
        )
        is_vague |= is_open and not other.explanation.in_braces
        if is_vague or (is_any_shape and not _SAYS_ANY.search(texts[1])):
            return False
        return self._ranking.is_by_suit(other, row) or self._ranking.says_as_much(other, row)

    def _is_suit_with_points_alone(self, row: Candidate) -> bool:
        if row.explanation.in_braces or not isinstance(row.call, Bid) or row.call.strain is Strain.NOTRUMP:
            return False
        return len(set(self.decision.row_bounds[row].most.points_by_shape())) == 1

    def _who_take(self, fitting: Formula, takers: Sequence[Candidate]) -> list[Candidate]:
        """Return the rows that get hands of a row, none of which could be left out."""
        named = [other for other in takers if has_hands(all_of((fitting, other.condition)))]
        for other in list(reversed(named)):
            rest = [each for each in named if each is not other]
            if rest and not has_hands(all_of((fitting, ~any_of(each.condition for each in rest)))):
                named = rest
        return named


def says_all(row: Candidate) -> bool:
    """Return whether the condition of a row is all that its words mean for players.

    "6+!d INV" and "6+!d GF" have the same condition, and are not for the same hands; beside points such words
    say no more than these do.
    """
    if row.is_forced or not row.is_clear:
        return False
    if row.explanation.in_braces:
        return True
    is_limited = not row.bounds.most & PointTable.of_points(1 << MAX_POINTS)
    has_points = is_limited and _SAYS_POINTS.search(row.explanation.passage.text)
    plain = _PLAIN | _STRENGTHS if has_points else _PLAIN
    beside = (piece.text for piece in row.explanation.spans if piece.sense is not Sense.HAND)
    inside = (piece.text for piece in row.explanation.spans if piece.sense is Sense.HAND and not has_points)
    is_plain = all(plain.issuperset(word.lower() for word in _WORDS.findall(text)) for text in beside)
    return is_plain and _STRENGTHS.isdisjoint(
        word.lower() for text in inside for word in _WORDS.findall(text)
    )


CHECKS = (Check(find, ("BML906",), ("BML910",), by_opening=True),)
