"""Conditions in words, read strictly: all of the text must be understood."""

from __future__ import annotations

from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import Passage
from bml_core.hands import conditions as c
from bml_core.hands.counting import Partition, TooManyStatesError
from bml_core.hands.descriptions.expressions import ExpressionReader
from bml_core.hands.descriptions.patterns import Words
from bml_core.hands.descriptions.phrases import MOST_HONOURS, Context, questions
from bml_core.hands.descriptions.tokens import Abbreviated, SuitsOfRow, tokens_of
from bml_core.hands.descriptions.whole_shapes import WrongShapeError
from bml_core.hands.shapes import UnreadableError

LONGEST = 2_000


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


def parse_passage(
    passage: Passage, suits: SuitsOfRow, abbreviations: Abbreviated = ()
) -> Result[c.Formula | None]:
    """Return the formula of a condition on one or more lines; ``suits`` are its own words for suits."""
    try:
        if len(passage.text) > LONGEST:
            message = f"This condition has more than {LONGEST:,} characters."
            raise UnreadableError("BML614", message, 0, "Divide it.")
        words = Words(tokens_of(passage.text, suits, prose=False, abbreviations=abbreviations))
        reader = ExpressionReader(words, Context(at=passage.at))
        condition = reader.whole()
        _check_questions(condition)
    except UnreadableError as error:
        diagnostic = Diagnostic(error.code, error.message, passage.at(error.offset), error.hint)
        return Result(None, (diagnostic,))
    except WrongShapeError as error:
        return Result(None, error.diagnostics)
    message = "No hand fits both this and the condition before it."
    places = map(passage.at, reader.contradictions)
    return Result(
        condition, tuple(Diagnostic("BML615", message, place, "Correct one of them.") for place in places)
    )


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
