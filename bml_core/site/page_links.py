"""Links to rows on pages: filled in with where they lead, and those that lead nowhere."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from html import unescape
from pathlib import Path
from types import MappingProxyType
from urllib.parse import unquote

from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import AUCTION_SCHEME, OPTIONAL_AUCTION, Document
from bml_core.notes import Markup, markup_of
from bml_core.render import ENGLISH, UiTexts
from bml_core.render.html import (
    LATER_CLASS,
    ROW_LINK_CLASS,
    RowIds,
    escape,
    link_html,
    render_spans,
    walk_paths,
    with_responses,
)
from bml_core.site.auctions import Elsewhere, address_spans, parse_address
from bml_core.site.links import auction_links, row_links, row_links_in_page
from bml_core.site.navigation import TO_ROW, PageWay, SiteWays
from bml_core.site.pages import AuctionLink, PageFacts, SystemPart
from bml_core.site.sites import Site

_LINK = re.compile(
    r"""[ ]?<a\b(?P<before>(?:\s[^<>]*?)?)\shref=(["'])auction:(?P<target>[^<>]*?)\2"""
    r"""(?P<after>[^<>]*)>(?P<text>.*?)</a>""",
    re.IGNORECASE | re.DOTALL,
)
_BELOW = re.compile(r'<p class="bml-links">(.*?)</p>\n?', re.DOTALL)
_BETWEEN = re.compile(r" · (?=<a )")
_TITLE = re.compile(r"""\stitle=(["']).*?\1""", re.DOTALL)
_CLASS = re.compile(r"""(\sclass=(["']))""")
_TAG = re.compile(r"<[^>]*>")


def has_links(html: str) -> bool:
    """Return whether links to auctions are still to be filled in."""
    return f'="{AUCTION_SCHEME}' in html and _LINK.search(html) is not None


def fill_links(
    html: str,
    site: Site,
    page: str,
    link: PageWay,
    *,
    rows: Mapping[str, Location | None] = MappingProxyType({}),
    elsewhere: Elsewhere | None = None,
    words: UiTexts = ENGLISH,
) -> str:
    """Return a page with its links to auctions led to their rows.

    ``link`` is the way from the page to a row, and ``elsewhere`` finds auctions of other sites. A link that
    leads nowhere is its text alone, and nothing where it only repeats what the row above it says. ``rows``
    are the places of the calls of rows by their ids: they get links to the tables that go on where they end.
    """
    if has_links(html):
        filler = _Filler(site, page, link, elsewhere)
        html = _LINK.sub(filler.filled, _BELOW.sub(filler.filled_below, html))
    if not rows or not site.navigation.responses:
        return html
    links = SiteWays(site.navigation, link)
    found = {ident: links.to_responses(place) for ident, place in rows.items() if place is not None}
    return with_responses(html, found, words)


class _Filler:
    def __init__(self, site: Site, page: str, link: PageWay, elsewhere: Elsewhere | None) -> None:
        self._site = site
        self._page = page
        self._link = link
        self._elsewhere = elsewhere
        self._ways = SiteWays(site.navigation, link)

    def filled_below(self, found: re.Match[str]) -> str:
        """Return the links below a row, without those that nobody wrote and that lead nowhere."""
        parts = [self._part(part) for part in _BETWEEN.split(found[1])]
        shown = " · ".join(dict.fromkeys(part for part in parts if part))
        return f'<p class="bml-links">{shown}</p>\n' if shown else ""

    def _part(self, part: str) -> str:
        link = _LINK.fullmatch(part)
        if link is None:
            return _LINK.sub(self.filled, part)
        text = self.filled(link).strip()
        is_optional = unescape(f"{AUCTION_SCHEME}{link['target']}").startswith(OPTIONAL_AUCTION)
        return "" if is_optional and "<a " not in text else text

    def filled(self, found: re.Match[str]) -> str:
        space = found[0][: found[0].index("<")]
        target = unescape(found["target"])
        kind, key = target[:1], target[1:]
        if kind == TO_ROW:
            place = self._site.navigation.by_key.get(key)
            way = self._ways.to_row(place) if place else None
            return space + (
                link_html(way.address, found["text"], way.title, (ROW_LINK_CLASS,)) if way else found["text"]
            )
        return space + self._written(found, target)

    def _written(self, found: re.Match[str], target: str) -> str:
        """Return a link that an author wrote, or that running text became."""
        place = self._site.auctions.find(f"{AUCTION_SCHEME}{target}", self._page).value
        has_text = bool(_TAG.sub("", found["text"]).strip())
        text = found["text"] if has_text else render_spans(address_spans(target))
        if place is not None:
            address, title = self._link(place.page, place.row), place.meaning
        else:
            known = self._elsewhere(target) if self._elsewhere is not None and target[:1] != "?" else None
            if known is None:
                return text
            address, title = known
        others = (found["before"] + found["after"]).replace(f' class="{LATER_CLASS}"', "")
        others += "" if _TITLE.search(others) or not title else f' title="{escape(title)}"'
        with_class = _CLASS.sub(rf"\g<1>{ROW_LINK_CLASS} ", others, count=1)
        others = with_class if with_class != others else f' class="{ROW_LINK_CLASS}"{others}'
        return f'<a href="{escape(address)}"{others}>{text}</a>'


PageText = tuple[Document, str | None, bool]
"""What a block says, the system that it adds to, and whether it is shown."""


def wrong_links(
    pages: Sequence[tuple[str, Sequence[AuctionLink], Sequence[PageText]]],
) -> Iterator[Diagnostic]:
    """Yield diagnostics for the links of several files, which are one site.

    A page is its file, the links around its blocks, and its blocks. On pages, an address whose system the
    notes lack may be one of another site. Nothing is worked out where there are no links.
    """
    if not any(links or any(map(_has_links, blocks)) for _, links, blocks in pages):
        return
    systems = {system for _, _, blocks in pages for _, system, _ in blocks if system is not None}
    site = Site((file, _facts(file, links, blocks, systems)) for file, links, blocks in pages)
    yield from (fault for _, fault in site.faults_of_links())


def links_to_no_row(pages: Sequence[tuple[str, str, Sequence[PageText]]]) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each link to a row by its address that the page there does not have.

    A page is its file, its text, and its blocks. Of other pages nothing is known.
    """
    known = {os.path.normpath(file): (text, blocks) for file, text, blocks in pages}
    rows: dict[str, set[str]] = {}
    for file, text, blocks in pages:
        links = [*row_links_in_page(text, file), *(link for block in blocks for link in row_links(block[0]))]
        for link in links:
            name, _, address = unquote(link.target).partition("#")
            page = os.path.normpath(Path(file).parent / name) if name else os.path.normpath(file)
            if page not in known:
                continue
            there = rows.setdefault(page, _row_addresses(known[page][1]))
            if address.casefold() in there or _is_elsewhere_in(known[page][0], address):
                continue
            message = f"{Path(page).name} has no row with the address {address}."
            hint = "Write the auction as the rows there have it."
            yield Diagnostic("BML322", message, link.place, hint)


def _row_addresses(blocks: Iterable[PageText]) -> set[str]:
    ids = RowIds()
    for document, _, is_shown in blocks:
        for table in document.tables if is_shown else ():
            for _, row, path in () if table.hidden else walk_paths(table):
                ids(path, row.call.location)
    return {address.casefold() for address in ids.given}


def _is_elsewhere_in(text: str, address: str) -> bool:
    """Return whether a heading of a page, or something with a name, has this address."""
    letters = _letters(address)
    headings = (_letters(line) for line in text.splitlines() if line.lstrip()[:1] in ("#", "*", "="))
    return letters in headings or f'"{address}"' in text or f"#{address}}}" in text


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _has_links(block: PageText) -> bool:
    return next(auction_links(block[0]), None) is not None


def _facts(
    file: str, around: Sequence[AuctionLink], blocks: Sequence[PageText], systems: Set[str]
) -> PageFacts:
    ids, links, parts = RowIds(), [*around], list[SystemPart]()
    for document, system, is_shown in blocks:
        links += auction_links(document)
        parts += [SystemPart(system, document)] if system is not None else []
        for table in document.tables if is_shown else ():
            for _, row, path in () if table.hidden else walk_paths(table):
                ids(path, row.call.location)
    if markup_of(file) is not Markup.BML:
        links = [link for link in links if _system_of(link) in ("", *systems)]
    return PageFacts(parts=tuple(parts), rows=ids.places, auction_links=tuple(links))


def _system_of(link: AuctionLink) -> str:
    address = parse_address(link.target).value
    return address.system if address is not None else ""
