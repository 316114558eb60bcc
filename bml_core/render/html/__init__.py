"""Documents as HTML: pages that stand alone, and fragments, the same in every host.

``write_page`` writes a page, ``render_blocks`` the blocks of one. Hosts that walk a tree of their own write
the same bytes with what is called ``*_open`` and ``*_CLOSE``, one at each turn of their walk.
"""

# fmt: off

from bml_core.render.html.blocks import (
    ANSWER_CLOSE, BOARD_CLOSE, BOARD_OPEN, EXAMPLES_CLOSE, EXAMPLES_OPEN, FIGURE_CLOSE, answer_open,
    beside_html, figure_open, holds_caption, notes_html, play_link_html, render_auction, render_block,
    render_blocks, render_diagram, render_frequencies,
)
from bml_core.render.html.inline import (
    HtmlOptions, call_html, description_html, emphasis_html, escape, first_uses, link_html, mono_html,
    pieces_html, render_spans, strong_html,
)
from bml_core.render.html.page import (
    BOX_FILES, DEFAULT_PAGE, SCRIPT, STYLE_SHEET, Download, PageOptions, asset_path, downloads_html,
    page_files, page_rows, script, site_files, style_sheet, write_box_page, write_page,
)
from bml_core.render.html.tables import (
    BRANCH_CLOSE, ROWS_CLOSE, ROWS_OPEN, ROW_CLOSE, TABLE_CLOSE, WAY_CLASS, FlatRow, RowIds,
    branch_is_closed, branch_open, flat_head_html, flat_table_html, history_html, responses_html, row_open,
    scope_html, table_open, walk_paths,
)

__all__ = [
    "ANSWER_CLOSE", "BOARD_CLOSE", "BOARD_OPEN", "BOX_FILES", "BRANCH_CLOSE", "DEFAULT_PAGE",
    "EXAMPLES_CLOSE", "EXAMPLES_OPEN", "FIGURE_CLOSE", "ROWS_CLOSE", "ROWS_OPEN", "ROW_CLOSE", "SCRIPT",
    "STYLE_SHEET", "TABLE_CLOSE", "WAY_CLASS", "Download", "FlatRow", "HtmlOptions", "PageOptions",
    "RowIds", "answer_open", "asset_path", "beside_html", "branch_is_closed", "branch_open", "call_html",
    "description_html", "downloads_html", "emphasis_html", "escape", "figure_open", "first_uses",
    "flat_head_html", "flat_table_html", "history_html", "holds_caption", "link_html", "mono_html",
    "notes_html", "page_files", "page_rows", "pieces_html", "play_link_html", "render_auction",
    "render_block", "render_blocks", "render_diagram", "render_frequencies", "render_spans",
    "responses_html", "row_open", "scope_html", "script", "site_files", "strong_html", "style_sheet",
    "table_open", "walk_paths", "write_box_page", "write_page",
]
