"""The words of PBN as bridge values and back: deals, contracts, results, calls, cards.

The text may be sloppy; numbers in parentheses are the sections of PBN 2.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bml_core._package import checked
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
from bml_core.diagnostics import counted
from bml_core.formats.board_files import (
    STRAINS,
    duplicate_cards,
    excerpt,
    has_small_cards,
    parse_holding,
    uneven_hands,
)

SEATS: dict[str, Seat] = {letter: seat for seat in Seat for letter in (seat.value, seat.value.lower())}
VULNERABILITIES: dict[str, Vulnerability] = {
    **{v.value.lower(): v for v in Vulnerability},
    "love": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "both": Vulnerability.ALL,
}
_CONTRACT = re.compile(r"([1-7])\s*(NT|[SHDCN])\s*(X{0,2})", re.IGNORECASE)
_RESULT = re.compile(r"(?:(NS|EW)\s+)?(\d{1,3})(?:\s+(NS|EW)\s+(\d{1,3}))?", re.IGNORECASE)
_HANDS, _SUITS = 4, 4
_NO_HAND = ("-", "...")


# ---------------------------------------------------------------- deals


def parse_deal(text: str) -> tuple[Deal, Seat | None]:
    """Return the hands of a Deal tag (3.4.11) and the seat of the first, None if there is no seat.

    >>> deal, first = parse_deal("N:AK.. - .QJ9.. -")
    >>> deal.north.spades, deal.east, first.name
    ('AK', None, 'NORTH')
    """
    first, words = _split_deal(text)
    seat = first or Seat.SOUTH
    hands = [_parse_hand(word) for word in words[:_HANDS]]
    hands += [None] * (_HANDS - len(hands))
    # The hands are clockwise from the first seat; those of a Deal begin with North.
    north = -list(Seat).index(seat) % _HANDS
    return Deal(*hands[north:], *hands[:north]), first


def _split_deal(text: str) -> tuple[Seat | None, list[str]]:
    """Return the seat of the first hand and the words of the hands."""
    words = text.split()
    if not words:
        return None, []
    letter, colon, rest = words[0].partition(":")
    if not colon:
        return None, words
    return SEATS.get(letter), [rest, *words[1:]] if rest else words[1:]


def _parse_hand(word: str) -> Hand | None:
    """Return a hand; of one with too few or too many suits the cards of the first four."""
    if word in _NO_HAND:
        return None
    suits = word.split(".")
    holdings = [parse_holding(suit) for suit in suits[:_SUITS]]
    if len(suits) == _SUITS:
        return Hand(*holdings)
    return Hand(*holdings, *[""] * (_SUITS - len(holdings))) if any(holdings) else None


_FORM_HINT = "Write N:AK2.QJ9.T87.5432 and three more hands, clockwise, or - for an unknown hand."
_CARD_HINT = f"The cards are {' '.join(RANKS)}."
_COUNT_HINT = "All hands of a deal have the same number of cards, 13 at most."


def check_deal_word(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield what the standard forbids in a Deal tag (3.4.11, 3.10): code, sentence, hint.

    >>> next(check_deal_word("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT9876543A"))[:2]
    ('BML703', 'The card CA appears twice in the hand of West.')
    """
    if not text.strip():
        yield "BML702", "The Deal tag is empty.", _FORM_HINT
        return
    first, words = _split_deal(text)
    for sentence in _form_errors(text, first, words):
        yield "BML702", sentence, _FORM_HINT
    seat = first or Seat.SOUTH
    for steps, word in enumerate(words[:_HANDS]):
        yield from _hand_errors(seat.after(steps).name.title(), word)
    deal, _ = parse_deal(text)
    for sentence in duplicate_cards(deal):
        yield "BML703", sentence, "Each card occurs once."
    for sentence in uneven_hands(deal):
        yield "BML704", sentence, _COUNT_HINT


def _form_errors(text: str, first: Seat | None, words: list[str]) -> Iterator[str]:
    if first is None:
        yield "The Deal tag does not begin with a seat and a colon."
    if len(words) != _HANDS:
        yield f"The Deal tag has {counted(len(words), 'hand')} instead of 4."
    elif all(word in _NO_HAND for word in words):
        yield "The Deal tag has no cards."
    elif text != " ".join(text.split()) or ": " in text:
        yield "The Deal tag has more than one space between two hands."


def _hand_errors(name: str, word: str) -> Iterator[tuple[str, str, str]]:
    if word == "-":
        return
    if word in _NO_HAND:
        yield "BML704", f"The hand of {name} has no cards.", _COUNT_HINT
        return
    suits = word.count(".") + 1
    if suits != _SUITS:
        yield "BML702", f"The hand of {name} has {counted(suits, 'suit')} instead of 4.", _FORM_HINT
    if "10" in word:
        yield "BML702", f"The hand of {name} has 10 for the ten; it is read as T.", _CARD_HINT
    wrong = sorted({rank for rank in word.upper().replace("10", "T") if rank not in f"{RANKS}."})
    if wrong:
        sentence = f"The hand of {name} has {excerpt(', '.join(wrong))}, which is not a card."
        yield "BML702", sentence, _CARD_HINT


@checked
def write_deal(deal: Deal, first: Seat) -> str:
    """Return a deal as PBN writes it, from the seat ``first`` on; a hand with unnamed small cards is ``-``.

    >>> write_deal(Deal(east=Hand("AK", "", "2", "")), Seat.NORTH)
    'N:- AK..2. - -'
    """
    hands = (deal.hand(first.after(steps)) for steps in range(_HANDS))
    return f"{first.value}:" + " ".join(map(_write_hand, hands))


def _write_hand(hand: Hand | None) -> str:
    if hand is None or has_small_cards(hand) or not len(hand):
        return "-"
    return ".".join(map(parse_holding, hand.holdings))


# ---------------------------------------------------------------- contracts and results


def parse_contract(text: str) -> tuple[Call | None, Action, Strain | None]:
    """Return bid, double and strain of a Contract tag (3.4.14); PASS for a board that was passed out.

    Of an end position (3.10) there is only the strain. A text that cannot be read gives ``None``.

    >>> bid, doubling, strain = parse_contract("5hx")
    >>> str(bid), doubling.name, strain.name
    ('5H', 'DOUBLE', 'HEARTS')
    """
    word = text.strip().upper()
    if word in ("PASS", "P"):
        return PASS, PASS, None
    match = _CONTRACT.fullmatch(word)
    if match is not None:
        bid = make_bid(int(match[1]), STRAINS[match[2]])
        return bid, DOUBLINGS[match[3]], bid.strain
    return None, PASS, STRAINS.get(word)


def write_contract(contract: Contract) -> str:
    """Return a contract as PBN writes it, without its declarer.

    >>> write_contract(Contract(BIDS[14], DOUBLE)), write_contract(Contract())
    ('3NTX', 'Pass')
    """
    return "Pass" if contract.bid is None else write_call(contract.bid) + contract.crosses


def parse_declarer(text: str) -> Seat | None:
    """Return the seat of a Declarer tag (3.4.13), also after the ^ of an irregularity, or None.

    >>> parse_declarer("^s").name
    'SOUTH'
    """
    return SEATS.get(text.strip().removeprefix("^"))


def parse_result(text: str, declarer: Seat | None) -> int | None:
    """Return the tricks of declarer in a Result tag (3.4.15), or None.

    >>> parse_result("EW 4", Seat.SOUTH), parse_result("^9", Seat.SOUTH), parse_result("NS 9 EW 4", Seat.WEST)
    (9, 9, 4)
    """
    match = _RESULT.fullmatch(text.strip().removeprefix("^").strip())
    if match is None:
        return None
    side, tricks = match[1], int(match[2])
    if tricks > FULL_HAND:
        return None
    if side is None:
        return tricks
    if declarer is None:
        return None
    return tricks if declarer.value in side.upper() else FULL_HAND - tricks


# ---------------------------------------------------------------- calls and cards

ALL_PASS = "AP"
PLAYED: dict[str, Card] = {
    **CARDS,
    **{f"{suit}10": CARDS[f"{suit}T"] for suit in "SHDC"},
    **{name[::-1]: card for name, card in CARDS.items()},
}
"""The cards by every spelling, in capitals."""
_WRITTEN_CALLS: dict[Call, str] = {
    PASS: "Pass",
    DOUBLE: "X",
    REDOUBLE: "XX",
    **{bid: str(bid) for bid in BIDS},
}
STANDARD_CALLS = frozenset(word.upper() for word in _WRITTEN_CALLS.values())
"""The calls as the standard spells them, in capitals."""


def write_call(call: Call) -> str:
    """Return a call as PBN writes it.

    >>> write_call(BIDS[4]), write_call(REDOUBLE)
    ('1NT', 'XX')
    """
    return _WRITTEN_CALLS[call]
