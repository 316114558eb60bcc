"""Show boards of files as HTML."""

from __future__ import annotations

from bml_core.formats.lin import handviewer_url
from bml_core.render.html import (
    HtmlOptions,
    answer_close,
    answer_open,
    board_close,
    board_open,
    play_link_html,
    render_blocks,
)
from bml_core.site import DealOptions, ShownBoard


def board_html(board: ShownBoard, options: DealOptions, html: HtmlOptions) -> str:
    """Return the HTML of a board that a block shows."""
    parts = [board_open(), render_blocks(board.blocks, html)]
    if board.answer:
        opened = answer_open(html.words, on_paper=options.answers)
        parts += [opened, render_blocks(board.answer, html), answer_close()]
    if options.bbo:
        parts.append(play_link_html(handviewer_url(board.board), html.words))
    return "".join((*parts, board_close()))
