"""Text blocks: headings, lists, enumerations, definitions, tables and paragraphs."""

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
from bml_core.language.block_kinds import BULLET, NUMBER
from bml_core.language.inline_text import parse_inline, parse_inline_lines
from bml_core.language.source_lines import SourceLine

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
