"""HTML fragments of a document, the same in every host.

``render_blocks`` writes whole documents. Hosts that walk a tree of their own write the same bytes with the
``*_open`` and ``*_close`` functions, one call at each turn of their walk.
"""

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
from bml_core.options import Style
from bml_core.render.abbreviations import (
    NO_ABBREVIATIONS,
    Abbreviations,
    read_abbreviations,
)
from bml_core.render.assets import (
    SCRIPT,
    STYLE_SHEET,
    SuitColors,
    asset_path,
    read_suit_colors,
    script,
    style_sheet,
)
from bml_core.render.auctions import arrange_auctions
from bml_core.render.html_anchors import RowIds, history_path, row_path
from bml_core.render.html_boards import (
    answer_close,
    answer_open,
    board_close,
    board_open,
    examples_close,
    examples_open,
    notes_html,
    play_link_html,
    render_auction,
    render_diagram,
)
from bml_core.render.html_downloads import Download, downloads_html
from bml_core.render.html_flat import FlatRow, flat_head_html, flat_table_html, render_flat_table
from bml_core.render.html_frequencies import Address, no_address, render_frequencies
from bml_core.render.html_inline import (
    DEFAULT_OPTIONS,
    HtmlOptions,
    attributes,
    call_html,
    description_html,
    emphasis_html,
    escape,
    first_uses,
    link_html,
    mono_html,
    pieces_html,
    plain_heading,
    render_description,
    render_spans,
    strong_html,
    suit_html,
)
from bml_core.render.html_tables import (
    branch_close,
    branch_is_closed,
    branch_open,
    history_html,
    render_table,
    row_close,
    row_open,
    rows_close,
    rows_open,
    scope_html,
    table_close,
    table_open,
)

__all__ = [
    "DEFAULT_OPTIONS",
    "NO_ABBREVIATIONS",
    "SCRIPT",
    "STYLE_SHEET",
    "Abbreviations",
    "Address",
    "Download",
    "FlatRow",
    "HtmlOptions",
    "RowIds",
    "SuitColors",
    "answer_close",
    "answer_open",
    "arrange_auctions",
    "asset_path",
    "beside_html",
    "board_close",
    "board_open",
    "branch_close",
    "branch_is_closed",
    "branch_open",
    "call_html",
    "description_html",
    "downloads_html",
    "emphasis_html",
    "escape",
    "examples_close",
    "examples_open",
    "figure_close",
    "figure_open",
    "first_uses",
    "flat_head_html",
    "flat_table_html",
    "history_html",
    "history_path",
    "holds_caption",
    "link_html",
    "mono_html",
    "no_address",
    "notes_html",
    "pieces_html",
    "plain_heading",
    "play_link_html",
    "read_abbreviations",
    "read_suit_colors",
    "render_auction",
    "render_block",
    "render_blocks",
    "render_description",
    "render_diagram",
    "render_flat_table",
    "render_frequencies",
    "render_spans",
    "render_table",
    "row_close",
    "row_open",
    "row_path",
    "rows_close",
    "rows_open",
    "scope_html",
    "script",
    "strong_html",
    "style_sheet",
    "suit_html",
    "table_close",
    "table_open",
]


_TextBlock = Heading | Paragraph | BulletList | Enumeration | DefinitionList | Table


def figure_open(caption: str, *, classes: Iterable[str] = (), ident: str = "") -> str:
    """Before blocks that have a caption (HTML, may be ""), a name or classes of their own."""
    said = f'<figcaption class="bml-caption">{caption}</figcaption>\n' if caption else ""
    return f"<figure{attributes(('bml-figure', *classes), ident)}>\n{said}"


def figure_close() -> str:
    """After blocks that have a caption, a name or classes of their own."""
    return "</figure>\n"


def beside_html(source: str, result: str) -> str:
    """A block's source with its result beside it, or below it where the page is narrow; both are HTML."""
    return (
        f'<div class="bml-both">\n<div class="bml-source">\n{source}</div>\n'
        f'<div class="bml-result">\n{result}</div>\n</div>\n'
    )


def render_blocks(blocks: Iterable[Block], options: HtmlOptions = DEFAULT_OPTIONS) -> str:
    """The blocks in order, hidden tables left out and auctions in columns from West to South."""
    return "".join(render_block(block, options) for block in arrange_auctions(blocks))


def holds_caption(block: Block, style: Style) -> bool:
    """Whether a block has a place of its own for the caption above it."""
    return isinstance(block, BiddingTable) and style is Style.TABLE and bool(block.rows) and not block.hidden


def render_block(block: Block, options: HtmlOptions = DEFAULT_OPTIONS, *, caption: str = "") -> str:
    """One block; "" for a hidden table. ``caption`` is HTML for a block that holds one."""
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
