"""What auctions say by the notes: auctions as players write them, what calls mean, and the next call."""

from bml_core.hands.auctions.bidding import ChosenCall, Considered, choose_call
from bml_core.hands.auctions.meanings import (
    NEITHER,
    AuctionMeaning,
    CallMeaning,
    PlayerMeaning,
    alternatives,
    meaning_of,
)
from bml_core.hands.auctions.words import WrittenAuction, read_auction

__all__ = [
    "NEITHER",
    "AuctionMeaning",
    "CallMeaning",
    "ChosenCall",
    "Considered",
    "PlayerMeaning",
    "WrittenAuction",
    "alternatives",
    "choose_call",
    "meaning_of",
    "read_auction",
]
