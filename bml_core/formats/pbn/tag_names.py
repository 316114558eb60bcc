"""The names of tags: which the standard knows, and which have a meaning of their own."""

from __future__ import annotations

SECTIONS = ("Auction", "Play")
NOT_INHERITED = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note"))
"""The tags whose value may not be taken over from an earlier game."""
BOARD_TAGS = (
    "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract",
    "Result",
)  # fmt: skip
"""The tags that have a place of their own in a board; all others are its facts."""
NO_FACT = frozenset((*BOARD_TAGS, "Auction", "Play", "Note", ""))
STANDARD_TAGS = frozenset(
    (
        *BOARD_TAGS, *SECTIONS, "Note", "Event", "Site", "Date", "Scoring",
        "Annotator", "AnnotatorNA", "Application", "BidSystemEW", "BidSystemNS", "Competition", "DealId",
        "Description", "EastNA", "EastType", "EventDate", "EventSponsor", "FrenchMP", "Generator", "Hidden",
        "HomeTeam", "Mode", "NorthNA", "NorthType", "OptimumScore", "PairEW", "PairNS", "Room", "Round",
        "Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber", "ScoreRubberHistory", "Section",
        "SouthNA", "SouthType", "Stage", "Table", "Termination", "Time", "TimeCall", "TimeCard",
        "TimeControl", "UTCDate", "UTCTime", "VisitTeam", "WestNA", "WestType",
    )
)  # fmt: skip
"""All tags of the standard but its tables."""
TABLES = {
    "ActionTable": "5.3",
    "AuctionTimeTable": "5.4",
    "InstantScoreTable": "5.5",
    "OptimumPlayTable": "5.6",
    "OptimumResultTable": "5.7",
    "PlayTimeTable": "5.8",
    "ScoreTable": "5.9",
    "TotalScoreTable": "5.10",
}
"""The tables of the standard, and where it describes them."""
