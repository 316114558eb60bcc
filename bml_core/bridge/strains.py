"""Suits and strains, lowest first."""

from __future__ import annotations

from enum import Enum


class Suit(Enum):
    """One of the four suits; the value is its capital letter.

    >>> Suit("H").symbol, Suit.HEARTS.word
    ('♥', 'hearts')
    """

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    # The hash of the object: it is asked for every trick.
    __hash__ = object.__hash__

    @property
    def symbol(self) -> str:
        """The suit's printed sign."""
        return _SYMBOLS[self.value]

    @property
    def word(self) -> str:
        """The suit's English name in lower case, plural."""
        return self.name.lower()


class Strain(Enum):
    """What a bid names: a suit or notrump; the value is its capital letter.

    ``suit`` is the suit of the strain, None for notrump.

    >>> [strain.value for strain in STRAINS]
    ['C', 'D', 'H', 'S', 'N']
    >>> Strain.NOTRUMP.suit is None
    True
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


_SYMBOLS = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}
SUITS: tuple[Suit, ...] = tuple(Suit)
STRAINS: tuple[Strain, ...] = tuple(Strain)
