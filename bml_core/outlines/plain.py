"""The outline of plain text and of AsciiDoc."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import zip_longest

from bml_core.diagnostics import Location
from bml_core.language import read_calls
from bml_core.outlines.contexts import WORDS, has, named_calls
from bml_core.outlines.layout import BULLET, IndentedLine, indented_blocks, is_title
from bml_core.outlines.outline import (
    Outline,
    OutlineBlock,
    OutlineHeading,
    OutlineItem,
    OutlineOther,
    OutlineRow,
    OutlineTable,
    OutlineText,
    moved,
)

_LINE_END = re.compile(r"\r\n?|\n")
_UNDERLINE = re.compile(r"([=\-~^*_#])\1{2,}\s*$")
# "*** 2♣ ***", "=== Majors ==="
_DECORATED = re.compile(r"([=*#~_-])\1+ +(\S.{0,60}?) +\1{2,}")
_DASHES = re.compile(r"(-{2,5}|\*{2,5}|>{2,5})\s+(?=\S)")
_TAB_WIDTH = 4
_SIGNED = re.compile(r" \(?[1-7]\S{1,2} +(?:=|->|\u2192)")
_TREE = re.compile(r"[ |\u2502]*(?:[|\u2502`+\\\u251c\u2514][-\u2500]+) *(?=\S)")
_FURTHEST = 60
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d+)*[.)]?\s+(?=[A-Z])")


def parse_plain(text: str, file: str = "") -> Outline:
    r"""Return the outline of a plain text: underlined titles, lists by their marks and their indentation.

    >>> outline = parse_plain("1NT OPENING\n\n2C  Stayman\n  2D  no major\n")
    >>> [type(block).__name__ for block in outline.blocks]
    ['OutlineHeading', 'OutlineItem', 'OutlineItem']
    """
    lines = [
        _without_tree(line.expandtabs(_TAB_WIDTH).rstrip())
        for line in _LINE_END.split(text.removeprefix("\ufeff"))
    ]
    blocks: list[OutlineBlock] = []
    held: list[IndentedLine | None] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        below = lines[number + 1] if number + 1 < len(lines) else ""
        bare = line.strip()
        if (
            bare
            and not line.startswith(" ")
            and _UNDERLINE.fullmatch(below)
            and not _UNDERLINE.fullmatch(line)
        ):
            blocks += indented_blocks(held, joins=True)
            held = []
            level = 1 if below[0] in "=*#" else 2
            blocks.append(OutlineHeading(level, bare, Location(file, number + 1), number + 2))
            number += 2
            continue
        title = _DECORATED.fullmatch(bare)
        if title and not line.startswith(" "):
            blocks += indented_blocks(held, joins=True)
            held = []
            blocks.append(OutlineHeading(2, title[2], Location(file, number + 1), number + 1))
        elif bare and _UNDERLINE.fullmatch(bare):
            blocks += indented_blocks(held, joins=True)
            held = []
            blocks.append(OutlineOther(Location(file, number + 1), number + 1))
        elif bare:
            held.append(
                _line(_completed(line, lines, number), file, number, is_alone=_is_alone(lines, number))
            )
        else:
            held.append(None)
        number += 1
    blocks += indented_blocks(held, joins=True)
    return Outline(_with_capitals(blocks), _title(blocks))


def plain_rows(text: str, file: str, line: int) -> list[OutlineItem]:
    """Return the rows of a text within a page that keeps its columns; none if it is more than rows.

    ``line`` is the number of lines above it in the page.
    """
    blocks = [moved(block, line) for block in parse_plain(text, file).blocks]
    rows = [block for block in blocks if isinstance(block, OutlineItem)]
    return rows if len(rows) == len(blocks) else []


def _without_tree(line: str) -> str:
    """Return a line with spaces for what is drawn before it: `` |    |-- 2D  no major``."""
    drawn = _TREE.match(line)
    return f"{'':<{drawn.end()}}{line[drawn.end() :]}" if drawn and "|" not in line[drawn.end() :] else line


def _completed(line: str, lines: Sequence[str], number: int) -> str:
    """Return a row with the calls before it, where it is under one of several calls of a row above.

    >>> _completed("     1H - hearts", ["1C - 1D - diamonds", "     1H - hearts"], 1)
    '1C - 1H - hearts'
    >>> _completed("   - 1NT  6-10", ["1H - 1S  four+", "   - 1NT  6-10"], 1)
    '1H - 1NT  6-10'
    """
    column = _margin(line)
    if not column or read_calls(line, begin=column) is None:
        return line
    for above in reversed(lines[max(number - _FURTHEST, 0) : number]):
        start = _margin(above)
        if not above or start >= column:
            continue
        read = read_calls(above, begin=start)
        before = above[:column]
        is_below_call = before[-1:] in (" ", "-") and read_calls(above, begin=column) is not None
        own = read_calls(line, begin=column)
        is_whole = own is not None and read is not None and own.columns[:1] == read.columns[:1]
        if read is None or column >= read.end or not is_below_call or is_whole:
            return line
        return before + line[column:]
    return line


def _margin(line: str) -> int:
    """Return where the words of a line begin, after the dash of "   - 1NT"."""
    found = re.match(r" +(?:[-\u2013\u2014] +)?", line)
    return found.end() if found else 0


def _is_alone(lines: Sequence[str], number: int) -> bool:
    """Return whether a line at the margin has nothing above it, and nothing of its paragraph below."""
    above = lines[number - 1] if number else ""
    below = lines[number + 1] if number + 1 < len(lines) else ""
    is_above_text = below.strip() != "" and not below.startswith(" ") and not BULLET.match(below)
    return not above.strip() and not lines[number].startswith(" ") and not is_above_text


def _line(line: str, file: str, number: int, *, is_alone: bool) -> IndentedLine:
    column = len(line) - len(line.lstrip())
    bare = line.strip()
    if (word := WORDS["next"].match(bare)) and _SIGNED.match(bare, word.end()):
        # "  then 3♣ = minimum" above "       3♦ = maximum"
        column, bare = column + word.end() + 1, bare[word.end() :].lstrip()
    mark = _DASHES.match(bare)
    if mark:
        # "-- 2♦" is below "- 2♣".
        column += len(mark[1]) - 1
    title = not mark and (
        is_title(bare, is_alone=is_alone) or (_is_capitals(bare) and not line.startswith(" "))
    )
    mark = None if title else mark or BULLET.match(bare)
    offset = mark.end() if mark else 0
    place = Location(file, number + 1, column + offset + 1)
    return IndentedLine(column, bare[offset:], place, number + 1, mark is not None, title)


def _is_capitals(text: str) -> bool:
    """Return whether a line is a title in capitals, and no row such as ``1N - 15-17``."""
    read = read_calls(text)
    said = text[read.offset :] if read else ""
    if read is not None and (
        text.endswith((":", "-", "?")) or said[:1].isdecimal() or (read.is_apart and re.search(r"\d", said))
    ):
        # "3H -- 5-5 M, INV" and "2NT 12+ BAL, GF" are rows.
        return False
    return text.isupper() and len(re.findall(r"[^\W\d_]", text)) > 3 and not text.endswith(".")


def _with_capitals(blocks: Sequence[OutlineBlock]) -> tuple[OutlineBlock, ...]:
    """Return the blocks with titles that are numbered or in capitals above the others."""

    def level(block: OutlineHeading) -> int:
        is_high = _NUMBERED.match(block.text) or (block.text.isupper() and not named_calls(block.text))
        return 3 if is_high and not has("response", block.text) else block.level

    return tuple(
        block._replace(level=level(block)) if isinstance(block, OutlineHeading) and block.level > 3 else block
        for block in blocks
    )


def _title(blocks: Sequence[OutlineBlock]) -> str:
    first = blocks[0] if blocks else None
    return first.text if isinstance(first, OutlineHeading) else ""


# ---------------------------------------------------------------- AsciiDoc

_HEADING = re.compile(r"(={1,6}|#{1,6})\s+(\S.*)")
_ITEM = re.compile(r"\s*(\*{1,6}|-|\.{1,6}|\d+\.)\s+(\S.*)")
_TERM = re.compile(r"\s*(\S.*?)(:{2,4}|;;)(?:\s+(\S.*))?\s*$")
_FENCE = re.compile(r"(-{4,}|\.{4,}|`{3,}|/{4,}|\+{4,})\s*$")
_SKIPPED = re.compile(
    r"\[.*\]$|:[\w!-]+:|//|(?:={4,}|\*{4,}|_{4,}|-{2}|'{3,}|<{3,})$|(?:include|image|toc)::"
)


# "| 2c", ".6+| 1n" in six rows, "2+| both" in two columns, "a| text".
_CELL = re.compile(
    r"(?<!\\)(?:(?<!\S)(?P<across>\d{1,2})?(?:\.(?P<down>\d{1,3}))?(?P<kind>[+*])?"
    r"[<^>]?(?:\.[<^>])?[adehlmsv]?)?\|"
)


def parse_asciidoc(text: str, file: str = "") -> Outline:
    r"""Return the outline of a page of AsciiDoc.

    >>> [type(block).__name__ for block in parse_asciidoc("== 1NT\n\n* 2C:: Stayman\n").blocks]
    ['OutlineHeading', 'OutlineItem']
    """
    lines = [line.rstrip() for line in _LINE_END.split(text.removeprefix("\ufeff"))]
    blocks = list(_asciidoc_blocks(lines, file))
    title = next((block.text for block in blocks if isinstance(block, OutlineHeading)), "")
    return Outline(tuple(blocks), title)


def _asciidoc_blocks(lines: Sequence[str], file: str) -> Iterator[OutlineBlock]:
    number = 0
    held: OutlineItem | OutlineText | None = None
    marks: list[str] = []
    is_joined = is_apart = False
    while number < len(lines):
        line = lines[number].strip()
        place = Location(file, number + 1, len(lines[number]) - len(lines[number].lstrip()) + 1)
        block = _asciidoc_block(lines, number, place)
        end = block.end if block is not None else number + 1
        goes_on = line and block is None and held is not None and (line == "+" or is_joined or not is_apart)
        item = None if block is not None or is_joined else _asciidoc_item(line, place)
        if item is not None:
            mark, following = item
            marks = marks[: marks.index(mark) + 1] if mark in marks else [*marks, mark]
            if held is not None:
                yield held
            held = following._replace(depth=len(marks) - 1)
        elif goes_on and held is not None:
            held = _continued(held, "" if line == "+" else _asciidoc_inline(line), end)
        elif line or isinstance(held, OutlineText):
            if held is not None:
                yield held
            held = None
            marks = marks if isinstance(block, OutlineOther) or not line else []
            if block is not None:
                yield block
            elif line:
                held = OutlineText(_asciidoc_inline(line), place, end)
        # A plus sign joins the next paragraph to an item.
        is_joined, is_apart = line == "+", not line
        number = end
    if held is not None:
        yield held


def _continued(held: OutlineItem | OutlineText, text: str, end: int) -> OutlineItem | OutlineText:
    """Return an item or a paragraph that goes on."""
    if isinstance(held, OutlineItem) and held.is_term:
        return held._replace(description=f"{held.description}\n{text}".strip(), end=end)
    return held._replace(text=f"{held.text}\n{text}".strip(), end=end)


def _asciidoc_block(lines: Sequence[str], number: int, place: Location) -> OutlineBlock | None:
    """Return the table, heading or other block that begins on a line; None for items and paragraphs."""
    line = lines[number].strip()
    if line.startswith("|==="):
        end = _closed(lines, number, line)
        return _asciidoc_table(lines[number + 1 : end - 1], place, end, options=lines[number - 1 : number])
    if _FENCE.match(line):
        return OutlineOther(place, _closed(lines, number, line))
    if found := _HEADING.match(line):
        return OutlineHeading(len(found[1]), _asciidoc_inline(found[2]), place, number + 1)
    if re.match(r"\.(?=[^\s.])", line):
        # The title of a block says what is below it.
        return OutlineText(f"{_asciidoc_inline(line[1:]).rstrip(': ')}:", place, number + 1)
    return OutlineOther(place, number + 1) if _SKIPPED.match(line) else None


def _asciidoc_item(line: str, place: Location) -> tuple[str, OutlineItem] | None:
    """Return the mark of an item or a term, and the item."""
    found = _ITEM.match(line)
    term = _TERM.match(found[2] if found else line)
    if found is None and term is None:
        return None
    mark = re.sub(r"\d+", "1", found[1]) if found else term[2] if term else ""
    text = term[1] if term else found[2] if found else ""
    said = _asciidoc_inline(term[3] or "") if term else ""
    return mark, OutlineItem(0, _asciidoc_inline(text), place, place.line, said, term is not None)


def _closed(lines: Sequence[str], number: int, mark: str) -> int:
    """Return the line after the one that closes a block."""
    return next((at + 1 for at in range(number + 1, len(lines)) if lines[at].strip() == mark), len(lines))


def _asciidoc_table(lines: Sequence[str], place: Location, end: int, options: Sequence[str]) -> OutlineTable:
    """Return a table. Cells of several rows are empty in the others, as those of several columns are."""
    columns = _columns("".join(options)) or len(_CELL.findall(next(filter(str.strip, lines), "|")))
    rows: list[OutlineRow] = []
    cells: list[str] = []
    filled = [0] * columns
    start = place
    for number, line in enumerate(lines, place.line + 1):
        marks = list(_CELL.finditer(line))
        if cells:
            more = line[: marks[0].start()] if marks else line
            cells[-1] = f"{cells[-1]} {_asciidoc_inline(more)}".strip()
        for mark, after in zip_longest(marks, marks[1:]):
            cells = _with_filled(cells, filled)
            if len(cells) >= columns:
                rows.append(OutlineRow(tuple(cells[:columns]), start))
                cells = _with_filled([], filled)
            if not any(cells):
                start = place._replace(line=number)
            text = _asciidoc_inline(line[mark.end() : after.start() if after else len(line)])
            if mark["down"] and len(cells) < columns:
                filled[len(cells)] = int(mark["down"]) - 1
            across = min(int(mark["across"] or 1), columns)
            cells += [text] * across if mark["kind"] == "*" else [text, *[""] * (across - 1)]
    if cells:
        rows.append(OutlineRow(tuple(cells[:columns]), start))
    has_header = "header" in "".join(options) or (
        len(lines) > 1 and not lines[1].strip() and lines[0].strip() != ""
    )
    header = rows[0] if rows and has_header else None
    return OutlineTable(header, tuple(rows[1:] if header else rows), place, end)


def _with_filled(cells: list[str], filled: list[int]) -> list[str]:
    """Return the cells of a row, with an empty one where a cell of a row above goes on."""
    while len(cells) < len(filled) and filled[len(cells)] > 0:
        filled[len(cells)] -= 1
        cells = [*cells, ""]
    return cells


def _columns(options: str) -> int:
    """Return how many columns ``[cols="1,3*,2"]`` has, 0 if it does not say so."""
    found = re.search(r"""cols=["']([^"']*)["']|cols=(\d)""", options)
    widths = re.split("[,;]", (found[1] or found[2]) if found else "")
    every = [int(number[1]) if (number := re.match(r"\s*(\d{1,2})\*", width)) else 1 for width in widths]
    return sum(every) if found else 0


def _asciidoc_inline(text: str) -> str:
    """Return inline AsciiDoc as BML has it.

    >>> _asciidoc_inline("*2&#9827;* _forcing_ <<nt,1NT>>")
    '*2♣* /forcing/ 1NT'
    """
    text = re.sub(r"<<[^,>]*,([^>]*)>>|<<([^>]*)>>", lambda found: found[1] or found[2], text.strip())
    text = re.sub(r"(?<![\w_])_([^_\s](?:[^_]*[^_\s])?)_(?![\w_])", r"/\1/", text)
    text = re.sub(r"(?<![\w+])\+(\S[^+\n]*?)\+(?![\w+])", r"\1", text)
    text = re.sub(r"(?<!\w)\[[\w.#-]+\](?=[#*_])|\{(?:nbsp|zwsp|empty|sp)\}|`", " ", text)
    return unescape(text.replace("**", "*")).strip()
