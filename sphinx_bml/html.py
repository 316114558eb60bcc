"""BML nodes as HTML; the bytes come from the functions that write it everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.writers.html5 import HTML5Translator

from bml_core import Location
from bml_core.render import Abbreviations, CallText, Style, Ways, Words, html
from bml_core.site import box_close, box_open
from sphinx_bml.config import read_config
from sphinx_bml.domain import bml_domain
from sphinx_bml.exports import has_files, linked, way_to_top
from sphinx_bml.nodes import (
    SKIPPED,
    Visitors,
    bml_answer,
    bml_auction,
    bml_board,
    bml_both,
    bml_box,
    bml_caption,
    bml_deal,
    bml_description,
    bml_downloads,
    bml_examples,
    bml_figure,
    bml_frequencies,
    bml_history,
    bml_notes,
    bml_row,
    bml_rows,
    bml_scope,
    bml_symbols,
    bml_table,
    description_of,
    drawn,
    fixed,
    linked_call,
    notes_of,
    page_row_ids,
    pass_through,
    rows_of,
    visit_answer,
    written,
)
from sphinx_bml.translation import project_words


def _ident(node: nodes.Element) -> str:
    return node["ids"][0] if node["ids"] else ""


def _more_idents(node: nodes.Element) -> str:
    return "".join(f'<span id="{html.escape(ident)}"></span>' for ident in node["ids"][1:])


@dataclass(slots=True)
class _Page:
    """What one page knows while it is written: its words, the ids of its rows, how a table writes."""

    row_ids: html.RowIds | None
    abbreviations: Abbreviations
    words: Words
    ways: Ways
    text: Callable[[str], str] = html.escape


_PAGES: WeakKeyDictionary[HTML5Translator, _Page] = WeakKeyDictionary()


def _page(translator: HTML5Translator) -> _Page:
    if translator not in _PAGES:
        abbreviations = read_config(translator.config).abbreviations
        builder = translator.builder
        ways = bml_domain(builder.env).ways(builder, builder.current_docname)
        _PAGES[translator] = _Page(_row_ids(translator), abbreviations, project_words(), ways)
    return _PAGES[translator]


def _row_ids(translator: HTML5Translator) -> html.RowIds | None:
    # E-books have no addresses, and no id there may begin with a digit.
    if not translator.builder.add_permalinks:
        return None
    return page_row_ids(translator.document)


def _row_ident(translator: HTML5Translator, node: bml_row) -> str:
    row_ids = _page(translator).row_ids
    return row_ids(node["path"]) if row_ids and node["path"] else ""


# ---------------------------------------------------------------- text of rows


def _inline(
    translator: HTML5Translator,
    children: Iterable[nodes.Node],
    links: bool,
    text: Callable[[str], str] = html.escape,
) -> str:
    return "".join(_inline_node(translator, child, links, text) for child in children)


def _inline_node(
    translator: HTML5Translator, node: nodes.Node, links: bool, text: Callable[[str], str] = html.escape
) -> str:
    match node:
        case nodes.Text():
            return html.description_html(text(line) for line in node.split("\n"))
        case bml_symbols():
            return html.pieces_html([node["symbols"]])
        case nodes.emphasis():
            return html.emphasis_html(_inline(translator, node.children, links, text))
        case nodes.strong():
            return html.strong_html(_inline(translator, node.children, links, text))
        case nodes.literal():
            return html.mono_html(node.astext())
        case nodes.reference() if not links:
            return _inline(translator, node.children, links)
        case nodes.reference() if "filename" not in node:
            return html.link_html(
                _target(node),
                _inline(translator, node.children, links),
                title=node.get("reftitle", ""),
                classes=node["classes"],
            )
        case nodes.inline():
            return _inline(translator, node.children, links)
    return written(translator, node)


def _target(node: nodes.reference) -> str:
    return str(node["refuri"]) if "refuri" in node else f"#{node['refid']}"


def _links(translator: HTML5Translator, node: nodes.Element) -> Iterator[str]:
    for reference in node.findall(nodes.reference):
        yield _inline_node(translator, reference, links=True)


def _description(translator: HTML5Translator, node: nodes.Element, *, links: bool = True) -> str:
    description = description_of(node)
    if description is None:
        return ""
    return _inline(translator, description.children, links, _page(translator).text)


# ---------------------------------------------------------------- nodes


def _symbols(self: HTML5Translator, node: bml_symbols) -> str:
    return html.pieces_html([node["symbols"]])


def _visit_figure(self: HTML5Translator, node: bml_figure) -> None:
    inner = "" if isinstance(_shown_first(node), bml_table) else _caption(self, node)
    self.body.append(
        html.figure_open(inner, classes=node["classes"], ident=_ident(node)) + _more_idents(node)
    )


def _caption(translator: HTML5Translator, figure: nodes.Element) -> str:
    caption = next((child for child in figure.children if isinstance(child, bml_caption)), None)
    return "" if caption is None else _inline(translator, caption.children, links=True)


def _shown_first(figure: nodes.Element) -> nodes.Node | None:
    """Return the table with columns that holds the caption of its figure, if it comes first in it."""
    first = next((child for child in figure.children if not isinstance(child, bml_caption)), None)
    return first if isinstance(first, bml_table) and _is_flat(first) and rows_of(first) else None


def _both(self: HTML5Translator, node: bml_both) -> str:
    source, *result = (written(self, child) for child in node.children)
    return html.beside_html(source, "".join(result))


def _is_flat(node: bml_table) -> bool:
    return bool(node.get("style") == Style.TABLE.value)


def _visit_table(self: HTML5Translator, node: bml_table) -> None:
    page = _page(self)
    page.text = html.first_uses(page.abbreviations)
    if _is_flat(node):
        self.body.append(_more_idents(node) + _flat_table(self, node))
        raise nodes.SkipNode
    opening = html.table_open(classes=node["classes"], ident=_ident(node), words=page.words)
    self.body.append(opening + _more_idents(node))


def _flat_table(translator: HTML5Translator, node: bml_table) -> str:
    head = _flat_head(translator, node)
    rows = list(_flat_rows(translator, node, ()))
    words = _page(translator).words
    return html.flat_table_html(rows, head, classes=node["classes"], ident=_ident(node), words=words)


def _flat_head(translator: HTML5Translator, node: bml_table) -> str:
    figure = node.parent
    holds = isinstance(figure, bml_figure) and _shown_first(figure) is node
    caption = _caption(translator, figure) if holds else ""
    above = {type(child): child for child in node.children if isinstance(child, nodes.Element)}
    scope = _scope(translator, above[bml_scope]) if bml_scope in above else ""
    history = _history(translator, above[bml_history]) if bml_history in above else ""
    return html.flat_head_html(caption, scope, history)


def _flat_rows(
    translator: HTML5Translator, node: nodes.Element, above: tuple[CallText, ...]
) -> Iterator[html.FlatRow]:
    for row in rows_of(node):
        call: CallText = row["call"]
        ident = _row_ident(translator, row)
        text = " ".join(filter(None, (_description(translator, row), *_responses(translator, row))))
        yield html.FlatRow(call, text, ident, above, _call_target(row))
        yield from _flat_rows(translator, row, (*above, call))


def _scope(self: HTML5Translator, node: nodes.Node) -> str:
    return html.scope_html(node.astext())


def _history(self: HTML5Translator, node: nodes.Element) -> str:
    page = _page(self)
    return html.history_html(node["calls"], _description(self, node), page.words, node["places"], page.ways)


def _visit_rows(self: HTML5Translator, node: bml_rows) -> None:
    # The list of a branch is opened and closed with it.
    if not isinstance(node.parent, bml_row):
        self.body.append(html.ROWS_OPEN)


def _depart_rows(self: HTML5Translator, node: bml_rows) -> None:
    if not isinstance(node.parent, bml_row):
        self.body.append(html.ROWS_CLOSE)


def _row(self: HTML5Translator, node: bml_row) -> str:
    words = _page(self).words
    call, ident = html.call_html(node["call"], words.alert), _row_ident(self, node)
    target = _call_target(node)
    linked = html.link_html(target, call) if target else ""
    responses = node.children[-1]
    more = _responses(self, node)
    if not isinstance(responses, bml_rows):
        text = " ".join(filter(None, (_description(self, node), *more)))
        return html.row_open(linked or call, text, ident, words) + html.ROW_CLOSE
    description = description_of(node)
    links = [linked] if linked else []
    if description is not None:
        links += dict.fromkeys(_links(self, description))
    text = _description(self, node, links=False)
    # Not every reader of e-books can open a branch.
    closed = node.get("closed", False) and self.builder.name != "epub"
    opening = html.branch_open(call, text, links + more, closed=closed, ident=ident, words=words)
    return opening + written(self, responses) + html.BRANCH_CLOSE


def _responses(translator: HTML5Translator, row: bml_row) -> list[str]:
    page = _page(translator)
    return html.responses_html(page.ways.to_responses(row.place), page.words) if row.place else []


def _call_target(row: bml_row) -> str:
    """Return where the call of a row leads, "" if nowhere."""
    link = linked_call(row)
    reference = link.next_node(nodes.reference, include_self=True) if link is not None else None
    return _target(reference) if reference is not None else ""


def _deal(self: HTML5Translator, node: bml_deal) -> str:
    options = html.HtmlOptions(hcp=node["hcp"], words=_page(self).words)
    return html.render_diagram(node.model, options, ident=_ident(node))


def _auction(self: HTML5Translator, node: bml_auction) -> str:
    return html.render_auction(node.model, html.HtmlOptions(words=_page(self).words), ident=_ident(node))


def _notes(self: HTML5Translator, node: bml_notes) -> str:
    return html.notes_html((mark, _inline(self, text.children, links=True)) for mark, text in notes_of(node))


def _visit_downloads(self: HTML5Translator, node: bml_downloads) -> None:
    if not has_files(self.builder):
        self.visit_bullet_list(node)
        return
    files = linked(node, self.builder, self.builder.current_docname)
    self.body.append(html.downloads_html(files, classes=node["classes"], ident=_ident(node)))
    raise nodes.SkipNode


def _depart_downloads(self: HTML5Translator, node: bml_downloads) -> None:
    self.depart_bullet_list(node)


def _visit_answer(self: HTML5Translator, node: bml_answer) -> None:
    # Not every reader of e-books can open an answer: there its heading is above it.
    if self.builder.name != "epub":
        self.body.append(html.answer_open(_page(self).words, on_paper=not node["left_out"]))
        self.body += (written(self, child) for child in node.children[1:])
        self.body.append(html.ANSWER_CLOSE)
        raise nodes.SkipNode
    visit_answer(self, node)


def _frequencies(self: HTML5Translator, node: bml_frequencies) -> str:
    builder = self.builder
    # The index of the book does not say that a page of it has a picture.
    chart = builder.name != "epub"
    # The one page of singlehtml gives its rows other ids.
    has_rows = has_files(builder) and builder.name != "singlehtml"
    here = builder.current_docname

    def address(place: Location) -> str:
        page, ident = node["addresses"].get(place, ("", ""))
        if not (ident and has_rows):
            return ""
        return f"{'' if page == here else builder.get_relative_uri(here, page)}#{ident}"

    options = html.HtmlOptions(words=_page(self).words)
    return html.render_frequencies(node.model, options, address=address, chart=chart, ident=_ident(node))


def _box(self: HTML5Translator, node: bml_box) -> str:
    index = "".join(written(self, child) for child in node.children)
    if not has_files(self.builder):
        return index
    opened = box_open(
        node.model, _page(self).words, top=way_to_top(self.builder, self.builder.current_docname)
    )
    return opened + index + box_close()


VISITORS: Visitors = {
    bml_symbols: drawn(_symbols),
    bml_figure: (_visit_figure, fixed(html.FIGURE_CLOSE)),
    bml_both: drawn(_both),
    bml_caption: SKIPPED,
    bml_table: (_visit_table, fixed(html.TABLE_CLOSE)),
    bml_scope: drawn(_scope),
    bml_history: drawn(_history),
    bml_rows: (_visit_rows, _depart_rows),
    bml_row: drawn(_row),
    bml_description: SKIPPED,
    bml_deal: drawn(_deal),
    bml_auction: drawn(_auction),
    bml_notes: drawn(_notes),
    bml_downloads: (_visit_downloads, _depart_downloads),
    bml_board: (fixed(html.BOARD_OPEN), fixed(html.BOARD_CLOSE)),
    bml_answer: (_visit_answer, pass_through),
    bml_frequencies: drawn(_frequencies),
    bml_examples: (fixed(html.EXAMPLES_OPEN), fixed(html.EXAMPLES_CLOSE)),
    bml_box: drawn(_box),
}
