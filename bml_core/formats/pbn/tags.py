"""The tag pairs of a PBN game: their names and values, and the text below each, as it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

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
"""The tables of the standard, and the section that describes each."""

_STRING = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
# Anything between tag pairs: nothing in comments, strings and escaped lines begins a tag pair.
_BETWEEN = rf'(?:[^\[{{;%"]++|\{{[^}}]*+\}}?|;[^\n]*+|^%[^\n]*+|{_STRING}|%)*+'
_TAG = rf'\[\s*([A-Za-z0-9_]+)\s*"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*\]({_BETWEEN})'
_BEFORE = re.compile(_BETWEEN, re.MULTILINE)
_ENTRY = re.compile(_TAG, re.MULTILINE)
# A malformed tag pair: quotes inside its value, or a part of it missing.
_MALFORMED = {
    "quotes": re.compile(rf'\[\s*([A-Za-z0-9_]+)\s*"(.{{0,300}}?)"\s*\]({_BETWEEN})', re.MULTILINE),
    "form": re.compile(
        rf'\[[ \t]*([A-Za-z0-9_]+)[ \t]*"?([^"\]\n\[]*+)"?[ \t]*\]?({_BETWEEN})', re.MULTILINE
    ),
}
_STRAY = re.compile(rf"\[{_BETWEEN}", re.MULTILINE)
_ESCAPED = re.compile(r'\\(["\\])')


class Tag(NamedTuple):
    """A tag pair and the text after it, up to the next one: comments, calls, cards, rows of a table.

    Attributes:
        name: The name.
        value: The value, with its escapes resolved.
        body: The text after the pair.
        defect: What is wrong with the form of the pair: ``quotes`` (unescaped ones in the value), ``form``
            (a bracket or a quote is missing), or "".
        at: The place of the bracket in the text of the game.
        body_at: The place of the body in the text of the game.
    """

    name: str
    value: str
    body: str = ""
    defect: str = ""
    at: int = 0
    body_at: int = 0


def head_of(text: str) -> str:
    r"""Return the text before the first tag pair of a game.

    >>> head_of('% PBN 2.1\n[Board "7"]')
    '% PBN 2.1\n'
    """
    before = _BEFORE.match(text)
    return before[0] if before else ""


def has_tags(text: str) -> bool:
    """Tell whether a text has the bracket of a tag pair outside of comments.

    >>> has_tags('[Board "7"]'), has_tags('{[Board "7"]}')
    (True, False)
    """
    return "[" in text and len(head_of(text)) < len(text)


def parse_tags(text: str, at: int) -> Iterator[Tag]:
    """Yield each tag pair of a game, of which the first begins at ``at``.

    >>> next(parse_tags('[Auction "N"] Pass', 0))
    Tag(name='Auction', value='N', body=' Pass', defect='', at=0, body_at=13)
    """
    while at < len(text):
        match = _ENTRY.match(text, at)
        if match is None:
            tag = _parse_malformed(text, at)
        else:
            value = match[2]
            if "\\" in value:
                value = _ESCAPED.sub(r"\1", value)
            tag = Tag(match[1], value, match[3], "", at, match.start(3))
        yield tag
        at = tag.body_at + len(tag.body)


def _parse_malformed(text: str, at: int) -> Tag:
    for defect, pattern in _MALFORMED.items():
        match = pattern.match(text, at)
        if match is not None:
            value = _ESCAPED.sub(r"\1", match[2].rstrip())
            return Tag(match[1], value, match[3], defect, at, match.start(3))
    stray = _STRAY.match(text, at)
    end = stray.end() if stray else at + 1
    return Tag("", "", text[at:end], "form", at, at)
