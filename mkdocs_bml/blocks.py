"""One BML block: from the options and the text of a fence to HTML and a Document to export."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from bml_core import Document, Location, Page, parse_inline, read_source
from bml_core.document import Heading
from bml_core.formats import bml
from bml_core.formats.deals import Dealt
from bml_core.render import arrange_auctions
from bml_core.render.html import (
    Download,
    HtmlOptions,
    RowIds,
    beside_html,
    downloads_html,
    figure_close,
    figure_open,
    holds_caption,
    render_block,
    render_spans,
)
from bml_core.site import (
    BlockOptions,
    BmlPage,
    DealOffer,
    HandRequest,
    Offer,
    Show,
    Solver,
    asks_for_deals,
    asks_for_hands,
    make_deal_offer,
    make_deal_options,
    make_hand_options,
    make_offer,
    make_options,
    make_page,
    only_offers,
    read_deals,
    split_option_lines,
    with_conditions_checked,
    with_double_dummy,
)
from mkdocs_bml.deals import boards_html
from mkdocs_bml.fences import Fence
from mkdocs_bml.hands import place_of
from mkdocs_bml.places import PagePlace
from mkdocs_bml.reports import error_box, log_diagnostics, log_warning
from mkdocs_bml.settings import Settings

_DEEPEST_HEADING = 6
_TEXT_BESIDE_FILE = "A block with a file shows the file alone. Delete the text of the block."


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block ready for its page: HTML fragments, what is exported of it, its deals, and files it offers.

    A block with a ``request`` is filled in when all pages are there.
    """

    fragments: tuple[str, ...]
    system: str | None
    document: Document
    offer: Offer | DealOffer | None = None
    deals: tuple[Dealt, ...] = ()
    request: HandRequest | None = None


class BlockReader:
    """Reads the blocks of one page in order, with the state they share."""

    def __init__(
        self, place: PagePlace, settings: Settings, highlight: Callable[[str], str], row_ids: RowIds
    ) -> None:
        self.file = place.file or str(Path(settings.base_path, "<page>"))
        self._settings = settings
        self._highlight = highlight
        self._roots = (place.root or settings.base_path, *settings.include_roots)
        self._way_to_top = place.way_to_top
        self._page_name = str(PurePosixPath(place.uri).with_suffix("")) if place.uri else ""
        self._solver = Solver(settings.cache)
        self._page = Page(
            self.file, dialect=settings.dialect, include_roots=self._roots, limits=settings.limits
        )
        self._names: set[str] = set()
        self._row_ids = row_ids

    def location(self, fence: Fence) -> Location:
        """Where a fence opens."""
        return Location(self.file, fence.lines[0] if fence.lines else 1, fence.column)

    def read(self, fence: Fence, level: int) -> ShownBlock:
        """Read one block; ``level`` is that of the heading it stands below, 0 for none."""
        place = self.location(fence)
        lines, text, taken = split_option_lines(fence.text)
        raw = {**fence.header, **lines}
        if asks_for_deals(raw):
            return self._read_deals(raw, text, level, place)
        if asks_for_hands(raw):
            return self._read_hands(raw, text, place)
        options, problems = make_options(raw)
        for problem in problems:
            log_warning(place, str(problem))
        document, source = self._document(fence, options, text, taken)
        document = with_conditions_checked(document)
        log_diagnostics(document.diagnostics)
        system = self._exported_system(options, place)
        offer = None if options.hide else self._offer(options, system, place)
        body = () if options.hide else self._body(document, source, options, level, place, offer)
        exported = None if only_offers(options, document) else system
        deals = () if options.hide else _deals_of(document)
        return ShownBlock((error_box(document.diagnostics), *body), exported, document, offer, deals)

    def _read_deals(self, raw: dict[str, str], text: str, level: int, place: Location) -> ShownBlock:
        """Read the boards of a file."""
        options, problems = make_deal_options(raw)
        found = read_deals(self._page, self._resolved(options.block.file), options, place)
        if text.strip():
            log_warning(place, _TEXT_BESIDE_FILE)
        for problem in (*problems, *found.problems):
            log_warning(place, str(problem))
        log_diagnostics(found.diagnostics)
        block = options.block
        html = boards_html(found.boards, options, self._html_options(block, level), self._solver, place)
        html = self._framed(html, block, place)
        return ShownBlock((error_box(found.diagnostics), html), None, Document(()), None, found.boards)

    def _read_hands(self, raw: dict[str, str], text: str, place: Location) -> ShownBlock:
        """Read what a block wants to know of hands; it is worked out when all pages are read."""
        options, problems = make_hand_options(raw)
        if text.strip():
            kind = "examples" if "examples" in raw else "frequencies"
            log_warning(place, f"A block with {kind} shows no text. Delete the text of the block.")
        for problem in problems:
            log_warning(place, str(problem))
        request = HandRequest(options, self._exported_system(options.block, place), place)
        html = self._framed(place_of(request)[1], options.block, place)
        return ShownBlock((html,), None, Document(()), request=request)

    def _framed(self, html: str, block: BlockOptions, place: Location) -> str:
        """The HTML of a block in a figure, if one is asked for."""
        ident = self._unique_name(block, place)
        if not (block.caption or block.classes or ident):
            return html
        caption = self._caption(block.caption, place)
        return f"{figure_open(caption, classes=block.classes, ident=ident)}{html}{figure_close()}"

    def _offer(self, options: BlockOptions, system: str | None, place: Location) -> Offer | DealOffer | None:
        offer: Offer | DealOffer | None
        if options.deals is not None:
            offer, problems = make_deal_offer(options, self._page_name, place)
            offer = offer if offer.formats else None
        else:
            offer, problems = make_offer(options, system, place, self._settings.exports)
        for problem in problems:
            log_warning(place, str(problem))
        return offer

    def _exported_system(self, options: BlockOptions, place: Location) -> str | None:
        system = options.exported_system(self._settings.default_system)
        if system is not None and system not in self._settings.systems:
            known = ", ".join(self._settings.systems)
            log_warning(place, f"The setting systems has no system {system}. It has {known}.")
        return system

    def read_page(self) -> tuple[BmlPage, ShownBlock]:
        """Read the page itself, which is a BML file."""
        document = with_conditions_checked(self._page.parse_file(self.file))
        page = make_page(document, self.file)
        log_diagnostics((*document.diagnostics, *page.diagnostics))
        for place, problem in page.problems:
            log_warning(place, str(problem))
        options = self._html_options(page.options, 0)
        shown = [render_block(block, options) for block in arrange_auctions(page.blocks)]
        # The title comes first of all, so that MkDocs knows it.
        shown.insert(1 if begins_with_title(page) else 0, error_box(document.diagnostics))
        system = self._exported_system(page.options, Location(self.file, 1))
        return page, ShownBlock(tuple(shown), system, document, None, _deals_of(document))

    # ------------------------------------------------------------ reading

    def _document(self, fence: Fence, options: BlockOptions, text: str, taken: int) -> tuple[Document, str]:
        with self._page.in_dialect(options.dialect):
            if options.file:
                return self._from_file(self.location(fence), options.file, text)
            return self._from_text(fence, text, taken), text

    def _from_text(self, fence: Fence, text: str, taken: int) -> Document:
        numbers = fence.lines[1 + taken :]
        if not numbers:
            return self._page.parse(text, line=self.location(fence).line, column=fence.column)
        places = [(self.file, number) for number in numbers]
        return self._page.parse(text, line=numbers[0], column=fence.column, places=places)

    def _from_file(self, place: Location, name: str, text: str) -> tuple[Document, str]:
        if text.strip():
            log_warning(place, _TEXT_BESIDE_FILE)
        path = self._resolved(name)
        document = self._page.parse_file(path, place=place)
        return document, read_source(path) if document.dependencies else ""

    def _resolved(self, name: str) -> Path:
        if name.startswith("/"):
            return Path(os.path.normpath(Path(self._roots[0], name.lstrip("/"))))
        return Path(os.path.normpath(Path(self.file).parent / name))

    # ------------------------------------------------------------ writing

    def _body(
        self,
        document: Document,
        source: str,
        options: BlockOptions,
        level: int,
        place: Location,
        offer: Offer | DealOffer | None,
    ) -> tuple[str, ...]:
        ident = self._unique_name(options, place)
        inside: list[str] = []
        if options.show is not Show.RESULT and source.strip():
            inside.append(self._highlight(source.strip("\n")) + "\n")
        # A heading begins a section of the page, which no figure can hold.
        blocks = tuple(arrange_auctions(document.blocks)) if options.show is not Show.SOURCE else ()
        if options.dd and blocks:
            blocks, problems = with_double_dummy(blocks, self._solver, self._settings.words)
            for problem in problems:
                log_warning(place, str(problem))
        first = next((n for n, block in enumerate(blocks) if isinstance(block, Heading)), len(blocks))
        html_options = self._html_options(options, level)
        caption = self._caption(options.caption, place)
        in_table = caption if not inside and first and holds_caption(blocks[0], options.style) else ""
        result = "".join(
            render_block(block, html_options, caption=in_table if number == 0 else "")
            for number, block in enumerate(blocks[:first])
        )
        inside = [beside_html(inside[0], result)] if inside and result else [*inside, result]
        if offer is not None:
            inside.append(self._downloads(offer))
        has_frame = any(inside) or first == len(blocks)
        if options.caption or (has_frame and (options.classes or ident)):
            above = "" if in_table else caption
            inside = [figure_open(above, classes=options.classes, ident=ident), *inside, figure_close()]
            ident = ""
        outside = self._html_options(options, level, ident)
        return "".join(inside), "".join(render_block(block, outside) for block in blocks[first:])

    def _downloads(self, offer: Offer | DealOffer) -> str:
        return downloads_html(Download(file, title, self._way_to_top) for file, title in offer.files)

    def _caption(self, text: str, place: Location) -> str:
        caption = parse_inline(text, place)
        log_diagnostics(caption.diagnostics)
        return render_spans(caption.value)

    def _html_options(self, options: BlockOptions, level: int, ident: str = "") -> HtmlOptions:
        """How blocks are written; ``ident`` is for the first heading."""
        idents = iter((ident,))

        def heading(block: Heading, inner: str) -> str:
            number = min(level + block.level, _DEEPEST_HEADING)
            name = next(idents, "")
            attribute = f' id="{name}"' if name else ""
            return f"<h{number}{attribute}>{inner}</h{number}>\n"

        collapse = self._settings.collapse if options.collapse is None else options.collapse
        return HtmlOptions(
            collapse=collapse,
            heading=heading,
            row_id=self._row_ids,
            abbreviations=self._settings.abbreviations,
            style=options.style,
            hcp=options.hcp,
            words=self._settings.words,
        )

    def _unique_name(self, options: BlockOptions, place: Location) -> str:
        name = options.anchor
        if name in self._names:
            log_warning(place, f'The name "{options.name}" is given to another block of this page already.')
            return ""
        if name:
            self._names.add(name)
        return name


def _deals_of(document: Document) -> tuple[Dealt, ...]:
    return tuple(Dealt(board, place) for board, place in bml.boards(document))


def begins_with_title(page: BmlPage) -> bool:
    """Whether the title stands above everything else of the page."""
    return bool(page.blocks) and isinstance(page.blocks[0], Heading)


def page_metadata(page: BmlPage) -> dict[str, str]:
    """What a page tells about itself, as Markdown pages do in front of their text."""
    facts = {"description": page.description, "author": page.author}
    if not begins_with_title(page):
        facts["title"] = page.title
    return {name: text for name, text in facts.items() if text}
