"""The program dealer: scripts that deal hands for conditions, and ``shape{ }`` written as dealer reads it."""

from bml_core.formats.dealer.preprocessor import MOST_SHAPES, preprocess
from bml_core.formats.dealer.scripts import DealerScript

__all__ = ["MOST_SHAPES", "DealerScript", "preprocess"]
