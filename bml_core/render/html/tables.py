"""Bidding tables as nested lists that open and close, or as flat tables; every row has an id, its auction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from typing import Protocol

from bml_core._package import checked
from bml_core.bridge import SUITS
from bml_core.diagnostics import Location
from bml_core.document import BiddingTable, DescriptionLine, History, Row, RowCall, walk_rows
from bml_core.render.appearance import Style
from bml_core.render.calls import call_text, history_texts, letters, scope_words
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
    target_link_html,
)
from bml_core.render.links import Inline, RowLink, heading_anchor
from bml_core.render.ui_texts import ENGLISH, UiTexts, script_words

# ---------------------------------------------------------------- ids of rows

_LONGEST_WORD = 24
_LETTERS = {ord(suit.symbol): suit.value for suit in SUITS}
# What stays unchanged in an id, in the part of an address after "#", and in a Markdown link.
_NOT_IN_ADDRESS = re.compile(r"[^A-Za-z0-9/.+-]")


def _row_path(parent: str, call: RowCall) -> str:
    """Return the auction up to a call: ``parent``, the path of the row above or "", and the call as written.

    The opponents' calls are in parentheses: ``1N-(2C)-D``.
    """
    word = _address_word(call.text)
    shown = f"({word})" if call.theirs else word
    return f"{parent}-{shown}" if parent else shown


@lru_cache(maxsize=1024)
def _address_word(text: str) -> str:
    return _NOT_IN_ADDRESS.sub("", text.translate(_LETTERS))[:_LONGEST_WORD] or "row"


def walk_paths(table: BiddingTable) -> Iterator[tuple[int, Row, str]]:
    """Yield the rows of a table in order, each with its depth (0 = top) and its path."""
    paths = [_history_path(table)]
    for depth, row in walk_rows(table.rows):
        del paths[depth + 1 :]
        paths.append(_row_path(paths[-1], row.call))
        yield depth, row, paths[-1]


def _history_path(table: BiddingTable) -> str:
    return reduce(_row_path, table.history.calls if table.history else (), "")


def named_calls(table: BiddingTable) -> Iterator[tuple[str, Location]]:
    """Yield the path of each row and the place of its call; those of the line above, if there are no rows."""
    if table.history is not None and table.history.calls and not table.rows:
        yield _history_path(table), table.history.calls[-1].location
    for _, row, path in walk_paths(table):
        yield path, row.call.location


class RowIds:
    """Turns paths into ids that occur once on a page: the first row has its path, later ones a number.

    ``taken`` are the ids of everything else on the page. ``given`` has the places of the calls by the ids of
    the rows, and ``places`` the first id of each place.

    >>> ids = RowIds(["2D"])
    >>> [ids(path) for path in ("1C", "1C", "2D")]
    ['1C', '1C_2', '2D_2']
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.given: dict[str, Location | None] = {}
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
        self.given[ident] = place
        if place is not None:
            self.places.setdefault(place, ident)
        return ident

    def add_table(self, table: BiddingTable) -> None:
        """Give the rows of a table their ids; a hidden one has none."""
        for path, place in () if table.hidden else named_calls(table):
            self(path, place)

    def heading(self, text: str) -> str:
        """Return the id of a heading, which no row gets then.

        >>> ids = RowIds(["slam"])
        >>> ids.heading("Slam"), ids.heading("1C–1D")
        ('slam_1', '1c1d')
        """
        ident = heading_anchor(text, self._taken, self._heading_numbers)
        self._taken.add(ident)
        return ident


# ---------------------------------------------------------------- the inline parts of a table


class HtmlInline(Inline, Protocol):
    """Writes the inline parts of a bidding table, and links apart from them."""

    def text(self, part: int, lines: Sequence[DescriptionLine], *, links: bool = True) -> str:
        """Return a description; without ``links`` only their texts."""

    def links(self, part: int, lines: Sequence[DescriptionLine]) -> list[str]:
        """Return the links of a description."""


@dataclass(frozen=True, slots=True)
class _SpanInline:
    """The inline parts as the document has them."""

    options: HtmlOptions

    def text(self, part: int, lines: Sequence[DescriptionLine], *, links: bool = True) -> str:
        return render_description(lines, self.options, links=links)

    def links(self, part: int, lines: Sequence[DescriptionLine]) -> list[str]:
        return [link for line in lines for link in links_in(line.spans, self.options)]

    def call(self, part: int, call: RowCall, shown: str) -> str:
        return (
            target_link_html(self.options.link(call.target, call.location), shown) if call.target else shown
        )


# ---------------------------------------------------------------- tables

_HISTORY_DASH = " – "
ROW_LINK_CLASS = "bml-way"
"""The class of links to rows, which show what the row says before anybody follows them."""


@checked
def render_table(
    table: BiddingTable,
    options: HtmlOptions = DEFAULT_OPTIONS,
    inline: HtmlInline | None = None,
    *,
    caption: str = "",
    classes: Iterable[str] = (),
    ident: str = "",
) -> Iterator[str]:
    """Yield a bidding table, hidden or not, in the style of the options, row by row: it may be large.

    ``inline`` writes its inline parts, else they are those of the document. ``caption`` is HTML for a flat
    table, which holds one.
    """
    options = replace(options, text=first_uses(options.abbreviations))
    inline = inline or _SpanInline(options)
    scope = scope_words(table.scope, options.words)
    above = f'<p class="bml-scope">{escape(scope)}</p>\n' if scope else ""
    if table.history is not None:
        line = "".join(options.row_id(*named) for named in named_calls(table)) if not table.rows else ""
        above += _history_html(table.history, options, inline, line)
    is_flat = options.style is Style.TABLE
    names = ("bml-table", "bml-flat", *classes) if is_flat else ("bml-table", *classes)
    if is_flat and caption:
        above = f'<p class="bml-caption">{caption}</p>\n{above}'
    yield f"<div{attributes(names, ident, words=script_words(options.words, 'table_', 'link_to'))}>\n"
    # A table without rows is not a table, though what is above it is to be read.
    if is_flat and table.rows:
        head = f"<caption>\n{above}</caption>\n" if above else ""
        yield f'<table class="bml-rows">\n{head}<tbody>\n'
        yield from _flat_rows(table, options, inline)
        yield "</tbody>\n</table>\n"
    elif table.rows:
        yield f"{above}<ul>\n"
        yield from _tree_rows(table, options, inline)
        yield "</ul>\n"
    else:
        yield above
    yield "</div>\n"


def _history_html(history: History, options: HtmlOptions, inline: HtmlInline, ident: str) -> str:
    """Return the line above a table that tells the auction so far; "" for no calls and no description."""
    calls = []
    for call, text in zip(history.calls, history_texts(history, options.words), strict=True):
        shown = call_html(text, options.words.alert)
        link = options.links.to_row(call.location)
        calls.append(link_html(link.address, shown, link.title, (ROW_LINK_CLASS,)) if link else shown)
    description = inline.text(0, history.description)
    if not (calls or description):
        return ""
    so_far = f'<span class="bml-auction-so-far">{_HISTORY_DASH.join(calls)}</span>'
    below = f' <span class="bml-text">{description}</span>' if description else ""
    return f"<p{attributes(('bml-history',), ident)}>{so_far}{below}</p>\n"


def responses_html(links: Iterable[RowLink], words: UiTexts = ENGLISH) -> list[str]:
    """Return the links of a row to the tables that go on where it ends."""
    return [
        link_html(
            link.address,
            f"{render_spans(link.spans) or escape(link.word(words))} →",
            link.title,
            ("bml-responses",),
        )
        for link in links
    ]


ROW_CLASS = "bml-standing"
"""The class of the anchors of rows in tables and lists of other markup, which stay as they are."""
_ROW_OPEN = re.compile(rf'<(?:li|tr) id="([^"]*)">|<span class="{ROW_CLASS}" id="([^"]*)"></span>')
# Where a row of other markup ends: with its cells, with its own line, or where what is below it begins.
_ROW_END = re.compile(
    rf'(?:<br ?/?>)?\n[-*]? *(?=<span class="{ROW_CLASS}")|'
    r"(?:</t[dh]>|</p>)?\s*(?:</tr>|</li>|<[uod]l[ >]|</ul>|</ol>|</p>|</dt>|</dd>)"
)


def with_responses(page: str, links: Mapping[str, Iterable[RowLink]], words: UiTexts = ENGLISH) -> str:
    """Return a page with links of its rows to the tables that go on where these end; rows are named by id."""
    parts, done = list[str](), 0
    for found in _ROW_OPEN.finditer(page) if links else ():
        ident = found[1] or found[2]
        shown = responses_html(links.get(ident, ()), words)
        if not shown:
            continue
        try:
            if found[2]:
                end = _ROW_END.search(page, found.end())
                at, text = end.start() if end else found.end(), f" {' '.join(shown)}"
            else:
                at, text = _added_links(page, found.end(), shown)
        except ValueError:
            # Another program has written this row again.
            continue
        if at != done or text not in parts[-1:]:
            # Calls for several auctions, as 2NT in the columns of 1♥ and 1♠, may have the same links.
            parts += (page[done:at], text)
        done = at
    return "".join([*parts, page[done:]])


def _added_links(page: str, begin: int, shown: Sequence[str]) -> tuple[int, str]:
    """Return where links are added to the row that begins there, and what is added.

    Raises:
        ValueError: this is not a row as it is written here.
    """
    text = " ".join(shown)
    if page.startswith("<th", begin):
        at = page.index("</span></td>", begin)
        return at, text if page.endswith('<span class="bml-text">', begin, at) else f" {text}"
    if page.startswith("<details", begin):
        below = page.index("</summary>\n", begin) + len("</summary>\n")
        if page.startswith('<p class="bml-links">', below):
            return page.index("</p>", below), f" · {' · '.join(shown)}"
        return below, f'<p class="bml-links">{" · ".join(shown)}</p>\n'
    end = page.index("</div></li>", begin)
    if page.find(' <span class="bml-text">', begin, end) > 0:
        return end - len("</span>"), f" {text}"
    return end, f' <span class="bml-text">{text}</span>'


# ---------------------------------------------------------------- nested lists


def _tree_rows(table: BiddingTable, options: HtmlOptions, inline: HtmlInline) -> Iterator[str]:
    branch_close = "</ul>\n</details></li>\n"
    open_branches = 0
    for part, (depth, row, path) in enumerate(walk_paths(table), 1):
        if depth < open_branches:
            yield branch_close * (open_branches - depth)
        yield _tree_row(part, row, depth, options.row_id(path, row.call.location), options, inline)
        open_branches = depth + bool(row.children)
    yield branch_close * open_branches


def _tree_row(part: int, row: Row, depth: int, ident: str, options: HtmlOptions, inline: HtmlInline) -> str:
    """Return a row; one with responses up to where they begin."""
    call = call_html(call_text(row.call, options.words), options.words.alert)
    linked = inline.call(part, row.call, call)
    responses = responses_html(options.links.to_responses(row.call.location), options.words)
    opened = f"<li{attributes((), ident)}>"
    text = inline.text(part, row.description, links=not row.children)
    if not row.children:
        text = " ".join(filter(None, (text, *responses)))
    line = text and f' <span class="bml-text">{text}</span>'
    if not row.children:
        return f'{opened}<div class="bml-row">{linked}{line}</div></li>\n'
    # A summary must not hold links, since activating it opens and closes the branch: they are below it.
    links = [
        *([linked] if linked != call else []),
        *dict.fromkeys(inline.links(part, row.description)),
        *responses,
    ]
    below = f'<p class="bml-links">{" · ".join(links)}</p>\n' if links else ""
    # E-books are XML, which requires a value for every attribute.
    is_closed = 0 < options.collapse <= depth + 1
    state = "" if is_closed else ' open=""'
    return f'{opened}<details{state}><summary class="bml-row">{call}{line}</summary>\n{below}<ul>\n'


# ---------------------------------------------------------------- flat tables

_MOST_STEPS = 12


def _flat_rows(table: BiddingTable, options: HtmlOptions, inline: HtmlInline) -> Iterator[str]:
    above: list[str] = []
    for part, (depth, row, path) in enumerate(walk_paths(table), 1):
        del above[depth:]
        text = call_text(row.call, options.words)
        ident = options.row_id(path, row.call.location)
        call = inline.call(part, row.call, call_html(text, options.words.alert))
        steps = '<i class="bml-step"></i>' * min(depth, _MOST_STEPS)
        # The indentation says to the eye what these words say to the ear.
        path = "".join(f"{each}{_HISTORY_DASH}" for each in above)
        spoken = f'<span class="bml-path">{path}</span>' if path else ""
        responses = responses_html(options.links.to_responses(row.call.location), options.words)
        words = " ".join(filter(None, (inline.text(part, row.description), *responses)))
        yield (
            f'<tr{attributes((), ident)}><th scope="row">{steps}{spoken}{call}</th>'
            f'<td><span class="bml-text">{words}</span></td></tr>\n'
        )
        above.append(escape(letters(text.shown)))
