"""How often calls are made, as lines of plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bml_core.document import Emphasis, Link, Mono, Span, Strong, Text
from bml_core.render.share_table import (
    LeftOut,
    Share,
    ShareTable,
    call_shown,
    nothing_fits,
    odds_text,
    share_text,
    table_notes,
    title_pieces,
)
from bml_core.render.text.lines import WIDTH, number_lines, wrapped
from bml_core.render.translations import ENGLISH, Words
from bml_core.render.vocabulary import call_pieces, signs, symbol_pieces

_GAP = "  "
_LEAST_MEANING = 20


def frequency_lines(table: ShareTable, words: Words = ENGLISH, width: int = WIDTH) -> list[str]:
    """Return a title, a line for each call, and the notes below."""
    cells = [(words.call, words.share, words.one_in), *(_cells(row, table, words) for row in table.rows)]
    meanings = [words.meaning, *(_meaning(row, table, words) for row in table.rows)]
    lines = [*wrapped(signs(title_pieces(table, words)), width), ""]
    lines += _table_lines(cells, meanings, width)

    def write(part: str | LeftOut) -> str:
        return part if isinstance(part, str) else signs(call_pieces(part.call, words))

    for note in table_notes(table, write, words):
        lines += ["", *wrapped(note, width)]
    return lines


def spans_text(spans: Iterable[Span]) -> str:
    """Return inline text with printed suit signs, without styles and the targets of links."""
    return "".join(map(_span_text, spans))


def _span_text(span: Span) -> str:
    match span:
        case Text(text) | Mono(text):
            return text
        case Emphasis(spans) | Strong(spans) | Link(_, spans):
            return spans_text(spans)
    return signs(symbol_pieces(span))


def _cells(row: Share, table: ShareTable, words: Words) -> tuple[str, str, str]:
    return signs(call_shown(row, table, words)), share_text(row, words), odds_text(row.share)


def _meaning(row: Share, table: ShareTable, words: Words) -> str:
    return nothing_fits(row, table, words) or spans_text(row.text)


def _table_lines(cells: list[tuple[str, str, str]], meanings: list[str], width: int) -> Iterator[str]:
    lines = number_lines(cells)
    hang = " " * (len(lines[0]) + len(_GAP))
    room = max(width - len(hang), _LEAST_MEANING)
    for numbers, meaning in zip(lines, meanings, strict=True):
        first, *more = wrapped(meaning, room)
        yield f"{numbers}{_GAP}{first}".rstrip()
        yield from (hang + line for line in more)
