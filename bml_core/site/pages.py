"""Pages of a site: a BML file as one, and what is known of each page, and of all."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import BiddingTable, Block, DescriptionLine, Document, Heading, Row, Text, plain_text
from bml_core.language import parse_inline
from bml_core.notes import BlockOptions, page_options
from bml_core.render import sign_text
from bml_core.site.offers import Offer
from bml_core.site.queries import Query

if TYPE_CHECKING:
    from bml_core.formats.deals import SourcedBoard


@dataclass(frozen=True, slots=True)
class BmlPage:
    """A file as a page.

    ``title`` is plain text, and so are ``description`` and ``author``, "" if there is none. ``blocks``
    begin with the title as a heading, unless the headings of the file bring it; their levels count from 1
    without a gap. ``options`` are those the metadata ask for.
    """

    title: str
    blocks: tuple[Block, ...]
    options: BlockOptions
    description: str
    author: str
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
        return cls(
            next(plain_text(block.spans) for block in blocks if isinstance(block, Heading)),
            blocks,
            options.value,
            _plain(document.description),
            _plain(document.author),
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

    @property
    def metadata(self) -> dict[str, str]:
        """Return what the page says about itself, by name: description and author, as far as it has them."""
        texts = {"description": self.description, "author": self.author}
        return {name: text for name, text in texts.items() if text}


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
    tables = tuple(_slim_table(table) for table in document.tables)
    return replace(document, blocks=tables, diagnostics=(), dependencies=())


def _slim_table(table: BiddingTable) -> BiddingTable:
    history = table.history and table.history._replace(description=_slim_lines(table.history.description))
    return table._replace(history=history, rows=tuple(map(_slim_row, table.rows)))


def _slim_row(row: Row) -> Row:
    return row._replace(
        description=_slim_lines(row.description), children=tuple(map(_slim_row, row.children))
    )


def _slim_lines(lines: tuple[DescriptionLine, ...]) -> tuple[DescriptionLine, ...]:
    return tuple(line._replace(spans=()) for line in lines)


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

    def __add__(self, other: Self) -> Self:
        """Join what is known of one part of a page and of the next.

        >>> (PageFacts(rows={Location("a.md", 3): "1C"}) + PageFacts(shows_bml=True)).shows_bml
        True
        """
        return replace(
            self,
            shows_bml=self.shows_bml or other.shows_bml,
            parts=self.parts + other.parts,
            deals=self.deals + other.deals,
            offers=self.offers + other.offers,
            requests=self.requests + other.requests,
            rows={**other.rows, **self.rows},
            auction_links=self.auction_links + other.auction_links,
            metadata={**self.metadata, **other.metadata},
            code_fences=self.code_fences + other.code_fences,
            is_whole=self.is_whole and other.is_whole,
            pasted=self.pasted + other.pasted,
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
