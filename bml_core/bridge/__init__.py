"""The game, without any file format: strains, calls, auctions, cards, hands, deals, boards and play.

``Call.parse``, ``Auction.parse`` and ``Hand.parse`` read what players write and raise ValueError;
``parse_auction`` and ``parse_hand`` return diagnostics. ``str`` gives the text that players write, ``code``
that of BML and of Full Disclosure files.
"""

# fmt: off

from typing import TYPE_CHECKING

from bml_core._package import lazy
from bml_core.bridge.auctions import (
    ANY_SCOPE, LONGEST_AUCTION, NEITHER, Auction, AuctionLike, Illegality, OpenerPosition, Scope,
    SideVulnerability, auction_argument, illegality, is_over, opener_position, parse_auction, parse_scope,
    passes_to_end, passing_sides,
)
from bml_core.bridge.calls import (
    ACTION_WORDS, BIDS, CALLS, DOUBLE, PASS, REDOUBLE, STRAINS, SUITS, Action, Bid, Call, Strain, Suit,
    bid_above, make_bid,
)
from bml_core.bridge.patterns import AuctionPattern, PatternCalls, parse_pattern

from bml_core.bridge.boards import (
    DOUBLINGS, NOBODY, UNKNOWN_DEAL, Board, BoardTexts, Comment, Contract, Deal, MadeCall, Play, Players,
    Vulnerability, final_contract, imps, score_of, standard_dealer, standard_vulnerability,
)
from bml_core.bridge.cards import (
    CARDS, FULL_HAND, HOLDING, RANKS, Card, Hand, HandLike, Seat, hand_argument, parse_hand, written_holdings,
)

if TYPE_CHECKING:
    from bml_core.bridge.play import (
        Irregularity, IrregularityKind, call_irregularities, card_irregularities, deal_irregularities,
        is_pack, rest_of_pack, seats_of_play, tricks_of, winner,
    )
else:
    # Files of deals have play; notes have none.
    __getattr__ = lazy(__name__)
