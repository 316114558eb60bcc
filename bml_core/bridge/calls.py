"""Suits, strains and calls: 35 bids, pass, double and redouble."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import total_ordering

from bml_core._package import arguments_of, text_argument


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


_SIGNS = str.maketrans("♣♦♥♠", "cdhs")


@total_ordering
class Call:
    """A bid, or one of PASS, DOUBLE and REDOUBLE, which come before all bids in order.

    ``str`` gives the text that players write, ``code`` the text in BML and in Full Disclosure files: one
    letter, or a level and the letter of a strain.

    >>> call = Call.parse("1n")
    >>> str(call), call.code, call
    ('1NT', '1N', Bid(1, Strain.NOTRUMP))
    """

    __slots__ = ()

    code: str
    rank: int

    @staticmethod
    def parse(text: str) -> Call:
        """Return the call that ``text`` names, in capital or small letters.

        >>> [str(Call.parse(text)) for text in ("2♥", "3nt", "pass", "Dbl", "xx")]
        ['2H', '3NT', 'P', 'D', 'R']

        Raises:
            ValueError: ``text`` names no call.
        """
        text_argument(text)
        call = find_call(text)
        if call is None:
            raise ValueError(f"text must be a call such as 1H, 2NT, P, D or R, not {text[:40]!r}")
        return call

    def __str__(self) -> str:
        return self.code

    def __lt__(self, other: object) -> bool:
        return self.rank < other.rank if isinstance(other, Call) else NotImplemented


class Action(Call, Enum):
    """A call that is not a bid; the value is its code."""

    PASS = "P"
    DOUBLE = "D"
    REDOUBLE = "R"

    # A plain attribute and the hash of the object: both are asked for every agreement.
    code: str
    rank: int
    __hash__ = object.__hash__

    def __init__(self, letter: str) -> None:
        self.code, self.rank = letter, "PDR".index(letter) - 3

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, repr=False)
class Bid(Call):
    """A bid: level 1 to 7 and a strain; a bid is greater than those it may be made over.

    ``rank`` counts from 0 (1C) to 34 (7NT).

    >>> str(Bid(3, Strain.HEARTS)), Bid(1, Strain.CLUBS).rank, Bid(7, Strain.NOTRUMP).rank
    ('3H', 0, 34)
    >>> Bid(1, Strain.SPADES) < Bid(2, Strain.CLUBS)
    True
    """

    level: int
    strain: Strain
    rank: int = field(init=False, compare=False)
    code: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if self.level not in range(1, 8):
            raise ValueError(f"level must be 1 to 7, not {self.level}")
        arguments_of(Strain, "a strain, such as Strain.HEARTS", strain=self.strain)
        object.__setattr__(self, "rank", (self.level - 1) * 5 + STRAINS.index(self.strain))
        object.__setattr__(self, "code", f"{self.level}{self.strain.value}")

    def __str__(self) -> str:
        return f"{self.level}{self.strain}"

    def __repr__(self) -> str:
        return f"Bid({self.level}, {self.strain!r})"

    def __hash__(self) -> int:
        return self.rank

    def __reduce__(self) -> tuple[Callable[[str], Call], tuple[str]]:
        # Notes that hosts keep hold a bid thousands of times: it stays one.
        return Call.parse, (self.code,)


PASS = Action.PASS
"""The call that is not a bid and no double."""
DOUBLE = Action.DOUBLE
"""The double of an opponent's bid."""
REDOUBLE = Action.REDOUBLE
"""The redouble of a bid that is doubled."""
BIDS: tuple[Bid, ...] = tuple(Bid(level, strain) for level in range(1, 8) for strain in STRAINS)
CALLS: tuple[Call, ...] = (PASS, DOUBLE, REDOUBLE, *BIDS)
"""Every call; the bids come last, in ascending order."""

ACTION_WORDS: Mapping[str, Action] = {
    **dict.fromkeys(("p", "pass"), PASS),
    **dict.fromkeys(("d", "x", "dbl", "double"), DOUBLE),
    **dict.fromkeys(("r", "xx", "rdbl", "redouble"), REDOUBLE),
}
"""Pass, double and redouble by the words that players write for them, in small letters."""

_CALL_OF: Mapping[str, Call] = {
    **ACTION_WORDS,
    **{bid.code.lower(): bid for bid in BIDS},
    **{str(bid).lower(): bid for bid in BIDS},
}
_BIDS = {(bid.level, bid.strain): bid for bid in BIDS}


def find_call(text: str) -> Call | None:
    """Return the call that ``text`` names, in capital or small letters, or None.

    The suit of a bid may be a sign, or a letter after an exclamation mark as elsewhere in BML.

    >>> find_call("2♥") is find_call("2!h") is find_call("2H"), find_call("8H")
    (True, None)
    """
    word = text.strip().translate(_SIGNS).lower()
    # Only the suit of a bid has a mark before it.
    return _CALL_OF.get(word.replace("!", "", 1) if word[1:2] == "!" and word[2:] in "cdhs" else word)


def make_bid(level: int, strain: Strain) -> Bid:
    """Return the bid of this level (1 to 7) and strain, always the same object.

    >>> make_bid(1, Strain.NOTRUMP) is BIDS[4]
    True
    """
    return _BIDS[level, strain]


def bid_above(bid: Bid | None, steps: int) -> Bid | None:
    """Return the bid ``steps`` (1 or more) above ``bid``, or None past 7NT; above no bid, the first is 1C.

    >>> str(bid_above(BIDS[0], 2)), bid_above(BIDS[34], 1)
    ('1H', None)
    """
    rank = (-1 if bid is None else bid.rank) + steps
    return BIDS[rank] if rank < len(BIDS) else None
