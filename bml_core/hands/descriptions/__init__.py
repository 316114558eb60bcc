"""From words to a condition: a small strict grammar, which reads what ``str`` of a condition says."""

from bml_core.hands.descriptions.strict import (
    DEEPEST,
    LONGEST,
    MOST_HONOURS,
    ConditionReading,
    questions,
    read_condition,
    read_passage,
)

__all__ = [
    "DEEPEST",
    "LONGEST",
    "MOST_HONOURS",
    "ConditionReading",
    "questions",
    "read_condition",
    "read_passage",
]
