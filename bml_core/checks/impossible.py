"""Rows that no hand fits: alone, after the earlier calls of the same player, or opposite his partner.

A row that stands for several auctions is impossible if it is so in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import add

from bml_core.bridge import FULL_HAND, PASS
from bml_core.checks.checked_notes import CheckedNotes
from bml_core.checks.turns import Turn, turns_of
from bml_core.checks.words import example_hand, hand_in_words, hands_in_words, same_measure, shown_words
from bml_core.diagnostics import Diagnostic, Location, Related
from bml_core.hands.bidding import ConsideredRow
from bml_core.hands.conditions import SUIT_ORDER, Formula, all_of
from bml_core.hands.counting import TooManyStatesError, can_meet, has_hands, needs
from bml_core.hands.descriptions import explain
from bml_core.system import Agreement, System

_DECK_POINTS = 40


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each row that is never possible."""
    repeats: dict[str, list[Agreement]] = {}
    for agreement, known in notes.system.repeats:
        if agreement.says_more_than(known):
            repeats.setdefault(agreement.auction.before.code, []).append(agreement)
    found: dict[Location, Diagnostic | None] = {}
    for turn in turns_of(notes.system):
        # A row that another one hides may be wrong for itself.
        rows = repeats.get(turn.history.code, ())
        hidden = (ConsideredRow(agreement, explain(agreement, notes.system)) for agreement in rows)
        for row in (*turn.place.considered, *hidden):
            place = row.agreement.location
            if found.get(place, row) is not None:
                found[place] = _impossible(turn, row)
    return (diagnostic for diagnostic in found.values() if diagnostic)


def find_called_otherwise(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each row whose hands would all have made another call before."""
    found: dict[Location, Diagnostic | None] = {}
    for turn in turns_of(notes.system):
        rows = [row for row in turn.place.clear if found.get(row.agreement.location, row) is not None]
        if not (rows and turn.own and turn.is_own_known and turn.is_possible):
            continue
        made = turn.made(notes.among or notes.system)
        for row in rows:
            found[row.agreement.location] = _called_otherwise(turn, row, made, notes.among or notes.system)
    return (diagnostic for diagnostic in found.values() if diagnostic)


def _called_otherwise(turn: Turn, row: ConsideredRow, made: Formula, system: System) -> Diagnostic | None:
    """Return which call the hands of a row make instead of an earlier one; None if some do not."""
    if row.is_forced or not turn.can_hold(row.condition, unknown=False):
        return None
    try:
        if has_hands(all_of((made, row.condition))):
            return None
    except TooManyStatesError:
        return None
    hand = example_hand(all_of((turn.shown, row.condition)), turn.partner_shown)
    taker = turn.call_instead(hand, system) if hand else None
    if hand is None or taker is None:
        return None
    call, instead = taker
    message = (
        f"No hand makes this call {turn.name}: all that fit have made another one before."
        f" {hand_in_words(hand)} makes the call {instead.agreement.call}, not {call}."
    )
    hint = "Say in one of the rows which hands are meant."
    return Diagnostic("BML912", message, row.agreement.location, hint, _related((instead,)))


def _impossible(turn: Turn, row: ConsideredRow) -> Diagnostic | None:
    """Return why a row is impossible in a turn; None if it is not, or if that is not known."""
    if row.explanation.diagnostics and not row.explanation.in_braces:
        return row.explanation.diagnostics[0]
    if not row.explanation.is_whole or turn.can_hold(row.condition):
        return None
    try:
        if not has_hands(row.condition):
            # The parts of such a condition are reported where they are read.
            return None if row.explanation.diagnostics else _of_no_hand(row)
        if not turn.is_possible:
            return None
        whole = all_of((turn.shown, row.condition))
        if not has_hands(whole):
            return _after_own(turn, row)
        return None if can_meet(whole, turn.partner_shown) else _opposite(turn, row)
    except TooManyStatesError:
        return None


def _of_no_hand(row: ConsideredRow) -> Diagnostic:
    parts = ", ".join(" ".join(part.split()) for part in row.explanation.understood)
    message = f"No hand makes this call: nothing fits all of “{parts}”."
    return Diagnostic("BML903", message, row.agreement.location, "Correct one of the parts.")


def _after_own(turn: Turn, row: ConsideredRow) -> Diagnostic | None:
    apart = [other for other in reversed(turn.own) if not has_hands(other.condition & row.condition)][:1]
    earlier = apart or turn.own
    if not all(same_measure(row, other) for other in earlier):
        return None
    message = (
        f"No hand makes this call: {row.agreement.call} shows {hands_in_words(row)},"
        f" but {shown_words(earlier)} before."
    )
    hint = "Correct one of them."
    return Diagnostic("BML904", message, row.agreement.location, hint, _related(earlier))


def _opposite(turn: Turn, row: ConsideredRow) -> Diagnostic | None:
    mine = _fewest(turn.own, row.condition, turn.partner_shown)
    whole = all_of((row.condition, *(other.condition for other in mine)))
    apart = [other for other in reversed(turn.partner) if not can_meet(whole, other.condition)][:1]
    partner = apart or turn.partner
    if not all(same_measure(row, other) for other in (*mine, *partner)):
        return None
    too = f" after {shown_words(mine)}" if mine else ""
    message = (
        f"No hand makes this call: {row.agreement.call} shows {hands_in_words(row)}{too},"
        f" and partner's {shown_words(partner)}: {_together(whole, turn.partner_shown)}."
    )
    hint = "Correct one of them."
    return Diagnostic("BML905", message, row.agreement.location, hint, _related((*mine, *partner)))


def _together(one: Formula, other: Formula) -> str:
    """Return what two hands have between them that one deck does not."""
    first, second = needs(one), needs(other)
    points = first.points + second.points
    if points > _DECK_POINTS:
        return f"{points} points between them"
    suits = zip(SUIT_ORDER, map(add, first.lengths, second.lengths), strict=True)
    long = [f"{cards} {suit.word} between them" for suit, cards in suits if cards > FULL_HAND]
    return long[0] if long else "one deck does not have both"


def _fewest(own: Sequence[ConsideredRow], condition: Formula, partner: Formula) -> Sequence[ConsideredRow]:
    """Return the rows of the player without which his call would be possible."""
    return () if not can_meet(condition, partner) else own


def _related(rows: Sequence[ConsideredRow]) -> tuple[Related, ...]:
    return tuple(
        Related(row.agreement.location, f"{row.agreement.call} shows {hands_in_words(row)} here.")
        for row in rows
        if row.agreement.call is not PASS or row.agreement.is_described
    )
