"""Auctions that are described twice: with different meanings, in words that are not understood, or alike.

Rows above their sub-bids often say less than the description elsewhere. That is not a contradiction: two
descriptions must exclude each other, or speak differently of the same thing, such as points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import PurePath

from bml_core.checks.decisions import hand_in_words, hands_in_words, same_measure
from bml_core.checks.run import Check, CheckedNotes
from bml_core.diagnostics import Diagnostic, Location, Related
from bml_core.hands.bidding import Candidate
from bml_core.hands.conditions import Formula, PointTable
from bml_core.hands.counting import TooManyStatesError, has_hands, needs, tallies
from bml_core.hands.sampling import sample_hands
from bml_core.system import Agreement, System

MOST_FOUND = 300
"""Nobody reads more: two systems in one folder contradict each other in every row."""

_NATURAL = 3


_Pairs = dict[tuple[Location, Location], list[tuple[Agreement, Agreement]]]


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each row that describes calls of another row, in other words or the same."""
    different: _Pairs = {}
    same: _Pairs = {}
    for second, first in notes.system.repeats:
        kind = different if second.says_more_than(first) else same
        kind.setdefault((second.location, first.location), []).append((second, first))
    reported: set[Location] = set()
    for look, rows in ((partial(_compare, notes.system), different), (_in_same_words, same)):
        for (location, _), pairs in rows.items():
            if len(reported) < MOST_FOUND and location not in reported and (found := look(pairs)):
                reported.add(location)
                yield found


def _compare(system: System, pairs: Sequence[tuple[Agreement, Agreement]]) -> Diagnostic | None:
    """Return the contradiction of the first pair that has one; or that a pair is not understood."""
    unknown = None
    for second, first in pairs:
        one, other = (Candidate.of(agreement, system) for agreement in (first, second))
        if _is_contradiction(one, other):
            return _contradiction(one, other)
        if not (one.is_read and other.is_read):
            hint = "The first description is used; delete one of the two."
            unknown = unknown or _described_twice("BML902", first, second, hint)
    return unknown


def _is_contradiction(one: Candidate, other: Candidate) -> bool:
    if not (one.is_read and other.is_read and same_measure(one, other)):
        return False
    first, second = one.condition, other.condition
    try:
        if not has_hands(first) or not has_hands(second):
            return False
        if not has_hands(first & second):
            return True
    except TooManyStatesError:
        return False
    mine, yours = _shapes(first), _shapes(second)
    return (
        _differ_in_points(first, second)
        # Each has a shape that the other one does not have.
        or bool(mine & ~yours and yours & ~mine)
        or _differ_in_a_suit(first, second)
        or _differ_in_cards(first, second)
    )


def _differ_in_points(one: Formula, other: Formula) -> bool:
    """Return whether both exclude points that hands of their shapes can have, and not the same ones."""
    (mine, possible), (yours, others) = _points(one), _points(other)
    is_limit = possible & ~mine and others & ~yours
    return bool(is_limit and (mine ^ yours) & possible & others)


def _points(formula: Formula) -> tuple[int, int]:
    """Return the points of the hands that fit, and those of all hands of such shapes."""
    fit = possible = 0
    fitting = formula.bounds().most.reachable().points_by_shape()
    alone = PointTable.of_shapes(_shapes(formula)).reachable().points_by_shape()
    for points, reachable in zip(fitting, alone, strict=True):
        fit |= points
        possible |= reachable
    return fit, possible


def _shapes(formula: Formula) -> int:
    """Return the shapes that fit with some points, whether a hand can have them or not."""
    table = formula.bounds().most.points_by_shape()
    return sum(1 << number for number, points in enumerate(table) if points)


def _differ_in_a_suit(one: Formula, other: Formula) -> bool:
    """Return whether both promise a suit, and not the same length."""
    lengths = zip(needs(one).lengths, needs(other).lengths, strict=True)
    return any(mine != yours and min(mine, yours) >= _NATURAL for mine, yours in lengths)


def _differ_in_cards(one: Formula, other: Formula) -> bool:
    """Return whether both count the same single cards, and not the same number of them."""
    return any(
        mine.worth == yours.worth and (mine.low, mine.high) != (yours.low, yours.high)
        for mine in tallies(one)
        for yours in tallies(other)
    )


def _contradiction(first: Candidate, second: Candidate) -> Diagnostic:
    agreement = second.agreement
    message = (
        f"{agreement.auction:short} is described twice, with different meanings:"
        f" {hands_in_words(second)} here, {hands_in_words(first)} at {_place(first.agreement, agreement)}."
    )
    hint = "The first one is used; correct or delete one of the two."
    other = first.agreement
    related = Related(
        other.location, f"{other.auction:short} is {hands_in_words(first)} here.{_example(first, second)}"
    )
    return Diagnostic("BML901", message, agreement.location, hint, (related,))


def _example(first: Candidate, second: Candidate) -> str:
    """Return a hand that fits one of two rows alone, as a sentence after a blank."""
    for fitting, other, which in ((first, second, "this row"), (second, first, "the other row")):
        for hand in sample_hands(fitting.condition & ~other.condition, 1, seed=1):
            return f" {hand_in_words(hand)} fits {which} alone."
    return ""


def _in_same_words(pairs: Sequence[tuple[Agreement, Agreement]]) -> Diagnostic:
    second, first = pairs[0]
    hint = "Delete one of the two, so that they cannot come to differ."
    return _described_twice("BML911", first, second, hint)


def _described_twice(code: str, first: Agreement, second: Agreement, hint: str) -> Diagnostic:
    """Report descriptions in the same words, or in different ones that are not understood."""
    is_same = code == "BML911"
    words, end = ("the same", "") if is_same else ("different", "; not all of them are understood")
    place = _place(first, second)
    message = f"{second.auction:short} is described twice, in {words} words, here and at {place}{end}."
    related = Related(first.location, f"{first.auction:short} is described here.")
    return Diagnostic(code, message, second.location, hint, (related,))


def _place(first: Agreement, second: Agreement) -> str:
    """Return the place of a row, as seen from another."""
    location = first.location
    if location.file == second.location.file:
        return f"line {location.line}"
    return f"{PurePath(location.file).name}:{location.line}"


CHECKS = (Check(find, ("BML901", "BML902", "BML911")),)
