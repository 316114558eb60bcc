"""Conditions in words: parsed strictly, counted, and written as players say them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from bml_core.bridge import Hand, Suit, hand_argument
from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import Passage
from bml_core.hands import counting
from bml_core.hands.conditions import Formula
from bml_core.hands.descriptions.expressions import MOST_HONOURS, ExpressionReader, questions
from bml_core.hands.descriptions.phrases import Words, WrongShapeError
from bml_core.hands.descriptions.tokens import Abbreviated, SuitsOfRow, tokens_of
from bml_core.hands.shapes import UnreadableError

LONGEST = 2_000
"""Characters of a condition."""


def parse_condition(
    text: str,
    location: Location = Location("condition", 1),  # noqa: B008
) -> Result[Formula | None]:
    """Return the formula of a condition, None if it cannot be read; ``location`` is where the text begins.

    >>> str(parse_condition("12-19 HCP, 4+ !s").value)
    '12-19 hcp, 4+ spades'
    >>> print(parse_condition("12-19 hcp, 14+ spades").diagnostics[0])
    condition:1:12: error BML612: A suit has at most 13 cards, not 14. Correct the number.
    """
    further = (Location(location.file, location.line + number) for number in range(1, text.count("\n") + 1))
    return parse_passage(Passage(text, (location, *further)), {})


def parse_passage(
    passage: Passage, suits: SuitsOfRow, abbreviations: Abbreviated = None
) -> Result[Formula | None]:
    """Return the formula of a condition on one or more lines; ``suits`` are its own words for suits."""
    read = _condition(passage.text, tuple(suits.items()), abbreviations)
    return Result(
        read.value,
        tuple(replace(each, location=passage.at(each.location.column - 1)) for each in read.diagnostics),
    )


@lru_cache(maxsize=4096)
def _condition(
    text: str, suits: tuple[tuple[int, tuple[int, Suit]], ...], abbreviations: Abbreviated
) -> Result[Formula | None]:
    """Read a condition, as if it were on one line; many agreements have the same one."""
    start = Location("condition", 1)
    try:
        if len(text) > LONGEST:
            message = f"This condition has more than {LONGEST:,} characters."
            raise UnreadableError("BML614", message, 0, "Divide it.")
        words = Words(tokens_of(text, dict(suits), prose=False, abbreviations=abbreviations))
        reader = ExpressionReader(words)
        condition = reader.whole()
        _check_questions(condition)
    except UnreadableError as error:
        return Result(None, (Diagnostic(error.code, error.message, start.shifted(error.offset), error.hint),))
    except WrongShapeError as error:
        return Result(None, error.diagnostics)
    message, hint = "No hand fits both this and the condition before it.", "Correct one of them."
    locations = map(start.shifted, reader.contradictions)
    return Result(condition, tuple(Diagnostic("BML615", message, each, hint) for each in locations))


def _check_questions(condition: Formula) -> None:
    if questions(condition) > MOST_HONOURS:
        message = f"This condition asks for single cards more than {MOST_HONOURS} times."
        raise UnreadableError("BML614", message, 0, "Divide it.")
    if condition.has_honours:
        try:
            counting.Partition([condition])
        except counting.TooManyStatesError as error:
            message = "This condition asks for single cards in too many ways to be counted."
            raise UnreadableError("BML614", message, 0, "Divide it.") from error


@dataclass(frozen=True, slots=True, repr=False)
class Condition:
    """A condition on a hand, such as ``15-17 hcp, balanced``.

    Conditions are joined by ``&``, ``|`` and ``~``; on points and lengths, they are equal by meaning.

    >>> notrump = Condition.parse("15-17 hcp, balanced")
    >>> notrump.count
    30897212184
    >>> notrump & ~Condition.parse("a 5-card major")
    Condition.parse('15-17 hcp, balanced, no 5-card major')
    >>> Condition.parse("12-14 hcp or 15-19 hcp") == Condition.parse("12-19 hcp")
    True
    """

    formula: Formula

    @classmethod
    def parse(cls, text: str) -> Condition:
        """Return the condition that is written in words.

        Raises:
            ValueError: The text is not a condition; the message has the place and what to write.
        """
        result = parse_condition(text, Location("text", 1))
        if result.value is None:
            raise ValueError(str(result.diagnostics[0]))
        return cls(result.value)

    @property
    def count(self) -> int:
        """Return how many of the 635,013,559,600 hands fit."""
        return counting.count(self.formula)

    @property
    def share(self) -> float:
        """Return which share of all hands fits, from 0 to 1."""
        return self.count / counting.TOTAL

    def fits(self, hand: Hand | str) -> bool:
        """Return whether a hand, or its text, fits; ``x`` in a hand is a card below the ten.

        Raises:
            TypeError: ``hand`` is of another type.
            ValueError: The hand does not have thirteen different cards.

        >>> Condition.parse("5+ spades, 10-12 hcp").fits("AK843 Q5 KJ4 982")
        False
        """
        return self.formula.fits(hand_argument(hand))

    def __and__(self, other: Condition) -> Condition:
        return Condition(self.formula & other.formula)

    def __or__(self, other: Condition) -> Condition:
        return Condition(self.formula | other.formula)

    def __invert__(self) -> Condition:
        return Condition(~self.formula)

    def __str__(self) -> str:
        return str(self.formula)

    def __repr__(self) -> str:
        return f"Condition.parse({str(self)!r})"


def count(condition: Condition | str) -> int:
    """Return how many of the 635,013,559,600 hands fit a condition, or its text.

    >>> count("15-17 hcp, balanced")
    30897212184

    Raises:
        TypeError: It is of another type.
        ValueError: The text is not a condition.
    """
    if isinstance(condition, str):
        return Condition.parse(condition).count
    if not isinstance(condition, Condition):
        raise TypeError(f"condition must be text or a Condition, not {type(condition).__name__}")
    return condition.count
