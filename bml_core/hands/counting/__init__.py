"""How many hands fit formulas, exactly: hands of a full deck, of what is left of it, and pairs of hands.

The hands of a suit are counted by length and points, as polynomials; those of four suits are their product.
Where single cards decide, hands are counted by the results of tests of these cards as well.
"""

# fmt: off

from bml_core.hands.counting.decks import FULL_DECK, HANDS, PAIRS, Deck, most_points
from bml_core.hands.counting.hand_pairs import HandPairs, pair_polynomials
from bml_core.hands.counting.partitions import (
    TOTAL, Group, Partition, TooManyStatesError, count, count_table, partition, same_hands,
)

__all__ = [
    "FULL_DECK", "HANDS", "PAIRS", "TOTAL", "Deck", "Group", "HandPairs", "Partition", "TooManyStatesError",
    "count", "count_table", "most_points", "pair_polynomials", "partition", "same_hands",
]
