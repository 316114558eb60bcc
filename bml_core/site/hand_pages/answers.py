"""From what a block asks for to what it shows: shares of calls, or example hands."""

from __future__ import annotations

from dataclasses import replace

from bml_core.diagnostics import Diagnostic
from bml_core.site.hand_pages.hand_options import ExampleOptions
from bml_core.site.hand_pages.values import HandAnswer, HandRequest
from bml_core.system import System

_AUCTION = "auction"


def answer(request: HandRequest, system: System | None) -> HandAnswer:
    """Return what a block shows of its system; None stands for one that no page speaks of.

    >>> from bml_core.diagnostics import Location
    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> from bml_core.site.hand_pages import FrequencyOptions
    >>> notes = expand([parse("1N  15-17 hcp, balanced")])
    >>> found = answer(HandRequest(FrequencyOptions(), "system", Location("a.md", 3)), notes)
    >>> [round(row.share, 4) for row in found.table.rows]
    [0.0487, 0.9513]
    """
    # Sites without such a block do not wait for what counts and deals.
    from bml_core.site.hand_pages.examples import example_hands
    from bml_core.site.hand_pages.share_tables import share_table

    if system is None or not system.agreements:
        return HandAnswer(diagnostics=(_no_system(request),))
    if isinstance(request.options, ExampleOptions):
        found = example_hands(request.options, system, request.place)
    else:
        found = share_table(request.options, system, request.place)
    return replace(found, diagnostics=tuple(_at_block(one, request) for one in found.diagnostics))


def _at_block(found: Diagnostic, request: HandRequest) -> Diagnostic:
    """Place a diagnostic about the auction of a block at the block, since hosts know no place of options."""
    place, block = found.location, request.place
    is_auction = (place.file, place.line) == (block.file, block.line) or place.file == _AUCTION
    return replace(found, location=block) if is_auction else found


def _no_system(request: HandRequest) -> Diagnostic:
    if request.system is None:
        message = "A block of no system has no notes to look into."
        return Diagnostic("BML136", message, request.place, "Name the system with the option system.")
    message = f"The system {request.system} has no agreements."
    hint = "Write a bidding table, or name another system with the option system."
    return Diagnostic("BML136", message, request.place, hint)
