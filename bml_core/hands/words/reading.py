"""And, or and not between the phrases of a condition.

::

    condition = either, {",", either}
    either    = both, {"or", both}
    both      = single, {("and" | "with"), single}
    single    = "not", single | "no", single, {"or", short} | "(", condition, ")" | phrase
    short     = "void" | "singleton" | "doubleton"
"""

from __future__ import annotations

from dataclasses import dataclass

from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands import conditions as c
from bml_core.hands.cells import Cells, TooManyStatesError
from bml_core.hands.shape_scanning import UnreadableError
from bml_core.hands.words.phrases import WrongShapeError, read_phrase
from bml_core.hands.words.tokens import Tokens
from bml_core.hands.words.vocabulary import SHORT

LONGEST = 2_000
DEEPEST = 40
MOST_HONOURS = 8


@dataclass(frozen=True, slots=True)
class ConditionReading:
    """What a text says of a hand: the condition, or None, and what is wrong with the text."""

    condition: c.Condition | None
    diagnostics: tuple[Diagnostic, ...] = ()


def read_condition(text: str, place: Location = Location("condition", 1)) -> ConditionReading:  # noqa: B008
    """Read a condition; ``place`` is where the text begins.

    >>> str(read_condition("12-19 HCP, 4+ !s").condition)
    '12-19 hcp, 4+ spades'
    >>> print(read_condition("12-19 hcp, 14+ spades").diagnostics[0])
    condition:1:12: error BML612: A suit has at most 13 cards, not 14. Correct the number.
    """
    try:
        if len(text) > LONGEST:
            raise UnreadableError(
                "BML614", f"This condition has more than {LONGEST:,} characters.", 0, "Divide it."
            )
        reader = _Reader(Tokens(text, place))
        condition = reader.whole()
        _check_questions(condition)
    except UnreadableError as error:
        found = Diagnostic(error.code, error.message, place.shifted(error.offset), error.hint)
        return ConditionReading(None, (found,))
    except WrongShapeError as error:
        return ConditionReading(None, error.diagnostics)
    return ConditionReading(condition, tuple(reader.warnings))


def _check_questions(condition: c.Condition) -> None:
    if _questions(condition) > MOST_HONOURS:
        message = f"This condition asks for single cards more than {MOST_HONOURS} times."
        raise UnreadableError("BML614", message, 0, "Divide it.")
    if condition.has_honours:
        try:
            Cells([condition])
        except TooManyStatesError as error:
            message = "This condition asks for single cards in too many ways to be counted."
            raise UnreadableError("BML614", message, 0, "Divide it.") from error


def _questions(condition: c.Condition) -> int:
    """How often a condition asks for single cards; what has a name asks once."""
    if isinstance(condition, c.All | c.AnyOf):
        return sum(map(_questions, condition.parts))
    if isinstance(condition, c.Not):
        return _questions(condition.part)
    return int(condition.has_honours)


class _Reader:
    """What is read of some tokens, and what is odd about it."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._depth = 0
        self.warnings: list[Diagnostic] = []

    def whole(self) -> c.Condition:
        tokens = self._tokens
        condition = self._condition()
        if tokens.next == ")":
            raise UnreadableError("BML613", "No ( belongs to this ).", tokens.offset, "Take it out.")
        if tokens.next:
            raise tokens.unknown("Between two conditions, write a comma, and, or or.")
        return condition

    def _condition(self) -> c.Condition:
        condition = self._either()
        while self._tokens.take(","):
            offset = self._tokens.offset
            condition = self._joined(condition, self._either(), offset)
        return condition

    def _either(self) -> c.Condition:
        parts = [self._both()]
        while self._tokens.take("or"):
            parts.append(self._both())
        return c.any_of(parts)

    def _both(self) -> c.Condition:
        condition = self._single()
        while self._tokens.take("and", "with"):
            offset = self._tokens.offset
            condition = self._joined(condition, self._single(), offset)
        return condition

    def _joined(self, before: c.Condition, part: c.Condition, offset: int) -> c.Condition:
        """Both together; that nothing is left is told, where points and shape are enough to see it."""
        both = before & part
        if both == c.NONE and c.NONE not in (before, part):
            message = "No hand fits this and what stands before it."
            self.warnings.append(
                Diagnostic("BML615", message, self._tokens.place(offset), "Correct one of them.")
            )
        return both

    def _single(self) -> c.Condition:
        tokens = self._tokens
        start = tokens.offset
        self._depth += 1
        if self._depth > DEEPEST:
            message = f"More than {DEEPEST} brackets are open."
            raise UnreadableError("BML614", message, start, "Divide the condition.")
        if tokens.take("not"):
            condition = ~self._single()
        elif tokens.take("no"):
            condition = self._without()
        elif tokens.take("("):
            condition = self._condition()
            if not tokens.take(")"):
                raise UnreadableError("BML613", "This ( is not closed.", start, "Write a ) behind it.")
        else:
            condition = read_phrase(tokens)
        self._depth -= 1
        return condition

    def _without(self) -> c.Condition:
        """``no singleton or void`` has neither; before other phrases that would be a guess."""
        tokens = self._tokens
        parts = [self._single()]
        while tokens.next == "or" and tokens.after(1) in SHORT:
            tokens.take("or")
            parts.append(read_phrase(tokens))
        if tokens.next == "or":
            message = "This or can be read in two ways after no."
            hint = "Write no before each phrase, or put what no belongs to in brackets."
            raise UnreadableError("BML611", message, tokens.offset, hint)
        return ~c.any_of(parts)
