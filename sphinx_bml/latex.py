"""BML nodes as LaTeX, in the words of ``bml_core.render.latex``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.latex import LaTeXTranslator

from bml_core import Location
from bml_core.render import Ways, latex
from sphinx_bml.config import read_config
from sphinx_bml.domain import bml_domain
from sphinx_bml.nodes import (
    BOARDS,
    SKIPPED,
    BmlText,
    Visitors,
    bml_auction,
    bml_caption,
    bml_deal,
    bml_description,
    bml_figure,
    bml_frequencies,
    bml_history,
    bml_notes,
    bml_plain,
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
    pass_through,
    place_of,
    rows_of,
    written,
)
from sphinx_bml.reports import warn
from sphinx_bml.translation import project_words


def add_package(app: Sphinx, config: Config) -> None:
    """Let documents use the style file, with the suit colours and the language of the project."""
    app.add_latex_package(latex.PACKAGE, read_config(config).suit_colors.value)
    if commands := latex.language_latex(project_words()):
        # What the project itself says in its preamble comes later and wins.
        preamble = commands + str(config.latex_elements.get("preamble", ""))
        config.latex_elements = {**config.latex_elements, "preamble": preamble}


def _description(translator: LaTeXTranslator, node: nodes.Element) -> str:
    description = description_of(node)
    return "".join(_part(translator, child) for child in (description.children if description else ()))


def _part(translator: LaTeXTranslator, node: nodes.Node) -> str:
    if isinstance(node, nodes.Text):
        return latex.description_latex(map(latex.escape, node.split("\n")))
    return written(translator, node)


def _anchors(translator: LaTeXTranslator, node: nodes.Element) -> str:
    return "".join(translator.hypertarget(ident, anchor=True) for ident in node["ids"])


def _anchored(translator: LaTeXTranslator, node: nodes.Element, drawing: str) -> str:
    return f"\n{_anchors(translator, node)}{drawing}"


# ---------------------------------------------------------------- nodes


def _symbols(self: LaTeXTranslator, node: bml_symbols) -> str:
    return latex.symbols_latex(node["symbols"])


def _plain(self: LaTeXTranslator, node: bml_plain) -> str:
    return latex.escape(node.astext())


def _visit_figure(self: LaTeXTranslator, node: bml_figure) -> None:
    self.body.append(f"\n\\par {_anchors(self, node)}")


def _levels(node: nodes.Element) -> int:
    return max((_levels(row) for row in rows_of(node)), default=-1) + 1


def _visit_table(self: LaTeXTranslator, node: bml_table) -> None:
    self.body.append(_anchored(self, node, latex.table_open(_levels(node))))


def _scope(self: LaTeXTranslator, node: bml_scope) -> str:
    return latex.scope_latex(node.astext())


def _history(self: LaTeXTranslator, node: bml_history) -> str:
    ways = map(_ways(self).to_row, node["places"])
    labels = [self.idescape(way.address) if way else "" for way in ways]
    return latex.history_latex(node["calls"], _description(self, node), labels, project_words())


# ---------------------------------------------------------------- links between tables


def _page_of(translator: LaTeXTranslator) -> str:
    # A document has the pages of a project one after the other.
    return str(translator.curfilestack[-1])


def _ways(translator: LaTeXTranslator) -> Ways:
    builder = translator.builder
    return bml_domain(builder.env).ways(builder, _page_of(translator))


def _anchor(translator: LaTeXTranslator, row: bml_row) -> str:
    """Return what the links to a row lead to; "" if there are none."""
    domain, page = bml_domain(translator.builder.env), _page_of(translator)
    ident = domain.facts[page].rows.get(row.place) if row.place else None
    if ident is None or not domain.is_linked(page, ident):
        return ""
    return latex.anchor_latex(translator.idescape(f"{page}:{ident}"))


def _responses(translator: LaTeXTranslator, row: bml_row) -> str:
    ways = _ways(translator).to_responses(row.place) if row.place else ()
    labelled = [way._replace(address=translator.idescape(way.address)) for way in ways]
    return latex.responses_latex(labelled, project_words())


def _depth(node: nodes.Element) -> int:
    depth = -1
    while not isinstance(node, bml_table):
        depth += isinstance(node, bml_row)
        node = node.parent
    return depth


def _row(self: LaTeXTranslator, node: bml_row) -> str:
    link = linked_call(node)
    call = latex.call_latex(node["call"]) if link is None else written(self, link).strip()
    text = f"{_anchor(self, node)}{_description(self, node)}{_responses(self, node)}"
    row = latex.row_latex(_depth(node), call, text)
    return row + written(self, *(child for child in node.children if isinstance(child, bml_rows)))


def _deal(self: LaTeXTranslator, node: bml_deal) -> str:
    drawing = latex.render_diagram(node.model, hcp=node.get("hcp", False), words=project_words())
    return _anchored(self, node, drawing)


def _auction(self: LaTeXTranslator, node: bml_auction) -> str:
    return _anchored(self, node, latex.render_auction(node.model, project_words()))


def _frequencies(self: LaTeXTranslator, node: bml_frequencies) -> str:
    return _anchored(self, node, latex.render_frequencies(node.model, project_words()))


def _notes(self: LaTeXTranslator, node: bml_notes) -> str:
    notes = ((mark, written(self, *text.children)) for mark, text in notes_of(node))
    return f"\n{latex.notes_latex(notes)}"


VISITORS: Visitors = {
    bml_symbols: drawn(_symbols),
    bml_plain: drawn(_plain),
    bml_figure: (_visit_figure, fixed("\n")),
    bml_caption: (fixed("\n\\bmlcaption{"), fixed("}\n")),
    bml_table: (_visit_table, fixed(latex.TABLE_CLOSE)),
    bml_scope: drawn(_scope),
    bml_history: drawn(_history),
    bml_rows: (pass_through, pass_through),
    bml_row: drawn(_row),
    bml_description: SKIPPED,
    bml_deal: drawn(_deal),
    bml_auction: drawn(_auction),
    bml_notes: drawn(_notes),
    bml_frequencies: drawn(_frequencies),
    **BOARDS,
}


# ---------------------------------------------------------------- characters


class PrepareText(SphinxPostTransform):
    """Sets long words and rare characters apart, and warns of those that the engine has no glyph for.

    Sphinx writes text as it is; pdfLaTeX stops at a character that it does not know, and every engine lets
    words run into the margin.
    """

    default_priority = 900
    formats = ("latex",)

    def run(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Prepare the texts of the document."""
        warned = self.config.latex_engine == "pdflatex"
        reported: set[tuple[Location, str]] = set()
        for node in list(self.document.findall(nodes.Element)):
            if warned:
                self._warn(node, reported)
            if isinstance(node, BmlText):
                _set_apart(node)

    def _warn(self, node: nodes.Element, reported: set[tuple[Location, str]]) -> None:
        lost = latex.lost_in_pdflatex(_own_text(node))
        if not lost:
            return
        named = ", ".join(f'"{character}" (U+{ord(character):04X})' for character in lost)
        place = _place(node)
        # All boards of a file have the place of the block that shows them.
        if (place, named) in reported:
            return
        reported.add((place, named))
        warn(
            f"pdfLaTeX has no glyph for {named} and prints a mark in its place. "
            'Set latex_engine = "xelatex" with a font that has it.',
            place,
            "glyph",
        )


def _set_apart(node: nodes.Element) -> None:
    for text in list(node.findall(nodes.Text)):
        if text.parent is not None and not isinstance(text.parent, bml_plain) and latex.needs_escape(text):
            if isinstance(text.parent, bml_description):
                continue
            text.parent.replace(text, bml_plain("", text))


def _own_text(node: nodes.Element) -> str:
    match node:
        case bml_row():
            return str(node["call"])
        case bml_deal() | bml_auction() | bml_frequencies() | BmlText():
            return node.astext()
    return ""


def _place(node: nodes.Element) -> Location:
    return place_of(next((near for near in _nearby(node) if near.source and near.line), node))


def _nearby(node: nodes.Element) -> Iterator[nodes.Element]:
    """Yield the node, what is in it, and what it is in: rows have no place of their own."""
    yield from node.findall(nodes.Element)
    while (node := node.parent) is not None:
        yield node
