"""Read the blocks of a page, one after the other, for every host and the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import Block, Document, Span, walk_rows
from bml_core.files import decode, read_file
from bml_core.language import Page, parse_inline, read_source
from bml_core.site.options import (
    BlockOptions,
    PageBlock,
    Show,
    asks_for_deals,
    option_diagnostic,
    parse_options,
)
from bml_core.site.page_files import named_file

if TYPE_CHECKING:
    from bml_core.formats.deals import Dealt
    from bml_core.site.configuration import Configuration
    from bml_core.site.deal_pages import DealOptions, ShownBoard, Solver
    from bml_core.site.hand_pages import HandRequest
    from bml_core.site.offers import Offer
    from bml_core.site.page_facts import PageFacts
    from bml_core.site.pages import BmlPage
    from bml_core.site.revisions import Reading, SiteHistory

FILE_CODES = frozenset({"BML101", "BML102", "BML104", "BML105", "BML138"})
"""Codes of diagnostics whose reason may be gone at the next build, although the page is the same."""

_UNREAD = ("BML101", "BML102", "BML104", "BML105")

_BML_ENDING = ".bml"
_NO_DOCUMENT = Document(())


@dataclass(frozen=True, slots=True)
class BlockContent:
    """Hold what a block of a page means, whatever shows it.

    Attributes:
        place: Where the block is.
        options: The options that every block has.
        document: What the block says; empty for a block of boards, frequencies or examples.
        diagnostics: Everything that is wrong with the block, its options and its files.
        source: The text as it is written.
        blocks: What the page shows of the document, with double-dummy tables.
        caption: The line above the block.
        depth: The depth from which branches start closed.
        system: The exported system that the document belongs to; None if it belongs to none.
        deals: The deals that the page shows in this block.
        offer: The files that the page offers here.
        deal_options: What is shown of ``boards``; None for a block that does not show boards of a file.
        boards: The boards as blocks.
        request: Frequencies or examples to work out once all pages are read.
        dependencies: The files that the block was read from.
        is_comparison: Whether it shows what has changed.
    """

    place: Location
    options: BlockOptions
    document: Document = _NO_DOCUMENT
    diagnostics: tuple[Diagnostic, ...] = ()
    source: str = ""
    blocks: tuple[Block, ...] = ()
    caption: tuple[Span, ...] = ()
    depth: int = 0
    system: str | None = None
    deals: tuple[Dealt, ...] = ()
    offer: Offer | None = None
    deal_options: DealOptions | None = None
    boards: tuple[ShownBoard, ...] = ()
    request: HandRequest | None = None
    dependencies: tuple[str, ...] = ()
    is_comparison: bool = False

    @property
    def shown_source(self) -> str:
        """Return the source if the page shows it, without empty lines around it; "" otherwise."""
        is_shown = self.options.show is not Show.RESULT and self.source.strip() and not self.options.hide
        return self.source.strip("\n") if is_shown else ""

    @property
    def facts(self) -> PageFacts:
        """Return what the block makes known of its page."""
        from bml_core.site.page_facts import PageFacts, SystemPart

        return PageFacts(
            shows_bml=not self.options.hide,
            parts=() if self.system is None else (SystemPart(self.system, self.document),),
            deals=self.deals,
            offers=() if self.offer is None else (self.offer,),
            requests=() if self.request is None else (self.request,),
            is_whole=self._is_read,
            pasted=self.document.pasted,
        )

    @property
    def _is_read(self) -> bool:
        """Return whether the file that the block shows, if it shows one, was read."""
        faults = (found for found in self.diagnostics if found.code in _UNREAD)
        return bool(self.dependencies) or all(fault.location != self.place for fault in faults)

    @property
    def may_be_mended(self) -> bool:
        """Return whether the block may be another one at the next build, although the page is the same."""
        is_compared = self.is_comparison or bool(self.options.changed)
        return is_compared or any(found.code in FILE_CODES for found in self.diagnostics)


class BlockReader:
    """Read the blocks of ``page`` in order; they share its state.

    ``find_file`` returns the file that a name in the options means. ``configuration`` is that of the site;
    without it there is no site, and blocks are read for what they say alone: nothing is offered, no deals
    are shown, and conditions in braces are not checked. ``name`` is what files of the deals of the page are
    called after, and ``solver`` makes double-dummy tables; without it there are none.

    >>> reader = BlockReader(Page("notes.md"), Path)
    >>> content = reader.read(PageBlock(3, 1, {"system": "none"}, "1C  16+", 5, 1))
    >>> content.system, str(content.document.tables[0].location)
    (None, 'notes.md:5:1')
    """

    def __init__(
        self,
        page: Page,
        find_file: Callable[[str], str | Path],
        configuration: Configuration | None = None,
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

    def read(self, block: PageBlock, *, one_deal: bool = False) -> BlockContent:
        """Read a block; with ``one_deal`` it must be one deal diagram and nothing else."""
        place = Location(block.file or self.page.file, block.line, block.column)
        options = parse_options(block.raw, place)
        # Most blocks are plain BML, and the readers of the others are large.
        is_plain = not options.diagnostics and (
            not options.value.file or options.value.file.lower().endswith(_BML_ENDING)
        )
        others = () if is_plain else (self._boards, self._request, self._comparison)
        content = next(filter(None, (read(block, place) for read in others)), None)
        if content is None:
            content = self._with_marks(self._bml(block, options.value, place, one_deal=one_deal))
            content = replace(content, diagnostics=(*options.diagnostics, *content.diagnostics))
        if block.problem[0]:
            fault = Diagnostic("BML132", block.problem[0], place, block.problem[1])
            content = replace(content, diagnostics=(fault, *content.diagnostics))
        return self._with_caption(self._with_links(content))

    def read_bml_page(self) -> tuple[BmlPage, BlockContent]:
        """Read the page itself, which is a BML file."""
        from bml_core.site.pages import BmlPage

        document = self.page.parse_file(self.page.file)
        page = BmlPage.from_document(document, self.page.file)
        content = self._content(document, page.options, Location(self.page.file, 1))
        diagnostics = (*content.diagnostics, *page.diagnostics)
        return page, self._with_links(replace(content, blocks=page.blocks, diagnostics=diagnostics))

    # ------------------------------------------------------------ the kinds of blocks

    def _bml(
        self, block: PageBlock, options: BlockOptions, place: Location, *, one_deal: bool
    ) -> BlockContent:
        diagnostics = _unread_text(block, place, "a file shows the file alone") if options.file else ()
        source = block.text
        with self.page.in_dialect(options.dialect):
            if options.file:
                path = self._find_file(options.file)
                document = self.page.parse_file(path, place=place)
                source = read_source(path) if document.dependencies else ""
            else:
                document = self._parsed(block)
        if one_deal:
            from bml_core.site.deal_pages import only_deal

            result = only_deal(document, place)
            document = result.value
            diagnostics = (*diagnostics, *result.diagnostics)
        content = self._content(document, options, place)
        content = replace(content, source=source, diagnostics=(*diagnostics, *content.diagnostics))
        return self._with_double_dummy(content)

    def _content(self, document: Document, options: BlockOptions, place: Location) -> BlockContent:
        """Return what a document means in its site."""
        site = self.configuration
        if options.choice is not None:
            document = document.with_choice(options.choice)
        if site is None:
            content = BlockContent(place, options, document, document.diagnostics)
            return replace(content, system=self._system(options), dependencies=document.dependencies)
        from bml_core.formats import bml
        from bml_core.formats.deals import Dealt
        from bml_core.site.offers import only_offers, parse_offer

        document = _with_conditions_checked(document)
        system = self._system(options)
        offer = parse_offer(options, system, self._name, place, site.exports)
        system = None if only_offers(options, document) else system
        if system is not None:
            unlisted = site.check_system(system, place)
        else:
            is_lost = bool(document.tables) and not options.system
            unlisted = site.check_page(self._name, place) if is_lost else ()
        is_shown = not options.hide
        return BlockContent(
            place,
            options,
            document,
            (*document.diagnostics, *unlisted, *offer.diagnostics),
            blocks=document.blocks if is_shown and options.show is not Show.SOURCE else (),
            depth=site.depth(options),
            system=system,
            deals=tuple(Dealt(board, at) for board, at in bml.boards(document)) if is_shown else (),
            offer=offer.value if is_shown else None,
            dependencies=document.dependencies,
        )

    def _boards(self, block: PageBlock, place: Location) -> BlockContent | None:
        """Read a block that shows boards of a file; None for another block."""
        if not asks_for_deals(block.raw):
            return None
        from bml_core.site.deal_pages import add_double_dummy, parse_deal_options, read_deals, shown_board

        parsed = parse_deal_options(block.raw, place)
        options = parsed.value
        source = read_deals(self.page, self._find_file(options.block.file), options, place)
        unread = _unread_text(block, place, "a file shows the file alone")
        diagnostics = (*parsed.diagnostics, *source.diagnostics, *unread)
        content = BlockContent(
            place, options.block, deals=source.boards, deal_options=options, dependencies=source.dependencies
        )
        if (site := self.configuration) is not None:
            boards = tuple(shown_board(dealt.board, options, place, site.words) for dealt in source.boards)
            if options.block.dd and boards and self._solver is not None:
                added = add_double_dummy(boards, self._solver, place, site.words)
                boards = added.value
                diagnostics = (*diagnostics, *added.diagnostics)
            content = replace(content, boards=boards, depth=site.depth(options.block))
        return replace(content, diagnostics=diagnostics)

    def _request(self, block: PageBlock, place: Location) -> BlockContent | None:
        """Read a block that asks for frequencies, examples or the like; None for another block."""
        from bml_core.site.hand_pages import HandRequest, HealthOptions, asks_for_hands, parse_hand_options

        if not asks_for_hands(block.raw):
            return None
        parsed = parse_hand_options(block.raw, place)
        options = parsed.value
        site, system = self.configuration, self._system(options.block)
        request = HandRequest(options, system, place)
        diagnostics = parsed.diagnostics
        if isinstance(options, HealthOptions) and site is not None:
            changes = self._history(site).changes_since(options.since, system or "", place)
            request = replace(request, options=replace(options, changes=changes.value))
            diagnostics = (*diagnostics, *changes.diagnostics)
        return BlockContent(
            place,
            options.block,
            diagnostics=(*diagnostics, *_unread_text(block, place, f"{request.name} shows no text")),
            depth=0 if site is None else site.depth(options.block),
            request=request,
            is_comparison=isinstance(options, HealthOptions),
        )

    def _comparison(self, block: PageBlock, place: Location) -> BlockContent | None:
        """Read a block that shows what has changed; None for another block."""
        from bml_core.site.changes import asks_for_changes, parse_change_options

        if not asks_for_changes(block.raw):
            return None
        parsed = parse_change_options(block.raw, place)
        content = BlockContent(place, parsed.value.block, is_comparison=True)
        diagnostics = parsed.diagnostics
        if (site := self.configuration) is not None and parsed.value.since:
            system = self._system(parsed.value.block) or ""
            listed = self._history(site).change_list(parsed.value.since, system, place)
            content = replace(content, blocks=listed.value)
            diagnostics += listed.diagnostics
        unread = _unread_text(block, place, "changes shows no text")
        return replace(content, diagnostics=(*diagnostics, *unread))

    def _history(self, site: Configuration) -> SiteHistory:
        from bml_core.site.revisions import SiteHistory

        return SiteHistory(self._find_file, site, read_systems)

    # ------------------------------------------------------------ parts

    def _system(self, options: BlockOptions) -> str | None:
        site = self.configuration
        return options.exported_system() if site is None else site.exported_system(options, self._name)

    def _parsed(self, block: PageBlock) -> Document:
        places = [(file or self.page.file, line) for file, line in block.places] or None
        return self.page.parse(block.text, line=block.text_line, column=block.text_column, places=places)

    def _with_double_dummy(self, content: BlockContent) -> BlockContent:
        site, solver = self.configuration, self._solver
        if site is None or solver is None or not (content.options.dd and content.blocks):
            return content
        from bml_core.site.deal_pages import with_double_dummy

        result = with_double_dummy(content.blocks, solver, content.place, site.words)
        diagnostics = (*content.diagnostics, *result.diagnostics)
        return replace(content, blocks=result.value, diagnostics=diagnostics)

    def _with_marks(self, content: BlockContent) -> BlockContent:
        """Mark the rows that have changed, if that is asked for."""
        site = self.configuration
        if site is None or not (content.options.changed and content.blocks):
            return content
        marked = self._history(site).marked(
            content.blocks, content.document, content.options.changed, content.system or "", content.place
        )
        diagnostics = (*content.diagnostics, *marked.diagnostics)
        return replace(content, blocks=marked.value, diagnostics=diagnostics)

    def _with_links(self, content: BlockContent) -> BlockContent:
        """Make links of the auctions in texts, unless the settings say otherwise."""
        if self.configuration is None or not self.configuration.link_auctions or not content.blocks:
            return content
        from bml_core.site.prose_links import with_auction_links

        return replace(content, blocks=with_auction_links(content.blocks))

    def _with_caption(self, content: BlockContent) -> BlockContent:
        if not content.options.caption or content.options.hide or self.configuration is None:
            return content
        caption = parse_inline(content.options.caption, content.place)
        return replace(
            content, caption=caption.value, diagnostics=(*content.diagnostics, *caption.diagnostics)
        )


def _unread_text(block: PageBlock, place: Location, why: str) -> tuple[Diagnostic, ...]:
    """Report text in a block that has no place for it."""
    fault = option_diagnostic(f"A block with {why}.", place, "Delete the text of the block.")
    return (fault,) if block.text.strip() else ()


def read_blocks(
    page: Page, blocks: Iterable[PageBlock], find_file: Callable[[str], str | Path]
) -> tuple[BlockContent, ...]:
    """Read the blocks of a page without a site around it; ``find_file`` is that of :class:`BlockReader`."""
    reader = BlockReader(page, find_file)
    return tuple(reader.read(block) for block in blocks)


# ---------------------------------------------------------------- the systems of files


def read_systems(
    files: Iterable[Path],
    root: Path,
    configuration: Configuration,
    *,
    default_system: Callable[[Path], str] | None = None,
) -> Reading:
    """Return the systems of files; ``root`` is what a name with a leading ``/`` starts from.

    ``default_system`` returns the system of what names none in a file; without it the settings say so.
    """
    from bml_core.site.revisions import Reading
    from bml_core.system import expand

    settings = configuration if default_system is None else None
    documents: dict[str, list[Document]] = {}
    diagnostics: list[Diagnostic] = []
    for file in files:
        name = file.relative_to(root).with_suffix("").as_posix() if file.is_relative_to(root) else ""
        default = default_system and default_system(file)
        find_file = partial(named_file, file=str(file), root=root)
        reader = BlockReader(configuration.page(str(file), root), find_file, settings, name=name)
        for content in _notes_of(reader, file):
            diagnostics += content.diagnostics
            system = content.options.exported_system(default) if default else content.system
            if system:
                documents.setdefault(system, []).append(content.document)
    meanings = tuple(configuration.abbreviations.meanings.items())
    systems = {
        name: expand(parts, limits=configuration.limits, abbreviations=meanings)
        for name, parts in documents.items()
    }
    return Reading(
        {name: system for name, system in systems.items() if system.agreements}, tuple(diagnostics)
    )


def _notes_of(reader: BlockReader, file: Path) -> Iterator[BlockContent]:
    """Yield what the blocks of a file add to systems, without what compares these with others."""
    from bml_core.site.hand_pages import asks_for_hands
    from bml_core.site.pages import Markup, find_blocks, markup_of

    markup = markup_of(str(file))
    if markup is Markup.BML:
        yield reader.read_bml_page()[1]
        return
    read = read_file(file)
    text = decode(read.value or b"", str(file))
    if found := (*read.diagnostics, *text.diagnostics):
        yield BlockContent(Location(str(file), 1), BlockOptions(), diagnostics=found)
    for block in find_blocks(text.value, markup):
        if "changes" in block.raw or asks_for_deals(block.raw) or asks_for_hands(block.raw):
            continue
        raw = {key: value for key, value in block.raw.items() if key not in ("changed", "dd")}
        yield reader.read(replace(block, raw=raw))


def _with_conditions_checked(document: Document) -> Document:
    """Return the document with diagnostics for the conditions in braces that cannot be read."""
    if not _has_conditions(document):
        return document
    from bml_core.hands.descriptions import check_conditions
    from bml_core.system import expand

    found = check_conditions(expand([document]))
    return replace(document, diagnostics=(*document.diagnostics, *found)) if found else document


def _has_conditions(document: Document) -> bool:
    return any(
        (table.history is not None and table.history.condition is not None)
        or any(row.condition is not None for _, row in walk_rows(table.rows))
        for table in document.tables
    )
