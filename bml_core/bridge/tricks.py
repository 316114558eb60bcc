"""Tricks: who wins them, whose turn it is, and what the laws say about a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bml_core.bridge.calls import STRAINS, SUITS, Strain, Suit
from bml_core.bridge.cards import CARDS, RANKS, Card, Seat

_PLAYERS = 4


def _powers(led: Suit, strain: Strain) -> tuple[int, ...]:
    """Return what each of the 52 cards is worth in a trick of this suit; 0 is a card that cannot win it."""
    trumps = strain.suit
    bonus = {led: 1, trumps: 1 + len(CARDS)} if trumps is not None else {led: 1}
    return tuple(
        len(RANKS) - place % len(RANKS) + bonus[card.suit] if card.suit in bonus else 0
        for place, card in enumerate(CARDS.values())
    )


POWERS: dict[Strain, dict[Suit, tuple[int, ...]]] = {
    strain: {led: _powers(led, strain) for led in SUITS} for strain in STRAINS
}
"""What each card is worth, by the strain played in, the suit led, and ``Card.place``."""


def winner(cards: Sequence[Card], strain: Strain) -> int:
    """Return the place, from 0, of the card that wins a trick of up to four cards (at least one).

    >>> from bml_core.bridge import Suit
    >>> led, ruff = Card(Suit.HEARTS, "A"), Card(Suit.CLUBS, "2")
    >>> winner([led, ruff], Strain.CLUBS), winner([led, ruff], Strain.NOTRUMP)
    (1, 0)
    """
    powers = POWERS[strain][cards[0].suit]
    found = [powers[card.place] for card in cards]
    return found.index(max(found))


_CLOCKWISE = {seat: tuple(seat.after(steps) for steps in range(_PLAYERS)) for seat in Seat}
NO_LEADS: Mapping[int, Seat] = MappingProxyType({})


def seats_of_play(
    play: Sequence[Card], leader: Seat, strain: Strain, leads: Mapping[int, Seat] = NO_LEADS
) -> tuple[Seat, ...]:
    """Return who plays each card, and at the end whose turn it is: one seat more than cards.

    ``leads`` are leads out of turn that were accepted: place of the card, from 0, and who led it.

    >>> from bml_core.bridge import Suit
    >>> seats = seats_of_play([Card(Suit.HEARTS, rank) for rank in "2A43"], Seat.WEST, Strain.SPADES)
    >>> "".join(seat.value for seat in seats)
    'WNESN'
    """
    seats: list[Seat] = []
    turn = leader
    for start in range(0, len(play), _PLAYERS):
        trick = play[start : start + _PLAYERS]
        clockwise = _CLOCKWISE[leads.get(start, turn)]
        seats += clockwise[: len(trick)]
        turn = clockwise[winner(trick, strain) if len(trick) == _PLAYERS else len(trick)]
    return (*seats, turn)


def tricks_of(side: Seat, play: Sequence[Card], leader: Seat, strain: Strain) -> int:
    """Return how many tricks the side of ``side`` wins of those that are complete.

    >>> from bml_core.bridge import Suit
    >>> tricks_of(Seat.SOUTH, [Card(Suit.HEARTS, rank) for rank in "2A43"], Seat.WEST, Strain.SPADES)
    1
    """
    seats = seats_of_play(play, leader, strain)
    # Whoever wins a trick is first in the next one.
    return sum(seat in (side, side.partner) for seat in seats[_PLAYERS::_PLAYERS])
