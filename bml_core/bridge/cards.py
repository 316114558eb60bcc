"""Seats, cards and hands, and how players write them: ``AK843 Q5 KJ4 982``, with ``x`` for any small card."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache, total_ordering
from typing import overload

from bml_core._package import arguments_of, text_argument
from bml_core.bridge.calls import SUITS, Suit
from bml_core.diagnostics import Diagnostic, Location, Result, counted
from bml_core.notebooks import notebook_table

RANKS = "AKQJT98765432"
FULL_HAND = 13

_SUITS = tuple(reversed(SUITS))
_SUIT_PLACES = {suit: place * FULL_HAND for place, suit in enumerate(_SUITS)}
_ORDER = f"{RANKS}x"
_SMALL = frozenset("98765432x")

_SIGN_LETTERS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC")
# "♠AKx", "!sAKx", "S: AKx", "SAKx" and "spades AKx"; white signs are those of old typewriters.
_SIGN = re.compile(
    r"!?[♠♥♦♣♤♡♢♧][\ufe0e\ufe0f]?:?|![shdcSHDC]:?|\b(?i:spade|heart|diamond|club)s?\b:?"
    r"|(?<![A-Za-z0-9])[SHDC](?::|(?=[2-9AKQJTx–—-]|10))"
)
# "S AKx H Qxx …" and "sAKx hQxx …"
_LETTER = re.compile(r"(?<!\S)(?:[SHDC](?!\S)|[shdc](?=[2-9AKQJTx–—-]|10))")
_BETWEEN = re.compile(r"[\s,;/|]+")
_WORD = re.compile(r"[^\s,;/|]+")
_CARD = re.compile(r"10|\S")
_VOID = re.compile(r"[-–—]*|void|none", re.IGNORECASE)
_RANK = r"(?:10|[2-9AKQJTXx])"
HOLDING = rf"(?:(?:{_SIGN.pattern}|[SHDC](?=\s))\s?(?:{_RANK}(?: ?{_RANK})*|-+|[–—])?|{_RANK}+|-+|[–—])"
"""The pattern of a holding among other text; after a sign its cards may have spaces between them."""
_FOUR_SUITS = "Write spades, hearts, diamonds and clubs, such as AK843 Q5 KJ4 982, and a dash for a void."


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
        """Return the seat this many steps clockwise."""
        return _CLOCKWISE[(_PLACES[self] + steps) % len(_CLOCKWISE)]


_CLOCKWISE = tuple(Seat)
_PLACES = {seat: place for place, seat in enumerate(_CLOCKWISE)}
for _seat in Seat:
    _seat.left, _seat.partner = _seat.after(1), _seat.after(2)


@total_ordering
@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """A card; ``rank`` is a letter or digit of ``RANKS``. Cards are in order from C2 up to SA.

    ``place`` is its place in the pack, from 0: spades first, each suit from the ace down.

    >>> str(Card(Suit.HEARTS, "K")), Card(Suit.HEARTS, "K").place
    ('HK', 14)
    """

    suit: Suit
    rank: str
    place: int = field(init=False, compare=False)
    text: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.rank) != 1 or self.rank not in RANKS:
            raise ValueError(f"rank must be one of {RANKS}, not {self.rank[:40]!r}")
        object.__setattr__(self, "place", _SUIT_PLACES[self.suit] + RANKS.index(self.rank))
        object.__setattr__(self, "text", f"{self.suit.value}{self.rank}")

    @staticmethod
    def parse(text: str) -> Card:
        """Return the card that ``text`` names: the letter or the sign of its suit, then its rank.

        >>> [str(Card.parse(text)) for text in ("SA", "♠A", "!h10", "c2")]
        ['SA', 'SA', 'HT', 'C2']

        Raises:
            ValueError: ``text`` names no card.
        """
        text_argument(text)
        name = text.strip().removeprefix("!").translate(_SIGN_LETTERS).upper().replace("10", "T")
        if name not in CARDS:
            raise ValueError(f"text must be a card such as SA or ♥10, not {text[:40]!r}")
        return CARDS[name]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.suit!r}, {self.rank!r})"

    def __hash__(self) -> int:
        return self.place

    def __lt__(self, other: object) -> bool:
        return self.place > other.place if isinstance(other, Card) else NotImplemented


CARDS: dict[str, Card] = {str(card): card for suit in _SUITS for rank in RANKS for card in [Card(suit, rank)]}
"""The 52 cards by suit and rank, as ``HK``; spades first, aces first."""


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """Four holdings in the order spades, hearts, diamonds, clubs.

    A holding is a string of ranks (``T`` is the ten, ``x`` any small card), empty for a void. A hand may
    hold any number of cards. Iterating gives the cards that are named, spades first; a number is the index of
    one of them, a suit that of its holding. :meth:`of` makes a hand of cards.

    >>> hand = Hand("A987xx", "", "Q9xx", "Axx")
    >>> hand.shape, len(hand), str(hand)
    ((6, 0, 4, 3), 13, 'A987xx - Q9xx Axx')
    >>> hand[Suit.CLUBS], str(hand[0]), [str(card) for card in hand][:2], CARDS["DQ"] in hand
    ('Axx', 'SA', ['SA', 'S9'], True)
    """

    spades: str
    hearts: str
    diamonds: str
    clubs: str

    def __post_init__(self) -> None:
        # Nothing is left of holdings in which each character is a rank. All four are looked at together
        # first: hands are dealt by thousands.
        try:
            if not "".join(self.holdings).strip(_ORDER):
                return
        except TypeError:
            holdings = zip(("spades", "hearts", "diamonds", "clubs"), self.holdings, strict=True)
            arguments_of(str, "ranks such as 'AKTx'", **dict(holdings))
            raise
        for suit, holding in zip(_SUITS, self.holdings, strict=True):
            if holding.strip(_ORDER):
                raise ValueError(f"{suit.word} must be ranks such as AKTx, not {holding[:40]!r}")

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Return the hand of thirteen cards that ``text`` holds, spades first; ``x`` is a small card.

        :func:`parse_hand` returns diagnostics, and hands of fewer cards.

        >>> Hand.parse("ak843 q5 kj4 10xx")
        Hand('AK843', 'Q5', 'KJ4', 'Txx')
        >>> Hand.parse("♠AK843 ♥- ♦KJ4 ♣98765") == Hand.parse("AK843..KJ4.98765")
        True

        Raises:
            ValueError: ``text`` is not a hand of thirteen different cards.
        """
        text_argument(text)
        hand = parse_hand(text)
        if hand.value is None:
            raise ValueError(f"text must be a hand: {hand.diagnostics[0].sentence}")
        return hand.value

    @classmethod
    def of(cls, *cards: Card) -> Hand:
        """Return the hand of these cards.

        >>> Hand.of(CARDS["SK"], CARDS["SA"], CARDS["D2"])
        Hand('AK', '', '2', '')
        """
        for card in cards:
            arguments_of(Card, "a card, such as Card.parse('SA')", card=card)
        ranks = sorted(cards, key=lambda card: _ORDER.index(card.rank))
        return cls(*("".join(card.rank for card in ranks if card.suit is suit) for suit in _SUITS))

    def __str__(self) -> str:
        return " ".join(holding or "-" for holding in self.holdings)

    def __repr__(self) -> str:
        return f"Hand({', '.join(map(repr, self.holdings))})"

    def _repr_html_(self) -> str:
        rows = zip(_SUITS, self.holdings, strict=True)
        return notebook_table((suit.symbol, holding or "–") for suit, holding in rows)

    @property
    def holdings(self) -> tuple[str, str, str, str]:
        """Return the four holdings, spades first."""
        return self.spades, self.hearts, self.diamonds, self.clubs

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Return the four suit lengths, spades first."""
        return len(self.spades), len(self.hearts), len(self.diamonds), len(self.clubs)

    @property
    def hcp(self) -> int:
        """Return the high-card points: ace 4, king 3, queen 2, jack 1.

        >>> Hand("AKx", "Qxx", "Jxx", "xxxx").hcp
        10
        """
        cards = f"{self.spades}{self.hearts}{self.diamonds}{self.clubs}"
        return 4 * cards.count("A") + 3 * cards.count("K") + 2 * cards.count("Q") + cards.count("J")

    @property
    def is_full(self) -> bool:
        """Return whether the hand has thirteen cards."""
        return len(self) == FULL_HAND

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards that are named, ``x`` left out."""
        suits = zip("SHDC", self.holdings, strict=True)
        return tuple([CARDS[suit + rank] for suit, holding in suits for rank in holding if rank != "x"])

    def __len__(self) -> int:
        return sum(self.shape)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    @overload
    def __getitem__(self, index: Suit) -> str: ...

    @overload
    def __getitem__(self, index: int) -> Card: ...

    def __getitem__(self, index: Suit | int) -> str | Card:
        if isinstance(index, Suit):
            return self.holdings[_SUITS.index(index)]
        if isinstance(index, int):
            return self.cards[index]
        raise TypeError(f"the index must be a suit or a number, not {type(index).__name__}")


def parse_hand(
    text: str,
    place: Location = Location("hand", 1),  # noqa: B008
    *,
    complete: bool = True,
) -> Result[Hand | None]:
    """Return the hand that ``text`` holds, or None if it cannot be read; ``place`` is where the text begins.

    With ``complete`` it has thirteen different cards, and the first irregularity is reported. Without, it may
    have fewer cards, and those that occur twice or one too many leave it readable.

    >>> parse_hand("AK843 q5 kj4 10xx").value
    Hand('AK843', 'Q5', 'KJ4', 'Txx')
    >>> print(parse_hand("AK843 Q5 KJ4 989").diagnostics[0])
    hand:1:16: error BML634: The card C9 appears twice in this hand. Each card occurs once; x is a small card.
    >>> parse_hand("AKx - - -", complete=False).value
    Hand('AKx', '', '', '')
    """
    try:
        cards = [card for suit, holding in _holdings(text, place) for card in _cards(suit, holding, place)]
    except _UnreadableError as error:
        diagnostics, is_readable = [error.diagnostic], False
        cards = []
    else:
        diagnostics = list(_irregularities(cards, place.shifted(len(text.rstrip())), complete=complete))
        is_readable = not (complete and diagnostics)
    if complete:
        diagnostics = [replace(diagnostic, code="BML634") for diagnostic in diagnostics[:1]]
    if not is_readable:
        return Result(None, tuple(diagnostics))
    ranks = sorted(cards, key=lambda card: _ORDER.index(card.rank))
    holdings = ("".join(card.rank for card in ranks if card.suit is suit) for suit in _SUITS)
    return Result(Hand(*holdings), tuple(diagnostics))


class _UnreadableError(Exception):
    """The hand cannot be read; never leaves this module."""

    def __init__(self, message: str, place: Location, hint: str = _FOUR_SUITS) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic("BML301", message, place, hint)


@dataclass(frozen=True, slots=True)
class _WrittenCard:
    """A card of a hand as it is written; its rank may be ``x``."""

    suit: Suit
    rank: str
    place: Location


@dataclass(frozen=True, slots=True)
class WrittenHolding:
    """A holding as it is written: its cards, where they begin, and the suit of the sign before them."""

    cards: str
    start: int
    suit: Suit | None = None
    sign: int = 0

    @property
    def is_void(self) -> bool:
        """Return whether it says that there are no cards."""
        return _VOID.fullmatch(self.cards) is not None

    @property
    def length(self) -> int:
        """Return the number of its cards."""
        return 0 if self.is_void else len(_CARD.findall(self.cards))

    @property
    def is_read(self) -> bool:
        """Return whether it is a void, or nothing but cards in capitals; ``x`` may be small."""
        cards = self.cards.replace(" ", "").replace("10", "T").replace("X", "x")
        return self.is_void or not cards.strip(_ORDER)


@lru_cache(maxsize=1 << 8)
def written_holdings(text: str) -> tuple[WrittenHolding, ...]:
    """Return the holdings of a hand, in each way in which players keep them apart.

    >>> for text in ("AKx Qxx - x", "AKx.Qxx..x", "AKx|Qxx||x", "S AKx H Q x x D void C x"):
    ...     print([holding.cards for holding in written_holdings(text)])
    ['AKx', 'Qxx', '-', 'x']
    ['AKx', 'Qxx', '', 'x']
    ['AKx', 'Qxx', '', 'x']
    ['AKx', 'Q x x', 'void', 'x']
    """
    signs = list(_SIGN.finditer(text))
    letters = list(_LETTER.finditer(text))
    if not signs and sorted(letter[0].upper() for letter in letters) == sorted("SHDC"):
        signs = letters
    if not signs:
        return tuple(_apart(text, 0, _separator(text)))
    holdings = _apart(text[: signs[0].start()].strip(" \t.,;/|"), 0, _BETWEEN)
    ends = [*(sign.start() for sign in signs[1:]), len(text)]
    for sign, end in zip(signs, ends, strict=True):
        between = text[sign.end() : end]
        # "S-AKx" is not a void.
        lead = re.match(r"\s*(?:[-–=]\s*(?=\w))?", between)
        start = sign.end() + (lead.end() if lead else 0)
        cards = text[start:end].strip().rstrip(".,;/| ")
        letter = sign[0].lstrip("!").translate(_SIGN_LETTERS)[0].upper()
        # With a sign before each suit, "♠ A K x" is a suit; after a single one it is three.
        parts = [WrittenHolding(cards, start)] if len(signs) > 2 else _apart(cards, start, _BETWEEN)
        first, *rest = parts or [WrittenHolding("", start)]
        holdings += [replace(first, suit=Suit(letter), sign=sign.start()), *rest]
    return tuple(holdings)


def _separator(text: str) -> re.Pattern[str]:
    """Return what is between the holdings of a hand without signs; a mark may have nothing between it."""
    text = text.strip()
    marks = "." if "." in text else "/|;,:_" + ("" if " " in text else "-")
    if mark := next((mark for mark in marks if mark == "." or text.count(mark) == len(SUITS) - 1), ""):
        return re.compile(rf"\s*{re.escape(mark)}\s*")
    # "A K x   Q x x   K J x x   x x x"
    groups = re.compile(r"\s{2,}")
    is_grouped = len(groups.split(text)) == len(SUITS) < len(_BETWEEN.split(text))
    return groups if is_grouped else _BETWEEN


def _apart(text: str, start: int, separator: re.Pattern[str]) -> list[WrittenHolding]:
    """Return the parts of a text, its first character being at ``start``."""
    begin = len(text) - len(text.lstrip())
    text = text.rstrip()
    if separator is _BETWEEN:
        return [WrittenHolding(found[0], start + found.start()) for found in _WORD.finditer(text)]
    between = list(separator.finditer(text, begin))
    begins = [begin, *(found.end() for found in between)]
    ends = [*(found.start() for found in between), len(text)]
    return [WrittenHolding(text[a:b], start + a) for a, b in zip(begins, ends, strict=True)]


def _holdings(text: str, place: Location) -> Iterator[tuple[Suit, WrittenHolding]]:
    """Return the four holdings; suits that all have their signs may be in any order."""
    found = [*written_holdings(text)]
    signs = [each.suit for each in found]
    missing = [suit for suit in _SUITS if suit not in signs]
    if len(found) == len(missing) + 2 == len(_SUITS) - 1 and sum(each.length for each in found) == FULL_HAND:
        # "♠AKxxx ♥Qxxxx ♦KJx" are thirteen cards, so there is no club.
        found.append(WrittenHolding("", len(text), missing[0]))
        signs.append(missing[0])
    if len(found) != len(_SUITS):
        count = counted(len(found), "suit")
        at = len(text.rstrip()) if len(found) < len(_SUITS) else found[len(_SUITS)].start
        raise _UnreadableError(f"This hand has {count}; a hand has four.", place.shifted(at))
    suits = [suit for suit in signs if suit is not None] if None not in signs else _SUITS
    for index, (sign, suit) in enumerate(zip(signs, suits, strict=True)):
        if sign is not None and (sign is not suit or sign in signs[:index]):
            at = found[index].sign
            raise _UnreadableError(f"{sign.word.capitalize()} does not belong here.", place.shifted(at))
    return zip(suits, found, strict=True)


def _cards(suit: Suit, holding: WrittenHolding, place: Location) -> Iterator[_WrittenCard]:
    if holding.is_void:
        return
    for found in _CARD.finditer(holding.cards):
        at = place.shifted(holding.start + found.start())
        rank = {"10": "T", "X": "x"}.get(found[0].upper(), found[0].upper())
        if rank not in _ORDER:
            raise _UnreadableError(f"{found[0]} is not a card.", at, f"Cards are {RANKS}, and x.")
        yield _WrittenCard(suit, rank, at)


def _irregularities(cards: Sequence[_WrittenCard], end: Location, *, complete: bool) -> Iterator[Diagnostic]:
    """Report cards that occur twice, one too many or, in a complete hand, missing."""
    seen: Counter[tuple[Suit, str]] = Counter()
    small: Counter[Suit] = Counter()
    for card in cards:
        seen[card.suit, card.rank] += 1
        small[card.suit] += card.rank in _SMALL
        if card.rank != "x" and seen[card.suit, card.rank] == 2:
            message = f"The card {card.suit.value}{card.rank} appears twice in this hand."
            yield Diagnostic("BML303", message, card.place, "Each card occurs once; x is a small card.")
        if card.rank in _SMALL and small[card.suit] == len(_SMALL):
            message = "A suit has eight cards below the ten."
            yield Diagnostic("BML303", message, card.place, "Name the others.")
    if len(cards) > FULL_HAND or (complete and len(cards) < FULL_HAND):
        at = cards[FULL_HAND].place if len(cards) > FULL_HAND else end
        count = counted(len(cards), "card")
        yield Diagnostic("BML304", f"This hand has {count}; a hand has thirteen.", at, "Count again.")


HandLike = str | Hand
"""A hand, or its text, such as ``AK843 Q5 KJ4 982``."""


def hand_argument(hand: HandLike) -> Hand:
    """Return the hand that the argument ``hand`` holds.

    >>> hand_argument("AK843 Q5 KJ4 982").hcp
    13

    Raises:
        TypeError: It is of another type.
        ValueError: The text is not a hand, or the hand does not have thirteen cards.
    """
    if not isinstance(hand, str | Hand):
        raise TypeError(
            f"hand must be a hand or its text such as 'AK843 Q5 KJ4 982', not {type(hand).__name__}"
        )
    if isinstance(hand, str):
        read = parse_hand(hand)
        if read.value is None:
            raise ValueError(f"hand {hand[:40]!r} cannot be used: {read.diagnostics[0].sentence}")
        return read.value
    if not hand.is_full:
        raise ValueError(f"hand must have 13 cards, not {len(hand)}")
    return hand
