"""Auctions in running text, and the links that are made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from bml_core.document import (
    OPTIONAL_AUCTION,
    AuctionBlock,
    BiddingTable,
    BidSymbol,
    Block,
    BulletList,
    DefinitionList,
    DescriptionLine,
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
from bml_core.site.addresses import parse_address

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
