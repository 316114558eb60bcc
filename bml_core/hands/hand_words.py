"""A whole hand as a player writes it, ``AK843 Q5 KJ4 982``; what is wrong is told at its character."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bml_core.bridge import FULL_HAND, RANKS, SUITS, Hand
from bml_core.diagnostics import Diagnostic, Location

_WORD = re.compile(r"[^\s,;]+")
_DOTTED = re.compile(r"(?:^|(?<=\.))[^.]*")
_SIGN = re.compile(r"\s*!?[♠♥♦♣]|\s*![shdcSHDC]|\s+")
_CARD = re.compile(r"10|\S")
_DASHES = "-–—"
_SMALL = frozenset("98765432x")
_ORDER = f"{RANKS}x"
_FEWER = "Write spades, hearts, diamonds and clubs, such as AK843 Q5 KJ4 982, and a dash for a void."


@dataclass(frozen=True, slots=True)
class _Card:
    """A card of a text: the place of its suit, spades 0, and where it stands."""

    suit: int
    rank: str
    offset: int


class _UnreadableError(Exception):
    """The hand cannot be read; never leaves this module."""

    def __init__(self, message: str, offset: int, hint: str) -> None:
        super().__init__(message)
        self.message, self.offset, self.hint = message, offset, hint


def read_hand(
    text: str,
    place: Location = Location("hand", 1),  # noqa: B008
) -> tuple[Hand | None, tuple[Diagnostic, ...]]:
    """A hand of thirteen different cards, or None and what is wrong; ``x`` is any card below the ten.

    >>> read_hand("AK843 q5 kj4 10xx")[0]
    Hand(spades='AK843', hearts='Q5', diamonds='KJ4', clubs='Txx')
    >>> print(read_hand("AK843 Q5 KJ4 989")[1][0])
    hand:1:16: error BML634: The card C9 is twice in this hand. Each card is there once; x is a small one.
    """
    try:
        cards = list(_cards(text))
        _check(cards, len(text.rstrip()))
    except _UnreadableError as error:
        found = Diagnostic("BML634", error.message, place.shifted(error.offset), error.hint)
        return None, (found,)
    ranks = [[card.rank for card in cards if card.suit == suit] for suit in range(len(SUITS))]
    spades, hearts, diamonds, clubs = ("".join(sorted(some, key=_ORDER.index)) for some in ranks)
    return Hand(spades, hearts, diamonds, clubs), ()


def _cards(text: str) -> Iterator[_Card]:
    # Between dots a void may be nothing at all.
    holdings = list((_DOTTED if "." in text else _WORD).finditer(text))
    if len(holdings) != len(SUITS):
        count = f"{len(holdings)} suit{'' if len(holdings) == 1 else 's'}"
        fewer = len(holdings) < len(SUITS)
        offset = len(text.rstrip()) if fewer else holdings[len(SUITS)].start()
        raise _UnreadableError(f"This hand has {count}; a hand has four.", offset, _FEWER)
    for suit, holding in enumerate(holdings):
        sign = _SIGN.match(holding[0])
        start = holding.start() + (sign.end() if sign else 0)
        for found in _CARD.finditer(text, start, holding.end()):
            rank = {"10": "T", "X": "x"}.get(found[0].upper(), found[0].upper())
            if rank in _ORDER:
                yield _Card(suit, rank, found.start())
            elif found[0] not in _DASHES:
                message = f"{found[0]} is no card."
                raise _UnreadableError(message, found.start(), "Cards are AKQJT98765432, and x.")


def _check(cards: list[_Card], end: int) -> None:
    seen: set[tuple[int, str]] = set()
    small = [0] * len(SUITS)
    for card in cards:
        name = "SHDC"[card.suit]
        if card.rank != "x" and (card.suit, card.rank) in seen:
            message = f"The card {name}{card.rank} is twice in this hand."
            raise _UnreadableError(message, card.offset, "Each card is there once; x is a small one.")
        seen.add((card.suit, card.rank))
        small[card.suit] += card.rank in _SMALL
        if small[card.suit] == len(_SMALL):
            message = "A suit has eight cards below the ten."
            raise _UnreadableError(message, card.offset, "Write the others by name.")
    if len(cards) != FULL_HAND:
        offset = cards[FULL_HAND].offset if len(cards) > FULL_HAND else end
        count = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
        raise _UnreadableError(f"This hand has {count}; a hand has thirteen.", offset, "Count again.")
