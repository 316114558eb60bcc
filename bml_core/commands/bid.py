"""``bml bid FILE… --hand HAND``: what a hand bids by the notes, and why; with ``--deals`` whole deals."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bml_core.bridge import Hand, parse_auction, parse_hand
from bml_core.commands import note_options as notes
from bml_core.commands import outputs, whole_deals
from bml_core.commands.reports import place_entry, report
from bml_core.commands.terminal import ERRORS, OK, UsageError
from bml_core.diagnostics import has_errors

if TYPE_CHECKING:
    from bml_core.hands.bidding import ChosenCall, ConsideredRow

_NOT_KNOWN = "not known"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Choose the call for a hand by the notes and explain it: the call, P for a pass, or not known. With "
        "--deals, bid the boards of files call by call, and stop where the notes say nothing."
    )
    notes.add_options(parser)
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--hand", metavar="HAND", help='the hand, such as "AK843 Q5 KJ4 982"')
    asked.add_argument(
        "--deals",
        metavar="DEALS",
        action="append",
        help="a PBN, LIN or BML file with the deals to bid; may be repeated",
    )
    parser.add_argument(
        "--auction",
        metavar="AUCTION",
        default="",
        help='the calls before, such as 1N-P or "(1H)-P"; without it, the hand may open',
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="lines to read (default), or JSON"
    )
    parser.add_argument(
        "--them",
        metavar="NOTES",
        action="append",
        help="with --deals, a file or folder with the notes of the opponents, who pass otherwise; may be "
        "repeated",
    )
    whole_deals.add_side(parser)
    parser.add_argument(
        "--to",
        choices=("pbn", "lin", "bml"),
        help="with --deals, write boards with their auctions (default: by the ending of OUT, else lines to "
        "read)",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        default=outputs.STANDARD,
        help="with --deals, the file to write (default: standard output)",
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    if options.deals:
        if options.auction or options.seat or options.format == "json":
            raise UsageError("--auction, --seat and --format json are for one hand, not for --deals")
        return whole_deals.bid_all(options)
    if options.them or options.to or options.output != outputs.STANDARD:
        raise UsageError("--them, --to and --output go with --deals")
    return _bid_hand(options)


def _bid_hand(options: argparse.Namespace) -> int:
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
    text = _as_json(chosen, hand) if options.format == "json" else "\n".join(_lines(chosen, hand))
    outputs.write(outputs.STANDARD, f"{text}\n")
    return OK


def _lines(chosen: ChosenCall, hand: Hand) -> Iterator[str]:
    yield str(chosen.call or _NOT_KNOWN)
    yield f"  {notes.hand_line(hand)}"
    if chosen.row is not None:
        yield from _row(chosen.row)
    if chosen.row is None or not chosen.others:
        yield f"  {chosen.why}"
    if chosen.others:
        yield "It fits as well:"
    for other in chosen.others:
        yield from _row(other.row)
        yield f"    {chosen.call} rather than {other.row.agreement.call}: {other.reason}"
    if chosen.unclear:
        yield "Rows that are not understood, so that the hand may fit them:"
    for considered in chosen.unclear:
        yield from _row(considered)


def _row(considered: ConsideredRow) -> Iterator[str]:
    explanation = considered.explanation
    yield f"  {notes.row_line(considered.agreement)}"
    if explanation.understood:
        yield f"    read as: {explanation.condition}"
    if considered.is_forced:
        return
    for part in explanation.not_understood:
        yield f"    not understood: {notes.readable(' '.join(part.split()))}"
    if explanation.is_silent:
        yield "    says nothing about the hand"


def _as_json(chosen: ChosenCall, hand: Hand) -> str:
    whole: dict[str, object] = {
        "call": str(chosen.call) if chosen.call else None,
        "known": chosen.is_known,
        "why": chosen.why,
        "hand": str(hand),
        "hcp": hand.hcp,
        "auction": [str(call) for call in chosen.written.auction.calls],
        "row": _row_entry(chosen.row) if chosen.row else None,
        "others": [{**_row_entry(other.row), "reason": other.reason} for other in chosen.others],
        "unclear": [_row_entry(row) for row in chosen.unclear],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False)


def _row_entry(considered: ConsideredRow) -> dict[str, object]:
    agreement = considered.agreement
    return {
        "call": str(agreement.call),
        "description": agreement.text,
        "condition": str(considered.condition),
        "forced": considered.is_forced,
        "left": list(considered.explanation.not_understood),
        "location": place_entry(agreement.location),
    }
