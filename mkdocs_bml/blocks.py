"""Write BML blocks as the HTML of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from bml_core import Diagnostic, Location
from bml_core.document import AUCTION_SCHEME, Block, Heading, plain_text
from bml_core.notes import BlockOptions, Kind
from bml_core.render import arrange_auctions, sign_text
from bml_core.render.html import (
    ANSWER_CLOSE,
    BOARD_CLOSE,
    BOARD_OPEN,
    FIGURE_CLOSE,
    Download,
    HtmlOptions,
    RowIds,
    answer_open,
    beside_html,
    downloads_html,
    escape,
    figure_open,
    holds_caption,
    play_link_html,
    render_block,
    render_blocks,
    render_spans,
)
from bml_core.site import (
    AuctionLink,
    BlockContent,
    BlockReader,
    BmlPage,
    Configuration,
    LaterWays,
    ShownBoard,
    Solver,
)
from mkdocs_bml.fences import Fence
from mkdocs_bml.hands import place_of
from mkdocs_bml.places import PagePlace, page_name
from mkdocs_bml.reports import error_lines, log_diagnostics

_DEEPEST_HEADING = 6
Fragments = tuple[str, ...]
"""The HTML of a block in parts; one that begins with a heading is a section of the page."""


class BlockWriter:
    """Write the blocks of one page in order, with the state they share.

    ``highlight`` writes BML source, and ``row_ids`` has the ids of the page. Double-dummy tables are kept in
    the folder ``cache`` if there is one. ``base_path`` is the folder of a page whose host does not name it.
    Headings have ids if the page ``has_contents`` that lead to them.
    """

    def __init__(
        self,
        place: PagePlace,
        configuration: Configuration,
        highlight: Callable[[str], str],
        row_ids: RowIds,
        *,
        base_path: str = ".",
        cache: Path | None = None,
        has_contents: bool = True,
    ) -> None:
        self.file = place.file or str(Path(base_path, "<page>"))
        root = place.root or base_path
        self._configuration = configuration
        name = page_name(place.uri) if place.uri else ""
        self._reader = BlockReader.of_file(self.file, root, configuration, name=name, solver=Solver(cache))
        self._highlight = highlight
        self._way_to_top = place.way_to_top
        self._names: set[str] = set()
        self._row_ids = row_ids
        self._has_contents = has_contents
        self.auction_links: list[AuctionLink] = []

    def location(self, fence: Fence) -> Location:
        """Return where a fence opens."""
        return Location(self.file, fence.lines[0] if fence.lines else 1, fence.column)

    def write(self, fence: Fence, level: int) -> tuple[Fragments, BlockContent]:
        """Write one block; ``level`` is that of the heading it is below, 0 for none."""
        content = self._reader.read(fence.block)
        log_diagnostics(content.diagnostics)
        errors = self._errors(content)
        if content.options.hide:
            return (errors,), content
        return (*self._fragments(content, level), errors), content

    def write_page(self) -> tuple[BmlPage, Fragments, BlockContent]:
        """Write the page itself, which is a BML file."""
        page, content = self._reader.read_bml_page()
        log_diagnostics(content.diagnostics)
        options = self._html_options(content, 0)
        fragments = [render_block(block, options) for block in arrange_auctions(content.blocks)]
        return page, (*fragments, self._errors(content)), content

    def _errors(self, content: BlockContent) -> str:
        return error_lines(content.diagnostics) if self._configuration.shows_errors else ""

    # ------------------------------------------------------------ fragments

    def _fragments(self, content: BlockContent, level: int) -> Fragments:
        ident = self._unique_name(content)
        caption = render_spans(content.caption, HtmlOptions(link=self._link))
        if content.request is not None:
            return (_framed([place_of(content.request)[1]], content, caption, ident),)
        if content.options.kind is Kind.DEALS:
            options = self._html_options(content, level)
            boards = [_board_html(board, content.options, options) for board in content.boards]
            return (_framed(boards, content, caption, ident),)
        return self._bml(content, level, caption, ident)

    def _bml(self, content: BlockContent, level: int, caption: str, ident: str) -> Fragments:
        # A heading begins a section of the page, which no figure can hold.
        blocks = tuple(arrange_auctions(content.blocks))
        first = next((n for n, block in enumerate(blocks) if isinstance(block, Heading)), len(blocks))
        inside = [self._highlight(source) + "\n"] if (source := content.shown_source) else []
        options = self._html_options(content, level)
        in_table = caption if not inside and first and holds_caption(blocks[0], content.options.style) else ""
        result = _rendered(blocks[:first], options, in_table)
        inside = [beside_html(inside[0], result)] if inside and result else [*inside, result]
        if content.offer is not None:
            files = content.offer.files
            inside.append(downloads_html(Download(file, title, self._way_to_top) for file, title in files))
        has_frame = any(inside) or first == len(blocks)
        if content.options.caption or (has_frame and (content.options.classes or ident)):
            inside = [_framed(inside, content, "" if in_table else caption, ident)]
            ident = ""
        outside = self._html_options(content, level, ident)
        return "".join(inside), _rendered(blocks[first:], outside)

    def _html_options(self, content: BlockContent, level: int, ident: str = "") -> HtmlOptions:
        """Return how blocks are written; ``ident`` is for the first heading."""
        idents = iter((ident,))

        def heading(block: Heading, inner: str) -> str:
            number = min(level + block.level, _DEEPEST_HEADING)
            name = next(idents, "")
            if not self._has_contents:
                attribute = f' id="{name}"' if name else ""
                return f"<h{number}{attribute}>{inner}</h{number}>\n"
            name = name or self._row_ids.heading(plain_text(block.spans))
            return f'<h{number} id="{name}"{_label(block)}>{inner}</h{number}>\n'

        return HtmlOptions(
            collapse=content.depth,
            heading=heading,
            link=self._link,
            row_id=self._row_ids,
            abbreviations=self._configuration.abbreviations,
            style=content.options.style,
            hcp=content.options.hcp,
            words=self._configuration.words,
            ways=LaterWays(),
        )

    def _link(self, target: str, place: Location) -> str:
        """Return the target of a link, and note one that leads to an auction."""
        if target.startswith(AUCTION_SCHEME):
            self.auction_links.append(AuctionLink(target, place))
        return target

    def _unique_name(self, content: BlockContent) -> str:
        name = content.options.anchor
        if name in self._names:
            message = f'The name "{content.options.name}" is given to another block of this page already.'
            log_diagnostics([Diagnostic("BML131", message, content.place)])
            return ""
        if name:
            self._names.add(name)
        return name


def _label(heading: Heading) -> str:
    """Return the attribute that makes the contents show suit signs."""
    text = sign_text(heading.spans)
    # The contents take it for HTML.
    return f' data-toc-label="{escape(escape(text))}"' if text != plain_text(heading.spans) else ""


def _rendered(blocks: Iterable[Block], options: HtmlOptions, caption: str = "") -> str:
    return "".join(
        render_block(block, options, caption="" if number else caption) for number, block in enumerate(blocks)
    )


def _board_html(board: ShownBoard, options: BlockOptions, html: HtmlOptions) -> str:
    """Return the HTML of a board that a block shows."""
    parts = [BOARD_OPEN, render_blocks(board.blocks, html)]
    link = play_link_html(board.viewer_url, html.words) if board.viewer_url else ""
    if board.answer:
        opened = answer_open(html.words, on_paper=options.answers)
        parts += [opened, render_blocks(board.answer, html), link, ANSWER_CLOSE]
    else:
        parts.append(link)
    return "".join((*parts, BOARD_CLOSE))


def _framed(inside: Iterable[str], content: BlockContent, caption: str, ident: str) -> str:
    """Return the HTML of a block in a figure, if one is asked for."""
    options, html = content.options, "".join(inside)
    if not (options.caption or options.classes or ident):
        return html
    return f"{figure_open(caption, classes=options.classes, ident=ident)}{html}{FIGURE_CLOSE}"


def page_metadata(page: BmlPage) -> dict[str, str]:
    """Return what a theme is to know of a page; it sees the title itself where the page begins with it."""
    sees_title = page.begins_with_title and page.shown_title == page.title
    return page.metadata if sees_title else {**page.metadata, "title": page.shown_title}
