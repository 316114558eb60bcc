"""What a call shows apart from words: the coded part of a Full Disclosure record."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bml_core.bridge import STRAINS, Strain

ANY_LENGTH = 8
"""The greatest length of a suit where there is none."""


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
    ANSWER = "answer to an asking bid"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Coding:
    """The coded part of a record: natural and open in every respect by default.

    ``strains`` are those our side may still play in, lowest first; ``defends`` tells whether the opponents
    may be left to play undoubled. ``least`` and ``most`` are the cards shown in the suit of the bid, 0 to 8,
    where 8 as ``most`` means any number. Calls that are no bid have no disposition, and only bids in a suit
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
        """The length of the suit in figures, "" where any will do."""
        if self.most >= ANY_LENGTH:
            return f"{self.least}+" if self.least else ""
        return str(self.most) if self.least == self.most else f"{self.least}--{self.most}"


NOTHING_CODED = Coding()
