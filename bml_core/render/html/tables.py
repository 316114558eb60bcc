"""Bidding tables as nested lists that open and close, or as flat tables; every row has an id, its auction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, repeat

from bml_core.bridge import SUITS
from bml_core.diagnostics import Location
from bml_core.document import BiddingTable, History, Row, RowCall, walk_rows
from bml_core.render.html.inline import (
    DEFAULT_OPTIONS,
    HtmlOptions,
    attributes,
    call_html,
    escape,
    first_uses,
    link_html,
    links_in,
    render_description,
    render_spans,
)
from bml_core.render.links import NO_WAYS, Way, Ways, heading_anchor
from bml_core.render.texts import CallText, call_text, history_texts, letters, scope_words
from bml_core.render.translations import ENGLISH, Words, split_at

# ---------------------------------------------------------------- ids of rows

ROW_ID_DASH = "-"
_LONGEST_WORD = 24
_LETTERS = {ord(suit.symbol): suit.value for suit in SUITS}
# What stays unchanged in an id, in the part of an address after "#", and in a Markdown link.
_NOT_IN_ADDRESS = re.compile(r"[^A-Za-z0-9/.+-]")


def row_path(parent: str, call: RowCall) -> str:
    """Return the auction up to a call: ``parent``, the path of the row above or "", and the call as written.

    The opponents' calls are in parentheses: ``1N-(2C)-D``.
    """
    word = _address_word(call.text)
    shown = f"({word})" if call.theirs else word
    return f"{parent}{ROW_ID_DASH}{shown}" if parent else shown


@lru_cache(maxsize=1024)
def _address_word(text: str) -> str:
    return _NOT_IN_ADDRESS.sub("", text.translate(_LETTERS))[:_LONGEST_WORD] or "row"


def history_path(history: History | None) -> str:
    """Return the path that the rows of a table continue, "" where it begins the auction."""
    path = ""
    for call in history.calls if history else ():
        path = row_path(path, call)
    return path


def walk_paths(table: BiddingTable) -> Iterator[tuple[int, Row, str]]:
    """Yield the rows of a table in order, each with its depth (0 = top) and its path."""
    paths = [history_path(table.history)]
    for depth, row in walk_rows(table.rows):
        del paths[depth + 1 :]
        paths.append(row_path(paths[-1], row.call))
        yield depth, row, paths[-1]


class RowIds:
    """Turns paths into ids that occur once on a page: the first row has its path, later ones a number.

    ``taken`` are the ids of everything else on the page. ``places`` holds the ids by the places of the calls.

    >>> ids = RowIds(["2D"])
    >>> [ids(path) for path in ("1C", "1C", "2D")]
    ['1C', '1C_2', '2D_2']
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.given: set[str] = set()
        self.places: dict[Location, str] = {}
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}
        self._heading_numbers: dict[str, int] = {}

    def __call__(self, path: str, place: Location | None = None) -> str:
        """Return the id of the next row with this path, whose call is at ``place``."""
        number = self._numbers.get(path, 0) + 1
        ident = path if number == 1 else f"{path}_{number}"
        while ident in self._taken:
            number += 1
            ident = f"{path}_{number}"
        self._numbers[path] = number
        self._taken.add(ident)
        self.given.add(ident)
        if place is not None:
            self.places.setdefault(place, ident)
        return ident

    def heading(self, text: str) -> str:
        """Return the id of a heading, which no row gets then.

        >>> ids = RowIds(["slam"])
        >>> ids.heading("Slam"), ids.heading("1C–1D")
        ('slam_1', '1c1d')
        """
        ident = heading_anchor(text, self._taken, self._heading_numbers)
        self._taken.add(ident)
        return ident


# ---------------------------------------------------------------- nested lists

HISTORY_DASH = " – "


def table_open(*, classes: Iterable[str] = (), ident: str = "", words: Words = ENGLISH) -> str:
    """Return the HTML before a bidding table."""
    return f"<div{attributes(('bml-table', *classes), ident)}{_script_words(words)}>\n"


def _script_words(words: Words) -> str:
    """Return the words of the script in other languages than its own, as attributes."""
    labels = (
        ("open", words.open_all, ENGLISH.open_all),
        ("close", words.close_all, ENGLISH.close_all),
        ("filter", words.filter_rows, ENGLISH.filter_rows),
        ("help", words.filter_help, ENGLISH.filter_help),
        ("matches", words.matches, ENGLISH.matches),
        ("nothing", words.no_match, ENGLISH.no_match),
    )
    return "".join(f' data-{name}="{escape(text)}"' for name, text, known in labels if text != known)


def scope_html(words: str) -> str:
    """Return the seat and vulnerability a table is limited to; "" for no words."""
    return f'<p class="bml-scope">{escape(words)}</p>\n' if words else ""


TABLE_CLOSE = "</div>\n"
"""The HTML after a bidding table."""
ROWS_OPEN = "<ul>\n"
"""The HTML before rows that are at one level."""
ROWS_CLOSE = "</ul>\n"
"""The HTML after rows that are at one level."""


def history_html(
    calls: Iterable[CallText],
    description: str = "",
    words: Words = ENGLISH,
    places: Iterable[Location] = (),
    ways: Ways = NO_WAYS,
) -> str:
    """Return the line above a table that tells the auction so far; "" for no calls and no description.

    ``places`` are those of the calls, by which ``ways`` knows the rows that describe them.
    """
    found = chain(map(ways.to_row, places), repeat(None))
    shown = HISTORY_DASH.join(
        _history_call_html(call, way, words) for call, way in zip(calls, found, strict=False)
    )
    if not (shown or description):
        return ""
    text = f' <span class="bml-text">{description}</span>' if description else ""
    return f'<p class="bml-history"><span class="bml-auction-so-far">{shown}</span>{text}</p>\n'


WAY_CLASS = "bml-way"
"""The class of links to rows, which show what the row says before anybody follows them."""


def _history_call_html(call: CallText, way: Way | None, words: Words) -> str:
    shown = call_html(call, words.alert)
    return link_html(way.address, shown, way.title, (WAY_CLASS,)) if way else shown


def responses_html(ways: Iterable[Way], words: Words = ENGLISH) -> list[str]:
    """Return the links of a row to the tables that go on where it ends."""
    return [
        link_html(
            way.address,
            f"{render_spans(way.spans) or escape(words.responses)} →",
            way.title,
            ("bml-responses",),
        )
        for way in ways
    ]


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


ROW_CLOSE = "</li>\n"
"""The HTML after a row without responses."""


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
    without them and ``links`` are below it.
    """
    # E-books are XML, which requires a value for every attribute.
    state = "" if closed else ' open=""'
    shown = " · ".join(links)
    below = f'<p class="bml-links">{shown}</p>\n' if shown else ""
    summary = f'<summary class="bml-row">{_row_line(call, description)}</summary>'
    link = row_link(ident, words)
    return f"<li{attributes((), ident)}>{link}<details{state}>{summary}\n{below}{ROWS_OPEN}"


BRANCH_CLOSE = f"{ROWS_CLOSE}</details></li>\n"
"""The HTML after a row with responses."""


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
    parts = [table_open(words=words), scope_html(scope_words(table.scope, words))]
    if table.history is not None:
        description = render_description(table.history.description, options)
        parts.append(_history_line(table.history, description, options))
    if table.rows:
        parts += [ROWS_OPEN, *_row_parts(table, options), ROWS_CLOSE]
    return "".join([*parts, TABLE_CLOSE])


def _history_line(history: History, description: str, options: HtmlOptions) -> str:
    places = [call.location for call in history.calls]
    return history_html(
        history_texts(history, options.words), description, options.words, places, options.ways
    )


def _row_parts(table: BiddingTable, options: HtmlOptions) -> Iterator[str]:
    open_branches = 0
    for depth, row, path in walk_paths(table):
        yield BRANCH_CLOSE * (open_branches - depth)
        yield _row_html(row, depth, options.row_id(path, row.call.location), options)
        open_branches = depth + bool(row.children)
    yield BRANCH_CLOSE * open_branches


def _row_html(row: Row, depth: int, ident: str, options: HtmlOptions) -> str:
    """Return a row; one with responses up to where they begin."""
    words = options.words
    call = call_html(call_text(row.call, words), words.alert)
    linked = link_html(options.link(row.call.target, row.call.location), call) if row.call.target else ""
    description = render_description(row.description, options, links=not row.children)
    responses = responses_html(options.ways.to_responses(row.call.location), words)
    if not row.children:
        return (
            row_open(linked or call, " ".join(filter(None, (description, *responses))), ident, words)
            + ROW_CLOSE
        )
    # A click on the line of a branch opens it, so its links are below.
    links = [link for line in row.description for link in links_in(line.spans, options)]
    links = [*([linked] if linked else []), *dict.fromkeys(links), *responses]
    closed = branch_is_closed(depth, options.collapse)
    return branch_open(call, description, links, closed=closed, ident=ident, words=words)


# ---------------------------------------------------------------- flat tables

FLAT_CLASS = "bml-flat"
_MOST_STEPS = 12


@dataclass(frozen=True, slots=True)
class FlatRow:
    """A row of a table: its call, its description in HTML, its id, and the calls of the rows above it.

    ``link`` is where its call leads, "" if nowhere.
    """

    call: CallText
    description: str
    ident: str = ""
    above: tuple[CallText, ...] = ()
    link: str = ""


def flat_table_html(
    rows: Iterable[FlatRow],
    head: str,
    *,
    classes: Iterable[str] = (),
    ident: str = "",
    words: Words = ENGLISH,
) -> str:
    """Return a bidding table as a table; ``head`` is the HTML of its caption, "" for none."""
    body = "".join(_flat_row_html(row, words) for row in rows)
    caption = f"<caption>\n{head}</caption>\n" if head else ""
    # A table without rows is not a table, though what is above it is to be read.
    table = f'<table class="bml-rows">\n{caption}<tbody>\n{body}</tbody>\n</table>\n' if body else head
    return f"{table_open(classes=(FLAT_CLASS, *classes), ident=ident, words=words)}{table}{TABLE_CLOSE}"


def flat_head_html(caption: str, scope: str, history: str) -> str:
    """Return what is above the rows: the caption of the block, the scope, the auction so far."""
    line = f'<p class="bml-caption">{caption}</p>\n' if caption else ""
    return f"{line}{scope}{history}"


def _flat_row_html(row: FlatRow, words: Words) -> str:
    steps = '<i class="bml-step"></i>' * min(len(row.above), _MOST_STEPS)
    above = HISTORY_DASH.join(escape(letters(call.shown)) for call in row.above)
    # The indentation says to the eye what these words say to the ear.
    path = f'<span class="bml-path">{above}{HISTORY_DASH}</span>' if above else ""
    call = call_html(row.call, words.alert)
    call = link_html(row.link, call) if row.link else call
    head = f'<th scope="row">{steps}{path}{call}</th>'
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
        history = _history_line(table.history, description, options)
    head = flat_head_html(caption, scope_html(scope_words(table.scope, words)), history)
    return flat_table_html(_flat_rows(table, options), head, words=words)


def _flat_rows(table: BiddingTable, options: HtmlOptions) -> Iterator[FlatRow]:
    above: list[CallText] = []
    for depth, row, path in walk_paths(table):
        del above[depth:]
        call = call_text(row.call, options.words)
        ident = options.row_id(path, row.call.location)
        link = options.link(row.call.target, row.call.location) if row.call.target else ""
        responses = responses_html(options.ways.to_responses(row.call.location), options.words)
        text = " ".join(filter(None, (render_description(row.description, options), *responses)))
        yield FlatRow(call, text, ident, tuple(above), link)
        above.append(call)
