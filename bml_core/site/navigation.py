"""Ways to rows over all pages of a site: links between tables that notes make by themselves, and a search."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bml_core.bridge import ANY_SCOPE, Scope
from bml_core.diagnostics import Location
from bml_core.document import AUCTION_SCHEME, BiddingTable
from bml_core.render import RowLink, sign_text
from bml_core.site.auctions import (
    AuctionIndex,
    AuctionPlace,
    address_spans,
    bound_words,
    parse_address,
    without_passes,
    written_word,
)
from bml_core.site.pages import PageFacts

PageWay = Callable[[str, str], str]
"""From a page and the id of a row there to an address."""


@dataclass(frozen=True, slots=True)
class ResponseTable:
    """Hold a table that goes on where a row ends: the auction before it, its page, and its first row."""

    name: str
    page: str
    row: str


class Navigation:
    """The links between the tables of a site, by the places of the calls and rows that have them.

    ``pages`` come in reading order, and ``auctions`` are theirs.
    """

    def __init__(self, pages: Iterable[tuple[str, PageFacts]], auctions: AuctionIndex) -> None:
        self._pages = tuple(pages)
        self._auctions = auctions
        self.rows: dict[Location, AuctionPlace] = {}
        self.responses: dict[Location, tuple[ResponseTable, ...]] = {}
        self._shown = {place for _, facts in self._pages for place in facts.rows}
        self._places: dict[tuple[str, Scope, tuple[str, ...]], Sequence[AuctionPlace]] = {}
        for page, facts in self._pages:
            for part in facts.parts:
                for table in part.document.tables:
                    if table.history is not None and not table.hidden:
                        self._add(table, page, facts, part.system)

    def _add(self, table: BiddingTable, page: str, facts: PageFacts, system: str) -> None:
        assert table.history is not None
        words: tuple[str, ...] = ()
        found: Sequence[AuctionPlace] = ()
        for call in table.history.calls:
            words = (*words, written_word(call.text, call.theirs))
            found = self._described(system, table.scope, words)
            if len({(place.page, place.row) for place in found}) == 1:
                self.rows[call.location] = found[0]
        first = facts.rows.get(table.rows[0].call.location) if table.rows else None
        if first is not None:
            going_on = ResponseTable(f"{'-'.join(words)}{table.scope}", page, first)
            for location in dict.fromkeys(place.location for place in found):
                known = self.responses.get(location, ())
                if all(other.name != going_on.name for other in known):
                    self.responses[location] = (*known, going_on)

    def _described(self, system: str, scope: Scope, words: tuple[str, ...]) -> Sequence[AuctionPlace]:
        """Return the rows, none of them hidden, that describe an auction as it is written.

        A table that is limited to a seat may go on where a row for every seat ends, and one that is written
        with a variable where rows for each suit end.
        """
        key = (system, scope, words)
        if key not in self._places:
            written = [words, *bound_words(words)]
            tries = ((scope, written[:1]), (ANY_SCOPE, written[:1]), (scope, written[1:]))
            found = ([*self._rows(system, wanted, each)] for wanted, each in tries)
            self._places[key] = next(filter(None, found), [])
        return self._places[key]

    def _rows(self, system: str, scope: Scope, auctions: Iterable[tuple[str, ...]]) -> Iterator[AuctionPlace]:
        for words in auctions:
            address = parse_address("-".join(words)).value
            places = self._auctions.places_of(address.within(system, scope)) if address else ()
            yield from (place for place in places if place.location in self._shown)

    def of_page(self, page: str) -> tuple[object, ...]:
        """Return what the links of a page are, to be compared with what they were."""
        facts = dict(self._pages).get(page)
        if facts is None:
            return ()
        return (
            *((place, self.rows[place]) for place in _calls_above(facts) if place in self.rows),
            *((place, self.responses[place]) for place in facts.rows if place in self.responses),
        )

    @property
    def targets(self) -> frozenset[tuple[str, str]]:
        """Return the rows that the links lead to, each with its page."""
        described = {(place.page, place.row) for place in self.rows.values()}
        tables = {(table.page, table.row) for tables in self.responses.values() for table in tables}
        return frozenset(described | tables)

    @cached_property
    def by_key(self) -> Mapping[str, Location]:
        """Return the places of links to rows by their keys."""
        return {link_key(place): place for place in self.rows}


def _calls_above(facts: PageFacts) -> Iterator[Location]:
    for part in facts.parts:
        for table in part.document.tables:
            yield from (call.location for call in (table.history.calls if table.history else ()))


class SiteWays:
    """The links of a page whose site is known; ``link`` is the way from the page to a row, "" for none."""

    def __init__(self, navigation: Navigation, link: PageWay) -> None:
        self._navigation = navigation
        self._link = link

    def to_row(self, call: Location) -> RowLink | None:
        """Return the way to the row that describes a call before a table."""
        place = self._navigation.rows.get(call)
        address = self._link(place.page, place.row) if place else ""
        return RowLink(address, title=place.meaning) if place and address else None

    def to_responses(self, row: Location) -> list[RowLink]:
        """Return the ways to the tables that go on where a row ends; one of several names its auction."""
        tables = self._navigation.responses.get(row, ())
        bare = [table.name.partition("@")[0] for table in tables]
        # Seats are said where they tell the tables apart.
        names = bare if len(set(bare)) == len(bare) else [table.name for table in tables]
        return [
            _responses_way(way, name, is_one=len(tables) == 1)
            for table, name in zip(tables, names, strict=True)
            if (way := self._link(table.page, table.row))
        ]


def _responses_way(address: str, name: str, *, is_one: bool) -> RowLink:
    auction = address_spans(name)
    return RowLink(address, () if is_one else auction, sign_text(auction))


# ---------------------------------------------------------------- before the site is known

TO_ROW = "#"


class LaterLinks:
    """Links that stand for those of a page until its site is known; rows get theirs when it is."""

    def to_row(self, call: Location) -> RowLink | None:
        """Return what stands for the link to the row that describes a call before a table."""
        return RowLink(f"{AUCTION_SCHEME}{TO_ROW}{link_key(call)}")

    def to_responses(self, row: Location) -> Sequence[RowLink]:
        """Return no links."""
        return ()


def link_key(place: Location) -> str:
    """Return a short name of a place.

    >>> link_key(Location("a.md", 3)) == link_key(Location("a.md", 3, 1))
    True
    """
    return hashlib.sha256(repr(place).encode("utf-8", "replace")).hexdigest()[:16]


# ---------------------------------------------------------------- entries of a search

MOST_ENTRIES = 5_000
"""Rows of a site up to which each has an entry: with more of them, a search would take long to load."""
_MOST_NAMES = 8
_NAME = re.compile(r"[^\W\d_][^,;:.()\n]{2,38}")


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """Hold a row for a search.

    Attributes:
        page: The page.
        row: The id of the row on the page.
        names: Its auctions in letters, as ``1N-2C``.
        meaning: The description in short.
    """

    page: str
    row: str
    names: tuple[str, ...]
    meaning: str

    @property
    def title(self) -> str:
        """Return what the row is called, the beginning of its description; "" if that is not a name.

        >>> SearchEntry("a", "1N-2C", ("1N-2C",), "Stayman, 8+ points").title
        'Stayman'
        """
        found = _NAME.match(self.meaning)
        return found[0].strip() if found else ""

    @property
    def spellings(self) -> tuple[str, ...]:
        """Return the auctions as readers may type them.

        >>> SearchEntry("a", "1N-2C", ("1N-2C",), "Stayman").spellings
        ('1N-2C', '1NT-2C', '1NT 2♣', '1NT–2♣')
        """
        return tuple(dict.fromkeys(spelling for name in self.names for spelling in _spellings(name)))


def _spellings(name: str) -> Iterator[str]:
    printed = sign_text(address_spans(name))
    yield from (name, re.sub(r"(?<=[1-7])N\b", "NT", name), printed.replace("–", " "), printed)


def rows_for_search(auctions: AuctionIndex) -> Iterator[SearchEntry]:
    """Yield the rows with a description, each once with its auctions, in the order of the notes."""
    found: dict[tuple[str, str], SearchEntry] = {}
    for place in auctions.places:
        if "@" in place.name or not any(place.lines):
            continue
        key = (place.page, place.row)
        known = found.get(key) or SearchEntry(place.page, place.row, (), place.meaning)
        # Readers type 1N-P, not 1N-(P)-P.
        name = without_passes(place.name.split("-"))
        if len(known.names) < _MOST_NAMES and name not in known.names:
            known = replace(known, names=(*known.names, name))
        found[key] = known
    if len(found) <= MOST_ENTRIES:
        yield from found.values()
