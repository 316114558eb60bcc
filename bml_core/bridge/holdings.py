"""The four holdings of a hand as players write them, such as ``AK843 Q5 KJ4 982``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bml_core.bridge.strains import SUITS, Suit
from bml_core.diagnostics import Diagnostic, Location, Result

RANKS = "AKQJT98765432"
FULL_HAND = 13

_SUITS = tuple(reversed(SUITS))
_SIGN = r"!?[♠♥♦♣]|![shdcSHDC]"
_WORD = re.compile(rf"(?:(?P<sign>{_SIGN})\s*)?(?P<cards>(?:(?!{_SIGN})[^\s,;])*)")
_DOTTED = re.compile(rf"(?:^|(?<=\.))\s*(?P<sign>{_SIGN})?(?P<cards>[^.]*)")
_CARD = re.compile(r"10|\S")
_VOID = re.compile(r"[-–—]*")
_SIGN_LETTERS = str.maketrans("♠♥♦♣", "SHDC")
_ORDER = f"{RANKS}x"
_SMALL = frozenset("98765432x")
_FOUR_SUITS = "Write spades, hearts, diamonds and clubs, such as AK843 Q5 KJ4 982, and a dash for a void."


class _Fault(NamedTuple):
    code: str
    message: str
    offset: int
    hint: str


class _UnreadableError(Exception):
    """The hand cannot be read; never leaves this module."""

    def __init__(self, message: str, offset: int, hint: str = _FOUR_SUITS) -> None:
        super().__init__(message)
        self.fault = _Fault("BML301", message, offset, hint)


@dataclass(frozen=True, slots=True)
class _Card:
    suit: Suit
    rank: str
    offset: int


def parse_holdings(text: str, place: Location, *, complete: bool) -> Result[tuple[str, str, str, str] | None]:
    """Return the holdings of a hand, spades first, each sorted from the ace down.

    Holdings stand apart by blanks, commas, semicolons, dots or the signs of their suits. With ``complete``
    a hand is thirteen different cards, and its first fault is reported as BML634. Without, a hand may have
    fewer cards, and those that are there twice or one too many leave it readable.
    """
    try:
        cards = [card for suit, holding in _holdings(text) for card in _cards(suit, holding)]
    except _UnreadableError as error:
        cards, faults = [], [error.fault]
        is_readable = False
    else:
        faults = list(_faults(cards, len(text.rstrip()), complete=complete))
        is_readable = not (complete and faults)
    if complete:
        faults = [fault._replace(code="BML634") for fault in faults[:1]]
    found = tuple(Diagnostic(code, message, place.shifted(at), hint) for code, message, at, hint in faults)
    if not is_readable:
        return Result(None, found)
    spades, hearts, diamonds, clubs = (
        "".join(sorted((card.rank for card in cards if card.suit is suit), key=_ORDER.index))
        for suit in _SUITS
    )
    return Result((spades, hearts, diamonds, clubs), found)


def _holdings(text: str) -> Iterator[tuple[Suit, re.Match[str]]]:
    # Between dots a void may be nothing at all.
    found = list(_DOTTED.finditer(text)) if "." in text else [f for f in _WORD.finditer(text) if f[0]]
    if len(found) != len(_SUITS):
        count = f"{len(found)} suit{'' if len(found) == 1 else 's'}"
        at = len(text.rstrip()) if len(found) < len(_SUITS) else found[len(_SUITS)].start()
        raise _UnreadableError(f"This hand has {count}; a hand has four.", at)
    signs = [
        Suit(each["sign"].translate(_SIGN_LETTERS)[-1].upper()) if each["sign"] else None for each in found
    ]
    # Suits that all have their signs may stand in any order.
    suits = [suit for suit in signs if suit is not None] if None not in signs else _SUITS
    for number, (sign, suit) in enumerate(zip(signs, suits, strict=True)):
        if sign is not None and (sign is not suit or sign in signs[:number]):
            raise _UnreadableError(
                f"{sign.word.capitalize()} cannot stand here.", found[number].start("sign")
            )
    return zip(suits, found, strict=True)


def _cards(suit: Suit, holding: re.Match[str]) -> Iterator[_Card]:
    if _VOID.fullmatch(holding["cards"].strip()):
        return
    for found in _CARD.finditer(holding.string, *holding.span("cards")):
        rank = {"10": "T", "X": "x"}.get(found[0].upper(), found[0].upper())
        if rank not in _ORDER:
            raise _UnreadableError(f"{found[0]} is no card.", found.start(), f"Cards are {RANKS}, and x.")
        yield _Card(suit, rank, found.start())


def _faults(cards: Sequence[_Card], end: int, *, complete: bool) -> Iterator[_Fault]:
    seen: Counter[tuple[Suit, str]] = Counter()
    small: Counter[Suit] = Counter()
    for card in cards:
        seen[card.suit, card.rank] += 1
        small[card.suit] += card.rank in _SMALL
        if card.rank != "x" and seen[card.suit, card.rank] == 2:
            message = f"The card {card.suit.value}{card.rank} is twice in this hand."
            yield _Fault("BML303", message, card.offset, "Each card is there once; x is a small one.")
        if card.rank in _SMALL and small[card.suit] == len(_SMALL):
            message = "A suit has eight cards below the ten."
            yield _Fault("BML303", message, card.offset, "Write the others by name.")
    if len(cards) > FULL_HAND or (complete and len(cards) < FULL_HAND):
        at = cards[FULL_HAND].offset if len(cards) > FULL_HAND else end
        count = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
        yield _Fault("BML304", f"This hand has {count}; a hand has thirteen.", at, "Count again.")
