"""How often each call of a table is made, which rows overlap, and which hands no row covers."""

from bml_core.hands.frequencies.calls import SAMPLES, frequencies_after, frequencies_of, opening_frequencies
from bml_core.hands.frequencies.gaps import Gap
from bml_core.hands.frequencies.values import Choice, Frequencies, FrequencyRow, Overlap, UnreadRow

__all__ = [
    "SAMPLES",
    "Choice",
    "Frequencies",
    "FrequencyRow",
    "Gap",
    "Overlap",
    "UnreadRow",
    "frequencies_after",
    "frequencies_of",
    "opening_frequencies",
]
