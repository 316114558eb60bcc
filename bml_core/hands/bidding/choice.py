"""What a hand bids by the notes: the first agreement that it fits, else pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bml_core.bridge import NEITHER, PASS, Call, Hand, SideVulnerability, WrittenAuction
from bml_core.diagnostics import Diagnostic, Location, has_errors
from bml_core.hands.bidding.meanings import alternatives, meaning_of
from bml_core.hands.descriptions import Explanation, explain
from bml_core.system import Agreement, System

_SEATS = 4


@dataclass(frozen=True, slots=True)
class Considered:
    """A row that was looked at, and what it says of the hand."""

    agreement: Agreement
    reading: Explanation


@dataclass(frozen=True, slots=True)
class ChosenCall:
    """The call of a hand, and why.

    ``row`` is the first one that the hand fits, None for the pass of a hand that fits none. ``passed_over``
    are the rows above it that the hand does not fit, ``skipped`` those of which it cannot be said, since
    their text is not understood. ``written`` is the auction, with the pass of an opponent that is understood.
    """

    call: Call
    written: WrittenAuction
    row: Considered | None = None
    passed_over: tuple[Considered, ...] = ()
    skipped: tuple[Considered, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def choose_call(
    system: System,
    written: WrittenAuction,
    hand: Hand,
    *,
    vulnerability: SideVulnerability = NEITHER,
    place: Location = Location("hand", 1),  # noqa: B008
) -> ChosenCall:
    r"""The call of a hand after an auction; ``place`` is where the hand was written.

    Raises:
        ValueError: The hand does not have thirteen different cards.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n1S  5+ spades, 11-21 hcp")])
    >>> chosen = choose_call(system, WrittenAuction(), Hand("AK843", "Q5", "KJ4", "982"))
    >>> str(chosen.call), chosen.row.agreement.location.line
    ('1S', 2)
    """
    written = written.until_ours()
    meaning = meaning_of(system, written, vulnerability=vulnerability)
    found = [*meaning.diagnostics]
    if written.auction.is_over:
        found.append(Diagnostic("BML631", "This auction is over.", _last(written), "Leave out calls."))
    if has_errors(found):
        return ChosenCall(PASS, written, diagnostics=tuple(found))
    own = meaning.players[len(written.auction) % _SEATS]
    for made in own.calls:
        if not made.condition.fits(hand):
            message = f"By the notes, this hand does not make the call {made.call}."
            found.append(Diagnostic("BML643", message, place, "Its next call is looked up all the same."))
    passed_over, skipped = [], []
    row = None
    for considered in _rows(system, written, vulnerability):
        if not considered.reading.condition.fits(hand):
            passed_over.append(considered)
        elif considered.reading.is_whole:
            row = considered
            break
        else:
            skipped.append(considered)
    call = PASS if row is None else row.agreement.call
    return ChosenCall(call, written, row, tuple(passed_over), tuple(skipped), tuple(found))


def _rows(system: System, written: WrittenAuction, vulnerability: SideVulnerability) -> Iterator[Considered]:
    for agreement in alternatives(system, written, vulnerability=vulnerability):
        yield Considered(agreement, explain(agreement))


def _last(written: WrittenAuction) -> Location:
    return next((place for place in reversed(written.places) if place), Location("auction", 1))
