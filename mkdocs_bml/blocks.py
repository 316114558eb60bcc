"""Write BML blocks as the HTML of a page, and fill in what all pages of a site are needed for."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from bml_core import Diagnostic, Location
from bml_core.document import AUCTION_SCHEME, Heading, plain_text
from bml_core.notes import StandingPart
from bml_core.render import Frame, FrameKind, arrange_auctions, sign_text
from bml_core.render.html import (
    HtmlOptions,
    RowIds,
    escape,
    render_block,
    render_blocks,
    render_frequencies,
    walk_paths,
)
from bml_core.site import (
    AuctionLink,
    BiddingBox,
    BlockContent,
    BlockReader,
    BmlPage,
    Configuration,
    DeferredLinks,
    PageFacts,
    Query,
    QueryResult,
    Site,
    Solver,
    box_close,
    box_open,
    compose,
)
from mkdocs_bml.fences import Fence
from mkdocs_bml.pages import PagePlace, page_name
from mkdocs_bml.reports import LOG, error_lines, failure_box, log_diagnostics, problem_box, shown_place

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
        #: What is wrong with the blocks, to be logged once for each cause of the page.
        self.diagnostics: list[Diagnostic] = []

    def write(self, fence: Fence, level: int) -> tuple[Fragments, BlockContent]:
        """Write one block; ``level`` is that of the heading it is below, 0 for none."""
        content = self._reader.read(fence.block)
        errors = self._reported(content)
        if content.options.hide:
            return (errors,), content
        name = content.options.anchor
        if name in self._names:
            message = f'The name "{content.options.name}" is given to another block of this page already.'
            self.diagnostics.append(Diagnostic("BML131", message, content.place))
            content = replace(content, options=replace(content.options, name=""))
        elif name:
            self._names.add(name)
        composed = compose(content)
        inside = render_blocks(composed.inside, self._html_options(content, level))
        sections = self._html_options(content, level, composed.name)
        return (inside, render_blocks(composed.sections, sections), errors), content

    def standing(self, part: StandingPart) -> tuple[BlockContent, dict[int, list[str]]]:
        """Return what tables or a list in the page say, and the ids of the rows in each of its lines."""
        content = self._reader.read(part)
        self.diagnostics += content.diagnostics
        idents: dict[int, list[str]] = {}
        for table in part.tables:
            for _, row, path in walk_paths(table):
                place = row.call.location
                idents.setdefault(place.line, []).append(self._row_ids(path, place))
        return content, idents

    def write_page(self) -> tuple[BmlPage, Fragments, BlockContent]:
        """Write the page itself, which is a BML file."""
        page, content = self._reader.read_bml_page()
        errors = self._reported(content)
        options = self._html_options(content, 0)
        fragments = [render_block(block, options) for block in arrange_auctions(content.blocks)]
        return page, (*fragments, errors), content

    def _reported(self, content: BlockContent) -> str:
        """Note what is wrong with a block, and return the errors that the page shows."""
        self.diagnostics += content.diagnostics
        return error_lines(content.diagnostics) if self._configuration.shows_errors else ""

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
            links=DeferredLinks(),
            source=self._highlight,
            deferred=_deferred,
            top=self._way_to_top,
        )

    def _link(self, target: str, place: Location) -> str:
        """Return the target of a link, and note one that leads to an auction."""
        if target.startswith(AUCTION_SCHEME):
            self.auction_links.append(AuctionLink(target, place))
        return target


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


# ---------------------------------------------------------------- what is worked out from all pages

_PLACE = re.compile(r'<div class="bml-hands" data-bml="([0-9a-f]{16})"></div>\n?')

Link = Callable[[str, str], str]
"""From a page and the id of a row there to an address."""
PageWay = Callable[[str], str | None]
"""From a page to its address, None if it has none."""


def place_of(request: Query) -> tuple[str, str]:
    """Return a name for a block, and the HTML that stands for it until all pages are converted."""
    key = hashlib.sha256(repr(request).encode("utf-8", "replace")).hexdigest()[:16]
    return key, f'<div class="bml-hands" data-bml="{key}"></div>\n'


def has_places(html: str) -> bool:
    """Return whether something is still to be filled in."""
    return _PLACE.search(html) is not None


class HandPages:
    """What the blocks of a site show of hands; each is worked out when its page asks for it.

    ``requests`` are what the blocks ask for.
    """

    def __init__(self, settings: Configuration, site: Site, requests: Mapping[str, Query]) -> None:
        self._settings = settings
        self._site = site
        self._requests = requests
        self._answers: dict[str, QueryResult] = {}

    @property
    def boxes(self) -> tuple[BiddingBox, ...]:
        """Return the bidding boxes that are shown so far."""
        boxes = (answer.box for answer in self._answers.values())
        return tuple({box.folder: box for box in boxes if box is not None}.values())

    def fill(self, html: str, link: Link, top: str = "", way: PageWay = str) -> str:
        """Return a page with everything filled in.

        ``top`` is the way to the top of the site, where the data of bidding boxes is; without it, the page
        holds that itself, and ``way`` leads from there to other pages.
        """
        return _PLACE.sub(lambda found: self._shown(found[1], link, top, way), html)

    def _shown(self, key: str, link: Link, top: str, way: PageWay) -> str:
        request = self._requests.get(key)
        if request is None:
            return ""
        try:
            return self._html(self._answer(key, request), request, link, top, way)
        except Exception:
            # An exception here would end the whole build.
            LOG.exception("%s: This block cannot be shown.", shown_place(request.place))
            return failure_box(request.place)

    def _answer(self, key: str, request: Query) -> QueryResult:
        if key not in self._answers:
            found = self._answers[key] = self._site.answer(request)
            log_diagnostics(found.diagnostics)
        return self._answers[key]

    def _html(self, found: QueryResult, request: Query, link: Link, top: str, way: PageWay) -> str:
        settings = self._settings
        options = HtmlOptions(hcp=True, words=settings.words, abbreviations=settings.abbreviations)
        addresses = self._site.addresses([request.system])

        def address(place: Location) -> str:
            page, ident = addresses.get(place, ("", ""))
            return link(page, ident) if ident else ""

        parts = [problem_box(request.place, found.failures), render_blocks(found.above, options)]
        parts.append(render_blocks(found.quiz, options))
        if found.table is not None:
            parts.append(render_frequencies(found.table, replace(options, address=address)))
        index = render_blocks(found.index, replace(options, collapse=1))
        if found.box is not None:
            whole = "" if top else found.box.whole(way, settings.words)
            index = f"{box_open(found.box, settings.words, top=top, whole=whole)}{index}{box_close()}"
        parts.append(index)
        if found.hands:
            parts.append(render_blocks([Frame(FrameKind.EXAMPLES, found.hands)], options))
        return "".join(parts)


def partial_box(html: str, requests: Mapping[str, Query]) -> str:
    """Return a page of a build without all pages, with a box in each place."""

    def box(found: re.Match[str]) -> str:
        request = requests.get(found[1])
        sentence = "This needs all pages: build without --dirty."
        return problem_box(request.place, [sentence]) if request else ""

    return _PLACE.sub(box, html)


def named_requests(facts: Iterable[PageFacts]) -> dict[str, Query]:
    """Return the requests of pages by their names."""
    return {place_of(request)[0]: request for page in facts for request in page.requests}
