"""From words to formulas: conditions, read strictly, and descriptions as players write them.

``parse_condition`` reads what ``str`` of a formula writes, ``parse_description`` prose, and never guesses.
``explain`` returns the condition of an agreement: the one in braces, or what its description says.
"""

# fmt: off

from bml_core.hands.descriptions.book import GAME_POINTS, SLAM_POINTS, UsualMeaning, usual_meanings
from bml_core.hands.descriptions.call_context import CallContext
from bml_core.hands.descriptions.completeness import Lack, says_shape, says_strength
from bml_core.hands.descriptions.explanations import (
    ExplainedRow, Explanation, Understanding, asked_steps, check_conditions, check_meanings,
    count_understanding, english_words, explain, explain_rows, known_of, means_same, obligations_of,
    once, row_above,
)
from bml_core.hands.descriptions.expressions import (
    DEEPEST, LONGEST, Condition, count, parse_condition,
)
from bml_core.hands.descriptions.reading import (
    LONGEST_DESCRIPTION, MeaningSource, Reading, ReadSpan, Sense, parse_description, source_words,
)
from bml_core.hands.descriptions.tokens import without_intervals
from bml_core.hands.descriptions.vocabulary import ENGLISH, Obligation, vocabulary_of
