"""Links to auctions and rows: those that authors write, and those that running text becomes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import accumulate
from pathlib import PurePath
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
    RowCall,
    Span,
    Strong,
    SuitSymbol,
    Table,
    Text,
)
from bml_core.notes import Markup, markup_of, prose_lines
from bml_core.site.auctions import parse_address
from bml_core.site.pages import AuctionLink

_MOST_NAMED = 8

# ---------------------------------------------------------------- links of documents

_WITHOUT_LINKS = (Text, Location, RowCall, str, int, type(None))


def auction_links(document: Document) -> Iterator[AuctionLink]:
    """Yield the links of a document to auctions.

    >>> from bml_core.language import parse
    >>> [link.target for link in auction_links(parse("See [*Stayman*](auction:1N-2C)."))]
    ['auction:1N-2C']
    """
    return (link for link in _links(document) if link.target.startswith(AUCTION_SCHEME))


def row_links(document: Document) -> Iterator[AuctionLink]:
    """Yield the links of a document to rows by the addresses that these have on their pages.

    >>> from bml_core.language import parse
    >>> [link.target for link in row_links(parse("See [them](notrump.bml#1N-2C) and [us](#more)."))]
    ['notrump.bml#1N-2C']
    """
    return (link for link in _links(document) if _ROW.search(link.target))


def _links(document: Document) -> Iterator[AuctionLink]:
    left: list[object] = [document.blocks]
    while left:
        value = left.pop()
        if isinstance(value, Link):
            yield AuctionLink(value.target, value.location)
        elif isinstance(value, Row):
            left += (value.children, value.description)
        elif isinstance(value, DescriptionLine):
            left.append(value.spans)
        elif isinstance(value, _WITHOUT_LINKS):
            continue
        elif isinstance(value, tuple):
            left.extend(reversed(value))
        elif is_dataclass(value):
            left.extend(getattr(value, entry.name) for entry in reversed(fields(value)))


def joined_faults(found: Iterable[tuple[AuctionLink, Diagnostic]]) -> Iterator[Diagnostic]:
    """Yield what is wrong with links, once for each file and cause: the first in full, the others named.

    >>> places = enumerate(("1N-2C", "1N-3D"), 1)
    >>> links = [AuctionLink(f"auction:{auction}", Location("a.md", line)) for line, auction in places]
    >>> faults = [Diagnostic("BML322", f"No auction {link.target[8:]}.", link.place) for link in links]
    >>> [fault.sentence for fault in joined_faults(zip(links, faults))]
    ['No auction 1N-2C. The same goes for 1N-3D (line 2).']
    """
    groups: dict[tuple[str, str, str], dict[AuctionLink, Diagnostic]] = {}
    for link, fault in found:
        groups.setdefault(fault.cause, {}).setdefault(link, fault)
    for (file, *_), group in groups.items():
        first, *others = group
        fault = group[first]
        same = f" The same goes for {named_links(others, file)}." if others else ""
        yield replace(fault, hint=f"{fault.hint}{same}".strip())


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
#: The auction begins with a bid, or with passes before it.
_ROW = re.compile(
    r"\A(?!\w+:)[^#]*#(?:\(?P\)?-)*\(?[1-7](?:NT?|[CDHSMmXYZ]+|o[Mm]|red|black)\)?(?:[-_]\S+)?\Z"
)
_LINK_TO_ROW = re.compile(r"\]\(\s*<?((?!auction:)[^\s()<>#]*#[^\s()<>]*(?:\([^()\s]*\)[^\s()<>]*)*)")
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
                yield AuctionLink(
                    found["angled"] or found["target"], Location(file, number, found.start() + 1)
                )


def row_links_in_page(text: str, file: str) -> Iterator[AuctionLink]:
    r"""Yield the links of a Markdown page, outside of its blocks of BML, to rows by their addresses.

    >>> [link.target for link in row_links_in_page("[x](a.md#1N-(2C)) `[y](#1N)` [z](#top)", "a.md")]
    ['a.md#1N-(2C)']
    """
    markup = markup_of(file)
    for number, line in prose_lines(text, markup) if markup is Markup.MARKDOWN else ():
        plain = _CODE.sub(lambda code: " " * len(code[0]), line)
        for found in _LINK_TO_ROW.finditer(plain):
            if _ROW.search(found[1]):
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
