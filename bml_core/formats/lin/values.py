"""The values of LIN commands as bridge values and back: deals, calls, cards, vulnerability, results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from bml_core._package import checked
from bml_core.bridge import (
    CARDS,
    DOUBLINGS,
    FULL_HAND,
    RANKS,
    Action,
    Card,
    Contract,
    Deal,
    Hand,
    MadeCall,
    Seat,
    Vulnerability,
    make_bid,
)
from bml_core.diagnostics import counted
from bml_core.formats.board_files import CALLS, STRAINS, excerpt, has_small_cards, parse_holding, rest_of_pack

SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of hands and of names."""
DEALERS: dict[str, Seat | None] = {"0": None, "1": SEATS[0], "2": SEATS[1], "3": SEATS[2], "4": SEATS[3]}
VULNERABILITIES: dict[str, Vulnerability] = {
    "o": Vulnerability.NONE,
    "0": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "n": Vulnerability.NORTH_SOUTH,
    "e": Vulnerability.EAST_WEST,
    "b": Vulnerability.ALL,
}
_UNSAFE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]+")
_ONE_CALL = re.compile(r"-|(?:[1-7](?:NT|[CDHSN])|PASS|RDBL|DBL|XX|[PDXR])!*", re.IGNORECASE)
_ONE_CARD = re.compile(r"[SHDC](?:10|[2-9TJQKA])", re.IGNORECASE)
_SUIT = re.compile(r"([SHDC])([^SHDC]*)")
_ORDER = "SHDC"
_HANDS = 4
_RESULT = re.compile(
    r"([1-7])(NT|[CDHSN])(X{0,2})([NESW])(=|[+-]\d{1,2})|([1-7])(NT|[CDHSN])([NESW])(X{0,2})(=|[+-]\d{1,2})",
    re.IGNORECASE,
)


def printable(text: str) -> str:
    r"""Return a text with blanks for the characters that no text of LIN has, and none at its ends.

    >>> printable("Ann\x00 Lee\t")
    'Ann  Lee'
    """
    return _UNSAFE.sub(" ", text).strip()


# ---------------------------------------------------------------- deals


class ParsedDeal(NamedTuple):
    """An md command: the deal, the digit of the dealer or "", and errors as pairs: sentence, hint."""

    deal: Deal
    digit: str
    errors: tuple[tuple[str, str], ...] = ()


def parse_deal(text: str) -> ParsedDeal:
    """Return the hands of an md command.

    A hand that is not written is the rest of the pack, where the other three are known.

    >>> parsed = parse_deal("3SAK2HJT5DQ742CA85")
    >>> parsed.digit, parsed.deal.south.spades, parsed.deal.west
    ('3', 'AK2', None)
    """
    text = text.strip()
    digit = text[:1] if text[:1].isdigit() and text[:1].isascii() else ""
    words = ["".join(word.split()) for word in text[len(digit) :].upper().split(",")]
    errors = list(_form_errors(digit, words))
    hands: dict[Seat, Hand | None] = {}
    for seat, word in zip(SEATS, words, strict=False):
        hands[seat] = _parse_hand(word)
        errors += _hand_errors(seat, word)
    return ParsedDeal(complete(Deal(*map(hands.get, Seat))), digit, tuple(errors))


def _parse_hand(word: str) -> Hand | None:
    """Return a hand of any spelling; None without a card."""
    suits = dict.fromkeys(_ORDER, "")
    for suit, ranks in _SUIT.findall(word):
        suits[suit] += ranks
    hand = Hand(*map(parse_holding, suits.values()))
    return hand if any(hand.holdings) else None


def _form_errors(digit: str, words: list[str]) -> Iterator[tuple[str, str]]:
    if digit and digit not in DEALERS:
        yield f"{digit} is not a dealer.", "Write 1 for South, 2 for West, 3 for North, 4 for East."
    if len(words) > _HANDS:
        yield f"The deal has {counted(len(words), 'hand')} instead of 4.", "Only the first four are read."


def _hand_errors(seat: Seat, word: str) -> Iterator[tuple[str, str]]:
    name = seat.name.title()
    if word[:1] not in _ORDER:
        hint = "Write the letter of the suit before its cards, such as SAK3HQ65."
        yield f"The hand of {name} begins with a card that has no suit.", hint
    if "10" in word:
        yield f"The hand of {name} has 10 for the ten; it is read as T.", "Write T."
    wrong = sorted(set(word.replace("10", "T")).difference(RANKS, _ORDER))
    if wrong:
        yield (
            f"The hand of {name} has {excerpt(', '.join(wrong))}, which is not a card.",
            f"Cards are {RANKS}.",
        )


def complete(deal: Deal) -> Deal:
    """Return the deal with a fourth hand, where the other three are full and have no card in common.

    >>> suits = ("AKQJT98765432", "", "", "")
    >>> three = Deal(*(Hand(*(suits[place - turn] for place in range(4))) for turn in range(3)))
    >>> complete(three).west.clubs
    'AKQJT98765432'
    """
    hands = [deal.hand(seat) for seat in Seat]
    known = [hand for hand in hands if hand is not None]
    if [len(hand) for hand in known] != [FULL_HAND] * (_HANDS - 1):
        return deal
    fourth = rest_of_pack(known)
    return Deal(*[fourth if hand is None else hand for hand in hands])


def write_deal(deal: Deal, dealer: Seat | None) -> str:
    """Return a deal as BBO writes it; a hand that LIN cannot hold is empty, and so is East if it follows.

    >>> write_deal(Deal(south=Hand("AK", "", "2", "")), Seat.NORTH)
    '3SAKHD2C,,,'
    """
    known = complete(Deal(deal.north, None, deal.south, deal.west))
    hands = [write_hand(deal.hand(seat)) for seat in SEATS]
    if known.east is not None and known.east == deal.east:
        hands[-1] = ""
    digit = 0 if dealer is None else SEATS.index(dealer) + 1
    return f"{digit}{','.join(hands)}"


@checked
def write_hand(hand: Hand | None) -> str:
    """Return a hand as BBO writes it; "" for one without cards, or with small cards that have no name."""
    if hand is None or not len(hand) or has_small_cards(hand):
        return ""
    return "".join([letter + parse_holding(suit) for letter, suit in zip(_ORDER, hand.holdings, strict=True)])


# ---------------------------------------------------------------- calls and cards


@lru_cache(maxsize=1 << 10)
def parse_calls(text: str) -> tuple[tuple[MadeCall, ...], str]:
    """Return the calls of an mb command, and the text that is not a call; - is a seat that was passed over.

    >>> calls, rest = parse_calls("-1Dp2H!zz")
    >>> [made.call for made in calls][0], calls[3].alert, rest
    (None, True, 'zz')
    """
    made = [
        MadeCall(None) if word == "-" else MadeCall(CALLS[word.rstrip("!").upper()], word.endswith("!"))
        for word in _ONE_CALL.findall(text)
    ]
    return tuple(made), " ".join(_ONE_CALL.sub(" ", text).split())


@lru_cache(maxsize=1 << 10)
def parse_cards(text: str) -> tuple[tuple[Card, ...], str]:
    """Return the cards of a pc command, and the text that is not a card.

    >>> cards, rest = parse_cards("s10 h")
    >>> str(cards[0]), rest
    ('ST', 'h')
    """
    cards = [CARDS[word.upper().replace("10", "T")] for word in _ONE_CARD.findall(text)]
    return tuple(cards), " ".join(_ONE_CARD.sub(" ", text).replace(",", " ").split())


def split_calls(text: str) -> list[str]:
    """Return several calls one by one, and each text between them.

    >>> split_calls("-1Dp2H!zz")
    ['-', '1D', 'p', '2H!', 'zz']
    """
    return _split(_ONE_CALL, text)


def split_cards(text: str) -> list[str]:
    """Return several cards one by one, and each text between them.

    >>> split_cards("SAs2, h")
    ['SA', 's2', 'h']
    """
    return _split(_ONE_CARD, text.replace(",", " "))


def _split(pattern: re.Pattern[str], text: str) -> list[str]:
    """Return the matches of a pattern and the texts between them."""
    words = []
    at = 0
    for match in pattern.finditer(text):
        words += [text[at : match.start()].strip(), match[0]]
        at = match.end()
    return [word for word in (*words, text[at:].strip()) if word]


def write_call(made: MadeCall) -> str:
    """Return a call as BBO writes it.

    >>> from bml_core.bridge import BIDS, PASS
    >>> write_call(MadeCall(PASS)), write_call(MadeCall(BIDS[4], alert=True))
    ('p', '1N!')
    """
    call = made.call
    if call is None:
        return "-"
    word = call.value.lower() if isinstance(call, Action) else call.code
    return word + "!" * made.alert


# ---------------------------------------------------------------- results


def parse_result(text: str) -> tuple[Contract, int | None] | None:
    """Return contract and declarer's tricks of an entry of an rs command, or None.

    >>> contract, tricks = parse_result("4SWx-2")
    >>> str(contract), tricks
    ('4SXW', 8)
    """
    word = text.strip()
    if word.upper() in ("P", "PASS"):
        return Contract(), None
    match = _RESULT.fullmatch(word)
    if match is None:
        return None
    if match[1]:
        level, strain, risk, seat, over = match.groups()[:5]
    else:
        level, strain, seat, risk, over = match.groups()[5:]
    bid = make_bid(int(level), STRAINS[strain.upper()])
    tricks = 6 + bid.level + (0 if over == "=" else int(over))
    if not 0 <= tricks <= FULL_HAND:
        return None
    return Contract(bid, DOUBLINGS[risk.upper()], Seat(seat.upper())), tricks
