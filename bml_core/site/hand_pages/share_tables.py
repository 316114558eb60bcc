"""How often each call of a system is made, as a table to show."""

from __future__ import annotations

from collections.abc import Iterator

from bml_core.bridge import WrittenAuction, parse_auction
from bml_core.diagnostics import Location
from bml_core.hands.bidding import Frequencies, FrequencyRow, frequencies
from bml_core.language import parse_inline
from bml_core.render import LeftOut, Share, ShareTable
from bml_core.site.hand_pages.hand_options import FrequencyOptions
from bml_core.site.hand_pages.values import HandAnswer
from bml_core.system import System


def share_table(options: FrequencyOptions, system: System, place: Location) -> HandAnswer:
    """Return the table that a block asks for; ``place`` is where the block stands."""
    parsed = parse_auction(options.after, place, position=options.position)
    written = parsed.value
    if written is None:
        return HandAnswer(diagnostics=parsed.diagnostics)
    sides = options.vulnerability
    after = written if options.after else ""
    found = frequencies(system, after, position=written.position, vulnerability=sides)
    table = _table(options, written, found) if found.rows else None
    return HandAnswer(table, diagnostics=found.diagnostics)


def _table(options: FrequencyOptions, written: WrittenAuction, found: Frequencies) -> ShareTable:
    return ShareTable(
        tuple(_rows(found)),
        written.auction.calls,
        not written.is_ours(0),
        options.scope,
        found.samples,
        tuple(LeftOut(row.call, row.location) for row in found.uncounted),
        tuple(LeftOut(row.call, row.location) for row in found.unclear_calls),
        options.chart,
    )


def _rows(found: Frequencies) -> Iterator[Share]:
    for row in found.rows:
        yield _share(row)
    if found.rest.share:
        yield _share(found.rest)


def _share(row: FrequencyRow) -> Share:
    place = row.location or Location("", 1)
    # A row may say in braces alone what it shows.
    text = row.label or ("" if row.location is None else str(row.condition))
    spans = parse_inline(text, place, in_description=True).value
    return Share(row.call, spans, row.share, row.standard_error, row.location)
