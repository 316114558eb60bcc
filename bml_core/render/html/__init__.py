"""Documents as HTML: pages that stand alone, and fragments, the same in every host.

``dumps`` writes notes as a page, ``render_blocks`` the blocks of one. A host that keeps inline parts in a
tree of its own hands :func:`render_table` what writes them.
"""

# fmt: off

from bml_core.render.html.blocks import (
    downloads_html, frame_html, holds_caption, notes_html, render_auction, render_block, render_blocks,
    render_diagram, render_frequencies,
)
from bml_core.render.html.inline import (
    LATER_CLASS, LINE_BREAK, HtmlOptions, attributes, escape, first_uses, link_html, pieces_html,
    render_spans,
)
# Names of a published module, for type checkers.
from bml_core.render.html.page import dumps as dumps, write_page as write_page
from bml_core.render.html.page import (
    BID_FILES, BOX_FILES, DEFAULT_PAGE, FIELD_FILES, QUIZ_FILES, SCRIPT, STYLE_SHEET, PageOptions, asset_path,
    page_files, page_parts, page_rows, script, site_files, style_sheet, write_app_page,
)
from bml_core.render.html.sheets import RecordedBoard, record_sheets
from bml_core.render.html.tables import (
    ROW_CLASS, ROW_LINK_CLASS, HtmlInline, RowIds, render_table, walk_paths, with_responses,
)
