"""Rows that no hand fits: alone, after the earlier calls of the same player, or opposite his partner.

A row that stands for several auctions is impossible if it is so in all of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import add

from bml_core.bridge import FULL_HAND, PASS
from bml_core.checks import earlier, itself, suits
from bml_core.checks.decisions import (
    CheckedDecision,
    as_stated,
    decisions_of,
    found_each_time,
    hands_in_words,
    same_measure,
    shows_here,
    sure_of,
)
from bml_core.checks.run import Check, CheckedNotes
from bml_core.checks.wording import DECK_POINTS, ranges_in, words_of
from bml_core.diagnostics import Diagnostic, Location, Related, together
from bml_core.hands.bidding import Candidate, with_open_suits
from bml_core.hands.conditions import SUIT_ORDER, Formula, Leaf, Shaped, TableBounds, all_of, balanced
from bml_core.hands.counting import TooManyStatesError, can_meet, has_hands, needs
from bml_core.hands.descriptions import source_words
from bml_core.hands.shapes import ShapeSet
from bml_core.system import Agreement

_NEARLY_BALANCED = Shaped(ShapeSet.of(lambda shape: sorted(shape) == [2, 2, 4, 5]), "5422")
_OUTSIDE = re.compile(r"\boutside\b|\b(?:solid|running)\b.*\bno (?:ace|king)")
_POINTS_OF_HAND = "1[5-9]|2[0-9]"
_MANY = 4
_Own = dict[Location | None, dict[str, tuple[Candidate, Candidate]]]
"""The rows of a table whose calls have another row before it, by their auctions, each with that row."""


def find(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each row that is never possible."""
    repeats: dict[str, list[Candidate]] = {}
    own: _Own = {}
    for agreement, known in notes.system.repeats:
        if agreement.says_more_than(known):
            here, there = (Candidate.of(each, notes.system) for each in (agreement, known))
            repeats.setdefault(agreement.auction.code_up_to(-1), []).append(here)
            own.setdefault(agreement.table, {})[agreement.auction.code] = here, there
    # A row that another one hides may be wrong for itself.
    looks = (
        (row.agreement.location, partial(_impossible, decision, row, own))
        for decision in decisions_of(notes.system)
        for hidden in [repeats.get(decision.history.code, ())]
        for row in (*decision.point.said, *hidden)
    )
    found = [*found_each_time(looks).values()]
    apart = Counter(each.related[:1] for each in found)
    # Many rows that do not go with an earlier one have one cause.
    yield from together(
        ((each.code, each.related[:1]) if apart[each.related[:1]] >= _MANY and each.related else each, each)
        for each in found
    )


def find_in_words(notes: CheckedNotes) -> Iterator[Diagnostic]:
    """Yield rows whose points, as written, no hand of the player has, though not all is understood."""
    yield from itself.find(notes)
    yield from earlier.impossible_points(notes)
    yield from suits.impossible_suits(notes)
    yield from suits.swapped(notes)


def _is_other(row: Candidate, own: _Own) -> bool:
    """Return whether a row may continue other calls than the rows that the notes have first for them.

    Its own table describes them, and it is not certain that it means the same.
    """
    auction, known = row.agreement.auction, own.get(row.agreement.table, {})
    ends = range(1, len(auction) if known else 1)
    pairs = (known.get(auction.code_up_to(end)) for end in ends)
    return any(not pair[0].is_read or not _is_part(pair[0].sure, pair[1].sure) for pair in pairs if pair)


def _is_part(one: Formula, other: Formula) -> bool:
    """Return whether all hands that fit one of two conditions fit the other one."""
    try:
        return not has_hands(one & ~other) or not has_hands(other & ~one)
    except TooManyStatesError:
        return False


def _impossible(decision: CheckedDecision, row: Candidate, own: _Own) -> Diagnostic | None:
    """Return why a row is impossible in a decision; None if it is not, or if that is not known."""
    if row.explanation.diagnostics and not row.explanation.in_braces:
        found = row.explanation.diagnostics[0]
        # "15+ clubs", unless it is "17 cards"
        points = re.search(rf"A suit has at most 13 cards, not ({_POINTS_OF_HAND})\.", found.message)
        hint = (
            f"Write {points[1]}+ hcp if these are points; else correct the number." if points else found.hint
        )
        return replace(found, hint=hint)
    if row.is_forced or decision.can_hold((row := sure_of(row)).condition):
        return None
    try:
        if not has_hands(row.condition):
            # The parts of such a condition are reported where they are read; "solid !c, no ace or king" is of
            # other suits.
            if row.explanation.diagnostics or _OUTSIDE.search(words_of(row.agreement)):
                return None
            parts = ", ".join(" ".join(part.split()) for part in row.explanation.understood)
            message = f"No hand makes this call: nothing fits all of “{parts}”."
            return Diagnostic("BML903", message, row.agreement.location, "Correct one of the parts.")
        if not decision.is_possible or _is_other(row, own):
            return None
        # "P-1H-2C" by a passed hand is not the 1H-2C of others.
        if _is_passed(row.agreement) and not all(
            _is_passed(each.agreement) for each in (*decision.own, *decision.partner)
        ):
            return None
        # "P  6-9, long diamonds" after "2C  10-12, forces 2D": many write the weak hand there alone.
        if row.call is PASS and any(own.is_request for own in decision.own):
            return None
        whole = all_of((decision.shown, row.condition))
        if not has_hands(whole):
            # "1H  5 cards": a rebid shows six.
            opened = (with_open_suits(own, None, ()) or own for own in decision.own)
            longer = all_of((*(own.condition for own in opened), row.condition))
            is_possible = any(map(_is_possible_loosely, (whole, longer)))
            return None if is_possible else _after_own(decision, row)
        return None if can_meet(whole, decision.partner_shown) else _opposite(decision, row)
    except TooManyStatesError:
        return None


def _is_passed(row: Agreement) -> bool:
    return row.auction.calls[0] is PASS


def _is_possible_loosely(formula: Formula) -> bool:
    """Return whether hands may fit if 5422 is balanced: "2--2 majors" after 2NT."""

    def looser(leaf: Leaf) -> TableBounds:
        return (leaf | _NEARLY_BALANCED if leaf == balanced() else leaf).bounds()

    return any(formula.fold(looser, TableBounds.__invert__).most.reachable().points_by_shape())


def _after_own(decision: CheckedDecision, row: Candidate) -> Diagnostic | None:
    apart = [other for other in reversed(decision.own) if not has_hands(other.condition & row.condition)][:1]
    earlier = apart or decision.own
    # Of a question, the book says what most play: Puppet Stayman may have four cards of a major.
    is_question = any(other.explanation.reading.asks and not _are_apart(row, other) for other in apart)
    if is_question or not all(same_measure(row, other) for other in earlier):
        return None
    message = (
        f"No hand makes this call: {row.call} shows {hands_in_words(row)},"
        f" but {_shown_words(earlier)} before."
    )
    code = "BML904" if not has_hands(_stated(row, *earlier)) else "BML954"
    return Diagnostic(code, message, row.agreement.location, _mend(row, *earlier), _related(earlier))


def _are_apart(row: Candidate, other: Candidate) -> bool:
    """Return whether a row has other points than the words of another one name."""
    limits, written = row.bounds.most.limits(), ranges_in(words_of(other.agreement))
    if limits is None or len(written) != 1:
        return False
    return limits[1] < written[0][0] or written[0][1] < limits[0]


def _opposite(decision: CheckedDecision, row: Candidate) -> Diagnostic | None:
    # Without his earlier rows, the call may be impossible all the same.
    mine = decision.own if can_meet(row.condition, decision.partner_shown) else ()
    whole = all_of((row.condition, *(other.condition for other in mine)))
    apart = [other for other in reversed(decision.partner) if not can_meet(whole, other.condition)][:1]
    partner = apart or decision.partner
    if not all(same_measure(row, other) for other in (*mine, *partner)):
        return None
    too = f" after {_shown_words(mine)}" if mine else ""
    message = (
        f"No hand makes this call: {row.call} shows {hands_in_words(row)}{too},"
        f" and partner's {_shown_words(partner)}: {_together(whole, decision.partner_shown)}."
    )
    others = (*mine, *partner)
    code = "BML954" if can_meet(_stated(row, *mine), _stated(*partner)) else "BML905"
    return Diagnostic(code, message, row.agreement.location, _mend(row, *others), _related(others))


def _stated(*rows: Candidate) -> Formula:
    """Return what rows say without the usual meaning of their words: only of that, BML954 is reported."""
    return all_of(as_stated(row).condition for row in rows)


def _mend(*rows: Candidate) -> str:
    """Return what to do, with the words whose usual meaning says more than the notes: "invitational"."""
    sources = source_words(each for row in rows for each in row.explanation.sources if each.is_usual)
    return f"Correct one of them ({', '.join(sources)})." if sources else "Correct one of them."


def _together(one: Formula, other: Formula) -> str:
    """Return what two hands have between them that one deck does not."""
    first, second = needs(one), needs(other)
    points = first.points + second.points
    if points > DECK_POINTS:
        return f"{points} points between them"
    suits = zip(SUIT_ORDER, map(add, first.lengths, second.lengths), strict=True)
    long = [f"{cards} {suit.word} between them" for suit, cards in suits if cards > FULL_HAND]
    return long[0] if long else "one deck does not have both"


def _shown_words(rows: Sequence[Candidate]) -> str:
    """Return what calls showed, such as ``1NT showed 15-17 hcp, balanced``."""
    return " and ".join(f"{row.call} showed {hands_in_words(row)}" for row in rows)


def _related(rows: Sequence[Candidate]) -> tuple[Related, ...]:
    return tuple(shows_here(row) for row in rows if row.call is not PASS or row.agreement.is_described)


_OF_HANDS, _OF_WORDS = ("BML903", "BML904", "BML905"), ("BML903", "BML904", "BML943")
# What one row says of itself (BML903) is read whatever auction it is in.
CHECKS = (
    Check(find, _OF_HANDS, ("BML954",), by_opening=True, contradictions=_OF_HANDS[1:]),
    Check(find_in_words, _OF_WORDS, ("BML954",), by_opening=True, contradictions=_OF_WORDS[1:]),
)
