"""Whole deals bid by the notes of one side or of both, call by call, as far as the notes say."""

from __future__ import annotations

from dataclasses import dataclass

from bml_core._package import checked
from bml_core.bridge import (
    PASS,
    Auction,
    Bid,
    Call,
    Contract,
    Deal,
    Hand,
    Seat,
    SideVulnerability,
    Vulnerability,
    final_contract,
    passes_to_end,
)
from bml_core.hands.bidding.choice import ChosenCall, choose_call
from bml_core.system import System

_NORTH_SOUTH = (Seat.NORTH, Seat.SOUTH)
_VULNERABLE = {
    Vulnerability.NONE: (False, False),
    Vulnerability.NORTH_SOUTH: (True, False),
    Vulnerability.EAST_WEST: (False, True),
    Vulnerability.ALL: (True, True),
}


@dataclass(frozen=True, slots=True)
class TableCall:
    """A call of a player, and what the notes say of it.

    ``call`` is None if it is not known, ``why`` a sentence, "" for a player without notes, who passes.
    """

    seat: Seat
    call: Call | None
    why: str = ""
    choice: ChosenCall | None = None


@dataclass(frozen=True, slots=True, repr=False)
class BidDeal:
    """A deal and how it was bid: ``calls`` in order, and ``stop``, the call that is not known, if any."""

    deal: Deal
    dealer: Seat
    calls: tuple[TableCall, ...]
    stop: TableCall | None = None

    def __repr__(self) -> str:
        return f"<BidDeal {self.auction}{'' if self.is_over else ' and no further'}>"

    @property
    def auction(self) -> Auction:
        """Return the calls that are known."""
        return Auction.of(*(made.call for made in self.calls if made.call is not None))

    @property
    def is_over(self) -> bool:
        """Return whether the auction was bid to its end."""
        return self.stop is None

    @property
    def ends_notes(self) -> bool:
        """Return whether it stops where the notes end, after a bid that may be passed."""
        has_bid = self.auction.last_bid is not None
        return has_bid and self.stop is not None and bool(self.stop.choice and self.stop.choice.ends_notes)

    @property
    def contract(self) -> Contract | None:
        """Return the contract; where the notes end, that of the last bid; None if it is not known."""
        if not (self.is_over or self.ends_notes):
            return None
        calls = self.auction.calls
        return final_contract((*calls, *[PASS] * passes_to_end(calls)), self.dealer)


@checked
def bid_deal(
    deal: Deal,
    north_south: System | None,
    east_west: System | None = None,
    *,
    dealer: Seat = Seat.NORTH,
    vulnerability: Vulnerability = Vulnerability.NONE,
) -> BidDeal:
    r"""Return how a deal is bid; it stops at the first call that is not known, and no pass is added.

    A side without notes always passes. So does one that has not bid, where its notes have nothing after a
    call of the other side.

    Args:
        deal: The hands; those of a side without notes may be missing.
        north_south: The notes of North and South.
        east_west: The notes of East and West.
        dealer: Who deals.
        vulnerability: Who is vulnerable.

    Raises:
        TypeError: ``deal`` is of another type.
        ValueError: A hand of a side with notes does not have thirteen cards.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n  4H  6+ hearts, to play\n  2N  8 hcp")])
    >>> north, south = Hand.parse("KQ5 AJ32 KJ4 Q82"), Hand.parse("62 KQT874 A53 64")
    >>> bid = bid_deal(Deal(north=north, south=south), system)
    >>> [str(made.call) for made in bid.calls], str(bid.contract)
    (['1NT', 'P', '4H', 'P', 'P', 'P'], '4HS')
    """
    auction, calls = Auction(), list[TableCall]()
    sides = {seat: north_south if seat in _NORTH_SOUTH else east_west for seat in Seat}
    for seat, system in sides.items():
        hand = deal.hand(seat)
        if system is not None and (hand is None or not hand.is_full):
            raise ValueError(f"deal must have 13 cards of {seat.name.title()}")
    while not auction.is_over:
        seat = dealer.after(len(calls))
        system, hand = sides[seat], deal.hand(seat)
        made = TableCall(seat, PASS)
        if system is not None and hand is not None:
            made = _called(system, hand, seat, auction, vulnerability)
        if made.call is None:
            return BidDeal(deal, dealer, tuple(calls), made)
        calls.append(made)
        auction = auction.then(made.call)
    return BidDeal(deal, dealer, tuple(calls))


def _called(
    system: System, hand: Hand, seat: Seat, auction: Auction, vulnerability: Vulnerability
) -> TableCall:
    number = len(auction)
    written = Auction(auction.calls, number % 2 == 0)
    we_are_north = seat in _NORTH_SOUTH
    north_south, east_west = _VULNERABLE[vulnerability]
    we, they = (north_south, east_west) if we_are_north else (east_west, north_south)
    chosen = choose_call(system, hand, written, vulnerability=SideVulnerability(we=we, they=they))
    own, others = auction.calls[number % 2 :: 2], auction.calls[(number + 1) % 2 :: 2]
    if chosen.ends_notes and all(call is PASS for call in own) and any(isinstance(c, Bid) for c in others):
        return TableCall(seat, PASS, "The notes have no rows there, and this side has not bid.", chosen)
    illegality = auction.illegality(chosen.call) if chosen.call is not None else None
    if illegality is not None:
        return TableCall(seat, None, f"{chosen.call} is not legal here: {illegality.value}.", chosen)
    return TableCall(seat, None if chosen.rivals else chosen.call, chosen.why, chosen)
