"""From words to formulas: conditions, read strictly, and descriptions as players write them.

``parse_condition`` reads what ``str`` of a formula writes, ``parse_description`` prose, and never guesses.
``explain`` returns the condition of an agreement: the one in braces, or what its description says.
"""

# fmt: off

from bml_core.hands.descriptions.explanations import (
    LONGEST, ExplainedRow, Explanation, Grade, asked_steps, check_conditions, count_grades, explain,
    explain_rows, means_same, obligations_of, parse_condition, parse_passage,
)
from bml_core.hands.descriptions.expressions import DEEPEST
from bml_core.hands.descriptions.reading import (
    LONGEST_DESCRIPTION, Interpretation, Piece, Sense, parse_description,
)
from bml_core.hands.descriptions.words import Obligation

__all__ = [
    "DEEPEST", "LONGEST", "LONGEST_DESCRIPTION", "ExplainedRow", "Explanation", "Grade", "Interpretation",
    "Obligation", "Piece", "Sense", "asked_steps", "check_conditions", "count_grades", "explain",
    "explain_rows", "means_same", "obligations_of", "parse_condition", "parse_description", "parse_passage",
]
