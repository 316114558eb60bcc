"""What is known of the hands at the first places of auctions: how often calls are made, and examples."""

from __future__ import annotations

from functools import lru_cache

from bml_core.bridge import PASS, Auction, Call, WrittenAuction
from bml_core.hands.bidding import glimpse
from bml_core.site.bidding_box.data import Numbers
from bml_core.system import System

MOST_PLACES = 40
"""At how many places hands are looked at: the shortest auctions first, those of one side before others."""

_SAMPLES = 400


# A site that is served builds its pages repeatedly.
@lru_cache(maxsize=8)
def box_numbers(system: System) -> dict[str, Numbers]:
    """Return the shares and the hands of each place, for a dealer who opens, nobody vulnerable."""
    return {key: found for key, written in _places(system) if (found := _numbers(system, written))}


def _places(system: System) -> list[tuple[str, WrittenAuction]]:
    """Return the first places where the notes have rows for us, by name."""
    seen: dict[tuple[bool, tuple[Call, ...]], None] = {}
    for row in system.agreements:
        if row.is_ours and row.is_described:
            seen.setdefault((row.they_open, row.auction.calls[:-1]))
    first = sorted(seen, key=lambda place: _length(*place))[:MOST_PLACES]
    places = []
    for they_open, calls in first:
        auction = Auction.of(*calls)
        written = WrittenAuction(auction, not they_open, (None,) * len(calls))
        places.append((f"{'*' if they_open else ''}{auction.code}", written))
    return places


def _length(they_open: bool, calls: tuple[Call, ...]) -> int:
    """Return the number of calls; the opponents' bids count three times."""
    theirs = calls[0 if they_open else 1 :: 2]
    return len(calls) + 2 * sum(call is not PASS for call in theirs)


def _numbers(system: System, written: WrittenAuction) -> Numbers:
    found = glimpse(system, written, samples=_SAMPLES)
    numbers: Numbers = {}
    if found.shares:
        numbers["shares"] = {call.code: round(100 * share, 1) for call, share in found.shares.items()}
        if found.uncounted:
            numbers["uncounted"] = [call.code for call in found.uncounted]
    if found.hands:
        numbers["hands"] = {call.code: list(hand.holdings) for call, hand in found.hands.items()}
    return numbers
