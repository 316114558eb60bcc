"""Lists by their marks and their indentation, and headers of tables, as several formats have them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from bml_core.diagnostics import Location
from bml_core.language import SPELLED_STRAIN, find_calls, read_calls
from bml_core.outlines.call_names import is_worded_call, named_calls
from bml_core.outlines.outline import (
    OutlineBlock,
    OutlineHeading,
    OutlineItem,
    OutlineRow,
    OutlineTable,
    OutlineText,
)
from bml_core.outlines.telling import find_telling
from bml_core.outlines.word_kinds import has, of_kind

BULLET = re.compile(
    r"(?P<mark>[-*+\u2022\u2023\u25aa\u25cf\u25e6\u25cb\u00b7\u2013\u2014o\uf0b7\uf0a7]"
    r"|\d{1,3}[.)]|[a-zA-Z][.)]|[ivx]{2,4}[.)])[ \t]+(?=\S)"
)
_TAB_WIDTH = 4
DEEPEST = 200
"""The most levels of a list; deeper items are at the last one."""


# "1*♣*" and "*1*♣": the signs of suits are often coloured and bold.
# "**1♣ (X)** whatever it shows": marks around an auction
# "**2♥** / **2♠**", "Pass, **2♠**": marks around each of two calls, or the second one
_BOLD_AUCTION = re.compile(
    r"^(\*{1,2})([1-7][^*\n]{0,8}\([^*\n]{1,60}|\([1-7][^*()\n]{0,8}\) *[^*\s][^*\n]{0,40})\1"
)
_CALL = r"[1-7][^*\n]{1,8}|Pass|XX?|Dbl"
_BOLD_CALLS = re.compile(
    rf"^(?:(\*{{1,2}})({_CALL})\1|([1-7][^*\s,/]{{1,3}}|Pass|XX?|Dbl))(\s*[/,]\s*)(\*{{1,2}})({_CALL})\5"
)
_ITALIC_CALL = re.compile(r"^/([1-7][^/\n]{1,8})/(?=\W)")
_NOTE_MARK = re.compile(
    r"^(\W*[1-7](?:NT|SA|BA|[CDHSN\u2660-\u2667])[*_]*)([\u00b9\u00b2\u00b3\u2070\u2074-\u2079\u2020\u2021])"
)
# "@3♣: puppet", whose mark some note explains
_MARK_BEFORE = re.compile(r"(?m)^[@%\u00a7\u2020\u2021](?=[1-7](?:NT|!?[CDHSN\u2660-\u2667]))")
# "1:hearts:", as sites write signs of suits
_SUIT_SIGNS = {"club": "\u2663", "diamond": "\u2666", "heart": "\u2665", "spade": "\u2660"}
_SHORTCODE = re.compile(r":(club|diamond|heart|spade)s?:")
# "[1NT-2♣](#stayman)" alone, as in a cell
_LINKED_CALLS = re.compile(r"^\[(\(?[1-7][1-7CDHNPSTX()\u2660-\u2667\s/,-]{1,40})\]\([^()\s]*\)$")
# "1NT 2♣ 2♦", "1NT 2♣ 3♣/3♦ 3NT", with spaces that hold the calls of an auction together
_GLUED = re.compile(
    r"^[*_(]{0,3}[1-7](?:NT|[CDHSN\u2660-\u2667])(?:\xa0\(?[1-7][^\s/]{1,3}(?:/[^\s/]{1,5})*)+"
)
#: Other arrows than "→", which mean the same.
_ARROWS = str.maketrans(dict.fromkeys("\u21d2\u27a1\u2794\u279c\u27f6\u27f9\u21e8", "\u2192"))
_BOLD_SIGN = re.compile(r"(\*{1,2})([1-7]|(?:[\u2660-\u2667][\ufe0e\ufe0f]?)+)\1")


def plain_signs(text: str) -> str:
    """Return a text without marks around signs of suits alone, around its auction, and at it.

    >>> plain_signs("1*♣* - *strong*"), plain_signs("*1♣ (X)* *strong*"), plain_signs("*2♥*/*2♠* weak")
    ('1♣ - *strong*', '1♣ (X) *strong*', '2♥/2♠ weak')
    >>> plain_signs("2♠\u00b9 16+, and a note below")
    '2♠ \u00b9 16+, and a note below'
    """
    text = _SHORTCODE.sub(lambda code: _SUIT_SIGNS[code[1]], text) if ":" in text else text
    text = _LINKED_CALLS.sub(r"\1", _MARK_BEFORE.sub("", text))
    text = _GLUED.sub(lambda calls: calls[0].replace("\xa0", "-"), text)
    text = _NOTE_MARK.sub(r"\1 \2", _ITALIC_CALL.sub(r"\1", text.translate(_ARROWS)))
    if "*" not in text:
        return text
    text = _BOLD_SIGN.sub(r"\2", text)
    return _BOLD_CALLS.sub(r"\2\3\4\6", _BOLD_AUCTION.sub(r"\2", text))


class Depths:
    """The depths of items, by the columns at which they begin; a difference up to ``slip`` is none.

    >>> depths = Depths()
    >>> [depths.of(column) for column in (0, 4, 10, 4, 2, 0)]
    [0, 1, 2, 1, 1, 0]
    """

    def __init__(self, slip: int = 0) -> None:
        self._columns: list[int] = []
        self._slip = slip

    def of(self, column: int) -> int:
        """Return the depth of the next item, which begins at this column."""
        while self._columns and self._columns[-1] > column:
            self._columns.pop()
        if (not self._columns or self._columns[-1] + self._slip < column) and len(self._columns) < DEEPEST:
            self._columns.append(column)
        return len(self._columns) - 1


def scan_items(
    lines: Sequence[tuple[int, str]], file: str, render: Callable[[str], str]
) -> Iterator[OutlineItem]:
    """Yield the items in lines, each with its number; lines without a mark go on with the item above.

    ``render`` writes texts as BML has them.
    """
    depths = Depths()
    text: list[str] = []
    place, depth, end = Location(file, 1), 0, 0
    for number, line in lines:
        line = line.expandtabs(_TAB_WIDTH)
        bare = line.strip()
        if not bare:
            continue
        column = len(line) - len(line.lstrip())
        mark = BULLET.match(bare)
        # "- 3♥ = preemptive" above "  new suit = forcing" or "  3♠: asks" says nothing more of 3♥.
        if mark is None and text and not (is_worded_call(bare) or _is_row_below(bare, text)):
            text.append(bare)
            end = number
            continue
        if text:
            yield OutlineItem(depth, render("\n".join(text)), place, end)
        offset = mark.end() if mark else 0
        depth, end = depths.of(column), number
        place = Location(file, number, column + offset + 1)
        text = [bare[offset:]]
    if text:
        yield OutlineItem(depth, render("\n".join(text)), place, end)


def _is_row_below(line: str, above: Sequence[str]) -> bool:
    """Return whether a line without a mark is a row below the item above, which names no other call."""
    read, first = read_calls(line), read_calls(above[0])
    if read is None or first is None or len(read.columns) > 1 or not (read.is_apart and read.is_sure):
        return False
    said = "\n".join((above[0][first.offset :], *above[1:]))
    is_signed = line[read.end :].lstrip("*_ ")[:1] in ("=", ":", "\u2013", "\u2014")
    return is_signed and not (
        find_calls(said) or said.rstrip()[-1:] in (",", ";", ":", "") or has("after", said)
    )


# ---------------------------------------------------------------- lines by their indentation

_LONGEST_TITLE = 70
_FEW_LETTERS = 6
_BESIDE = 3
_NEAR = 3
# "And no more psyches, please!! :-)", "/Per"
_NO_TITLE = re.compile(r"[.,;:?]$|!\W*$|^[-*\u2022|/]")
WIDEST_CELL = 40
"""The most columns that a cell of a table is over."""
# "2D then" brings in the rows below it.
_BRINGS_IN = re.compile(r"(?i)\s(?:then|now|dann|puis|daarna|potem|poi)$")


class IndentedLine(NamedTuple):
    """A line or paragraph: where it begins, in columns, and whether a mark of a list is before it.

    ``is_title`` says that it looks like a heading, such as a short line of bold letters.
    """

    column: int
    text: str
    location: Location
    end: int
    is_item: bool = False
    is_title: bool = False


def indented_line(
    text: str, column: int, place: Location, *, is_item: bool = False, is_bold: bool = False, is_alone: bool
) -> IndentedLine:
    """Return a line of a document: an item by its mark, or a heading, if it is bold and ``is_alone``."""
    mark = None if is_item else BULLET.match(text)
    said = text[mark.end() :] if mark else text
    is_bold = is_bold or (said.startswith("*") and said.endswith("*") and "*" not in said[1:-1])
    title = is_bold and not is_item and is_title(said.strip("*"), is_alone=is_alone, is_bold=True)
    said = said.strip("*") if title else said
    return IndentedLine(column, said, place, place.line, is_item or mark is not None, title)


def indented_blocks(lines: Sequence[IndentedLine | None], *, joins: bool = False) -> Iterator[OutlineBlock]:
    """Yield lines as items, headings and paragraphs; None is an empty line.

    A line is an item if it has a mark or begins with a call and says what it means. With ``joins`` lines
    go on with the paragraph or the item above them, as in plain text.
    """
    slip = slip_of([line.column for line in lines if line is not None])
    depths = Depths(slip)
    held: OutlineItem | OutlineText | None = None
    column = 0
    is_apart = False
    for index, line in enumerate(lines):
        if line is None:
            if isinstance(held, OutlineText):
                yield held
                held = None
            is_apart = True
            continue
        is_cut = _is_cut(lines, index)
        is_row = line.is_item or (not is_cut and _is_row(line, lines, index))
        told = None if line.is_item or is_cut else find_telling(line.text)
        is_told = told is not None and told.lead != ""
        goes_on = not is_row and held is not None and not line.is_title and not is_told
        if goes_on and isinstance(held, OutlineItem):
            is_announcement = line.text.endswith(":") and bool(named_calls(line.text))
            read = read_calls(line.text)
            is_announcement = is_announcement or (read is not None and read.is_open)
            is_below = line.column > column and not (is_announcement and is_apart)
            goes_on = is_below or (joins and not is_announcement and not is_apart)
            # A text between indented rows does not end their list.
            is_row = not goes_on and not joins and line.column > 0
        is_apart = False
        if goes_on and (joins or isinstance(held, OutlineItem)):
            held = held._replace(text=f"{held.text}\n{line.text}", end=line.end)  # type: ignore[union-attr]
            continue
        if held is not None:
            yield held
        held = None
        if is_row:
            held, column = (
                OutlineItem(depths.of(line.column), line.text, line.location, line.end),
                line.column,
            )
            continue
        if line.is_title:
            depths = Depths(slip)
            # "1NT Opening" is above "Responses", and what is in capitals above both.
            is_high = _is_in_capitals(line.text) and not has("response", line.text)
            level = 3 if is_high else 4 if named_calls(line.text) else 5
            yield OutlineHeading(level, line.text, line.location, line.end)
        else:
            held = OutlineText(line.text, line.location, line.end)
    if held is not None:
        yield held


def slip_of(columns: Sequence[int]) -> int:
    """Return 1 where a line that is one column further in than those above is a slip; else 0.

    It is one where few lines are, and others begin where the line above it does.
    """
    steps = [(before, after - before) for before, after in pairwise(columns) if after > before]
    slips = [before for before, step in steps if step == 1]
    is_beside = all(columns.count(before) >= _BESIDE for before in slips)
    return int(is_beside and len(slips) * 2 <= len(steps))


def _is_in_capitals(text: str) -> bool:
    """Return whether most letters are capitals, as in "PARTNER OPENS 1 NT, next hand No Bid"."""
    letters = [letter for letter in text if letter.isalpha()]
    return len(letters) > _FEW_LETTERS and sum(map(str.isupper, letters)) * 2 > len(letters)


class Collector:
    """The blocks of a document so far, and the lines below them that become some."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._blocks: list[OutlineBlock] = []
        self._lines: list[IndentedLine | None] = []

    def blocks(self) -> Iterator[OutlineBlock]:
        """Yield all blocks in order."""
        self._flush()
        yield from self._blocks

    def _flush(self) -> None:
        self._blocks += indented_blocks(self._lines)
        self._lines = []


def _is_cut(lines: Sequence[IndentedLine | None], index: int) -> bool:
    """Return whether a line goes on with a sentence that has "After" at the end of the line above."""
    above, line = lines[index - 1] if index else None, lines[index]
    if above is None or line is None or above.column != line.column:
        return False
    return of_kind("after").fullmatch(above.text.rpartition(" ")[2]) is not None


def _is_row(line: IndentedLine, lines: Sequence[IndentedLine | None], index: int) -> bool:
    """Return whether a line without a mark is a call and what it means."""
    if line.is_title:
        return False
    above = next(filter(None, reversed(lines[max(index - _NEAR, 0) : index])), None)
    below = next(filter(None, lines[index + 1 : index + 1 + _NEAR]), None)
    has_rows = any(other is not None and _begins_with_call(other.text) for other in (above, below))
    read = read_calls(line.text)
    if read is None:
        return has_rows and (is_word_row(line.text) or is_worded_call(line.text))
    said = line.text[read.offset :].strip()
    if _BRINGS_IN.search(line.text):
        return False
    if not said or read.is_open or line.text.rstrip().endswith(":"):
        return line.column > 0 and not read.is_open and len(read.columns) == 1
    if read.is_apart:
        return True
    return line.column > 0 or has_rows


def _begins_with_call(text: str) -> bool:
    return read_calls(text) is not None or is_word_row(text) or is_worded_call(text)


def is_word_row(text: str) -> bool:
    """Return whether a line beside rows is one for a double or pass, and no sentence.

    >>> is_word_row("Dbl penalties"), is_word_row("Double with any hand of opening strength.")
    (True, False)
    """
    read = read_calls(text, takes_words=True)
    is_short = len(text) < _LONGEST_TITLE and not text.rstrip().endswith((".", ":"))
    return read is not None and read.is_word and is_short


_STRENGTH = re.compile(r"\([\d\s+\u2013-]+(?:hcp|pts?|points?|PC|FP|H)?\)")


def is_title(text: str, *, is_alone: bool, is_bold: bool = False) -> bool:
    """Return whether a line is a heading: short, alone, without the end of a sentence, and no row.

    In bold letters it may be an auction alone, or one with its strength: ``1NT (12-14)``.
    """
    if not is_alone or len(text) > _LONGEST_TITLE or _NO_TITLE.search(text) or _BRINGS_IN.search(text):
        return False
    read = read_calls(text)
    if read is None:
        # "Over (2♠) double is takeout, 3♣ natural"
        return is_bold or not (named_calls(text) and has("tells", text))
    said = text[read.offset :].strip()
    if is_bold and (not said or _STRENGTH.fullmatch(said)):
        return True
    is_words = re.fullmatch(r"[^\W\d]+(?: [^\W\d]+)*", said) is not None
    return is_words and not read.is_apart and len(said.split()) <= (6 if is_bold else 3)


# ---------------------------------------------------------------- tables


def as_table(
    rows: list[OutlineRow], place: Location, end: int, *, has_header: bool
) -> tuple[OutlineText | OutlineTable, ...]:
    """Return a table whose first row may be a header by its words or its letters, and what is above it.

    A first row that is one cell, above the header, says what the table is about.
    """
    if len(rows) > 2 and len(rows[0].cells) == 1 < len(rows[1].cells) and _is_header(rows[1].cells):
        text = rows[0].cells[0].strip("* :")
        above = OutlineText(f"{text}:", rows[0].location, rows[0].location.line)
        return (above, *as_table(rows[1:], rows[1].location, end, has_header=True))
    first = rows[0].cells if rows else ()
    if not rows or not (has_header or _is_header(first)):
        return (OutlineTable(None, tuple(rows), place, end),)
    cells = tuple(cell.strip().strip("*") for cell in first)
    return (OutlineTable(rows[0]._replace(cells=cells), tuple(rows[1:]), place, end),)


def _is_header(cells: tuple[str, ...]) -> bool:
    said = [cell.strip() for cell in cells if cell.strip()]
    is_bold = bool(said) and all(re.fullmatch(r"\*[^*]+\*", cell) for cell in said)
    return is_bold or is_header_row(cells)


_SPLIT_BID = re.compile(rf"\*([1-7])\*(?=\s?{SPELLED_STRAIN})")


def joined_bids(text: str) -> str:
    """Return a text whose bids are in one piece where the level alone is bold, or the suit has a colour.

    >>> joined_bids("*1*♦: 9--14"), joined_bids("*2* Treff  Stayman")
    ('1♦: 9--14', '2 Treff  Stayman')
    """
    return _SPLIT_BID.sub(r"\1", text)


def is_header_row(cells: tuple[str, ...]) -> bool:
    """Return whether the cells of a row are an open auction, or words for calls and meanings."""
    read = read_calls(cells[0].strip()) if cells else None
    if read is not None:
        # "| (1NT) | Meaning |"
        titles = [cell.strip("* ") for cell in cells[1:] if cell.strip()]
        return read.is_open or (titles != [] and all(map(of_kind("meaning").fullmatch, titles)))
    first, *others = (cell.strip("* ") for cell in cells or ("",))
    if not first and len(others) > 1:
        # "|  | 1♥ – (X) | 1♠ – (X) |"
        reads = [(cell, read_calls(cell)) for cell in others]
        return all(read is not None and read.end >= len(cell) for cell, read in reads)
    return any(of_kind(kind).match(first) for kind in ("calls", "their"))
