"""Leads and signals, as Full Disclosure lists them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

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


@dataclass(frozen=True, slots=True)
class Carding:
    """The agreements in defence.

    ``notrump_leads`` holds a number for each of ``NOTRUMP_HOLDINGS``, ``suit_leads`` for each of
    ``SUIT_HOLDINGS``: which of the cards on offer is led, 1 the highest; 0 where nothing is agreed.
    ``signals`` holds ``PRIORITIES`` signals for each of ``SIGNAL_OCCASIONS``, ``text`` everything else.
    """

    notrump_leads: tuple[int, ...]
    suit_leads: tuple[int, ...]
    signals: tuple[Signal, ...]
    text: str = ""
