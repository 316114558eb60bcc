"""What Full Disclosure codes beside words: what a call shows, and leads and signals."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

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
