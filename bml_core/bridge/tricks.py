"""Tricks: who wins them, whose turn it is, and what the laws say about a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from bml_core.bridge.boards import Deal
from bml_core.bridge.calls import STRAINS, SUITS, Strain, Suit
from bml_core.bridge.cards import CARDS, RANKS, Card, Hand, Seat

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
        turn = leads.get(start, turn)
        seats += [turn.after(place) for place in range(len(trick))]
        turn = turn.after(winner(trick, strain) if len(trick) == _PLAYERS else len(trick))
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


class PlayIrregularity(Enum):
    """A reason why a card may not be played; the value is a clause of a sentence."""

    NOT_HELD = "the player does not hold this card"
    PLAYED_BEFORE = "the card has already been played"
    REVOKE = "the player could have followed suit"


@dataclass(frozen=True, slots=True)
class IrregularPlay:
    """A card that may not be played: its place in the play, from 0, who played it, and why not."""

    index: int
    seat: Seat
    irregularity: PlayIrregularity


def irregular_plays(
    play: Sequence[Card], leader: Seat, strain: Strain, deal: Deal, *, leads: Mapping[int, Seat] = NO_LEADS
) -> tuple[IrregularPlay, ...]:
    """Return the cards that may not be played; after a revoke the cards that follow are looked at, too.

    Hands that are not known hold any card. ``leads`` are leads out of turn as in :func:`seats_of_play`.

    >>> from bml_core.bridge import Hand, Suit
    >>> deal = Deal(north=Hand("A", "2", "", ""))
    >>> play = [Card(Suit.SPADES, "K"), Card(Suit.HEARTS, "2")]
    >>> irregular = irregular_plays(play, Seat.WEST, Strain.CLUBS, deal)
    >>> [(card.index, card.seat.name, card.irregularity.name) for card in irregular]
    [(1, 'NORTH', 'REVOKE')]
    """
    seats = seats_of_play(play, leader, strain, leads)
    held = {seat: _Holder(hand) for seat in Seat if (hand := deal.hand(seat)) is not None}
    seen: set[Card] = set()
    irregular: list[IrregularPlay] = []
    for index, (seat, card) in enumerate(zip(seats, play, strict=False)):
        led = play[index - index % _PLAYERS]
        reason = _irregularity(card, led, held.get(seat), seen)
        if reason is not None:
            irregular.append(IrregularPlay(index, seat, reason))
        seen.add(card)
        if seat in held:
            held[seat].cards.discard(card)
    return tuple(irregular)


class _Holder:
    """What is left of a known hand; ``partly`` where small cards are not named."""

    def __init__(self, hand: Hand) -> None:
        self.cards = set(hand.cards)
        self.partly = len(self.cards) < len(hand)


def _irregularity(card: Card, led: Card, holder: _Holder | None, seen: set[Card]) -> PlayIrregularity | None:
    if card in seen:
        return PlayIrregularity.PLAYED_BEFORE
    if holder is None:
        return None
    if card not in holder.cards:
        return None if holder.partly else PlayIrregularity.NOT_HELD
    if card.suit is not led.suit and any(other.suit is led.suit for other in holder.cards):
        return PlayIrregularity.REVOKE
    return None
