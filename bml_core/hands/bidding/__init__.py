"""What the notes make of auctions and hands: what calls mean, the next call, and how often each is made."""

from bml_core.hands.bidding.choice import ChosenCall, Considered, choose_call
from bml_core.hands.bidding.frequencies import SAMPLES, frequencies, frequencies_of
from bml_core.hands.bidding.gaps import Gap
from bml_core.hands.bidding.meanings import (
    AuctionMeaning,
    CallMeaning,
    PlayerMeaning,
    alternatives,
    meaning_of,
)
from bml_core.hands.bidding.samples import Sample, check_deals, sample
from bml_core.hands.bidding.share_values import Choice, Frequencies, FrequencyRow, Overlap, UnreadRow

__all__ = [
    "SAMPLES",
    "AuctionMeaning",
    "CallMeaning",
    "Choice",
    "ChosenCall",
    "Considered",
    "Frequencies",
    "FrequencyRow",
    "Gap",
    "Overlap",
    "PlayerMeaning",
    "Sample",
    "UnreadRow",
    "alternatives",
    "check_deals",
    "choose_call",
    "frequencies",
    "frequencies_of",
    "meaning_of",
    "sample",
]
