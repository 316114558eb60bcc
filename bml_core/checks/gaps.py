"""Hands without a call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bml_core.bridge import PASS, STRAINS, bid_above, make_bid
from bml_core.checks.checked_notes import CheckedNotes
from bml_core.checks.turns import Turn, turns_of
from bml_core.checks.words import example_hand, hand_in_words, share_in_words
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.bidding import is_request, uncovered
from bml_core.hands.conditions import MAX_POINTS, Formula, all_of, points
from bml_core.hands.counting import TooManyStatesError, can_meet, count
from bml_core.system import System

LEAST_SHARE = 0.005
"""Hands without a call are reported from this share of the player's hands on."""

LEAST_OPENING_SHARE = 0.001
"""Hands that nobody opens are reported from this share of all hands on."""

OPENING_POINTS = 12
"""A hand with these points or more should have an opening."""


class _Found(NamedTuple):
    """The hands without a call at a turn, and their share of those that the player may have."""

    turn: Turn
    hands: Formula
    share: float

    @property
    def in_words(self) -> str:
        """Return the commonest of the hands as a sentence after a blank, and one of them."""
        partner = self.turn.partner_shown
        if self.hands.has_honours:
            hand = example_hand(self.hands, partner)
            return f" One of them is {hand_in_words(hand)}." if hand else ""
        conditions = [row.condition for row in self.turn.place.clear]
        _, kinds = uncovered(conditions, self.hands, OPENING_POINTS if self.turn.place.is_opening else 0)
        possible = (kind for kind in kinds if can_meet(kind.condition & self.hands, partner))
        commonest = next(possible, None)
        if commonest is None:
            return ""
        hand = example_hand(self.hands & commonest.condition, partner)
        such = f", such as {hand_in_words(hand)}" if hand else ""
        return f" The commonest are {commonest.words}{such}."


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each call that leaves hands without one, and for the openings."""
    largest: dict[tuple[Location, bool], _Found] = {}
    for turn in turns_of(notes.system):
        place = _place(turn)
        if place and (found := _gap(turn, notes.among or notes.system)):
            key = place, turn.place.is_opening
            known = largest.get(key)
            if known is None or found.share > known.share:
                largest[key] = found
    for (place, is_opening), found in largest.items():
        yield (_no_opening if is_opening else _no_call)(found, place)


def _place(turn: Turn) -> Location | None:
    """Return where hands without a call are reported; None where they may have none."""
    rows = turn.place.considered
    if not rows or not (turn.is_clear and turn.is_own_known and turn.is_possible):
        return None
    if not rows[0].agreement.is_ours:
        return None
    if any(row.is_forced for row in rows):
        return None
    if turn.place.is_opening:
        return rows[0].agreement.location if _is_whole_opening(turn) else None
    if not turn.place.forcing or _goes_without_saying(turn):
        return None
    return turn.last.agreement.location if turn.last else rows[0].agreement.location


def _is_whole_opening(turn: Turn) -> bool:
    """Return whether notes have all openings: those on some of them leave out the others."""
    return all(make_bid(1, strain) in turn.place.rows for strain in STRAINS if strain.suit)


def _goes_without_saying(turn: Turn) -> bool:
    """Return whether the response that a transfer or a relay asks for is left out."""
    if turn.last is None or not is_request(turn.last.agreement):
        return False
    calls = turn.written.calls
    next_bid = bid_above(turn.written.last_bid, 1)
    return calls[-1] is PASS and next_bid not in turn.place.rows


def _gap(turn: Turn, system: System) -> _Found | None:
    """Return the hands that fit no row, if there are enough of them."""
    if not turn.may_have_others:
        return None
    is_opening = turn.place.is_opening
    others = turn.place.others & points(OPENING_POINTS, MAX_POINTS) if is_opening else turn.place.others
    least = LEAST_OPENING_SHARE if is_opening else LEAST_SHARE
    try:
        if count(all_of((turn.shown, others))) < least * count(turn.shown) or not turn.can_hold(others):
            return None
        # Hands that would have called otherwise before, or may have, do not need a call here.
        made = turn.surely_made(system)
        hands = all_of((made, others))
        share = count(hands) / count(made)
    except (TooManyStatesError, ZeroDivisionError):
        return None
    return _Found(turn, hands, share) if share >= least and can_meet(hands, turn.partner_shown) else None


def _no_call(found: _Found, place: Location) -> Diagnostic:
    turn = found.turn
    message = (
        f"{share_in_words(found.share)} of the hands have no row {turn.name}, and {turn.place.forcing}."
        f"{found.in_words}"
    )
    return Diagnostic("BML907", message, place, "Write a row for them, or say which row has all other hands.")


def _no_opening(found: _Found, place: Location) -> Diagnostic:
    where = f" {found.turn.circumstances}" if found.turn.circumstances else ""
    message = (
        f"{share_in_words(found.share)} of all hands have {OPENING_POINTS} points or more and no"
        f" opening{where}.{found.in_words}"
    )
    return Diagnostic("BML908", message, place, "Write an opening for them, or a row that passes them.")
