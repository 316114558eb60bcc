"""BML nodes as HTML; the bytes come from the functions that write it everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docutils import nodes
from sphinx.writers.html5 import HTML5Translator

from bml_core.render import html
from sphinx_bml.nodes import (
    Visitors,
    bml_auction,
    bml_both,
    bml_caption,
    bml_deal,
    bml_description,
    bml_figure,
    bml_history,
    bml_row,
    bml_rows,
    bml_scope,
    bml_symbols,
    bml_table,
    description_of,
)


def _ident(node: nodes.Element) -> str:
    return node["ids"][0] if node["ids"] else ""


def _more_idents(node: nodes.Element) -> str:
    return "".join(f'<span id="{html.escape(ident)}"></span>' for ident in node["ids"][1:])


# ---------------------------------------------------------------- text of rows


def _inline(translator: HTML5Translator, children: Iterable[nodes.Node], links: bool) -> str:
    return "".join(_inline_node(translator, child, links) for child in children)


def _inline_node(translator: HTML5Translator, node: nodes.Node, links: bool) -> str:
    match node:
        case nodes.Text():
            return html.description_html(html.escape(line) for line in node.split("\n"))
        case bml_symbols():
            return html.pieces_html([node["symbols"]])
        case nodes.emphasis():
            return html.emphasis_html(_inline(translator, node.children, links))
        case nodes.strong():
            return html.strong_html(_inline(translator, node.children, links))
        case nodes.literal():
            return html.mono_html(node.astext())
        case nodes.reference() if not links:
            return _inline(translator, node.children, links)
        case nodes.reference() if "filename" not in node:
            return html.link_html(_target(node), _inline(translator, node.children, links))
        case nodes.inline():
            return _inline(translator, node.children, links)
    return _written(translator, node)


def _target(node: nodes.reference) -> str:
    return str(node["refuri"]) if "refuri" in node else f"#{node['refid']}"


def _written(translator: HTML5Translator, node: nodes.Node) -> str:
    """The HTML that Sphinx itself writes for a node."""
    body, translator.body = translator.body, []
    try:
        node.walkabout(translator)
        return "".join(translator.body)
    finally:
        translator.body = body


def _links(translator: HTML5Translator, node: nodes.Element) -> Iterator[str]:
    for reference in node.findall(nodes.reference):
        yield _inline_node(translator, reference, links=True)


def _description(translator: HTML5Translator, node: nodes.Element, *, links: bool = True) -> str:
    description = description_of(node)
    return "" if description is None else _inline(translator, description.children, links)


# ---------------------------------------------------------------- visitors


def _visit_symbols(self: HTML5Translator, node: bml_symbols) -> None:
    self.body.append(html.pieces_html([node["symbols"]]))
    raise nodes.SkipNode


def _visit_figure(self: HTML5Translator, node: bml_figure) -> None:
    caption = next((child for child in node.children if isinstance(child, bml_caption)), None)
    inner = "" if caption is None else _inline(self, caption.children, links=True)
    self.body.append(
        html.figure_open(inner, classes=node["classes"], ident=_ident(node)) + _more_idents(node)
    )


def _depart_figure(self: HTML5Translator, node: bml_figure) -> None:
    self.body.append(html.figure_close())


def _visit_both(self: HTML5Translator, node: bml_both) -> None:
    source, *result = (_written(self, child) for child in node.children)
    self.body.append(html.beside_html(source, "".join(result)))
    raise nodes.SkipNode


def _skip(self: HTML5Translator, node: nodes.Element) -> None:
    raise nodes.SkipNode


def _visit_table(self: HTML5Translator, node: bml_table) -> None:
    self.body.append(html.table_open(classes=node["classes"], ident=_ident(node)) + _more_idents(node))


def _depart_table(self: HTML5Translator, node: bml_table) -> None:
    self.body.append(html.table_close())


def _visit_scope(self: HTML5Translator, node: bml_scope) -> None:
    self.body.append(html.scope_html(node.astext()))
    raise nodes.SkipNode


def _visit_history(self: HTML5Translator, node: bml_history) -> None:
    self.body.append(html.history_html(node["calls"], _description(self, node)))
    raise nodes.SkipNode


def _visit_rows(self: HTML5Translator, node: bml_rows) -> None:
    if not isinstance(node.parent, bml_row):
        self.body.append(html.rows_open())


def _depart_rows(self: HTML5Translator, node: bml_rows) -> None:
    if not isinstance(node.parent, bml_row):
        self.body.append(html.rows_close())


def _is_branch(node: bml_row) -> bool:
    return isinstance(node.children[-1], bml_rows)


def _visit_row(self: HTML5Translator, node: bml_row) -> None:
    call = html.call_html(node["call"])
    if not _is_branch(node):
        self.body.append(html.row_open(call, _description(self, node)) + html.row_close())
        raise nodes.SkipNode
    description = description_of(node)
    links = () if description is None else _links(self, description)
    text = _description(self, node, links=False)
    self.body.append(html.branch_open(call, text, links, closed=node.get("closed", False)))
    node.children[-1].walkabout(self)
    self.body.append(html.branch_close())
    raise nodes.SkipNode


def _visit_deal(self: HTML5Translator, node: bml_deal) -> None:
    self.body.append(html.render_diagram(node.model, ident=_ident(node)))
    raise nodes.SkipNode


def _visit_auction(self: HTML5Translator, node: bml_auction) -> None:
    self.body.append(html.render_auction(node.model, ident=_ident(node)))
    raise nodes.SkipNode


VISITORS: Visitors = {
    bml_symbols: (_visit_symbols, None),
    bml_figure: (_visit_figure, _depart_figure),
    bml_both: (_visit_both, None),
    bml_caption: (_skip, None),
    bml_table: (_visit_table, _depart_table),
    bml_scope: (_visit_scope, None),
    bml_history: (_visit_history, None),
    bml_rows: (_visit_rows, _depart_rows),
    bml_row: (_visit_row, None),
    bml_description: (_skip, None),
    bml_deal: (_visit_deal, None),
    bml_auction: (_visit_auction, None),
}
