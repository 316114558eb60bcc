"""Write BML blocks as the HTML of a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from bml_core import Diagnostic, Location
from bml_core.document import AUCTION_SCHEME, Heading, plain_text
from bml_core.render import arrange_auctions, sign_text
from bml_core.render.html import HtmlOptions, RowIds, escape, render_block, render_blocks
from bml_core.site import (
    AuctionLink,
    BlockContent,
    BlockReader,
    BmlPage,
    Configuration,
    LaterLinks,
    Query,
    Solver,
    compose,
)
from mkdocs_bml.fences import Fence
from mkdocs_bml.hands import place_of
from mkdocs_bml.places import PagePlace, page_name
from mkdocs_bml.reports import error_lines, log_diagnostics

_DEEPEST_HEADING = 6
Fragments = tuple[str, ...]
"""The HTML of a block in parts; one that begins with a heading is a section of the page."""


class BlockHtml:
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
        return Location(self.file, fence.block.line, fence.block.column)

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
        name = self._unique_name(content)
        if not name:
            content = replace(content, options=replace(content.options, name=""))
        composed = compose(content)
        inside = render_blocks(composed.inside, self._html_options(content, level))
        sections = self._html_options(content, level, composed.name)
        return inside, render_blocks(composed.sections, sections)

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
            links=LaterLinks(),
            source=self._highlight,
            deferred=_deferred,
            top=self._way_to_top,
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


def _deferred(request: object) -> str:
    """Return what stands for something that is worked out later."""
    return place_of(request)[1] if isinstance(request, Query) else ""


def page_metadata(page: BmlPage) -> dict[str, str]:
    """Return what a theme is to know of a page; it sees the title itself where the page begins with it."""
    sees_title = page.begins_with_title and page.shown_title == page.title
    return page.metadata if sees_title else {**page.metadata, "title": page.shown_title}
