"""Hands without a call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bml_core.bridge import PASS, bid_above
from bml_core.checks.decisions import (
    CheckedDecision,
    decisions_of,
    example_hand,
    hand_in_words,
    share_in_words,
)
from bml_core.checks.run import Check, CheckedNotes
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.bidding import uncovered
from bml_core.hands.conditions import Formula, all_of
from bml_core.hands.counting import TooManyStatesError, can_meet, count
from bml_core.system import System

LEAST_SHARE = 0.005
"""Hands without a call are reported from this share of the player's hands on."""


class _Uncalled(NamedTuple):
    """The hands without a call at a decision, and their share of those that the player may have."""

    decision: CheckedDecision
    hands: Formula
    share: float

    @property
    def in_words(self) -> str:
        """Return the commonest of the hands as a sentence after a blank, and one of them."""
        partner = self.decision.partner_shown
        if self.hands.has_honours:
            hand = example_hand(self.hands, partner)
            return f" One of them is {hand_in_words(hand)}." if hand else ""
        conditions = [row.condition for row in self.decision.point.clear]
        _, kinds = uncovered(conditions, self.hands, 0)
        possible = (kind for kind in kinds if can_meet(kind.condition & self.hands, partner))
        commonest = next(possible, None)
        if commonest is None:
            return ""
        hand = example_hand(self.hands & commonest.condition, partner)
        such = f", such as {hand_in_words(hand)}" if hand else ""
        return f" The commonest are {commonest.words}{such}."


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each call that leaves hands without one."""
    largest: dict[Location, _Uncalled] = {}
    for decision in decisions_of(notes.system):
        location = _location(decision)
        if location and (gap := _gap(decision, notes.system.whole)):
            known = largest.get(location)
            if known is None or gap.share > known.share:
                largest[location] = gap
    for location, gap in largest.items():
        yield _no_call(gap, location)


def _location(decision: CheckedDecision) -> Location | None:
    """Return where hands without a call are reported; None where they may have none."""
    rows = decision.point.candidates
    if not rows or not (decision.is_clear and decision.is_own_known and decision.is_possible):
        return None
    if not rows[0].agreement.is_ours:
        return None
    if any(row.is_forced for row in rows):
        return None
    if not decision.point.forcing or _goes_without_saying(decision):
        return None
    return decision.last.agreement.location if decision.last else rows[0].agreement.location


def _goes_without_saying(decision: CheckedDecision) -> bool:
    """Return whether the response that a transfer or a relay asks for is left out."""
    if decision.last is None or not decision.last.is_request:
        return False
    calls = decision.auction.calls
    next_bid = bid_above(decision.auction.last_bid, 1)
    return calls[-1] is PASS and next_bid not in decision.point.rows


def _gap(decision: CheckedDecision, system: System) -> _Uncalled | None:
    """Return the hands that fit no row, if there are enough of them."""
    if not decision.may_have_others:
        return None
    others = decision.point.outside
    try:
        are_few = count(all_of((decision.shown, others))) < LEAST_SHARE * count(decision.shown)
        if are_few or not decision.can_hold(others):
            return None
        # Hands that would have called otherwise before, or may have, do not need a call here.
        made = decision.surely_made(system)
        hands = all_of((made, others))
        share = count(hands) / count(made)
    except (TooManyStatesError, ZeroDivisionError):
        return None
    if share < LEAST_SHARE or not can_meet(hands, decision.partner_shown):
        return None
    return _Uncalled(decision, hands, share)


def _no_call(gap: _Uncalled, location: Location) -> Diagnostic:
    decision = gap.decision
    message = (
        f"{share_in_words(gap.share)} of the hands have no row {decision.name}, and {decision.point.forcing}."
        f"{gap.in_words}"
    )
    return Diagnostic(
        "BML907", message, location, "Write a row for them, or say which row has all other hands."
    )


CHECKS = (Check(find, further=("BML907",), by_opening=True, among_openings=True),)
