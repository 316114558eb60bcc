"""Hands and rows of notes as lines on a terminal."""

from __future__ import annotations

from bml_core.bridge import SUITS, Hand, WrittenAuction
from bml_core.diagnostics import Location
from bml_core.document import plain_text
from bml_core.language import parse_inline
from bml_core.system import Agreement

_WIDTH = 9


def hand_line(hand: Hand) -> str:
    """Return a hand on a line, in columns where no suit is very long, and its points.

    >>> hand_line(Hand("AK843", "", "KJ42", "T982"))
    '♠ AK843      ♥ —          ♦ KJ42       ♣ T982       11 hcp'
    """
    suits = zip(reversed(SUITS), hand.holdings, strict=True)
    shown = (f"{suit.symbol} {holding or '—':<{_WIDTH}}" for suit, holding in suits)
    return f"{'  '.join(shown)}  {hand.hcp} hcp"


def auction_line(written: WrittenAuction) -> str:
    """Return an auction without the passes that go without saying; words where nobody has bid.

    >>> from bml_core.bridge import WrittenAuction
    >>> auction_line(WrittenAuction.parse("1N-P-2C")), auction_line(WrittenAuction.parse("P-P"))
    ('1NT-2C', 'No bid')
    """
    return written.in_short or "No bid"


def row_line(agreement: Agreement) -> str:
    """Return the call of a row, the first line of its description, and its place."""
    first = agreement.description[0] if agreement.description else ""
    place = agreement.location
    said = f"{agreement.call!s:<3}  {readable(first)}".rstrip()
    return f"{said}  ({place.file}:{place.line})"


def readable(text: str) -> str:
    """Return a line of BML text as a player reads it.

    >>> readable("5+!h, *11--21* hcp")
    '5+♥, 11–21 hcp'
    """
    return plain_text(parse_inline(text, Location("", 1), in_description=True).value, signs=True)
