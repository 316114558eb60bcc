"""Links to auctions in the Markdown of a page: those of its author, and those that its text becomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from re import Match
from xml.etree.ElementTree import Element

import markdown
from markdown.util import HTML_PLACEHOLDER_RE

from bml_core import Location
from bml_core.document import AUCTION_SCHEME
from bml_core.site import AuctionLink, auctions_in, goes_on


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


_NOT_IN = "a button code h1 h2 h3 h4 h5 h6 kbd math option pre samp script style summary svg textarea var"
_CLOSED = frozenset(_NOT_IN.split())
_ENTITY_DASHES = {"&ndash;": "\u2013", "&mdash;": "\u2014"}


def link_prose(md: markdown.Markdown, root: Element) -> None:
    """Make links of the auctions in the Markdown of a page, outside of headings, links and code."""
    left = [root]
    while left:
        element = left.pop()
        if element.tag in _CLOSED or not isinstance(element.tag, str):
            continue
        children = list(element)
        before = [element.text or "", *(child.tail or "" for child in children)]
        pairs = zip(children, before, strict=False)
        left.extend(child for child, text in pairs if not goes_on(text, child.tail or ""))
        for child in reversed(children):
            if child.tail and (parts := _parts(md, child.tail)):
                child.tail = parts[0]
                _insert(element, list(element).index(child) + 1, parts[1:])
        if element.text and (parts := _parts(md, element.text)):
            element.text = parts[0]
            _insert(element, 0, parts[1:])


def _parts(md: markdown.Markdown, text: str) -> list[str]:
    """Return a text, and then by turns the target and text of a link and the text after it."""
    shown = HTML_PLACEHOLDER_RE.sub(lambda found: _dash(md, found), text)
    parts, done = [""], 0
    for begin, end, target in auctions_in(shown):
        parts[-1] = shown[done:begin]
        parts += [target, shown[begin:end], ""]
        done = end
    parts[-1] = shown[done:]
    return parts if done else []


def _dash(md: markdown.Markdown, found: Match[str]) -> str:
    """Return the dash that an extension has put by."""
    number, stash = int(found[1]), md.htmlStash.rawHtmlBlocks
    stashed = str(stash[number]) if number < len(stash) else ""
    return _ENTITY_DASHES.get(stashed, found[0])


def _insert(parent: Element, position: int, parts: Sequence[str]) -> None:
    for number in range(0, len(parts), 3):
        link = Element("a", {"href": parts[number]})
        link.text, link.tail = parts[number + 1], parts[number + 2]
        parent.insert(position + number // 3, link)
