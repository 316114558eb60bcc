"""BML nodes as LaTeX; the commands are those of ``bml.sty``."""

from __future__ import annotations

from docutils import nodes
from sphinx.writers.latex import LaTeXTranslator

from bml_core.render.wording import (
    SEAT_WORDS,
    CallWording,
    Piece,
    Symbols,
    diagram_facts,
    entry_wording,
    hand_holdings,
)
from sphinx_bml.nodes import (
    Visitors,
    bml_auction,
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

PACKAGE = "bml"


def _symbols(translator: LaTeXTranslator, symbols: Symbols) -> str:
    suits = "".join(f"\\bml{suit.word}{{}}" for suit in symbols.suits)
    return translator.encode(symbols.prefix) + suits


def _pieces(translator: LaTeXTranslator, pieces: tuple[Piece, ...]) -> str:
    return "".join(translator.encode(p) if isinstance(p, str) else _symbols(translator, p) for p in pieces)


def _call(translator: LaTeXTranslator, call: CallWording) -> str:
    shown = _pieces(translator, call.shown)
    return f"\\textit{{{shown}}}" if call.label else shown


def _description(translator: LaTeXTranslator, node: nodes.Element) -> str:
    description = description_of(node)
    if description is None:
        return ""
    body, translator.body = translator.body, []
    try:
        for child in description.children:
            if isinstance(child, nodes.Text):
                translator.body.append("\\bmlnewline ".join(map(translator.encode, child.split("\n"))))
            else:
                child.walkabout(translator)
        return "".join(translator.body)
    finally:
        translator.body = body


def _anchors(translator: LaTeXTranslator, node: nodes.Element) -> str:
    return "".join(translator.hypertarget(ident, anchor=True) for ident in node["ids"])


# ---------------------------------------------------------------- visitors


def _visit_symbols(self: LaTeXTranslator, node: bml_symbols) -> None:
    symbols = node["symbols"]
    shown = _symbols(self, symbols)
    if self.in_title:
        # Bookmarks of a PDF hold characters only.
        shown = f"\\texorpdfstring{{{shown}}}{{{self.encode(symbols.letters)}}}"
    self.body.append(shown)
    raise nodes.SkipNode


def _visit_figure(self: LaTeXTranslator, node: bml_figure) -> None:
    self.body.append(f"\n\\par {_anchors(self, node)}")


def _depart_figure(self: LaTeXTranslator, node: bml_figure) -> None:
    self.body.append("\n")


def _visit_caption(self: LaTeXTranslator, node: bml_caption) -> None:
    self.body.append("\n\\bmlcaption{")


def _depart_caption(self: LaTeXTranslator, node: bml_caption) -> None:
    self.body.append("}\n")


def _visit_table(self: LaTeXTranslator, node: bml_table) -> None:
    self.body.append(f"\n{_anchors(self, node)}\\begin{{bmltable}}\n")


def _depart_table(self: LaTeXTranslator, node: bml_table) -> None:
    self.body.append("\\end{bmltable}\n")


def _visit_scope(self: LaTeXTranslator, node: bml_scope) -> None:
    self.body.append(f"\\bmlscope{{{self.encode(node.astext())}}}\n")
    raise nodes.SkipNode


def _visit_history(self: LaTeXTranslator, node: bml_history) -> None:
    calls = " \\textendash{} ".join(_call(self, call) for call in node["calls"])
    self.body.append(f"\\bmlhistory{{{calls}}}{{{_description(self, node)}}}\n")
    raise nodes.SkipNode


def _pass_through(self: LaTeXTranslator, node: nodes.Element) -> None:
    """The children speak for the node."""


def _skip(self: LaTeXTranslator, node: nodes.Element) -> None:
    raise nodes.SkipNode


def _depth(node: nodes.Element) -> int:
    depth = -1
    while not isinstance(node, bml_table):
        depth += isinstance(node, bml_row)
        node = node.parent
    return depth


def _visit_row(self: LaTeXTranslator, node: bml_row) -> None:
    self.body.append(
        f"\\bmlrow{{{_depth(node)}}}{{{_call(self, node['call'])}}}{{{_description(self, node)}}}\n"
    )
    for child in node.children:
        if isinstance(child, bml_rows):
            child.walkabout(self)
    raise nodes.SkipNode


def _visit_deal(self: LaTeXTranslator, node: bml_deal) -> None:
    facts = "\\\\".join(_pieces(self, fact) for fact in diagram_facts(node.model))
    cells = {"": f"\\bmlfacts{{{facts}}}" if facts else ""}
    for seat, word in SEAT_WORDS.items():
        if (hand := node.model.deal.hand(seat)) is not None:
            cells[seat.value] = f"\\bmlhand{{{word}}}{{{_holdings(self, hand.holdings)}}}"
    rows = _deal_rows(cells)
    columns = max((len(row) for row in rows), default=1)
    text = "\\\\[.6ex]\n".join("&".join(row) for row in rows)
    self.body.append(
        f"\n{_anchors(self, node)}\\begin{{bmlboard}}\\begin{{tabular}}{{@{{}}{'l' * columns}@{{}}}}\n"
        f"{text}\n\\end{{tabular}}\\end{{bmlboard}}\n"
    )
    raise nodes.SkipNode


def _holdings(translator: LaTeXTranslator, holdings: tuple[str, str, str, str]) -> str:
    lines = (
        f"{_symbols(translator, Symbols('', (suit,)))} {translator.encode(cards)}"
        for suit, cards in hand_holdings(holdings)
    )
    return "\\\\".join(lines)


def _deal_rows(cells: dict[str, str]) -> list[list[str]]:
    """The hands around the table, as far as they are there."""
    north, east, south, west = (cells.get(letter, "") for letter in "NESW")
    facts = [[cells[""]]] if cells[""] else []
    if not (east or west):
        return facts + [[hand] for hand in (north, south) if hand]
    if not (north or south):
        return [*facts, [hand for hand in (west, east) if hand]]
    return [[cells[""], north, ""], [west, "", east], ["", south, ""]]


def _visit_auction(self: LaTeXTranslator, node: bml_auction) -> None:
    lines = [[_call(self, entry_wording(entry)) for entry in row] for row in node.model.rows]
    head = "&".join(f"\\textbf{{{SEAT_WORDS[seat]}}}" for seat in node.model.seats)
    body = "\\\\\n".join("&".join(line) for line in lines)
    head = f"{head}\\\\\\hline\n" if head else ""
    self.body.append(
        f"\n{_anchors(self, node)}\\begin{{bmlboard}}\\begin{{tabular}}{{@{{}}llll@{{}}}}\n"
        f"{head}{body}\n\\end{{tabular}}\\end{{bmlboard}}\n"
    )
    raise nodes.SkipNode


VISITORS: Visitors = {
    bml_symbols: (_visit_symbols, None),
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
}
