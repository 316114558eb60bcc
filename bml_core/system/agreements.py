"""Agreements, each what a call means in an auction, their Full Disclosure codes, and the System they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple, Self

from bml_core._package import checked
from bml_core.bridge import (
    ANY_SCOPE,
    NEITHER,
    PASS,
    STRAINS,
    Auction,
    AuctionLike,
    Call,
    Scope,
    SideVulnerability,
    Strain,
    auction_argument,
)
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import RowOrder
from bml_core.system.variables import Wording

ANY_LENGTH = 8
"""The greatest length of a suit if there is none."""


class Disposition(Enum):
    """The duty of partner after a call; the value says it in words."""

    UNDEFINED = "no agreement"
    SIGNOFF = "signoff"
    NON_FORCING = "non-forcing"
    CONSTRUCTIVE = "constructive"
    INVITATIONAL = "invitational"
    FORCING = "forcing"
    GAME_FORCING = "forcing to game"
    SLAM_TRY = "slam try"
    CONTROL_BID = "control bid"
    PREEMPTIVE = "preemptive"
    TRANSFER = "transfer"
    PUPPET = "puppet"
    RELAY = "relay"
    ASKING_BID = "asking bid"
    RESPONSE = "response to an asking bid"

    __hash__ = object.__hash__


class Coding(NamedTuple):
    """The coded part of a record: natural and open in every respect by default.

    ``strains`` are those our side may still play in, lowest first; ``defends`` tells whether the opponents
    may be left to play undoubled. ``least`` and ``most`` are the cards shown in the suit of the bid, 0 to 8,
    where 8 as ``most`` means any number. Calls that are not bids have no disposition, and only bids in a suit
    have a length.

    >>> Coding(least=5).length
    '5+'
    """

    artificial: bool = False
    strains: tuple[Strain, ...] = STRAINS
    defends: bool = True
    disposition: Disposition = Disposition.UNDEFINED
    least: int = 0
    most: int = ANY_LENGTH

    @property
    def length(self) -> str:
        """Return the length of the suit in figures, "" where any will do."""
        if self.most >= ANY_LENGTH:
            return f"{self.least}+" if self.least else ""
        return str(self.most) if self.least == self.most else f"{self.least}--{self.most}"


NOTHING_CODED = Coding()

_LENGTHS = ("xx", "xxx", "xxxx", "xxxxx", "Qxx", "Qxxx", "Qxxxx", "Qxxxxx", "Qxxxxxx")
_SEQUENCES = ("AKx", "KQJ", "QJT", "JT9", "T98")
_BROKEN_SEQUENCES = ("KJT", "KT9", "QT9")
NOTRUMP_HOLDINGS = (*_LENGTHS, *_SEQUENCES, "KQT9", "AKJT", "AQJ", "AJT", "AT9", *_BROKEN_SEQUENCES)
"""The holdings that a lead against notrump is agreed for, in the order of a carding record."""

SUIT_HOLDINGS = (*_LENGTHS, "AK", *_SEQUENCES, *_BROKEN_SEQUENCES)
"""The same for a lead against a suit contract."""

SIGNAL_OCCASIONS = tuple(
    f"{occasion} against {contract}"
    for contract in ("notrump", "a suit contract")
    for occasion in ("Partner's lead", "Declarer's lead", "Discards")
)
"""When signals are given; each has three signals, the most important one first."""

PRIORITIES = 3


class Signal(Enum):
    """The meaning of a card for partner; the value says it in words."""

    NONE = "no agreement"
    HIGH_ENCOURAGES = "attitude, high encourages"
    HIGH_DISCOURAGES = "attitude, high discourages"
    ODD_ENCOURAGES = "attitude, odd encourages"
    ODD_DISCOURAGES = "attitude, odd discourages"
    HIGH_IS_EVEN = "count, high shows an even number"
    HIGH_IS_ODD = "count, high shows an odd number"
    ODD_EVEN_COUNT = "count by odd and even cards"
    SUIT_PREFERENCE = "suit preference, high for the higher suit"
    REVERSE_SUIT_PREFERENCE = "suit preference, high for the lower suit"
    OTHER = "another signal"

    __hash__ = object.__hash__


class Carding(NamedTuple):
    """The agreements in defence.

    ``notrump_leads`` holds a number for each of ``NOTRUMP_HOLDINGS``, ``suit_leads`` for each of
    ``SUIT_HOLDINGS``: which of the cards on offer is led, 1 the highest; 0 where nothing is agreed.
    ``signals`` holds ``PRIORITIES`` signals for each of ``SIGNAL_OCCASIONS``, ``text`` everything else.
    """

    notrump_leads: tuple[int, ...]
    suit_leads: tuple[int, ...]
    signals: tuple[Signal, ...]
    text: str = ""


_SHOWN_CALLS = 12
# The values of an agreement that are compared: not those on how it was written.
_COMPARED = 8


def auction_key(scope: Scope, they_open: bool, code: str) -> str:
    """Return what agreements of a system are found by: ``code`` is that of the auction."""
    return f"{scope.position.value} {scope.vulnerability}{'*' if they_open else ' '}{code}"


class Agreement(NamedTuple):
    """An agreement: the meaning of a call in an auction.

    Attributes:
        auction: The auction, which ends with the call.
        they_open: True if the first call of the auction is the opponents'.
        scope: The position and the vulnerability for which this is agreed.
        description: The lines of BML text, variables replaced by suits; empty for calls that only lead
            somewhere.
        alert: True if the call is alerted.
        location: The place of the row.
        coding: The coded part of a Full Disclosure record; None if the source has none, as in BML.
        qualifications: If this holds only for some meaning of the opponents' calls: the number of each call
            in the auction, from 0, and its meaning.
        wording: The description as its row has it, variables and all, with the condition in braces; None if
            there is no such row.
        choice: The order of rows that fit the same hand in its table; None if it says nothing.
        table: The place of its table; None if there is none, as in a Full Disclosure file.
        written: The auction as the rows have it, such as ``1M-2N``; "" if there are no rows.
        beside: All agreements of its system by auction; None if there are none.
    """

    auction: Auction
    they_open: bool
    scope: Scope
    description: tuple[str, ...]
    alert: bool
    location: Location
    coding: Coding | None = None
    qualifications: tuple[tuple[int, str], ...] = ()
    wording: Wording | None = None
    choice: RowOrder | None = None
    table: Location | None = None
    written: str = ""
    beside: Mapping[str, Agreement] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Agreement) and self[:_COMPARED] == other[:_COMPARED]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:_COMPARED])

    def __repr__(self) -> str:
        return f"<Agreement {self.in_short}: {' '.join(self.text.split())[:60]}>"

    @property
    def call(self) -> Call:
        """Return the call that is described."""
        return self.auction.calls[-1]

    @property
    def earlier(self) -> tuple[Agreement, ...]:
        """Return what is agreed on the earlier bids of the same side, in the same scope or in any."""
        if self.beside is None:
            return ()
        codes = [call.code for call in self.auction.calls]
        ends = range(2 - len(codes) % 2, len(codes), 2)
        found = (
            self.beside.get(auction_key(self.scope, self.they_open, code))
            or self.beside.get(auction_key(ANY_SCOPE, self.they_open, code))
            for code in ("".join(codes[:end]) for end in ends if codes[end - 1][0].isdecimal())
        )
        return tuple(agreement for agreement in found if agreement is not None)

    @property
    def is_ours(self) -> bool:
        """Return whether our side makes the call."""
        return (len(self.auction) % 2 == 1) != self.they_open

    @property
    def is_described(self) -> bool:
        """Return whether there is a description, or a condition in braces."""
        return any(self.description) or (self.wording is not None and self.wording.is_described)

    @checked
    def says_more_than(self, other: Agreement) -> bool:
        """Return whether the description or the condition has anything that ``other`` does not repeat."""
        if any(self.description) and self.description != other.description:
            return True
        condition = self.wording.condition_text if self.wording else ""
        return bool(condition) and condition != (other.wording.condition_text if other.wording else "")

    @property
    def in_short(self) -> str:
        """Return the auction without passes of the other side, unless it calls; "(P)" for these alone."""
        calls = self.auction.calls
        theirs = [(number % 2 == 1) is not self.they_open for number in range(len(calls))]
        silent = all(call is PASS for call, other in zip(calls, theirs, strict=True) if other)
        words = (
            f"({call})" if other else str(call)
            for call, other in zip(calls, theirs, strict=True)
            if not (other and silent)
        )
        return "-".join(words) or "(P)"

    @property
    def text(self) -> str:
        """Return the description as one text with line breaks."""
        return "\n".join(self.description)


_Key = tuple[bool, tuple[Call, ...]]


class Lookup:
    """Agreements by what comes before their call; only auctions of up to ``longest`` calls if it is given."""

    def __init__(self, agreements: tuple[Agreement, ...], longest: int | None = None) -> None:
        self._rows: dict[_Key, list[Agreement]] = {}
        for row in agreements:
            if longest is None or len(row.auction) <= longest:
                self._rows.setdefault((row.they_open, row.auction.calls[:-1]), []).append(row)

    def rows(
        self,
        written: Auction,
        number: int,
        vulnerability: SideVulnerability = NEITHER,
        *,
        in_any_scope: bool = False,
    ) -> dict[Call, Agreement]:
        """Return the agreements on the call of this number in an auction, from 0, one for each call.

        Where two describe the same call, the one that is closer to the position and vulnerability counts.
        With ``in_any_scope``, those for other positions and vulnerabilities count if there is no other.
        """
        position = min(written.position, number + 1)
        rows: dict[Call, Agreement] = {}
        others: dict[Call, Agreement] = {}
        for key in _keys(written, number):
            for row in self._rows.get(key, ()):
                if _holds(row.scope, position, vulnerability):
                    known = rows.get(row.call)
                    if known is None or _weight(row) > _weight(known):
                        rows[row.call] = row
                elif in_any_scope:
                    others.setdefault(row.call, row)
        return rows | {call: row for call, row in others.items() if call not in rows}


def _keys(written: Auction, number: int) -> Iterator[_Key]:
    """Yield how notes may write what comes before a call: without the opening passes, or with them."""
    calls = written.calls[:number]
    passes = min(written.position - 1, number)
    for skipped in sorted({passes, 0}, reverse=True):
        yield not written.is_ours(skipped), calls[skipped:]


def _holds(scope: Scope, position: int, vulnerability: SideVulnerability) -> bool:
    asked = ((scope.vulnerability.we, vulnerability.we), (scope.vulnerability.they, vulnerability.they))
    return position in scope.position.positions and all(wanted in (None, is_) for wanted, is_ in asked)


def _weight(row: Agreement) -> tuple[bool, int]:
    """Return what counts more of two rows: one that says something, then one for fewer positions."""
    sides = (row.scope.vulnerability.we, row.scope.vulnerability.they)
    return row.is_described, sum(side is not None for side in sides) - len(row.scope.position.positions)


@dataclass(frozen=True, slots=True, repr=False)
class System:
    r"""All agreements in the order of the source, one for each auction, position and vulnerability.

    A system is looked up by auction, as players write it: ``system["1N-2C"]``. Opponents who pass may be left
    out, and their other calls are in parentheses, as in ``"(1H)-D"``; passes before the opening are
    written. Where agreements differ, those for a dealer who opens, nobody vulnerable, come first.

    Args:
        agreements: The agreements.
        title: The title in the metadata, or "".
        summary: The description in the metadata, or "".
        author: The author in the metadata, or "".
        diagnostics: What is wrong with the source as far as expanding it shows.
        floating: Of Full Disclosure only: True for a convention rather than a system.
        stock_card: Of Full Disclosure only: the file that this one changes.
        includes: Of Full Disclosure only: the files of conventions that belong to it.
        carding: Of Full Disclosure only: what is agreed in defence.
        choice: The order of rows that fit the same hand, where their table has none; None by default.
        settings: What metadata say of how the rest is read, such as ``("LANGUAGE", "de")``.
        repeats: Agreements of BML that are left out, since another row describes their auction already; each
            with the one that is used.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> system = expand([parse("1N  15--17\n  2C  Stayman\n    2D  No major\n  2D  Transfer")])
    >>> system["1N-2C"].text, "1N-3C" in system, len(system)
    ('Stayman', False, 4)
    >>> [agreement.text for agreement in system.responses("1N")]
    ['Stayman', 'Transfer']
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
    choice: RowOrder | None = None
    settings: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    repeats: tuple[tuple[Agreement, Agreement], ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.title!r}: {len(self)} agreements>"

    def __getitem__(self, auction: AuctionLike) -> Agreement:
        """Return the agreement on the last call of an auction.

        Raises:
            KeyError: There is none; the message names the calls that there are instead.
            TypeError: ``auction`` is not an auction.
            ValueError: ``auction`` cannot be read, or is not legal.
        """
        written = _last_call(auction)
        agreement = self._find(written)
        if agreement is None:
            raise KeyError(self._missing(written))
        return agreement

    def __contains__(self, auction: AuctionLike) -> bool:
        return self._find(_last_call(auction)) is not None

    def __iter__(self) -> Iterator[Agreement]:
        return iter(self.agreements)

    def __len__(self) -> int:
        return len(self.agreements)

    def responses(self, auction: AuctionLike = "") -> tuple[Agreement, ...]:
        """Return the agreements on our next call after an auction, in order; the openings after none.

        Raises:
            TypeError: ``auction`` is not an auction.
            ValueError: ``auction`` cannot be read, or is not legal.
        """
        written = auction_argument(auction).for_side(ours=True)
        rows = self._rows(written, len(written))
        return tuple(rows.values())

    @checked
    def with_choice(self, choice: RowOrder) -> Self:
        """Return the system with an order of rows that fit the same hand, in place of all that it names.

        >>> System((), choice=RowOrder.AUTO).with_choice(RowOrder.FIRST).choice
        <RowOrder.FIRST: 'first'>
        """
        agreements = tuple(row._replace(choice=None) if row.choice else row for row in self.agreements)
        return replace(self, agreements=agreements, choice=choice)

    def _rows(self, written: Auction, number: int) -> dict[Call, Agreement]:
        return Lookup(self.agreements, number + 1).rows(written, number, in_any_scope=True)

    def _find(self, written: Auction) -> Agreement | None:
        rows = self._rows(written, len(written) - 1)
        return rows.get(written.calls[-1])

    def _missing(self, written: Auction) -> str:
        *before, _ = written.calls
        rows = self._rows(written, len(before))
        known = ", ".join(map(str, list(rows)[:_SHOWN_CALLS])) + (", …" if len(rows) > _SHOWN_CALLS else "")
        earlier = f"{written.before.from_opening():short}"
        where = f"After {earlier}" if earlier else "As openings"
        shown = f"{written.from_opening():short}" or str(written)
        return f"{shown} is not in the notes. {where} they have {known or 'nothing'}."


def _last_call(auction: AuctionLike) -> Auction:
    written = auction_argument(auction)
    if not written.calls:
        raise ValueError("auction must have a call")
    return written
