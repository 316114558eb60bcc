"""What formats share about deals: holdings of any spelling, and what is wrong with the cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from bml_core.bridge import FULL_HAND, RANKS, Card, Deal, Hand, Seat

_LONGEST_SHOWN = 40
# Small cards without a name are no card of a file, but a hand may have them.
_ORDER = {rank: place for place, rank in enumerate(f"{RANKS}x")}


def holding(text: str) -> str:
    """The ranks of a holding, highest first, of any spelling; what is no card is left out.

    >>> holding("10ka2")
    'AKT2'
    """
    ranks = text.upper().replace("10", "T").replace("X", "x")
    return "".join(sorted((rank for rank in ranks if rank in _ORDER), key=_ORDER.__getitem__))


_SORTED = re.compile("?".join(RANKS) + "?")


class _Holdings(dict[str, str]):
    """Holdings by how they are written; there are 8192 of them, if nothing odd is among them."""

    def __missing__(self, text: str) -> str:
        found = text if _SORTED.fullmatch(text) else holding(text)
        if len(self) < _MOST_HELD:
            self[text] = found
        return found


_MOST_HELD = 1 << 14
HOLDINGS = _Holdings()
"""What :func:`holding` gives, worked out once."""


class _Bits(dict[str, int]):
    """Holdings as numbers, a bit for each card; -1 for one in which a card is twice or has no name."""

    def __missing__(self, text: str) -> int:
        places = [RANKS.find(rank) for rank in text]
        bits = -1 if -1 in places or len(set(places)) < len(places) else sum(1 << place for place in places)
        if len(self) < _MOST_HELD:
            self[text] = bits
        return bits


_BITS = _Bits()
_WHOLE_SUIT = (1 << len(RANKS)) - 1


def rest_of_pack(hands: Iterable[Sequence[str]]) -> list[str] | None:
    """The holdings of the fourth hand; None if the three have a card in common, or cards without a name.

    >>> hands = [("AKQJ", "", "", ""), ("T987", "", "", ""), ("65", "", RANKS, RANKS)]
    >>> rest_of_pack(hands), rest_of_pack([hands[0], *hands[:2]])
    (['432', 'AKQJT98765432', '', ''], None)
    """
    rest = []
    for first, second, third in zip(*hands, strict=True):
        one, two, three = _BITS[first], _BITS[second], _BITS[third]
        held = one | two | three
        # A card in common counts twice in the sum.
        if held < 0 or held != one + two + three:
            return None
        rest.append(_suit_of(_WHOLE_SUIT - held))
    return rest


@lru_cache(maxsize=_MOST_HELD)
def _suit_of(bits: int) -> str:
    return "".join([rank for place, rank in enumerate(RANKS) if bits >> place & 1])


def card_faults(deal: Deal) -> Iterator[tuple[str, str]]:
    """What is wrong with the cards of a deal, as pairs: kind, sentence; kinds are ``twice`` and ``count``.

    >>> list(card_faults(Deal(north=Hand("A", "", "", ""), south=Hand("A", "", "", ""))))
    [('twice', 'The card SA is in the hands of North and South.')]
    """
    if is_pack(deal):
        return
    holders: dict[Card, Seat] = {}
    for seat, hand in _known(deal):
        for card, count in Counter(hand.cards).items():
            other = holders.setdefault(card, seat)
            if other is not seat:
                yield "twice", f"The card {card} is in the hands of {_name(other)} and {_name(seat)}."
            elif count > 1:
                yield "twice", f"The card {card} is more than once in the hand of {_name(seat)}."
    lengths = {seat: len(hand) for seat, hand in _known(deal)}
    usual = min(FULL_HAND, max(lengths.values(), default=FULL_HAND))
    for seat, length in lengths.items():
        if length != usual:
            yield "count", f"{_name(seat)} has {counted(length, 'card')} instead of {usual}."


def is_pack(deal: Deal) -> bool:
    """Whether the four hands are 52 different cards, thirteen each.

    >>> is_pack(Deal())
    False
    """
    hands = [deal.north, deal.east, deal.south, deal.west]
    held = [hand for hand in hands if hand is not None and len(hand) == FULL_HAND]
    if len(held) < len(hands):
        return False
    suits = ["".join(suit) for suit in zip(*[hand.holdings for hand in held], strict=True)]
    return all(len(suit) == FULL_HAND and "x" not in suit and len(set(suit)) == FULL_HAND for suit in suits)


def _known(deal: Deal) -> Iterator[tuple[Seat, Hand]]:
    return ((seat, hand) for seat in Seat if (hand := deal.hand(seat)) is not None)


def counted(number: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card', '2 cards')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shown(text: str) -> str:
    r"""A text for a message: not too long, and in one line.

    >>> shown("two\nlines"), len(shown("x" * 500))
    ('two lines', 40)
    """
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def _name(seat: Seat) -> str:
    return seat.name.title()
