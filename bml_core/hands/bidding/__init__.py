"""The bidding by the notes: what calls mean, which one a hand makes, how often, and deals for an auction."""

# fmt: off

from bml_core.hands.bidding.choice import ChosenCall, OtherRow, choose_call
from bml_core.hands.bidding.frequencies import SAMPLES, frequencies, uncovered
from bml_core.hands.bidding.frequency_table import (
    Frequencies, FrequencyRow, Gap, Overlap, RowCondition, UncountedRow,
)
from bml_core.hands.bidding.meanings import AuctionMeaning, CallMeaning, PlayerMeaning, meaning_of
from bml_core.hands.bidding.order import Contender, Ranking
from bml_core.hands.bidding.places import ConsideredRow, Place, Places, is_request, places_of
from bml_core.hands.bidding.row_counts import Share
from bml_core.hands.bidding.samples import Glimpse, Sample, deals_of, glimpse, sample
from bml_core.hands.bidding.whole_deals import BidDeal, TableCall, bid_deal

__all__ = [
    "SAMPLES", "AuctionMeaning", "BidDeal", "CallMeaning", "ChosenCall", "ConsideredRow", "Contender",
    "Frequencies", "FrequencyRow", "Gap", "Glimpse", "OtherRow", "Overlap", "Place", "Places",
    "PlayerMeaning", "Ranking", "RowCondition", "Sample", "Share", "TableCall", "UncountedRow",
    "bid_deal", "choose_call", "deals_of", "frequencies", "glimpse", "is_request",
    "meaning_of", "places_of", "sample", "uncovered",
]
