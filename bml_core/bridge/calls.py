"""Calls: 35 bids, pass, double and redouble."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from bml_core.bridge.strains import STRAINS, Strain


class Action(Enum):
    """A call that is no bid; the value is the letter used in Full Disclosure and BML."""

    PASS = "P"
    DOUBLE = "D"
    REDOUBLE = "R"

    # A plain attribute and the hash of the object: both are asked for every agreement.
    text: str
    __hash__ = object.__hash__

    def __init__(self, letter: str) -> None:
        self.text = letter

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid: level 1 to 7 and a strain.

    ``rank`` counts from 0 (1C) to 34 (7N), so that a bid is sufficient when its rank is higher.

    >>> str(Bid(3, Strain.HEARTS)), Bid(1, Strain.CLUBS).rank, Bid(7, Strain.NOTRUMP).rank
    ('3H', 0, 34)
    """

    level: int
    strain: Strain
    rank: int = field(init=False, compare=False, repr=False)
    text: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise ValueError(f"a bid has level 1 to 7, not {self.level}")
        object.__setattr__(self, "rank", (self.level - 1) * 5 + STRAINS.index(self.strain))
        object.__setattr__(self, "text", f"{self.level}{self.strain.value}")

    def __str__(self) -> str:
        return self.text

    def __hash__(self) -> int:
        return self.rank


Call = Bid | Action

PASS, DOUBLE, REDOUBLE = Action.PASS, Action.DOUBLE, Action.REDOUBLE
BIDS: tuple[Bid, ...] = tuple(Bid(level, strain) for level in range(1, 8) for strain in STRAINS)
_BIDS_BY_TEXT = {str(bid): bid for bid in BIDS}


def make_bid(level: int, strain: Strain) -> Bid:
    """The bid of this level (1 to 7) and strain, always the same object.

    >>> make_bid(1, Strain.NOTRUMP) is BIDS[4]
    True
    """
    return _BIDS_BY_TEXT[f"{level}{strain.value}"]


def bid_above(bid: Bid | None, steps: int) -> Bid | None:
    """The bid ``steps`` (1 or more) above ``bid``; above no bid, the first step is 1C. None past 7N.

    >>> str(bid_above(BIDS[0], 2)), bid_above(BIDS[34], 1)
    ('1H', None)
    """
    rank = (-1 if bid is None else bid.rank) + steps
    return BIDS[rank] if rank < len(BIDS) else None
