"""Suits and strains, lowest first."""

from __future__ import annotations

from enum import Enum
from functools import total_ordering


@total_ordering
class Suit(Enum):
    """One of the four suits, clubs the lowest; the value is its capital letter.

    >>> Suit("H").symbol, Suit.HEARTS.word, Suit.HEARTS < Suit.SPADES
    ('♥', 'hearts', True)
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    # The hash of the object: it is asked for every trick.
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Suit.{self.name}"

    def __lt__(self, other: object) -> bool:
        return SUITS.index(self) < SUITS.index(other) if isinstance(other, Suit) else NotImplemented

    @property
    def symbol(self) -> str:
        """Return the suit's printed sign."""
        return _SYMBOLS[self.value]

    @property
    def word(self) -> str:
        """Return the suit's English name in lower case, plural."""
        return self.name.lower()


@total_ordering
class Strain(Enum):
    """What a bid names: a suit or notrump, clubs the lowest; the value is its capital letter.

    ``str`` gives the letters that players write, ``suit`` the suit of the strain, None for notrump.

    >>> [strain.value for strain in STRAINS], str(Strain.NOTRUMP)
    (['C', 'D', 'H', 'S', 'N'], 'NT')
    >>> Strain.NOTRUMP.suit is None, Strain.NOTRUMP > Strain.SPADES
    (True, True)
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "N"

    # A plain attribute and the hash of the object: both are asked for every agreement.
    suit: Suit | None
    __hash__ = object.__hash__

    def __init__(self, letter: str) -> None:
        self.suit = None if letter == "N" else Suit(letter)

    def __str__(self) -> str:
        return "NT" if self is Strain.NOTRUMP else self.value

    def __repr__(self) -> str:
        return f"Strain.{self.name}"

    def __lt__(self, other: object) -> bool:
        return STRAINS.index(self) < STRAINS.index(other) if isinstance(other, Strain) else NotImplemented


_SYMBOLS = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}
SUITS: tuple[Suit, ...] = tuple(Suit)
STRAINS: tuple[Strain, ...] = tuple(Strain)
