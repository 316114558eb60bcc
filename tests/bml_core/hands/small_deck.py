"""Hands one by one: all with very long spades, and random ones."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations

from bml_core.bridge import RANKS, Hand

DECK = tuple((suit, rank) for suit in range(4) for rank in RANKS)
_SPADES, _OTHERS = DECK[:13], DECK[13:]
_PLACES = {card: place for place, card in enumerate(DECK)}


def hand_of(cards: Iterable[tuple[int, str]]) -> Hand:
    """The hand with these cards, each a suit (0 spades to 3 clubs) and a rank."""
    holdings = [""] * 4
    for suit, rank in sorted(cards, key=_PLACES.__getitem__):
        holdings[suit] += rank
    s, h, d, c = holdings
    return Hand(s, h, d, c)


def random_hands(number: int, seed: int) -> Iterator[Hand]:
    """Hands of thirteen cards."""
    chance = random.Random(seed)
    for _ in range(number):
        yield hand_of(chance.sample(DECK, 13))


def hands_with_long_spades(length: int) -> Iterator[Hand]:
    """Every hand with this many spades."""
    for spades in combinations(_SPADES, length):
        for others in combinations(_OTHERS, 13 - length):
            yield hand_of((*spades, *others))
