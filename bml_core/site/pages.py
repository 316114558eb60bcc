"""Pages of a site: a BML file as one, the files that pages offer, and what is known of each page."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Self

from bml_core.diagnostics import Diagnostic, Location, Result, listed
from bml_core.document import BiddingTable, Block, DescriptionLine, Document, Heading, Row, Text, plain_text
from bml_core.formats import EXPORTS
from bml_core.language import parse_inline
from bml_core.notes import BlockOptions, OfferedDeals, option_diagnostic, page_options
from bml_core.render import sign_text
from bml_core.site.queries import Query
from bml_core.system import legend_of, texts_between

if TYPE_CHECKING:
    from bml_core.formats.deals import DealFormat, SourcedBoard


# ---------------------------------------------------------------- files that pages offer


_DEAL_FORMATS = ("pbn", "lin")


def deal_formats() -> dict[str, DealFormat]:
    """Return the formats of files of deals by name, in the order in which they are offered.

    >>> list(deal_formats())
    ['pbn', 'lin']
    """
    # Few pages offer deals, and the others do not wait for what reads and writes them.
    from bml_core.formats.deals import FORMATS  # noqa: PLC0415 - loads on use

    return {name: FORMATS[name] for name in _DEAL_FORMATS}


@dataclass(frozen=True, slots=True)
class SystemOffer:
    """Files of a system that a page offers, with the names of their formats and the place on the page."""

    system: str
    formats: tuple[str, ...]
    place: Location

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """Return the name of each file and what people call its format."""
        exports = (EXPORTS[name] for name in self.formats)
        return tuple((export.file_name(self.system), export.title) for export in exports)

    def emptiness(self, filled: Sequence[str]) -> Diagnostic | None:
        """Return a diagnostic if the files hold nothing; ``filled`` names the systems with agreements."""
        if self.system in filled:
            return None
        message = f"The system {self.system} has no agreements, so the files offered here are empty."
        hint = f"The systems are {', '.join(filled)}." if filled else "Write a bidding table."
        return Diagnostic("BML135", message, self.place, hint)


@dataclass(frozen=True, slots=True)
class DealOffer:
    """Files of deals that a page offers; ``page`` is its name for those of the page, else ""."""

    page: str
    formats: tuple[str, ...]
    place: Location

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """Return the name of each file and what people call its format.

        >>> DealOffer("", ("pbn",), Location("a.md", 1)).files
        (('deals.pbn', 'PBN'),)
        """
        known = deal_formats()
        return tuple((deal_file(self.page, name), known[name].title) for name in self.formats)

    def emptiness(self, boards: Sequence[SourcedBoard]) -> Diagnostic | None:
        """Return a diagnostic if the files hold no deal; ``boards`` are those of the page, or all."""
        if writable(boards):
            return None
        where = "page" if self.page else "site"
        message = f"The {where} has no deals, so the files offered here are empty."
        hint = "Write every card: x cannot be dealt."
        return Diagnostic("BML135", message, self.place, hint)


Offer = SystemOffer | DealOffer
"""Files that a page has links to."""


def parse_offer(
    options: BlockOptions,
    system: str | None,
    page: str,
    place: Location,
    known: Sequence[str] = tuple(EXPORTS),
) -> Result[Offer | None]:
    """Return the files that a block of a system, on the page of that name, offers; None if there are none.

    ``known`` are the formats in which the site writes systems.

    >>> here = Location("a.md", 3)
    >>> parse_offer(BlockOptions(download=True), "acol", "club", here).value.formats
    ('bss', 'bboalert')
    >>> parse_offer(BlockOptions(deals=OfferedDeals.SITE), "acol", "club", here).value.formats
    ('pbn', 'lin')
    """
    if options.deals is not None:
        formats, faults = _formats(options, _DEAL_FORMATS, "No file of deals has", "", place)
        offer = DealOffer(page if options.deals is OfferedDeals.PAGE else "", formats, place)
        return Result(offer if formats else None, faults)
    if not options.download:
        hint = "Add the option download, or delete formats."
        fault = option_diagnostic("The option formats is only for blocks that offer files.", place, hint)
        return Result(None, (fault,) if options.formats else ())
    if system is None:
        message = "This block belongs to no system, so there are no files to offer."
        fault = option_diagnostic(message, place, "Name the system with the option system.")
        return Result(None, (fault,))
    formats, faults = _formats(options, known, "No file of", " is written", place)
    return Result(SystemOffer(system, formats, place) if formats else None, faults)


def _formats(
    options: BlockOptions, known: Sequence[str], before: str, behind: str, place: Location
) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """Return the formats asked for, all by default, and a diagnostic for each that is not ``known``."""
    names = tuple(dict.fromkeys(options.formats)) or tuple(known)
    hint = f"Write {listed(known)}." if known else "The site does not write files."
    faults = (
        option_diagnostic(f'{before} the format "{name[:40]}"{behind}.', place, hint)
        for name in names
        if name not in known
    )
    return tuple(name for name in names if name in known), tuple(faults)


# ---------------------------------------------------------------- files of deals


def deal_file(page: str, name: str) -> str:
    """Return the name of the file in a format with the deals of a page, or of all pages for "".

    >>> deal_file("notes/slam", "lin"), deal_file("", "pbn")
    ('deals/notes/slam.lin', 'deals.pbn')
    """
    return ("deals/" + page if page else "deals") + deal_formats()[name].ending


def deal_losses(boards: Iterable[SourcedBoard], page: str, name: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """Return what the file of a format leaves out: a sentence, "" for nothing, and each loss.

    No page is wrong because of it: who hides small cards behind x, or gives no auction, means to.

    >>> from bml_core.bridge import Board, Deal, Hand
    >>> from bml_core.formats.deals import SourcedBoard
    >>> board = Board(Deal(north=Hand("AKx", "x", "", "")), 7)
    >>> summary, losses = deal_losses([SourcedBoard(board, Location("a.md", 3))], "", "pbn")
    >>> summary, losses[0].code
    ('deals.pbn leaves out something of 1 deal, which PBN cannot hold.', 'BML725')
    """
    form = deal_formats()[name]
    lost = [losses for dealt in boards if (losses := form.losses(dealt))]
    if not lost:
        return "", ()
    amount = f"{len(lost)} deal{'s' * (len(lost) > 1)}"
    summary = f"{deal_file(page, name)} leaves out something of {amount}, which {form.title} cannot hold."
    return summary, tuple(chain.from_iterable(lost))


def writable(boards: Iterable[SourcedBoard]) -> list[SourcedBoard]:
    """Return the boards that a file can hold something of: a hand with the names of all its cards."""
    hands = ((each, map(each.board.deal.hand, each.board.deal.seats)) for each in boards)
    return [each for each, held in hands if any(hand and len(hand.cards) == len(hand) for hand in held)]


# ---------------------------------------------------------------- pages


@dataclass(frozen=True, slots=True)
class BmlPage:
    """A file as a page.

    ``title`` is plain text, and so is ``metadata``: ``description`` and ``author``, as far as there are any.
    ``blocks`` begin with the title as a heading, unless the headings of the file bring it; their levels count
    from 1 without a gap. ``options`` are those the metadata ask for.
    """

    title: str
    blocks: tuple[Block, ...]
    options: BlockOptions
    metadata: dict[str, str]
    diagnostics: tuple[Diagnostic, ...]

    @classmethod
    def from_document(cls, document: Document, file: str) -> Self:
        r"""Return the page that a BML file is shown as.

        The title is ``#+TITLE:``, else the first heading, else the name of the file.

        >>> from bml_core.language import parse
        >>> page = BmlPage.from_document(parse("#+TITLE: Ours\n\n* One club\n\n*** Answers"), "notes.bml")
        >>> [(heading.level, plain_text(heading.spans)) for heading in page.blocks]
        [(1, 'Ours'), (2, 'One club'), (3, 'Answers')]
        """
        title = _title(document, file)
        blocks = _nested(document.blocks, 0 if title.value is None else 1)
        if title.value is not None:
            blocks = (title.value, *blocks)
        options = page_options(document)
        texts = {"description": document.description, "author": document.author}
        return cls(
            next(plain_text(block.spans) for block in blocks if isinstance(block, Heading)),
            blocks,
            options.value,
            {name: _plain(text) for name, text in texts.items() if text},
            (*title.diagnostics, *options.diagnostics),
        )

    @property
    def shown_title(self) -> str:
        """Return the title with suit signs."""
        return next(sign_text(block.spans) for block in self.blocks if isinstance(block, Heading))

    @property
    def begins_with_title(self) -> bool:
        """Return whether the title is above everything else of the page."""
        return isinstance(self.blocks[0], Heading)


def file_title(file: str) -> str:
    """Return the title that the name of a file makes.

    >>> file_title("notes/one-notrump.bml")
    'One notrump'
    """
    stem = Path(file).stem
    title = " ".join(stem.replace("-", " ").replace("_", " ").split()) or stem
    return title.capitalize() if title == title.lower() else title


def _title(document: Document, file: str) -> Result[Heading | None]:
    """Return the heading above everything; None where the headings of the file bring the title."""
    headings = [block for block in document.blocks if isinstance(block, Heading)]
    if not document.title:
        place = Location(file, 1)
        return Result(None if headings else Heading(1, (Text(file_title(file), place),), place))
    place = next(entry.location for entry in document.metadata if entry.key == "TITLE")
    spans = parse_inline(document.title, place.shifted(len("#+TITLE: ")))
    title = Heading(1, spans.value, place)
    return Result(None if _is_repeated(title, document.blocks, headings) else title, spans.diagnostics)


def _is_repeated(title: Heading, blocks: tuple[Block, ...], headings: list[Heading]) -> bool:
    """Return whether the file begins with the same words as a heading above all others."""
    if not headings or blocks[0] is not headings[0]:
        return False
    first, *others = headings
    same = plain_text(first.spans).casefold() == plain_text(title.spans).casefold()
    return same and all(other.level > first.level for other in others)


def _nested(blocks: Iterable[Block], above: int) -> tuple[Block, ...]:
    """Return the blocks with each heading one level below the one it belongs to, whatever it was before."""
    open_levels: list[int] = []
    nested: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading):
            while open_levels and open_levels[-1] >= block.level:
                open_levels.pop()
            open_levels.append(block.level)
            block = replace(block, level=above + len(open_levels))
        nested.append(block)
    return tuple(nested)


def _plain(text: str) -> str:
    return plain_text(parse_inline(text, Location("", 1)).value)


# ---------------------------------------------------------------- what is known of pages


class SystemPart:
    """What a block of a page adds to a system: its name, and a Document.

    Hosts that keep pages from build to build pickle it. It is then as small as exports allow, and unpacked
    only when somebody asks for its document.

    >>> part = SystemPart("acol", Document(()))
    >>> part.system, pickle.loads(pickle.dumps(part)) == part
    ('acol', True)
    """

    __slots__ = ("_document", "_packed", "system")

    def __init__(self, system: str, document: Document) -> None:
        self.system = system
        self._document: Document | None = document
        self._packed = b""

    @property
    def document(self) -> Document:
        """Return the document; of one that was pickled, its metadata and its tables without inline text."""
        if self._document is None:
            loaded: Document = pickle.loads(self._packed)
            self._document = loaded
        return self._document

    @property
    def packed(self) -> bytes:
        """Return the pickled document, the same for the same notes at the same places."""
        if not self._packed:
            self._packed = pickle.dumps(_for_export(self.document), pickle.HIGHEST_PROTOCOL)
        return self._packed

    def __getstate__(self) -> tuple[str, bytes]:
        return self.system, self.packed

    def __setstate__(self, state: tuple[str, bytes]) -> None:
        self.system, self._packed = state
        self._document = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SystemPart) and self.__getstate__() == other.__getstate__()

    def __hash__(self) -> int:
        return hash(self.__getstate__())

    def __repr__(self) -> str:
        return f"SystemPart({self.system!r}, {self.document!r})"


def _for_export(document: Document) -> Document:
    def slim(lines: tuple[DescriptionLine, ...], _: Location) -> tuple[DescriptionLine, ...]:
        return tuple(line._replace(spans=()) for line in lines)

    tables = tuple(with_descriptions(table, slim) for table in document.tables)
    from bml_core.outlines import statements_of_document  # noqa: PLC0415 - pages of tables alone need none

    said = statements_of_document(document)
    legend = legend_of(texts_between((document,)))
    return replace(document, blocks=tables, diagnostics=(), dependencies=(), statements=said, legend=legend)


def with_descriptions(
    table: BiddingTable,
    change: Callable[[tuple[DescriptionLine, ...], Location], tuple[DescriptionLine, ...]],
) -> BiddingTable:
    """Return a table with its descriptions changed, each by its lines and the location of its call."""

    def changed(row: Row) -> Row:
        lines = change(row.description, row.call.location)
        return row._replace(description=lines, children=tuple(map(changed, row.children)))

    history = table.history
    if history is not None:
        place = history.calls[-1].location if history.calls else history.location
        history = history._replace(description=change(history.description, place))
    return table._replace(history=history, rows=tuple(map(changed, table.rows)))


@dataclass(frozen=True, slots=True)
class AuctionLink:
    """Hold a link of a page to an auction: the address as written, and where the link is."""

    target: str
    place: Location


@dataclass(frozen=True, slots=True)
class CodeFence:
    """A fence of BML that a page shows as code: the language it names, and where it opens."""

    language: str
    place: Location


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What is known of a page.

    Attributes:
        shows_bml: Whether a reader sees BML on the page.
        parts: What its blocks add to systems, in order.
        deals: The boards that it shows.
        offers: The files that it has links to.
        requests: The blocks that show hands or numbers of a system.
        rows: The ids of its rows, by the places of their calls.
        auction_links: Its links to auctions.
        metadata: What a BML file says about itself: ``description``, ``author``, perhaps ``title``.
        code_fences: Fences of BML that it shows as code.
        is_whole: Whether every file that its blocks show could be read.
        pasted: The places of the ``#CUT`` that its blocks paste.
        quizzes: The files of boards of which it hides something.
    """

    shows_bml: bool = False
    parts: tuple[SystemPart, ...] = ()
    deals: tuple[SourcedBoard, ...] = ()
    offers: tuple[Offer, ...] = ()
    requests: tuple[Query, ...] = ()
    rows: Mapping[Location, str] = field(default_factory=dict)
    auction_links: tuple[AuctionLink, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    code_fences: tuple[CodeFence, ...] = ()
    is_whole: bool = True
    pasted: tuple[Location, ...] = ()
    quizzes: tuple[str, ...] = ()

    @property
    def tables(self) -> Iterator[tuple[str, BiddingTable]]:
        """Yield the bidding tables of the page, each with the name of its system."""
        for part in self.parts:
            yield from ((part.system, table) for table in part.document.tables)

    def __add__(self, other: Self) -> Self:
        """Join what is known of one part of a page and of the next.

        >>> (PageFacts(rows={Location("a.md", 3): "1C"}) + PageFacts(shows_bml=True)).shows_bml
        True
        """
        pairs = ((each.name, getattr(self, each.name), getattr(other, each.name)) for each in fields(self))
        return replace(
            self,
            shows_bml=self.shows_bml or other.shows_bml,
            rows={**other.rows, **self.rows},
            metadata={**self.metadata, **other.metadata},
            is_whole=self.is_whole and other.is_whole,
            **{name: mine + theirs for name, mine, theirs in pairs if isinstance(mine, tuple)},
        )


_NOTHING = PageFacts()


class SiteFacts:
    """What is known of each page of a site; of a page that nobody has spoken of, nothing.

    >>> facts = SiteFacts()
    >>> facts.add("openings", PageFacts(shows_bml=True))
    >>> facts["openings"].shows_bml, facts["other"].shows_bml
    (True, False)
    """

    def __init__(self, pages: dict[str, PageFacts] | None = None) -> None:
        self._pages = {} if pages is None else pages

    def __getitem__(self, page: str) -> PageFacts:
        return self._pages.get(page, _NOTHING)

    def __contains__(self, page: str) -> bool:
        return page in self._pages

    def __iter__(self) -> Iterator[str]:
        return iter(self._pages)

    def add(self, page: str, facts: PageFacts) -> None:
        """Add what became known of a page."""
        self._pages[page] = self[page] + facts

    def replace(self, page: str, facts: PageFacts) -> None:
        """Forget what was known of a page, and remember ``facts``."""
        self._pages[page] = facts

    def clear(self, page: str) -> None:
        """Forget a page."""
        self._pages.pop(page, None)

    def merge(self, other: SiteFacts, pages: Iterable[str]) -> None:
        """Take over what another process knows of pages."""
        self._pages.update({page: other[page] for page in pages if page in other})

    def in_order(self, pages: Iterable[str]) -> tuple[tuple[str, PageFacts], ...]:
        """Return the pages in the order given, each with what is known of it."""
        return tuple((page, self._pages[page]) for page in pages if page in self._pages)
