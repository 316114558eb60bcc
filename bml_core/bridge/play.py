"""Tricks, and what is wrong with a board by the laws or by counting: cards twice, illegal calls, revokes.

Formats of boards report irregularities in words of their own, at the place in their file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from bml_core.bridge.auctions import LONGEST_AUCTION, Illegality, illegality
from bml_core.bridge.boards import Deal, MadeCall
from bml_core.bridge.calls import STRAINS, SUITS, Call, Strain, Suit
from bml_core.bridge.cards import CARDS, FULL_HAND, RANKS, Card, Hand, Seat
from bml_core.diagnostics import counted

_PLAYERS = 4
_RANKS = frozenset(RANKS)


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


# ---------------------------------------------------------------- irregularities


class IrregularityKind(Enum):
    """A kind of irregularity, by the part of the board it is in."""

    CARD_TWICE = "deal: a card is there twice"
    HAND_SIZE = "deal: a hand has more or fewer cards than the longest, or than thirteen"
    INSUFFICIENT_BID = "auction: the bid is not higher than the last bid"
    ILLEGAL_CALL = "auction: the call is not legal"
    CALL_AFTER_END = "auction: the call comes after the end"
    CARD_NOT_HELD = "play: the player does not hold the card"
    CARD_PLAYED_BEFORE = "play: the card has been played"
    REVOKE = "play: the player could have followed suit"


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something that is wrong with a board.

    Attributes:
        kind: What kind of thing it is.
        text: A sentence without its full stop; of a call only the reason, since formats spell calls each in
            its own way.
        index: Which call or which card of the play it is, from 0.
    """

    kind: IrregularityKind
    text: str
    index: int = 0


# ---------------------------------------------------------------- the deal


def is_pack(deal: Deal) -> bool:
    """Return whether the four hands are 52 different cards, thirteen each.

    >>> is_pack(Deal())
    False
    """
    hands = [hand for hand in (deal.north, deal.east, deal.south, deal.west) if hand is not None]
    if len(hands) < _PLAYERS:
        return False
    suits = ["".join(suit) for suit in zip(*[hand.holdings for hand in hands], strict=True)]
    has_every_card = all(len(suit) == FULL_HAND and frozenset(suit) == _RANKS for suit in suits)
    return has_every_card and all(len(hand) == FULL_HAND for hand in hands)


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


def deal_irregularities(deal: Deal) -> Iterator[Irregularity]:
    """Yield the cards that are in a deal twice, and the hands with too many or too few cards.

    The longest hand sets the number of cards, thirteen at most.

    >>> [found.text for found in deal_irregularities(Deal(Hand("A", "", "", ""), Hand("AK", "", "", "")))]
    ['The card SA is held by both North and East', 'North has 1 card instead of 2']
    """
    if is_pack(deal):
        return
    hands = [(seat, hand) for seat in Seat if (hand := deal.hand(seat)) is not None]
    holders: dict[Card, Seat] = {}
    for seat, hand in hands:
        for card, count in Counter(hand.cards).items():
            other = holders.setdefault(card, seat)
            if other is not seat:
                text = f"The card {card} is held by both {other.name.title()} and {seat.name.title()}"
                yield Irregularity(IrregularityKind.CARD_TWICE, text)
            elif count > 1:
                text = f"The card {card} appears twice in the hand of {seat.name.title()}"
                yield Irregularity(IrregularityKind.CARD_TWICE, text)
    expected = min(FULL_HAND, max((len(hand) for _, hand in hands), default=FULL_HAND))
    for seat, hand in hands:
        if len(hand) != expected:
            text = f"{seat.name.title()} has {counted(len(hand), 'card')} instead of {expected}"
            yield Irregularity(IrregularityKind.HAND_SIZE, text)


# ---------------------------------------------------------------- the auction


def call_irregularities(calls: Sequence[MadeCall]) -> Iterator[Irregularity]:
    """Yield the calls that are not legal, and the first one after the end, where it stops.

    An insufficient bid that was accepted is none, and neither is a seat that was passed over.

    >>> from bml_core.bridge import BIDS, DOUBLE
    >>> [(found.index, found.text) for found in call_irregularities([MadeCall(DOUBLE), MadeCall(BIDS[0])])]
    [(0, 'there is no bid to double')]
    """
    before: list[Call | None] = []
    for index, made in enumerate(calls):
        reason = None if made.call is None else illegality(before, made.call)
        if reason is Illegality.AUCTION_OVER or index > LONGEST_AUCTION:
            yield Irregularity(IrregularityKind.CALL_AFTER_END, Illegality.AUCTION_OVER.value, index)
            return
        if reason is Illegality.INSUFFICIENT:
            if not made.irregular:
                yield Irregularity(IrregularityKind.INSUFFICIENT_BID, reason.value, index)
        elif reason is not None:
            yield Irregularity(IrregularityKind.ILLEGAL_CALL, reason.value, index)
        before.append(made.call)


# ---------------------------------------------------------------- the play


def card_irregularities(
    play: Sequence[Card], leader: Seat, strain: Strain, deal: Deal, leads: Mapping[int, Seat] = NO_LEADS
) -> Iterator[Irregularity]:
    """Yield the cards that may not be played; after a revoke the cards that follow are looked at, too.

    Hands that are not known hold any card, and so do hands with small cards that are not named. ``leads``
    are leads out of turn as in :func:`~bml_core.bridge.seats_of_play`.

    >>> from bml_core.bridge import CARDS
    >>> irregular = card_irregularities(
    ...     [CARDS["SK"], CARDS["H2"]], Seat.WEST, Strain.CLUBS, Deal(north=Hand("A", "2", "", ""))
    ... )
    >>> [(found.index, found.text) for found in irregular]
    [(1, 'North plays H2: the player could have followed suit')]
    """
    hands = {seat: hand for seat in Seat if (hand := deal.hand(seat)) is not None}
    held = {seat: dict(zip(SUITS[::-1], hand.holdings, strict=True)) for seat, hand in hands.items()}
    played: set[str] = set()
    for index, (seat, card) in enumerate(zip(seats_of_play(play, leader, strain, leads), play, strict=False)):
        led = play[index - index % _PLAYERS].suit
        holdings = held.get(seat)
        kind, reason = None, ""
        if card.text in played:
            kind, reason = IrregularityKind.CARD_PLAYED_BEFORE, "the card has already been played"
        elif holdings is not None and card.rank not in holdings[card.suit]:
            if card.rank in "AKQJT" or not any("x" in holding for holding in hands[seat].holdings):
                kind, reason = IrregularityKind.CARD_NOT_HELD, "the player does not hold this card"
        elif holdings is not None and card.suit is not led and holdings[led].strip("x"):
            kind, reason = IrregularityKind.REVOKE, "the player could have followed suit"
        if kind is not None:
            yield Irregularity(kind, f"{seat.name.title()} plays {card}: {reason}", index)
        played.add(card.text)
        if holdings is not None:
            holdings[card.suit] = holdings[card.suit].replace(card.rank, "")
