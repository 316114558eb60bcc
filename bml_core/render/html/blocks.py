"""Blocks of a document as HTML."""

from __future__ import annotations

from collections.abc import Iterable

from bml_core.document import (
    AuctionBlock,
    BiddingTable,
    Block,
    BulletList,
    Definition,
    DefinitionList,
    Diagram,
    Enumeration,
    Heading,
    ListItem,
    Paragraph,
    Table,
    TableRow,
)
from bml_core.render.appearance import Style
from bml_core.render.html.boards import render_auction, render_diagram
from bml_core.render.html.inline import DEFAULT_OPTIONS, HtmlOptions, attributes, render_spans
from bml_core.render.html.tables import render_flat_table, render_table
from bml_core.render.texts import arrange_auctions

_TextBlock = Heading | Paragraph | BulletList | Enumeration | DefinitionList | Table


def figure_open(caption: str, *, classes: Iterable[str] = (), ident: str = "") -> str:
    """Return the HTML before blocks that have a caption (HTML, may be ""), a name or classes of their own."""
    line = f'<figcaption class="bml-caption">{caption}</figcaption>\n' if caption else ""
    return f"<figure{attributes(('bml-figure', *classes), ident)}>\n{line}"


def figure_close() -> str:
    """Return the HTML after blocks that have a caption, a name or classes of their own."""
    return "</figure>\n"


def beside_html(source: str, result: str) -> str:
    """Return the source of a block and its result side by side, or one below the other where it is narrow."""
    return (
        f'<div class="bml-both">\n<div class="bml-source">\n{source}</div>\n'
        f'<div class="bml-result">\n{result}</div>\n</div>\n'
    )


def render_blocks(blocks: Iterable[Block], options: HtmlOptions = DEFAULT_OPTIONS) -> str:
    """Return the blocks in order, without hidden tables, auctions in columns from West to South."""
    return "".join(render_block(block, options) for block in arrange_auctions(blocks))


def holds_caption(block: Block, style: Style) -> bool:
    """Return whether a block has a place of its own for the caption above it."""
    return isinstance(block, BiddingTable) and style is Style.TABLE and bool(block.rows) and not block.hidden


def render_block(block: Block, options: HtmlOptions = DEFAULT_OPTIONS, *, caption: str = "") -> str:
    """Return one block; "" for a hidden table. ``caption`` is HTML for a block that holds one."""
    match block:
        case BiddingTable(hidden=True):
            return ""
        case BiddingTable() if options.style is Style.TABLE:
            return render_flat_table(block, options, caption=caption)
        case BiddingTable():
            return render_table(block, options)
        case Diagram():
            return render_diagram(block, options)
        case AuctionBlock():
            return render_auction(block, options)
    return _text_block_html(block, options)


def _text_block_html(block: _TextBlock, options: HtmlOptions) -> str:
    match block:
        case Heading():
            return options.heading(block, render_spans(block.spans, options))
        case Paragraph():
            return f"<p>{render_spans(block.spans, options)}</p>\n"
        case BulletList():
            return f"<ul>\n{_items_html(block.items, options)}</ul>\n"
        case Enumeration():
            start = f' start="{block.start}"' if block.start != 1 else ""
            return f"<ol{start}>\n{_items_html(block.items, options)}</ol>\n"
        case DefinitionList():
            return f"<dl>\n{''.join(_definition_html(item, options) for item in block.items)}</dl>\n"
        case Table():
            return _text_table_html(block, options)


def _items_html(items: Iterable[ListItem], options: HtmlOptions) -> str:
    return "".join(f"<li>{render_spans(item.spans, options)}</li>\n" for item in items)


def _definition_html(item: Definition, options: HtmlOptions) -> str:
    term, text = render_spans(item.term, options), render_spans(item.spans, options)
    return f"<dt>{term}</dt>\n<dd>{text}</dd>\n"


def _text_table_html(table: Table, options: HtmlOptions) -> str:
    head = "".join(_text_row_html(row, "th", options) for row in table.header)
    body = "".join(_text_row_html(row, "td", options) for row in table.rows)
    header = f"<thead>\n{head}</thead>\n" if head else ""
    # Themes dress tables that have no class, so the class is on a frame around it.
    shown = f"<table>\n{header}<tbody>\n{body}</tbody>\n</table>\n"
    return f'<div class="bml-text-table">\n{shown}</div>\n'


def _text_row_html(row: TableRow, tag: str, options: HtmlOptions) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    cells = "".join(f"<{tag}{scope}>{render_spans(cell, options)}</{tag}>" for cell in row.cells)
    return f"<tr>{cells}</tr>\n"
