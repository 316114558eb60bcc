"""The game itself: strains, calls, auctions, cards and deals, with no file format in sight."""

from bml_core.bridge.auctions import Auction, Illegality
from bml_core.bridge.calls import BIDS, DOUBLE, PASS, REDOUBLE, Action, Bid, Call, bid_above, make_bid
from bml_core.bridge.carding import (
    NOTRUMP_HOLDINGS,
    PRIORITIES,
    SIGNAL_OCCASIONS,
    SUIT_HOLDINGS,
    Carding,
    Signal,
)
from bml_core.bridge.cards import FULL_HAND, RANKS, Card, Hand, Seat
from bml_core.bridge.coding import ANY_LENGTH, NOTHING_CODED, Coding, Disposition
from bml_core.bridge.deals import Contract, Deal, Vulnerability
from bml_core.bridge.scope import ANY_SCOPE, OpenerPosition, Scope, SideVulnerability
from bml_core.bridge.strains import STRAINS, SUITS, Strain, Suit

__all__ = [
    "ANY_LENGTH",
    "ANY_SCOPE",
    "BIDS",
    "DOUBLE",
    "FULL_HAND",
    "NOTHING_CODED",
    "NOTRUMP_HOLDINGS",
    "PASS",
    "PRIORITIES",
    "RANKS",
    "REDOUBLE",
    "SIGNAL_OCCASIONS",
    "STRAINS",
    "SUITS",
    "SUIT_HOLDINGS",
    "Action",
    "Auction",
    "Bid",
    "Call",
    "Card",
    "Carding",
    "Coding",
    "Contract",
    "Deal",
    "Disposition",
    "Hand",
    "Illegality",
    "OpenerPosition",
    "Scope",
    "Seat",
    "SideVulnerability",
    "Signal",
    "Strain",
    "Suit",
    "Vulnerability",
    "bid_above",
    "make_bid",
]
