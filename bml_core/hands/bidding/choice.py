"""The call of a hand by the notes, and why; or that the notes do not say it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bml_core._package import checked
from bml_core.bridge import (
    NEITHER,
    PASS,
    Auction,
    AuctionLike,
    Bid,
    Call,
    Hand,
    HandLike,
    SideVulnerability,
    Suit,
    auction_argument,
    hand_argument,
)
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.bidding.meanings import last_place, not_in_notes
from bml_core.hands.bidding.order import promised_suits
from bml_core.hands.bidding.places import ConsideredRow, Place, is_request, places_of
from bml_core.hands.conditions import SUIT_ORDER
from bml_core.system import System

_SEATS, _RAISE, _LONG = 4, 4, 5
_MAJORS = (Suit.SPADES, Suit.HEARTS)


@dataclass(frozen=True, slots=True)
class OtherRow:
    """A row that the hand fits as well, and why it is not chosen, such as ``its suit is longer``."""

    row: ConsideredRow
    reason: str


@dataclass(frozen=True, slots=True, repr=False)
class ChosenCall:
    """The call of a hand, and why; ``call`` is None if the notes do not say it.

    ``row`` is the row of the call, None for a pass without one. ``why`` is a sentence. ``others`` are the
    rows that the hand fits as well, ``unclear`` those that it may fit, since their text is not understood in
    full, and ``rivals`` those of them that bid a longer suit than this call, or raise partner's major.
    ``written`` is the auction, with the pass of an opponent that is understood. ``ends_notes`` is True if the
    notes have no rows there, and no obligation is known.
    """

    call: Call | None
    written: Auction
    why: str = ""
    row: ConsideredRow | None = None
    others: tuple[OtherRow, ...] = ()
    unclear: tuple[ConsideredRow, ...] = ()
    rivals: tuple[ConsideredRow, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    ends_notes: bool = False

    def __repr__(self) -> str:
        return f"<ChosenCall {self.call or 'not known'}: {self.why}>"

    @property
    def is_known(self) -> bool:
        """Return True if the notes say what the hand calls."""
        return self.call is not None


@checked
def choose_call(
    system: System,
    hand: HandLike,
    auction: AuctionLike = "",
    *,
    vulnerability: SideVulnerability = NEITHER,
    place: Location = Location("hand", 1),  # noqa: B008
) -> ChosenCall:
    r"""Return the call that a hand makes after an auction, and why.

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
    >>> system = expand([parse("1C  3+ clubs, 11-21 hcp\n1S  5+ spades, 11-21 hcp")])
    >>> chosen = choose_call(system, "AK843 5 KJ4 9832")
    >>> str(chosen.call), chosen.why
    ('1S', '1S rather than 1C: its suit is longer.')
    >>> choose_call(system, "AK84 A52 KJ43 98")
    <ChosenCall not known: It fits no row.>
    """
    hand, written = hand_argument(hand), auction_argument(auction).for_side(ours=True)
    if written.is_over:
        over = Diagnostic("BML631", "This auction is over.", last_place(written), "Leave out calls.")
        return ChosenCall(None, written, over.message, diagnostics=(over,))
    places = places_of(system)
    *before, here = (places.at(written, n, vulnerability) for n in range(len(written) + 1))
    calls = tuple(zip(written.calls, before, strict=True))
    for number, (call, earlier) in enumerate(calls):
        if written.is_ours(number) and call is not PASS and call not in earlier.rows:
            return ChosenCall(None, written, not_in_notes(written, number, earlier.rows).sentence)
    not_made = calls_not_made(system, hand, written, vulnerability, len(calls))
    diagnostics = [
        Diagnostic("BML643", said, place, "Its next call is still looked up.") for said in not_made
    ]
    row = here.chosen(hand)
    unclear = tuple(other for other in here.considered if not other.is_clear and other.condition.fits(hand))
    if row is None:
        passed, why = _without_row(here, hand)
        ends_notes = passed is None and not here.considered and not here.forcing
        return ChosenCall(passed, written, why, None, (), unclear, (), tuple(diagnostics), ends_notes)
    others = _others(here, row, hand)
    rivals = _rivals(row, unclear, hand, here.partner_suit)
    why = _why(row, others, unclear) + _doubt(rivals)
    return ChosenCall(row.agreement.call, written, why, row, others, unclear, rivals, tuple(diagnostics))


def _without_row(place: Place, hand: Hand) -> tuple[Call | None, str]:
    """Return the call of a hand that fits no row, if it is known."""
    forcing = f", and {place.forcing}" if place.forcing else ""
    if not place.considered:
        if place.to_play:
            return PASS, f"{place.to_play} is to play."
        return None, f"The notes have no rows there{forcing}."
    why = (
        "It fits no row" if len(place.clear) == len(place.considered) else "It fits no row that is understood"
    )
    if place.passing.fits(hand):
        return PASS, f"{why}, and is too weak to bid."
    if not place.clear:
        why = "None of the rows there is understood"
    return None, f"{why}{forcing}."


def calls_not_made(
    system: System, hand: Hand, written: Auction, vulnerability: SideVulnerability, number: int
) -> Iterator[str]:
    """Yield what a hand calls instead, for each call it would not have made of the player of a later one."""
    places, calls = places_of(system), written.calls
    for earlier in range(number % _SEATS, len(calls), _SEATS):
        place = places.at(written, earlier, vulnerability)
        if not place.makes(hand, calls[earlier]):
            yield _not_made(place, hand, calls[earlier])


def _not_made(place: Place, hand: Hand, call: Call) -> str:
    """Return what a hand calls by the notes instead of a call that it has made, and why."""
    chosen, row = place.chosen(hand), place.row(call)
    if chosen is None:
        if place.passing.fits(hand):
            return f"By the notes, this hand passes: it does not fit {call}."
        return f"By the notes, this hand does not fit {call}, and they do not say what else it calls."
    fits = row in place.clear and row.condition.fits(hand)
    reason = place.reason(chosen, row, hand) if row and fits else f"it does not fit {call}"
    return f"By the notes, this hand makes the call {chosen.agreement.call}, not {call}: {reason}."


def _others(place: Place, chosen: ConsideredRow, hand: Hand) -> tuple[OtherRow, ...]:
    fitting = (place.clear[number] for number in place.ranking.fitting(hand))
    return tuple(
        OtherRow(row, place.reason(chosen, row, hand))
        for row in fitting
        if row is not chosen and not row.is_forced
    )


def _rivals(
    chosen: ConsideredRow, unclear: tuple[ConsideredRow, ...], hand: Hand, partner: Suit | None
) -> tuple[ConsideredRow, ...]:
    """Return the rows that are not understood, and bid no higher in a longer suit or the higher of two.

    A raise of partner's major with four cards is one, too, beside a bid that does not support it.
    """
    bid = chosen.agreement.call
    if chosen.is_forced or not isinstance(bid, Bid) or bid.strain.suit is None:
        return ()
    rank = max(_suit_rank(hand, bid), (_LONG, -len(SUIT_ORDER)))
    has_raise = partner in _MAJORS and hand.shape[SUIT_ORDER.index(partner)] >= _RAISE
    is_new = has_raise and partner not in promised_suits(chosen.condition)
    return tuple(
        row
        for row in unclear
        if isinstance(call := row.agreement.call, Bid)
        and (
            (call.level <= bid.level and _suit_rank(hand, call) > rank)
            or (is_new and call.strain.suit is partner and call.level <= bid.level + 1)
        )
        and not is_request(row.agreement)
    )


def _suit_rank(hand: Hand, bid: Bid) -> tuple[int, int]:
    """Return how many cards a hand has in the suit of a bid, and the rank of the suit; notrump has none."""
    suit = bid.strain.suit
    return (hand.shape[SUIT_ORDER.index(suit)], -SUIT_ORDER.index(suit)) if suit else (0, 0)


def _doubt(rivals: tuple[ConsideredRow, ...]) -> str:
    if not rivals:
        return ""
    return f" But {rivals[0].agreement.call}, which is not understood in full, may be meant for it."


def _why(row: ConsideredRow, others: tuple[OtherRow, ...], unclear: tuple[ConsideredRow, ...]) -> str:
    call = row.agreement.call
    if row.is_forced:
        return f"{call} is for every hand that fits no other row."
    if not others:
        return f"It fits no other row{' that is understood' if unclear else ''}."
    # The one that comes to mind first is the one that says least.
    return f"{call} rather than {others[0].row.agreement.call}: {others[0].reason}."
