"""What a text agrees on: every row expanded to the auctions it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from bml_core.bridge import (
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Bid,
    Call,
    Scope,
    Strain,
    bid_above,
    make_bid,
)
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import (
    BiddingTable,
    CallPattern,
    DescriptionLine,
    Dialect,
    Document,
    EveryCall,
    History,
    Label,
    LiteralCall,
    OppositeSuit,
    Passage,
    Row,
    RowCall,
    Steps,
    StrainChoice,
)
from bml_core.limits import DEFAULT_LIMITS, Limits
from bml_core.system import Carding, Coding
from bml_core.system.refusals import Refusals, Shadow, illegal, nothing_new
from bml_core.system.wording import Bindings, Wording

_EVERY_CALL: tuple[Call, ...] = (PASS, DOUBLE, REDOUBLE, *BIDS)
_RANKED_VARIABLES = "XYZ"
_PAIRS = {"M": (Strain.HEARTS, Strain.SPADES), "m": (Strain.CLUBS, Strain.DIAMONDS)}

Offer = tuple[Call, Bindings, str | None]


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a call means in an auction.

    ``auction`` ends with the call. ``they_open`` tells that its first call is the opponents';
    ``description`` holds the lines of BML text, variables replaced by suits; it is empty for calls that
    only lead somewhere. ``coding`` is None where the source says nothing of it, as in BML.
    ``qualifications`` are what the opponents' calls show, if only that is spoken of: the number of the call
    in the auction, from 0, and the words. ``wording`` is the description as its row has it, variables and
    all, with the condition in braces; None where there is no such row.
    """

    auction: Auction
    they_open: bool
    scope: Scope
    description: tuple[str, ...]
    alert: bool
    location: Location
    coding: Coding | None = None
    qualifications: tuple[tuple[int, str], ...] = ()
    wording: Wording | None = field(default=None, compare=False, repr=False)

    @property
    def call(self) -> Call:
        """The call that is described."""
        return self.auction.calls[-1]

    @property
    def is_ours(self) -> bool:
        """Whether the call is made by our side."""
        return (len(self.auction) % 2 == 1) != self.they_open

    @property
    def says_something(self) -> bool:
        """Whether there is a description, or a condition in braces."""
        return any(self.description) or (self.wording is not None and self.wording.says_something)

    @property
    def text(self) -> str:
        """The description as one text with line breaks."""
        return "\n".join(self.description)


@dataclass(frozen=True, slots=True)
class System:
    """All agreements in the order of the source, one for each auction, position and vulnerability.

    ``title``, ``summary`` and ``author`` come from the metadata, "" where there is none. The other fields
    are known from Full Disclosure only: ``floating`` tells that it is a convention rather than a system,
    ``stock_card`` is the file it changes, ``includes`` the files of conventions that belong to it, and
    ``carding`` what is agreed in defence.
    """

    agreements: tuple[Agreement, ...]
    title: str = ""
    summary: str = ""
    author: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    floating: bool = False
    stock_card: str = ""
    includes: tuple[str, ...] = ()
    carding: Carding | None = None


def expand(documents: Iterable[Document], *, limits: Limits = DEFAULT_LIMITS) -> System:
    r"""Expand the bidding tables of ``documents``, in reading order, to one System.

    What cannot be exported is in the System's diagnostics; those of the Documents are not repeated.

    >>> from bml_core.language import parse
    >>> system = expand([parse("1C  Strong\n  2m  5+ suit")])
    >>> [str(agreement.auction) for agreement in system.agreements]
    ['1C', '1C-2C', '1C-2D']
    """
    documents = tuple(documents)
    expansion = _Expansion(limits)
    for document in documents:
        for table in document.tables:
            expansion.add(table)
    return System(
        tuple(expansion.agreements()),
        _first(document.title for document in documents),
        _first(document.description for document in documents),
        _first(document.author for document in documents),
        tuple(expansion.diagnostics()),
    )


def _is_other_condition(wording: Wording | None, known: Wording | None) -> bool:
    """Whether a row states a condition in braces that is not the one which is known."""
    condition = wording.condition_text if wording else ""
    return bool(condition) and condition != (known.condition_text if known else "")


def _first(texts: Iterable[str]) -> str:
    return next((text for text in texts if text), "")


class _Turn(NamedTuple):
    """Where the expansion stands: the auction so far, whose call came last, suits bound to variables.

    ``named`` are the variables by which a bid was made; ``oM`` may be bound without being among them.
    ``is_rest`` tells that the auction goes through ``any`` or ``other``.
    """

    auction: Auction
    they_open: bool
    theirs_last: bool | None
    bindings: Bindings
    named: frozenset[str]
    is_rest: bool = False

    def auction_for(self, theirs: bool) -> Auction:
        """The auction when that side calls next, with the understood pass of the other side."""
        return self.auction.then(PASS) if self.theirs_last is theirs else self.auction

    def after(self, auction: Auction, theirs: bool, bindings: Bindings, variable: str | None) -> _Turn:
        they_open = theirs if self.theirs_last is None else self.they_open
        named = self.named if variable is None or variable in self.named else self.named | {variable}
        return _Turn(auction, they_open, theirs, bindings, named, self.is_rest)


class _Said(NamedTuple):
    """What a row or a history says of its call: the description, and the condition in braces."""

    lines: tuple[DescriptionLine, ...] = ()
    condition: Passage | None = None

    def wording(self, call: Call, variable: str | None, bindings: Bindings) -> Wording | None:
        """The words as they are meant for one call; None if there are none."""
        return (
            Wording(self.lines, self.condition, call, variable, bindings)
            if self.lines or self.condition
            else None
        )


class _Place(NamedTuple):
    """Where the rows of one side stand: the auction they continue, and the calls taken by rows above."""

    turn: _Turn
    auction: Auction
    taken: set[Call]


class _Expansion:
    """Collects agreements table by table."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._found: dict[str, Agreement] = {}
        self._written: dict[int, dict[bool, frozenset[Call]]] = {}
        self._counts: dict[int, int] = {}
        self._refusals: dict[int, Refusals] = {}
        self._shadowed: dict[int, Shadow] = {}
        self._lost: dict[int, int] = {}
        self._rest: set[str] = set()
        self._reported: set[tuple[int, str]] = set()
        self._diagnostics: list[Diagnostic] = []
        self._full = False

    def agreements(self) -> Iterable[Agreement]:
        """The agreements found so far, each where it was first defined."""
        return self._found.values()

    def add(self, table: BiddingTable) -> None:
        """Expand one table."""
        self._scope = table.scope
        self._scope_key = f"{table.scope.position.value} {table.scope.vulnerability}"
        self._dialect = table.dialect
        turn = _Turn(Auction(), False, None, {}, frozenset())
        if table.history is None:
            self._rows(table.rows, turn)
        else:
            self._history(table, table.history, turn)

    # ------------------------------------------------------------ the walk

    def _history(self, table: BiddingTable, history: History, turn: _Turn) -> None:
        """Expand the calls of a history one after the other, and the rows after the last one."""
        if not history.calls:
            self._rows(table.rows, turn)
            return
        # A stack, not recursion: an auction may be longer than Python's frames allow.
        stack = [self._history_call(history, 0, turn)]
        while stack:
            next_turn = next(stack[-1], None)
            if next_turn is None:
                stack.pop()
            elif len(stack) == len(history.calls):
                self._rows(table.rows, next_turn)
            else:
                stack.append(self._history_call(history, len(stack), next_turn))

    def _history_call(self, history: History, number: int, turn: _Turn) -> Iterator[_Turn]:
        call = history.calls[number]
        is_last = number == len(history.calls) - 1
        said = _Said(history.description, history.condition) if is_last else _Said()
        place = _Place(turn, turn.auction_for(call.theirs), set())
        return self._calls(call, said, place, frozenset())

    def _rows(self, rows: tuple[Row, ...], turn: _Turn) -> None:
        written = self._written.get(id(rows))
        if written is None:
            written = self._written[id(rows)] = _written_calls(rows)
        places: dict[bool, _Place] = {}
        listed_here: dict[bool, frozenset[Call]] = {}
        for row in rows:
            theirs = row.call.theirs
            place = places.get(theirs)
            if place is None:
                auction = turn.auction_for(theirs)
                place = places[theirs] = _Place(turn, auction, set())
            listed = written[theirs]
            if _has_every_call(row.call):
                if theirs not in listed_here:
                    listed_here[theirs] = self._listed(rows, theirs, place)
                listed = listed_here[theirs]
            for next_turn in self._calls(row.call, _Said(row.description, row.condition), place, listed):
                if row.children:
                    self._rows(row.children, next_turn)

    def _calls(
        self,
        call: RowCall,
        said: _Said,
        place: _Place,
        listed: frozenset[Call],
    ) -> Iterator[_Turn]:
        """Define every call a row stands for at this place; yields the auctions its sub-bids continue."""
        if self._full or self._counts.get(id(call), 0) > self._limits.row_expansions:
            return
        turn, auction, taken = place
        for pattern in call.patterns:
            is_literal = isinstance(pattern, LiteralCall)
            is_rest = isinstance(pattern, EveryCall)
            # Most rows name one call: no need to ask what they offer.
            offers: Iterable[Offer] = (
                ((pattern.call, turn.bindings, None),)
                if isinstance(pattern, LiteralCall)
                else self._offers(pattern, call, place)
            )
            for offered, bindings, variable in offers:
                if not is_literal and (offered in listed or offered in taken):
                    self._shadowed.setdefault(id(call), Shadow(call, None))
                    continue
                if not self._is_possible(offered, auction, call):
                    continue
                taken.add(offered)
                following = turn.after(auction.then(offered), call.theirs, bindings, variable)
                if is_rest:
                    following = following._replace(is_rest=True)
                self._define(following, said.wording(offered, variable, bindings), call)
                yield following

    def _is_possible(self, call: Call, auction: Auction, written: RowCall) -> bool:
        illegality = auction.illegality(call)
        if illegality is not None:
            self._refusals.setdefault(id(written), Refusals(written, {})).add(illegality, call)
            return False
        count = self._counts.get(id(written), 0) + 1
        self._counts[id(written)] = count
        if count > self._limits.row_expansions:
            message = f"This row stands for more than {self._limits.row_expansions:,} auctions."
            self._report_once(written, "BML206", message)
            return False
        return True

    def _define(self, turn: _Turn, wording: Wording | None, call: RowCall) -> None:
        key = f"{self._scope_key}{'*' if turn.they_open else ' '}{turn.auction.code}"
        known = self._found.get(key)
        description = wording.description if wording else ()
        if known is not None and not self._yields(key, known, turn, wording):
            is_lost = any(description) and description != known.description
            if is_lost or _is_other_condition(wording, known.wording):
                self._shadowed[id(call)] = Shadow(call, known.location, condition_alone=not is_lost)
                self._lost[id(call)] = self._lost.get(id(call), 0) + 1
            return
        if known is None and len(self._found) >= self._limits.agreements:
            self._report_full(call.location)
            return
        if turn.is_rest:
            self._rest.add(key)
        elif known is not None:
            self._rest.discard(key)
        self._found[key] = Agreement(
            turn.auction,
            turn.they_open,
            self._scope,
            description,
            call.alert,
            call.location,
            wording=wording,
        )

    def _yields(self, key: str, known: Agreement, turn: _Turn, wording: Wording | None) -> bool:
        """Whether a definition gives way: it says nothing, or comes from ``any`` or ``other``."""
        if wording is None or not wording.says_something:
            return False
        return not known.says_something or (key in self._rest and not turn.is_rest)

    # ------------------------------------------------------------ what a pattern stands for

    def _offers(self, pattern: CallPattern, written: RowCall, place: _Place) -> Iterable[Offer]:
        auction, bindings = place.auction, place.turn.bindings
        match pattern:
            case LiteralCall(call):
                return ((call, bindings, None),)
            case StrainChoice(level, strains, None):
                return [(make_bid(level, strain), bindings, None) for strain in strains]
            case StrainChoice(level, strains, str() as variable):
                return self._bound_offers(level, strains, variable, auction, bindings)
            case OppositeSuit(level, variable):
                return self._opposite_offers(level, variable, written, place)
            case Steps(count):
                return self._step_offers(count, written, auction, bindings)
            case EveryCall():
                return [(call, bindings, None) for call in _EVERY_CALL if auction.illegality(call) is None]
            case Label(known=True):
                message = f"{written.text[:40]} is no call, so this row and its sub-bids are not exported."
                self._report_once(written, "BML222", message)
        return ()

    def _bound_offers(
        self, level: int, strains: tuple[Strain, ...], variable: str, auction: Auction, bindings: Bindings
    ) -> Iterable[Offer]:
        if variable in bindings:
            return ((make_bid(level, bindings[variable]), bindings, variable),)
        candidates = [s for s in strains if _keeps_order(variable, s, bindings)]
        if self._dialect is Dialect.V2_7:
            candidates = [s for s in candidates if s not in _bid_strains(auction)]
        return [(make_bid(level, s), bound(bindings, variable, s), variable) for s in candidates]

    def _opposite_offers(self, level: int, variable: str, written: RowCall, place: _Place) -> Iterable[Offer]:
        bindings = place.turn.bindings
        if variable not in bindings:
            self._report_once(
                written,
                "BML203",
                f"o{variable} is the other suit than {variable}, but no {variable} was bid before.",
                f"Write a bid with {variable}, as in 1{variable}, above this row, or name the suit.",
            )
            return ()
        name = f"o{variable}"
        strain = bindings[name]
        is_new = name not in place.turn.named
        if self._dialect is Dialect.V2_7 and is_new and strain in _bid_strains(place.auction):
            return ()
        return ((make_bid(level, strain), bindings, name),)

    def _step_offers(
        self, count: int, written: RowCall, auction: Auction, bindings: Bindings
    ) -> Iterable[Offer]:
        bid = bid_above(auction.last_bid, count)
        if bid is not None:
            return ((bid, bindings, None),)
        steps = "1 step leads" if count == 1 else f"{count} steps lead"
        message = f"{steps} past 7NT, since the last bid is {auction.last_bid or 'none'}."
        self._report_once(written, "BML207", message, "Count fewer steps.")
        return ()

    def _listed(self, rows: tuple[Row, ...], theirs: bool, place: _Place) -> frozenset[Call]:
        """The calls of one side that rows name at this place, ``any`` and ``other`` aside."""
        return frozenset(
            offered
            for row in rows
            if row.call.theirs is theirs
            for pattern in row.call.patterns
            if not isinstance(pattern, EveryCall | Label)
            for offered, _, _ in self._offers(pattern, row.call, place)
        )

    # ------------------------------------------------------------ diagnostics

    def diagnostics(self) -> Iterator[Diagnostic]:
        """What was found, each written call once."""
        yield from self._diagnostics
        for number, shadow in self._shadowed.items():
            if self._counts.get(number, 0) == self._lost.get(number, 0):
                yield nothing_new(shadow)
        for refusals in self._refusals.values():
            is_never_legal = id(refusals.call) not in self._counts
            for illegality, calls in refusals.examples.items():
                yield illegal(refusals.call, is_never_legal, illegality, calls)

    def _report_once(self, written: RowCall, code: str, message: str, hint: str = "") -> None:
        if (id(written), code) not in self._reported:
            self._reported.add((id(written), code))
            self._diagnostics.append(Diagnostic(code, message, written.location, hint))

    def _report_full(self, location: Location) -> None:
        if not self._full:
            self._full = True
            message = f"A system may have {self._limits.agreements:,} agreements; the rest is left out."
            self._diagnostics.append(
                Diagnostic("BML105", message, location, "Divide it into several systems.")
            )


def _written_calls(rows: tuple[Row, ...]) -> dict[bool, frozenset[Call]]:
    """The calls that rows name literally, by side; they come before special bids of any row."""
    written: dict[bool, list[Call]] = {True: [], False: []}
    for row in rows:
        for pattern in row.call.patterns:
            if isinstance(pattern, LiteralCall):
                written[row.call.theirs].append(pattern.call)
    return {theirs: frozenset(calls) for theirs, calls in written.items()}


def _has_every_call(call: RowCall) -> bool:
    patterns = call.patterns
    if len(patterns) == 1:
        return isinstance(patterns[0], EveryCall)
    return any(isinstance(pattern, EveryCall) for pattern in patterns)


def _bid_strains(auction: Auction) -> frozenset[Strain]:
    return frozenset(call.strain for call in auction.calls if isinstance(call, Bid))


def _keeps_order(variable: str, strain: Strain, bindings: Bindings) -> bool:
    """Whether X < Y < Z still holds."""
    if variable not in _RANKED_VARIABLES:
        return True
    for other, bound in bindings.items():
        if other in _RANKED_VARIABLES and other != variable:
            if (other < variable) is not (make_bid(1, bound).rank < make_bid(1, strain).rank):
                return False
            if bound is strain:
                return False
    return True


def bound(bindings: Bindings, variable: str, strain: Strain) -> Bindings:
    """The bindings with one more variable; ``oM`` and ``om`` are bound together with ``M`` and ``m``.

    >>> sorted(bound({}, "M", Strain.HEARTS))
    ['M', 'oM']
    """
    pair = _PAIRS.get(variable)
    if pair is None:
        return {**bindings, variable: strain}
    return {**bindings, variable: strain, f"o{variable}": pair[0] if strain is pair[1] else pair[1]}
