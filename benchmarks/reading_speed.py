"""Claim: ten thousand different descriptions are read in three seconds.

The peer is the limit, and time is that of the processor, since other programs may run beside.
"""

from __future__ import annotations

from itertools import product
from time import process_time

from benchmarks.measure import Outcome
from bml_core.bridge import Suit
from bml_core.hands.descriptions import CallContext, parse_description

LIMIT = 3.0
_BEGINNINGS = (
    "Weak two",
    "Transfer",
    "5+!h",
    "GF",
    "Limit raise",
    "4+ spades",
    "natural",
    "5-5 minors",
    "denies a 4-card major",
    "6!h or 5!h and 4!s",
)
_ENDS = (
    "nice hand",
    "3+ support",
    "stopper in !s",
    "balanced",
    "may hold 4!s",
    "invitational",
    "asks for shortness",
    "0--1 cards in !c",
    "two of the top three honours",
    "if partner passes",
)


def measure() -> Outcome:
    """Time descriptions of which no two are alike, though their parts are, as in notes."""
    points = [f"{low}--{low + more} hcp" for low in range(5, 25) for more in range(5)]
    texts = [", ".join(parts) for parts in product(_BEGINNINGS, points, _ENDS)]
    call = CallContext(bid=Suit.HEARTS)
    parse_description("5+!h", {}, call)
    start = process_time()
    for text in texts:
        parse_description(text, {}, call)
    seconds = process_time() - start
    claim = f"{len(texts):,} descriptions read"
    return Outcome(claim, seconds, LIMIT, f"{seconds:.1f} s", f"{LIMIT:.0f} s", seconds < LIMIT)
