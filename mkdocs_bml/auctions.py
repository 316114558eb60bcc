"""Links to auctions: they stay as they are written until all pages are converted, and then lead to rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from xml.etree.ElementTree import Element

from bml_core import Location
from bml_core.document import AUCTION_SCHEME
from bml_core.render.html import link_html, render_spans
from bml_core.site import AuctionIndex, AuctionLink, address_spans
from mkdocs_bml.hands import Link

_LINK = re.compile(
    r"""<a\b(?P<before>(?:\s[^<>]*?)?)\shref=(["'])auction:(?P<target>[^<>]*?)\2(?P<behind>[^<>]*)>(?P<text>.*?)</a>""",
    re.IGNORECASE | re.DOTALL,
)
_TITLE = re.compile(r"""\stitle=(["']).*?\1""", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")

Elsewhere = Callable[[str], tuple[str, str] | None]
"""From an address to the link and the title of an auction of another site."""


def has_links(html: str) -> bool:
    """Return whether links to auctions are still to be filled in."""
    return f'="{AUCTION_SCHEME}' in html and _LINK.search(html) is not None


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


def fill_links(
    html: str, auctions: AuctionIndex, page: str, link: Link, elsewhere: Elsewhere | None = None
) -> str:
    """Return a page with its links to auctions led to their rows.

    ``link`` is the way from the page to a row, and ``elsewhere`` finds auctions of other sites. A link that
    leads nowhere is its text alone.
    """

    def filled(found: re.Match[str]) -> str:
        target = unescape(found["target"])
        place = auctions.find(target, page).value
        text = found["text"] if _TAG.sub("", found["text"]).strip() else render_spans(address_spans(target))
        if place is not None:
            address, title = link(place.page, place.row), place.meaning
        else:
            known = elsewhere(target) if elsewhere is not None else None
            if known is None:
                return text
            address, title = known
        others = found["before"] + found["behind"]
        opening = link_html(address, "", "" if _TITLE.search(others) else title).removesuffix("></a>")
        return f"{opening}{others}>{text}</a>"

    return _LINK.sub(filled, html)
