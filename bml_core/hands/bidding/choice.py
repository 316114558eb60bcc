"""The call of a hand by the notes: the first agreement that it fits, else pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bml_core._package import check_argument
from bml_core.bridge import (
    NEITHER,
    PASS,
    AuctionLike,
    Call,
    HandLike,
    SideVulnerability,
    WrittenAuction,
    auction_argument,
    hand_argument,
)
from bml_core.diagnostics import Diagnostic, Location, has_errors
from bml_core.hands.bidding.meanings import alternatives, last_place, meaning_of
from bml_core.hands.descriptions import Explanation, explain
from bml_core.system import Agreement, System

_SEATS = 4


@dataclass(frozen=True, slots=True)
class ConsideredRow:
    """A row that was considered, and what it says of the hand."""

    agreement: Agreement
    explanation: Explanation


@dataclass(frozen=True, slots=True, repr=False)
class ChosenCall:
    """The call of a hand, and why.

    ``row`` is the first one that the hand fits, None for the pass of a hand that fits none. ``passed_over``
    are the rows above it that the hand does not fit, ``skipped`` those that it may fit, since their text is
    not understood in full. ``written`` is the auction, with the pass of an opponent that is understood.
    """

    call: Call
    written: WrittenAuction
    row: ConsideredRow | None = None
    passed_over: tuple[ConsideredRow, ...] = ()
    skipped: tuple[ConsideredRow, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        return f"<ChosenCall {self.call}: {self.row.agreement.text if self.row else 'no row'}>"


def choose_call(
    system: System,
    hand: HandLike,
    auction: AuctionLike = "",
    *,
    vulnerability: SideVulnerability = NEITHER,
    place: Location = Location("hand", 1),  # noqa: B008
) -> ChosenCall:
    r"""Return the call that a hand makes after an auction, by the first row that it fits, and why.

    Args:
        system: The notes.
        hand: The hand, or its text.
        auction: What was called before; nothing for an opening.
        vulnerability: Who is vulnerable, seen from our side.
        place: Where the hand was written, for diagnostics.

    Raises:
        TypeError: ``hand`` or ``auction`` is of another type.
        ValueError: ``hand`` does not have thirteen different cards, or ``auction`` is not legal.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n1S  5+ spades, 11-21 hcp")])
    >>> choice = choose_call(system, "AK843 Q5 KJ4 982")
    >>> str(choice.call), choice.row.agreement.text
    ('1S', '5+ spades, 11-21 hcp')
    """
    check_argument("system", system, System)
    hand, written = hand_argument(hand), auction_argument(auction).until_ours()
    meaning = meaning_of(system, written, vulnerability=vulnerability)
    diagnostics = [*meaning.diagnostics]
    if written.auction.is_over:
        diagnostics.append(
            Diagnostic("BML631", "This auction is over.", last_place(written), "Leave out calls.")
        )
    if has_errors(diagnostics):
        return ChosenCall(PASS, written, diagnostics=tuple(diagnostics))
    own = meaning.players[len(written.auction) % _SEATS]
    for earlier in own.calls:
        if not earlier.condition.fits(hand):
            message = f"By the notes, this hand does not make the call {earlier.call}."
            diagnostics.append(
                Diagnostic("BML643", message, place, "Its next call is looked up all the same.")
            )
    passed_over, skipped = [], []
    row = None
    for considered in _rows(system, written, vulnerability):
        if not considered.explanation.condition.fits(hand):
            passed_over.append(considered)
        elif considered.explanation.is_whole:
            row = considered
            break
        else:
            skipped.append(considered)
    call = PASS if row is None else row.agreement.call
    return ChosenCall(call, written, row, tuple(passed_over), tuple(skipped), tuple(diagnostics))


def _rows(
    system: System, written: WrittenAuction, vulnerability: SideVulnerability
) -> Iterator[ConsideredRow]:
    for agreement in alternatives(system, written, vulnerability=vulnerability):
        yield ConsideredRow(agreement, explain(agreement))
