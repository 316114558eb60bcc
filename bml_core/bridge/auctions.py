"""Auctions and the laws about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import takewhile

from bml_core.bridge.auction_words import WrittenCall, parse_calls
from bml_core.bridge.calls import DOUBLE, PASS, REDOUBLE, Bid, Call
from bml_core.diagnostics import Diagnostic, Location, Result


class Illegality(Enum):
    """A reason why a call may not be made; the value is the sentence for it."""

    INSUFFICIENT = "the bid is not higher than the last bid"
    NOTHING_TO_DOUBLE = "there is no bid to double"
    DOUBLE_OF_OWN_BID = "the last bid is their own side's"
    ALREADY_DOUBLED = "the last bid is doubled already"
    NOTHING_TO_REDOUBLE = "there is no double by the other side to redouble"
    AUCTION_OVER = "the auction is already over"


_FEWEST_CALLS = 4


def is_over(calls: Sequence[Call | None]) -> bool:
    """Return whether calls end an auction, legal or not; None is a seat that was passed over.

    >>> is_over([PASS, PASS, PASS]), is_over([PASS] * 4)
    (False, True)
    """
    if len(calls) < _FEWEST_CALLS or not (calls[-1] is PASS and calls[-2] is PASS and calls[-3] is PASS):
        return False
    return calls[-4] is PASS or isinstance(calls[-4], Bid) or any(isinstance(call, Bid) for call in calls)


def passes_to_end(calls: Sequence[Call | None]) -> int:
    """Return how many passes end an auction after these calls: the words "all pass".

    >>> from bml_core.bridge import BIDS
    >>> passes_to_end([]), passes_to_end([BIDS[0], PASS]), passes_to_end([PASS] * 4)
    (4, 2, 0)
    """
    needed = 3 if any(isinstance(call, Bid) for call in calls) else 4
    passes = sum(1 for _ in takewhile(lambda call: call is PASS, reversed(calls)))
    return max(0, needed - passes)


@dataclass(frozen=True, slots=True, repr=False)
class Auction:
    """A sequence of calls, both sides, passes written; the first call is the dealer's.

    Make one with :meth:`parse`, with :meth:`of` or, call by call, with :meth:`then`. The last two refuse no
    illegal call: ask :meth:`illegality` first. Legality follows Laws 18, 19 and 22 of duplicate bridge.

    ``str`` gives the text that players write. Calls of the opener's opponents stand in parentheses, and the
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
    _bidder: int = field(default=0, compare=False)
    _doubling: Call = field(default=PASS, compare=False)
    _passes: int = field(default=0, compare=False)

    @classmethod
    def of(cls, *calls: Call) -> Auction:
        """Return the auction of these calls, in order."""
        auction = cls()
        for call in calls:
            auction = auction.then(call)
        return auction

    @staticmethod
    def parse(text: str) -> Auction:
        """Return the auction that ``text`` holds; the calls of one of the sides may stand in parentheses.

        Passes between two calls of one side need not be written. :func:`parse_auction` returns diagnostics,
        and whose calls they are.

        >>> [Auction.parse(text).code for text in ("1N-2C", "1nt (p) 2♣", "(1H)-2C", "P-P-1N-(X)-2C")]
        ['1NP2C', '1NP2C', '1H2C', 'PP1ND2C']

        Raises:
            TypeError: ``text`` is no string.
            ValueError: ``text`` holds no call, a word that is no call, or a call that is not legal.
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
        """Whether three passes followed a call, or all four players passed."""
        return self._passes >= (4 if self.last_bid is None else 3)

    def then(self, call: Call) -> Auction:
        """Return this auction with one more call."""
        turn = len(self.calls) % 2
        calls = (*self.calls, call)
        code = self.code + call.code
        if isinstance(call, Bid):
            return Auction(calls, code, call, turn, PASS, 0)
        if call is PASS:
            return Auction(calls, code, self.last_bid, self._bidder, self._doubling, self._passes + 1)
        return Auction(calls, code, self.last_bid, self._bidder, call, 0)

    def illegality(self, call: Call) -> Illegality | None:
        """Return why ``call`` may not come next, or None if it may."""
        if self.is_over:
            return Illegality.AUCTION_OVER
        if isinstance(call, Bid):
            insufficient = self.last_bid is not None and call.rank <= self.last_bid.rank
            return Illegality.INSUFFICIENT if insufficient else None
        own_bid = self._bidder == len(self.calls) % 2
        if call is DOUBLE:
            return self._double_illegality(own_bid)
        if call is REDOUBLE and not (own_bid and self._doubling is DOUBLE):
            return Illegality.NOTHING_TO_REDOUBLE
        return None

    def _double_illegality(self, own_bid: bool) -> Illegality | None:
        if self.last_bid is None:
            return Illegality.NOTHING_TO_DOUBLE
        if own_bid:
            return Illegality.DOUBLE_OF_OWN_BID
        return Illegality.ALREADY_DOUBLED if self._doubling is not PASS else None


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
    def parse(text: str, *, position: int | None = None) -> WrittenAuction:
        """Return the auction that ``text`` holds, as :meth:`Auction.parse` does, with its sides.

        Raises:
            TypeError: ``text`` is no string.
            ValueError: ``text`` holds no call, a word that is no call, or a call that is not legal.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a string, not {type(text).__name__}")
        written = parse_auction(text, position=position)
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
        """The position of the opener, 1 for the dealer; that of the next player, where all have passed."""
        return len(self.opening_passes) + 1

    @property
    def opening_passes(self) -> tuple[Call, ...]:
        """The passes in front of the opening bid."""
        calls = self.auction.calls
        bids = (number for number, call in enumerate(calls) if isinstance(call, Bid))
        return calls[: next(bids, len(calls))]

    @property
    def in_short(self) -> str:
        """The auction without the passes that are understood, "" before the opening.

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
    calls = parse_calls(text, place, position=position)
    if calls.value is None:
        return Result(None, calls.diagnostics)
    auction = Auction()
    for word in calls.value:
        illegality = auction.illegality(word.call)
        if illegality is not None:
            message = f"{word.call} is not legal here: {illegality.value}."
            return Result(None, (Diagnostic("BML632", message, word.place or place, "Correct it."),))
        auction = auction.then(word.call)
    return Result(WrittenAuction(auction, _we_deal(calls.value), tuple(word.place for word in calls.value)))


def _we_deal(calls: Sequence[WrittenCall]) -> bool:
    opening = next((number for number, word in enumerate(calls) if word.call is not PASS), len(calls))
    they_open = opening < len(calls) and calls[opening].theirs
    return (opening % 2 == 0) is not they_open
