"""The condition on a hand as the library shows it: a formula that is parsed from words and counted."""

from __future__ import annotations

from dataclasses import dataclass

from bml_core._package import check_argument
from bml_core.bridge import Hand, hand_argument
from bml_core.diagnostics import Location
from bml_core.hands import counting
from bml_core.hands.conditions import Formula
from bml_core.hands.descriptions import parse_condition


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
            TypeError: The text is not a string.
        """
        check_argument("text", text, str)
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
