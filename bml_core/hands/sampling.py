"""Hands and whole deals drawn at random from all that fit, each as likely as the others."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from bml_core.bridge import CARDS, Card, Deal, Hand, Seat, Suit
from bml_core.hands.conditions import ANY, Condition
from bml_core.hands.counting import count


def sample_hands(condition: Condition, number: int, seed: int) -> Iterator[Hand]:
    """So many hands that fit, one after the other; none if no hand fits.

    >>> from bml_core.hands.conditions import points
    >>> [hand.hcp for hand in sample_hands(points(12, 12), 3, seed=1)]
    [12, 12, 12]
    """
    return (hand for deal in sample_deals({Seat.NORTH: condition}, number, seed) if (hand := deal.north))


def sample_deals(conditions: Mapping[Seat, Condition], number: int, seed: int) -> Iterator[Deal]:
    """So many deals in which each hand fits its condition; a seat without one may hold anything."""
    if not all(map(count, conditions.values())):
        return
    generator = random.Random(seed)
    pack = list(CARDS.values())
    found = 0
    while found < number:
        generator.shuffle(pack)
        hands = {seat: _hand(pack[place * 13 : place * 13 + 13]) for place, seat in enumerate(Seat)}
        if all(conditions.get(seat, ANY).fits(hand) for seat, hand in hands.items()):
            found += 1
            yield Deal(hands[Seat.NORTH], hands[Seat.EAST], hands[Seat.SOUTH], hands[Seat.WEST])


def _hand(cards: list[Card]) -> Hand:
    held = sorted(cards, key=lambda card: card.place)
    s, h, d, c = ("".join(card.rank for card in held if card.suit is suit) for suit in reversed(Suit))
    return Hand(s, h, d, c)
