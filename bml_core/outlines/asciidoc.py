"""The outline of a page of AsciiDoc."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import zip_longest

from bml_core.diagnostics import Location
from bml_core.outlines.outline import (
    Outline,
    OutlineBlock,
    OutlineHeading,
    OutlineItem,
    OutlineOther,
    OutlineRow,
    OutlineTable,
    OutlineText,
)

_LINE_END = re.compile(r"\r\n?|\n")
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
    blocks = list(_blocks(lines, file))
    title = next((block.text for block in blocks if isinstance(block, OutlineHeading)), "")
    return Outline(tuple(blocks), title)


def _blocks(lines: Sequence[str], file: str) -> Iterator[OutlineBlock]:
    number = 0
    held: OutlineItem | OutlineText | None = None
    marks: list[str] = []
    is_joined = is_apart = False
    while number < len(lines):
        line = lines[number].strip()
        place = Location(file, number + 1, len(lines[number]) - len(lines[number].lstrip()) + 1)
        block = _block(lines, number, place)
        end = block.end if block is not None else number + 1
        goes_on = line and block is None and held is not None and (line == "+" or is_joined or not is_apart)
        item = None if block is not None or is_joined else _item(line, place)
        if item is not None:
            mark, following = item
            marks = marks[: marks.index(mark) + 1] if mark in marks else [*marks, mark]
            if held is not None:
                yield held
            held = following._replace(depth=len(marks) - 1)
        elif goes_on and held is not None:
            held = _continued(held, "" if line == "+" else _inline(line), end)
        elif line or isinstance(held, OutlineText):
            if held is not None:
                yield held
            held = None
            marks = marks if isinstance(block, OutlineOther) or not line else []
            if block is not None:
                yield block
            elif line:
                held = OutlineText(_inline(line), place, end)
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


def _block(lines: Sequence[str], number: int, place: Location) -> OutlineBlock | None:
    """Return the table, heading or other block that begins on a line; None for items and paragraphs."""
    line = lines[number].strip()
    if line.startswith("|==="):
        end = _closed(lines, number, line)
        return _table(lines[number + 1 : end - 1], place, end, options=lines[number - 1 : number])
    if _FENCE.match(line):
        return OutlineOther(place, _closed(lines, number, line))
    if found := _HEADING.match(line):
        return OutlineHeading(len(found[1]), _inline(found[2]), place, number + 1)
    if re.match(r"\.(?=[^\s.])", line):
        # The title of a block says what is below it.
        return OutlineText(f"{_inline(line[1:]).rstrip(': ')}:", place, number + 1)
    return OutlineOther(place, number + 1) if _SKIPPED.match(line) else None


def _item(line: str, place: Location) -> tuple[str, OutlineItem] | None:
    """Return the mark of an item or a term, and the item."""
    found = _ITEM.match(line)
    term = _TERM.match(found[2] if found else line)
    if found is None and term is None:
        return None
    mark = re.sub(r"\d+", "1", found[1]) if found else term[2] if term else ""
    text = term[1] if term else found[2] if found else ""
    said = _inline(term[3] or "") if term else ""
    return mark, OutlineItem(0, _inline(text), place, place.line, said, term is not None)


def _closed(lines: Sequence[str], number: int, mark: str) -> int:
    """Return the line after the one that closes a block."""
    return next((at + 1 for at in range(number + 1, len(lines)) if lines[at].strip() == mark), len(lines))


def _table(lines: Sequence[str], place: Location, end: int, options: Sequence[str]) -> OutlineTable:
    """Return a table. Cells of several rows are empty in the others, as those of several columns are."""
    columns = _column_count("".join(options)) or len(_CELL.findall(next(filter(str.strip, lines), "|")))
    rows: list[OutlineRow] = []
    cells: list[str] = []
    filled = [0] * columns
    start = place
    for number, line in enumerate(lines, place.line + 1):
        marks = list(_CELL.finditer(line))
        if cells:
            more = line[: marks[0].start()] if marks else line
            cells[-1] = f"{cells[-1]} {_inline(more)}".strip()
        for mark, after in zip_longest(marks, marks[1:]):
            cells = _with_filled(cells, filled)
            if len(cells) >= columns:
                rows.append(OutlineRow(tuple(cells[:columns]), start))
                cells = _with_filled([], filled)
            if not any(cells):
                start = place._replace(line=number)
            text = _inline(line[mark.end() : after.start() if after else len(line)])
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


def _column_count(options: str) -> int:
    """Return how many columns ``[cols="1,3*,2"]`` has, 0 if it does not say so."""
    found = re.search(r"""cols=["']([^"']*)["']|cols=(\d)""", options)
    widths = re.split("[,;]", (found[1] or found[2]) if found else "")
    every = [int(number[1]) if (number := re.match(r"\s*(\d{1,2})\*", width)) else 1 for width in widths]
    return sum(every) if found else 0


def _inline(text: str) -> str:
    """Return inline AsciiDoc as BML has it.

    >>> _inline("*2&#9827;* _forcing_ <<nt,1NT>>")
    '*2♣* /forcing/ 1NT'
    """
    text = re.sub(r"<<[^,>]*,([^>]*)>>|<<([^>]*)>>", lambda found: found[1] or found[2], text.strip())
    text = re.sub(r"(?<![\w_])_([^_\s](?:[^_]*[^_\s])?)_(?![\w_])", r"/\1/", text)
    text = re.sub(r"(?<![\w+])\+(\S[^+\n]*?)\+(?![\w+])", r"\1", text)
    text = re.sub(r"(?<!\w)\[[\w.#-]+\](?=[#*_])|\{(?:nbsp|zwsp|empty|sp)\}|`", " ", text)
    return unescape(text.replace("**", "*")).strip()
