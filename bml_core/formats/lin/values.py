"""The values of LIN commands as bridge values and back: deals, calls, cards, vulnerability, results."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    MadeCall,
    Seat,
    Vulnerability,
)
from bml_core.bridge.making import maker
from bml_core.formats.dealing import HOLDINGS, counted, holding, rest_of_pack, shown

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
_CALLS: dict[str, Call] = {
    **{bid.code: bid for bid in BIDS},
    **{str(bid): bid for bid in BIDS},
    **dict.fromkeys(("P", "PASS"), PASS),
    **dict.fromkeys(("D", "X", "DBL"), DOUBLE),
    **dict.fromkeys(("R", "XX", "RDBL"), REDOUBLE),
}
MADE: dict[str, MadeCall] = {
    word: made
    for name, call in _CALLS.items()
    for text in (name, name.lower(), name[0] + name[1:].lower())
    for word, made in ((text, MadeCall(call)), (f"{text}!", MadeCall(call, alert=True)))
}
"""Each way to write one call, with the mark of an alert or without."""
_PASSED_OVER = MadeCall(None)
_ONE_CALL = re.compile(r"-|(?:[1-7](?:NT|[CDHSN])|PASS|RDBL|DBL|XX|[PDXR])!*", re.IGNORECASE)
_ONE_CARD = re.compile(r"[SHDC](?:10|[2-9TJQKA])", re.IGNORECASE)
PLAYED: dict[str, Card] = {word: card for name, card in CARDS.items() for word in (name, name.lower())}
_SUIT = re.compile(r"([SHDC])([^SHDC]*)")
_ORDER = "SHDC"
_HANDS = 4
_RESULT = re.compile(
    r"([1-7])(NT|[CDHSN])(X{0,2})([NESW])(=|[+-]\d{1,2})|([1-7])(NT|[CDHSN])([NESW])(X{0,2})(=|[+-]\d{1,2})",
    re.IGNORECASE,
)


# ---------------------------------------------------------------- deals


class ReadDeal(NamedTuple):
    """What an md command says; ``digit`` is that of the dealer, "" where there is none."""

    deal: Deal
    digit: str
    faults: tuple[tuple[str, str], ...] = ()


def read_deal(text: str) -> ReadDeal:
    """The hands of an md command, and what in it cannot be read, as pairs: sentence, hint.

    A hand that is not there is the rest of the pack, where the other three are known.

    >>> read = read_deal("3SAK2HJT5DQ742CA85")
    >>> read.digit, read.deal.south.spades, read.deal.west
    ('3', 'AK2', None)
    """
    text = text.strip()
    usual = _USUAL_DEAL.fullmatch(text)
    if usual is not None:
        return _usual_deal(usual)
    digit = text[:1] if text[:1].isdigit() and text[:1].isascii() else ""
    text = text[len(digit) :]
    words = text.upper().split(",")
    faults = list(_form_faults(digit, words))
    hands: dict[Seat, Hand | None] = {}
    for seat, word in zip(SEATS, words, strict=False):
        word = "".join(word.split())
        hands[seat] = _hand(word)
        if not _is_plain(word):
            faults += _hand_faults(seat, word)
    return ReadDeal(complete(Deal(*(hands.get(seat) for seat in Seat))), digit, tuple(faults))


# Hands with all letters of suits, in order: what every program writes. The last one may be left out.
_USUAL_HAND = "".join(f"{suit}([{RANKS}]*)" for suit in _ORDER)
_USUAL_DEAL = re.compile(rf"([0-4]?){','.join([_USUAL_HAND] * 3)}(?:,(?:{_USUAL_HAND})?)?")
_make_hand, _make_deal = maker(Hand), maker(Deal)


def _usual_deal(found: re.Match[str]) -> ReadDeal:
    digit, *written = found.groups("")
    suits = list(map(HOLDINGS.__getitem__, written))
    hands = [_make_hand(*suits[at : at + 4]) if any(suits[at : at + 4]) else None for at in (0, 4, 8, 12)]
    south, west, north, east = hands
    return ReadDeal(complete(_make_deal(north, east, south, west)), digit)


def _hand(word: str) -> Hand | None:
    """A hand of any spelling; None without a card."""
    plain = _FOUR_SUITS.fullmatch(word)
    if plain is not None:
        return Hand(*map(holding, plain.groups())) if len(word) > len(_ORDER) else None
    suits = dict.fromkeys(_ORDER, "")
    for suit, ranks in _SUIT.findall(word):
        suits[suit] += ranks
    hand = Hand(*[holding(ranks) for ranks in suits.values()])
    return hand if any(hand.holdings) else None


_PLAIN = re.compile(
    r"(?:S[AKQJT98765432]*)?(?:H[AKQJT98765432]*)?(?:D[AKQJT98765432]*)?(?:C[AKQJT98765432]*)?"
)


_FOUR_SUITS = re.compile(r"S([AKQJT98765432]*)H([AKQJT98765432]*)D([AKQJT98765432]*)C([AKQJT98765432]*)")


def _is_plain(word: str) -> bool:
    return _PLAIN.fullmatch(word) is not None


def _form_faults(digit: str, words: list[str]) -> Iterator[tuple[str, str]]:
    if digit and digit not in DEALERS:
        yield f"{digit} is no dealer.", "Write 1 for South, 2 for West, 3 for North, 4 for East."
    if len(words) > _HANDS:
        yield f"The deal has {counted(len(words), 'hand')} instead of 4.", "The first four are read."


def _hand_faults(seat: Seat, word: str) -> Iterator[tuple[str, str]]:
    name = seat.name.title()
    if word[:1] not in _ORDER:
        hint = "Write the letter of the suit in front of its cards, such as SAK3HQ65."
        yield f"The hand of {name} begins with a card that has no suit.", hint
    if "10" in word:
        yield f"The hand of {name} has 10 for the ten; it is read as T.", "Write T."
    wrong = sorted({sign for sign in word.replace("10", "T") if sign not in f"{RANKS}{_ORDER}"})
    if wrong:
        yield f"The hand of {name} has {shown(', '.join(wrong))}, which is no card.", f"Cards are {RANKS}."


_THREE_FULL_HANDS = [FULL_HAND] * 3


def complete(deal: Deal) -> Deal:
    """The deal with a fourth hand, where the other three are full and have no card in common.

    >>> suits = ("AKQJT98765432", "", "", "")
    >>> three = Deal(*(Hand(*(suits[place - turn] for place in range(4))) for turn in range(3)))
    >>> complete(three).west.clubs
    'AKQJT98765432'
    """
    hands = (deal.north, deal.east, deal.south, deal.west)
    known = [hand.holdings for hand in hands if hand is not None]
    if list(map(len, map("".join, known))) != _THREE_FULL_HANDS:
        return deal
    rest = rest_of_pack(known)
    if rest is None:
        return deal
    fourth = _make_hand(*rest)
    return _make_deal(*[fourth if hand is None else hand for hand in hands])


def deal_word(deal: Deal, dealer: Seat | None) -> str:
    """A deal as BBO writes it; a hand that LIN cannot hold is empty, and East is left out if it follows.

    >>> deal_word(Deal(south=Hand("AK", "", "2", "")), Seat.NORTH)
    '3SAKHD2C,,,'
    """
    known = complete(Deal(deal.north, None, deal.south, deal.west))
    hands = [hand_word(deal.hand(seat)) for seat in SEATS]
    if known.east is not None and known.east == deal.east:
        hands[-1] = ""
    digit = 0 if dealer is None else SEATS.index(dealer) + 1
    return f"{digit}{','.join(hands)}"


def hand_word(hand: Hand | None) -> str:
    """A hand as BBO writes it; "" for one without cards, or with small cards that have no name."""
    if hand is None or not len(hand) or any("x" in suit for suit in hand.holdings):
        return ""
    return "".join([letter + holding(suit) for letter, suit in zip(_ORDER, hand.holdings, strict=True)])


# ---------------------------------------------------------------- calls and cards


def read_calls(text: str) -> tuple[list[MadeCall], str]:
    """The calls of an mb command, and what of it is no call; - is a seat that was passed over.

    >>> calls, rest = read_calls("-1Dp2H!zz")
    >>> [str(made.call) for made in calls], calls[3].alert, rest
    (['None', '1D', 'P', '2H'], True, 'zz')
    """
    made: list[MadeCall] = []
    rest = _ONE_CALL.sub(" ", text)
    for word in _ONE_CALL.findall(text):
        if word == "-":
            made.append(_PASSED_OVER)
        else:
            made.append(MadeCall(_CALLS[word.rstrip("!").upper()], word.endswith("!")))
    return made, " ".join(rest.split())


def read_cards(text: str) -> tuple[list[Card], str]:
    """The cards of a pc command, and what of it is no card.

    >>> cards, rest = read_cards("s10 h")
    >>> str(cards[0]), rest
    ('ST', 'h')
    """
    cards = [CARDS[word.upper().replace("10", "T")] for word in _ONE_CARD.findall(text)]
    return cards, " ".join(_ONE_CARD.sub(" ", text).replace(",", " ").split())


def split_calls(text: str) -> list[str]:
    """Several calls one by one, and what between them is none.

    >>> split_calls("-1Dp2H!zz")
    ['-', '1D', 'p', '2H!', 'zz']
    """
    return _split(_ONE_CALL, text)


def split_cards(text: str) -> list[str]:
    """Several cards one by one, and what between them is none.

    >>> split_cards("SAs2, h")
    ['SA', 's2', 'h']
    """
    return _split(_ONE_CARD, text.replace(",", " "))


def _split(pattern: re.Pattern[str], text: str) -> list[str]:
    """What fits a pattern and what stands between."""
    words = []
    at = 0
    for found in pattern.finditer(text):
        words += [text[at : found.start()].strip(), found[0]]
        at = found.end()
    return [word for word in (*words, text[at:].strip()) if word]


def call_word(made: MadeCall) -> str:
    """A call as BBO writes it.

    >>> call_word(MadeCall(PASS)), call_word(MadeCall(BIDS[4], alert=True))
    ('p', '1N!')
    """
    word = "-" if made.call is None else made.call.code
    return (word.lower() if isinstance(made.call, Action) else word) + "!" * (
        made.alert and made.call is not None
    )


# ---------------------------------------------------------------- results


def read_result(text: str) -> tuple[Contract, int | None] | None:
    """Contract and declarer's tricks of an entry of an rs command, or None.

    >>> contract, tricks = read_result("4SWx-2")
    >>> str(contract), tricks
    ('4SXW', 8)
    """
    word = text.strip()
    if word.upper() in ("P", "PASS"):
        return Contract(), None
    found = _RESULT.fullmatch(word)
    if found is None:
        return None
    if found[1]:
        level, strain, risk, seat, over = found[1], found[2], found[3], found[4], found[5]
    else:
        level, strain, seat, risk, over = found[6], found[7], found[8], found[9], found[10]
    bid = next(bid for bid in BIDS if bid.code == f"{level}{strain[0].upper()}")
    tricks = 6 + bid.level + (0 if over == "=" else int(over))
    if not 0 <= tricks <= FULL_HAND:
        return None
    return Contract(bid, DOUBLINGS[risk.upper()], Seat(seat.upper())), tricks
