"""LaTeX of a document, for pdfLaTeX, XeLaTeX and LuaLaTeX; the commands are those of ``bml.sty``.

``dumps`` writes notes as a document, ``render_blocks`` the body of one. A host that keeps inline parts in a
tree of its own hands :func:`render_table` what writes them.
"""

# fmt: off

from bml_core.render.latex.blocks import (
    PACKAGE, LatexLinks, LatexOptions, document_files, dumps, language_latex, notes_latex, render_auction,
    render_blocks, render_diagram, render_frequencies, render_table, style_file, style_path, write_document,
)
from bml_core.render.latex.inline import (
    LINE_BREAK, escape, lost_in_pdflatex, needs_escape, symbols_latex,
)
