"""Hands drawn for the auctions of a system, and asked again for each of their calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bml_core import PASS, Agreement, Auction, Choice, SideVulnerability, System, choose_call
from bml_core.bridge import Hand
from bml_core.hands.bidding import sample


@dataclass(frozen=True)
class Rebid:
    """A call of a drawn hand: the one it was drawn for, and the one that the notes choose."""

    auction: str
    hand: Hand
    drawn: str
    chosen: Choice

    @property
    def is_same(self) -> bool:
        return str(self.chosen.call) == self.drawn


def auction_of(agreement: Agreement) -> Auction:
    """The auction of an agreement, with the passes that bring the opener to its first position."""
    calls = agreement.auction.calls
    missing = agreement.scope.position.positions[0] - 1
    written = next((number for number, call in enumerate(calls) if call is not PASS), 0)
    calls = (PASS,) * max(0, missing - written) + calls
    we_deal = agreement.auction.we_deal is ((len(calls) - len(agreement.auction.calls)) % 2 == 0)
    return Auction(calls, we_deal)


def bid_again(system: System, agreements: Iterable[Agreement], number: int) -> Iterator[Rebid]:
    """Draw hands for each auction that is understood, and yield what both partners call with them."""
    for agreement in agreements:
        sides = agreement.scope.vulnerability
        vulnerability = SideVulnerability(bool(sides.we), bool(sides.they))
        written = auction_of(agreement)
        drawn = sample(system, written, number, seed=len(agreement.auction.code), vulnerability=vulnerability)
        if drawn.diagnostics:
            continue
        calls = written.calls
        for deal in drawn:
            for turn, call in enumerate(calls):
                if not written.is_ours(turn):
                    continue
                before = Auction(calls[:turn], written.we_deal)
                hand = deal.hand(drawn.meaning.players[turn % 4].seat)
                assert hand is not None
                chosen = choose_call(system, hand, before, vulnerability=vulnerability)
                yield Rebid(f"{written.from_opening():short}", hand, str(call), chosen)
