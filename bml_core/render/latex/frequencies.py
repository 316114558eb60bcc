"""How often calls are made, as LaTeX; the commands are those of ``bml.sty``."""

from __future__ import annotations

from collections.abc import Iterable

from bml_core.render.latex.inline import escape, pieces_latex, render_spans
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
from bml_core.render.translations import ENGLISH, Words
from bml_core.render.vocabulary import call_pieces


def render_frequencies(table: ShareTable, words: Words = ENGLISH) -> str:
    """Return a table with a bar in each row, if bars are asked for."""
    heads = (words.call, words.share, words.one_in, words.meaning)
    shares = [words.share, *(share_text(row, words) for row in table.rows)]
    odds = [words.one_in, *(odds_text(row.share) for row in table.rows)]
    bars = "1" if table.chart else "0"
    title = pieces_latex(title_pieces(table, words))
    opened = _groups((bars, _width(shares), _width(odds), title, *map(escape, heads)))
    rows = "".join(_row(row, table, words) for row in table.rows)

    def write(part: str | LeftOut) -> str:
        return escape(part) if isinstance(part, str) else pieces_latex(call_pieces(part.call, words))

    below = "".join(f"\\bmlsharenote{{{note}}}\n" for note in table_notes(table, write, words))
    return f"\\begin{{bmlshares}}{opened}\n{rows}\\end{{bmlshares}}\n{below}"


def _row(row: Share, table: ShareTable, words: Words) -> str:
    length = round(10_000 * table.length_of(row)) if table.chart else 0
    meaning = render_spans(row.text)
    if nothing := nothing_fits(row, table, words):
        meaning = f"\\bmllabel{{{escape(nothing)}}}"
    call, bar = pieces_latex(call_shown(row, table, words)), f"\\bmlbar{{{length}}}"
    numbers = escape(share_text(row, words)), escape(odds_text(row.share))
    return f"\\bmlshare{_groups((call, bar, *numbers, meaning))}\n"


def _width(texts: Iterable[str]) -> str:
    """Return room for the longest of some numbers."""
    return f"{max(map(len, texts)) * 0.52 + 0.8:.2f}em"


def _groups(parts: Iterable[str]) -> str:
    return "".join(f"{{{part}}}" for part in parts)
