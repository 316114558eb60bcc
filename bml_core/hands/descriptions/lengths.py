"""Amounts, and phrases about the lengths of suits: ``4+!h/!s``, ``5-card suit``, ``5-5 in !h and !c``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands import conditions as c
from bml_core.hands.descriptions.cursor import Cursor, UnreadableError
from bml_core.hands.descriptions.vocabulary import (
    BEGINNINGS,
    DASHES,
    LESS,
    MAJORS,
    MORE,
    NUMBERS,
    PAIRS,
    POINTS,
)

Bounds = tuple[int, int]

_MOST_DIGITS = 9
#: In 5-card suit the dash makes no range.
_AFTER_HYPHEN = ("card", "cards")
_WORDED = (
    (("at", "least"), ">="),
    (("at", "most"), "<="),
    (("no", "more", "than"), "<="),
    (("not", "more", "than"), "<="),
    (("fewer", "than"), "<"),
    (("less", "than"), "<"),
    (("more", "than"), ">"),
    (("up", "to"), "<="),
    (("max", "."), "<="),
    (("max",), "<="),
    (("min", "."), ">="),
    (("min",), ">="),
)


@dataclass(frozen=True, slots=True)
class Range:
    """Two bounds, both included, None for no upper one, and where they are written."""

    low: int
    high: int | None
    low_offset: int
    high_offset: int

    def within(self, most: int, too_many: str) -> Bounds:
        """Return the bounds, the upper one at most ``most``; ``too_many`` gives the reason in a sentence.

        Raises:
            UnreadableError: A bound is above ``most``, or the lower one above the upper one.
        """
        high = most if self.high is None else self.high
        for number, offset in ((self.low, self.low_offset), (high, self.high_offset)):
            if number > most:
                shown = str(number) if number < 10_000 else "so many"
                raise UnreadableError("BML612", f"{too_many}, not {shown}.", offset, "Correct the number.")
        if self.low > high:
            message = f"No number is at least {self.low} and at most {high}."
            raise UnreadableError("BML612", message, self.low_offset, "Write the smaller number first.")
        return self.low, high


@dataclass(frozen=True, slots=True)
class Amount:
    """One range of numbers, or two; ``digits`` is the number as written, where it is a single one."""

    ranges: tuple[Range, ...]
    digits: str = ""

    def within(self, most: int, too_many: str) -> tuple[Bounds, ...]:
        """Return the bounds of each range; see ``Range``."""
        return tuple(each.within(most, too_many) for each in self.ranges)

    @property
    def low(self) -> int:
        """Return the smallest number."""
        return self.ranges[0].low

    @property
    def is_exact(self) -> bool:
        """Return True for a single number."""
        return bool(self.digits)

    @property
    def is_some(self) -> bool:
        """Return True for ``at least one``."""
        return len(self.ranges) == 1 and (self.ranges[0].low, self.ranges[0].high) == (1, None)

    @property
    def reads_as_points(self) -> bool:
        """Return True for what is no length of a suit: 10+, 0+, ranges that end at nine or more, and 0-6."""
        return not self.is_exact and all(
            each.low > 9 or not each.low if each.high is None else each.high >= (9 if each.low else 6)
            for each in self.ranges
        )


def read_amount(cursor: Cursor) -> Amount:
    """Return the amount that follows.

    Raises:
        UnreadableError: There is none.
    """
    begin = cursor.at
    first = _range(cursor)
    is_single = cursor.at == begin + 1
    if is_single and cursor.word == "or" and _is_number(cursor.ahead(1)):
        # 0 or 4 aces; in 12 hcp or 14 hcp a noun stands between.
        cursor.take("or")
        return Amount((first, _range(cursor)))
    return Amount((first,), cursor.tokens[begin].word if is_single else "")


def _range(cursor: Cursor) -> Range:
    sign = cursor.take("<", "<=", ">", ">=", "≤", "≥")
    if sign:
        return _signed(sign, cursor)
    for words, sign in _WORDED:
        if cursor.take_all(*words):
            return _signed(sign, cursor)
    if cursor.take("at"):
        raise cursor.unknown("Write at least, or at most, and a number.")
    is_between = bool(cursor.take("between"))
    cursor.take("exactly")
    offset = cursor.offset
    low = _number(cursor)
    if cursor.take("+") or _takes_or(cursor, MORE):
        return Range(low, None, offset, offset)
    if _takes_or(cursor, LESS):
        return Range(0, low, offset, offset)
    joints = (*DASHES, "to", "and") if is_between else (*DASHES, "to")
    if cursor.ahead(1) not in _AFTER_HYPHEN and cursor.take(*joints):
        high_offset = cursor.offset
        return Range(low, _number(cursor), offset, high_offset)
    if is_between:
        raise cursor.unknown("Write and, and a second number.")
    return Range(low, low, offset, offset)


def _signed(sign: str, cursor: Cursor) -> Range:
    offset = cursor.offset
    number = _number(cursor)
    if sign == "<" and not number:
        raise UnreadableError("BML612", "No number is below 0.", offset, "Write 0.")
    match sign:
        case "<":
            return Range(0, number - 1, offset, offset)
        case "<=" | "≤":
            return Range(0, number, offset, offset)
        case ">":
            return Range(number + 1, None, offset, offset)
        case _:
            return Range(number, None, offset, offset)


def _takes_or(cursor: Cursor, words: tuple[str, ...]) -> bool:
    return any(cursor.take_all("or", word) for word in words)


def _is_number(word: str) -> bool:
    return word in NUMBERS or re.fullmatch("[0-9]+", word) is not None


def _number(cursor: Cursor) -> int:
    word = cursor.word
    if not _is_number(word):
        raise cursor.unknown("Write a number, a suit, or a word such as balanced.", BEGINNINGS)
    cursor.at += 1
    # Python takes its time over thousands of digits.
    return NUMBERS[word] if word in NUMBERS else int(word[:_MOST_DIGITS])


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
    named = _named_pair(cursor, sides[0]) if sides[0] == sides[1] else None
    if named is None:
        cursor.at = begin
        return None
    _check(sides, offset)
    return named


def _check(sides: tuple[int, int], offset: int) -> None:
    if sum(sides) > FULL_HAND:
        message = f"Suits of {sides[0]} and {sides[1]} cards are more than the 13 cards of a hand."
        raise UnreadableError("BML612", message, offset, "Correct the numbers.")


def _named_pair(cursor: Cursor, length: int) -> c.Formula | None:
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
