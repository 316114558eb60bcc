"""Conditions in words: ``and``, ``or`` and ``not`` between phrases.

::

    condition = either, {",", either}
    either    = both, {"or", both}
    both      = single, {("and" | "with"), single}
    single    = "not", single | "no", single, {"or", short} | "(", condition, ")" | phrase
    short     = "void" | "singleton" | "doubleton"
"""

from __future__ import annotations

from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import Passage
from bml_core.hands import conditions as c
from bml_core.hands.counting import Partition, TooManyStatesError
from bml_core.hands.descriptions.cursor import Cursor, SuitsOfRow, UnreadableError, WrongShapeError, tokens_of
from bml_core.hands.descriptions.phrases import MOST_HONOURS, Context, PhraseReader, questions

LONGEST = 2_000
DEEPEST = 40


def parse_condition(
    text: str,
    place: Location = Location("condition", 1),  # noqa: B008
) -> Result[c.Formula | None]:
    """Return the formula of a condition, None if the text cannot be read; ``place`` is where the text begins.

    >>> str(parse_condition("12-19 HCP, 4+ !s").value)
    '12-19 hcp, 4+ spades'
    >>> print(parse_condition("12-19 hcp, 14+ spades").diagnostics[0])
    condition:1:12: error BML612: A suit has at most 13 cards, not 14. Correct the number.
    """
    further = (Location(place.file, place.line + number) for number in range(1, text.count("\n") + 1))
    return parse_passage(Passage(text, (place, *further)), {})


def parse_passage(passage: Passage, suits: SuitsOfRow) -> Result[c.Formula | None]:
    """Return the formula of a condition on one or more lines; ``suits`` are its own words for suits."""
    try:
        if len(passage.text) > LONGEST:
            raise UnreadableError(
                "BML614", f"This condition has more than {LONGEST:,} characters.", 0, "Divide it."
            )
        reader = _Reader(passage, suits)
        condition = reader.whole()
        _check_questions(condition)
    except UnreadableError as error:
        diagnostic = Diagnostic(error.code, error.message, passage.at(error.offset), error.hint)
        return Result(None, (diagnostic,))
    except WrongShapeError as error:
        return Result(None, error.diagnostics)
    return Result(condition, tuple(reader.warnings))


def _check_questions(condition: c.Formula) -> None:
    if questions(condition) > MOST_HONOURS:
        message = f"This condition asks for single cards more than {MOST_HONOURS} times."
        raise UnreadableError("BML614", message, 0, "Divide it.")
    if condition.has_honours:
        try:
            Partition([condition])
        except TooManyStatesError as error:
            message = "This condition asks for single cards in too many ways to be counted."
            raise UnreadableError("BML614", message, 0, "Divide it.") from error


class _Reader:
    """Read one condition, and keep the warnings."""

    def __init__(self, passage: Passage, suits: SuitsOfRow) -> None:
        self._at = passage.at
        self._tokens = Cursor(tokens_of(passage.text, prose=False, suits=suits))
        self._phrases = PhraseReader(self._tokens, Context(at=passage.at))
        self._depth = 0
        self.warnings: list[Diagnostic] = []

    def whole(self) -> c.Formula:
        tokens = self._tokens
        condition = self._condition()
        if tokens.word == ")":
            raise UnreadableError("BML613", "No ( belongs to this ).", tokens.offset, "Take it out.")
        if tokens.word:
            raise tokens.unknown("Between two conditions, write a comma, and, or or.")
        return condition

    def _condition(self) -> c.Formula:
        condition = self._either()
        while self._tokens.take(","):
            offset = self._tokens.offset
            condition = self._joined(condition, self._either(), offset)
        return condition

    def _either(self) -> c.Formula:
        parts = [self._both()]
        while self._tokens.take("or"):
            parts.append(self._both())
        return c.any_of(parts)

    def _both(self) -> c.Formula:
        condition = self._single()
        while self._tokens.take("and", "with"):
            offset = self._tokens.offset
            condition = self._joined(condition, self._single(), offset)
        return condition

    def _joined(self, before: c.Formula, part: c.Formula, offset: int) -> c.Formula:
        """Return both together; warn if points and shape show that no hand is left."""
        both = before & part
        if both == c.NONE and c.NONE not in (before, part):
            message = "No hand fits this and what stands before it."
            self.warnings.append(Diagnostic("BML615", message, self._at(offset), "Correct one of them."))
        return both

    def _single(self) -> c.Formula:
        tokens = self._tokens
        start = tokens.offset
        self._depth += 1
        if self._depth > DEEPEST:
            message = f"More than {DEEPEST} brackets are open."
            raise UnreadableError("BML614", message, start, "Divide the condition.")
        if tokens.take("not"):
            condition = ~self._single()
        elif tokens.take("no"):
            condition = self._none_of_these()
        elif tokens.take("("):
            condition = self._condition()
            if not tokens.take(")"):
                raise UnreadableError("BML613", "This ( is not closed.", start, "Write a ) behind it.")
        else:
            condition = self._phrases.phrase()
        self._depth -= 1
        return condition

    def _none_of_these(self) -> c.Formula:
        if self._tokens.word in ("not", "no", "("):
            return ~self._single()
        return self._phrases.denied("no")
