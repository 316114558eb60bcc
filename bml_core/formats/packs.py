"""The cards of a deal in a file: holdings of any spelling, cards that are there twice, a whole pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from bml_core.bridge import FULL_HAND, RANKS, Card, Deal, Hand, Seat

_LONGEST_EXCERPT = 40
_RANKS = frozenset(RANKS)
# Small cards without a name are no card of a file, but a hand may have them.
_ORDER = {rank: place for place, rank in enumerate(f"{RANKS}x")}


@lru_cache(maxsize=1 << 14)
def parse_holding(text: str) -> str:
    """Return the ranks of a holding, highest first, of any spelling; other characters are left out.

    >>> parse_holding("10ka2")
    'AKT2'
    """
    ranks = text.upper().replace("10", "T").replace("X", "x")
    return "".join(sorted((rank for rank in ranks if rank in _ORDER), key=_ORDER.__getitem__))


def rest_of_pack(hands: Sequence[Hand]) -> Hand | None:
    """Return the fourth hand; None if the three have a card in common, or cards without a name.

    >>> hands = [Hand("AKQJ", "", "", ""), Hand("T987", "", "", ""), Hand("65", "", RANKS, RANKS)]
    >>> rest_of_pack(hands).holdings, rest_of_pack([hands[0], *hands[:2]])
    (('432', 'AKQJT98765432', '', ''), None)
    """
    rest = []
    for suit in zip(*[hand.holdings for hand in hands], strict=True):
        held = "".join(suit)
        if len(_RANKS.intersection(held)) < len(held):
            return None
        rest.append("".join([rank for rank in RANKS if rank not in held]))
    return Hand(*rest)


def duplicate_cards(deal: Deal) -> Iterator[str]:
    """Yield a sentence for each card that is in a deal more than once.

    >>> list(duplicate_cards(Deal(north=Hand("A", "", "", ""), south=Hand("A", "", "", ""))))
    ['The card SA is in the hands of North and South.']
    """
    holders: dict[Card, Seat] = {}
    for seat, hand in _known_hands(deal):
        for card, count in Counter(hand.cards).items():
            other = holders.setdefault(card, seat)
            if other is not seat:
                yield f"The card {card} is in the hands of {_name(other)} and {_name(seat)}."
            elif count > 1:
                yield f"The card {card} is more than once in the hand of {_name(seat)}."


def uneven_hands(deal: Deal) -> Iterator[str]:
    """Yield a sentence for each hand with more or fewer cards than the longest, thirteen at most.

    >>> list(uneven_hands(Deal(north=Hand("A", "", "", ""), south=Hand("KQ", "", "", ""))))
    ['North has 1 card instead of 2.']
    """
    lengths = {seat: len(hand) for seat, hand in _known_hands(deal)}
    expected = min(FULL_HAND, max(lengths.values(), default=FULL_HAND))
    for seat, length in lengths.items():
        if length != expected:
            yield f"{_name(seat)} has {counted(length, 'card')} instead of {expected}."


def is_pack(deal: Deal) -> bool:
    """Tell whether the four hands are 52 different cards, thirteen each.

    >>> is_pack(Deal())
    False
    """
    hands = [hand for _, hand in _known_hands(deal) if len(hand) == FULL_HAND]
    if len(hands) < len(Seat):
        return False
    suits = ["".join(suit) for suit in zip(*[hand.holdings for hand in hands], strict=True)]
    return all(len(suit) == FULL_HAND and "x" not in suit and len(set(suit)) == FULL_HAND for suit in suits)


def has_small_cards(hand: Hand | None) -> bool:
    """Tell whether a hand has cards without a name.

    >>> has_small_cards(Hand("Axx", "", "", "")), has_small_cards(None)
    (True, False)
    """
    return hand is not None and any("x" in holding for holding in hand.holdings)


def _known_hands(deal: Deal) -> Iterator[tuple[Seat, Hand]]:
    return ((seat, hand) for seat in Seat if (hand := deal.hand(seat)) is not None)


def counted(number: int, noun: str) -> str:
    """Return a number and its noun.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card', '2 cards')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def excerpt(text: str) -> str:
    r"""Return a text for a message: not too long, and in one line.

    >>> excerpt("two\nlines"), len(excerpt("x" * 500))
    ('two lines', 40)
    """
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_EXCERPT else text[: _LONGEST_EXCERPT - 3] + "..."


def _name(seat: Seat) -> str:
    return seat.name.title()
