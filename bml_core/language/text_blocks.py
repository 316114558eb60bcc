"""What a block is by its first lines, and text blocks: headings, lists, definitions, tables, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bml_core.diagnostics import DiagnosticLog, Location
from bml_core.document import (
    Block,
    BulletList,
    Definition,
    DefinitionList,
    Enumeration,
    Heading,
    ListItem,
    Paragraph,
    Span,
    Table,
    TableRow,
)
from bml_core.language.inline_text import parse_inline, parse_inline_lines
from bml_core.language.row_parts import ACTIONS
from bml_core.language.source_lines import SourceLine

#: Several asterisks need no blank unless they close something bold.
HEADING = re.compile(r"(\*+)\s+(\S.*)|(\*{2,})([^\s*][^*]*)$")
BULLET = re.compile(r"\s*-(?!-)\s*(?=\S)")
NUMBER = re.compile(r"\s*(\d{1,6})\.\s+(?=\S)")
TABLE_ROW = re.compile(r"\s*\|")

_CALL = re.compile(
    rf"!?\(?!?(?:[1-7](?:NT|!?[CDHSNcdhs\u2660\u2663\u2665\u2666])|{'|'.join(ACTIONS)})!*\)?[!*]*"
)
_MARK = re.compile(r"-+|[\u2013\u2014]|\?+|\.\.\.|\u2026|AP|/|=")
NOTE = re.compile(r"\s*\[([0-9A-Za-z]{1,3})\]\s+(?=\S)")
NOTE_MARK = re.compile(r"(?<=.)\[([0-9A-Za-z]{1,3})\]$")
ALL_PASSES = re.compile(r"\b[Aa]ll [Pp]ass\b(\[[0-9A-Za-z]{1,3}\])?")
ROW_LENGTH = 4
_CLOCKWISE = "NESWNESW"
_SEAT_WORDS = {"n", "e", "s", "w", "north", "east", "south", "west"}

_HOLDING = r"(?:(?:10|[2-9AKQJTx])+|-|\u2013|\u2014)"
HAND = re.compile(
    rf"\s*([NESW])(?::\s*{_HOLDING}(?:\s+{_HOLDING})*|\s+{_HOLDING}(?:\s+{_HOLDING}){{2,}})\s*$"
)

#: One line above the hands may say anything.
_FREE_HEADERS = 1
_HEADER_WORD = re.compile(
    r"(?i:[nesw]|ns|ew|none|all|both|north|east|south|west|board|contract|deal|dealer|lead|vul|vulnerable)"
    r"|#?\d{1,6}|[1-7](?:NT|[CDHSN])X{0,2}[NESW]|P|PASS|!?[cdhs](?:10|[2-9AKQJT])"
)


# ---------------------------------------------------------------- auctions


def is_auction(lines: list[SourceLine]) -> bool:
    """Return True if the first row of a block, below an optional line of seats, has four calls."""
    seats = seat_letters(lines[0].text)
    rows = lines[1:] if seats else lines
    if not rows:
        return False
    words = [without_mark(word) for word in ALL_PASSES.sub(r"AP\1", rows[0].text).split()]
    if not all(map(is_entry, words)):
        return False
    has_call = any(_CALL.fullmatch(word) for word in words)
    return has_call and (bool(seats) or len(words) >= ROW_LENGTH)


def auction_length(lines: list[SourceLine]) -> int:
    """Return the number of lines of an auction at the beginning of a block, its notes included."""
    begin = 1 if seat_letters(lines[0].text) else 0
    is_part = [_is_row(line.text) or NOTE.match(line.text) for line in lines[begin:]]
    return next((begin + n for n, part in enumerate(is_part) if not part), len(lines))


def _is_row(text: str) -> bool:
    """Return True if a line has entries of an auction alone, or is short and has a slip."""
    words = [without_mark(word) for word in ALL_PASSES.sub(r"AP\1", text).split()]
    entries = sum(map(is_entry, words))
    has_slip = len(words) == 1 or 0 < entries < len(words) <= ROW_LENGTH
    return entries == len(words) or has_slip


def is_entry(word: str) -> bool:
    """Return True for a call, or a mark that takes the place of one."""
    return (_CALL.fullmatch(word) or _MARK.fullmatch(word)) is not None


def without_mark(word: str) -> str:
    """Return an entry of an auction without the mark of its note."""
    return NOTE_MARK.sub("", word)


def seat_letters(text: str) -> tuple[str, ...]:
    """Return the letters of a line that names a seat for each column, such as ``West North East South``."""
    words = [word[:1].upper() if word.lower() in _SEAT_WORDS else "" for word in text.split()]
    is_header = len(words) == ROW_LENGTH and all(words) and "".join(words) in _CLOCKWISE
    return tuple(words) if is_header else ()


# ---------------------------------------------------------------- deal diagrams


def diagram_start(lines: list[SourceLine]) -> int:
    """Return the number of the first line of a deal diagram in a block: its headers, or its first hand.

    The line above the hands is a header whatever it says, as long as the block begins with it; other lines
    above the hands are headers if most of their words are about the board.
    """
    first = first_hand(lines)
    if first is None or first < _FREE_HEADERS + 1:
        return 0
    start = first
    while start and _is_header(lines[start - 1].text):
        start -= 1
    return start


def diagram_length(lines: list[SourceLine]) -> int:
    """Return the number of lines of a block that begins with a deal diagram, up to its last hand; 0 if none.

    Other lines among the hands are errors, not a reason to read the block as prose.
    """
    if first_hand(lines) is None or diagram_start(lines):
        return 0
    return max(number for number, line in enumerate(lines) if HAND.match(line.text)) + 1


def first_hand(lines: list[SourceLine]) -> int | None:
    """Return the number of the first line that is a hand, or None."""
    return next((number for number, line in enumerate(lines) if HAND.match(line.text)), None)


def _is_header(text: str) -> bool:
    words = header_words(text)
    return 2 * sum(_HEADER_WORD.fullmatch(word) is not None for word in words) > len(words)


def header_words(text: str) -> list[str]:
    """Return the words of a header, without the marks between them."""
    return [word for word in re.split(r"[\s,;:.]+", text) if word]


_RULE = re.compile(r"\s*\|(?=[^-]*-)[-+:|= ]+$")
_SEPARATOR = re.compile(r"(?<!\s)\s+::(?!\S)\s*")
_CELL_END = re.compile(r"(?<!\\)\|")
_DEEPEST_HEADING = 6


def parse_heading(line: SourceLine, log: DiagnosticLog) -> Heading:
    """Parse a heading line; six levels."""
    level = len(line.text) - len(line.text.lstrip("*"))
    title = line.text[level:].strip()
    spans = _parsed(title, line.at(line.text.index(title, level)), log)
    return Heading(min(level, _DEEPEST_HEADING), spans, line.at())


def parse_paragraph(lines: list[SourceLine], log: DiagnosticLog) -> Paragraph:
    """Parse a paragraph, white space at the beginning of lines ignored."""
    return Paragraph(parse_inline_lines(lines, log), lines[0].at(lines[0].start))


def parse_bullets(lines: list[SourceLine], log: DiagnosticLog) -> Block:
    """Parse a list, or a definition list if an item has `` :: ``; items may go on over several lines."""
    items = list(_items(lines, BULLET))
    place = lines[0].at(lines[0].start)
    if any(_SEPARATOR.search(item[0].text) for item in items):
        return DefinitionList(tuple(_definition(item, log) for item in items), place)
    return BulletList(tuple(_item(item, log) for item in items), place)


def parse_enumeration(lines: list[SourceLine], log: DiagnosticLog) -> Enumeration:
    """Parse an ordered list, counting from the number of its first item."""
    found = NUMBER.match(lines[0].text)
    assert found is not None
    items = tuple(_item(item, log) for item in _items(lines, NUMBER))
    return Enumeration(items, lines[0].at(lines[0].start), int(found[1]))


def parse_table(lines: list[SourceLine], log: DiagnosticLog) -> Table:
    """Parse a text table; the rows above the first rule are its header."""
    rows: list[TableRow] = []
    header: list[TableRow] = []
    for line in lines:
        if _RULE.match(line.text):
            if not header:
                header, rows = rows, []
        else:
            rows.append(TableRow(tuple(_cells(line, log)), line.at(line.start)))
    columns = max((len(row.cells) for row in (*header, *rows)), default=0)
    return Table(_padded(header, columns), _padded(rows, columns), columns, lines[0].at(lines[0].start))


def _padded(rows: list[TableRow], columns: int) -> tuple[TableRow, ...]:
    return tuple(TableRow(row.cells + ((),) * (columns - len(row.cells)), row.location) for row in rows)


def _cells(line: SourceLine, log: DiagnosticLog) -> Iterator[tuple[Span, ...]]:
    text = line.text.rstrip()
    begin = text.index("|") + 1
    end = (
        len(text) - 1 if text.endswith("|") and not text.endswith("\\|") and len(text) > begin else len(text)
    )
    for found in _CELL_END.finditer(text, begin, end):
        yield _cell(text, begin, found.start(), line, log)
        begin = found.end()
    yield _cell(text, begin, end, line, log)


def _cell(text: str, begin: int, end: int, line: SourceLine, log: DiagnosticLog) -> tuple[Span, ...]:
    cell = text[begin:end]
    offset = begin + len(cell) - len(cell.lstrip())
    return _parsed(cell.strip().replace("\\|", "|"), line.at(offset), log)


def _parsed(text: str, place: Location, log: DiagnosticLog) -> tuple[Span, ...]:
    spans = parse_inline(text, place)
    log.add(spans.diagnostics)
    return spans.value


def _items(lines: list[SourceLine], mark: re.Pattern[str]) -> Iterator[list[SourceLine]]:
    """Yield the lines of each item, the mark taken off its first line."""
    item: list[SourceLine] = []
    for line in lines:
        found = mark.match(line.text)
        if found is None:
            item.append(line)
            continue
        if item:
            yield item
        item = [line.cut(found.end())]
    yield item


def _item(lines: list[SourceLine], log: DiagnosticLog) -> ListItem:
    return ListItem(parse_inline_lines(lines, log), lines[0].at())


def _definition(lines: list[SourceLine], log: DiagnosticLog) -> Definition:
    first = lines[0]
    found = _SEPARATOR.search(first.text)
    if found is None:
        return Definition(parse_inline_lines(lines, log), (), first.at())
    term = _parsed(first.text[: found.start()], first.at(), log)
    body = [line for line in (first.cut(found.end()), *lines[1:]) if not line.is_blank]
    return Definition(term, parse_inline_lines(body, log) if body else (), first.at())
