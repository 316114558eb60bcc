"""Phrases about the length of one suit, or of some: ``4+!h/!s``, ``5-card suit``, ``4+ minor``."""

from __future__ import annotations

from collections.abc import Sequence

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.amounts import Amount, Bounds
from bml_core.hands.descriptions.cursor import Cursor
from bml_core.hands.descriptions.vocabulary import MAJORS, PAIRS, POINTS

_CARDS = ("card", "cards", "carder", "suit")
#: A 5-card suit may be longer; a 6-card suit is one of six, or of six and more.
_MAY_BE_LONGER = range(3, 6)
_MOST = "A suit has at most 13 cards"


def read_lengths(
    cursor: Cursor, amount: Amount, own: Sequence[Suit], support: Suit | None, *, denied: bool, prose: bool
) -> c.Formula | None:
    """Return the lengths of the suits behind an amount: ``!s``, ``!h/!s``, ``cards in hearts``, ``suit``.

    ``own`` are the suits that ``suit`` may mean, ``support`` is the suit that is raised. A number that is
    ``denied`` is denied with every greater one. Return None where no suit follows.
    """
    its_own = own[0] if prose and own and not denied else None
    pair = read_pair(cursor, amount, its_own) or _support(cursor, amount, support)
    if pair is not None or (cursor.suit is None and not _speaks_of_cards(cursor)):
        return pair
    is_own = cursor.take("-", "=") == "="
    is_open = False
    if cursor.word in _CARDS[:-1]:
        # A 5-card suit may be longer, 5 cards are five.
        is_open = cursor.take(*_CARDS[:-1]) == "card" and cursor.word not in ("in", "of")
        is_own = not cursor.take("in", "of")
    if prose and is_open and amount.is_exact and amount.low not in _MAY_BE_LONGER:
        raise cursor.unknown("Write such as 6!s or 6+!s.")
    is_own = bool(cursor.take("suit")) or is_own
    if not is_own or cursor.suit is not None:
        suits: Sequence[Suit] = _named(cursor)
        cursor.take("suit")
    elif own and (len(own) == 1 or is_open):
        suits = own
    else:
        raise cursor.unknown("Write in and a suit.")
    ranges = _ranges(amount, is_open=is_open or denied)
    if len(suits) == len(c.SUIT_ORDER):
        return c.some_suit(amount.low, suits, "suit")
    return c.any_of(c.cards(low, high, suit) for suit in suits for low, high in ranges)


def _speaks_of_cards(cursor: Cursor) -> bool:
    word = cursor.ahead(1) if cursor.word == "-" else cursor.word
    return cursor.word == "=" or word in _CARDS


def _named(cursor: Cursor) -> list[Suit]:
    suits = []
    while True:
        suit = cursor.take_suit()
        if suit is None:
            raise cursor.no_suit()
        suits.append(suit)
        place = cursor.at + 1
        if cursor.word != "/" or place >= cursor.end or cursor.tokens[place].suit is None:
            return suits
        cursor.take("/")


def read_pair(cursor: Cursor, amount: Amount, own: Suit | None = None) -> c.Formula | None:
    """Return the majors or minors behind an amount: ``-card major``, ``of a minor``; None if there are none.

    A 4-card major may be longer. Where ``own`` is a major, the call is about that one; a call in a minor is
    as often about either.
    """
    begin = cursor.at
    cursor.take("-")
    is_card = cursor.take("card", "cards")
    is_least = not amount.is_exact and not amount.reads_as_points
    if is_card or cursor.word == "of" or (cursor.word in ("in", *PAIRS) and is_least):
        if cursor.take("of", "in"):
            cursor.take("a", "either")
        word = cursor.take("major", "minor")
        if word:
            cursor.take("suit")
            suits = [own] if own in MAJORS and word == "major" else PAIRS[word]
            is_open = is_card == "card"
            if (is_open and amount.is_exact) or (len(amount.ranges) == 1 and amount.ranges[0].high is None):
                amount.within(FULL_HAND, _MOST)
                if len(suits) > 1:
                    return c.some_suit(amount.low, suits, word)
            ranges = _ranges(amount, is_open=is_open)
            return c.any_of(c.cards(low, high, suit) for suit in suits for low, high in ranges)
    cursor.at = begin
    return None


def _support(cursor: Cursor, amount: Amount, suit: Suit | None) -> c.Formula | None:
    """Return the length of ``4-card support`` or ``3+ support for spades``, in the suit that is raised."""
    begin = cursor.at
    cursor.take("-")
    is_card = cursor.take("card", "cards")
    if not cursor.take("support", "trumps") or (amount.is_exact and not is_card):
        cursor.at = begin
        return None
    at = cursor.at
    named = cursor.take_suit() if cursor.take("in", "for") else None
    if named is None:
        cursor.at = at
    raised = named or suit
    if raised is None or cursor.word in POINTS or amount.reads_as_points:
        raise cursor.unknown("Write the suit.")
    ranges = _ranges(amount, is_open=True)
    return c.any_of(c.cards(low, high, raised) for low, high in ranges)


def _ranges(amount: Amount, *, is_open: bool) -> tuple[Bounds, ...]:
    ranges = amount.within(FULL_HAND, _MOST)
    return ((ranges[0][0], FULL_HAND),) if is_open and amount.is_exact else ranges
