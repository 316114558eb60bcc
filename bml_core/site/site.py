"""A whole site: what its pages say together, the index of their auctions, and the files made of it."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import unquote

from bml_core._package import __version__
from bml_core.bridge import Auction, Call, Suit, parse_auction, parse_pattern
from bml_core.checks import Acceptance, CheckedNotes, ProjectAllowances, accept, check_notes
from bml_core.diagnostics import Diagnostic, Location, Result, by_cause, nearest
from bml_core.document import (
    AUCTION_SCHEME,
    BiddingTable,
    DescriptionLine,
    Document,
    Heading,
    LiteralCall,
    Row,
    RowCall,
    SuitSymbol,
    Text,
    plain_text,
)
from bml_core.files import Results, decode, read_file, write_file
from bml_core.formats import ExportFormat, SystemTexts
from bml_core.notes import BlockOptions, Kind, Markup, NotesFile
from bml_core.render import anchor_key, read_language
from bml_core.render.html import RowIds
from bml_core.site.auctions import (
    AuctionIndex,
    AuctionPlace,
    Elsewhere,
    are_calls,
    parse_address,
    row_addresses,
    without_passes,
)
from bml_core.site.bidding_box import Numbers, make_box
from bml_core.site.links import TO_ADDRESS, TO_PLACE, Navigation, document_links, links_in_page
from bml_core.site.pages import (
    AuctionLink,
    DealOffer,
    PageFacts,
    SystemOffer,
    SystemPart,
    deal_file,
    deal_formats,
    deal_losses,
    writable,
)
from bml_core.site.queries import Addresses, AnswerCodec, PageAnswers, Query, QueryResult
from bml_core.site.settings import Configuration
from bml_core.system import Agreement, System, digest_of_rows

if TYPE_CHECKING:
    from bml_core.formats.deals import SourcedBoard
    from bml_core.practice import Topic


_EMPTY = System(())
_ANSWERS, _NUMBERS = "answers", "numbers"
_BY_DEFAULT = Configuration()


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file made of the pages of a site.

    Attributes:
        name: Its path below the top of the site.
        content: All of it.
        diagnostics: What of a system this kind of file cannot say.
        losses: What of the deals it leaves out. No page is wrong because of it.
        loss_summary: The losses in a sentence; "" without any.
        keeps: Whether an older file stays, since not all that belongs into this one could be read.
    """

    name: str
    content: bytes
    diagnostics: tuple[Diagnostic, ...] = ()
    losses: tuple[Diagnostic, ...] = ()
    loss_summary: str = ""
    keeps: bool = False

    def write(self, folder: Path) -> Path:
        """Write the file into a folder, unless it or an older one to keep exists; return its path.

        Raises:
            OSError: the file cannot be written.
        """
        path = folder / self.name
        if not path.is_file() or not (self.keeps or path.read_bytes() == self.content):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, [self.content])
        return path


class Site:
    """The pages of a site in the order in which a reader meets them, each with what is known of it.

    Systems are built, but for those that are known, and hands worked out, when somebody first asks for them.
    What takes long is kept in ``results``, for the next build of the site.
    """

    def __init__(
        self,
        pages: Iterable[tuple[str, PageFacts]],
        settings: Configuration = _BY_DEFAULT,
        results: Results | None = None,
        known: Mapping[str, System] = MappingProxyType({}),
    ) -> None:
        self._pages = tuple(pages)
        self._settings = settings
        self._results = results or Results()
        self._findings: dict[tuple[str, tuple[str, ...]], tuple[Diagnostic, ...]] = {}
        self._systems = dict(known)
        self._addresses: dict[frozenset[str | None], Addresses] = {}
        self._digests: dict[str | None, bytes] = {}
        self._row_digests: dict[int, tuple[tuple[Agreement, ...], bytes]] = {}

    # ------------------------------------------------------------ systems

    @cached_property
    def _documents(self) -> dict[str, list[Document]]:
        documents: dict[str, list[Document]] = {}
        for _, facts in self._pages:
            for part in facts.parts:
                documents.setdefault(part.system, []).append(part.document)
        return documents

    @property
    def systems(self) -> dict[str, System]:
        """Return all systems by name, in the order in which a reader meets them."""
        return {name: self.system(name) for name in self._documents}

    def system(self, name: str | None) -> System:
        """Return a system; an empty one if no page speaks of it."""
        if name is None or name not in self._documents:
            return _EMPTY
        if name not in self._systems:
            system = self._settings.expand(self._documents[name])
            choice = system.metadata.choice or self._settings.choice
            self._systems[name] = replace(system, metadata=replace(system.metadata, choice=choice))
        return self._systems[name]

    @property
    def filled(self) -> tuple[str, ...]:
        """Return the names of the systems that have agreements."""
        return tuple(name for name, system in self.systems.items() if system.agreements)

    # ------------------------------------------------------------ files

    @property
    def is_whole(self) -> bool:
        """Return whether every file that the pages show could be read."""
        return all(facts.is_whole for _, facts in self._pages)

    @property
    def offers(self) -> tuple[SystemOffer, ...]:
        """Return the files of systems that pages have links to."""
        every = (offer for _, facts in self._pages for offer in facts.offers)
        return tuple(offer for offer in every if isinstance(offer, SystemOffer))

    @property
    def deal_offers(self) -> tuple[DealOffer, ...]:
        """Return the files of deals that pages have links to."""
        every = (offer for _, facts in self._pages for offer in facts.offers)
        return tuple(offer for offer in every if isinstance(offer, DealOffer))

    def deals(self, page: str = "") -> tuple[SourcedBoard, ...]:
        """Return the boards of a page, or of all pages."""
        return tuple(dealt for name, facts in self._pages if page in ("", name) for dealt in facts.deals)

    def empty_offers(self) -> Iterator[Diagnostic]:
        """Yield diagnostics for links to files that hold nothing."""
        filled = self.filled if self.offers else ()
        for offer in self.offers:
            if fault := offer.emptiness(filled):
                yield fault
        for deal_offer in self.deal_offers:
            if fault := deal_offer.emptiness(self.deals(deal_offer.page)):
                yield fault

    def system_file(
        self, name: str, export: ExportFormat, texts: SystemTexts, default: SystemTexts
    ) -> SiteFile:
        """Return the file of a system.

        Where its notes have no title or summary, ``texts`` count, and where those have none, ``default``.
        """
        system = self.system(name)
        texts = SystemTexts(texts.title or default.title, texts.summary or default.summary)
        content = export.content(system, texts)
        return SiteFile(export.file_name(name), content, export.losses(system), keeps=not self.is_whole)

    def deal_file(self, name: str, page: str = "") -> SiteFile:
        """Return the file of a format with the deals of a page, or of all pages."""
        deals = self.deals(page)
        summary, losses = deal_losses(deals, page, name)
        form = deal_formats()[name]
        content = form.encode(form.write(writable(deals)))
        return SiteFile(deal_file(page, name), content, (), losses, summary, keeps=not self.is_whole)

    def offered_deals(self) -> Iterator[SiteFile]:
        """Yield each file of deals that pages have links to, once."""
        for page, name in dict.fromkeys((o.page, name) for o in self.deal_offers for name in o.formats):
            yield self.deal_file(name, page)

    # ------------------------------------------------------------ auctions

    @cached_property
    def auctions(self) -> AuctionIndex:
        """Return the index of all auctions."""
        return AuctionIndex(self._pages, self.systems)

    @cached_property
    def navigation(self) -> Navigation:
        """Return the links between the tables of the pages."""
        return Navigation(self._pages, self.auctions)

    def wrong_links(self, *pages: str, elsewhere: Elsewhere | None = None) -> Iterator[Diagnostic]:
        """Yield diagnostics for the links of pages, or of all, to auctions: nowhere, or to several places.

        Links to auctions that ``elsewhere`` finds on other sites are right. Those that are wrong for one
        cause have one diagnostic.
        """
        yield from by_cause(fault for _, fault in self.faults_of_links(*pages, elsewhere=elsewhere))

    def faults_of_links(
        self, *pages: str, elsewhere: Elsewhere | None = None
    ) -> Iterator[tuple[AuctionLink, Diagnostic]]:
        """Yield each wrong link of pages, or of all, with what is wrong with it."""
        for page, facts in self._pages:
            for link in facts.auction_links if page in pages or not pages else ():
                found = self.auctions.find(link.target, page, link.place)
                if found.value is not None or elsewhere is None or elsewhere(link.target) is None:
                    yield from ((link, fault) for fault in found.diagnostics)

    # ------------------------------------------------------------ checks

    def findings(
        self, place: Location, unlisted: Mapping[str, Location] = MappingProxyType({})
    ) -> Acceptance:
        """Return what the systems say against themselves, and what of it is accepted.

        ``place`` is where the settings are written, ``unlisted`` the beginnings of pages in no navigation.
        """
        found = (each for name in self._documents for each in self._found(name, unlisted))
        every = (document for documents in self._documents.values() for document in documents)
        allowances = (each for document in every for each in document.allowances)
        settings = self._settings
        return accept(found, allowances, ProjectAllowances(settings.allow, place), settings.checks)

    def _notes(self, name: str, unlisted: Mapping[str, Location]) -> CheckedNotes:
        places = tuple(unlisted[page] for page, _ in self._pages_with({name}) if page in unlisted)
        pasted = frozenset(place for _, facts in self._pages for place in facts.pasted)
        return CheckedNotes(self.system(name), tuple(self._documents[name]), name, pasted, places)

    def _found(self, name: str, unlisted: Mapping[str, Location]) -> tuple[Diagnostic, ...]:
        key = name, tuple(unlisted)
        if key not in self._findings:
            notes = self._notes(name, unlisted)
            self._findings[key] = check_notes(notes, self._settings.checks, self._results)
        return self._findings[key]

    def _health(self, request: Query) -> QueryResult:
        """Return the state of the notes that a block asks for."""
        name = request.system or ""
        if name not in self._documents:
            return self._worked_out(request, _EMPTY)
        from bml_core.site.answers import health_blocks  # noqa: PLC0415 - loads on use

        notes = self._notes(name, {})
        allowances = (each for document in notes.documents for each in document.allowances)
        found = self._found(name, {})
        # What the settings accept may occur in another system.
        codes = {each.code for each in found}
        known = {code: why for code, why in self._settings.allow.items() if code in codes}
        acceptance = accept(found, allowances, ProjectAllowances(known, request.place), self._settings.checks)
        places = (place for place in self.auctions.places if place.system == name)
        ids = {(place.page, place.row): place.name for place in places}
        addresses = self.addresses([name])

        def link(place: Location) -> str:
            auction = ids.get(addresses.get(place._replace(origin=None), ("", "")))
            return f"{AUCTION_SCHEME}{name}:{auction}" if auction else ""

        blocks = health_blocks(notes, acceptance, link, request.place)
        options = replace(request.options, kind=Kind.FREQUENCIES)
        openings = Query(options, name, request.place)
        table = self._worked_out(openings, notes.system).table
        return QueryResult(table, (*blocks, *request.changes))

    # ------------------------------------------------------------ hands

    def answer(self, request: Query, *, boxes: bool = True) -> QueryResult:
        """Return what a block shows of hands, or of all auctions; bidding boxes only with ``boxes``."""
        options = request.options
        if options.kind is Kind.HEALTH:
            return self._health(request)
        if options.kind is Kind.AUCTIONS:
            return _auction_table(request, options, self.auctions)
        if options.kind is Kind.EXPLORE:
            return self._explore(request, boxes)
        if options.kind is Kind.QUIZ:
            return self._quiz(request)
        return self._worked_out(request, self.system(request.system))

    def _quiz(self, request: Query) -> QueryResult:
        name = request.system or ""
        if name not in self._documents:
            return self._worked_out(request, _EMPTY)
        from bml_core.site.answers import quiz  # noqa: PLC0415 - loads on use

        topics = self._topics(request)
        work = partial(quiz, topics=topics.value, words=read_language(self._settings.language))
        found = self._worked_out(request, self.system(name), work, _said(topics.value))
        return replace(found, diagnostics=(*topics.diagnostics, *found.diagnostics))

    def _topics(self, request: Query) -> Result[tuple[Topic, ...]]:
        """Return the topics that a quiz may name."""
        asked, documents = request.options.topic, self._documents.get(request.system or "", [])
        if not asked:
            return Result(())
        from bml_core.notes import headed_topics, named_topics  # noqa: PLC0415 - loads on use
        from bml_core.site.quiz import EVERY_TOPIC, MOST_TOPICS  # noqa: PLC0415 - as above

        files = {table.location.file for document in documents for table in document.tables}
        named = named_topics((*files, request.place.file))
        headed = headed_topics(documents, most=MOST_TOPICS if asked == EVERY_TOPIC else 0)
        return Result((*self._settings.topics, *named.value, *headed), named.diagnostics)

    def _worked_out(
        self,
        request: Query,
        system: System,
        work: Callable[[Query, System], QueryResult] | None = None,
        about: str = "",
    ) -> QueryResult:
        """Return what a block shows, as an earlier build worked it out if the notes still say the same.

        ``about`` is what it depends on besides.
        """
        asked = replace(request.options, caption="", name="", classes=())
        key = self._key(system, f"{request.system} {self._settings.language} {asked!r}{about}")
        codec = AnswerCodec([request.place, *(row.location for row in system.agreements)])
        with suppress(LookupError, ValueError, TypeError, AttributeError):
            if (known := self._results.find(_ANSWERS, key)) is not None:
                answer: QueryResult = codec.decode(known)
                return answer
        answer = (work or _answer)(request, system)
        with suppress(LookupError):
            self._results.keep(_ANSWERS, key, codec.encode(answer))
        return answer

    def _key(self, system: System, asked: str) -> str:
        """Return the key of what is asked of a system."""
        rows = system.agreements
        if id(rows) not in self._row_digests:
            # The rows themselves are held too, so that no others get their place in memory.
            self._row_digests[id(rows)] = rows, digest_of_rows(system, rows)
        digest = self._row_digests[id(rows)][1]
        return hashlib.sha256(
            f"{asked} {system.metadata.choice}".encode("utf-8", "replace") + digest
        ).hexdigest()

    def _box_numbers(self, system: System) -> dict[str, Numbers]:
        from bml_core.site.answers import box_numbers  # noqa: PLC0415 - loads on use

        key = self._key(system, "box")
        if (known := self._results.find(_NUMBERS, key)) is None:
            known = box_numbers(system)
            self._results.keep(_NUMBERS, key, known)
        numbers: dict[str, Numbers] = known
        return numbers

    def _explore(self, request: Query, boxes: bool) -> QueryResult:
        name, options = request.system or "", request.options
        lengths = sorted(each.name.count("-") + 1 for each in self.auctions.places if each.system == name)
        # As many calls as are quickly read, 0 for any.
        depth = options.depth or (max(1, lengths[_QUICK] - 1) if len(lengths) > _QUICK else 0)
        found = _auction_table(request, replace(options, start="", depth=depth), self.auctions)
        start = parse_start(options.start, request.place)
        if not found.index or start.value is None:
            return replace(found, index=(), diagnostics=(*start.diagnostics, *found.diagnostics))
        if not boxes:
            return found
        system = self.system(name)
        if options.choice is not None:
            system = system.with_choice(options.choice)
        numbers = self._box_numbers(system) if options.hands else None
        box = make_box(name, system, partial(self.auctions.address_of, name), numbers)
        return replace(found, box=replace(box, start=options.start))

    def addresses(self, systems: Iterable[str | None]) -> Addresses:
        """Return the addresses of the rows of systems."""
        names = frozenset(systems)
        if names not in self._addresses:
            self._addresses[names] = row_addresses(self._pages_with(names))
        return self._addresses[names]

    def page_answers(
        self, requests: Sequence[Query], known: PageAnswers | None, *, boxes: bool = True
    ) -> PageAnswers:
        """Return what the blocks of a page show of hands, as ``known`` if nothing has changed since.

        Without ``boxes`` no bidding box is worked out, but one that is known does no harm.
        """
        signature = self._signature(requests, boxes)
        if known is not None and known.signature in (signature, self._signature(requests, boxes=True)):
            return known
        addresses = self.addresses(request.system for request in requests)
        answers = tuple(self.answer(request, boxes=boxes) for request in requests)
        return PageAnswers(signature, answers, addresses)

    def _signature(self, requests: Iterable[Query], boxes: bool) -> str:
        """Return a text that is another one when anything changes that the answers depend on."""
        settings = self._settings
        meanings = tuple(settings.abbreviations.meanings.items())
        checks = settings.checks and sorted(settings.checks)
        spoken = settings.language, settings.meanings
        by = settings.limits, settings.choice, meanings, spoken, checks, settings.allow
        digest = hashlib.sha256(f"{__version__} {by!r}".encode("utf-8", "replace"))
        for request in requests:
            if boxes and request.options.kind is Kind.EXPLORE:
                digest.update(b"box")
            digest.update(f"{request!r}{_said(self._topics(request).value)}".encode("utf-8", "replace"))
            digest.update(self._digest(request.system))
        return digest.hexdigest()

    def _digest(self, system: str | None) -> bytes:
        if system not in self._digests:
            digest = hashlib.sha256()
            for page, facts in self._pages_with({system}):
                digest.update(f"{page}\n{sorted(facts.rows.values())}\n".encode("utf-8", "replace"))
                for part in facts.parts:
                    digest.update(f"{part.system}\n".encode("utf-8", "replace") + part.packed)
            self._digests[system] = digest.digest()
        return self._digests[system]

    def _pages_with(self, systems: Iterable[str | None]) -> Iterator[tuple[str, PageFacts]]:
        names = set(systems)
        return ((page, facts) for page, facts in self._pages if any(p.system in names for p in facts.parts))


def _answer(request: Query, system: System) -> QueryResult:
    """Work out what a block shows."""
    # Sites without such a block do not wait for what counts and deals.
    from bml_core.site.answers import answer  # noqa: PLC0415 - loads on use

    return answer(request, system)


_ASKED = Location("auction", 1)
_SUITS = {suit.symbol: suit for suit in Suit}
_SUIT = re.compile("([♣♦♥♠])")
_QUICK = 400
_NEAR_HEADING = 0.9


def parse_start(text: str, place: Location = _ASKED) -> Result[Auction | None]:
    """Return the auction that a bidding box opens at: the empty one for a pattern, whose auctions it lists.

    >>> [parse_start(text, Location("", 1)).value for text in ("1N-2C", "1M-2M", "1N-1C")]
    [Auction.parse('1NT-2C'), Auction(), None]
    """
    auction = parse_auction(text, place)
    is_legal = all(each.code != "BML632" for each in auction.diagnostics)
    return Result(Auction()) if is_legal and not auction.value and parse_pattern(text).value else auction


def _auction_table(request: Query, options: BlockOptions, auctions: AuctionIndex) -> QueryResult:
    """Return the index that a block asks for."""
    start = parse_pattern(options.start or "*", request.place)
    if start.value is None:
        return QueryResult(diagnostics=start.diagnostics)
    top = _Call("")
    for place in auctions.places:
        words = tuple(without_passes(place.name.split("-")).split("-"))
        is_shown = place.system == request.system and "@" not in place.name and are_calls(words)
        is_asked = not options.start or (is_shown and start.value.selects(Auction.parse(place.name)))
        if is_shown and is_asked and len(words) <= (options.depth or len(words)):
            top.add(words, place)
    if not top.below:
        where = f" that begin with {options.start[:40]}" if options.start else ""
        message = f"The system {request.system or 'none'} has no auctions on pages{where}."
        hint = "Write a bidding table, or name another system with the option system."
        return QueryResult(diagnostics=(Diagnostic("BML136", message, request.place, hint),))
    rows = tuple(call.row(request.place) for call in top.below.values())
    return QueryResult(index=(BiddingTable(None, rows, request.place),))


@dataclass(slots=True)
class _Call:
    """A call with the calls that follow it; ``place`` is where it is described, None if it is nowhere."""

    word: str
    place: AuctionPlace | None = None
    below: dict[str, _Call] = field(default_factory=dict)

    def add(self, words: tuple[str, ...], place: AuctionPlace) -> None:
        at = self
        for word in words:
            at = at.below.setdefault(word, _Call(word))
        at.place = place

    def row(self, location: Location) -> Row:
        """Return the call as a row; its link leads to the row of the notes."""
        theirs = self.word.startswith("(")
        call = Call.parse(self.word.strip("()"))
        target = f"{AUCTION_SCHEME}{self.place.system}:{self.place.name}" if self.place else ""
        column = RowCall(call.code, (LiteralCall(call),), theirs, False, location, target)
        text = self.place.meaning if self.place else ""
        spans = tuple(
            SuitSymbol(_SUITS[part], location) if part in _SUITS else Text(part, location)
            for part in filter(None, _SUIT.split(text))
        )
        lines = (DescriptionLine(text, spans, location),) if text else ()
        return Row(column, lines, tuple(each.row(location) for each in self.below.values()), location)


# ---------------------------------------------------------------- wrong links of files


@dataclass(frozen=True, slots=True)
class _FilePage:
    """A file of notes as a page: its text, its links to auctions and to rows, and the ids of its rows."""

    notes: NotesFile
    text: str
    to_auctions: tuple[AuctionLink, ...]
    to_rows: tuple[AuctionLink, ...]
    ids: RowIds
    given: frozenset[str]
    headings: Mapping[str, str]
    included: frozenset[str]

    @classmethod
    def of_file(cls, notes: NotesFile) -> _FilePage:
        text = decode(read_file(notes.name).value or b"", notes.name).value
        documents = [block.document for block in notes.blocks]
        links = (*links_in_page(text, notes.name), *chain.from_iterable(map(document_links, documents)))
        # Of pages in other markup, Sphinx and MkDocs check the rest.
        to_place = TO_PLACE if notes.markup == Markup.BML.value else TO_ADDRESS
        headings = [line.strip("*#=: ") for line in text.splitlines() if line.lstrip()[:1] in ("#", "*", "=")]
        # Those of included files, too.
        blocks = [block for document in documents for block in document.blocks]
        headings += (plain_text(block.spans).strip(": ") for block in blocks if isinstance(block, Heading))
        ids = RowIds()
        for block in notes.blocks:
            for table in block.document.tables if block.is_shown else ():
                ids.add_table(table)
        return cls(
            notes,
            text,
            tuple(link for link in links if link.target.startswith(AUCTION_SCHEME)),
            tuple(link for link in links if to_place.match(link.target)),
            ids,
            frozenset(map(str.casefold, ids.given)),
            {anchor_key(heading): heading for heading in reversed(headings)},
            frozenset(
                os.path.normpath(block.location.file) for block in blocks if block.location.file != notes.name
            ),
        )

    def facts(self, systems: Set[str]) -> PageFacts:
        """Return what is known of it; pages in other markup may have links to systems of other sites."""
        parts = (SystemPart(each.system, each.document) for each in self.notes.blocks if each.system)
        is_bml = self.notes.markup == Markup.BML.value
        addresses = ((link, parse_address(link.target).value) for link in self.to_auctions)
        own = ("", *systems)
        links = (link for link, to in addresses if is_bml or to is None or to.system in own)
        return PageFacts(parts=tuple(parts), rows=self.ids.places, auction_links=tuple(links))

    def has(self, address: str) -> bool:
        """Return whether a row, a heading or something with a name has an address, in whatever spelling."""
        if address.casefold() in self.given or anchor_key(address) in self.headings:
            return True
        return f'"{address}"' in self.text or f"#{address}}}" in self.text

    def nearest(self, address: str) -> str:
        """Return the question whether a heading was meant that has more or fewer words, or is misspelt."""
        words = frozenset(map(anchor_key, address.split()))
        alike = []
        for heading in self.headings.values():
            own = frozenset(map(anchor_key, heading.split()))
            if min(len(own), len(words)) > 1 and (own <= words or words <= own):
                alike.append((len(own ^ words), heading))
        near = min(alike)[1] if alike else nearest(anchor_key(address), self.headings, cutoff=_NEAR_HEADING)
        return f"Did you mean {self.headings.get(near, near)}?" if near else ""


def wrong_links(
    files: Iterable[NotesFile], systems: Mapping[tuple[str, str], System], alone: Set[str] = frozenset()
) -> Iterator[Diagnostic]:
    """Yield diagnostics for the links of files, which are one site but for those that are ``alone``.

    These are links to auctions that the notes lack, and to rows by addresses that the file there lacks.
    ``systems`` are those of the files, by the file if it is alone, and name.
    """
    pages = list(map(_FilePage.of_file, files))
    groups: dict[str, list[_FilePage]] = {}
    for page in pages:
        groups.setdefault(page.notes.name if page.notes.name in alone else "", []).append(page)
    for own, group in groups.items():
        # Nothing is worked out where there are no links.
        if any(page.to_auctions for page in group):
            known = {name: system for (file, name), system in systems.items() if file == own}
            site = Site(((page.notes.name, page.facts({*known})) for page in group), known=known)
            yield from (fault for _, fault in site.faults_of_links())
    by_name = {os.path.normpath(page.notes.name): page for page in pages}
    # What is a part of another page has the links of that page.
    parts = frozenset[str]().union(*(page.included for page in pages))
    for page in pages:
        wrong: list[Diagnostic] = []
        for link in page.to_rows if os.path.normpath(page.notes.name) not in parts else ():
            name, _, address = unquote(link.target).partition("#")
            file = Path(page.notes.name).parent / name if name else page.notes.name
            target = by_name.get(os.path.normpath(file))
            if target is not None and not target.has(address):
                message = f"{Path(target.notes.name).name} has no row or heading with the address {address}."
                hint = target.nearest(address) or _OTHER_ADDRESS
                wrong.append(
                    Diagnostic("BML322", message, link.place, hint, cause=(target.notes.name, address))
                )
        yield from _together(wrong)


_OTHER_ADDRESS = "Write the auction as the rows there have it, or the words of the heading."
#: More links of one page are a table of contents that has its addresses otherwise than the page.
_MOST_LINKS = 5


def _together(wrong: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the links of a page; many of which nothing is known have one cause."""
    unlike = [each for each in wrong if each.hint == _OTHER_ADDRESS]
    for each in wrong:
        is_one = len(unlike) > _MOST_LINKS and each.hint == _OTHER_ADDRESS
        yield replace(each, cause=("addresses", unlike[0].location)) if is_one else each


def _said(topics: Iterable[Topic]) -> str:
    # Sets have no order.
    return repr([(replace(each, tables=frozenset()), sorted(map(str, each.tables))) for each in topics])
