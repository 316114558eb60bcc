"""What texts say of calls, against the rows for these: ``Our 1NT is 15-17`` above a table that has 14-16."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from bml_core.bridge import Auction
from bml_core.checks.contradictions import (
    IN_SOME_CASES,
    contradiction,
    is_forcing,
    obliged_otherwise,
    points_of,
)
from bml_core.checks.decisions import same_measure, shows_here, sure_of
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.wording import points_in_words
from bml_core.diagnostics import Diagnostic, Related
from bml_core.document import BiddingTable
from bml_core.hands.bidding import Candidate
from bml_core.hands.counting import TooManyStatesError, has_hands
from bml_core.system import Agreement, System

# "15-17", "12+": points that are written, not those of a word such as "weak"
_FIGURES = re.compile(r"(?<![\d-])\d{1,2}\s?(?:[-\u2013]{1,2}\s?\d{1,2}|\+)")

_WIDEST = 3
_HINT = "Correct one of the two."


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each sentence or item that contradicts the row for its auction."""
    said_first: dict[Auction, Agreement] = {}
    for said in notes.statements:
        if IN_SOME_CASES.search(said.text) or not said.is_ours:
            continue
        row = notes.system.get(said.auction)
        other = row if row is not None and row.is_described else said_first.setdefault(said.auction, said)
        if found := _contradiction(notes.system, other, said):
            yield found
    for ladder in notes.ladders:
        yield from _gap(ladder)


def _gap(ladder: BiddingTable) -> Iterator[Diagnostic]:
    """Yield the one step of a list of points that does not begin where the one above it ends."""
    texts = [row.description[0].text for row in ladder.rows]
    points = [tuple(map(int, re.findall(r"\d+", text))) for text in texts]
    steps = [low[0] - high[-1] for high, low in pairwise(points)]
    odd = [number for number, step in enumerate(steps) if step != 1]
    if len(odd) != 1 or not 0 <= steps[odd[0]] <= _WIDEST:
        return
    first, second = (ladder.rows[odd[0] + n] for n in (0, 1))
    above, here = (texts[odd[0] + n].strip() for n in (0, 1))
    end, low = points[odd[0]][-1], points[odd[0] + 1][0]
    both = points_in_words(low, low) if low == end else points_in_words(end + 1, low - 1)
    message = f"The steps {above} and {here} {'both have' if low == end else 'leave out'} {both}."
    see = (Related(first.location, f"This step is {above}."),)
    yield Diagnostic("BML942", message, second.location, "Correct one of the ranges.", see)


def _contradiction(system: System, row: Agreement, said: Agreement) -> Diagnostic | None:
    """Return what a text says against a row: other hands, other points in figures, or what it obliges to."""
    first, second = (Candidate.of(agreement, system) for agreement in (row, said))
    if not (said.says_more_than(row) and same_measure(first, second)):
        return None
    try:
        one, other = (sure_of(each) for each in (first, second))
        if not (has_hands(one.condition) and has_hands(other.condition)):
            return None
        if not has_hands(one.condition & other.condition) or _differ_in_points(first, second):
            return replace(contradiction(one, other), hint=_HINT, related=(shows_here(one),))
    except TooManyStatesError:
        return None
    if {is_forcing(row), is_forcing(said)} == {True, False}:
        return replace(obliged_otherwise(row, said), hint=_HINT)
    return None


def _differ_in_points(row: Candidate, said: Candidate) -> bool:
    """Return whether a text has points that the row never has, or the row some that the text leaves out."""
    if not (said.is_read and all(_FIGURES.search(each.agreement.text) for each in (row, said))):
        return False
    mine, yours = points_of(row.sure), points_of(said.condition)
    return bool(yours & ~mine) or (row.is_read and bool(mine & ~yours))


CHECKS = (Check(find, ("BML901", "BML942"), of_rows=True, names_places=True),)
