"""The index of a system on a page: all auctions that rows describe, each call a link, below its opening."""

from __future__ import annotations

from dataclasses import dataclass, field

from bml_core.bridge import Call
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import AUCTION_SCHEME, BiddingTable, DescriptionLine, LiteralCall, Row, RowCall, Text
from bml_core.site.addresses import parse_address
from bml_core.site.auction_index import AuctionIndex, AuctionPlace
from bml_core.site.hand_pages.hand_options import HandAnswer, HandRequest, IndexOptions

_LONGEST = 80


def auction_table(request: HandRequest, options: IndexOptions, auctions: AuctionIndex) -> HandAnswer:
    """Return the index that a block asks for."""
    start: tuple[str, ...] = ()
    if options.start:
        parsed = parse_address(options.start, request.place)
        if parsed.value is None:
            return HandAnswer(diagnostics=parsed.diagnostics)
        start = tuple(parsed.value.name.partition("@")[0].split("-"))
    top = _Call("")
    for place in auctions.places:
        words = tuple(place.name.split("-"))
        is_shown = place.system == request.system and "@" not in place.name and _are_calls(words)
        if is_shown and words[: len(start)] == start and len(words) <= (options.depth or len(words)):
            top.add(words, place)
    if not top.below:
        where = f" that begin with {options.start[:40]}" if options.start else ""
        message = f"The system {request.system or 'none'} has no auctions on pages{where}."
        hint = "Write a bidding table, or name another system with the option system."
        return HandAnswer(diagnostics=(Diagnostic("BML136", message, request.place, hint),))
    rows = tuple(call.row(request.place) for call in top.below.values())
    return HandAnswer(index=(BiddingTable(None, rows, request.place),))


def _are_calls(words: tuple[str, ...]) -> bool:
    address = parse_address("-".join(words)).value
    return address is not None and address.written is not None


@dataclass(slots=True)
class _Call:
    """A call with the calls that follow it; ``place`` is where it is described, None if it is nowhere."""

    word: str
    place: AuctionPlace | None = None
    below: dict[str, _Call] = field(default_factory=dict)

    def add(self, words: tuple[str, ...], place: AuctionPlace) -> None:
        at = self
        for word in words:
            at = at.below.setdefault(word, _Call(word))
        at.place = place

    def row(self, location: Location) -> Row:
        """Return the call as a row; its link leads to the row of the notes."""
        theirs = self.word.startswith("(")
        call = Call.parse(self.word.strip("()"))
        target = f"{AUCTION_SCHEME}{self.place.system}:{self.place.name}" if self.place else ""
        column = RowCall(call.code, (LiteralCall(call),), theirs, False, location, target)
        text = _short(self.place.meaning) if self.place else ""
        lines = (DescriptionLine(text, (Text(text, location),), location),) if text else ()
        return Row(column, lines, tuple(each.row(location) for each in self.below.values()), location)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST].rpartition(" ")[0].rstrip(" …,;") + " …"
