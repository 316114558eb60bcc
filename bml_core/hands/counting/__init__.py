"""How many hands fit formulas, exactly: hands of a full deck, of what is left of it, and pairs of hands.

The hands of a suit are counted by length and points, as polynomials; those of four suits are their product.
Where single cards decide, hands are counted by the results of tests of these cards as well.
"""

# fmt: off

from bml_core.hands.counting.partitions import FULL_DECK, HANDS, PAIRS, Deck, most_points
from bml_core.hands.counting.existence import can_meet, has_hands, needs, surely_meet, tallies
from bml_core.hands.counting.hand_pairs import HandPairs, pair_polynomials
from bml_core.hands.counting.partitions import (
    MOST_STATES, TOTAL, Group, Partition, TooManyStatesError, count, count_table, partition, same_hands,
)
from bml_core.hands.counting.hand_pairs import PACK
