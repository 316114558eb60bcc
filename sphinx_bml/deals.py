"""Boards of files as nodes, and the double-dummy tables of a project."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from docutils import nodes
from sphinx.environment import BuildEnvironment

from bml_core import Location
from bml_core.document import Block
from bml_core.formats.deals import Dealt
from bml_core.formats.lin import handviewer_url
from bml_core.site import (
    DealOptions,
    OptionProblem,
    ShownBoard,
    Solver,
    add_double_dummy,
    shown_board,
    with_double_dummy,
)
from sphinx_bml.blocks import BlockWriter
from sphinx_bml.nodes import bml_answer, bml_board
from sphinx_bml.reports import warn

_FOLDER = "bml-double-dummy"


def board_nodes(
    env: BuildEnvironment,
    boards: Iterable[Dealt],
    options: DealOptions,
    writer: BlockWriter,
    place: Location,
) -> list[nodes.Element]:
    """A node for each board that a block shows."""
    shown = [shown_board(dealt.board, options, place, writer.words) for dealt in boards]
    if options.block.dd and shown:
        shown, problems = add_double_dummy(shown, _solver(env), writer.words)
        _tell(env, problems, place)
    return [_board(view, options, writer) for view in shown]


def _board(view: ShownBoard, options: DealOptions, writer: BlockWriter) -> nodes.Element:
    node = bml_board("", *writer.nodes_for(view.blocks))
    if view.answer:
        said = writer.words.answer
        head = nodes.paragraph("", "", nodes.strong("", said), translatable=False)
        node += bml_answer("", head, *writer.nodes_for(view.answer), left_out=not options.answers)
    if options.bbo:
        said = writer.words.play_on_bbo
        link = nodes.reference("", said, refuri=handviewer_url(view.board), internal=False)
        node += nodes.paragraph("", "", link, classes=["bml-play"], translatable=False)
    return node


def solved(
    env: BuildEnvironment, blocks: tuple[Block, ...], writer: BlockWriter, place: Location
) -> tuple[Block, ...]:
    """The blocks with double-dummy tables below their full diagrams."""
    blocks, problems = with_double_dummy(blocks, _solver(env), writer.words)
    _tell(env, problems, place)
    return blocks


def _tell(env: BuildEnvironment, problems: Iterable[OptionProblem], place: Location) -> None:
    for problem in problems:
        warn(str(problem), place, problem.option)
        # Once the reason is gone, as when endplay is there, the page is to have its table.
        env.note_reread()


def _solver(env: BuildEnvironment) -> Solver:
    return Solver(Path(env.doctreedir, _FOLDER))
