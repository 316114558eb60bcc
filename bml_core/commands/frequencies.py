"""``bml frequencies FILE…``: how often each call of a table is made."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from bml_core.bridge import Hand, WrittenAuction, parse_auction, parse_hand
from bml_core.commands import note_options as notes
from bml_core.commands import outputs
from bml_core.commands.reports import report
from bml_core.commands.terminal import ERRORS, OK, UsageError
from bml_core.diagnostics import Result, has_errors
from bml_core.system import System

if TYPE_CHECKING:
    from bml_core.hands.bidding import Frequencies

_MOST_SAMPLES = 1_000_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = "Count how often each opening bid is made, or each call after an auction."
    notes.add_options(parser)
    parser.add_argument(
        "--after", metavar="AUCTION", help='the auction before the calls, such as 1N or "(1H)-2C"'
    )
    parser.add_argument(
        "--hand",
        metavar="HAND",
        help='the hand of the caller\'s partner, such as "AK84 Q5 KJ43 982": counts exactly',
    )
    parser.add_argument(
        "--samples",
        type=partial(notes.whole_number, least=2, most=_MOST_SAMPLES),
        metavar="N",
        help="number of random deals after an auction (default: 4000)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the same number gives the same hands (default: 1)"
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="a table to read (default), or JSON"
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from bml_core.commands import frequency_reports

    if options.after is None and options.hand is not None:
        raise UsageError("--hand is the hand of the partner; give partner's calls with --after")
    hand = Result(None) if options.hand is None else parse_hand(options.hand)
    report(hand.diagnostics)
    read = notes.read(options)
    if hand.diagnostics or read is None:
        return ERRORS
    written = Result(None) if options.after is None else parse_auction(options.after, position=options.seat)
    report(written.diagnostics)
    if written.diagnostics:
        return ERRORS
    frequencies = _counted(read.system, written.value, hand.value, options)
    report(frequencies.diagnostics)
    if not frequencies.rows:
        return ERRORS
    write = frequency_reports.as_json if options.format == "json" else frequency_reports.as_text
    outputs.write(outputs.STANDARD, write(frequencies, read.system.title))
    return ERRORS if has_errors(frequencies.diagnostics) else OK


def _counted(
    system: System, written: WrittenAuction | None, hand: Hand | None, options: argparse.Namespace
) -> Frequencies:
    from bml_core.hands.bidding import SAMPLES, frequencies

    return frequencies(
        system,
        written or "",
        hand=hand,
        position=options.seat or 1,
        vulnerability=notes.vulnerability(options),
        samples=options.samples or SAMPLES,
        seed=options.seed,
    )
