"""Phrases about two suits together: ``5-5 minors``, ``5-4 in the majors``, ``5-5 in !h and a minor``."""

from __future__ import annotations

import re

from bml_core.bridge import FULL_HAND
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.cursor import Cursor, UnreadableError
from bml_core.hands.descriptions.vocabulary import DASHES, MORE, PAIRS

_SIDES = re.compile(r"([0-9])([0-9])")


def read_two_suiter(cursor: Cursor) -> c.Formula | None:
    """Return the condition of ``5-5 minors`` or ``5-4 or better in the majors``, None if none follows.

    At least so many cards in one of them, and in the other.

    Raises:
        UnreadableError: No hand has so many cards, or the first number is the smaller one.
    """
    begin, offset = cursor.at, cursor.offset
    word = _pair_first(cursor)
    sides = _sides(cursor)
    if sides is None:
        cursor.at = begin
        return None
    if not cursor.take("+"):
        any(cursor.take_all("or", more) for more in MORE)
    word = word or _pair_behind(cursor)
    if word:
        if sides[0] < sides[1]:
            message = f"{sides[0]}-{sides[1]} {word} can be read in two ways."
            hint = f"Write {sides[1]}-{sides[0]} {word}, or how long each of them is."
            raise UnreadableError("BML611", message, offset, hint)
        _check(sides, offset)
        return c.two_suits(max(sides), min(sides), *PAIRS[word], f"{word.removesuffix('s')}s")
    named = _named(cursor, sides[0]) if sides[0] == sides[1] else None
    if named is None:
        cursor.at = begin
        return None
    _check(sides, offset)
    return named


def _check(sides: tuple[int, int], offset: int) -> None:
    if sum(sides) > FULL_HAND:
        message = f"Suits of {sides[0]} and {sides[1]} cards are more than the 13 cards of a hand."
        raise UnreadableError("BML612", message, offset, "Correct the numbers.")


def _named(cursor: Cursor, length: int) -> c.Formula | None:
    """Return the condition of ``in !h and a minor`` or ``!s and !c``: both suits have that length."""
    cursor.take("in", "with")
    suit = cursor.take_suit()
    if suit is None or not cursor.take("and", "&", "/"):
        return None
    long = c.cards(length, FULL_HAND, suit)
    other = cursor.take_suit()
    if other is not None:
        return long & c.cards(length, FULL_HAND, other) if other is not suit else None
    cursor.take("a", "either", "any")
    word = cursor.take("major", "minor")
    if not word or suit in PAIRS[word]:
        return None
    return long & c.some_suit(length, PAIRS[word], word)


def _pair_first(cursor: Cursor) -> str:
    """Take the suits before their lengths, as in ``both minors, 5-4``."""
    at = cursor.at
    cursor.take("both")
    word = cursor.take("majors", "minors")
    if not word:
        cursor.at = at
        return ""
    cursor.take(",")
    return word


def _pair_behind(cursor: Cursor) -> str:
    at = cursor.at
    if cursor.take("in"):
        cursor.take("the", "both")
    word = cursor.take("majors", "minors")
    if not word:
        cursor.at = at
    return word


def _sides(cursor: Cursor) -> tuple[int, int] | None:
    cursor.take_all("at", "least")
    joined = _SIDES.fullmatch(cursor.word)
    if joined:
        cursor.at += 1
        return int(joined[1]), int(joined[2])
    # 5+/5+ says the same as 5/5.
    plus = int(cursor.ahead(1) == "+")
    first, second = cursor.word, cursor.ahead(2 + plus)
    if re.fullmatch("[0-9]{2}", first + second) and cursor.ahead(1 + plus) in (*DASHES, "/"):
        cursor.at += 3 + plus
        return int(first), int(second)
    return None
