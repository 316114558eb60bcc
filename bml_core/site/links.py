"""Links to auctions and rows: those that authors write, those of running text, and those between tables."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cached_property
from html import unescape
from itertools import accumulate, chain
from pathlib import PurePath
from types import MappingProxyType
from typing import NamedTuple, Protocol

from bml_core.bridge import ANY_SCOPE, LONGEST_AUCTION, Scope, opener_position
from bml_core.diagnostics import Location
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
    RowCall,
    Span,
    Strong,
    SuitSymbol,
    Table,
    Text,
)
from bml_core.notes import Markup, markup_of, prose_lines
from bml_core.render import ENGLISH, RowLink, UiTexts, sign_text
from bml_core.render.html import LATER_CLASS, ROW_LINK_CLASS, escape, link_html, render_spans, with_responses
from bml_core.site.auctions import (
    AuctionIndex,
    AuctionPlace,
    Elsewhere,
    address_spans,
    bound_words,
    parse_address,
    worded_rows,
    written_word,
)
from bml_core.site.pages import AuctionLink, PageFacts, with_descriptions

_MOST_NAMED = 8

# ---------------------------------------------------------------- links of documents

_WITHOUT_LINKS = (Text, SuitSymbol, BidSymbol, RowCall, Location, Enum, str, int, type(None))


def auction_links(document: Document) -> Iterator[AuctionLink]:
    """Yield the links of a document to auctions.

    >>> from bml_core.language import parse
    >>> [link.target for link in auction_links(parse("See [*Stayman*](auction:1N-2C)."))]
    ['auction:1N-2C']
    """
    return (link for link in document_links(document) if link.target.startswith(AUCTION_SCHEME))


def document_links(document: Document) -> Iterator[AuctionLink]:
    """Yield the links of a document, wherever they lead.

    >>> from bml_core.language import parse
    >>> [link.target for link in document_links(parse("See [them](notrump.bml#1N-2C) and [us](#more)."))]
    ['notrump.bml#1N-2C', '#more']
    """
    left: list[object] = [document.blocks]
    while left:
        value = left.pop()
        if isinstance(value, Link):
            yield AuctionLink(value.target, value.location)
        elif isinstance(value, Row):
            left.extend(reversed(value.children))
            spans = chain.from_iterable(line.spans for line in value.description)
            left.extend(reversed([span for span in spans if not isinstance(span, _WITHOUT_LINKS)]))
        elif isinstance(value, _WITHOUT_LINKS):
            continue
        elif isinstance(value, tuple):
            left.extend(reversed(value))
        elif is_dataclass(value):
            left.extend(getattr(value, entry.name) for entry in reversed(fields(value)))


def named_links(links: Iterable[AuctionLink], file: str) -> str:
    """Return the targets of links with their lines; of those in other files than ``file`` with its name.

    >>> named_links([AuctionLink("a.md", Location("b.md", line)) for line in (3, 5)], "b.md")
    'a.md (lines 3, 5)'
    """
    lines: dict[tuple[str, str], list[int]] = {}
    for link in links:
        key = (link.target.removeprefix(AUCTION_SCHEME), link.place.file)
        lines.setdefault(key, []).append(link.place.line)
    names = [_named(target, place, file, lines[target, place]) for target, place in lines]
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more


def _named(target: str, place: str, file: str, lines: list[int]) -> str:
    where = "" if place == file else f"{PurePath(place).name}, "
    numbers = list(dict.fromkeys(lines))
    shown = ", ".join(map(str, numbers[:_MOST_NAMED])) + ("…" if len(numbers) > _MOST_NAMED else "")
    return f"{target[:80]} ({where}line{'s' if len(numbers) > 1 else ''} {shown})"


# ---------------------------------------------------------------- links in pages

_ROLE = re.compile(r"""(?:\{bml:auction\}|(?<!:)(?<!\w):bml:auction:)`(?P<text>[^`]*)`""")
_EXPLICIT = re.compile(r"[^<]*<(?P<target>[^<>]*)>\s*\Z")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
TO_ADDRESS = re.compile(
    r"\A(?!\w+:)[^#]*#(?:\(?P\)?-)*\(?[1-7](?:NT?|[CDHSMmXYZ]+|o[Mm]|red|black)\)?(?:[-_]\S+)?\Z"
)
"""A link to a row by the address that it has on its page; the auction begins with a bid, or with passes."""
TO_PLACE = re.compile(r"(?![\w+.-]+:)[^#]*#.")
"""A link to a place of a page, a row or a heading."""
_LINK_TO_ROW = re.compile(r"\]\(\s*<?((?!auction:)[^\s()<>#]*#[^\s()<>]*(?:\([^()\s]*\)[^\s()<>]*)*)")
_WRITTEN_LINK = re.compile(
    r"\]\(\s*(?:<(?P<angled>auction:[^<>]*)>|(?P<target>auction:[^\s()]*(?:\([^()]*\)[^\s()]*)*))"
)


def links_in_page(text: str, file: str) -> Iterator[AuctionLink]:
    r"""Yield the links of a Markdown or reStructuredText page outside of its blocks of BML.

    These are links to auctions, and of Markdown those to rows by their addresses.

    >>> [link.target for link in links_in_page("[x](auction:(1H)-D) `[y](auction:1N)`", "a.md")]
    ['auction:(1H)-D']
    >>> [link.target for link in links_in_page("See :bml:auction:`Stayman <1N-2C>`", "a.rst")]
    ['auction:1N-2C']
    >>> [link.target for link in links_in_page("[x](a.md#1N-(2C)) `[y](#1N)` [z](#top)", "a.md")]
    ['a.md#1N-(2C)']
    """
    markup = markup_of(file)
    for number, line in prose_lines(text, markup) if markup is not Markup.BML else ():
        for found in _ROLE.finditer(line):
            target = _EXPLICIT.match(found["text"])
            address = (target["target"] if target else found["text"]).strip()
            if not address.startswith("!"):
                place = Location(file, number, found.start() + 1)
                yield AuctionLink(f"{AUCTION_SCHEME}{address.removeprefix('~').strip()}", place)
        if markup is Markup.MARKDOWN:
            plain = _CODE.sub(lambda code: " " * len(code[0]), line)
            for found in _WRITTEN_LINK.finditer(plain):
                place = Location(file, number, found.start() + 1)
                yield AuctionLink(found["angled"] or found["target"], place)
            for found in _LINK_TO_ROW.finditer(plain):
                if TO_ADDRESS.match(found[1]):
                    yield AuctionLink(found[1], Location(file, number, found.start() + 1))


# ---------------------------------------------------------------- auctions in running text

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
_DASH_AROUND = re.compile(rf"\A[ \u00a0]?[-{_DASH}]|[-{_DASH}][ \u00a0]?\Z")
_OTHER = "\ufffc"


class FoundAuction(NamedTuple):
    """An auction in a text: where it begins and ends, and the target of a link to it."""

    begin: int
    end: int
    target: str


def auctions_in(text: str) -> Iterator[FoundAuction]:
    """Yield the auctions of two calls and more that a text holds as whole words.

    >>> [found.target for found in auctions_in("After 1NT – 2♣ or (1H)-D-(P)-1S, but not 1N-2C-ish")]
    ['auction:?1N-2C', 'auction:?(1H)-D-(P)-1S']
    """
    for found in _AUCTION.finditer(text):
        if _GOES_ON.search(text, max(0, found.start() - 12), found.start()):
            continue
        address = parse_address(found[0]).value
        if address is not None:
            yield FoundAuction(found.start(), found.end(), f"{OPTIONAL_AUCTION}{address}")


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
        replace(span, spans=linked_spans(span.spans))
        if isinstance(span, Emphasis | Strong) and not goes_on(around[number], around[number + 2])
        else span
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
    for number in range(bisect_right(ends, begin), bisect_left(begins, end)):
        span, first, last = spans[number], begins[number], ends[number]
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
        case BiddingTable():
            return with_descriptions(block, _linked_lines)
        case Paragraph(spans):
            return replace(block, spans=linked_spans(spans))
        case BulletList(items) | Enumeration(items) | DefinitionList(items):
            linked = (replace(item, spans=linked_spans(item.spans)) for item in items)
            return replace(block, items=tuple(linked))  # type: ignore[arg-type]
        case Table(_, rows):
            lines = (replace(row, cells=tuple(map(linked_spans, row.cells))) for row in rows)
            return replace(block, rows=tuple(lines))
        case AuctionBlock(notes=notes):
            below = (replace(note, spans=linked_spans(note.spans)) for note in notes)
            return replace(block, notes=tuple(below))
    return block


def _linked_lines(lines: tuple[DescriptionLine, ...], _: Location) -> tuple[DescriptionLine, ...]:
    return tuple(
        line._replace(spans=linked_spans(line.spans)) if _LIKELY.search(line.text) else line for line in lines
    )


# ---------------------------------------------------------------- links between tables


PageWay = Callable[[str, str], str]
"""From a page and the id of a row there to an address."""


@dataclass(frozen=True, slots=True)
class ResponseTable:
    """Hold rows that go on where a row ends: the auction before them, their page, and the first of them."""

    name: str
    page: str
    row: str

    @property
    def answers_first_call(self) -> bool:
        """Return whether they are responses: to the first call of a side, as to an opening.

        >>> names = ("P-1S", "(1H)-D", "1S-2D", "1S-(D)")
        >>> [ResponseTable(name, "a", "b").answers_first_call for name in names]
        [True, True, False, False]
        """
        words = self.name.partition("@")[0].split("-")
        ours = [word for word in words if word != "P" and not word.startswith("(")]
        return ours == words[-1:]


class Navigation:
    """The links between the tables of a site, by the places of the calls and rows that have them.

    ``pages`` come in reading order, and ``auctions`` are theirs.
    """

    def __init__(self, pages: Iterable[tuple[str, PageFacts]], auctions: AuctionIndex) -> None:
        self._pages = tuple(pages)
        self._auctions = auctions
        self.rows: dict[Location, AuctionPlace] = {}
        self.responses: dict[Location, tuple[ResponseTable, ...]] = {}
        self._shown = {place for _, facts in self._pages for place in facts.rows}
        self._idents = {
            place: (page, ident) for page, facts in self._pages for place, ident in facts.rows.items()
        }
        self._places: dict[tuple[str, Scope, tuple[str, ...]], Sequence[AuctionPlace]] = {}
        for page, facts in self._pages:
            for system, table in facts.tables:
                calls = table.history.calls if table.history and not table.hidden else ()
                if 0 < len(calls) <= LONGEST_AUCTION:
                    self._add(table, page, facts, system)
        self._add_repeated_rows()

    def _add_repeated_rows(self) -> None:
        """Add the ways from rows with nothing below them to rows of the same auction that have responses.

        Such are the openings on one page, and on another one a table that begins with ``1N`` and goes on. A
        row that says something else than the other one of its page is not used.
        """
        ends: dict[tuple[str, str], list[tuple[Location, Scope, tuple[str, str]]]] = {}
        going_on: list[tuple[str, tuple[str, ...], Scope, ResponseTable, str]] = []
        tables = ((page, facts, *each) for page, facts in self._pages for each in facts.tables)
        for page, facts, system, table in tables:
            for words, row in worded_rows(table):
                if row.call.location not in facts.rows or table.hidden:
                    continue
                if not row.children:
                    for key in _spoken(words):
                        end = (row.call.location, table.scope, (page, _text(row)))
                        ends.setdefault((system, key), []).append(end)
                elif first := facts.rows.get(row.children[0].call.location):
                    below = ResponseTable(f"{'-'.join(words)}{table.scope}", page, first)
                    going_on.append((system, words, table.scope, below, _text(row)))
        for system, words, scope, below, text in going_on:
            found = [
                (place, known)
                for key in _spoken(words)
                for place, known, (page, other) in ends.get((system, key), ())
                if page != below.page or not (text and other) or text == other
            ]
            if found and parse_address(below.name).value is not None:
                self._link(below, (place for place, known in found if known in (scope, ANY_SCOPE)))

    def _link(self, going_on: ResponseTable, places: Iterable[Location]) -> None:
        for location in dict.fromkeys(places):
            if self._idents.get(location) == (going_on.page, going_on.row):
                # "(1C) 1S: 8-16": both calls are in one place.
                continue
            known = self.responses.get(location, ())
            if all(other.name != going_on.name for other in known):
                self.responses[location] = (*known, going_on)

    def _add(self, table: BiddingTable, page: str, facts: PageFacts, system: str) -> None:
        assert table.history is not None
        words: tuple[str, ...] = ()
        found: Sequence[AuctionPlace] = ()
        for call in table.history.calls:
            words = (*words, written_word(call.text, call.theirs))
            found = self._described(system, table.scope, words)
            if len({(place.page, place.row) for place in found}) == 1:
                self.rows[call.location] = found[0]
        first = facts.rows.get(table.rows[0].call.location) if table.rows else None
        if first is not None:
            going_on = ResponseTable(f"{'-'.join(words)}{table.scope}", page, first)
            self._link(going_on, (place.location for place in found))

    def _described(self, system: str, scope: Scope, words: tuple[str, ...]) -> Sequence[AuctionPlace]:
        """Return the rows, none of them hidden, that describe an auction as it is written.

        A table that is limited to a seat may go on where a row for every seat ends, and one that is written
        with a variable where rows for each suit end.
        """
        key = (system, scope, words)
        if key not in self._places:
            written = [words, *bound_words(words)]
            tries = ((scope, written[:1]), (ANY_SCOPE, written[:1]), (scope, written[1:]))
            found: Iterable[list[AuctionPlace]] = (
                [*self._rows(system, scope, each)] for scope, each in tries
            )
            opening = next((n for n, word in enumerate(words) if word not in ("P", "(P)")), 0)
            if opening and not words[opening].startswith("("):
                # Without a row for P-P-1S, that of 1S in third seat, or in any, describes it.
                sides = [word.startswith("(") for word in words[:opening]]
                seat = scope._replace(position=opener_position(sides, they_open=False))
                found = chain(found, [[*self._rows(system, seat, [words[opening:]])]])
            self._places[key] = next(filter(None, found), [])
        return self._places[key]

    def _rows(self, system: str, scope: Scope, auctions: Iterable[tuple[str, ...]]) -> Iterator[AuctionPlace]:
        for words in auctions:
            address = parse_address("-".join(words)).value
            places = self._auctions.places_of(replace(address, system=system, scope=scope)) if address else ()
            yield from (place for place in places if place.location in self._shown)

    def of_page(self, page: str) -> tuple[object, ...]:
        """Return what the links of a page are, to be compared with what they were."""
        facts = dict(self._pages).get(page)
        if facts is None:
            return ()
        histories = (table.history for _, table in facts.tables if table.history)
        above = (call.location for history in histories for call in history.calls)
        return (
            *((place, self.rows[place]) for place in above if place in self.rows),
            *((place, self.responses[place]) for place in facts.rows if place in self.responses),
        )

    @property
    def targets(self) -> frozenset[tuple[str, str]]:
        """Return the rows that the links lead to, each with its page."""
        described = {(place.page, place.row) for place in self.rows.values()}
        tables = {(table.page, table.row) for tables in self.responses.values() for table in tables}
        return frozenset(described | tables)

    @cached_property
    def by_key(self) -> Mapping[str, Location]:
        """Return the places of links to rows by their keys."""
        return {link_key(place): place for place in self.rows}


def _text(row: Row) -> str:
    return " ".join(line.text for line in row.description)


def _spoken(words: tuple[str, ...]) -> list[str]:
    """Return an auction, and those it stands for, without the passes that calls of one side imply."""
    return [
        "-".join(
            word
            for before, word, after in zip(("(", *each), each, (*each[1:], "("), strict=False)
            if word != "(P)" or before[0] == "(" or after[0] == "("
        )
        for each in (words, *bound_words(words))
    ]


class SiteLinks:
    """The links of a page whose site is known; ``link`` is the way from the page to a row, "" for none."""

    def __init__(self, navigation: Navigation, link: PageWay) -> None:
        self._navigation = navigation
        self._link = link

    def to_row(self, call: Location) -> RowLink | None:
        """Return the way to the row that describes a call before a table."""
        place = self._navigation.rows.get(call)
        address = self._link(place.page, place.row) if place else ""
        return RowLink(address, title=place.meaning) if place and address else None

    def to_responses(self, row: Location) -> list[RowLink]:
        """Return the ways to the tables that go on where a row ends; one of several names its auction."""
        tables = self._navigation.responses.get(row, ())
        bare = [table.name.partition("@")[0] for table in tables]
        # Seats are said where they tell the tables apart.
        names = bare if len(set(bare)) == len(bare) else [table.name for table in tables]
        links = []
        for table, name in zip(tables, names, strict=True):
            if address := self._link(table.page, table.row):
                auction = address_spans(name)
                # The responses of a passed hand may be those of a row that is for every seat.
                shown = auction if len(tables) > 1 or name.startswith("P-") else ()
                links.append(RowLink(address, shown, sign_text(auction), table.answers_first_call))
        return links


# ---------------------------------------------------------------- before the site is known

TO_ROW = "#"


class DeferredLinks:
    """Links that stand for those of a page until its site is known; rows get theirs when it is."""

    def to_row(self, call: Location) -> RowLink | None:
        """Return what stands for the link to the row that describes a call before a table."""
        return RowLink(f"{AUCTION_SCHEME}{TO_ROW}{link_key(call)}")

    def to_responses(self, row: Location) -> Sequence[RowLink]:
        """Return no links."""
        return ()


def link_key(place: Location) -> str:
    """Return a short name of a place.

    >>> link_key(Location("a.md", 3)) == link_key(Location("a.md", 3, 1))
    True
    """
    return hashlib.sha256(repr(place).encode("utf-8", "replace")).hexdigest()[:16]


# ---------------------------------------------------------------- filled in


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


class LinkedSite(Protocol):
    """A site whose auctions are known."""

    @property
    def auctions(self) -> AuctionIndex:
        """Return the index of all auctions."""

    @property
    def navigation(self) -> Navigation:
        """Return the links between the tables of the pages."""


def has_links(html: str) -> bool:
    """Return whether links to auctions are still to be filled in."""
    return f'="{AUCTION_SCHEME}' in html and _LINK.search(html) is not None


def fill_links(
    html: str,
    site: LinkedSite,
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
    links = SiteLinks(site.navigation, link)
    found = {ident: links.to_responses(place) for ident, place in rows.items() if place is not None}
    return with_responses(html, found, words)


class _Filler:
    def __init__(self, site: LinkedSite, page: str, link: PageWay, elsewhere: Elsewhere | None) -> None:
        self._site = site
        self._page = page
        self._link = link
        self._elsewhere = elsewhere

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
        if not target.startswith(TO_ROW):
            return space + self._written(found, target)
        navigation = self._site.navigation
        place = navigation.by_key.get(target.removeprefix(TO_ROW))
        way = SiteLinks(navigation, self._link).to_row(place) if place else None
        text = found["text"]
        return space + (link_html(way.address, text, way.title, (ROW_LINK_CLASS,)) if way else text)

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
