"""Place blocks in the tree of a page, and find the links to auctions there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from re import Match
from typing import Any
from xml.etree.ElementTree import Element, SubElement

import markdown
from markdown.util import AMP_SUBSTITUTE, HTML_PLACEHOLDER_RE, STX

from bml_core import Location
from bml_core.document import AUCTION_SCHEME
from bml_core.language import HAND_TARGET, parse_hand_line
from bml_core.render.html import escape, render_spans
from bml_core.site import AuctionLink, address_spans, auctions_in, goes_on
from mkdocs_bml.fences import Fence, FenceMarker
from mkdocs_bml.reports import log_diagnostics

_HEADING = re.compile(r"[hH]([1-6])\Z")
# Rows and the links to them are complete as they are, and nobody's contents.
_NEEDS_TREE = re.compile(r"<h[1-6][ >]|<a href=|<(?!li |tr |a )[a-z]+ [^>]*\bid=")
# Hosts look for the targets of links among the pages; exported files exist only when these are done.
_EXPORTED_FILES = re.compile(r'<ul class="bml-downloads">.*?</ul>', re.DOTALL)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ENTITY = re.compile(r"&(?=(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);)", re.IGNORECASE)
_VOID = frozenset({"br", "hr", "img", "wbr"})
_SPOT = "bml-fence"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a fence is: the element to replace, its parent, and the heading level around it."""

    fence: Fence
    parent: Element
    element: Element
    level: int


class PageTree:
    """The tree of a page between SuperFences, which left placeholders, and the table of contents."""

    def __init__(self, md: markdown.Markdown, root: Element) -> None:
        self._md = md
        self._root = root
        self._by_placeholder = {
            number: raw.fence
            for number, raw in enumerate(md.htmlStash.rawHtmlBlocks)
            if isinstance(raw, FenceMarker)
        }

    def spots(self) -> list[Spot]:
        """Return the fences that are in the tree."""
        if not self._by_placeholder:
            return []
        for element in list(self._root.iter()):
            if element.text and STX in element.text:
                element.text = self._mark(element, 0, element.text)
            position = 0
            while position < len(element):
                child = element[position]
                position += 1
                if child.tail and STX in child.tail:
                    child.tail = self._mark(element, position, child.tail)
        for parent in list(self._root.iter()):
            _split_paragraphs(parent)
        return list(self._walk(self._root, 0))

    def idents(self) -> Iterator[str]:
        """Yield the ids on the page, and those that its headings will get."""
        blocks = self._md.treeprocessors
        contents: Any = blocks["toc"] if "toc" in blocks else None  # noqa: SIM401 - a registry has no get()
        for element in self._root.iter():
            if "id" in element.attrib:
                yield element.attrib["id"]
            elif contents is not None and _HEADING.match(str(element.tag)):
                yield contents.slugify("".join(element.itertext()), contents.sep)

    def fences_in_raw_html(self) -> Iterator[tuple[int, int]]:
        """Yield fences in HTML that the author wrote, comments aside, by index, with their place there."""
        raw = "".join(_COMMENT.sub("", str(block)) for block in self._md.htmlStash.rawHtmlBlocks)
        used = set(map(int, HTML_PLACEHOLDER_RE.findall(raw)))
        for number, fence in self._by_placeholder.items():
            if number in used:
                yield fence.index, number

    def replace(self, spot: Spot, fragments: Iterable[str]) -> None:
        """Put HTML in the place of a fence."""
        elements = [e for fragment in fragments if fragment for e in self._elements(fragment)]
        position = list(spot.parent).index(spot.element)
        spot.parent.remove(spot.element)
        for offset, element in enumerate(elements):
            element.tail = "\n"
            spot.parent.insert(position + offset, element)
        _add_text(spot.parent, position + len(elements), (spot.element.tail or "").removeprefix("\n"))

    def append(self, fragments: Iterable[str]) -> None:
        """Put HTML at the end of the page."""
        for fragment in fragments:
            for element in self._elements(fragment) if fragment else ():
                element.tail = "\n"
                self._root.append(element)

    # ------------------------------------------------------------ from placeholders to elements

    def _mark(self, parent: Element, position: int, text: str) -> str:
        """Insert an element for each placeholder of ours in ``text``; what comes before them is returned."""
        before, done = None, 0
        last: Element | None = None
        for found in HTML_PLACEHOLDER_RE.finditer(text):
            if int(found[1]) not in self._by_placeholder:
                continue
            plain = text[done : found.start()]
            if last is None:
                before = plain
            else:
                last.tail = plain
            last = Element(_SPOT, {"placeholder": found[1]})
            parent.insert(position, last)
            position, done = position + 1, found.end()
        if last is None:
            return text
        last.tail = text[done:]
        return before or ""

    def _walk(self, parent: Element, level: int) -> Iterator[Spot]:
        """Yield the spots below ``parent``; a heading counts for what follows it beside or below."""
        for child in parent:
            heading = _HEADING.match(str(child.tag))
            if heading:
                level = int(heading[1])
            elif child.tag == _SPOT:
                yield Spot(self._by_placeholder[int(child.attrib["placeholder"])], parent, child, level)
            elif len(child):
                yield from self._walk(child, level)

    # ------------------------------------------------------------ from HTML to elements

    def _elements(self, html: str) -> list[Element]:
        """Return HTML as elements where other extensions have to see it: headings, links, anchors.

        The rest goes past them unread, as the bytes it is.
        """
        if _NEEDS_TREE.search(html):
            store = self._md.htmlStash.store
            return elements_of(_EXPORTED_FILES.sub(lambda files: f"<p>{store(files[0])}</p>", html))
        paragraph = Element("p")
        paragraph.text = self._md.htmlStash.store(html.strip("\n"))
        return [paragraph]


def _split_paragraphs(parent: Element) -> None:
    """End a paragraph at a fence in it that has no blank lines around it, and go on after the fence."""
    for paragraph in [child for child in parent if child.tag == "p"]:
        if all(child.tag != _SPOT for child in paragraph):
            continue
        parts = [Element("p")]
        parts[0].text = paragraph.text
        for child in list(paragraph):
            if child.tag != _SPOT:
                parts[-1].append(child)
                continue
            if len(parts[-1]):
                parts[-1][-1].tail = (parts[-1][-1].tail or "").rstrip()
            else:
                parts[-1].text = (parts[-1].text or "").rstrip()
            parts += [child, Element("p")]
            parts[-1].text = (child.tail or "").lstrip("\n")
        for part in parts:
            part.tail = "\n"
        parts = [part for part in parts if part.tag == _SPOT or len(part) or (part.text or "").strip()]
        parts[-1].tail = paragraph.tail
        position = list(parent).index(paragraph)
        parent.remove(paragraph)
        for offset, part in enumerate(parts):
            parent.insert(position + offset, part)


def _add_text(parent: Element, position: int, text: str) -> None:
    if position == 0:
        parent.text = (parent.text or "") + text
    else:
        before = parent[position - 1]
        before.tail = (before.tail or "") + text


class _TreeBuilder(HTMLParser):
    """Builds elements from HTML of our own writing."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("div")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: _as_text(value or name) for name, value in attrs}
        element = SubElement(self._open[-1], tag, attributes)
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if len(self._open) > 1 and self._open[-1].tag == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        _add_text(self._open[-1], len(self._open[-1]), _as_text(data))


def _as_text(text: str) -> str:
    """Escape what the serializer of Markdown would take for an entity in a text of the author."""
    return _ENTITY.sub(f"{AMP_SUBSTITUTE}amp;", text)


def elements_of(html: str) -> list[Element]:
    r"""Return HTML fragments written by this program as elements.

    >>> [element.tag for element in elements_of("<h2>Openings</h2>\n<p>1NT is strong</p>")]
    ['h2', 'p']
    """
    builder = _TreeBuilder()
    builder.feed(html)
    builder.close()
    return list(builder.root)


# ---------------------------------------------------------------- links to auctions in Markdown


def links_in_tree(root: Element, file: str, source: Sequence[str]) -> Iterator[AuctionLink]:
    """Yield the links to auctions that an author wrote, with their lines in the source of the page.

    Those without a text show their auctions, so that titles and contents that are made of headings do, too.
    """
    begin: dict[str, int] = {}
    for element in root.iter("a"):
        target = element.get("href", "")
        if target.lower().startswith(AUCTION_SCHEME):
            if not "".join(element.itertext()):
                element.extend(elements_of(f"<span>{render_spans(address_spans(target))}</span>"))
            # The next line that has the target, or the last one if none follows.
            done = begin.get(target, 0)
            lines = (number for number, line in enumerate(source[done:], done + 1) if target in line)
            begin[target] = next(lines, max(done, 1))
            yield AuctionLink(target, Location(file, begin[target]))


def show_hands(root: Element, file: str, source: Sequence[str]) -> None:
    """Show the hands that are written as links, ``[AKx Qxx KJxx xxx](hand:)``."""
    for parent in list(root.iter()):
        for position, link in enumerate(parent):
            if link.tag != "a" or link.get("href") != HAND_TARGET:
                continue
            text = "".join(link.itertext())
            written = f"[{text.splitlines()[0] if text else ''}"
            line = next((number for number, line in enumerate(source, 1) if written in line), 1)
            hand = parse_hand_line(text, Location(file, line))
            log_diagnostics(hand.diagnostics)
            shown = render_spans(hand.value) or escape(text)
            parent[position] = elements_of(f'<span class="bml-cards-inline">{shown}</span>')[0]
            parent[position].tail = link.tail


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
