"""The outline of plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from bml_core.diagnostics import Location
from bml_core.language import read_calls
from bml_core.outlines.call_names import named_calls
from bml_core.outlines.layout import BULLET, IndentedLine, as_table, indented_blocks, is_title
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
from bml_core.outlines.sequences import NOWHERE, is_legal, row_calls
from bml_core.outlines.word_kinds import has, of_kind

_LINE_END = re.compile(r"\r\n?|\n")
_UNDERLINE = re.compile(r"([=\-~^*_#])\1{2,}\s*$")
# "*** 2♣ ***", "=== Majors ==="
_DECORATED = re.compile(r"([=*#~_-])\1+ +(\S.{0,60}?) +\1{2,}")
# The lines below the titles of columns
_RULES = re.compile(r"\s*([-=])\1{2,}(?: {2,}\1{3,})+\s*")
_BORDER = re.compile(r"\+(?:[-=]{2,}\+)+")
_DASHES = re.compile(r"(-{2,5}|\*{2,5}|>{2,5})\s+(?=\S)")
_TAB_WIDTH = 4
_SIGNED = re.compile(r" \(?[1-7]\S{1,2} +(?:=|->|\u2192)")
_TREE = re.compile(r"[ |\u2502]*(?:[|\u2502`+\\\u251c\u2514][-\u2500]+) *(?=\S)")
_FURTHEST = 60
# "From: Per", "Subject: Our notrump": each is a line of its own at the top of a mail.
_MAIL_LINE = re.compile(r"[A-Z][\w-]*: +\S")
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
    head = len([*takewhile(_MAIL_LINE.match, lines)])
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
        is_grid = bare.startswith("|") and below.strip().startswith(("|", "+"))
        if (bare and _RULES.fullmatch(below)) or _BORDER.fullmatch(bare) or is_grid:
            blocks += indented_blocks(held, joins=True)
            held = []
            is_grid = is_grid or not _RULES.fullmatch(below)
            table = _grid(lines, number, file) if is_grid else _table(lines, number, file)
            blocks += table
            number = table[-1].end
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
            if number < head:
                held.append(None)
        else:
            held.append(None)
        number += 1
    blocks += indented_blocks(held, joins=True)
    return Outline(_with_capitals(blocks), _title(blocks))


def _grid(lines: Sequence[str], number: int, file: str) -> tuple[OutlineText | OutlineTable, ...]:
    """Return the table between lines such as ``+----+----+``, with cells such as ``| 1S | natural |``."""
    rows: list[OutlineRow] = []
    borders: list[int] = []
    end = number
    while end < len(lines) and (line := lines[end].strip()).startswith(("|", "+")):
        end += 1
        if re.fullmatch(r"[|+:=\s-]+", line):
            borders.append(len(rows))
        else:
            cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
            rows.append(OutlineRow(cells, Location(file, end)))
    # A line below the first row alone parts the header.
    has_header = 1 in borders and not {2, 3} & {*borders} - {len(rows)}
    return as_table(rows, Location(file, number + 1), end, has_header=has_header)


def _table(lines: Sequence[str], number: int, file: str) -> tuple[OutlineText | OutlineTable, ...]:
    """Return the table in columns whose header is at a line, and whose rows end at an empty one."""
    starts = [rule.start() for rule in re.finditer(r"[-=]+", lines[number + 1])]
    rows: list[OutlineRow] = []
    end = number
    while end < len(lines) and lines[end].strip():
        line = lines[end]
        end += 1
        if _RULES.fullmatch(line):
            continue
        cells = [line[begin:stop].strip() for begin, stop in zip([0, *starts], [*starts, None], strict=True)]
        if rows and cells[-1] and not any(cells[:-1]):
            # What a call means goes on in the line below.
            rows[-1] = rows[-1]._replace(cells=(*rows[-1].cells[:-1], f"{rows[-1].cells[-1]} {cells[-1]}"))
        else:
            rows.append(OutlineRow(tuple(cells), Location(file, end)))
    if not any(row.cells[0] for row in rows):
        rows = [row._replace(cells=row.cells[1:]) for row in rows]
    return as_table(rows, Location(file, number + 1), end, has_header=True)


def plain_rows(text: str, file: str, line: int) -> list[OutlineItem | OutlineText]:
    """Return the rows of a text within a page that keeps its columns; none if it is more than rows.

    The first line may be calls alone. ``line`` is the number of lines above it in the page.
    """
    blocks = [moved(block, line) for block in parse_plain(text, file).blocks]
    first = blocks[0] if len(blocks) > 1 else None
    calls = read_calls(first.text.strip()) if isinstance(first, OutlineText) else None
    is_led = isinstance(first, OutlineText) and calls is not None and calls.end == len(first.text.strip())
    rows = [block for n, block in enumerate(blocks) if isinstance(block, OutlineItem) or (is_led and not n)]
    return [block for block in rows if isinstance(block, OutlineItem | OutlineText)] * (
        len(rows) == len(blocks)
    )


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
        # "   3S = 16+" below "1S-2NT: 4+ spades" is as likely further in as below 2NT.
        is_indented = before[-1:] == "-" and " " not in before.strip() and column <= _TAB_WIDTH
        goes_on = (
            own is not None
            and read is not None
            and is_legal((*row_calls(read, NOWHERE), *row_calls(own, NOWHERE)))
        )
        if read is None or column >= read.end or not is_below_call or is_whole or (is_indented and goes_on):
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
    if (word := of_kind("next").match(bare)) and _SIGNED.match(bare, word.end()):
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
