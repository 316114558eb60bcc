"""Bidding tables as nested lists; rows with responses open and close."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from bml_core.document import BiddingTable, Row
from bml_core.render.html.anchors import walk_paths
from bml_core.render.html.inline import (
    DEFAULT_OPTIONS,
    HtmlOptions,
    attributes,
    call_html,
    escape,
    first_uses,
    links_in,
    render_description,
)
from bml_core.render.translations import ENGLISH, Words, split_at
from bml_core.render.vocabulary import CallText, call_text, history_texts, scope_words

HISTORY_DASH = " – "


def table_open(*, classes: Iterable[str] = (), ident: str = "", words: Words = ENGLISH) -> str:
    """Return the HTML before a bidding table."""
    return f"<div{attributes(('bml-table', *classes), ident)}{_script_words(words)}>\n"


def _script_words(words: Words) -> str:
    """Return the words of the script in other languages than its own, as attributes."""
    said = (
        ("open", words.open_all, ENGLISH.open_all),
        ("close", words.close_all, ENGLISH.close_all),
        ("filter", words.filter_rows, ENGLISH.filter_rows),
        ("matches", words.matches, ENGLISH.matches),
    )
    return "".join(f' data-{name}="{escape(text)}"' for name, text, known in said if text != known)


def scope_html(words: str) -> str:
    """Return the seat and vulnerability a table is limited to; "" for no words."""
    return f'<p class="bml-scope">{escape(words)}</p>\n' if words else ""


def table_close() -> str:
    """Return the HTML after a bidding table."""
    return "</div>\n"


def rows_open() -> str:
    """Return the HTML before rows that stand at one level."""
    return "<ul>\n"


def rows_close() -> str:
    """Return the HTML after rows that stand at one level."""
    return "</ul>\n"


def history_html(calls: Iterable[CallText], description: str = "", words: Words = ENGLISH) -> str:
    """Return the line above a table that tells the auction so far; "" for no calls and no description."""
    shown = HISTORY_DASH.join(call_html(call, words.alert) for call in calls)
    if not (shown or description):
        return ""
    text = f' <span class="bml-text">{description}</span>' if description else ""
    return f'<p class="bml-history"><span class="bml-auction-so-far">{shown}</span>{text}</p>\n'


def row_open(call: str, description: str, ident: str = "", words: Words = ENGLISH) -> str:
    """Return a row without responses; ``call`` and ``description`` are HTML. An id makes a link to itself."""
    line = f'<div class="bml-row">{_row_line(call, description)}</div>'
    return f"<li{attributes((), ident)}>{row_link(ident, words)}{line}"


def row_link(ident: str, words: Words = ENGLISH) -> str:
    """Return the link of a row to itself; "" without an id. The style sheet draws its sign."""
    if not ident:
        return ""
    before, behind = _link_label(words.link_to)
    ident = escape(ident)
    return f'<a class="bml-link" href="#{ident}" aria-label="{before}{ident}{behind}"></a>'


@lru_cache(maxsize=8)
def _link_label(text: str) -> tuple[str, str]:
    before, behind = split_at(text, "row")
    return escape(before), escape(behind)


def row_close() -> str:
    """Return the HTML after a row without responses."""
    return "</li>\n"


def branch_open(
    call: str,
    description: str,
    links: Iterable[str] = (),
    *,
    closed: bool = False,
    ident: str = "",
    words: Words = ENGLISH,
) -> str:
    """Return a row with responses, up to and including the opening of their list.

    A summary must not hold links, since activating it opens and closes the branch: ``description`` comes
    without them and ``links`` stand below it.
    """
    # E-books are XML, which wants a value for every attribute.
    state = "" if closed else ' open=""'
    shown = " · ".join(links)
    below = f'<p class="bml-links">{shown}</p>\n' if shown else ""
    summary = f'<summary class="bml-row">{_row_line(call, description)}</summary>'
    link = row_link(ident, words)
    return f"<li{attributes((), ident)}>{link}<details{state}>{summary}\n{below}{rows_open()}"


def branch_close() -> str:
    """Return the HTML after a row with responses."""
    return f"{rows_close()}</details></li>\n"


def _row_line(call: str, description: str) -> str:
    return f'{call} <span class="bml-text">{description}</span>' if description else call


def branch_is_closed(depth: int, collapse: int) -> bool:
    """Return whether the branch of a row at ``depth`` (0 = top row) starts closed.

    >>> [branch_is_closed(depth, 2) for depth in (0, 1, 2)]
    [False, True, True]
    """
    return 0 < collapse <= depth + 1


def render_table(table: BiddingTable, options: HtmlOptions = DEFAULT_OPTIONS) -> str:
    """Return a bidding table, hidden or not, as nested lists."""
    options = replace(options, text=first_uses(options.abbreviations))
    words = options.words
    parts = [table_open(classes=options.classes, words=words), scope_html(scope_words(table.scope, words))]
    if table.history is not None:
        description = render_description(table.history.description, options)
        parts.append(history_html(history_texts(table.history, words), description, words))
    if table.rows:
        parts += [rows_open(), *_row_parts(table, options), rows_close()]
    return "".join([*parts, table_close()])


def _row_parts(table: BiddingTable, options: HtmlOptions) -> Iterator[str]:
    open_branches = 0
    for depth, row, path in walk_paths(table):
        yield branch_close() * (open_branches - depth)
        yield _row_html(row, depth, options.row_id(path) if options.row_id else "", options)
        open_branches = depth + bool(row.children)
    yield branch_close() * open_branches


def _row_html(row: Row, depth: int, ident: str, options: HtmlOptions) -> str:
    """Return a row; one with responses up to where they begin."""
    words = options.words
    call = call_html(call_text(row.call, words), words.alert)
    description = render_description(row.description, options, links=not row.children)
    if not row.children:
        return row_open(call, description, ident, words) + row_close()
    links = (link for line in row.description for link in links_in(line.spans, options))
    closed = branch_is_closed(depth, options.collapse)
    return branch_open(call, description, links, closed=closed, ident=ident, words=words)
