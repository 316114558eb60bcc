"""Documents to a System: every row is expanded to the agreements that it stands for."""

# fmt: off

from typing import TYPE_CHECKING

from bml_core._package import lazy
from bml_core.system.agreements import (
    ANY_LENGTH, NOTHING_CODED, NOTRUMP_HOLDINGS, PRIORITIES, SIGNAL_OCCASIONS, SUIT_HOLDINGS, Agreement,
    Carding, Coding, Disclosure, Disposition, Metadata, Signal, System, UnknownAuctionError, digest_of_rows,
)
from bml_core.system.expansion import READ_BY, expand
from bml_core.system.own_abbreviations import legend_of, texts_between, words_defined
from bml_core.system.variables import Bindings, Wording, bind, own_suit, with_suits

if TYPE_CHECKING:
    from bml_core.system.changes import Change, ChangeKind, Changes, Pair, compare
else:
    __getattr__ = lazy(__name__)
