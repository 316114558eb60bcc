"""Auctions of a site: their addresses, as ``1N-2C`` or ``club:1N@3rd``, and the row that each leads to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache
from urllib.parse import unquote

from bml_core.bridge import ANY_SCOPE, PASS, Auction, Call, Scope, parse_auction, parse_scope
from bml_core.diagnostics import Diagnostic, Location, Result, listed
from bml_core.document import (
    AUCTION_SCHEME,
    EXPLAINED_AUCTION,
    OPTIONAL_AUCTION,
    BiddingTable,
    Row,
    Span,
    Text,
    auction_spans,
    walk_rows,
)
from bml_core.language import parse_inline
from bml_core.notes import NOWHERE
from bml_core.render import sign_text
from bml_core.site.pages import PageFacts
from bml_core.site.queries import Addresses
from bml_core.system import Agreement, System

Pages = Sequence[tuple[str, PageFacts]]
Elsewhere = Callable[[str], tuple[str, str] | None]
"""From an address to the link and the title of an auction of another site."""

_LONGEST_MEANING = 160
_MOST_COMPARED = 3_000
_MOST_NEAREST = 3
_VARIABLES = (("M", "oM", (("H", "S"), ("S", "H"))), ("m", "om", (("C", "D"), ("D", "C"))))

_DASH = re.compile("[\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+|--+")
_WORD = re.compile(r"\([^()]*\)|[^\s,;()-]+|[()]")
# A bid column that may stand for several bids, as 1M, 2oM, 2red or 3CD.
_SEVERAL_BIDS = re.compile(r"[1-7][A-Za-z]{1,6}\Z")
_LONGEST = 500
_HINT = "Write calls such as 1H, 2N, P, D or R, those of the opponents in parentheses: (1H)-2C."


# ---------------------------------------------------------------- addresses


@dataclass(frozen=True, slots=True)
class AuctionAddress:
    """Hold what an address says.

    Attributes:
        words: The calls as written, in the letters of BML; those of the opponents in parentheses.
        written: The auction; None if a word such as ``1M`` stands for several calls.
        system: The name of the system; "" if none is given.
        scope: The position of the opener and the vulnerability, as far as they are given.

    >>> address = parse_address("club: 1nt – 2♣ @3rd").value
    >>> str(address), address.system, address.scope.position.name
    ('club:1N-2C@3rd', 'club', 'THIRD')
    """

    words: tuple[str, ...]
    written: Auction | None
    system: str = ""
    scope: Scope = ANY_SCOPE

    def __str__(self) -> str:
        return f"{self.system}:{self.name}" if self.system else self.name

    @property
    def name(self) -> str:
        """Return the address without its system, always in the same form."""
        if self.written is None:
            return f"{'-'.join(self.words)}{self.scope}"
        return f"{replace(self.written, scope=self.scope):bml}"


def parse_address(text: str, place: Location = NOWHERE) -> Result[AuctionAddress | None]:
    """Parse an address, in capital or small letters, with dashes or spaces, with or without passes.

    ``place`` is where the link is. Of an address that cannot be read, the value is None.

    >>> [str(parse_address(text).value) for text in ("1NT 2c", "1N-P-2C", "(1h)-x-1s", "auction:1M--2n")]
    ['1N-2C', '1N-2C', '(1H)-D-(P)-1S', '1M-2N']
    >>> parse_address("1N-1C").diagnostics[0].message
    '1C is not legal here: the bid is not higher than the last bid.'
    """
    shown = unquote(text) if "%" in text else text
    if len(shown) > _LONGEST:
        message = f"This address has more than {_LONGEST} characters."
        return Result(None, (Diagnostic("BML631", message, place, "Write an auction, such as 1N-2C."),))
    shown = shown.strip().removeprefix(AUCTION_SCHEME)
    system, _, rest = shown.rpartition(":")
    auction = rest.partition("@")[0]
    scope = parse_scope(rest[len(auction) :], place)
    words = tuple(found[0] for found in _WORD.finditer(_DASH.sub("-", auction)))
    if scope.value is None:
        return Result(None, scope.diagnostics)
    if not words:
        return Result(None, (Diagnostic("BML631", "This address has no call.", place, _HINT),))
    normal = tuple(map(_normal, words))
    if all(normal):
        found = parse_auction("-".join(words))
        if found.value is None:
            return Result(None, tuple(replace(one, location=place) for one in found.diagnostics))
        read = found.value
        is_written_theirs = read.is_ours(len(read) - 1) or words[-1].startswith("(")
        if read.last_bid and read.call is PASS and not (is_written_theirs or read.is_over):
            # In notes, "1N-P" is responder's pass.
            read = read.then(PASS)
        return Result(AuctionAddress(normal, read, system.strip(), scope.value))
    # Some words stand for several calls, as in 1M-2N.
    for word in words:
        if not (_normal(word) or _SEVERAL_BIDS.match(word.strip("()"))):
            return Result(None, (Diagnostic("BML631", f"{word[:40]} is not a call.", place, _HINT),))
    pattern = tuple(_normal(word) or word for word in words)
    return Result(AuctionAddress(pattern, None, system.strip(), scope.value))


def are_calls(words: Iterable[str]) -> bool:
    """Return whether each word of an auction is a call, and none stands for several.

    >>> are_calls(["1N", "(D)"]), are_calls(["1M", "2N"])
    (True, False)
    """
    return all(map(_normal, words))


@lru_cache
def _normal(word: str) -> str:
    theirs = word.startswith("(") and word.endswith(")")
    try:
        code = Call.parse(word[1:-1] if theirs else word.strip("!")).code
    except ValueError:
        return ""
    return f"({code})" if theirs else code


def address_spans(address: str) -> tuple[Span, ...]:
    """Return what a link shows that has no text of its own: 1NT–2♣.

    >>> from bml_core.document import plain_text
    >>> plain_text(address_spans("club:1n-2c@3rd"))
    '1NT–2C @3rd'
    """
    auction, at, scope = address.rpartition(":")[2].partition("@")
    return (*auction_spans(auction, NOWHERE), *((Text(f" {at}{scope}", NOWHERE),) if at else ()))


# ---------------------------------------------------------------- where auctions are described


def row_addresses(pages: Iterable[tuple[str, PageFacts]]) -> Addresses:
    """Return the addresses of the rows of pages; a row that several pages show has that on the first.

    A call before a table has the address of the first row below it.
    """
    found: dict[Location, tuple[str, str]] = {}
    above: dict[Location, tuple[str, str]] = {}
    for page, facts in pages:
        for place, ident in facts.rows.items():
            found.setdefault(place, (page, ident))
        for _, table in facts.tables:
            calls = table.history.calls if table.history else ()
            first = facts.rows.get(table.rows[0].call.location) if table.rows else None
            if first is not None:
                above.update({call.location: (page, first) for call in calls})
    return {**above, **found}


@dataclass(frozen=True, slots=True)
class AuctionPlace:
    """Hold where an auction is described.

    Attributes:
        name: The address, always in the same form, without the system.
        system: The name of the system.
        page: The page.
        row: The id of the row on the page.
        lines: The description, as BML.
        location: The place of the row in the source.
    """

    name: str
    system: str
    page: str
    row: str
    lines: tuple[str, ...]
    location: Location

    @property
    def meaning(self) -> str:
        """Return the description in short, as plain text with suit signs."""
        text = " ".join(line for line in self.lines if line)[: 4 * _LONGEST_MEANING]
        spans = parse_inline(text, self.location, in_description=True).value
        words = " ".join(sign_text(spans).split())
        if len(words) <= _LONGEST_MEANING:
            return words
        return words[:_LONGEST_MEANING].rpartition(" ")[0] + " …"

    def __str__(self) -> str:
        return f"{self.page}#{self.row}"


@dataclass(frozen=True, slots=True)
class _Row:
    """A row as its page has it, for addresses such as ``1M-2N``."""

    place: Location
    scope: Scope
    lines: tuple[str, ...]


class AuctionIndex:
    """The auctions of a site by address.

    ``pages`` come in reading order, and ``systems`` are what they make.
    """

    def __init__(self, pages: Pages, systems: Mapping[str, System]) -> None:
        self._pages = pages
        self._systems = systems
        self._addresses = row_addresses(pages)
        self._known_ends: dict[str, frozenset[str]] = {}

    # ------------------------------------------------------------ everything there is

    @cached_property
    def _agreements(self) -> dict[str, dict[str, list[Agreement]]]:
        """Return the agreements of each system by the codes of their calls."""
        found: dict[str, dict[str, list[Agreement]]] = {}
        for name, system in self._systems.items():
            of_system = found.setdefault(name, {})
            for agreement in system.agreements:
                of_system.setdefault(agreement.auction.code, []).append(agreement)
        return found

    @cached_property
    def _rows(self) -> dict[str, dict[str, list[_Row]]]:
        """Return the rows of each system by their auctions as written."""
        found: dict[str, dict[str, list[_Row]]] = {name: {} for name in self._systems}
        tables = [each for _, facts in self._pages for each in facts.tables]
        for system, table in tables:
            _add_rows(found[system], table)
        for system, table in tables:
            # The calls before a table come after the rows that say the same.
            words: tuple[str, ...] = ()
            for call in table.history.calls if table.history else ():
                words = (*words, written_word(call.text, call.theirs))
                row = _Row(call.location, table.scope, ())
                found[system].setdefault(without_passes(words), []).append(row)
        return found

    @cached_property
    def places(self) -> tuple[AuctionPlace, ...]:
        """Return the places of all auctions that pages describe, in the order of the notes.

        An auction that is described for some seats alone has a place without a seat as well, the first one.
        """
        found: dict[tuple[str, str], AuctionPlace] = {}
        for system, by_key in self._agreements.items():
            for agreements in by_key.values():
                self._note_places(system, agreements, found)
            for name, rows in self._rows[system].items():
                if _has_variable(name) and (place := self._row_place(system, name, rows)) is not None:
                    found.setdefault((system, name), place)
        return tuple(found.values())

    def _note_places(
        self, system: str, agreements: list[Agreement], found: dict[tuple[str, str], AuctionPlace]
    ) -> None:
        plain, _, _ = f"{agreements[0].auction:bml}".partition("@")
        general = _chosen(agreements, ANY_SCOPE)
        if general is not None and (place := self._place(system, general, plain)) is not None:
            found.setdefault((system, plain), place)
        for agreement in agreements:
            name = f"{plain}{agreement.auction.scope}"
            if name != plain and (place := self._place(system, agreement, name)) is not None:
                found.setdefault((system, name), place)

    @cached_property
    def names(self) -> Mapping[str, AuctionPlace]:
        """Return the places by address: with the name of the system where a site has several systems.

        What one system alone has, also has an address without its name.
        """
        several = len({place.system for place in self.places}) > 1
        if not several:
            return {place.name: place for place in self.places}
        found = {f"{place.system}:{place.name}": place for place in self.places}
        by_name: dict[str, list[AuctionPlace]] = {}
        for place in self.places:
            by_name.setdefault(place.name, []).append(place)
        return {**found, **{name: places[0] for name, places in by_name.items() if len(places) == 1}}

    def address_of(self, system: str, agreement: Agreement) -> tuple[str, str] | None:
        """Return the page and the row of an agreement of a system; None if no page shows it."""
        found = self._addresses.get(agreement.location)
        if found is not None:
            return found
        place = self._place(system, agreement, "")
        return None if place is None else (place.page, place.row)

    # ------------------------------------------------------------ one address

    def find(self, text: str, page: str = "", place: Location = NOWHERE) -> Result[AuctionPlace | None]:
        """Return the place that an address means, as a link at ``place`` on a page has it.

        Where several systems have the auction, that of the page counts. A diagnostic says what is wrong, and
        names the nearest addresses, or all places of an address that means several. Of a link that nobody
        wrote, the value is None and nothing is wrong unless it leads to one place that cannot be mistaken.
        """
        if text.startswith(OPTIONAL_AUCTION):
            meant = self.find(text.removeprefix(OPTIONAL_AUCTION).removeprefix("?"), page)
            # It may be the end of a longer auction on the page.
            if meant.value is None or meant.value.name in self._ends(page) or meant.diagnostics:
                return Result(None)
            return Result(
                replace(meant.value, lines=()) if text.startswith(EXPLAINED_AUCTION) else meant.value
            )
        parsed = parse_address(text, place)
        if parsed.value is None:
            return Result(None, parsed.diagnostics)
        address = parsed.value
        if address.system and address.system not in self._systems:
            message = f"System not found: {address.system[:40]}."
            names = ", ".join(self._systems)
            hint = f"The systems are {names}." if names else "Write a bidding table."
            return Result(None, (Diagnostic("BML322", message, place, hint),))
        found = self.places_of(address)
        if len({one.system for one in found}) > 1:
            own = {part.system for name, facts in self._pages if name == page for part in facts.parts}
            found = [one for one in found if one.system in own] or found
        if not found:
            message = f"The notes have no auction {str(address)[:80]}."
            return Result(None, (Diagnostic("BML322", message, place, self._nearest(address)),))
        if len({(one.page, one.row) for one in found}) > 1:
            return Result(found[0], (_ambiguous(address, found, place),))
        return Result(found[0])

    def _ends(self, page: str) -> frozenset[str]:
        """Return the ends of the auctions on a page, two calls and longer."""
        if page not in self._known_ends:
            rows = {place for name, facts in self._pages if name == page for place in facts.rows}
            names = (
                f"{replace(agreement.auction, scope=ANY_SCOPE):bml}".split("-")
                for system in self._systems.values()
                for agreement in system.agreements
                if agreement.location in rows
            )
            self._known_ends[page] = frozenset(
                "-".join(words[begin:]) for words in names for begin in range(1, len(words) - 1)
            )
        return self._known_ends[page]

    def places_of(self, address: AuctionAddress) -> list[AuctionPlace]:
        """Return every place that an address means, one in each system and for each auction it stands for."""
        names = [address.system] if address.system else self._systems
        if address.written is None:
            return [place for system in names for place in self._of_words(system, address)]
        found = (self._of_auction(system, address) for system in names)
        return [place for place in found if place is not None]

    def _of_auction(self, system: str, address: AuctionAddress) -> AuctionPlace | None:
        assert address.written is not None
        by_key = self._agreements[system]
        found = [
            (agreement, auction.scope)
            for auction in _readings(address)
            if (agreement := _chosen(by_key.get(auction.code, ()), auction.scope)) is not None
        ]
        if not found:
            return None
        # "P-P-1S;" above a table says less than the row of 1S.
        same = (each for each in found if each[0].is_described and each[0].call == found[0][0].call)
        agreement, asked = next(same, found[0])
        place = self._place(system, agreement, address.name)
        if (
            place is not None
            and any(place.lines)
            and asked.position.value != agreement.scope.position.value == "0"
        ):
            # A seat without a row of its own has the ordinary one, and its title says which that is.
            return replace(place, lines=(f"{agreement.auction:bml}: {place.lines[0]}", *place.lines[1:]))
        return place

    def _of_words(self, system: str, address: AuctionAddress) -> Iterator[AuctionPlace]:
        """Yield the row that is written so, or else the places of all auctions it may stand for."""
        rows = self._rows[system].get(without_passes(address.words), [])
        place = self._row_place(system, address.name, rows, address.scope)
        if place is not None:
            yield place
            return
        for words in bound_words(address.words):
            found = parse_address("-".join(words)).value
            if found is not None and found.written is not None:
                bound = AuctionAddress(found.words, found.written, system, address.scope)
                one = self._of_auction(system, bound)
                yield from [one] if one is not None else ()

    # ------------------------------------------------------------ places

    def _place(self, system: str, agreement: Agreement, name: str) -> AuctionPlace | None:
        found = self._addresses.get(agreement.location)
        if found is None:
            # A hidden row has no place, though another one with the same auction may.
            words = f"{replace(agreement.auction, scope=ANY_SCOPE):bml}".split("-")
            rows = self._rows[system].get(without_passes(words), ())
            shown = [row for row in rows if row.place in self._addresses]
            shown.sort(key=lambda row: row.scope != agreement.scope)
            found = self._addresses[shown[0].place] if shown else None
        if found is None:
            found = self._shown_beginning(system, agreement)
        if found is None:
            return None
        return AuctionPlace(name, system, *found, agreement.description, agreement.location)

    def _shown_beginning(self, system: str, agreement: Agreement) -> tuple[str, str] | None:
        """Return the place of the longest beginning of an auction that a page shows, for a hidden row."""
        auction = agreement.auction
        while len(auction) > 1:
            auction = auction.before
            for known in self._agreements[system].get(auction.code, ()):
                if known.location in self._addresses:
                    return self._addresses[known.location]
        return None

    def _row_place(
        self, system: str, name: str, rows: Sequence[_Row], scope: Scope = ANY_SCOPE
    ) -> AuctionPlace | None:
        shown = [row for row in rows if row.place in self._addresses]
        row = next((row for row in shown if row.scope == scope), None)
        if row is None and scope == ANY_SCOPE:
            row = next(iter(shown), None)
        if row is None:
            return None
        return AuctionPlace(name, system, *self._addresses[row.place], row.lines, row.place)

    def _nearest(self, address: AuctionAddress) -> str:
        """Return a hint that names the addresses most like this one, longest common beginning first."""
        places = (place for place in self.places if address.system in ("", place.system))
        names = list(dict.fromkeys(place.name for place in places))
        words = address.name.partition("@")[0].split("-")
        for length in range(len(words) - 1, 0, -1):
            begin = "-".join(words[:length])
            alike = [name for name in names if name.startswith(f"{begin}-")]
            if alike:
                close = get_close_matches(address.name, alike[:_MOST_COMPARED], n=_MOST_NEAREST, cutoff=0.5)
                return _list_of(close or alike)
            if begin in names:
                return f"Nothing is written about what follows {begin}."
        return _list_of(get_close_matches(address.name, names[:_MOST_COMPARED], n=_MOST_NEAREST) or names)


def _list_of(names: Sequence[str]) -> str:
    if not names:
        return "No page has a bidding table."
    return f"The nearest: {', '.join(names[:_MOST_NEAREST])}."


def _ambiguous(address: AuctionAddress, found: Sequence[AuctionPlace], place: Location) -> Diagnostic:
    names = list(dict.fromkeys(f"{one.system}:{one.name}" for one in found))
    places = " and ".join(list(dict.fromkeys(map(str, found)))[:4])
    message = f"The auction {str(address)[:80]} is in several places: {places}."
    hint = f"Write {listed(names[:4])}." if len(names) > 1 else "Write one auction, without variables."
    return Diagnostic("BML323", message, place, hint)


# ---------------------------------------------------------------- keys


def _readings(address: AuctionAddress) -> Iterator[Auction]:
    """Yield how notes may write an auction: with the passes at its ends, or without them."""
    assert address.written is not None
    auction = replace(address.written, scope=address.scope)
    readings = [auction]
    if auction.last_bid is None:
        # "P" alone may be a pass of either side.
        readings.append(replace(auction, we_deal=not auction.we_deal))
    while len(auction) > 1 and auction.call is PASS and auction.last_bid is not None:
        # Notes may leave out "1N-P", or "1N-(P)".
        auction = auction.before
        readings.append(auction)
    for reading in readings:
        opening = reading.from_opening()
        yield from (reading,) if opening is reading or not opening.calls else (reading, opening)


def _chosen(agreements: Sequence[Agreement], scope: Scope) -> Agreement | None:
    """Return the agreement that holds in a scope, the one for the fewest cases; the first one for any."""
    if not agreements:
        return None
    if scope == ANY_SCOPE:
        return next((one for one in agreements if one.scope == ANY_SCOPE), agreements[0])
    fitting = [one for one in agreements if _covers(one.scope, scope)]

    def closeness(one: Agreement) -> int:
        sides = sum(side is not None for side in one.scope.vulnerability)
        return sides - len(one.scope.position.positions)

    return max(fitting, key=closeness, default=None)


def _covers(known: Scope, asked: Scope) -> bool:
    sides = zip(known.vulnerability, asked.vulnerability, strict=True)
    seats = set(asked.position.positions) <= set(known.position.positions)
    return seats and all(have is None or have is want for have, want in sides)


# ---------------------------------------------------------------- rows as they are written


def _add_rows(found: dict[str, list[_Row]], table: BiddingTable) -> None:
    for words, row in worded_rows(table):
        lines = tuple(line.text for line in row.description)
        found.setdefault(without_passes(words), []).append(_Row(row.call.location, table.scope, lines))


def worded_rows(table: BiddingTable) -> Iterator[tuple[tuple[str, ...], Row]]:
    """Yield the rows of a table in order, each with its auction as written."""
    names: list[tuple[str, ...]] = [
        tuple(written_word(call.text, call.theirs) for call in table.history.calls) if table.history else ()
    ]
    for depth, row in walk_rows(table.rows):
        del names[depth + 1 :]
        names.append((*names[-1], written_word(row.call.text, row.call.theirs)))
        yield names[-1], row


def written_word(text: str, theirs: bool) -> str:
    """Return a call as it is written in an address, theirs in parentheses; another word stays as it is.

    >>> written_word("1NT", theirs=True), written_word("1M", theirs=False)
    ('(1N)', '1M')
    """
    word = f"({text})" if theirs else text
    return _normal(word) or word


def without_passes(words: Sequence[str]) -> str:
    """Return an auction as written without the passes of opponents who only pass.

    >>> without_passes(("1N", "(P)", "P")), without_passes(("1N", "(P)"))
    ('1N-P', '1N-(P)')
    """
    theirs = [word for word in words if word.startswith("(")]
    if any(word != "(P)" for word in theirs):
        return "-".join(words)
    return "-".join(word for number, word in enumerate(words) if word != "(P)" or number + 1 == len(words))


def _has_variable(name: str) -> bool:
    """Return whether an auction as written has a bid such as 1M, and no label or other word."""
    # Most auctions are calls alone, which is seen sooner.
    if are_calls(name.split("-")):
        return False
    address = parse_address(name).value
    return address is not None and address.written is None


def bound_words(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the words of an auction with suits in the place of M and m."""
    results = [words]
    for one, other, suits in _VARIABLES:
        if any(word.strip("()")[1:] in (one, other) for word in words):
            results = [
                tuple(_with_suit(_with_suit(word, other, b), one, a) for word in each)
                for each in results
                for a, b in suits
            ]
    yield from (result for result in results if result != words)


def _with_suit(word: str, variable: str, suit: str) -> str:
    inner = word.strip("()")
    return word.replace(variable, suit) if inner[1:] == variable else word
