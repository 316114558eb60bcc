"""From Documents to a System: every row expanded to the agreements it stands for."""

from bml_core.system.carding import (
    NOTRUMP_HOLDINGS,
    PRIORITIES,
    SIGNAL_OCCASIONS,
    SUIT_HOLDINGS,
    Carding,
    Signal,
)
from bml_core.system.coding import ANY_LENGTH, NOTHING_CODED, Coding, Disposition
from bml_core.system.expansion import Agreement, System, bound, expand
from bml_core.system.wording import Bindings, Wording, described, own_suit

__all__ = [
    "ANY_LENGTH",
    "NOTHING_CODED",
    "NOTRUMP_HOLDINGS",
    "PRIORITIES",
    "SIGNAL_OCCASIONS",
    "SUIT_HOLDINGS",
    "Agreement",
    "Bindings",
    "Carding",
    "Coding",
    "Disposition",
    "Signal",
    "System",
    "Wording",
    "bound",
    "described",
    "expand",
    "own_suit",
]
