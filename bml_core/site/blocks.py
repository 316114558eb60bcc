"""What the blocks of a page show in their site, for every host."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import MEANING_KEYS, BiddingTable, Block, Diagram, Document, Heading, Span, walk_rows
from bml_core.formats import diagrams
from bml_core.formats.deals import SourcedBoard
from bml_core.language import Page, parse_inline
from bml_core.notes import (
    BlockOptions,
    Kind,
    NotesBlock,
    PageBlock,
    Part,
    Show,
    StandingPart,
    find_said_beside,
    named_file,
    option_diagnostic,
    read_block,
    standing_block,
)
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
from bml_core.site.links import with_auction_links
from bml_core.site.pages import BmlPage, Offer, PageFacts, SystemPart, parse_offer
from bml_core.site.queries import Query
from bml_core.site.settings import Configuration
from bml_core.system import expand

if TYPE_CHECKING:
    from bml_core.site.boards import ShownBoard
    from bml_core.site.double_dummy import Solver
    from bml_core.site.history import SiteHistory


FILE_CODES = frozenset({"BML101", "BML102", "BML104", "BML105", "BML138"})
"""Codes of diagnostics whose reason may be gone at the next build, although the page is the same."""

_UNREAD = ("BML101", "BML102", "BML104", "BML105")
_BY_DEFAULT = Configuration()


def said_beside(facts: PageFacts, text: str, file: str) -> PageFacts:
    """Return what the text of a page says of calls beside its blocks, for the checks of their system."""
    said = find_said_beside(((part.system, part.document) for part in facts.parts), text, file)
    return PageFacts(parts=(SystemPart(*said),)) if said else PageFacts()


@dataclass(frozen=True, slots=True)
class BlockContent(NotesBlock):
    """Hold what a block of a page means in its site, whatever shows it.

    Attributes:
        blocks: What the page shows of the document, with double-dummy tables.
        caption: The line above the block.
        depth: The depth from which branches start closed.
        system: The exported system that the document belongs to; None if it belongs to none.
        offer: The files that the page offers here.
        boards: The boards of a file as blocks.
        request: What a whole system answers once all pages are read.
    """

    blocks: tuple[Block, ...] = ()
    caption: tuple[Span, ...] = ()
    depth: int = 0
    system: str | None = None
    offer: Offer | None = None
    boards: tuple[ShownBoard, ...] = ()
    request: Query | None = None

    @property
    def shown_source(self) -> str:
        """Return the source if the page shows it, without empty lines around it; "" otherwise."""
        hides = self.options.hide or self.options.hidden
        is_shown = self.options.show in (Show.SOURCE, Show.BOTH) and self.source.strip() and not hides
        return self.source.strip("\n") if is_shown else ""

    @property
    def facts(self) -> PageFacts:
        """Return what the block makes known of its page."""
        return PageFacts(
            shows_bml=not self.options.hide,
            parts=() if self.system is None else (SystemPart(self.system, self.document),),
            deals=self.deals,
            offers=() if self.offer is None else (self.offer,),
            requests=() if self.request is None else (self.request,),
            # The file that the block shows, if it shows one, was read.
            is_whole=bool(self.dependencies)
            or all(each.code not in _UNREAD or each.location != self.place for each in self.diagnostics),
            pasted=self.document.pasted,
            quizzes=self.dependencies if any(board.hides for board in self.boards) else (),
        )

    @property
    def may_be_mended(self) -> bool:
        """Return whether the block may be another one at the next build, although the page is the same."""
        is_compared = self.options.kind in (Kind.CHANGES, Kind.HEALTH) or bool(self.options.changed)
        return is_compared or any(fault.code in FILE_CODES for fault in self.diagnostics)


class BlockReader:
    """Read the blocks of a page in order; they share the state of the page.

    ``find_file`` returns the file that a name in the options means. ``name`` is what files of the deals of
    the page are called after, and ``solver`` makes double-dummy tables; without it there are none.

    >>> reader = BlockReader(Page("notes.md"), Path)
    >>> content = reader.read(PageBlock(3, 1, {"system": "none"}, "1C  16+", 5, 1))
    >>> content.system, str(content.document.tables[0].location)
    (None, 'notes.md:5:1')
    """

    def __init__(
        self,
        page: Page,
        find_file: Callable[[str], str | Path],
        configuration: Configuration = _BY_DEFAULT,
        *,
        name: str = "",
        solver: Solver | None = None,
    ) -> None:
        self.page = page
        self.configuration = configuration
        self._find_file = find_file
        self._name = name
        self._solver = solver

    @classmethod
    def of_file(
        cls,
        file: str,
        root: str | Path,
        configuration: Configuration,
        *,
        name: str = "",
        solver: Solver | None = None,
    ) -> Self:
        """Return the reader of a page that is a file; names with a leading ``/`` start from ``root``."""
        find_file = partial(named_file, file=file, root=root)
        return cls(configuration.page(file, root), find_file, configuration, name=name, solver=solver)

    def read(self, block: PageBlock | StandingPart, *, one_deal: bool = False) -> BlockContent:
        """Read a block; with ``one_deal`` it must be one deal diagram and nothing else.

        Tables and lists of bids stay as they are in the page, so that nothing of them is shown.
        """
        if isinstance(block, StandingPart):
            return replace(self._in_site(standing_block(block, self.page.file)), blocks=())
        text = read_block(self.page, block, self._find_file, one_deal=one_deal)
        show = {Kind.NOTES: self._notes, Kind.DEALS: self._boards, Kind.CHANGES: self._changes}
        content = show.get(text.options.kind, self._request)(text)
        if content.options.caption and not content.options.hide:
            caption = parse_inline(content.options.caption, content.place)
            diagnostics = (*content.diagnostics, *caption.diagnostics)
            content = replace(content, caption=caption.value, diagnostics=diagnostics)
        return content

    def read_bml_page(self) -> tuple[BmlPage, BlockContent]:
        """Read the page itself, which is a BML file."""
        document = self.page.parse_file(self.page.file)
        page = BmlPage.from_document(document, self.page.file)
        place = Location(self.page.file, 1)
        text = NotesBlock(
            place, page.options, document, document.diagnostics, dependencies=document.dependencies
        )
        content = replace(self._in_site(text), blocks=self._linked(page.blocks))
        return page, replace(content, diagnostics=(*content.diagnostics, *page.diagnostics))

    # ------------------------------------------------------------ the kinds of blocks

    def _notes(self, text: NotesBlock) -> BlockContent:
        """Return what a block of BML shows, with double-dummy tables and marks of changes where asked for."""
        content = self._in_site(text)
        options, site = content.options, self.configuration
        if options.hidden:
            content = self._written_quiz(content)
        elif options.dd and content.blocks and self._solver is not None:
            from bml_core.site.double_dummy import groups_with_double_dummy  # noqa: PLC0415 - loads on use

            solved = groups_with_double_dummy((content.blocks,), self._solver, content.place, site.words)
            diagnostics = (*content.diagnostics, *solved.diagnostics)
            content = replace(content, blocks=solved.value[0], diagnostics=diagnostics)
        if options.changed and content.blocks:
            marked = self._history.marked(
                content.blocks, content.document, options.changed, content.system or "", content.place
            )
            diagnostics = (*content.diagnostics, *marked.diagnostics)
            content = replace(content, blocks=marked.value, diagnostics=diagnostics)
        return replace(content, blocks=self._linked(content.blocks))

    def _in_site(self, text: NotesBlock) -> BlockContent:
        """Return a block of BML with what it belongs to, what it offers, and what is wrong with that."""
        site, options, document = self.configuration, text.options, text.document
        conditions = _condition_faults(document)
        system = site.exported_system(options, self._name)
        offer = parse_offer(options, system, self._name, text.place, site.exports)
        if options.download and not document.blocks and not document.metadata:
            # Links to files, and nothing that would be in them.
            system = None
        unlisted: tuple[Diagnostic, ...] = ()
        if system is not None:
            unlisted = site.check_system(system, text.place)
        elif document.tables and not options.system:
            unlisted = site.check_page(self._name, text.place)
        is_shown = not options.hide
        content = _content(text)
        return replace(
            content,
            document=replace(document, diagnostics=(*document.diagnostics, *conditions)),
            diagnostics=(*text.diagnostics, *conditions, *unlisted, *offer.diagnostics),
            blocks=options.shown(document),
            depth=site.depth(options),
            system=system,
            deals=tuple(SourcedBoard(board, at) for board, at in diagrams.boards(document))
            if is_shown
            else (),
            offer=offer.value if is_shown else None,
        )

    def _written_quiz(self, content: BlockContent) -> BlockContent:
        """Return a block with deals of its text, parts of which are hidden; each has its auction below it."""
        blocks = content.document.blocks
        auctions = [
            id(diagrams.auction_below(block, blocks, at))
            for at, block in enumerate(blocks)
            if isinstance(block, Diagram)
        ]
        # Nobody can answer for a single suit, and what is hidden of it stays so.
        suits = [block for block in blocks if isinstance(block, Diagram) and block.one_suit]
        faults = [("A single suit", suit.location) for suit in suits]
        faults += [] if content.deals or suits else [("This block without a deal", content.place)]
        return replace(
            self._boards(content),
            blocks=tuple(b for b in content.blocks if id(b) not in auctions and b not in suits),
            diagnostics=(
                *content.diagnostics,
                *(
                    option_diagnostic(f"{what} cannot hide a part.", at, "Write a deal.")
                    for what, at in faults
                ),
            ),
        )

    def _boards(self, text: NotesBlock) -> BlockContent:
        """Return what a block shows of the boards of a file, or of deals in its text."""
        from bml_core.site.boards import add_double_dummy, shown_board  # noqa: PLC0415 - loads on use

        site, options = self.configuration, text.options
        if options.records:
            parts, classes = options.parts & {Part.HANDS}, (*options.classes, "bml-records")
            options = replace(options, parts=parts, hcp=True, classes=classes)
            text = replace(text, options=options)
        boards = tuple(shown_board(dealt.board, options, text.place, site.words) for dealt in text.deals)
        # Files for readers hold no more of a quiz than the page does before its answer.
        deals = tuple(
            replace(dealt, board=shown.open_board, source=None) if shown.hides else dealt
            for dealt, shown in zip(text.deals, boards, strict=True)
        )
        text, diagnostics = replace(text, deals=deals), text.diagnostics
        if options.dd and boards and self._solver is not None:
            added = add_double_dummy(boards, self._solver, text.place, site.words)
            boards = added.value
            diagnostics = (*diagnostics, *added.diagnostics)
        content = text if isinstance(text, BlockContent) else _content(text)
        return replace(content, boards=boards, depth=site.depth(options), diagnostics=diagnostics)

    def _request(self, text: NotesBlock) -> BlockContent:
        """Return what a block asks of a whole system."""
        site, options = self.configuration, text.options
        request = Query(options, site.exported_system(options, self._name), text.place)
        diagnostics = text.diagnostics
        if options.kind is Kind.HEALTH:
            changes = self._history.changes_since(options.since, request.system or "", text.place)
            request = replace(request, changes=changes.value)
            diagnostics = (*diagnostics, *changes.diagnostics)
        return replace(_content(text), request=request, depth=site.depth(options), diagnostics=diagnostics)

    def _changes(self, text: NotesBlock) -> BlockContent:
        """Return the list of what has changed."""
        content, options = _content(text), text.options
        if not options.since:
            return content
        system = self.configuration.exported_system(options, self._name) or ""
        listed = self._history.change_list(options.since, system, text.place)
        diagnostics = (*text.diagnostics, *listed.diagnostics)
        return replace(content, blocks=self._linked(listed.value), diagnostics=diagnostics)

    @property
    def _history(self) -> SiteHistory:
        # Few pages show what has changed.
        from bml_core.site.history import SiteHistory  # noqa: PLC0415 - loads on use

        return SiteHistory(self._find_file, self.configuration)

    def _linked(self, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        """Return blocks with links of the auctions in texts, unless the settings say otherwise."""
        return with_auction_links(blocks) if self.configuration.link_auctions else blocks


def _content(text: NotesBlock) -> BlockContent:
    values = {each.name: getattr(text, each.name) for each in fields(NotesBlock)}
    return BlockContent(**{**values, "system": None})


def _condition_faults(document: Document) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the conditions in braces of a document."""
    has_conditions = any(
        (table.history is not None and table.history.condition is not None)
        or any(row.condition is not None for _, row in walk_rows(table.rows))
        for table in document.tables
    )
    has_meanings = any(entry.key in MEANING_KEYS for entry in document.metadata)
    if not (has_conditions or has_meanings):
        return ()
    # Pages without braces do not wait for what reads conditions.
    from bml_core.hands.descriptions import check_conditions  # noqa: PLC0415 - loads on use

    return tuple(check_conditions(expand([document])))


# ---------------------------------------------------------------- in the order of the page


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
    elif content.boards:
        places = (dealt.location for dealt in content.deals)
        boards = {at: _board(board, options) for at, board in zip(places, content.boards, strict=True)}
        inside = tuple(boards.get(b.location, b) if isinstance(b, Diagram) else b for b in inside)
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
    answer = Frame(FrameKind.ANSWER, (*shown.answer, *link), printed=options.answers)
    return Frame(FrameKind.BOARD, (*shown.blocks, answer))
