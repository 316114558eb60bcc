"""Show boards of files as nodes."""

from __future__ import annotations

from docutils import nodes

from bml_core.formats.lin import handviewer_url
from bml_core.site import DealOptions, ShownBoard
from sphinx_bml.blocks import BlockWriter
from sphinx_bml.nodes import bml_answer, bml_board


def board_node(shown: ShownBoard, options: DealOptions, writer: BlockWriter) -> bml_board:
    """Return the node of a board that a block shows."""
    node = bml_board("", *writer.nodes_for(shown.blocks))
    if shown.answer:
        title = writer.words.answer
        head = nodes.paragraph("", "", nodes.strong("", title), translatable=False)
        node += bml_answer("", head, *writer.nodes_for(shown.answer), left_out=not options.answers)
    if options.bbo:
        text = writer.words.play_on_bbo
        link = nodes.reference("", text, refuri=handviewer_url(shown.board), internal=False)
        node += nodes.paragraph("", "", link, classes=["bml-play"], translatable=False)
    return node
