"""Phrases about lengths: of a suit, of one suit or another, of two suits together, of all four."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bml_core.bridge import FULL_HAND, Suit
from bml_core.diagnostics import Location
from bml_core.hands import conditions as c
from bml_core.hands.phrases.amounts import Amount, Bounds
from bml_core.hands.phrases.cursor import Cursor, UnreadableError, WrongShapeError
from bml_core.hands.phrases.vocabulary import DASHES, PAIRS
from bml_core.hands.shapes import ShapeSet
from bml_core.hands.shapes.expressions import read_shapes

_CARDS = ("card", "cards", "carder", "suit")
_SIDES = re.compile(r"([0-9])([0-9])")
_MOST = "A suit has at most 13 cards"


def read_shape(cursor: Cursor, at: Callable[[int], Location]) -> c.Condition | None:
    """A shape: ``shape{…}``, ``any 4441``, ``4=4=1=4``, ``5-4-3-1``, ``4!d(441)``; None if none follows.

    Raises:
        UnreadableError: It is no shape of a hand.
        WrongShapeError: The same, told by the language of shapes.
    """
    begin = cursor.at
    word = cursor.take("any", "exactly")
    if word == "any" and re.fullmatch(r"[0-9]{4}", cursor.word):
        return _in_any_order(cursor, at)
    if cursor.at < cursor.end and cursor.tokens[cursor.at].is_shape:
        return _in_any_order(cursor, at) if word == "any" else _written(cursor, at)
    cursor.at = begin
    return _expression(cursor, at) if re.match(r"shape([\s{]|$)", cursor.word) else None


def _in_any_order(cursor: Cursor, at: Callable[[int], Location]) -> c.Condition:
    token = cursor.tokens[cursor.at]
    cursor.at += 1
    digits = re.sub("[^0-9]", "", token.word)
    shapes = _shaped(f"({digits})", at(token.start))
    return c.Shaped(shapes, f"any {digits}")


def _written(cursor: Cursor, at: Callable[[int], Location]) -> c.Condition:
    """``4=4=1=4`` is spades to clubs, ``5-4-3-1`` any order, and brackets are those of shapes."""
    token = cursor.tokens[cursor.at]
    cursor.at += 1
    if "(" in token.word:
        return c.Shaped(_shaped(token.word, at(token.start)))
    lengths = tuple(map(int, re.split("[-=]", token.word)))
    if sum(lengths) != FULL_HAND:
        message = f"The lengths {token.word} add up to {sum(lengths)}, and a hand has 13 cards."
        raise UnreadableError("BML612", message, token.start, "Correct them.")
    if "=" in token.word:
        return c.Shaped(ShapeSet.from_shapes([lengths]), token.word)
    in_order = sorted(lengths)
    return c.Shaped(ShapeSet.of(lambda shape: sorted(shape) == in_order), token.word)


def _expression(cursor: Cursor, at: Callable[[int], Location]) -> c.Condition:
    token = cursor.tokens[cursor.at]
    cursor.at += 1
    expression = token.written[len("shape") :].lstrip()
    if not expression:
        raise cursor.unknown("Write a shape, such as shape (4432).")
    offset = token.end - len(expression)
    if expression.startswith("{"):
        if not expression.endswith("}"):
            raise UnreadableError("BML613", "This { is not closed.", offset, "Write a } behind it.")
        expression, offset = expression[1:-1], offset + 1
    return c.Shaped(_shaped(expression, at(offset)))


def _shaped(expression: str, place: Location) -> ShapeSet:
    reading = read_shapes(expression, place)
    if reading.diagnostics:
        raise WrongShapeError(reading.diagnostics)
    return reading.shapes


# ---------------------------------------------------------------- two suits together


def read_two_suiter(cursor: Cursor) -> c.Condition | None:
    """``5-5 minors``, ``54 majors``, ``5-4 or better in the minors``; None if none follows.

    At least so many cards in one of them, and in the other.

    Raises:
        UnreadableError: No hand has so many cards.
    """
    begin, offset = cursor.at, cursor.offset
    word = _pair_first(cursor)
    sides = _sides(cursor)
    if sides is not None:
        if not cursor.take("+") and not cursor.take_all("or", "better"):
            cursor.take_all("or", "longer")
        word = word or _pair_behind(cursor)
    if sides is None or not word:
        cursor.at = begin
        return None
    if sum(sides) > FULL_HAND:
        message = f"Suits of {sides[0]} and {sides[1]} cards are more than the 13 cards of a hand."
        raise UnreadableError("BML612", message, offset, "Correct the numbers.")
    return c.two_suits(max(sides), min(sides), *PAIRS[word], f"{word.removesuffix('s')}s")


def _pair_first(cursor: Cursor) -> str:
    """Both minors, and then the lengths, perhaps behind a comma."""
    at = cursor.at
    cursor.take("both")
    word = cursor.take("majors", "minors")
    if not word:
        cursor.at = at
        return ""
    cursor.take(",")
    return word


def _pair_behind(cursor: Cursor) -> str:
    if cursor.take("in"):
        cursor.take("the", "both")
    return cursor.take("majors", "minors")


def _sides(cursor: Cursor) -> tuple[int, int] | None:
    joined = _SIDES.fullmatch(cursor.word)
    if joined:
        cursor.at += 1
        return int(joined[1]), int(joined[2])
    first, second = cursor.word, cursor.ahead(2)
    if re.fullmatch("[0-9]{2}", first + second) and cursor.ahead(1) in (*DASHES, "/"):
        cursor.at += 3
        return int(first), int(second)
    return None


# ---------------------------------------------------------------- one suit, or one of some


def read_lengths(cursor: Cursor, amount: Amount, own: Sequence[Suit], *, denied: bool) -> c.Condition | None:
    """The suits behind an amount: ``!s``, ``!h/!s``, ``cards in hearts``, ``-card major``, ``suit``.

    ``own`` is what ``suit`` may mean. A number that is ``denied`` is denied with every greater one. None if
    no suit is spoken of.
    """
    pair = read_pair(cursor, amount)
    if pair is not None or (cursor.suit is None and not _speaks_of_cards(cursor)):
        return pair
    is_own = cursor.take("-", "=") == "="
    is_open = False
    if cursor.word in _CARDS[:-1]:
        # A 5-card suit may be longer, 5 cards are five.
        is_open = cursor.take(*_CARDS[:-1]) == "card" and cursor.word not in ("in", "of")
        is_own = not cursor.take("in", "of")
    is_own = bool(cursor.take("suit")) or is_own
    if not is_own or cursor.suit is not None:
        suits: Sequence[Suit] = _named(cursor)
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


def read_pair(cursor: Cursor, amount: Amount) -> c.Condition | None:
    """The majors or minors behind an amount: ``-card major``, ``of a minor``; None if there are none.

    A 4-card major may be longer.
    """
    begin = cursor.at
    cursor.take("-")
    is_card = cursor.take("card", "cards")
    if is_card or cursor.word == "of":
        if cursor.take("of", "in"):
            cursor.take("a", "either")
        word = cursor.take("major", "minor")
        if word:
            cursor.take("suit")
            is_open = is_card == "card"
            if is_open and (amount.is_exact or amount.ranges[0].high is None):
                amount.within(FULL_HAND, _MOST)
                return c.some_suit(amount.low, PAIRS[word], word)
            ranges = _ranges(amount, is_open=is_open)
            return c.any_of(c.cards(low, high, suit) for suit in PAIRS[word] for low, high in ranges)
    cursor.at = begin
    return None


def _ranges(amount: Amount, *, is_open: bool) -> tuple[Bounds, ...]:
    ranges = amount.within(FULL_HAND, _MOST)
    return ((ranges[0][0], FULL_HAND),) if is_open and amount.is_exact else ranges
