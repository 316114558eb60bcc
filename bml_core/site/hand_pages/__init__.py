"""Hands on pages: how often the calls of a system are made, and example hands for its auctions.

:func:`parse_hand_options` reads what an author asks for, :func:`answer` works it out from the whole system,
and :func:`row_addresses` tells where its rows stand. :func:`with_conditions_checked` tells which conditions
in braces cannot be read.
"""

from bml_core.site.hand_pages.addresses import Addresses, row_addresses
from bml_core.site.hand_pages.answers import answer
from bml_core.site.hand_pages.checking import with_conditions_checked
from bml_core.site.hand_pages.hand_options import (
    ExampleOptions,
    FrequencyOptions,
    HandOptions,
    Shown,
    asks_for_hands,
    parse_hand_options,
)
from bml_core.site.hand_pages.values import HandAnswer, HandRequest, PageAnswers

__all__ = [
    "Addresses",
    "ExampleOptions",
    "FrequencyOptions",
    "HandAnswer",
    "HandOptions",
    "HandRequest",
    "PageAnswers",
    "Shown",
    "answer",
    "asks_for_hands",
    "parse_hand_options",
    "row_addresses",
    "with_conditions_checked",
]
