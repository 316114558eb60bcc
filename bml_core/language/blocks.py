"""The blocks of a text beside bidding tables, auctions and deals, and the one table of how each begins."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from bml_core.diagnostics import DiagnosticLog
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
from bml_core.language.auction_blocks import (
    auction_length,
    auction_start,
    facts_above_auction,
    is_auction,
    parse_auction,
)
from bml_core.language.diagrams import (
    diagram_length,
    diagram_start,
    is_hand_alone,
    parse_diagram,
    parse_hand_alone,
)
from bml_core.language.inline import line_spans, parse_inline_lines
from bml_core.language.lines import SourceLine

HEADING = re.compile(r"(\*+)\s+(\S.*)|(\*{2,})([^\s*][^*]*)$")
"""Several asterisks need no blank unless they close something bold."""
BULLET = re.compile(r"\s*-(?!-)\s*(?=\S)")
NUMBER = re.compile(r"\s*(\d{1,6})\.\s+(?=\S)")
TABLE_ROW = re.compile(r"\s*\|")
FENCE = re.compile(r"\s*(?:(?:`{3,}|~{3,})\s*\{?\.?bml\b|\.\. bml::)")
"""How blocks of BML begin in Markdown and reStructuredText."""

_RULE = re.compile(r"\s*\|(?=[^-]*-)[-+:|= ]+$")
_SEPARATOR = re.compile(r"(?<!\s)\s+::(?!\S)\s*")
_CELL_END = re.compile(r"(?<!\\)\|")
_DEEPEST_HEADING = 6


def parse_heading(line: SourceLine, log: DiagnosticLog) -> Heading:
    """Parse a heading line; six levels."""
    level = len(line.text) - len(line.text.lstrip("*"))
    title = line.text[level:].strip()
    spans = line_spans(title, line.at(line.text.index(title, level)), log)
    return Heading(min(level, _DEEPEST_HEADING), spans, line.at())


def parse_paragraph(lines: list[SourceLine], log: DiagnosticLog) -> Paragraph:
    """Parse a paragraph, white space at the beginning of lines ignored."""
    return Paragraph(parse_inline_lines(lines, log), lines[0].location)


def parse_bullets(lines: list[SourceLine], log: DiagnosticLog) -> Block:
    """Parse a list, or a definition list if an item has `` :: ``; items may go on over several lines."""
    items = list(_items(lines, BULLET))
    if any(_SEPARATOR.search(item[0].text) for item in items):
        return DefinitionList(tuple(_definition(item, log) for item in items), lines[0].location)
    return BulletList(tuple(_item(item, log) for item in items), lines[0].location)


def parse_enumeration(lines: list[SourceLine], log: DiagnosticLog) -> Enumeration:
    """Parse an ordered list, counting from the number of its first item."""
    found = NUMBER.match(lines[0].text)
    assert found is not None
    items = tuple(_item(item, log) for item in _items(lines, NUMBER))
    return Enumeration(items, lines[0].location, int(found[1]))


def parse_table(lines: list[SourceLine], log: DiagnosticLog) -> Table:
    """Parse a text table; the rows above the first rule are its header."""
    rows: list[TableRow] = []
    header: list[TableRow] = []
    for line in lines:
        if _RULE.match(line.text):
            if not header:
                header, rows = rows, []
        else:
            rows.append(TableRow(tuple(_cells(line, log)), line.location))
    columns = max((len(row.cells) for row in (*header, *rows)), default=0)

    def padded(rows: list[TableRow]) -> tuple[TableRow, ...]:
        return tuple(TableRow(row.cells + ((),) * (columns - len(row.cells)), row.location) for row in rows)

    return Table(padded(header), padded(rows), columns, lines[0].location)


def _cells(line: SourceLine, log: DiagnosticLog) -> Iterator[tuple[Span, ...]]:
    text = line.text.rstrip()
    begin = text.index("|") + 1
    is_closed = text.endswith("|") and not text.endswith("\\|") and len(text) > begin
    end = len(text) - 1 if is_closed else len(text)
    for stop in (*(bar.start() for bar in _CELL_END.finditer(text, begin, end)), end):
        cell = text[begin:stop]
        offset = begin + len(cell) - len(cell.lstrip())
        yield line_spans(cell.strip().replace("\\|", "|"), line.at(offset), log)
        begin = stop + 1


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
    term = line_spans(first.text[: found.start()], first.at(), log)
    body = [line for line in (first.cut(found.end()), *lines[1:]) if not line.is_blank]
    return Definition(term, parse_inline_lines(body, log) if body else (), first.at())


def parse_fenced(lines: list[SourceLine], log: DiagnosticLog) -> Paragraph:
    """Parse a block as pages of a site have it, which is text here."""
    message = "This is read as text: fenced blocks are for pages of a site, and this is a BML file."
    hint = "In a BML file, delete the lines around the block. Names of pages end in .md or .rst."
    log.report("BML213", message, lines[0].location, hint)
    return parse_paragraph(lines, log)


# ---------------------------------------------------------------- how blocks begin


class BlockRule(NamedTuple):
    """A kind of block: whether lines begin with one, how many lines it has of them, and what reads it.

    ``is_text`` says whether a table may begin within it.
    """

    begins: Callable[[list[SourceLine]], object]
    length: Callable[[list[SourceLine]], int]
    read: Callable[[list[SourceLine], DiagnosticLog], Block]
    is_text: bool = False


def _auction_length(lines: list[SourceLine]) -> int:
    # "- 1C P 1H" may be an item of a list as well: then the next lines belong to it whatever they are.
    return len(lines) if BULLET.match(lines[0].text) or NUMBER.match(lines[0].text) else auction_length(lines)


def _text_table_length(lines: list[SourceLine]) -> int:
    return next((index for index, line in enumerate(lines) if not TABLE_ROW.match(line.text)), len(lines))


def _paragraph_length(lines: list[SourceLine]) -> int:
    # What is without a blank line above a deal, or above an auction with its seats, is a block of its own.
    return diagram_start(lines) or auction_start(lines) or len(lines)


RULES = (
    BlockRule(is_auction, _auction_length, parse_auction),
    BlockRule(lambda lines: BULLET.match(lines[0].text), len, parse_bullets, is_text=True),
    BlockRule(lambda lines: NUMBER.match(lines[0].text), len, parse_enumeration, is_text=True),
    BlockRule(lambda lines: TABLE_ROW.match(lines[0].text), _text_table_length, parse_table, is_text=True),
    BlockRule(facts_above_auction, facts_above_auction, parse_diagram),
    BlockRule(is_hand_alone, len, parse_hand_alone),
    BlockRule(diagram_length, diagram_length, parse_diagram),
    BlockRule(lambda lines: FENCE.match(lines[0].text), _paragraph_length, parse_fenced),
    BlockRule(bool, _paragraph_length, parse_paragraph, is_text=True),
)
"""The kinds of blocks beside headings and bidding tables; the first that fits reads the lines."""
