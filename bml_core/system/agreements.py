"""Agreements, each what a call means in an auction, their Full Disclosure codes, and the System they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple, Self, TypeVar

from bml_core._package import __version__, arguments_of, brief_repr, checked
from bml_core.bridge import (
    ANY_SCOPE,
    PASS,
    STRAINS,
    Auction,
    AuctionLike,
    AuctionPattern,
    Bid,
    Call,
    OpenerPosition,
    Scope,
    SideVulnerability,
    Strain,
    auction_argument,
)
from bml_core.diagnostics import Diagnostic, Location, counted
from bml_core.document import RowOrder, Span
from bml_core.notebooks import notebook_call, notebook_details, notebook_table
from bml_core.system.variables import Wording

ANY_LENGTH = 8
"""The greatest length of a suit if there is none."""

_T = TypeVar("_T")
_LINK = re.compile(r"\[([^][]*)\]\([^()]*\)")
_WORD, _BETWEEN_PARTS = re.compile(r"[^\s,;.:]+"), re.compile(r"[,;.\n]")
_TWO_WORDS = re.compile(r"(?<![\w-])([^\W\d])[^\W\d]+-([^\W\d])[^\W\d]+(?![\w-])")
_COMMON_WORD = re.compile(
    "an?|and|any|as|at|be|but|for|hand|hcp|if|in|is|it|may|no|not|of|on|or|the|to|with|[-+]+"
)


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
        """Return the length of the suit in figures, "" where any is allowed."""
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


class UnknownAuctionError(KeyError):
    """The notes have no agreement on an auction; the message names the calls that there are instead."""

    # That of a KeyError has quotes around it.
    __str__ = Exception.__str__


@dataclass(frozen=True, slots=True, repr=False)
class Agreement:
    """An agreement: the meaning of a call in an auction.

    Agreements are equal if they say the same of the same auction, wherever they are written.

    Attributes:
        auction: The auction, which ends with the call, with the position and the vulnerability for which
            this is agreed.
        description: The lines of BML text, variables replaced by suits; empty for calls that only lead
            somewhere.
        alert: True if the call is alerted.
        location: The place of the row.
        coding: The coded part of a Full Disclosure record; None if the source has none, as in BML.
        qualifications: If this holds only for some meaning of the opponents' calls: the index of each call
            in the auction, and its meaning.
        wording: The description as its row has it, variables and all, with the condition in braces; None if
            there is no such row.
        choice: The order of rows that fit the same hand in its table; None if it says nothing.
        table: The place of its table; None if there is none, as in a Full Disclosure file, or the row is left
            out of the agreements.
        written: The auction as the rows have it, such as ``1M-2N``; "" if there are no rows.
    """

    auction: Auction
    description: tuple[str, ...]
    alert: bool
    location: Location = field(compare=False)
    coding: Coding | None = None
    qualifications: tuple[tuple[int, str], ...] = ()
    wording: Wording | None = field(default=None, compare=False)
    choice: RowOrder | None = field(default=None, compare=False)
    table: Location | None = field(default=None, compare=False)
    written: str = field(default="", compare=False)

    def __str__(self) -> str:
        """Return the address of the auction, with the meanings of their calls that this depends on."""
        return ", ".join(
            [
                str(self.auction),
                *(f"({self.auction.calls[index]}) {text}" for index, text in self.qualifications),
            ]
        )

    def __repr__(self) -> str:
        return f"<Agreement {self.auction:short}: {' '.join(self.text.split())[:60]}>"

    def _repr_html_(self) -> str:
        return notebook_table([(notebook_call(self), self.plain)])

    @property
    def call(self) -> Call:
        """Return the call that is described."""
        return self.auction.calls[-1]

    @property
    def scope(self) -> Scope:
        """Return the position and the vulnerability for which this is agreed."""
        return self.auction.scope

    @property
    def is_ours(self) -> bool:
        """Return whether our side makes the call."""
        return self.auction.is_ours(len(self.auction.calls) - 1)

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

    def is_part_of(self, other: Agreement) -> bool:
        """Return whether ``other`` has each part of the description, and the condition if there is one.

        >>> from bml_core.language import parse
        >>> from bml_core.system import expand
        >>> texts = ("1N  15-17, balanced, 5M possible", "1N  Balanced; 15-17")
        >>> first, again = (expand([parse(text)])["1N"] for text in texts)
        >>> again.is_part_of(first), first.is_part_of(again)
        (True, False)
        """
        texts = [_LINK.sub(r"\1", each.text.lower()) for each in (self, other)]
        said = f" {' '.join(_WORD.findall(texts[1]))} "
        parts = (" ".join(_WORD.findall(part)) for part in _BETWEEN_PARTS.split(texts[0]))
        conditions = [each.wording.condition_text if each.wording else "" for each in (self, other)]
        return conditions[0] in ("", conditions[1]) and all(f" {part} " in said for part in parts if part)

    def shares_words_with(self, other: Agreement) -> bool:
        """Return whether the descriptions have a figure or a word in common that is not found everywhere."""
        # "game-forcing" is "GF".
        mine, yours = (
            {
                *_WORD.findall(each.text.lower()),
                *(f"{a}{b}" for a, b in _TWO_WORDS.findall(each.text.lower())),
            }
            for each in (self, other)
        )
        return not all(map(_COMMON_WORD.fullmatch, mine & yours))

    @property
    def text(self) -> str:
        """Return the description as one text with line breaks."""
        return "\n".join(self.description)

    @property
    def plain(self) -> str:
        """Return the description as people read it: suits as signs, dashes, no marks of styles and links."""
        from bml_core.render import sign_text  # noqa: PLC0415 - files of other programs need no writer

        return "\n".join(map(sign_text, self._spans()))

    @property
    def html(self) -> str:
        """Return the description as a part of a page, with the classes of the style sheet."""
        from bml_core.render.html import LINE_BREAK, render_spans  # noqa: PLC0415 - as above

        return LINE_BREAK.join(map(render_spans, self._spans()))

    def _spans(self) -> Iterator[tuple[Span, ...]]:
        from bml_core.language import parse_inline  # noqa: PLC0415 - as above

        for line in self.description:
            yield parse_inline(line, self.location, in_description=True).value

    @property
    def written_lines(self) -> Iterator[tuple[str, Location]]:
        """Yield the lines of the description and the condition as they are written, each with its place."""
        if self.wording:
            yield from ((line.text, line.location) for line in self.wording.lines)
            condition = self.wording.condition
            yield from zip(condition.text.split("\n"), condition.locations, strict=False) if condition else ()

    @property
    def places(self) -> tuple[Location, ...]:
        """Return the place of the row, and of each line of its description."""
        return self.location, *(place for _, place in self.written_lines)

    def record(self) -> dict[str, str | int | bool | None]:
        """Return the agreement as a plain row of a table, as :meth:`System.records` has them."""
        return {
            "auction": str(self),
            "call": str(self.call),
            "ours": self.is_ours,
            "text": self.text,
            "alert": self.alert,
            "file": self.location.file,
            "line": self.location.line,
        }

    @property
    def _precedence(self) -> tuple[bool, int]:
        """Return what counts of two on one call: the one that says something, then that for fewer cases."""
        sides = sum(side is not None for side in self.scope.vulnerability)
        return self.is_described, sides - len(self.scope.position.positions)


@dataclass(frozen=True, slots=True, repr=False)
class Metadata:
    """What notes say of themselves: their texts, and how the rest is read.

    Attributes:
        title: The title, or "".
        summary: The description, or "".
        author: The author, or "".
        choice: The order of rows that fit the same hand, where their table has none; None by default.
        settings: What is said of how the rest is read, such as ``("LANGUAGE", "de")``.
        meanings: What settings and metadata say of usual meanings, each with its place in the metadata.
    """

    title: str = ""
    summary: str = ""
    author: str = ""
    choice: RowOrder | None = None
    settings: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    meanings: tuple[tuple[str, Location | None], ...] = field(default=(), compare=False)

    __repr__ = brief_repr


@dataclass(frozen=True, slots=True, repr=False)
class Disclosure:
    """What only a Full Disclosure file says.

    Attributes:
        floating: True for a convention rather than a system.
        stock_card: The file that this one changes, or "".
        includes: The files of conventions that belong to it.
        carding: What is agreed in defence.
    """

    floating: bool = False
    stock_card: str = ""
    includes: tuple[str, ...] = ()
    carding: Carding | None = None

    __repr__ = brief_repr


@dataclass(frozen=True, repr=False)
class System:
    r"""All agreements in the order of the source, one for each auction, position and vulnerability.

    A system is looked up by auction, as players write it: ``system["1N-2C"]``. Opponents who pass may be left
    out, and their other calls are in parentheses, as in ``"(1H)-D"``; passes before the opening are
    written, and position and vulnerability follow as in ``"1N@3rd@vul"``. An auction, and an agreement, are
    keys, too. Without position and vulnerability, agreements for every case come first, then those for a
    dealer who opens, nobody vulnerable.

    Args:
        agreements: The agreements.
        metadata: What the metadata say: title, author and so on.
        diagnostics: What is wrong with the source as far as expanding it shows.
        disclosure: Of a Full Disclosure file only.
        repeats: Agreements of BML that are left out, since another row describes their auction already; each
            with the one that is used.
        left_out: Rows of BML without a call for an agreement, such as ``3x``, and what is below them; each
            with the auction above it, and ``written`` as the rows have it.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> system = expand([parse("1N  15--17\n  2C  Stayman\n    2D  No major\n  2D  Transfer")])
    >>> system["1N-2C"].text, "1N-3C" in system, len(system)
    ('Stayman', False, 4)
    >>> [agreement.text for agreement in system.responses("1N")]
    ['Stayman', 'Transfer']
    """

    agreements: tuple[Agreement, ...]
    metadata: Metadata = Metadata()
    diagnostics: tuple[Diagnostic, ...] = ()
    disclosure: Disclosure = Disclosure()
    repeats: tuple[tuple[Agreement, Agreement], ...] = field(default=(), compare=False)
    left_out: tuple[Agreement, ...] = field(default=(), compare=False)

    @property
    def title(self) -> str:
        """Return the title in the metadata, or ""."""
        return self.metadata.title

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.title!r}: {len(self)} agreements>"

    def _repr_html_(self) -> str:
        summary = f"{self.title or 'Notes'}: {counted(len(self), 'agreement')}"
        rows = ((notebook_call(agreement), agreement.plain) for agreement in self.agreements)
        return notebook_details(summary, notebook_table(rows))

    @cached_property
    def _by_auction(self) -> Mapping[Auction, Agreement]:
        """Return the agreements by auction, those that do not depend on the meaning of a call first."""
        index: dict[Auction, Agreement] = {}
        for agreement in sorted(self.agreements, key=_narrowness):
            index.setdefault(agreement.auction, agreement)
        return index

    @cached_property
    def _by_address(self) -> Mapping[str | Agreement, Agreement]:
        """Return each agreement by itself and by its address; those in a scope have it in theirs."""
        index: dict[str | Agreement, Agreement] = {}
        for agreement in self.agreements:
            index.setdefault(agreement, agreement)
            index.setdefault(str(agreement), agreement)
        return index

    @cached_property
    def _by_context(self) -> Mapping[str, list[Agreement]]:
        """Return the agreements by the code of the calls before theirs."""
        index: dict[str, list[Agreement]] = {}
        for agreement in self.agreements:
            index.setdefault(agreement.auction.code.removesuffix(agreement.call.code), []).append(agreement)
        return index

    @cached_property
    def whole(self) -> Self:
        """Return the system of which this one has some of the rows; itself where it has all of them."""
        return self

    @cached_property
    def worked_out(self) -> dict[tuple[str, int], tuple[Agreement, Any]]:
        """What readers have found out about rows, by what it is and the row, so that it is done once."""
        return {}

    def __getitem__(self, auction: AuctionLike | Agreement) -> Agreement:
        """Return the agreement on the last call of an auction.

        Raises:
            TypeError: ``auction`` is of another type.
            UnknownAuctionError: There is none (a KeyError); the message names the calls that there are.
            ValueError: ``auction`` cannot be read, or is not legal.
        """
        same = self._by_address.get(auction) if isinstance(auction, str | Agreement) else None
        if same is not None:
            return same
        wanted = _with_call(auction)
        agreement = self._find(wanted)
        if agreement is None:
            raise UnknownAuctionError(self._missing(wanted))
        return agreement

    def __contains__(self, auction: object) -> bool:
        return isinstance(auction, str | Auction | Agreement) and self.get(auction) is not None

    def get(
        self,
        auction: AuctionLike | Agreement,
        default: _T | None = None,
        *,
        seat: int | None = None,
        vulnerable: bool | None = None,
    ) -> Agreement | _T | None:
        r"""Return the agreement on an auction, ``default`` if there is none or nobody can call so.

        Args:
            auction: The auction.
            default: What is returned instead.
            seat: The position of the opener, 1 to 4; any if it is not given.
            vulnerable: Whether our side is vulnerable; without it, that does not matter.

        >>> from bml_core.language import parse
        >>> from bml_core.system import expand
        >>> system = expand([parse("1S  5+!s, 11--21\n\n#SEAT 3\n\n1S  4+!s, light")])
        >>> [system.get("1S", seat=seat).text for seat in (1, 3)], system.get("2S")
        (['5+!s, 11--21', '4+!s, light'], None)

        Raises:
            ValueError: ``seat`` is not 1 to 4.
        """
        if seat not in (None, 1, 2, 3, 4):
            raise ValueError(f"seat must be 1 to 4, not {seat!r}")
        try:
            if seat is None and vulnerable is None:
                return self[auction]
            wanted = _with_call(auction)
            position, sides = wanted.scope
            position = position if seat is None else OpenerPosition(str(seat))
            sides = sides if vulnerable is None else sides._replace(we=vulnerable)
            return self[replace(wanted, scope=Scope(position, sides))]
        except (KeyError, ValueError):
            return default

    def keys(self) -> tuple[str, ...]:
        """Return the address of each agreement, in order: with it, ``dict`` makes a dictionary of notes."""
        return tuple(map(str, self.agreements))

    def values(self) -> tuple[Agreement, ...]:
        """Return the agreements, in order."""
        return self.agreements

    def items(self) -> tuple[tuple[str, Agreement], ...]:
        """Return each agreement after its address, in order."""
        return tuple((str(agreement), agreement) for agreement in self.agreements)

    def records(self) -> list[dict[str, str | int | bool | None]]:
        """Return the agreements as plain rows, for data frames and JSON.

        The columns are ``auction`` (the address), ``call``, ``ours`` (True if our side calls), ``text`` (in
        BML), ``alert``, and where it is written: ``file`` and ``line``, which counts from 1.
        """
        return [agreement.record() for agreement in self.agreements]

    def __iter__(self) -> Iterator[Agreement]:
        return iter(self.agreements)

    def __len__(self) -> int:
        return len(self.agreements)

    def responses(self, auction: AuctionLike | Agreement = "") -> tuple[Agreement, ...]:
        """Return the agreements on our next call after an auction, in order; the openings after none.

        Raises:
            TypeError: ``auction`` is of another type.
            ValueError: ``auction`` cannot be read, or is not legal.
        """
        before = _auction_of(auction).for_side(ours=True)
        return tuple(self.after(before, in_any_scope=True).values())

    @checked
    def select(self, pattern: str | AuctionPattern) -> tuple[Agreement, ...]:
        r"""Return the agreements on auctions that begin as a pattern does, in order.

        Args:
            pattern: An auction, in which ``M`` is a major, ``x`` a suit and ``*`` any call, such as ``1M-2M``
                or ``(1N)-*``; see :mod:`bml_core.bridge.patterns`.

        >>> from bml_core.language import parse
        >>> from bml_core.system import expand
        >>> system = expand([parse("1H  5+!h\n  2H  Raise\n    3C  Game try\n  2S  Strong")])
        >>> [str(agreement) for agreement in system.select("1M-2M")]
        ['1H-2H', '1H-2H-3C']

        Raises:
            ValueError: ``pattern`` cannot be read.
        """
        wanted = AuctionPattern.parse(pattern) if isinstance(pattern, str) else pattern
        return tuple(agreement for agreement in self.agreements if wanted.selects(agreement.auction))

    def after(
        self,
        auction: AuctionLike,
        vulnerability: SideVulnerability | None = None,
        *,
        in_any_scope: bool = False,
    ) -> dict[Call, Agreement]:
        """Return the agreements on the next call of an auction, of whichever side, one for each call.

        Where two describe the same call, the one that is closer to the position and vulnerability counts.
        Agreements for one meaning of their calls count where there are none for any meaning.
        The vulnerability is that of the auction if none is given, and who is not said to be vulnerable is
        not. With ``in_any_scope``, agreements for other positions and vulnerabilities count where there is
        no other.
        """
        if not isinstance(auction, Auction):
            auction = auction_argument(auction)
        if vulnerability is None:
            vulnerability = SideVulnerability(*map(bool, auction.scope.vulnerability))
        arguments_of(SideVulnerability, "a SideVulnerability", vulnerability=vulnerability)
        key = auction, vulnerability, bool(in_any_scope)
        if key not in self._known_after:
            self._known_after[key] = self._after(*key)
        return dict(self._known_after[key])

    @cached_property
    def _known_after(self) -> dict[tuple[Auction, SideVulnerability, bool], dict[Call, Agreement]]:
        return {}

    def _after(
        self, auction: Auction, vulnerability: SideVulnerability, in_any_scope: bool
    ) -> dict[Call, Agreement]:
        passes = auction.position - 1
        position = auction.scope.position.positions[0] if not passes else passes + 1
        agreements: dict[Call, Agreement] = {}
        others: dict[Call, Agreement] = {}
        # Notes leave out the passes before an opening; rows with them are closer: P-P-1S-2C Drury.
        for skipped in sorted({passes, 0}):
            context = Auction(auction.calls[skipped:], auction.is_ours(skipped)).code
            for agreement in _for_one_meaning(self._by_context.get(context, ())):
                if agreement.scope.holds(position, vulnerability):
                    known = agreements.get(agreement.call)
                    if known is None or agreement._precedence > known._precedence:
                        agreements[agreement.call] = agreement
                elif in_any_scope:
                    others.setdefault(agreement.call, agreement)
        return agreements | {call: other for call, other in others.items() if call not in agreements}

    @checked
    def earlier(self, agreement: Agreement) -> tuple[Agreement, ...]:
        """Return what is agreed on the earlier bids of the same side, in the same scope or in any."""
        auction = agreement.auction
        earlier = []
        for end in range(2 - len(auction) % 2, len(auction), 2):
            if isinstance(auction.calls[end - 1], Bid):
                before = Auction(auction.calls[:end], auction.we_deal, auction.scope)
                found = self._by_auction.get(before) or self._by_auction.get(replace(before, scope=ANY_SCOPE))
                earlier += [found] if found else []
        return tuple(earlier)

    @checked
    def with_rows(
        self, rows: Iterable[Agreement], repeats: Iterable[tuple[Agreement, Agreement]] = ()
    ) -> Self:
        """Return the system with some of its rows alone, whose words mean what they do among all of them."""
        part = replace(self, agreements=tuple(rows), repeats=tuple(repeats), diagnostics=())
        part.__dict__["whole"] = self.whole
        return part

    @checked
    def where_they_show(self, meaning: str) -> Self:
        r"""Return the system for one meaning of a call of theirs: without the rows beside those for it.

        >>> from bml_core.formats import bss
        >>> system = bss.loads("*00{}=NYYYYYY\n*001C{strong}1N=NYYYYYY0minors\n*001C{short}1N=NYYYYYY015-17")
        >>> [each.text for each in system.where_they_show("short")]
        ['15-17']
        """

        def is_asked(row: Agreement) -> bool:
            return any(text == meaning for _, text in row.qualifications)

        after = {row.auction.code_up_to(-1) for row in self.agreements if row.is_ours and is_asked(row)}
        rows = (row for row in self if is_asked(row) or row.auction.code_up_to(-1) not in after)
        return self.with_rows(rows, self.repeats)

    def with_choice(self, choice: RowOrder) -> Self:
        """Return the system with an order of rows that fit the same hand, in place of all that it names.

        >>> System(()).with_choice(RowOrder.FIRST).metadata.choice
        <RowOrder.FIRST: 'first'>
        """
        agreements = tuple(replace(row, choice=None) if row.choice else row for row in self.agreements)
        return replace(self, agreements=agreements, metadata=replace(self.metadata, choice=choice))

    def _find(self, auction: Auction) -> Agreement | None:
        for wanted in _readings(auction):
            exact = self._by_auction.get(wanted)
            found = exact or self.after(wanted.before, in_any_scope=True).get(wanted.call)
            # A row for third seat is none for "P-1S".
            if found is not None and found.scope.meets(wanted.from_opening().scope):
                return found
        return None

    def _missing(self, auction: Auction) -> str:
        rows = self.after(auction.before, in_any_scope=True)
        known = ", ".join(map(str, list(rows)[:_SHOWN_CALLS])) + (", …" if len(rows) > _SHOWN_CALLS else "")
        earlier = f"{auction.before.from_opening():short}"
        where = f"After {earlier}" if earlier else "As openings"
        shown = f"{auction.from_opening():short}" or str(auction)
        return f"{shown} is not in the notes. {where} they have {known or 'nothing'}."


# An agreement is as good a key as its address, and iteration gives agreements.
Mapping.register(System)


def _auction_of(auction: AuctionLike | Agreement) -> Auction:
    return auction_argument(auction.auction if isinstance(auction, Agreement) else auction)


def _with_call(auction: AuctionLike | Agreement) -> Auction:
    wanted = _auction_of(auction)
    if not wanted.calls:
        raise ValueError("auction must have a call")
    return wanted


def _for_one_meaning(rows: Sequence[Agreement]) -> Iterator[Agreement]:
    """Yield rows after the same calls that are for any meaning of these, else those for the first one."""
    chosen = min(rows, key=lambda row: (not row.is_described, _narrowness(row)), default=None)
    return (row for row in rows if chosen is not None and row.qualifications == chosen.qualifications)


def _narrowness(row: Agreement) -> tuple[bool, bool]:
    """Return a key by which rows for any meaning of their calls come first, then those for a natural one."""
    meanings = [text for _, text in row.qualifications]
    return meanings != [], "natural" not in meanings


def _readings(auction: Auction) -> Iterator[Auction]:
    """Yield what an auction may mean: "1N-P" is their pass, or ours after theirs; "P" is of either side."""
    yield auction
    if auction.last_bid is None:
        yield replace(auction, we_deal=not auction.we_deal)
    elif auction.call is PASS and not auction.is_ours(len(auction) - 1):
        yield auction.then(PASS)


def _said(row: Agreement) -> tuple[object, ...]:
    """Return all that a row says in its auction."""
    rest = row.scope, row.description, row.alert, row.qualifications, row.choice, row.written, row.coding
    wording = row.wording
    if wording is None:
        return row.auction.code, rest
    suits = sorted((name, strain.value) for name, strain in wording.bindings.items())
    choices = [suit.value for suit in wording.choices]
    lines = [line.text for line in wording.lines]
    return row.auction.code, rest, lines, wording.condition_text, wording.variable, suits, choices


def _words_known(row: Agreement) -> object:
    return row.wording and (row.wording.abbreviations, row.wording.language, row.wording.meanings)


def digest_of_rows(system: System, rows: Sequence[Agreement]) -> bytes:
    """Return a short key of all that rows say, wherever they are written, for results that are kept."""
    import hashlib  # noqa: PLC0415 - loads OpenSSL, which conversions need not wait for

    indices = {place: index for index, place in enumerate(dict.fromkeys(row.location for row in rows))}
    tables: dict[Location | None, int] = {}
    spoken: dict[object, int] = {}
    texts = [f"{__version__} {system.metadata.choice}"]
    known = system.whole.worked_out
    for words, same in groupby(rows, _words_known):
        language = spoken.setdefault(words, len(spoken))
        for row in same:
            said = known.get(("digest", id(row)))
            if said is None or said[0] is not row:
                said = known["digest", id(row)] = row, repr(_said(row))
            table = tables.setdefault(row.table, len(tables))
            texts.append(f"{indices[row.location]} {table} {language} {said[1]}")
    texts.append(repr(list(spoken)))
    return hashlib.sha256("".join(texts).encode("utf-8", "replace")).digest()
