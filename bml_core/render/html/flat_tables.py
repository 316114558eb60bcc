"""Bidding tables as tables: a column of calls and one of descriptions, responses set in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bml_core.document import BiddingTable
from bml_core.render.html.anchors import walk_paths
from bml_core.render.html.inline import (
    DEFAULT_OPTIONS,
    HtmlOptions,
    attributes,
    call_html,
    escape,
    first_uses,
    render_description,
)
from bml_core.render.html.tables import (
    HISTORY_DASH,
    history_html,
    row_link,
    scope_html,
    table_close,
    table_open,
)
from bml_core.render.translations import ENGLISH, Words
from bml_core.render.vocabulary import CallText, call_text, history_texts, letters, scope_words

FLAT_CLASS = "bml-flat"
_MOST_STEPS = 12


@dataclass(frozen=True, slots=True)
class FlatRow:
    """A row of a table: its call, its description in HTML, its id, and the calls of the rows above it."""

    call: CallText
    description: str
    ident: str = ""
    above: tuple[CallText, ...] = ()


def flat_table_html(
    rows: Iterable[FlatRow],
    head: str,
    *,
    classes: Iterable[str] = (),
    ident: str = "",
    words: Words = ENGLISH,
) -> str:
    """Return a bidding table as a table; ``head`` is the HTML of its caption, "" for none."""
    body = "".join(_row_html(row, words) for row in rows)
    caption = f"<caption>\n{head}</caption>\n" if head else ""
    # A table without rows is no table, though what stands above it is to be read.
    table = f'<table class="bml-rows">\n{caption}<tbody>\n{body}</tbody>\n</table>\n' if body else head
    return f"{table_open(classes=(FLAT_CLASS, *classes), ident=ident, words=words)}{table}{table_close()}"


def flat_head_html(caption: str, scope: str, history: str) -> str:
    """Return what is above the rows: the caption of the block, the scope, the auction so far."""
    said = f'<p class="bml-caption">{caption}</p>\n' if caption else ""
    return f"{said}{scope}{history}"


def _row_html(row: FlatRow, words: Words) -> str:
    steps = '<i class="bml-step"></i>' * min(len(row.above), _MOST_STEPS)
    above = HISTORY_DASH.join(escape(letters(call.shown)) for call in row.above)
    # The indentation says to the eye what these words say to the ear.
    path = f'<span class="bml-path">{above}{HISTORY_DASH}</span>' if above else ""
    head = f'<th scope="row">{steps}{path}{call_html(row.call, words.alert)}</th>'
    return (
        f"<tr{attributes((), row.ident)}>{head}"
        f'<td><span class="bml-text">{row.description}</span>{row_link(row.ident, words)}</td></tr>\n'
    )


def render_flat_table(
    table: BiddingTable, options: HtmlOptions = DEFAULT_OPTIONS, *, caption: str = ""
) -> str:
    """Return a bidding table, hidden or not, as a table; ``caption`` is HTML."""
    options = replace(options, text=first_uses(options.abbreviations))
    words = options.words
    history = ""
    if table.history is not None:
        description = render_description(table.history.description, options)
        history = history_html(history_texts(table.history, words), description, words)
    head = flat_head_html(caption, scope_html(scope_words(table.scope, words)), history)
    return flat_table_html(_flat_rows(table, options), head, classes=options.classes, words=words)


def _flat_rows(table: BiddingTable, options: HtmlOptions) -> Iterator[FlatRow]:
    above: list[CallText] = []
    for depth, row, path in walk_paths(table):
        del above[depth:]
        call = call_text(row.call, options.words)
        ident = options.row_id(path) if options.row_id else ""
        yield FlatRow(call, render_description(row.description, options), ident, tuple(above))
        above.append(call)
