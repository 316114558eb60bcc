"""What leads to rows on pages: links as written, auctions in running text, and the entries of a search."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from html import unescape
from itertools import accumulate
from typing import NamedTuple

from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import (
    AUCTION_SCHEME,
    OPTIONAL_AUCTION,
    AuctionBlock,
    BiddingTable,
    BidSymbol,
    Block,
    BulletList,
    DefinitionList,
    DescriptionLine,
    Document,
    Emphasis,
    Enumeration,
    Link,
    Paragraph,
    Row,
    Span,
    Strong,
    SuitSymbol,
    Table,
    Text,
)
from bml_core.render import ENGLISH, Words, sign_text
from bml_core.render.html import (
    WAY_CLASS,
    RowIds,
    escape,
    link_html,
    render_spans,
    responses_html,
    walk_paths,
)
from bml_core.site.addresses import AuctionLink, address_spans, auction_links, parse_address
from bml_core.site.auction_index import AuctionIndex, Elsewhere
from bml_core.site.navigation import TO_RESPONSES, TO_ROW, PageWay, SiteWays
from bml_core.site.page_facts import PageFacts, SystemPart
from bml_core.site.pages import Markup, markup_of
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
    elsewhere: Elsewhere | None = None,
    words: Words = ENGLISH,
) -> str:
    """Return a page with its links to auctions led to their rows.

    ``link`` is the way from the page to a row, and ``elsewhere`` finds auctions of other sites. A link that
    leads nowhere is its text alone, and nothing where it only repeats what the row above it says.
    """
    filler = _Filler(site, page, link, elsewhere, words)
    return _LINK.sub(filler.filled, _BELOW.sub(filler.filled_below, html))


class _Filler:
    def __init__(
        self, site: Site, page: str, link: PageWay, elsewhere: Elsewhere | None, words: Words
    ) -> None:
        self._site = site
        self._page = page
        self._link = link
        self._elsewhere = elsewhere
        self._words = words
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
        if kind == TO_RESPONSES:
            place = self._site.navigation.by_key.get(key)
            ways = self._ways.to_responses(place) if place else []
            return "".join(f"{space}{each}" for each in responses_html(ways, self._words))
        if kind == TO_ROW:
            place = self._site.navigation.by_key.get(key)
            way = self._ways.to_row(place) if place else None
            return space + (
                link_html(way.address, found["text"], way.title, (WAY_CLASS,)) if way else found["text"]
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
        others = found["before"] + found["after"]
        others += "" if _TITLE.search(others) or not title else f' title="{escape(title)}"'
        with_class = _CLASS.sub(rf"\g<1>{WAY_CLASS} ", others, count=1)
        others = with_class if with_class != others else f' class="{WAY_CLASS}"{others}'
        return f'<a href="{escape(address)}"{others}>{text}</a>'


_DASH = "\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
_LIKELY = re.compile(rf"[1-7]!?[A-Za-z♣♦♥♠]{{1,2}}\)?[ \u00a0]?[-{_DASH}]")
_BID = r"[1-7](?:NT?|[CDHS♣♦♥♠]|o?[Mm])(?![A-Za-z0-9])"
_CALL = rf"(?:{_BID}|(?:Pass|pass|Dbl|Rdbl|XX|[PXDR])(?![A-Za-z0-9]))"
_EITHER = rf"(?:{_CALL}|\({_CALL}\))"
_BETWEEN_CALLS = rf"(?:[ \u00a0](?:-{{1,3}}|[{_DASH}])[ \u00a0]|-{{1,3}}|[{_DASH}])"
_AUCTION = re.compile(
    rf"(?<![\w/.:#@=+!&'’{_DASH}-])(?:{_BID}|\({_BID}\))(?:{_BETWEEN_CALLS}{_EITHER})+"
    # What goes on is another auction, or a word: 1N-2C/2D, 1N-2C-any, 1N-2C-style.
    rf"(?![\w/+'’]|![a-z]|[ \u00a0]?[-{_DASH}]+[ \u00a0]?(?:[1-7?…]|\.\.|any\b|other\b)|[-{_DASH}])"
)
# The end of a longer auction that cannot be read as one.
_GOES_ON = re.compile(rf"(?:{_EITHER}|\.\.|…|\b(?:any|other))[ \u00a0]?[-{_DASH}]+[ \u00a0]?\Z")
# 2C-2S may be all bids from one to the other.
_RANGE = re.compile(rf"({_BID}){_BETWEEN_CALLS}({_BID})")
_BEFORE_RANGE = re.compile(
    r"(?:\b(?:from|between|any|all|every|over|against|of|bids?|jumps?|openings?|overcalls?|preempts?|range|calls?"
    r"|von|zwischen|alle|gegen|über|de|entre|tous|contre|sur|van|tussen|tegen|na)\s+|\()\Z",
    re.IGNORECASE,
)
_AFTER_RANGE = re.compile(
    r"\s*(?:\)|\s(?:bids?|calls?|jumps?|openings?|overcalls?|preempts?|interference|range|opener|Eröffnungen?"
    r"|Gebote?|ouvertures?|interventions?|openingen|biedingen)\b)",
    re.IGNORECASE,
)
_DASH_AROUND = re.compile(rf"\A[ \u00a0]?[-{_DASH}]|[-{_DASH}][ \u00a0]?\Z")
_OTHER = "\ufffc"


class FoundAuction(NamedTuple):
    """An auction in a text: where it begins and ends, and the target of a link to it."""

    begin: int
    end: int
    target: str


def auctions_in(text: str) -> Iterator[FoundAuction]:
    """Yield the auctions of two calls and more that a text holds, as far as they cannot mean anything else.

    >>> [found.target for found in auctions_in("After 1NT – 2♣ or (1H)-D-(P)-1S: 2C-2S bids, 1N-2C-ish")]
    ['auction:?1N-2C', 'auction:?(1H)-D-(P)-1S']
    """
    for found in _AUCTION.finditer(text):
        if _GOES_ON.search(text, max(0, found.start() - 12), found.start()) or _may_be_range(text, found):
            continue
        address = parse_address(found[0]).value
        if address is not None:
            yield FoundAuction(found.start(), found.end(), f"{OPTIONAL_AUCTION}{address}")


def _may_be_range(text: str, found: re.Match[str]) -> bool:
    bids = _RANGE.fullmatch(found[0])
    if bids is None or bids[1][0] != bids[2][0]:
        return False
    before = _BEFORE_RANGE.search(text, max(0, found.start() - 20), found.start())
    return bool(before or _AFTER_RANGE.match(text, found.end()))


def goes_on(before: str, after: str) -> bool:
    """Return whether the texts around a word make it a part of an auction.

    >>> goes_on("After ", "-2D"), goes_on("After ", " we")
    (True, False)
    """
    return bool(_DASH_AROUND.search(before[-2:]) or _DASH_AROUND.match(after[:2]))


# ---------------------------------------------------------------- in BML


def linked_spans(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return inline text with its auctions as links, and nothing changed within links and code."""
    texts = [_characters(span) for span in spans]
    around = ["", *texts, ""]
    spans = tuple(
        span if goes_on(around[number], around[number + 2]) else _linked_inside(span)
        for number, span in enumerate(spans)
    )
    found = list(auctions_in("".join(texts)))
    if not found:
        return spans
    ends = list(accumulate(map(len, texts)))
    begins = [0, *ends[:-1]]
    linked: list[Span] = []
    done = 0
    for begin, end, target in found:
        linked += _cut(spans, begins, ends, done, begin)
        inside = tuple(_cut(spans, begins, ends, begin, end))
        linked.append(Link(target, inside, inside[0].location))
        done = end
    return (*linked, *_cut(spans, begins, ends, done, ends[-1]))


def _linked_inside(span: Span) -> Span:
    return replace(span, spans=linked_spans(span.spans)) if isinstance(span, Emphasis | Strong) else span


def _characters(span: Span) -> str:
    match span:
        case Text(text):
            return text
        case BidSymbol():
            return span.text
        case SuitSymbol(suit):
            return suit.symbol
    return _OTHER


def _cut(
    spans: Sequence[Span], begins: Sequence[int], ends: Sequence[int], begin: int, end: int
) -> Iterator[Span]:
    """Yield the spans from one character to another; texts are cut."""
    for span, first, last in zip(spans, begins, ends, strict=True):
        low, high = max(begin, first) - first, min(end, last) - first
        if low < high:
            if isinstance(span, Text) and (low, high) != (0, last - first):
                yield Text(span.text[low:high], span.location.shifted(low))
            else:
                yield span


def with_auction_links(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return blocks with the auctions in their texts and descriptions as links."""
    return tuple(map(_linked_block, blocks))


def _linked_block(block: Block) -> Block:
    match block:
        case BiddingTable(history, rows):
            line = history and history._replace(description=_linked_lines(history.description))
            return block._replace(history=line, rows=tuple(map(_linked_row, rows)))
        case Paragraph(spans):
            return replace(block, spans=linked_spans(spans))
        case BulletList(items) | Enumeration(items) | DefinitionList(items):
            linked = (replace(item, spans=linked_spans(item.spans)) for item in items)
            return replace(block, items=tuple(linked))  # type: ignore[arg-type]
        case Table(_, rows):
            cells = (tuple(map(linked_spans, row.cells)) for row in rows)
            return replace(
                block, rows=tuple(replace(row, cells=each) for row, each in zip(rows, cells, strict=True))
            )
        case AuctionBlock(notes=notes):
            return replace(
                block, notes=tuple(replace(note, spans=linked_spans(note.spans)) for note in notes)
            )
    return block


def _linked_row(row: Row) -> Row:
    return row._replace(
        description=_linked_lines(row.description), children=tuple(map(_linked_row, row.children))
    )


def _linked_lines(lines: tuple[DescriptionLine, ...]) -> tuple[DescriptionLine, ...]:
    return tuple(
        line._replace(spans=linked_spans(line.spans)) if _LIKELY.search(line.text) else line for line in lines
    )


MOST_ENTRIES = 5_000
"""Rows of a site up to which each has an entry: with more of them, a search would take long to load."""
_MOST_NAMES = 8
_NAME = re.compile(r"[^\W\d_][^,;:.()\n]{2,38}")


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """Hold a row for a search.

    Attributes:
        page: The page.
        row: The id of the row on the page.
        names: Its auctions in letters, as ``1N-2C``.
        meaning: The description in short.
    """

    page: str
    row: str
    names: tuple[str, ...]
    meaning: str

    @property
    def title(self) -> str:
        """Return what the row is called, the beginning of its description; "" if that is not a name.

        >>> SearchEntry("a", "1N-2C", ("1N-2C",), "Stayman, 8+ points").title
        'Stayman'
        """
        found = _NAME.match(self.meaning)
        return found[0].strip() if found else ""

    @property
    def spellings(self) -> tuple[str, ...]:
        """Return the auctions as readers may type them.

        >>> SearchEntry("a", "1N-2C", ("1N-2C",), "Stayman").spellings
        ('1N-2C', '1NT-2C', '1NT 2♣', '1NT–2♣')
        """
        return tuple(dict.fromkeys(spelling for name in self.names for spelling in _spellings(name)))


def _spellings(name: str) -> Iterator[str]:
    printed = sign_text(address_spans(name))
    yield from (name, re.sub(r"(?<=[1-7])N\b", "NT", name), printed.replace("–", " "), printed)


def rows_for_search(auctions: AuctionIndex) -> Iterator[SearchEntry]:
    """Yield the rows with a description, each once with its auctions, in the order of the notes."""
    found: dict[tuple[str, str], SearchEntry] = {}
    for place in auctions.places:
        if "@" in place.name or not any(place.lines):
            continue
        key = (place.page, place.row)
        known = found.get(key) or SearchEntry(place.page, place.row, (), place.meaning)
        if len(known.names) < _MOST_NAMES and place.name not in known.names:
            known = replace(known, names=(*known.names, place.name))
        found[key] = known
    if len(found) <= MOST_ENTRIES:
        yield from found.values()


_FENCE = re.compile(r"[ >]*(`{3,}|~{3,})[ ]*(\{?)")
_ROLE = re.compile(r"""(?:\{bml:auction\}|(?<!:)(?<!\w):bml:auction:)`(?P<text>[^`]*)`""")
_EXPLICIT = re.compile(r"[^<]*<(?P<target>[^<>]*)>\s*\Z")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_WRITTEN_LINK = re.compile(
    r"\]\(\s*(?:<(?P<angled>auction:[^<>]*)>|(?P<target>auction:[^\s()]*(?:\([^()]*\)[^\s()]*)*))"
)


def links_in_page(text: str, file: str) -> Iterator[AuctionLink]:
    r"""Yield the links of a Markdown or reStructuredText page outside of its blocks of BML.

    >>> [link.target for link in links_in_page("[x](auction:(1H)-D) `[y](auction:1N)`", "a.md")]
    ['auction:(1H)-D']
    >>> [link.target for link in links_in_page("See :bml:auction:`Stayman <1N-2C>`", "a.rst")]
    ['auction:1N-2C']
    """
    markup = markup_of(file)
    lines = _outside_code(text) if markup is Markup.MARKDOWN else enumerate(text.splitlines(), 1)
    for number, line in lines if markup is not Markup.BML else ():
        for found in _ROLE.finditer(line):
            target = _EXPLICIT.match(found["text"])
            address = (target["target"] if target else found["text"]).strip()
            if not address.startswith("!"):
                place = Location(file, number, found.start() + 1)
                yield AuctionLink(f"{AUCTION_SCHEME}{address.removeprefix('~').strip()}", place)
        if markup is Markup.MARKDOWN:
            plain = _CODE.sub(lambda code: " " * len(code[0]), line)
            for found in _WRITTEN_LINK.finditer(plain):
                yield AuctionLink(
                    found["angled"] or found["target"], Location(file, number, found.start() + 1)
                )


def _outside_code(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of Markdown outside code, with their numbers; directives hold Markdown."""
    opened = ""
    for number, line in enumerate(text.splitlines(), 1):
        fence = _FENCE.match(line)
        if opened:
            if fence and fence[1].startswith(opened) and not line.strip(" >").strip(fence[1][0]):
                opened = ""
        elif fence and not (fence[2] and not line.strip(" >`~").startswith("{bml")):
            opened = fence[1]
        else:
            yield number, line


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
