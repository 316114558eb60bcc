"""LaTeX of a document, for pdfLaTeX, XeLaTeX and LuaLaTeX; the commands are those of ``bml.sty``.

``write_document`` writes whole documents, ``render_blocks`` the body of one. Hosts that walk a tree of their
own write the same with the ``table_*`` and ``row_latex`` functions, one call at each turn of their walk.
"""

# fmt: off

from bml_core.render.latex.blocks import (
    PACKAGE, TABLE_CLOSE, anchor_latex, history_latex, language_latex, notes_latex, render_auction,
    render_blocks, render_diagram, render_frequencies, responses_latex, row_latex, scope_latex, style_file,
    style_path, table_open,
)
from bml_core.render.latex.inline import (
    call_latex, description_latex, escape, lost_in_pdflatex, needs_escape, symbols_latex,
)
from bml_core.render.latex.page import LatexOptions, document_files, write_document

__all__ = [
    "PACKAGE", "TABLE_CLOSE", "LatexOptions", "anchor_latex", "call_latex", "description_latex",
    "document_files", "escape", "history_latex", "language_latex", "lost_in_pdflatex", "needs_escape",
    "notes_latex", "render_auction", "render_blocks", "render_diagram", "render_frequencies",
    "responses_latex", "row_latex", "scope_latex", "style_file", "style_path", "symbols_latex",
    "table_open", "write_document",
]
