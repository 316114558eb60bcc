"""Rows that no hand chooses, since others go before them, and hands that two rows claim alike.

Rows count here that say all of what they want. One that says "invitational" without points means fewer hands
than its condition has, so that nothing follows from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from bml_core.bridge import Bid, Strain
from bml_core.checks.checked_notes import CheckedNotes
from bml_core.checks.turns import Turn, bounds_of, turns_of
from bml_core.checks.words import example_hand, hand_in_words, hands_in_words, share_in_words
from bml_core.diagnostics import Diagnostic, Location, Related, listed
from bml_core.document import RowOrder
from bml_core.hands.bidding import ConsideredRow, Ranking
from bml_core.hands.conditions import MAX_POINTS, Formula, PointTable, all_of, any_of
from bml_core.hands.counting import TooManyStatesError, count, has_hands
from bml_core.hands.descriptions import Sense

LEAST_SHARE = 0.01
"""Hands that two rows claim alike are reported from this share of the player's hands on.

Fewer are reported if they are all hands of a row.
"""

_NAMED = 4
#: What says nothing of the hand, and what nobody takes for a limit.
_PLAIN = frozenset(
    re.findall(
        r"\w+",
        "a an the one 1 round for of f f1 force forces forcing natural nat artificial art conventional alert"
        " relay relays transfer puppet any shape distribution unlimited strength hcp catch all catchall"
        " waiting bid both majors minors 2 suiter suited stayman checkback asks inquiry",
    )
)
_WORDS = re.compile(r"\w+")


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each row that is never chosen."""
    yield from (found.report() for found in _never_chosen(notes).values() if found)


def _never_chosen(notes: CheckedNotes) -> dict[Location, _Never | None]:
    never: dict[Location, _Never | None] = {}
    for table in _tables(notes):
        for number, row in enumerate(table.rows):
            place = row.agreement.location
            if never.get(place, row) is not None:
                never[place] = table.never_chosen(number) if table.turn.is_possible else None
    return never


def find_alike(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each two rows that claim many hands alike."""
    alike: dict[tuple[Location, Location], _Alike | None] = {}
    for table in _tables(notes):
        for one, other in table.overlaps():
            places = table.rows[one].agreement.location, table.rows[other].agreement.location
            if alike.get(places, table) is not None:
                alike[places] = table.alike(one, other)
    found = {places: each for places, each in alike.items() if each}
    never = _never_chosen(notes) if found else {}
    yield from (each.report() for places, each in found.items() if not any(map(never.get, places)))


def _tables(notes: CheckedNotes) -> Iterator[_Table]:
    for turn in turns_of(notes.system):
        if turn.place.clear and turn.place.clear[0].agreement.is_ours:
            yield _Table(turn, notes.system.choice)


class _Never(NamedTuple):
    """A row that no hand chooses, and the rows that all of its hands choose."""

    turn: Turn
    row: ConsideredRow
    takers: Sequence[ConsideredRow]
    is_certain: bool

    def report(self) -> Diagnostic:
        names = listed(other.agreement.call for other in self.takers[:_NAMED])
        more = ", …" if len(self.takers) > _NAMED else ""
        call = self.row.agreement.call
        message = f"No hand chooses {call} {self.turn.name}: every hand that fits bids {names}{more}."
        hint = "Say in one of the rows which hands are meant, or change their order."
        related = tuple(map(_shows, self.takers[:_NAMED]))
        code = "BML906" if self.is_certain else "BML910"
        return Diagnostic(code, message, self.row.agreement.location, hint, related)


class _Alike(NamedTuple):
    """Two rows that claim the same hands, and these hands."""

    turn: Turn
    first: ConsideredRow
    second: ConsideredRow
    shared: Formula
    share: float

    def report(self) -> Diagnostic:
        calls = f"{self.first.agreement.call} and {self.second.agreement.call}"
        hand = example_hand(self.shared, self.turn.partner_shown)
        such = f", such as {hand_in_words(hand)}" if hand else ""
        message = (
            f"{share_in_words(self.share)} of the hands fit both {calls} {self.turn.name}{such},"
            " and nothing says which call they make."
        )
        hint = "Say in one of the rows which hands are meant."
        return Diagnostic("BML909", message, self.second.agreement.location, hint, (_shows(self.first),))


def _shows(row: ConsideredRow) -> Related:
    return Related(row.agreement.location, f"{row.agreement.call} shows {hands_in_words(row)} here.")


class _Table:
    """The rows of a turn that can be compared with each other."""

    def __init__(self, turn: Turn, choice: RowOrder | None) -> None:
        self.turn = turn
        choice = next((row.choice for row in turn.place.rows.values() if row.choice), choice)
        self._is_ordered = choice is RowOrder.FIRST
        self.rows = turn.place.clear
        self._ranking = turn.place.ranking
        self._is_natural = self._ranking.choice is RowOrder.NATURAL
        self._exact = [_says_all(row) for row in self.rows]
        exact = {id(row) for row, is_exact in zip(self.rows, self._exact, strict=True) if is_exact}
        #: The levels of bids of which it is not known which hands choose them.
        self._open_levels = {
            row.agreement.call.level
            for row in turn.place.considered
            if id(row) not in exact and isinstance(row.agreement.call, Bid)
        }

    def overlaps(self) -> Iterator[tuple[int, int]]:
        """Yield each two rows that some hands may fit."""
        most = [bounds.most for bounds in self.turn.row_bounds]
        exact = (number for number, is_exact in enumerate(self._exact) if is_exact)
        for one, other in combinations(exact, 2):
            if (most[one] & most[other]).reachable():
                yield one, other

    def never_chosen(self, number: int) -> _Never | None:
        """Return that every hand which fits a row is bid otherwise; None if that is not so, or not known."""
        row = self.rows[number]
        if not self._exact[number] or not self._is_covered(number, range(len(self.rows))):
            return None
        before = [other for other in range(len(self.rows)) if self._goes_before(other, number)]
        certain = [other for other in before if self._is_preferred(other, number)]
        for takers in (certain, before):
            if self._is_covered(number, takers) and (named := self._takers(number, takers)):
                return _Never(self.turn, row, [self.rows[other] for other in named], takers is certain)
        return None

    def _takers(self, number: int, takers: Sequence[int]) -> Sequence[int]:
        """Return the rows that get all hands of a row that others cover; none if they do not get all."""
        fitting = all_of((self.turn.shown, self.rows[number].condition))
        numbers = sorted((*takers, number))
        contenders = [self._ranking.rows[each] for each in numbers]
        ranking = Ranking(contenders, *self.turn.place.order)
        try:
            left = all_of((fitting, ranking.hands(numbers.index(number))))
            if not has_hands(fitting) or has_hands(left):
                return ()
            return self._who_take(fitting, takers)
        except TooManyStatesError:
            return ()

    def _is_covered(self, number: int, others: Iterable[int]) -> bool:
        """Return whether it is certain that each hand of a row fits one of other rows that say all."""
        bounds = self.turn.row_bounds
        rivals = [other for other in others if other != number and self._exact[other]]
        taken = reduce(or_, (bounds[other].least for other in rivals), PointTable.of_points(0))
        if not (bounds[number].most & ~taken).reachable():
            return True
        condition = self.rows[number].condition
        return condition.has_honours and any(self.rows[other].condition == condition for other in rivals)

    def _goes_before(self, other: int, number: int) -> bool:
        """Return whether it is certain that hands choose one row before another if both fit."""
        call = self._ranking.rows[other].call
        if other == number or not self._exact[other]:
            return False
        if isinstance(call, Bid) and call.level in self._open_levels and self._ranking.shows_suit(other):
            return False
        return self._ranking.is_by_suit(other, number) or self._is_before(other, number)

    def _is_preferred(self, other: int, number: int) -> bool:
        """Return whether players agree that a row goes before another, not only the rule of choice.

        Most take the row that says more, even if it is 3NT, or is not written first. Of two suits bid with
        points alone the longer one is usually meant, though neither row says so.
        """
        if self._is_suit_with_points_alone(number) and self._is_suit_with_points_alone(other):
            return False
        return (
            self._is_ordered
            or self._ranking.is_by_suit(other, number)
            or self._ranking.says_as_much(other, number)
        )

    def _is_suit_with_points_alone(self, number: int) -> bool:
        row = self.rows[number]
        call = row.agreement.call
        if row.explanation.in_braces or not isinstance(call, Bid) or call.strain is Strain.NOTRUMP:
            return False
        return len(set(self.turn.row_bounds[number].most.points_by_shape())) == 1

    def _is_before(self, other: int, number: int) -> bool:
        order = self._ranking.order
        return order.index(other) < order.index(number)

    def _is_tied(self, one: int, other: int) -> bool:
        """Return whether nothing but their place in the table decides between two rows."""
        if self._is_natural:
            tables = (self.turn.row_bounds[n].most.reachable().cells.bit_count() for n in (one, other))
            return len(set(tables)) == 1 and self._ranking.is_tied(one, other)
        return self.rows[one].condition == self.rows[other].condition

    def _who_take(self, fitting: Formula, takers: Sequence[int]) -> list[int]:
        """Return the rows that get hands of a row, none of which could be left out."""
        named = [other for other in takers if has_hands(all_of((fitting, self.rows[other].condition)))]
        for other in list(reversed(named)):
            rest = [each for each in named if each != other]
            if rest and not has_hands(all_of((fitting, ~any_of(self.rows[each].condition for each in rest)))):
                named = rest
        return named

    def alike(self, one: int, other: int) -> _Alike | None:
        """Return that two rows claim many hands alike; None if they do not, or if that is not known."""
        if not self._is_tied(one, other):
            return None
        try:
            shared = all_of((self.turn.shown, self.rows[one].condition, self.rows[other].condition))
            if not has_hands(shared):
                return None
            taken = any_of(
                self.rows[n].condition
                for n in range(len(self.rows))
                if n not in (one, other) and (self._is_before(n, one) or self._is_before(n, other))
            )
            shared = all_of((shared, ~taken))
            if not has_hands(shared):
                return None
            share = count(shared) / count(self.turn.shown)
            is_whole = any(
                not has_hands(all_of((self.turn.shown, self.rows[n].condition, ~shared)))
                for n in (one, other)
            )
        except TooManyStatesError:
            return None
        if not is_whole and share < LEAST_SHARE:
            return None
        return _Alike(self.turn, self.rows[one], self.rows[other], shared, share)


def _says_all(row: ConsideredRow) -> bool:
    """Return whether the condition of a row is all that its words mean for players."""
    if row.is_forced or not row.explanation.is_whole:
        return False
    if row.explanation.in_braces or _is_limited(row.condition):
        return True
    beside = (piece.text for piece in row.explanation.spans if piece.sense is Sense.NEUTRAL)
    return all(_PLAIN.issuperset(word.lower() for word in _WORDS.findall(text)) for text in beside)


def _is_limited(condition: Formula) -> bool:
    """Return whether a condition says how many points are too many."""
    return not bounds_of(condition).most & PointTable.of_points(1 << MAX_POINTS)
