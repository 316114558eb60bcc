"""How often each call of a system is made, as a table to show."""

from __future__ import annotations

from collections.abc import Iterator

from bml_core.bridge import PASS, SideVulnerability
from bml_core.diagnostics import Location
from bml_core.hand_pages.options import FrequencyOptions
from bml_core.hand_pages.values import HandAnswer
from bml_core.hands.auction_words import WrittenAuction, read_auction
from bml_core.hands.frequencies import Frequencies, FrequencyRow, frequencies_after
from bml_core.language import parse_inline
from bml_core.options import OptionProblem
from bml_core.render.frequencies import LeftOut, Share, ShareTable
from bml_core.system import System

NEITHER = SideVulnerability(we=False, they=False)


def share_table(options: FrequencyOptions, system: System, place: Location) -> HandAnswer:
    """The table that a block asks for; ``place`` is where the block stands."""
    written = read_auction(options.after, place)
    if written.diagnostics:
        return HandAnswer(diagnostics=written.diagnostics)
    auction = written.auction
    if auction.calls and not written.is_ours(len(auction)):
        auction = auction.then(PASS)
    asked = options.scope
    found = frequencies_after(
        system,
        auction,
        position=asked.position.positions[0],
        vulnerability=SideVulnerability(bool(asked.vulnerability.we), bool(asked.vulnerability.they)),
    )
    if not found.rows:
        return HandAnswer(problems=(_nothing(options, found),), diagnostics=found.diagnostics)
    return HandAnswer(_table(options, written, found), diagnostics=found.diagnostics)


def _nothing(options: FrequencyOptions, found: Frequencies) -> OptionProblem:
    where = f"after {options.after}" if options.after else "for openings"
    if not found.unread:
        return OptionProblem("frequencies", f"The notes have no row {where}.", "Correct the auction.")
    calls = ", ".join(str(row.call) for row in found.unread)
    message = f"No row {where} is understood, of {calls}."
    return OptionProblem(
        "frequencies", message, "State what a row shows in braces, such as {12-14 hcp, balanced}."
    )


def _table(options: FrequencyOptions, written: WrittenAuction, found: Frequencies) -> ShareTable:
    return ShareTable(
        tuple(_rows(found)),
        written.auction.calls,
        not written.is_ours(0),
        options.scope,
        found.samples,
        tuple(LeftOut(row.call, row.location) for row in found.unread),
        options.chart,
    )


def _rows(found: Frequencies) -> Iterator[Share]:
    for row in found.rows:
        yield _share(row)
    if found.rest.share:
        yield _share(found.rest)


def _share(row: FrequencyRow) -> Share:
    place = row.location or Location("", 1)
    spans = parse_inline(row.label, place, in_description=True)
    return Share(row.call, spans, row.share, row.standard_error, row.location)
