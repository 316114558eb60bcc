"""The bidding by the notes: what calls mean, which one a hand makes, how often, and deals for an auction."""

# fmt: off

from bml_core.hands.bidding.auction_meanings import AuctionMeaning, CallMeaning, PlayerMeaning, meaning_of
from bml_core.hands.bidding.deals import (
    BidDeal, Sample, TableCall, bid_deal, deals_of, example_hands, sample,
)
from bml_core.hands.bidding.decisions import (
    Certainty, Choice, DecisionPoint, DecisionPoints, choose_call, decision_points, with_open_suits,
)
from bml_core.hands.bidding.frequencies import (
    SAMPLES, Counting, Frequencies, FrequencyRow, Gap, Overlap, Proportion, Rest, SkippedRow, frequencies,
)
from bml_core.hands.bidding.rewordings import Rewording, rewordings
from bml_core.hands.bidding.row_order import FORCED, GAMES, SAYS_MORE, Candidate, Ranking
