"""The outline of a BML document, and what its texts say of calls beside its rows, which are agreements."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bml_core.diagnostics import Location
from bml_core.document import (
    BiddingTable,
    BulletList,
    Document,
    Enumeration,
    Heading,
    Paragraph,
    Span,
    Table,
    TableRow,
    plain_text,
    walk_rows,
)
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
from bml_core.outlines.outline_notes import OutlineNotes, TablePart
from bml_core.outlines.reading import read_outline
from bml_core.outlines.statements import mentions_calls

# "(2♦)-2NT  16-18", "1♣-(X)-2♥"
_THEIRS = re.compile(r"[*_]*(?:P-)?(?:[1-7][^\s()]{1,4})?\([1-7X]")


def statements_of_document(document: Document) -> tuple[BiddingTable, ...]:
    r"""Return what the texts of a document say of calls, as tables from which no agreement comes.

    >>> from bml_core.language import parse
    >>> (table,) = statements_of_document(parse("* Rebids\n\nAfter 1C-1D the rebid of 2N is 21--22."))
    >>> table.history.text, table.rows[0].description[0].text
    ('1C-1D;', '21–22')
    """
    if document.statements is not None:
        return document.statements
    # Without headings it is a part of a page, and what is above it there is not known.
    if not any(isinstance(block, Heading) for block in document.blocks):
        return ()
    if not any(mentions_calls(text) for block in document.blocks for text in _texts(block)):
        return ()
    return statements_of_page(read_outline(Outline(blocks_of_document(document))))


def blocks_of_document(document: Document) -> tuple[OutlineBlock, ...]:
    """Return the blocks of a document as those of an outline."""
    return tuple(block for each in document.blocks for block in _blocks(each))


def statements_of_page(notes: OutlineNotes) -> tuple[BiddingTable, ...]:
    """Return all that a page says of calls where its rows are not agreements, these included."""
    parts = (part for part in notes.parts if isinstance(part, TablePart))
    rows = (table for part in parts for table in part.tables if part.is_told or _is_sure(table, part))
    return (*rows, *notes.statements)


def _is_sure(table: BiddingTable, part: TablePart) -> bool:
    """Return whether the auction of rows is: what headings say of their calls may be meant of some only."""
    calls = (*(table.history.calls if table.history else ()), *(row.call for _, row in walk_rows(table.rows)))
    first = part.blocks[0]
    is_whole = isinstance(first, OutlineItem) and _THEIRS.match(first.text) is not None
    return is_whole or not (part.is_other or any(call.theirs for call in calls))


def _texts(block: object) -> Iterator[str]:
    match block:
        case Paragraph(spans=spans) | Heading(spans=spans):
            yield plain_text(spans)
        case BulletList(items=items) | Enumeration(items=items):
            yield from (plain_text(item.spans) for item in items)
        case Table(rows=rows):
            yield from (plain_text(cell) for row in rows for cell in row.cells)


def _blocks(block: object) -> Iterator[OutlineBlock]:
    """Yield a block of a document as those of an outline."""

    def end(text: str, place: Location) -> int:
        return place.line + text.count("\n")

    match block:
        case Heading(level=level, spans=spans, location=place):
            yield OutlineHeading(level, _text(spans), place, place.line)
        case Paragraph(spans=spans, location=place):
            yield OutlineText(_text(spans), place, end(_text(spans), place))
        case BulletList(items=items) | Enumeration(items=items):
            for item in items:
                text = _text(item.spans)
                yield OutlineItem(0, text, item.location, end(text, item.location))
        case Table(header=header, rows=rows, location=place, drawn=False):
            read = [_row(row) for row in rows]
            yield OutlineTable(
                _row(header[-1]) if header else None, tuple(read), place, place.line + len(rows)
            )
        case BiddingTable(history=history, location=place):
            yield OutlineOther(place, place.line, history.calls if history else ())


def _row(row: TableRow) -> OutlineRow:
    return OutlineRow(tuple(map(_text, row.cells)), row.location)


def _text(spans: tuple[Span, ...]) -> str:
    return plain_text(spans, signs=True)
