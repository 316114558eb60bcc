"""How many hands fit conditions, to the last hand: of the whole pack, of what is left of it, of two hands."""

from bml_core.hands.counting.cells import TooManyStatesError
from bml_core.hands.counting.counts import TOTAL, count, hands_with, partition, same_hands

__all__ = ["TOTAL", "TooManyStatesError", "count", "hands_with", "partition", "same_hands"]
