"""Deals, contracts and the vulnerability of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from bml_core.bridge.auctions import is_over
from bml_core.bridge.calls import PASS, Action, Bid, Call
from bml_core.bridge.cards import Hand, Seat
from bml_core.bridge.strains import Strain


class Vulnerability(Enum):
    """The sides of a board that are vulnerable; the value is the word used in BML and PBN."""

    NONE = "None"
    NORTH_SOUTH = "NS"
    EAST_WEST = "EW"
    ALL = "All"

    def __repr__(self) -> str:
        return f"Vulnerability.{self.name}"


DOUBLINGS = {"": Action.PASS, "X": Action.DOUBLE, "XX": Action.REDOUBLE}
"""The doubling of a contract by the crosses behind its bid."""
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
