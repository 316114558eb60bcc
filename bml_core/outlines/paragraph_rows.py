"""Paragraphs and definitions whose every line is a call and what it means, as items of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from bml_core.language import WrittenCalls
from bml_core.outlines.auction_tables import auction_of
from bml_core.outlines.call_names import is_worded_call
from bml_core.outlines.layout import Depths, is_word_row, slip_of
from bml_core.outlines.measures import is_length, is_remark
from bml_core.outlines.outline import (
    OutlineBlock,
    OutlineHeading,
    OutlineItem,
    OutlineOther,
    OutlineTable,
    OutlineText,
)
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.sequences import NOWHERE, goes_on, is_legal, row_calls
from bml_core.outlines.table_forms import is_row
from bml_core.outlines.word_kinds import has, of_kind

_LONGEST_TITLE = 40
# A line that the next one goes on with
_GOES_ON = re.compile(r"[.,;!]$")


def with_rows_as_items(blocks: Sequence[OutlineBlock], page: PageCalls) -> Iterator[OutlineBlock]:
    """Yield the blocks of a page, with the lines of paragraphs as items where all of them are rows.

    Items go below an auction that is alone on the line above them: ``1♦ – 1♠`` above ``1NT  6-10``.
    """
    head: int | None = None
    for block, below in pairwise((*_rows_as_items(blocks, page), None)):
        assert block is not None
        if not isinstance(block, OutlineItem):
            head = None
        elif _heads_rows(block, below, page):
            head = block.depth
        elif head is not None and block.depth < head:
            head = None
        elif head is not None:
            yield block._replace(depth=block.depth + 1)
            continue
        yield block


def _heads_rows(item: OutlineItem, below: OutlineBlock | None, page: PageCalls) -> bool:
    """Return whether an item is nothing but an auction, which the item beside it goes on with."""
    read = _auction_alone(item.text, page)
    if read is None or item.description:
        return False
    if not (isinstance(below, OutlineItem) and below.depth == item.depth):
        return False
    if below.location.line > item.end + 1:
        return False
    row = page.read(below.text, takes_words=True)
    return (
        row is not None
        and len(row.columns) == 1
        and is_legal((*row_calls(read, NOWHERE), *row_calls(row, NOWHERE)))
    )


def _auction_alone(text: str, page: PageCalls) -> WrittenCalls | None:
    """Return the calls of a text that is nothing but an auction; None for another text."""
    read = page.read(text)
    if read is None or read.end < len(text.rstrip(" :;-\u2013\u2014?")):
        return None
    return read if len(read.columns) > 1 or read.columns[0].theirs or read.is_open else None


def _rows_as_items(blocks: Sequence[OutlineBlock], page: PageCalls) -> Iterator[OutlineBlock]:
    deeper, is_among_rows = 0, False
    bold = [_bold_rows(block, page) if isinstance(block, OutlineText) else () for block in blocks]
    for index, block in enumerate(blocks):
        if isinstance(block, OutlineItem):
            yield from _with_definitions(block._replace(depth=block.depth + deeper), page)
            continue
        deeper = 0
        below = blocks[index + 1] if index + 1 < len(blocks) else None
        if not isinstance(block, OutlineText):
            is_among_rows = not isinstance(below, OutlineOther)
            yield block
            continue
        is_auction = len(bold[index]) == 1 and isinstance(below, OutlineItem) and _is_auction(block, page)
        if bold[index] and (is_auction or sum(map(len, _beside(blocks, bold, index))) > 1):
            is_among_rows = True
            is_single = len(bold[index]) == 1 and isinstance(below, OutlineItem)
            deeper = (_depth_below(block, blocks[index + 1 :], page) or 0) if is_single else 0
            yield from bold[index]
            continue
        if below_title := _rows_below_title(block, page):
            yield block._replace(text=block.text.partition("\n")[0], end=block.location.line)
            yield from below_title
            continue
        above = blocks[index - 1] if index else None
        if isinstance(above, OutlineHeading) and is_remark(above.text, block.text):
            yield block
            continue
        is_among_rows = _are_rows(block, below, page, is_among_rows=is_among_rows)
        is_above_rows = is_among_rows and isinstance(below, OutlineItem | OutlineTable)
        # A table that is an auction begins with its own.
        is_above_rows = is_above_rows and not (isinstance(below, OutlineTable) and auction_of(below, page))
        depth = _depth_below(block, blocks[index + 1 :], page) if is_above_rows else 0
        if not is_among_rows or depth is None:
            parted = _parted(block, page) if depth is not None else []
            is_among_rows = is_among_rows or parted != []
            yield from parted or [block]
            continue
        deeper = depth
        yield from line_items(block)


def _beside(
    blocks: Sequence[OutlineBlock], bold: Sequence[Sequence[OutlineItem]], index: int
) -> Iterator[Sequence[OutlineItem]]:
    """Yield the bold rows of a paragraph, and those of the blocks beside it, but for lists below each."""
    yield bold[index]
    for step in (-1, 1):
        other = index + step
        while 0 < other < len(blocks) - 1 and isinstance(blocks[other], OutlineItem):
            other += step
        yield bold[other] if 0 <= other < len(blocks) else ()


def _bold_rows(block: OutlineText, page: PageCalls) -> Sequence[OutlineItem]:
    """Return the rows of a paragraph that begins with bold calls: ``**2♣** Stayman``, ``**1♣ – 1♠** 8+``.

    Its other lines begin with one, too, or go on with the row above.
    """
    rows: list[OutlineItem] = []
    for item in line_items(block):
        read = page.read(item.text)
        is_bold = read is not None and item.text[0] == item.text[read.end - 1] == "*"
        is_call = read is not None and read.is_sure and not read.is_apart
        if read and is_bold and is_call and not item.text.rstrip().endswith(":"):
            rows.append(item)
        elif rows:
            rows[-1] = rows[-1]._replace(text=f"{rows[-1].text}\n{item.text}", end=item.end)
        else:
            return ()
    return rows


def _is_auction(block: OutlineText, page: PageCalls) -> bool:
    read = page.read(block.text)
    return read is not None and len(read.columns) > 1


def _rows_below_title(block: OutlineText, page: PageCalls) -> Sequence[OutlineItem]:
    """Return the rows of a paragraph whose first line is a few words about them: "Transfers"."""
    first, *rest = line_items(block)
    is_title = len(first.text) < _LONGEST_TITLE and not (page.find(first.text) or has("tells", first.text))
    is_row_itself = page.read(first.text, takes_words=True) is not None
    is_title = is_title and len(rest) > 1 and not (is_row_itself or _GOES_ON.search(first.text))
    return rest if is_title and all(is_row(item.text, page.read(item.text)) for item in rest) else ()


_ENDS = re.compile(r"[.:!?]$")
# "weak" and "4 spades" below "2♦ = transfer to hearts," go on with it.
_WRAPPED = re.compile(r"[^\W\dA-Z]|\(")
_LONGEST_LINE = 100
# "Leaping Michaels: (2♥)-4♣ = clubs and spades"
_NAMED_ROW = re.compile(r"[^\W\d_][^\d:()\n]{2,40}: +(?=[*_]*\()")


def _parted(block: OutlineText, page: PageCalls) -> Sequence[OutlineBlock]:
    """Return the rows of a paragraph as items, and what is above, between and below them as texts.

    None are rows below a line that neither ends a sentence nor brings them in: "After 1NT-2♦:".
    """
    items = list(line_items(block))
    are_rows = [_is_row_of_lines(items, index, page) for index in range(len(items))]
    if not any(are_rows) or len(items) < 2:
        return []
    parted: list[OutlineBlock] = []
    margin = 0
    for index, (item, is_row_itself) in enumerate(zip(items, are_rows, strict=True)):
        above = parted[-1] if parted else None
        text = item.text.rstrip("*_ ")
        below = items[index + 1 : index + 2]
        is_above = any(each.depth > item.depth for each in below) and _auction_alone(text, page) is not None
        is_lead = (is_above or text.endswith(":")) and any(are_rows[index + 1 : index + 2])
        if is_row_itself:
            line = above.text.rpartition("\n")[2].rstrip("*_ ") if isinstance(above, OutlineText) else "."
            if not (_ENDS.search(line) or _auction_alone(line, page)):
                return []
            margin = margin if isinstance(above, OutlineItem) else item.depth
            parted.append(item._replace(depth=max(item.depth - margin, 0)))
        elif isinstance(above, OutlineItem) and (item.depth > margin or is_worded_call(text)):
            parted.append(item._replace(depth=max(item.depth - margin, 0)))
        elif isinstance(above, OutlineItem) and not is_lead:
            if sum(are_rows) > 1 and _WRAPPED.match(text) and not _ENDS.search(above.text):
                parted[-1] = above._replace(text=f"{above.text}\n{item.text}", end=item.end)
            elif _ENDS.search(text) and len(text) < _LONGEST_LINE and _is_apart(item.text, page):
                parted.append(item._replace(depth=0))
            else:
                return []
        elif isinstance(above, OutlineText) and not is_lead:
            parted[-1] = above._replace(text=f"{above.text}\n{item.text}", end=item.end)
        else:
            parted.append(OutlineText(item.text, item.location, item.end))
    return parted if all(_is_whole_row(each, page) for each in parted) else []


def _is_row_of_lines(items: Sequence[OutlineItem], index: int, page: PageCalls) -> bool:
    """Return whether a line is a row: also "2NT:" between lines further out and in, and a named auction."""
    item = items[index]
    read = page.read(item.text)
    if is_row(item.text, read):
        return True
    if item.depth and index + 1 < len(items) and items[index + 1].depth > item.depth:
        return read is not None and read.is_sure and not item.text[read.end :].strip("*_ :")
    name = _NAMED_ROW.match(item.text)
    said = item.text[name.end() :] if name else ""
    if is_row(said, page.read(said)):
        return True
    beside = (items[other].text for other in (index - 1, index + 1) if 0 <= other < len(items))
    return is_word_row(item.text) and any(is_row(each, page.read(each)) for each in beside)


def _is_apart(text: str, page: PageCalls) -> bool:
    """Return whether a sentence below rows is about no other call: "Through 3♠.", "We like it."."""
    return (
        text[:1].isupper()
        and not has("after", text)
        and not any(len(each.columns) > 1 for _, each in page.find(text))
    )


def _is_whole_row(block: OutlineBlock, page: PageCalls) -> bool:
    """Return whether a row that goes on in the line below it is still one, and no sentence."""
    if not isinstance(block, OutlineItem) or "\n" not in block.text:
        return True
    return is_row(block.text, page.read(block.text))


def _are_rows(text: OutlineText, below: OutlineBlock | None, page: PageCalls, *, is_among_rows: bool) -> bool:
    """Return whether all lines of a paragraph are rows; "Dbl penalties" is one among others."""
    lines = text.text.split("\n")
    next_lines = below.text.split("\n") if isinstance(below, OutlineText) else []
    has_rows = is_among_rows or any(is_row(line, page.read(line)) for line in (*lines, *next_lines[:1]))
    # "1♣ – 1♦" above "1♥ = hearts" in one paragraph
    first, *rest = lines
    below_auction = rest if rest and _auction_alone(first, page) else lines
    return not isinstance(below, OutlineOther) and all(
        is_row(line, page.read(line)) or (has_rows and is_word_row(line)) for line in below_auction
    )


def _depth_below(text: OutlineText, below: Sequence[OutlineBlock], page: PageCalls) -> int | None:
    """Return how far the list or table below a paragraph is indented below it; None if that is not a row."""
    line = text.text
    read = page.read(line)
    if "\n" in line or read is None or read.is_open or not line[read.offset :].rstrip(":"):
        return None
    if len(read.columns) > 1 and any(len(each.columns) > 1 for _, each in page.find(line[read.offset :])):
        # "1♣-1♦-1NT = 18–20, 1♣-1♦-2NT = 21–22. After 2NT:"
        return None
    if of_kind("beside").match(re.split(r"[.;] +", line)[-1]):
        # "1♠ is the relay. Anything else breaks it:"
        return 0
    calls, firsts = row_calls(read, NOWHERE), page.first_calls(below) or frozenset()
    bids = [each for each in firsts if each[:1].isdecimal()]
    if bids and calls[0].text not in bids and not goes_on(calls, bids):
        # "5♠, never 4♥" above 2NT describes what the heading names, "4♥: to play" is a row beside it.
        return None if is_length(line, read) else 0
    # "1NT – 2♦ – 2♥, further bidding:" is the auction of the table below.
    is_auction = isinstance(below[0], OutlineTable) and line.rstrip().endswith(":")
    # "2♦ is the only ask" says something of a row of the list below it.
    is_about = isinstance(below[0], OutlineItem) and calls[-1].text in firsts
    return None if is_auction or is_about else 1


def line_items(block: OutlineText) -> Iterator[OutlineItem]:
    """Yield an item for each line of a paragraph, below the one that it is further in than."""
    lines = block.text.split("\n")
    depths = Depths(slip_of(block.columns))
    for number, line in enumerate(lines):
        place = block.location._replace(line=block.location.line + number)
        last = place.line if number < len(lines) - 1 else block.end
        depth = depths.of(block.columns[number]) if block.columns else 0
        yield OutlineItem(depth, line, place, max(last, place.line))


def _with_definitions(item: OutlineItem, page: PageCalls) -> Iterator[OutlineItem]:
    """Yield an item, and the definitions of an auction as items: ``1♣–1♦`` with ``: 1♥ – hearts``."""
    read = page.read(item.text)
    lines = item.description.split("\n") if item.description else []
    is_term = read is not None and read.offset >= len(item.text)
    if not (is_term and lines and all(is_row(line, page.read(line)) for line in lines)):
        yield item
        return
    first = item.location.line
    yield item._replace(description="", end=first)
    for number, line in enumerate(lines, first + 1):
        place = item.location._replace(line=min(number, item.end))
        last = item.end if number == first + len(lines) else place.line
        yield OutlineItem(item.depth + 1, line, place, last)
