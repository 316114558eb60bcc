"""Auctions and the laws about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from bml_core.bridge.calls import DOUBLE, PASS, REDOUBLE, Bid, Call


class Illegality(Enum):
    """Why a call may not be made; the value says it in words."""

    INSUFFICIENT = "the bid is not higher than the last bid"
    NOTHING_TO_DOUBLE = "there is no bid to double"
    DOUBLE_OF_OWN_BID = "the last bid is their own side's"
    ALREADY_DOUBLED = "the last bid is doubled already"
    NOTHING_TO_REDOUBLE = "there is no double by the other side to redouble"
    AUCTION_OVER = "the auction is already over"


_FEWEST_CALLS = 4


def is_over(calls: Sequence[Call | None]) -> bool:
    """Whether calls end an auction, legal or not; None is a seat that was passed over.

    >>> is_over([PASS, PASS, PASS]), is_over([PASS] * 4)
    (False, True)
    """
    if len(calls) < _FEWEST_CALLS or not (calls[-1] is PASS and calls[-2] is PASS and calls[-3] is PASS):
        return False
    return calls[-4] is PASS or isinstance(calls[-4], Bid) or any(isinstance(call, Bid) for call in calls)


@dataclass(frozen=True, slots=True, repr=False)
class Auction:
    """A sequence of calls, both sides, passes written; the first call is the dealer's.

    Build one with :meth:`of` or, call by call, with :meth:`then`. The auction itself does not refuse
    illegal calls: ask :meth:`illegality` first. Legality follows Laws 18, 19 and 22 of duplicate bridge.

    >>> from bml_core.bridge import DOUBLE, PASS, Strain, make_bid
    >>> auction = Auction.of(make_bid(1, Strain.HEARTS), PASS)
    >>> str(auction.then(make_bid(2, Strain.CLUBS)))
    '1H-2C'
    >>> auction.illegality(DOUBLE).value
    "the last bid is their own side's"
    """

    calls: tuple[Call, ...] = ()
    code: str = field(default="", compare=False)
    last_bid: Bid | None = field(default=None, compare=False)
    _bidder: int = field(default=0, compare=False)
    _doubling: Call = field(default=PASS, compare=False)
    _passes: int = field(default=0, compare=False)

    @classmethod
    def of(cls, *calls: Call) -> Auction:
        """The auction of these calls, in order."""
        auction = cls()
        for call in calls:
            auction = auction.then(call)
        return auction

    def __str__(self) -> str:
        first = next((number for number, call in enumerate(self.calls) if call is not PASS), len(self))
        theirs = self.calls[first + 1 :: 2]
        are_silent = all(call is PASS for call in theirs)
        words = list(map(str, self.calls[:first]))
        for number, call in enumerate(self.calls[first:], first):
            is_theirs = (number - first) % 2 == 1
            follows = self.calls[number + 1 : number + 2]
            if not (is_theirs and are_silent and follows not in ((), (PASS,))):
                words.append(f"({call})" if is_theirs else str(call))
        return "-".join(words)

    def __repr__(self) -> str:
        return f"Auction.parse({str(self)!r})"

    def __len__(self) -> int:
        return len(self.calls)

    @property
    def is_over(self) -> bool:
        """Whether three passes followed a call, or all four players passed."""
        return self._passes >= (4 if self.last_bid is None else 3)

    def then(self, call: Call) -> Auction:
        """This auction with one more call."""
        turn = len(self.calls) % 2
        calls = (*self.calls, call)
        code = self.code + call.code
        if isinstance(call, Bid):
            return Auction(calls, code, call, turn, PASS, 0)
        if call is PASS:
            return Auction(calls, code, self.last_bid, self._bidder, self._doubling, self._passes + 1)
        return Auction(calls, code, self.last_bid, self._bidder, call, 0)

    def illegality(self, call: Call) -> Illegality | None:
        """Why ``call`` may not come next, or None if it may."""
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
