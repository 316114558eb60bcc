"""BML nodes as LaTeX, in the words of ``bml_core.render.latex``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.latex import LaTeXTranslator

from bml_core import Location
from bml_core.render import latex
from sphinx_bml.config import read_config
from sphinx_bml.nodes import (
    BmlText,
    Visitors,
    bml_answer,
    bml_auction,
    bml_board,
    bml_caption,
    bml_deal,
    bml_description,
    bml_examples,
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
    notes_of,
    rows_of,
)
from sphinx_bml.reports import warn
from sphinx_bml.words import project_words


def add_package(app: Sphinx, config: Config) -> None:
    """Let documents use the style file, with the suit colours and the language of the project."""
    app.add_latex_package(latex.PACKAGE, read_config(config).suit_colors.value)
    if said := latex.language_latex(project_words()):
        # What the project itself says in its preamble comes later and wins.
        preamble = said + str(config.latex_elements.get("preamble", ""))
        config.latex_elements = {**config.latex_elements, "preamble": preamble}


def _description(translator: LaTeXTranslator, node: nodes.Element) -> str:
    description = description_of(node)
    if description is None:
        return ""
    body, translator.body = translator.body, []
    try:
        for child in description.children:
            if isinstance(child, nodes.Text):
                translator.body.append(latex.description_latex(map(latex.escape, child.split("\n"))))
            else:
                child.walkabout(translator)
        return "".join(translator.body)
    finally:
        translator.body = body


def _written(translator: LaTeXTranslator, children: Iterable[nodes.Node]) -> str:
    body, translator.body = translator.body, []
    try:
        for child in children:
            child.walkabout(translator)
        return "".join(translator.body)
    finally:
        translator.body = body


def _anchors(translator: LaTeXTranslator, node: nodes.Element) -> str:
    return "".join(translator.hypertarget(ident, anchor=True) for ident in node["ids"])


# ---------------------------------------------------------------- visitors


def _visit_symbols(self: LaTeXTranslator, node: bml_symbols) -> None:
    self.body.append(latex.symbols_latex(node["symbols"]))
    raise nodes.SkipNode


def _visit_plain(self: LaTeXTranslator, node: bml_plain) -> None:
    self.body.append(latex.escape(node.astext()))
    raise nodes.SkipNode


def _visit_figure(self: LaTeXTranslator, node: bml_figure) -> None:
    self.body.append(f"\n\\par {_anchors(self, node)}")


def _depart_figure(self: LaTeXTranslator, node: bml_figure) -> None:
    self.body.append("\n")


def _visit_caption(self: LaTeXTranslator, node: bml_caption) -> None:
    self.body.append("\n\\bmlcaption{")


def _depart_caption(self: LaTeXTranslator, node: bml_caption) -> None:
    self.body.append("}\n")


def _levels(node: nodes.Element) -> int:
    return max((_levels(row) for row in rows_of(node)), default=-1) + 1


def _visit_table(self: LaTeXTranslator, node: bml_table) -> None:
    self.body.append(f"\n{_anchors(self, node)}{latex.table_open(_levels(node))}")


def _depart_table(self: LaTeXTranslator, node: bml_table) -> None:
    self.body.append(latex.table_close())


def _visit_scope(self: LaTeXTranslator, node: bml_scope) -> None:
    self.body.append(latex.scope_latex(node.astext()))
    raise nodes.SkipNode


def _visit_history(self: LaTeXTranslator, node: bml_history) -> None:
    self.body.append(latex.history_latex(node["calls"], _description(self, node)))
    raise nodes.SkipNode


def _pass_through(self: LaTeXTranslator, node: nodes.Element) -> None:
    """The children speak for the node."""


def _visit_answer(self: LaTeXTranslator, node: bml_answer) -> None:
    if node["left_out"]:
        raise nodes.SkipNode


def _skip(self: LaTeXTranslator, node: nodes.Element) -> None:
    raise nodes.SkipNode


def _depth(node: nodes.Element) -> int:
    depth = -1
    while not isinstance(node, bml_table):
        depth += isinstance(node, bml_row)
        node = node.parent
    return depth


def _visit_row(self: LaTeXTranslator, node: bml_row) -> None:
    call = latex.call_latex(node["call"])
    self.body.append(latex.row_latex(_depth(node), call, _description(self, node)))
    for child in node.children:
        if isinstance(child, bml_rows):
            child.walkabout(self)
    raise nodes.SkipNode


def _visit_deal(self: LaTeXTranslator, node: bml_deal) -> None:
    drawn = latex.render_diagram(node.model, hcp=node.get("hcp", False), words=project_words())
    self.body.append(f"\n{_anchors(self, node)}{drawn}")
    raise nodes.SkipNode


def _visit_auction(self: LaTeXTranslator, node: bml_auction) -> None:
    drawn = latex.render_auction(node.model, project_words())
    self.body.append(f"\n{_anchors(self, node)}{drawn}")
    raise nodes.SkipNode


def _visit_frequencies(self: LaTeXTranslator, node: bml_frequencies) -> None:
    drawn = latex.render_frequencies(node.model, project_words())
    self.body.append(f"\n{_anchors(self, node)}{drawn}")
    raise nodes.SkipNode


def _visit_notes(self: LaTeXTranslator, node: bml_notes) -> None:
    notes = ((mark, _written(self, text.children)) for mark, text in notes_of(node))
    self.body.append(f"\n{latex.notes_latex(notes)}")
    raise nodes.SkipNode


VISITORS: Visitors = {
    bml_symbols: (_visit_symbols, None),
    bml_plain: (_visit_plain, None),
    bml_figure: (_visit_figure, _depart_figure),
    bml_caption: (_visit_caption, _depart_caption),
    bml_table: (_visit_table, _depart_table),
    bml_scope: (_visit_scope, None),
    bml_history: (_visit_history, None),
    bml_rows: (_pass_through, _pass_through),
    bml_row: (_visit_row, None),
    bml_description: (_skip, None),
    bml_deal: (_visit_deal, None),
    bml_auction: (_visit_auction, None),
    bml_notes: (_visit_notes, None),
    bml_board: (_pass_through, _pass_through),
    bml_answer: (_visit_answer, _pass_through),
    bml_frequencies: (_visit_frequencies, None),
    bml_examples: (_pass_through, _pass_through),
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
        """Go through the texts of the document."""
        warned = self.config.latex_engine == "pdflatex"
        told: set[tuple[Location, str]] = set()
        for node in list(self.document.findall(nodes.Element)):
            if warned:
                self._warn(node, told)
            if isinstance(node, BmlText):
                _set_apart(node)

    def _warn(self, node: nodes.Element, told: set[tuple[Location, str]]) -> None:
        lost = latex.lost_in_pdflatex(_own_text(node))
        if not lost:
            return
        named = ", ".join(f'"{character}" (U+{ord(character):04X})' for character in lost)
        place = _place(node)
        # All boards of a file have the place of the block that shows them.
        if (place, named) in told:
            return
        told.add((place, named))
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
    placed = next((near for near in _nearby(node) if near.source and near.line), node)
    return Location(str(placed.source), placed.line or 1)


def _nearby(node: nodes.Element) -> Iterator[nodes.Element]:
    """The node, what is in it, and what it is in: rows have no place of their own."""
    yield from node.findall(nodes.Element)
    while (node := node.parent) is not None:
        yield node
