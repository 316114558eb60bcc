"""``bml bid FILE… --hand HAND``: what a hand bids by the notes, and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bml_core.bridge import Hand, parse_auction, parse_hand
from bml_core.commands import note_options as notes
from bml_core.commands import outputs
from bml_core.commands.reports import report
from bml_core.commands.terminal import ERRORS, OK
from bml_core.diagnostics import has_errors

if TYPE_CHECKING:
    from bml_core.hands.bidding import ChosenCall, ConsideredRow


def configure(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.description = "Say what a hand bids by the notes: the first row that it fits, else pass."
    notes.add_options(parser)
    parser.add_argument("--hand", metavar="HAND", required=True, help='the hand, such as "AK843 Q5 KJ4 982"')
    parser.add_argument(
        "--auction",
        metavar="AUCTION",
        default="",
        help='the calls before, such as 1N-P or "(1H)-P"; without it, the hand may open',
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from bml_core.hands.bidding import choose_call

    parsed = parse_hand(options.hand)
    report(parsed.diagnostics)
    hand = parsed.value
    read = notes.read(options)
    if hand is None or read is None:
        return ERRORS
    written = parse_auction(options.auction, position=options.seat)
    report(written.diagnostics)
    if written.value is None:
        return ERRORS
    chosen = choose_call(read.system, hand, written.value, vulnerability=notes.vulnerability(options))
    report(chosen.diagnostics)
    if has_errors(chosen.diagnostics):
        return ERRORS
    outputs.write(outputs.STANDARD, "".join(f"{line}\n" for line in _lines(chosen, hand)))
    return OK


def _lines(chosen: ChosenCall, hand: Hand) -> Iterator[str]:
    yield str(chosen.call)
    yield f"  {notes.hand_line(hand)}"
    if chosen.row is not None:
        yield from _row(chosen.row)
    elif chosen.passed_over or chosen.skipped:
        yield "  It fits no row" + (" that is understood." if chosen.skipped else ".")
    else:
        yield "  The notes have no rows there."
    if chosen.skipped:
        above = "Rows above it" if chosen.row else "Rows"
        yield f"{above} that are not understood, so that the hand may fit them:"
        for considered in chosen.skipped:
            yield from _row(considered)


def _row(considered: ConsideredRow) -> Iterator[str]:
    explanation = considered.explanation
    yield f"  {notes.row_line(considered.agreement)}"
    if explanation.understood:
        yield f"    read as: {explanation.condition}"
    for part in explanation.not_understood:
        yield f"    not understood: {notes.readable(' '.join(part.split()))}"
    if explanation.is_silent:
        yield "    says nothing about the hand"
