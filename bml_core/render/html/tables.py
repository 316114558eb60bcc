"""Bidding tables as nested lists; rows with sub-bids open and close."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from bml_core.document import BiddingTable, History, Row, walk_table
from bml_core.render.html.anchors import history_path, row_path
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
from bml_core.render.vocabulary import CallWording, call_wording, history_wordings, scope_words

HISTORY_DASH = " – "


def table_open(*, classes: Iterable[str] = (), ident: str = "", words: Words = ENGLISH) -> str:
    """Before a bidding table."""
    return f"<div{attributes(('bml-table', *classes), ident)}{_script_words(words)}>\n"


def _script_words(words: Words) -> str:
    """What the script has to say about the table, as far as it does not know."""
    said = (
        ("open", words.open_all, ENGLISH.open_all),
        ("close", words.close_all, ENGLISH.close_all),
        ("filter", words.filter_rows, ENGLISH.filter_rows),
        ("matches", words.matches, ENGLISH.matches),
    )
    return "".join(f' data-{name}="{escape(text)}"' for name, text, known in said if text != known)


def scope_html(words: str) -> str:
    """The seat and vulnerability a table is limited to; "" for no words."""
    return f'<p class="bml-scope">{escape(words)}</p>\n' if words else ""


def table_close() -> str:
    """After a bidding table."""
    return "</div>\n"


def rows_open() -> str:
    """Before rows that stand at one level."""
    return "<ul>\n"


def rows_close() -> str:
    """After rows that stand at one level."""
    return "</ul>\n"


def history_html(calls: Iterable[CallWording], description: str = "", words: Words = ENGLISH) -> str:
    """The line above a table that tells the auction so far; "" for no calls and no description."""
    shown = HISTORY_DASH.join(call_html(call, words.alert) for call in calls)
    if not (shown or description):
        return ""
    text = f' <span class="bml-text">{description}</span>' if description else ""
    return f'<p class="bml-history"><span class="bml-auction-so-far">{shown}</span>{text}</p>\n'


def row_open(call: str, description: str, ident: str = "", words: Words = ENGLISH) -> str:
    """A row without sub-bids; ``call`` and ``description`` are HTML. With an id it has a link to itself."""
    line = f'<div class="bml-row">{_row_line(call, description)}</div>'
    return f"<li{attributes((), ident)}>{row_link(ident, words)}{line}"


def row_link(ident: str, words: Words = ENGLISH) -> str:
    """The permanent link of a row; "" without an id. Its sign is drawn by the style sheet."""
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
    """After a row without sub-bids."""
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
    """A row with sub-bids, up to and including the opening of their list.

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
    """After a row with sub-bids."""
    return f"{rows_close()}</details></li>\n"


def _row_line(call: str, description: str) -> str:
    return f'{call} <span class="bml-text">{description}</span>' if description else call


def branch_is_closed(depth: int, collapse: int) -> bool:
    """Whether the branch of a row at ``depth`` (0 = top row) starts closed.

    >>> [branch_is_closed(depth, 2) for depth in (0, 1, 2)]
    [False, True, True]
    """
    return 0 < collapse <= depth + 1


class _TableWriter:
    """Writes a bidding table; a visitor of the walk."""

    def __init__(self, options: HtmlOptions) -> None:
        self.parts: list[str] = []
        self._options = replace(options, text=first_uses(options.abbreviations))
        self._words = options.words
        self._in_rows = False
        self._paths = [""]

    def enter_table(self, table: BiddingTable) -> None:
        opening = table_open(classes=self._options.classes, words=self._words)
        self.parts.append(opening + scope_html(scope_words(table.scope, self._words)))

    def history(self, history: History) -> None:
        self._paths = [history_path(history)]
        description = render_description(history.description, self._options)
        self.parts.append(history_html(history_wordings(history, self._words), description, self._words))

    def leave_table(self, table: BiddingTable) -> None:
        self.parts.append((rows_close() if table.rows else "") + table_close())

    def enter_row(self, row: Row, depth: int) -> None:
        if not self._in_rows:
            self._in_rows = True
            self.parts.append(rows_open())
        call = call_html(call_wording(row.call, self._words), self._words.alert)
        path = row_path(self._paths[-1], row.call)
        ident = self._options.row_id(path) if self._options.row_id else ""
        description = render_description(row.description, self._options, links=not row.children)
        if not row.children:
            self.parts.append(row_open(call, description, ident, self._words))
            return
        self._paths.append(path)
        links = (link for line in row.description for link in links_in(line.spans, self._options))
        closed = branch_is_closed(depth, self._options.collapse)
        self.parts.append(
            branch_open(call, description, links, closed=closed, ident=ident, words=self._words)
        )

    def leave_row(self, row: Row, depth: int) -> None:
        self.parts.append(branch_close() if row.children else row_close())

    def enter_children(self, row: Row, depth: int) -> None:
        """The list of sub-bids is opened by the branch."""

    def leave_children(self, row: Row, depth: int) -> None:
        """The list of sub-bids is closed by the branch."""
        self._paths.pop()


def render_table(table: BiddingTable, options: HtmlOptions = DEFAULT_OPTIONS) -> str:
    """A bidding table, hidden or not, as nested lists."""
    writer = _TableWriter(options)
    walk_table(table, writer)
    return "".join(writer.parts)
