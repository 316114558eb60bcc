"""Links to auctions that are in the Markdown of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from bml_core import Location
from bml_core.document import AUCTION_SCHEME
from bml_core.site import AuctionLink


def links_in_tree(root: Element, file: str, source: Sequence[str]) -> Iterator[AuctionLink]:
    """Yield the links to auctions that an author wrote, with their lines in the source of the page."""
    begin: dict[str, int] = {}
    for element in root.iter("a"):
        target = element.get("href", "")
        if target.lower().startswith(AUCTION_SCHEME):
            line = _line_of(target, source, begin.get(target, 0))
            begin[target] = line
            yield AuctionLink(target, Location(file, line))


def _line_of(target: str, source: Sequence[str], begin: int) -> int:
    """Return the number of the next line, from 1, that has a target; that of the last one if none follows."""
    found = (number for number, line in enumerate(source[begin:], begin + 1) if target in line)
    return next(found, max(begin, 1))
