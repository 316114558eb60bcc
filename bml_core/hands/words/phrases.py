"""The phrases of a condition, such as ``15-17 hcp``, ``5+ spades`` and ``stopper in hearts``."""

from __future__ import annotations

import re
from collections.abc import Callable

from bml_core.bridge import FULL_HAND, Suit
from bml_core.diagnostics import Diagnostic
from bml_core.hands import conditions as c
from bml_core.hands.shape_expressions import read_shapes
from bml_core.hands.shape_scanning import UnreadableError
from bml_core.hands.shapes import ShapeSet
from bml_core.hands.tables import MAX_POINTS
from bml_core.hands.words.ranges import Range, take_range
from bml_core.hands.words.tokens import Tokens
from bml_core.hands.words.vocabulary import (
    COUNTED,
    EVERY_SUIT,
    NAMES,
    RANKS,
    SHORT,
    SOME_SUITS,
    SUIT_WORDS,
    SUITS,
    TWO_SUITS,
)

_AFTER_NUMBER = "After a number, write hcp, a suit, or what is counted, such as aces."


class WrongShapeError(Exception):
    """A shape cannot be read; never leaves the reading."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__()
        self.diagnostics = diagnostics


def read_phrase(tokens: Tokens) -> c.Condition:
    """The phrase that comes next.

    Raises:
        UnreadableError: There is none.
        WrongShapeError: It is a shape that cannot be read.
    """
    if _names_cards(tokens):
        ranks = _take_ranks(tokens)
        return c.honours(len(ranks), len(ranks), ranks, _take_in_suit(tokens))
    tokens.take("a", "an")
    for begins, read in _KINDS:
        if begins(tokens):
            return read(tokens)
    return _counted(tokens)


# ---------------------------------------------------------------- suits and shapes


def _suit_phrase(tokens: Tokens) -> c.Condition:
    suit = tokens.take_suit()
    if tokens.take("stopped"):
        return c.stopper(suit)
    if tokens.take("longest"):
        return c.all_of(c.longer(suit, other, ">=") for other in EVERY_SUIT if other != suit.value)
    if tokens.take("longer"):
        if not tokens.take("than"):
            raise tokens.unknown("Write longer than and a suit.")
        sign = ">"
    else:
        sign = tokens.take(*c.COMPARISONS, "==").replace("==", "=")
        if not sign:
            raise tokens.unknown("After a suit, write stopped, longest, or > and another suit.")
    return c.longer(suit, tokens.take_suit(), sign)


def _shape(tokens: Tokens) -> c.Condition:
    if tokens.next == "shape":
        tokens.take("shape")
        raise tokens.unknown("Write a shape, such as shape (4432).")
    token, start = tokens.take_any()
    expression = token[len("shape") :].lstrip()
    offset = start + len(token) - len(expression)
    if expression.startswith("{"):
        if not expression.endswith("}"):
            raise UnreadableError("BML613", "This { is not closed.", offset, "Write a } behind it.")
        expression, offset = expression[1:-1], offset + 1
    return _of_shape(tokens, expression, offset)


def _any_order(tokens: Tokens) -> c.Condition:
    tokens.take("any")
    digits, offset = tokens.take_any()
    shape = _of_shape(tokens, f"({digits.replace('-', '')})", offset - 1)
    return c.Shaped(shape.shapes, f"any {digits}")


def _four_lengths(tokens: Tokens) -> c.Condition:
    """``5=4=3=1`` for spades to clubs, ``5-4-3-1`` for any suits."""
    written, offset = tokens.take_any()
    lengths = tuple(map(int, re.split("[-=]", written)))
    if sum(lengths) != FULL_HAND:
        message = f"The lengths {written} add up to {sum(lengths)}, and a hand has 13 cards."
        raise UnreadableError("BML612", message, offset, "Correct them.")
    if "=" in written:
        return c.Shaped(ShapeSet.from_shapes([lengths]), written)
    in_order = sorted(lengths)
    return c.Shaped(ShapeSet.of(lambda shape: sorted(shape) == in_order), written)


def _of_shape(tokens: Tokens, expression: str, offset: int) -> c.Shaped:
    reading = read_shapes(expression, tokens.place(offset))
    if reading.diagnostics:
        raise WrongShapeError(reading.diagnostics)
    return c.Shaped(reading.shapes)


def _short(tokens: Tokens) -> c.Condition:
    word = tokens.take(*SHORT)
    length = SHORT[word]
    if tokens.next == "in":
        return c.cards(length, length, _take_in_suit(tokens))
    return c.shortness(length, word)


# ---------------------------------------------------------------- numbers


def _counted(tokens: Tokens) -> c.Condition:
    bounds = take_range(tokens)
    if tokens.take("hcp", "points", "point"):
        return _points(tokens, bounds)
    if tokens.next in SUITS:
        return _cards(bounds, tokens.take_suit())
    if tokens.take("cards", "card"):
        if tokens.next in SOME_SUITS:
            return _some_suit(tokens, bounds)
        return _cards(bounds, _take_in_suit(tokens))
    if tokens.next in TWO_SUITS:
        return _two_suits(tokens, bounds)
    if tokens.take("keycards", "keycard"):
        low, high = bounds.within(5, "There are 5 keycards")
        return c.keycards(low, high, _take_in_suit(tokens))
    if tokens.take("controls", "control"):
        low, high = bounds.within(12, "There are 12 controls")
        return c.weighted(low, high, {"A": 2, "K": 1}, EVERY_SUIT, "controls")
    if tokens.take("of"):
        ranks = _take_ranks(tokens)
        low, high = bounds.within(len(ranks), f"{ranks} are {len(ranks)} cards")
        return c.honours(low, high, ranks, _take_in_suit(tokens))
    rank = RANKS.get(tokens.next.removesuffix("s"))
    if rank:
        label = tokens.take(tokens.next).removesuffix("s") + "s"
        low, high = bounds.within(4, f"There are 4 {label}")
        return c.tally(low, high, rank, EVERY_SUIT, label)
    if tokens.next in SOME_SUITS:
        raise tokens.unknown(f"Write {bounds.low}-card {tokens.next}.")
    raise tokens.unknown(
        "Write 4-4-3-2, or 4=4=3=2 for spades to clubs." if len(bounds.digits) == 4 else _AFTER_NUMBER,
        (*COUNTED, *SUIT_WORDS, *TWO_SUITS),
    )


def _points(tokens: Tokens, bounds: Range) -> c.Condition:
    if tokens.next != "in":
        return c.points(*bounds.within(MAX_POINTS, "A hand has at most 37 hcp"))
    low, high = bounds.within(10, "A suit has at most 10 hcp")
    suit = _take_in_suit(tokens)
    return c.weighted(low, high, {"A": 4, "K": 3, "Q": 2, "J": 1}, [suit], f"hcp in {suit.word}")


def _cards(bounds: Range, suit: Suit) -> c.Condition:
    return c.cards(*bounds.within(FULL_HAND, "A suit has at most 13 cards"), suit)


def _some_suit(tokens: Tokens, bounds: Range) -> c.Condition:
    """``5-card major``, ``5+ card suit``: such a suit, or a longer one."""
    low, _ = bounds.within(FULL_HAND, "A suit has at most 13 cards")
    word = tokens.take(*SOME_SUITS)
    return c.some_suit(low, SOME_SUITS[word], word)


def _two_suits(tokens: Tokens, bounds: Range) -> c.Condition:
    """``5-4 majors`` or ``54 majors``: so many cards in one of them, so many in the other, or more."""
    low, high = divmod(bounds.low, 10) if len(bounds.digits) == 2 else (bounds.low, bounds.high)
    if high is None or (len(bounds.digits) < 2 and bounds.low_offset == bounds.high_offset):
        raise tokens.unknown("Before majors or minors, write both lengths, such as 5-4.")
    if low + high > FULL_HAND:
        message = f"Suits of {low} and {high} cards are more than the 13 cards of a hand."
        raise UnreadableError("BML612", message, bounds.low_offset, "Correct the numbers.")
    word = tokens.take(*TWO_SUITS)
    return c.two_suits(max(low, high), min(low, high), *TWO_SUITS[word], word)


# ---------------------------------------------------------------- cards


def _names_cards(tokens: Tokens) -> bool:
    """Whether the next words are cards of a suit, such as AK in hearts; ``a`` may be an article."""
    return (
        bool(tokens.next) and tokens.after(1) in ("in", "of") and set(tokens.next.upper()) <= set(c.HONOURS)
    )


def _take_ranks(tokens: Tokens) -> str:
    word = tokens.next.upper()
    if not word or not set(word) <= set(c.HONOURS) or len(set(word)) < len(word):
        raise tokens.unknown("Write letters of AKQJT, each once, such as AKQ.")
    tokens.take(tokens.next)
    return "".join(sorted(word, key=c.HONOURS.index))


def _take_in_suit(tokens: Tokens) -> Suit:
    if not tokens.take("in", "of"):
        raise tokens.unknown("Write in and a suit.")
    return tokens.take_suit()


def _one_card(tokens: Tokens) -> c.Condition:
    rank = RANKS[tokens.take(tokens.next)]
    return c.honours(1, 1, rank, _take_in_suit(tokens))


def _names_one_card(tokens: Tokens) -> bool:
    # Ten is a number, too.
    return tokens.next in RANKS and (tokens.next != "ten" or tokens.after(1) in ("in", "of"))


def _stopper(tokens: Tokens) -> c.Condition:
    tokens.take("stopper")
    return c.stopper(_take_in_suit(tokens))


def _good_suit(tokens: Tokens) -> c.Condition:
    tokens.take("good")
    return c.good_suit(tokens.take_suit())


#: How each kind of phrase begins, and what reads it; the others begin with a number.
_KINDS: tuple[tuple[Callable[[Tokens], object], Callable[[Tokens], c.Condition]], ...] = (
    (lambda tokens: tokens.next == "any" and re.match("[0-9]", tokens.after(1)), _any_order),
    (lambda tokens: tokens.next in NAMES, lambda tokens: NAMES[tokens.take(tokens.next)]()),
    (lambda tokens: tokens.next in SUITS, _suit_phrase),
    (lambda tokens: re.match(r"shape([\s{]|$)", tokens.next), _shape),
    (lambda tokens: re.match("[0-9]+[-=][0-9]+[-=]", tokens.next), _four_lengths),
    (lambda tokens: tokens.next == "stopper", _stopper),
    (lambda tokens: tokens.next == "good", _good_suit),
    (lambda tokens: tokens.next in SHORT, _short),
    (_names_one_card, _one_card),
)
