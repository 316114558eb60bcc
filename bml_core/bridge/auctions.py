"""Auctions, the laws about them, and how players write them: ``1N-2C``, ``1N P 2C P`` or ``(1H)-2C``.

- Calls of the opponents are in parentheses, their passes need not.
- A pass is made by the player whose turn it is; between two calls of one side it is understood.
- Passes before the opening bid are written one by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import takewhile
from typing import NamedTuple

from bml_core._package import check_argument
from bml_core.bridge.calls import DOUBLE, PASS, REDOUBLE, Bid, Call, find_call
from bml_core.diagnostics import Diagnostic, Location, Result

_LONGEST = 500
_DASHES = r"\u2010-\u2015\u2212-"
_WORD = rf"\([^()]*\)|[^\s,;(){_DASHES}]+|[()]"


class Illegality(Enum):
    """A reason why a call may not be made; the value is the sentence for it."""

    INSUFFICIENT = "the bid is not higher than the last bid"
    NOTHING_TO_DOUBLE = "there is no bid to double"
    DOUBLE_OF_OWN_BID = "the last bid was made by their own side"
    ALREADY_DOUBLED = "the last bid is already doubled"
    NOTHING_TO_REDOUBLE = "there is no opponents' double to redouble"
    AUCTION_OVER = "the auction is already over"


def passes_to_end(calls: Sequence[Call | None]) -> int:
    """Return how many passes end an auction after these calls: the words "all pass".

    >>> from bml_core.bridge import BIDS
    >>> passes_to_end([]), passes_to_end([BIDS[0], PASS]), passes_to_end([PASS] * 4)
    (4, 2, 0)
    """
    needed = 3 if any(isinstance(call, Bid) for call in calls) else 4
    passes = sum(1 for _ in takewhile(lambda call: call is PASS, reversed(calls)))
    return max(0, needed - passes)


def is_over(calls: Sequence[Call | None]) -> bool:
    """Return whether calls end an auction, legal or not; None is a seat that was passed over.

    >>> is_over([PASS, PASS, PASS]), is_over([PASS] * 4)
    (False, True)
    """
    return not passes_to_end(calls)


@dataclass(frozen=True, slots=True, repr=False)
class Auction:
    """A sequence of calls, both sides, passes written; the first call is the dealer's.

    Make one with :meth:`parse`, with :meth:`of` or, call by call, with :meth:`then`. The last two refuse no
    illegal call: ask :meth:`illegality` first. Legality follows Laws 18, 19 and 22 of duplicate bridge.

    ``str`` gives the text that players write. Calls of the opener's opponents are in parentheses, and the
    passes of opponents who only pass are left out. ``code`` has the codes of all calls.

    >>> auction = Auction.parse("1H-2C")
    >>> str(auction), auction.code, len(auction)
    ('1H-2C', '1HP2C', 3)
    >>> auction.illegality(Call.parse("1S")).value
    'the bid is not higher than the last bid'
    """

    calls: tuple[Call, ...] = ()
    code: str = field(default="", compare=False)
    last_bid: Bid | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        check_argument("calls", self.calls, tuple)

    @classmethod
    def of(cls, *calls: Call) -> Auction:
        """Return the auction of these calls, in order.

        Raises:
            TypeError: One of ``calls`` is not a call.
        """
        auction = cls()
        for call in calls:
            check_argument("calls", call, Call)
            auction = auction.then(call)
        return auction

    @staticmethod
    def parse(text: str) -> Auction:
        """Return the auction that ``text`` holds; the calls of one of the sides may be in parentheses.

        Passes between two calls of one side need not be written. :func:`parse_auction` returns diagnostics,
        and whose calls they are.

        >>> [Auction.parse(text).code for text in ("1N-2C", "1nt (p) 2♣", "(1H)-2C", "P-P-1N-(X)-2C")]
        ['1NP2C', '1NP2C', '1H2C', 'PP1ND2C']

        Raises:
            TypeError: ``text`` is not a string.
            ValueError: ``text`` holds no call, a word that is not a call, or a call that is not legal.
        """
        return WrittenAuction.parse(text).auction

    def __str__(self) -> str:
        first = next((number for number, call in enumerate(self.calls) if call is not PASS), len(self))
        are_silent = all(call is PASS for call in self.calls[first + 1 :: 2])
        words = list(map(str, self.calls[:first]))
        for number, call in enumerate(self.calls[first:], first):
            is_theirs = (number - first) % 2 == 1
            is_understood = self.calls[number + 1 : number + 2] not in ((), (PASS,))
            if not (is_theirs and are_silent and is_understood):
                words.append(f"({call})" if is_theirs else str(call))
        return "-".join(words)

    def __repr__(self) -> str:
        return f"Auction.parse({str(self)!r})" if self.calls else "Auction()"

    def __len__(self) -> int:
        return len(self.calls)

    @property
    def is_over(self) -> bool:
        """Return whether three passes followed a call, or all four players passed."""
        return self.code.endswith("PPPP" if self.last_bid is None else "PPP")

    def then(self, call: Call) -> Auction:
        """Return this auction with one more call."""
        check_argument("call", call, Call)
        last_bid = call if isinstance(call, Bid) else self.last_bid
        return Auction((*self.calls, call), self.code + call.code, last_bid)

    def illegality(self, call: Call) -> Illegality | None:
        """Return why ``call`` may not come next, or None if it may."""
        check_argument("call", call, Call)
        if self.is_over:
            return Illegality.AUCTION_OVER
        if isinstance(call, Bid):
            insufficient = self.last_bid is not None and call.rank <= self.last_bid.rank
            return Illegality.INSUFFICIENT if insufficient else None
        if call is DOUBLE:
            return self._double_illegality()
        if call is REDOUBLE and not (self._is_own_bid and self._doubling is DOUBLE):
            return Illegality.NOTHING_TO_REDOUBLE
        return None

    def _double_illegality(self) -> Illegality | None:
        if self.last_bid is None:
            return Illegality.NOTHING_TO_DOUBLE
        if self._is_own_bid:
            return Illegality.DOUBLE_OF_OWN_BID
        return Illegality.ALREADY_DOUBLED if self._doubling is not None else None

    @property
    def _latest(self) -> tuple[Call, ...]:
        """Return the calls from the last one back to the last bid."""
        latest = self.calls[::-1]
        return latest if self.last_bid is None else latest[: latest.index(self.last_bid) + 1]

    @property
    def _is_own_bid(self) -> bool:
        """Return whether the side that calls next made the last bid."""
        return len(self._latest) % 2 == 0

    @property
    def _doubling(self) -> Call | None:
        """Return the last double or redouble of the last bid, if there is one."""
        return next((call for call in self._latest if call in (DOUBLE, REDOUBLE)), None)


@dataclass(frozen=True, slots=True)
class WrittenAuction:
    """An auction from the dealer on, and whose calls they are; without calls, nobody has called yet.

    Attributes:
        auction: The calls of both sides.
        we_deal: Whether the dealer is of our side: that of the opener, or of the calls without parentheses.
        places: Where each call was written; None for a pass that is understood.
    """

    auction: Auction = Auction()
    we_deal: bool = True
    places: tuple[Location | None, ...] = ()

    @staticmethod
    def parse(text: str) -> WrittenAuction:
        """Return the auction that ``text`` holds, as :meth:`Auction.parse` does, with its sides.

        Raises:
            TypeError: ``text`` is not a string.
            ValueError: ``text`` holds no call, a word that is not a call, or a call that is not legal.
        """
        check_argument("text", text, str)
        written = parse_auction(text)
        if written.value is None:
            raise ValueError(f"text must be an auction: {written.diagnostics[0].sentence}")
        if not written.value.places:
            raise ValueError(f"text must be an auction such as 1NT-2C, not {text!r}")
        return written.value

    @classmethod
    def before_opening(cls, position: int) -> WrittenAuction:
        """Return the auction in which the player in ``position``, 1 to 4, may open.

        >>> WrittenAuction.before_opening(3).auction.code
        'PP'

        Raises:
            ValueError: ``position`` is not 1 to 4.
        """
        if position not in (1, 2, 3, 4):
            raise ValueError(f"position must be 1 to 4, not {position!r}")
        passes = position - 1
        return cls(Auction.of(*[PASS] * passes), passes % 2 == 0, (None,) * passes)

    @property
    def position(self) -> int:
        """Return the opener's position, 1 for the dealer; that of the next player where all have passed."""
        return len(self.opening_passes) + 1

    @property
    def opening_passes(self) -> tuple[Call, ...]:
        """Return the passes before the opening bid."""
        calls = self.auction.calls
        bids = (number for number, call in enumerate(calls) if isinstance(call, Bid))
        return calls[: next(bids, len(calls))]

    @property
    def in_short(self) -> str:
        """Return the auction without the passes that are understood, "" before the opening.

        >>> [WrittenAuction.parse(text).in_short for text in ("P-P-1N-P-2C", "1N-(D)-2C")]
        ['1NT-2C', '1NT-(D)-2C']
        """
        calls = list(enumerate(self.auction.calls))[len(self.opening_passes) :]
        silent = all(call is PASS or self.is_ours(number) for number, call in calls)
        return "-".join(
            str(call) if self.is_ours(number) else f"({call})"
            for number, call in calls
            if not (call is PASS and silent and not self.is_ours(number))
        )

    def until_ours(self) -> WrittenAuction:
        """Return the auction with the pass that is understood where an opponent would call next."""
        if self.is_ours(len(self.auction)) or self.auction.is_over:
            return self
        return replace(self, auction=self.auction.then(PASS), places=(*self.places, None))

    def is_ours(self, number: int) -> bool:
        """Return whether our side makes the call of this number, from 0; also the one that comes next."""
        return (number % 2 == 0) is self.we_deal


def parse_auction(
    text: str,
    place: Location = Location("auction", 1),  # noqa: B008
    *,
    position: int | None = None,
) -> Result[WrittenAuction | None]:
    """Return the auction that ``text`` holds, or None if it cannot be read or is not legal.

    ``place`` is where the text begins, ``position`` the opener's, 1 to 4, where it does not begin with
    passes. An empty text is the auction in which nobody has called yet.

    >>> written = parse_auction("(1H)-2C").value
    >>> written.auction.code, written.we_deal
    ('1H2C', False)
    >>> print(parse_auction("1N-2C-2C").diagnostics[0])
    auction:1:7: error BML632: 2C is not legal here: the bid is not higher than the last bid. Correct it.

    Raises:
        ValueError: ``position`` is not 1 to 4.
    """
    if position not in (None, 1, 2, 3, 4):
        raise ValueError(f"position must be 1 to 4, not {position!r}")
    if len(text) > _LONGEST:
        message = f"This auction has more than {_LONGEST} characters."
        return _unreadable(message, place, "Write only the calls, such as 1N-2C.")
    calls: list[_WrittenCall] = []
    for word in re.finditer(_WORD, text):
        call = find_call(word[0].strip("()!"))
        at = place.shifted(word.start())
        if call is None or word[0].startswith("(") is not word[0].endswith(")"):
            hint = "Write calls such as 1H, 2N, P, D or R, those of the opponents in parentheses: (1H)-2C."
            return _unreadable(f"{word[0][:40]} is not a call.", at, hint)
        calls.append(_WrittenCall(call, word[0].startswith("("), at))
    passes = _opening(calls)
    if not passes and position is not None:
        calls = [_WrittenCall(PASS, False, None)] * (position - 1) + calls
    elif position not in (None, passes + 1):
        message = f"After these passes the opener is in position {passes + 1}, not {position}."
        return _unreadable(message, place, "Delete the passes or the position.")
    return _written_auction(_every_call(calls), place)


class _WrittenCall(NamedTuple):
    """A call of one of the sides; ``place`` is where it was written, None for a pass that is understood."""

    call: Call
    theirs: bool
    place: Location | None


def _unreadable(message: str, place: Location, hint: str) -> Result[None]:
    return Result(None, (Diagnostic("BML631", message, place, hint),))


def _opening(calls: Sequence[_WrittenCall]) -> int:
    """Return the number of the first call that is not a pass, from 0."""
    return next((number for number, word in enumerate(calls) if word.call is not PASS), len(calls))


def _every_call(words: Sequence[_WrittenCall]) -> list[_WrittenCall]:
    """Put in the passes that are understood after the opening bid."""
    opening = _opening(words)
    calls = list(words[: opening + 1])
    for word in words[opening + 1 :]:
        if word.call is PASS and not word.theirs:
            word = word._replace(theirs=not calls[-1].theirs)
        if calls[-1].theirs is word.theirs:
            calls.append(_WrittenCall(PASS, not word.theirs, None))
        calls.append(word)
    return calls


def _written_auction(calls: Sequence[_WrittenCall], place: Location) -> Result[WrittenAuction | None]:
    """Return the auction of these calls; None at the first one that is not legal."""
    auction = Auction()
    for number, word in enumerate(calls):
        illegality = auction.illegality(word.call)
        if illegality is not None:
            return Result(None, (_illegal(calls, number, illegality, place),))
        auction = auction.then(word.call)
    opening = _opening(calls)
    they_open = opening < len(calls) and calls[opening].theirs
    we_deal = (opening % 2 == 0) is not they_open
    return Result(WrittenAuction(auction, we_deal, tuple(word.place for word in calls)))


def _illegal(
    calls: Sequence[_WrittenCall], number: int, illegality: Illegality, place: Location
) -> Diagnostic:
    """Return the diagnostic for the call of this number, or for the next one that is written."""
    before = calls[:number]
    word = next((call for call in calls[number:] if call.place), calls[number])
    hint = "Correct it."
    are_understood = any(call.place is None for call in before[_opening(calls) :])
    if are_understood and illegality is Illegality.AUCTION_OVER:
        written = "-".join(f"({call.call})" if call.theirs else str(call.call) for call in before)
        hint = f"With the passes filled in, the calls before it are {written}."
    message = f"{word.call} is not legal here: {illegality.value}."
    return Diagnostic("BML632", message, word.place or place, hint)


AuctionLike = str | Auction | WrittenAuction
"""An auction, or its text, such as ``1N-2C`` or ``(1H)-D``."""


def auction_argument(value: AuctionLike, name: str = "auction") -> WrittenAuction:
    """Return the auction that an argument holds; nobody has called yet in an empty one.

    >>> auction_argument("1N-2C").auction == auction_argument(Auction.parse("1N-2C")).auction
    True

    Raises:
        TypeError: It is neither text nor an auction; the message names the argument.
        ValueError: The text is not an auction, or not a legal one.
    """
    if isinstance(value, WrittenAuction):
        return value
    if isinstance(value, Auction):
        calls = [_WrittenCall(call, False, None) for call in value.calls]
        written = _written_auction(calls, Location(name, 1))
    elif isinstance(value, str):
        written = parse_auction(value, Location(name, 1))
    else:
        raise TypeError(f"{name} must be text such as 1N-2C or an Auction, not {type(value).__name__}")
    if written.value is None:
        raise ValueError(f"{name} {str(value)[:40]!r} cannot be used: {written.diagnostics[0].sentence}")
    if isinstance(value, str) and value.strip() and not written.value.places:
        raise ValueError(f"{name} must have calls such as 1N-2C, not {value[:40]!r}")
    return written.value


class OpenerPosition(Enum):
    """The position in which the opening bid is made; the value is the word written after ``#SEAT``."""

    ANY = "0"
    FIRST = "1"
    SECOND = "2"
    THIRD = "3"
    FOURTH = "4"
    FIRST_OR_SECOND = "12"
    THIRD_OR_FOURTH = "34"

    __hash__ = object.__hash__

    @property
    def positions(self) -> tuple[int, ...]:
        """Return the positions it stands for, 1 for the dealer.

        >>> OpenerPosition.THIRD_OR_FOURTH.positions, OpenerPosition.ANY.positions
        ((3, 4), (1, 2, 3, 4))
        """
        return (1, 2, 3, 4) if self is OpenerPosition.ANY else tuple(map(int, self.value))


class SideVulnerability(NamedTuple):
    """Vulnerability seen from our side: True, False, or None where it does not matter.

    >>> str(SideVulnerability(we=True)), str(SideVulnerability())
    ('Y0', '00')
    """

    we: bool | None = None
    they: bool | None = None

    def __str__(self) -> str:
        letters = {True: "Y", False: "N", None: "0"}
        return letters[self.we] + letters[self.they]


NEITHER = SideVulnerability(we=False, they=False)
"""Neither side is vulnerable."""


class Scope(NamedTuple):
    """Position and vulnerability together."""

    position: OpenerPosition = OpenerPosition.ANY
    vulnerability: SideVulnerability = SideVulnerability()

    def meets(self, other: Scope) -> bool:
        """Return whether both hold in some position and vulnerability.

        >>> first, third = Scope(OpenerPosition("12")), Scope(OpenerPosition("3"))
        >>> first.meets(ANY_SCOPE), first.meets(third)
        (True, False)
        """
        sides = zip(
            (self.vulnerability.we, self.vulnerability.they),
            (other.vulnerability.we, other.vulnerability.they),
            strict=True,
        )
        is_somewhere = not set(self.position.positions).isdisjoint(other.position.positions)
        return is_somewhere and all(None in (one, two) or one == two for one, two in sides)


ANY_SCOPE = Scope()
