"""Seats, cards and hands, including hands that name small cards only as ``x``."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from bml_core.bridge.holdings import FULL_HAND, RANKS, parse_holdings
from bml_core.bridge.strains import SUITS, Suit
from bml_core.diagnostics import Location, Result

_SUIT_PLACES = {suit: place * FULL_HAND for place, suit in enumerate(reversed(SUITS))}
_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


class Seat(Enum):
    """A player's place at the table; the value is its letter.

    ``left`` is the next seat clockwise, ``partner`` the seat opposite.

    >>> Seat.SOUTH.left.name, Seat.SOUTH.partner.name, Seat.SOUTH.after(3).name
    ('WEST', 'NORTH', 'EAST')
    """

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    # Plain attributes and the hash of the object: all are asked for every board and every trick.
    left: Seat
    partner: Seat
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Seat.{self.name}"

    def after(self, steps: int) -> Seat:
        """Return the seat so many steps clockwise."""
        return _CLOCKWISE[(_PLACES[self] + steps) % len(_CLOCKWISE)]


_CLOCKWISE = tuple(Seat)
_PLACES = {seat: place for place, seat in enumerate(_CLOCKWISE)}
for _seat in Seat:
    _seat.left, _seat.partner = _seat.after(1), _seat.after(2)


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """A card; ``rank`` is a letter or digit of ``RANKS``.

    ``place`` is its place in the pack, from 0: spades first, each suit from the ace down.

    >>> str(Card(Suit.HEARTS, "K")), Card(Suit.HEARTS, "K").place
    ('HK', 14)
    """

    suit: Suit
    rank: str
    place: int = field(init=False, compare=False)
    text: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", _SUIT_PLACES[self.suit] + RANKS.find(self.rank))
        object.__setattr__(self, "text", f"{self.suit.value}{self.rank}")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.suit!r}, {self.rank!r})"

    def __hash__(self) -> int:
        return self.place


CARDS: dict[str, Card] = {
    str(card): card for suit in reversed(SUITS) for rank in RANKS for card in [Card(suit, rank)]
}
"""The 52 cards by suit and rank, as ``HK``; spades first, aces first."""


class _Suit(dict[str, Card]):
    """The cards of a suit by rank, each made once."""

    def __init__(self, suit: Suit) -> None:
        super().__init__((card.rank, card) for card in CARDS.values() if card.suit is suit)
        self.suit = suit

    def __missing__(self, rank: str) -> Card:
        return Card(self.suit, rank)


_CARDS_OF_SUITS = tuple(map(_Suit, reversed(SUITS)))


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """Four holdings in the order spades, hearts, diamonds, clubs.

    A holding is a string of ranks (``T`` is the ten, ``x`` any small card), empty for a void. A hand may
    hold any number of cards.

    >>> hand = Hand("A987xx", "", "Q9xx", "Axx")
    >>> hand.shape, len(hand), str(hand)
    ((6, 0, 4, 3), 13, 'A987xx - Q9xx Axx')
    """

    spades: str
    hearts: str
    diamonds: str
    clubs: str

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Return the hand of thirteen cards that ``text`` holds, spades first; ``x`` is a small card.

        :func:`parse_hand` returns diagnostics, and hands of fewer cards.

        >>> Hand.parse("ak843 q5 kj4 10xx")
        Hand('AK843', 'Q5', 'KJ4', 'Txx')
        >>> Hand.parse("♠AK843 ♥- ♦KJ4 ♣98765") == Hand.parse("AK843..KJ4.98765")
        True

        Raises:
            TypeError: ``text`` is no string.
            ValueError: ``text`` is no hand of thirteen different cards.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a string, not {type(text).__name__}")
        hand = parse_hand(text)
        if hand.value is None:
            raise ValueError(f"text must be a hand: {hand.diagnostics[0].sentence}")
        return hand.value

    def __str__(self) -> str:
        return " ".join(holding or "-" for holding in self.holdings)

    def __repr__(self) -> str:
        return f"Hand({', '.join(map(repr, self.holdings))})"

    @property
    def holdings(self) -> tuple[str, str, str, str]:
        """The four holdings, spades first."""
        return self.spades, self.hearts, self.diamonds, self.clubs

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The four suit lengths, spades first."""
        return len(self.spades), len(self.hearts), len(self.diamonds), len(self.clubs)

    @property
    def hcp(self) -> int:
        """The high-card points: ace 4, king 3, queen 2, jack 1.

        >>> Hand("AKx", "Qxx", "Jxx", "xxxx").hcp
        10
        """
        return sum(_POINTS.get(rank, 0) for holding in self.holdings for rank in holding)

    @property
    def is_full(self) -> bool:
        """Whether the hand has thirteen cards."""
        return len(self) == FULL_HAND

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that are named, ``x`` left out."""
        return tuple(
            [
                cards[rank]
                for cards, holding in zip(_CARDS_OF_SUITS, self.holdings, strict=True)
                for rank in holding
                if rank != "x"
            ]
        )

    def __len__(self) -> int:
        return sum(self.shape)


def parse_hand(
    text: str,
    place: Location = Location("hand", 1),  # noqa: B008
    *,
    complete: bool = True,
) -> Result[Hand | None]:
    """Return the hand that ``text`` holds, or None if it cannot be read; ``place`` is where the text begins.

    With ``complete`` it has thirteen different cards; without, it may have fewer.

    >>> parse_hand("AK843 q5 kj4 10xx").value
    Hand('AK843', 'Q5', 'KJ4', 'Txx')
    >>> print(parse_hand("AK843 Q5 KJ4 989").diagnostics[0])
    hand:1:16: error BML634: The card C9 is twice in this hand. Each card is there once; x is a small one.
    >>> parse_hand("AKx - - -", complete=False).value
    Hand('AKx', '', '', '')
    """
    holdings = parse_holdings(text, place, complete=complete)
    return Result(None if holdings.value is None else Hand(*holdings.value), holdings.diagnostics)
