"""Hands on pages: how often the calls of a system are made, and example hands for its auctions.

:func:`answer` works a request out from the whole system; what counts and deals is loaded with it alone.
"""

# fmt: off

from typing import TYPE_CHECKING

from bml_core._package import lazy
from bml_core.site.hand_pages.hand_options import (
    Addresses, HandAnswer, HandRequest, PageAnswers,
)

if TYPE_CHECKING:
    from bml_core.site.hand_pages.answers import answer
else:
    __getattr__ = lazy(__name__, {"answers": ("answer",)})

__all__ = ["Addresses", "HandAnswer", "HandRequest", "PageAnswers", "answer"]
