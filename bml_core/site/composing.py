"""What a page shows of a block, in the order in which it shows it, for every host."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bml_core.document import BiddingTable, Block, Heading
from bml_core.notes import BlockOptions, Kind
from bml_core.render import (
    Deferred,
    Download,
    DownloadList,
    Frame,
    FrameKind,
    PlayLink,
    Shown,
    SourceText,
    arrange_auctions,
)

if TYPE_CHECKING:
    from bml_core.site.blocks import BlockContent
    from bml_core.site.boards import ShownBoard


@dataclass(frozen=True, slots=True)
class ComposedBlock:
    """What a page shows of a block.

    ``sections`` begins with a heading, which begins a section of the page, so that no figure can hold it. It
    comes after what is ``inside`` the block. ``name`` is for the first section, "" for a block that has a
    figure to bear its name.
    """

    inside: tuple[Shown, ...] = ()
    sections: tuple[Block, ...] = ()
    name: str = ""


def compose(content: BlockContent) -> ComposedBlock:
    """Return what a page shows of a block, in a figure if it has a caption, a name or classes."""
    options = content.options
    if options.hide:
        return ComposedBlock()
    shown = (block for block in content.blocks if not (isinstance(block, BiddingTable) and block.hidden))
    blocks = tuple(arrange_auctions(shown))
    first = next((n for n, block in enumerate(blocks) if isinstance(block, Heading)), len(blocks))
    inside: tuple[Shown, ...] = blocks[:first]
    if content.request is not None:
        inside = (Deferred(content.request),)
    elif options.kind is Kind.DEALS:
        inside = tuple(_board(board, options) for board in content.boards)
    elif source := content.shown_source:
        inside = (SourceText(source), *inside)
        inside = (Frame(FrameKind.SOURCE_AND_RESULT, inside),) if len(inside) > 1 else inside
    if content.offer is not None:
        inside = (*inside, DownloadList(tuple(Download(*file) for file in content.offer.files)))
    has_figure = (inside or first == len(blocks)) and (options.classes or options.anchor)
    if not (options.caption or has_figure):
        return ComposedBlock(inside, blocks[first:], options.anchor)
    figure = Frame(FrameKind.FIGURE, inside, content.caption, options.anchor, tuple(options.classes))
    return ComposedBlock((figure,), blocks[first:])


def _board(shown: ShownBoard, options: BlockOptions) -> Frame:
    """Return a board; the link that holds what its answer shows is in the answer."""
    link = (PlayLink(shown.viewer_url),) if shown.viewer_url else ()
    if not shown.answer:
        return Frame(FrameKind.BOARD, (*shown.blocks, *link))
    answer = Frame(FrameKind.ANSWER, (*shown.answer, *link), on_paper=options.answers)
    return Frame(FrameKind.BOARD, (*shown.blocks, answer))
