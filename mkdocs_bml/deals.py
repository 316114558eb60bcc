"""Boards of files as HTML."""

from __future__ import annotations

from collections.abc import Iterable

from bml_core import Location
from bml_core.formats.deals import Dealt
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
from bml_core.site import DealOptions, ShownBoard, Solver, add_double_dummy, shown_board
from mkdocs_bml.reports import log_warning


def boards_html(
    boards: Iterable[Dealt], options: DealOptions, html: HtmlOptions, solver: Solver, place: Location
) -> str:
    """The boards that a block shows."""
    shown = [shown_board(dealt.board, options, place, html.words) for dealt in boards]
    if options.block.dd and shown:
        shown, problems = add_double_dummy(shown, solver, html.words)
        for problem in problems:
            log_warning(place, str(problem))
    return "".join(_board_html(view, options, html) for view in shown)


def _board_html(view: ShownBoard, options: DealOptions, html: HtmlOptions) -> str:
    parts = [board_open(), render_blocks(view.blocks, html)]
    if view.answer:
        opened = answer_open(html.words, on_paper=options.answers)
        parts += [opened, render_blocks(view.answer, html), answer_close()]
    if options.bbo:
        parts.append(play_link_html(handviewer_url(view.board), html.words))
    return "".join((*parts, board_close()))
