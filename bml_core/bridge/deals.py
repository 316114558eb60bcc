"""Deals, the vulnerability of a board, contracts, and what these score in points and IMPs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from bml_core.bridge.auctions import is_over
from bml_core.bridge.calls import DOUBLE, PASS, REDOUBLE, Action, Bid, Call, Strain
from bml_core.bridge.cards import Hand, Seat


class Vulnerability(Enum):
    """The sides of a board that are vulnerable; the value is the word used in BML and PBN."""

    NONE = "None"
    NORTH_SOUTH = "NS"
    EAST_WEST = "EW"
    ALL = "All"

    def __repr__(self) -> str:
        return f"Vulnerability.{self.name}"


DOUBLINGS = {"": Action.PASS, "X": Action.DOUBLE, "XX": Action.REDOUBLE}
"""The doubling of a contract by the crosses after its bid."""
_CROSSES = {doubling: crosses for crosses, doubling in DOUBLINGS.items()}


@dataclass(frozen=True, slots=True)
class Contract:
    """A final contract: bid, PASS, DOUBLE or REDOUBLE, declarer. A passed-out board has no bid.

    >>> from bml_core.bridge import DOUBLE, Strain
    >>> contract = Contract(Bid(3, Strain.NOTRUMP), DOUBLE, Seat.SOUTH)
    >>> str(contract), contract.code, str(Contract())
    ('3NTXS', '3NXS', 'P')
    """

    bid: Bid | None = None
    doubling: Action = PASS
    declarer: Seat | None = None

    def __str__(self) -> str:
        return self._text(str(self.bid))

    @property
    def code(self) -> str:
        """Return the contract in BML: as ``str`` gives it, but notrump has one letter."""
        return self._text(self.bid.code if self.bid else "")

    def _text(self, bid: str) -> str:
        if self.bid is None:
            return "P"
        return f"{bid}{self.crosses}{self.declarer.value if self.declarer else ''}"

    @property
    def crosses(self) -> str:
        """Return the doubling: "", "X" or "XX"."""
        return _CROSSES[self.doubling]


def final_contract(calls: Sequence[Call | None], dealer: Seat | None) -> Contract | None:
    """Return the contract that an auction ends in, or None if it is not over.

    ``calls`` begin with the dealer's; None is a seat that was passed over. Without a dealer there is no
    declarer. What is not legal counts as it was made.

    >>> from bml_core.bridge import BIDS
    >>> str(final_contract([PASS, BIDS[2], PASS, BIDS[12], PASS, PASS, PASS], Seat.EAST))
    '3HS'
    """
    if not is_over(calls):
        return None
    doubling = PASS
    for last in range(len(calls) - 1, -1, -1):
        call = calls[last]
        if isinstance(call, Bid):
            declarer = None if dealer is None else dealer.after(_namer(calls, last, call.strain))
            return Contract(call, doubling, declarer)
        if doubling is PASS and isinstance(call, Action):
            doubling = call
    return Contract()


def _namer(calls: Sequence[Call | None], last: int, strain: Strain) -> int:
    """Return the place of the first bid of this strain by the side that made the last one."""
    for place in range(last % 2, last, 2):
        call = calls[place]
        if isinstance(call, Bid) and call.strain is strain:
            return place
    return last


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands of a deal by seat; a hand that is not shown is None.

    >>> deal = Deal(south=Hand("AK", "", "", ""))
    >>> [seat.value for seat in deal.seats]
    ['S']
    """

    north: Hand | None = None
    east: Hand | None = None
    south: Hand | None = None
    west: Hand | None = None

    def hand(self, seat: Seat) -> Hand | None:
        """Return the hand at ``seat``, or None."""
        hand: Hand | None = getattr(self, seat.name.lower())
        return hand

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats whose hand is shown, clockwise from North."""
        return tuple(seat for seat in Seat if self.hand(seat) is not None)


UNKNOWN_DEAL = Deal()


_BOOK, _GAME, _SMALL_SLAM = 6, 100, 6
_TIMES = {PASS: 1, DOUBLE: 2, REDOUBLE: 4}
# Laws of duplicate bridge, law 78B: the least difference for each IMP.
_LEAST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip


def score_of(bid: Bid, tricks: int, *, doubling: Action = PASS, vulnerable: bool = False) -> int:
    """Return the score of the declaring side that takes this many tricks, 0 to 13, in a contract.

    Source: Laws of duplicate bridge, law 77.

    >>> from bml_core.bridge import make_bid
    >>> game = make_bid(4, Strain.SPADES)
    >>> score_of(game, 11), score_of(game, 9, vulnerable=True), score_of(game, 10, doubling=DOUBLE)
    (450, -100, 590)

    Raises:
        ValueError: ``tricks`` is not 0 to 13.
    """
    if not 0 <= tricks <= 2 * _BOOK + 1:
        raise ValueError(f"tricks must be 0 to 13, not {tricks}")
    over = tricks - _BOOK - bid.level
    if over < 0:
        return -_penalty(-over, doubling, vulnerable)
    is_minor = bid.strain in (Strain.CLUBS, Strain.DIAMONDS)
    each = 20 if is_minor else 30
    points = (each * bid.level + (10 if bid.strain is Strain.NOTRUMP else 0)) * _TIMES[doubling]
    bonus = 50
    if points >= _GAME:
        bonus = 500 if vulnerable else 300
    if bid.level >= _SMALL_SLAM:
        bonus += (750 if vulnerable else 500) * (bid.level - _SMALL_SLAM + 1)
    overtrick = each if doubling is PASS else (100 if vulnerable else 50) * _TIMES[doubling]
    insult = 0 if doubling is PASS else 25 * _TIMES[doubling]
    return points + bonus + over * overtrick + insult


def _penalty(under: int, doubling: Action, vulnerable: bool) -> int:
    if doubling is PASS:
        return under * (100 if vulnerable else 50)
    times = _TIMES[doubling] // 2
    if vulnerable:
        return times * (300 * under - 100)
    return times * (200 * under - 100 if under <= 3 else 300 * under - 400)


def imps(difference: int) -> int:
    """Return what a difference of two scores is worth, below 0 for one below 0.

    Source: Laws of duplicate bridge, law 78B.

    >>> imps(10), imps(430), imps(-420)
    (0, 10, -9)
    """
    return (1 if difference > 0 else -1) * bisect_right(_LEAST, abs(difference))
