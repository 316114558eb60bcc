"""BML nodes as text, manual pages and Texinfo: lines that are aligned with spaces."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes
from sphinx.writers.manpage import ManualPageTranslator
from sphinx.writers.texinfo import TexinfoTranslator
from sphinx.writers.text import TextTranslator

from bml_core.render import signs
from bml_core.render.text import TextRow, note_lines, table_lines, wrapped
from sphinx_bml.nodes import (
    BOARDS,
    Visit,
    Visitors,
    bml_auction,
    bml_caption,
    bml_deal,
    bml_frequencies,
    bml_history,
    bml_notes,
    bml_scope,
    bml_symbols,
    bml_table,
    description_of,
    drawn,
    linked_call,
    notes_of,
    rows_of,
)


def plain(node: nodes.Node) -> str:
    """Return the text of a node with printed suit signs, and the addresses of its links."""
    match node:
        case bml_symbols():
            return signs([node["symbols"]])
        case nodes.Text():
            return str(node)
        case nodes.reference():
            text = "".join(map(plain, node.children))
            target = str(node.get("refuri", ""))
            return f"{text} <{target}>" if "://" in target and target != text else text
    return "".join(map(plain, node.children))


def _description_lines(node: nodes.Element) -> tuple[str, ...]:
    description = description_of(node)
    return () if description is None else tuple(plain(description).split("\n"))


def _text_rows(node: nodes.Element, depth: int = 0) -> Iterator[TextRow]:
    for row in rows_of(node):
        link = linked_call(row)
        call = signs(row["call"].shown) if link is None else plain(link)
        yield TextRow(depth, call, _description_lines(row))
        yield from _text_rows(row, depth + 1)


def bidding_lines(node: bml_table, width: int) -> list[str]:
    """Return a bidding table as lines."""
    lines: list[str] = []
    for child in node.children:
        if isinstance(child, bml_scope):
            lines.append(child.astext())
        elif isinstance(child, bml_history):
            calls = " – ".join(signs(call.shown) for call in child["calls"])
            words = " ".join(_description_lines(child))
            lines += wrapped("  ".join(part for part in (calls, words) if part), width)
    return lines + table_lines(_text_rows(node), width)


_WIDTH = 70


def _lines_of(node: nodes.Element) -> list[str]:
    if isinstance(node, bml_table):
        return bidding_lines(node, _WIDTH)
    if isinstance(node, bml_notes):
        return [line for mark, text in notes_of(node) for line in note_lines(mark, plain(text), _WIDTH)]
    return node.astext().split("\n")


# ---------------------------------------------------------------- text


def _text_symbols(self: TextTranslator, node: bml_symbols) -> None:
    self.add_text(plain(node))
    raise nodes.SkipNode


def _text_block(self: TextTranslator, node: nodes.Element) -> None:
    self.new_state(0)
    self.add_text("\n".join(_lines_of(node)))
    self.end_state(wrap=False)
    raise nodes.SkipNode


# ---------------------------------------------------------------- man


def _man_symbols(self: ManualPageTranslator, node: bml_symbols) -> None:
    self.visit_Text(nodes.Text(plain(node)))
    raise nodes.SkipNode


def _man_block(self: ManualPageTranslator, node: nodes.Element) -> str:
    # Lines, since a line that starts with a dot or a quote would be read as a command.
    lines = (
        f"\\&{line}" if line.startswith((".", "'")) else line for line in map(_man_escaped, _lines_of(node))
    )
    self.ensure_eol()
    return ".sp\n.nf\n" + "\n".join(lines) + "\n.fi\n"


def _man_escaped(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-")


# ---------------------------------------------------------------- Texinfo


def _texinfo_symbols(self: TexinfoTranslator, node: bml_symbols) -> str:
    return self.escape(plain(node))


def _texinfo_block(self: TexinfoTranslator, node: nodes.Element) -> str:
    lines = "\n".join(self.escape(line) for line in _lines_of(node))
    return f"\n\n@example\n{lines}\n@end example\n\n"


# ---------------------------------------------------------------- all three

_Translator = TextTranslator | ManualPageTranslator | TexinfoTranslator


def _visit_caption(self: _Translator, node: bml_caption) -> None:
    self.visit_paragraph(node)
    self.visit_strong(nodes.strong())


def _depart_caption(self: _Translator, node: bml_caption) -> None:
    self.depart_strong(nodes.strong())
    self.depart_paragraph(node)


def _visitors(symbols: Visit, block: Visit) -> Visitors:
    blocks = (bml_table, bml_deal, bml_auction, bml_notes, bml_frequencies)
    caption = (_visit_caption, _depart_caption)
    return {bml_symbols: symbols, **dict.fromkeys(blocks, block), bml_caption: caption, **BOARDS}


TEXT_VISITORS = _visitors((_text_symbols, None), (_text_block, None))
MAN_VISITORS = _visitors((_man_symbols, None), drawn(_man_block))
TEXINFO_VISITORS = _visitors(drawn(_texinfo_symbols), drawn(_texinfo_block))
