"""From words to a condition: a small strict grammar, which reads what ``str`` of a condition says.

::

    condition = either, {",", either}
    either    = both, {"or", both}
    both      = single, {("and" | "with"), single}
    single    = ("not" | "no"), single | "(", condition, ")" | one of the phrases below
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bml_core.bridge import FULL_HAND, Suit
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands import conditions as c
from bml_core.hands.shape_expressions import read_shapes
from bml_core.hands.tables import MAX_POINTS

LONGEST = 2_000
DEEPEST = 40
MOST_HONOURS = 8

_TOKEN = re.compile(
    r"shape\s*\{[^}]*\}?|shape\s+[^\s,]+|<=|>=|!=|==|--|[<>=+,()–—-]|\d+|!?[♠♥♦♣]|![shdc]\b|[^\W\d]+(?:-[^\W\d]+)?|\S",
    re.IGNORECASE,
)
_SUITS = {
    **dict.fromkeys(("spades", "spade", "s", "!s", "♠", "!♠"), Suit.SPADES),
    **dict.fromkeys(("hearts", "heart", "h", "!h", "♥", "!♥"), Suit.HEARTS),
    **dict.fromkeys(("diamonds", "diamond", "d", "!d", "♦", "!♦"), Suit.DIAMONDS),
    **dict.fromkeys(("clubs", "club", "c", "!c", "♣", "!♣"), Suit.CLUBS),
}
_NAMES: dict[str, Callable[[], c.Condition]] = {
    **dict.fromkeys(("any", "anything"), lambda: c.ANY),
    **dict.fromkeys(("none", "nothing"), lambda: c.NONE),
    **dict.fromkeys(("balanced", "bal"), c.balanced),
    **dict.fromkeys(("semi-balanced", "semibalanced", "semi-bal"), c.semi_balanced),
    **dict.fromkeys(("unbalanced", "unbal"), c.unbalanced),
}
_SHORT = {"void": 0, "singleton": 1, "doubleton": 2}
_RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"}
_DASHES = ("-", "--", "–", "—")
_EVERY_SUIT = "SHDC"


@dataclass(frozen=True, slots=True)
class ConditionReading:
    """What a text says of a hand: the condition, or None and what is wrong."""

    condition: c.Condition | None
    diagnostics: tuple[Diagnostic, ...] = ()


class _UnreadableError(Exception):
    """The text cannot be read; never leaves this module."""

    def __init__(self, code: str, message: str, offset: int, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.offset, self.hint = code, message, offset, hint


def read_condition(text: str, place: Location = Location("condition", 1)) -> ConditionReading:  # noqa: B008
    """Read a condition; ``place`` is where the text begins.

    >>> str(read_condition("12-19 HCP, 4+ !s").condition)
    '12-19 hcp, 4+ spades'
    >>> print(read_condition("12-19 hcp, 14+ spades").diagnostics[0])
    condition:1:12: error BML612: There are at most 13 of these, not 14. Correct the number.
    """
    try:
        if len(text) > LONGEST:
            raise _UnreadableError("BML614", f"This condition has more than {LONGEST:,} characters.", 0)
        condition = _Reader(text, place).whole()
        if _questions(condition) > MOST_HONOURS:
            message = f"This condition asks for single cards more than {MOST_HONOURS} times."
            raise _UnreadableError("BML614", message, 0)
    except _UnreadableError as error:
        hint = error.hint or ("Divide it." if error.code == "BML614" else "")
        found = Diagnostic(error.code, error.message, place.shifted(error.offset), hint)
        return ConditionReading(None, (found,))
    except _ShapeError as error:
        return ConditionReading(None, error.diagnostics)
    return ConditionReading(condition)


class _ShapeError(Exception):
    """A shape cannot be read; never leaves this module."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__()
        self.diagnostics = diagnostics


def _questions(condition: c.Condition) -> int:
    """How often a condition asks for single cards; what has a name asks once."""
    if isinstance(condition, c.All | c.AnyOf):
        return sum(map(_questions, condition.parts))
    if isinstance(condition, c.Not):
        return _questions(condition.part)
    return int(condition.has_honours)


class _Reader:
    """The tokens of a text, and how far they are read."""

    def __init__(self, text: str, place: Location) -> None:
        self._tokens = [(found[0], found.start()) for found in _TOKEN.finditer(text)]
        self._end = len(text.rstrip())
        self._place = place
        self._at = 0
        self._depth = 0

    # ------------------------------------------------------------ tokens

    @property
    def _next(self) -> str:
        return self._tokens[self._at][0].lower() if self._at < len(self._tokens) else ""

    @property
    def _offset(self) -> int:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else self._end

    def _take(self, *words: str) -> str:
        word = self._next
        if not word or word not in words:
            return ""
        self._at += 1
        return word

    def _unknown(self, hint: str) -> _UnreadableError:
        if not self._next:
            return _UnreadableError("BML611", "The condition ends too early.", self._offset, hint)
        word = self._tokens[self._at][0]
        return _UnreadableError("BML611", f"{word} is not understood here.", self._offset, hint)

    # ------------------------------------------------------------ and, or, not

    def whole(self) -> c.Condition:
        condition = self._condition()
        if self._next == ")":
            raise _UnreadableError("BML613", "No ( belongs to this ).", self._offset, "Take it out.")
        if self._next:
            raise self._unknown("Between two conditions, write a comma, and, or or.")
        return condition

    def _condition(self) -> c.Condition:
        parts = [self._either()]
        while self._take(","):
            parts.append(self._either())
        return c.all_of(parts)

    def _either(self) -> c.Condition:
        parts = [self._both()]
        while self._take("or"):
            parts.append(self._both())
        return c.any_of(parts)

    def _both(self) -> c.Condition:
        parts = [self._single()]
        while self._take("and", "with"):
            parts.append(self._single())
        return c.all_of(parts)

    def _single(self) -> c.Condition:
        start = self._offset
        self._depth += 1
        if self._depth > DEEPEST:
            raise _UnreadableError("BML614", f"More than {DEEPEST} brackets are open.", start)
        if self._take("not", "no"):
            condition = ~self._single()
        elif self._take("("):
            condition = self._condition()
            if not self._take(")"):
                raise _UnreadableError("BML613", "This ( is not closed.", start, "Write a ) behind it.")
        else:
            condition = self._phrase()
        self._depth -= 1
        return condition

    # ------------------------------------------------------------ phrases

    def _phrase(self) -> c.Condition:
        if self._names_cards():
            ranks = self._ranks()
            return c.honours(len(ranks), len(ranks), ranks, self._in_suit())
        self._take("a", "an")
        word = self._next
        if word in _NAMES:
            self._at += 1
            return _NAMES[word]()
        if word in _SUITS:
            return self._suit_phrase()
        if re.match(r"shape[\s{]", word):
            return self._shape()
        if self._take("stopper"):
            return c.stopper(self._in_suit())
        if self._take("good"):
            return c.good_suit(self._suit())
        if word in _SHORT:
            return self._short(self._take(word))
        if word in _RANKS:
            self._at += 1
            return c.honours(1, 1, _RANKS[word], self._in_suit())
        return self._counted()

    def _names_cards(self) -> bool:
        """Whether the next words are cards of a suit, such as AK in hearts; ``a`` may be an article."""
        after = self._tokens[self._at + 1][0].lower() if self._at + 1 < len(self._tokens) else ""
        return bool(self._next) and after in ("in", "of") and set(self._next.upper()) <= set(c.HONOURS)

    def _suit_phrase(self) -> c.Condition:
        suit = self._suit()
        if self._take("stopped"):
            return c.stopper(suit)
        if self._take("longer"):
            if not self._take("than"):
                raise self._unknown("Write longer than and a suit.")
            sign = ">"
        else:
            sign = self._take(*c.COMPARISONS, "==").replace("==", "=")
            if not sign:
                raise self._unknown("After a suit, write stopped, or > and another suit.")
        return c.longer(suit, self._suit(), sign)

    def _shape(self) -> c.Condition:
        token, start = self._tokens[self._at]
        expression = token[len("shape") :].lstrip()
        offset = start + len(token) - len(expression)
        if expression.startswith("{"):
            if not expression.endswith("}"):
                raise _UnreadableError("BML613", "This { is not closed.", offset, "Write a } behind it.")
            expression, offset = expression[1:-1], offset + 1
        self._at += 1
        reading = read_shapes(expression, self._place.shifted(offset))
        if reading.diagnostics:
            raise _ShapeError(reading.diagnostics)
        return c.Shaped(reading.shapes)

    def _short(self, word: str) -> c.Condition:
        length = _SHORT[word]
        if self._next == "in":
            return c.cards(length, length, self._in_suit())
        return c.shortness(length, word)

    def _counted(self) -> c.Condition:
        start = self._offset
        low, high = self._range()
        bounds = (low, high)
        if self._take("hcp", "points", "point"):
            if self._next == "in":
                suit = self._in_suit()
                worth = {"A": 4, "K": 3, "Q": 2, "J": 1}
                return c.weighted(*self._within(bounds, 10, start), worth, [suit], f"hcp in {suit.word}")
            return c.points(*self._within(bounds, MAX_POINTS, start))
        if self._next in _SUITS:
            return c.cards(*self._within(bounds, FULL_HAND, start), self._suit())
        if self._take("cards", "card"):
            return c.cards(*self._within(bounds, FULL_HAND, start), self._in_suit())
        if self._take("keycards", "keycard"):
            return c.keycards(*self._within(bounds, 5, start), self._in_suit())
        if self._take("controls", "control"):
            within = self._within(bounds, 12, start)
            return c.weighted(*within, {"A": 2, "K": 1}, _EVERY_SUIT, "controls")
        if self._take("of"):
            ranks = self._ranks()
            return c.honours(*self._within(bounds, len(ranks), start), ranks, self._in_suit())
        rank = _RANKS.get(self._next.removesuffix("s"))
        if rank:
            label = self._take(self._next).removesuffix("s") + "s"
            return c.tally(*self._within(bounds, 4, start), rank, _EVERY_SUIT, label)
        raise self._unknown("After a number, write hcp, a suit, or what is counted, such as aces.")

    def _range(self) -> tuple[int, int | None]:
        """The bounds of a number, both included; None for no upper bound."""
        sign = self._take("<", "<=", ">", ">=")
        if sign:
            offset = self._offset
            number = self._number()
            if sign == "<" and not number:
                raise _UnreadableError("BML612", "No number is below 0.", offset, "Write 0.")
            return {"<": (0, number - 1), "<=": (0, number), ">": (number + 1, None), ">=": (number, None)}[
                sign
            ]
        if self._take("at"):
            if self._take("least"):
                return self._number(), None
            if self._take("most"):
                return 0, self._number()
            raise self._unknown("Write at least, or at most, and a number.")
        if self._take("up"):
            self._take("to")
            return 0, self._number()
        self._take("exactly")
        low = self._number()
        if self._take("+"):
            return low, None
        return (low, self._number()) if self._take(*_DASHES, "to") else (low, low)

    def _within(self, bounds: tuple[int, int | None], most: int, offset: int) -> tuple[int, int]:
        low, high = bounds
        top = most if high is None else high
        if low > most or top > most:
            message = f"There are at most {most} of these, not {max(low, top)}."
            raise _UnreadableError("BML612", message, offset, "Correct the number.")
        if low > top:
            message = f"No number is at least {low} and at most {top}."
            raise _UnreadableError("BML612", message, offset, "Write the smaller number first.")
        return low, top

    def _number(self) -> int:
        word = self._next
        if not re.fullmatch("[0-9]{1,4}", word):
            raise self._unknown("Write a number, a suit, or a word such as balanced.")
        self._at += 1
        return int(word)

    def _ranks(self) -> str:
        word = self._next.upper()
        if not word or not set(word) <= set(c.HONOURS) or len(set(word)) < len(word):
            raise self._unknown("Write letters of AKQJT, each once, such as AKQ.")
        self._at += 1
        return "".join(sorted(word, key=c.HONOURS.index))

    def _in_suit(self) -> Suit:
        if not self._take("in", "of"):
            raise self._unknown("Write in and a suit.")
        return self._suit()

    def _suit(self) -> Suit:
        word = self._next
        if word not in _SUITS:
            raise self._unknown("Write a suit: spades or !s, hearts or !h, diamonds or !d, clubs or !c.")
        self._at += 1
        return _SUITS[word]
