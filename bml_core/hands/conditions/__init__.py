"""Conditions on a hand as formulas: immutable values, joined by ``&``, ``|`` and ``~``.

Points and lengths alone are equal by meaning, since each such formula is a table of the points that fit with
each shape. Single cards, such as stoppers and keycards, are a sum of values between two bounds.
"""

# fmt: off

from bml_core.hands.conditions.algebra import (
    ALL_POINTS, ANY, MAX_POINTS, NONE, All, Always, AnyOf, Formula, Leaf, Named, Not, PointTable, TableBounds,
    all_of, any_of,
)
from bml_core.hands.conditions.features import (
    COMPARISONS, HONOURS, SUIT_ORDER, Compared, Length, Points, Shaped, Tally, Worth, balanced, bits,
    cards, good_suit, honours, keycards, longer, points, runs, semi_balanced, shortness, some_suit, stopper,
    tally, two_suits, unbalanced, weighted,
)

__all__ = [
    "ALL_POINTS", "ANY", "COMPARISONS", "HONOURS", "MAX_POINTS", "NONE", "SUIT_ORDER", "All", "Always",
    "AnyOf", "Compared", "Formula", "Leaf", "Length", "Named", "Not", "PointTable", "Points", "Shaped",
    "TableBounds", "Tally", "Worth", "all_of", "any_of", "balanced", "bits", "cards", "good_suit", "honours",
    "keycards", "longer", "points", "runs", "semi_balanced", "shortness", "some_suit", "stopper", "tally",
    "two_suits", "unbalanced", "weighted",
]
