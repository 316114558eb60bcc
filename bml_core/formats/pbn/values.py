"""The words of PBN as bridge values and back: deals, contracts, results, calls, cards.

What is read may be sloppy; numbers in parentheses are the sections of PBN 2.1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from bml_core.bridge import (
    BIDS,
    CARDS,
    DOUBLE,
    DOUBLINGS,
    FULL_HAND,
    PASS,
    RANKS,
    REDOUBLE,
    Action,
    Call,
    Card,
    Contract,
    Deal,
    Hand,
    Seat,
    Strain,
    Vulnerability,
    make_bid,
)
from bml_core.bridge.making import maker
from bml_core.formats.dealing import HOLDINGS, card_faults, counted, holding, shown

SEATS: dict[str, Seat] = {letter: seat for seat in Seat for letter in (seat.value, seat.value.lower())}
VULNERABILITIES: dict[str, Vulnerability] = {
    **{v.value.lower(): v for v in Vulnerability},
    "love": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "both": Vulnerability.ALL,
}
STRAINS_BY_WORD: dict[str, Strain] = {strain.value: strain for strain in Strain} | {"NT": Strain.NOTRUMP}
_CONTRACT = re.compile(r"([1-7])\s*(NT|[SHDCN])\s*(X{0,2})", re.IGNORECASE)
_RESULT = re.compile(r"(?:(NS|EW)\s+)?(\d{1,3})(?:\s+(NS|EW)\s+(\d{1,3}))?", re.IGNORECASE)
_UNKNOWN = ("", "?")
_HANDS, _SUITS = 4, 4
_NO_HAND = ("-", "...")


class ReadDeal(NamedTuple):
    """What a Deal tag says; ``first`` is the seat of its first hand, None where the tag does not say it."""

    deal: Deal
    first: Seat | None


def read_deal(text: str) -> ReadDeal:
    """The hands of a Deal tag (3.4.11).

    >>> read = read_deal("N:AK.. - .QJ9.. -")
    >>> read.deal.north.spades, read.deal.east, read.first.name
    ('AK', None, 'NORTH')
    """
    first, hands = _usual_hands(text) or _any_hands(text)
    north, east, south, west = _PLACES_FROM[first or Seat.SOUTH]
    return ReadDeal(_make_deal(hands[north], hands[east], hands[south], hands[west]), first)


_make_hand, _make_deal = maker(Hand), maker(Deal)

_USUAL_HAND = r"(?!\.\.\.)" + r"\.".join([f"([{RANKS}]*)"] * _SUITS)
# Four hands with cards, as every program writes them.
_USUAL_DEAL = re.compile(f"([NESW]):{' '.join([_USUAL_HAND] * _HANDS)}")


def _usual_hands(text: str) -> tuple[Seat | None, list[Hand | None]] | None:
    found = _USUAL_DEAL.fullmatch(text)
    if found is None:
        return None
    first, *written = found.groups()
    suits = list(map(HOLDINGS.__getitem__, written))
    return SEATS[first], [_make_hand(*suits[at : at + _SUITS]) for at in _HAND_STARTS]


_HAND_STARTS = range(0, _HANDS * _SUITS, _SUITS)


def _any_hands(text: str) -> tuple[Seat | None, list[Hand | None]]:
    first, words = _hands(text)
    hands = [_hand(word) for word in words[:_HANDS]]
    return first, hands + [None] * (_HANDS - len(hands))


def _hand(word: str) -> Hand | None:
    suits = word.split(".")
    if len(suits) != _SUITS:
        return None if word in _NO_HAND else _odd_hand(suits)
    return None if word in _NO_HAND else _make_hand(*map(HOLDINGS.__getitem__, suits))


_FIRST = {f"{letter}:": seat for letter, seat in SEATS.items()}
_CLOCKWISE_FROM: Mapping[Seat, tuple[Seat, ...]] = {
    seat: tuple(seat.after(steps) for steps in range(_HANDS)) for seat in Seat
}
_PLACES_FROM: Mapping[Seat, tuple[int, ...]] = {
    first: tuple(seats.index(seat) for seat in Seat) for first, seats in _CLOCKWISE_FROM.items()
}


def _hands(text: str) -> tuple[Seat | None, list[str]]:
    first = _FIRST.get(text[:2])
    if first is not None:
        return first, text[2:].split()
    words = text.split()
    if not words:
        return None, []
    letter, colon, rest = words[0].partition(":")
    if not colon:
        return None, words
    return SEATS.get(letter), [rest, *words[1:]] if rest else words[1:]


def _odd_hand(holdings: list[str]) -> Hand | None:
    """A hand with too few or too many suits: the cards of the first four stand."""
    suits = [holding(suit) for suit in holdings[:_SUITS]]
    return Hand(*suits, *[""] * (_SUITS - len(suits))) if any(suits) else None


def deal_faults(text: str) -> tuple[tuple[str, str], ...]:
    """What the standard has against a Deal tag (3.4.11, 3.10), as pairs: kind, sentence.

    Kinds are ``form``, ``card`` (what is no card), ``twice`` and ``count``.

    >>> deal_faults("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT9876543A")[0][0]
    'twice'
    """
    if not text.strip():
        return (("form", "The Deal tag is empty."),)
    first, hands = _hands(text)
    found = list(_form_faults(text, first, hands))
    seats = _CLOCKWISE_FROM[first or Seat.SOUTH]
    for seat, word in zip(seats, hands, strict=False):
        found += _hand_faults(seat.name.title(), word)
    deal = read_deal(text).deal
    return (*found, *card_faults(deal))


def _form_faults(text: str, first: Seat | None, hands: list[str]) -> list[tuple[str, str]]:
    found = []
    if first is None:
        found.append(("form", "The Deal tag does not begin with a seat and a colon."))
    if len(hands) != _HANDS:
        found.append(("form", f"The Deal tag has {counted(len(hands), 'hand')} instead of 4."))
    elif all(word in _NO_HAND for word in hands):
        found.append(("form", "The Deal tag has no cards."))
    elif text != " ".join(text.split()) or ": " in text:
        found.append(("form", "The Deal tag has more spaces than one between two hands."))
    return found


def _hand_faults(name: str, word: str) -> list[tuple[str, str]]:
    if word == "-":
        return []
    if word in _NO_HAND:
        return [("count", f"The hand of {name} has no cards.")]
    found = []
    holdings = word.split(".")
    if len(holdings) != _SUITS:
        found.append(("form", f"The hand of {name} has {counted(len(holdings), 'suit')} instead of 4."))
    if "10" in word:
        found.append(("card", f"The hand of {name} has 10 for the ten; it is read as T."))
    wrong = sorted({rank for rank in word.upper().replace("10", "T") if rank not in f"{RANKS}."})
    if wrong:
        found.append(("card", f"The hand of {name} has {shown(', '.join(wrong))}, which is no card."))
    return found


@lru_cache(maxsize=1 << 12)
def read_contract(text: str) -> tuple[Call | None, Action, Strain | None]:
    """Bid, double and strain of a Contract tag (3.4.14); PASS for a board that was passed out.

    Of an end position (3.10) there is only the strain. Nothing that can be read gives ``None``.

    >>> bid, doubling, strain = read_contract("5hx")
    >>> str(bid), doubling.name, strain.name
    ('5H', 'DOUBLE', 'HEARTS')
    """
    word = text.strip().upper()
    if word in ("PASS", "P"):
        return PASS, PASS, None
    found = _CONTRACT.fullmatch(word)
    if found is not None:
        bid = make_bid(int(found[1]), STRAINS_BY_WORD[found[2]])
        return bid, DOUBLINGS[found[3]], bid.strain
    return None, PASS, STRAINS_BY_WORD.get(word)


@lru_cache(maxsize=1 << 12)
def read_result(text: str, declarer: Seat | None) -> int | None:
    """The tricks of declarer in a Result tag (3.4.15), or None.

    >>> read_result("EW 4", Seat.SOUTH), read_result("^9", Seat.SOUTH), read_result("NS 9 EW 4", Seat.WEST)
    (9, 9, 4)
    """
    found = _RESULT.fullmatch(text.strip().removeprefix("^").strip())
    if found is None:
        return None
    side, tricks = found[1], int(found[2])
    if tricks > FULL_HAND:
        return None
    if side is None:
        return tricks
    if declarer is None:
        return None
    return tricks if declarer.value in side.upper() else FULL_HAND - tricks


CALLS: dict[str, Call] = {
    **{bid.code: bid for bid in BIDS},
    **{str(bid): bid for bid in BIDS},
    "PASS": PASS,
    "X": DOUBLE,
    "XX": REDOUBLE,
    # What other programs write.
    "P": PASS,
    "D": DOUBLE,
    "DBL": DOUBLE,
    "R": REDOUBLE,
    "RDBL": REDOUBLE,
}
ALL_PASS = "AP"
STANDARD_CALLS = frozenset({"PASS", "X", "XX", *map(str, BIDS)})
PLAYED: dict[str, Card] = {
    **CARDS,
    **{f"{suit}10": CARDS[f"{suit}T"] for suit in "SHDC"},
    **{name[::-1]: card for name, card in CARDS.items()},
}


def call_word(call: Call) -> str:
    """A call as PBN writes it.

    >>> call_word(BIDS[4]), call_word(REDOUBLE)
    ('1NT', 'XX')
    """
    return {PASS: "Pass", DOUBLE: "X", REDOUBLE: "XX"}[call] if isinstance(call, Action) else str(call)


def contract_word(contract: Contract) -> str:
    """A contract as PBN writes it, without its declarer.

    >>> contract_word(Contract(BIDS[14], DOUBLE)), contract_word(Contract())
    ('3NTX', 'Pass')
    """
    if contract.bid is None:
        return "Pass"
    return call_word(contract.bid) + contract.crosses


def deal_word(deal: Deal, first: Seat) -> str:
    """A deal as PBN writes it, from the seat ``first`` on; a hand with small cards without names is ``-``.

    >>> deal_word(Deal(east=Hand("AK", "", "2", "")), Seat.NORTH)
    'N:- AK..2. - -'
    """
    return f"{first.value}:" + " ".join(_hand_word(deal.hand(seat)) for seat in _CLOCKWISE_FROM[first])


def _hand_word(hand: Hand | None) -> str:
    if hand is None or any("x" in suit for suit in hand.holdings) or not len(hand):
        return "-"
    return ".".join(holding(suit) for suit in hand.holdings)
