"""``bml sample FILE… --auction AUCTION``: hands and deals that fit the calls of an auction."""

from __future__ import annotations

import argparse
import secrets
from functools import partial

from bml_core.commands import notes, outputs
from bml_core.commands.outputs import STANDARD
from bml_core.commands.reports import counted, report
from bml_core.commands.terminal import ERRORS, OK, Progress, say
from bml_core.diagnostics import Diagnostic, Location

_MOST, _LARGEST_SEED = 10**9, 2**63
_SEEDS = 10**6


def configure(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.description = (
        "Deal hands that fit every call of an auction by the notes, each deal as likely as "
        "the others. The opponents pass unless the auction says otherwise."
    )
    notes.add_options(parser)
    notes.add_auction(parser)
    notes.add_deals(parser, most=_MOST)
    parser.add_argument(
        "--seed",
        type=partial(notes.whole_number, least=0, most=_LARGEST_SEED),
        metavar="S",
        help="the same number gives the same deals (default: another one each time, which is told)",
    )
    parser.add_argument(
        "--to",
        choices=("bml", "pbn", "lin"),
        help="write whole deals in this format; without it, lines to read",
    )
    parser.add_argument("--all-hands", action="store_true", help="show all four hands in the lines to read")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from bml_core.commands.samples import Sample
    from bml_core.hands.sampling import Deals

    read = notes.read(options)
    meaning = notes.meaning(read, options) if read else None
    if read is None or meaning is None:
        return ERRORS
    outputs.check_target(options.output, read.dependencies)
    deals = Deals(meaning.conditions)
    if deals.problem:
        place = next((place for place in reversed(meaning.written.places) if place), Location("auction", 1))
        hint = "Look at what the rows of these calls say."
        report([Diagnostic("BML642", deals.problem, place, hint)])
        return ERRORS
    seed = secrets.randbelow(_SEEDS) if options.seed is None else options.seed
    sample = Sample(deals, meaning, options.number, seed)
    with Progress("Dealing", options.number) as progress:
        parts = (
            sample.written(options.to, progress.add)
            if options.to
            else sample.lines(progress.add, all_hands=options.all_hands)
        )
        outputs.write_parts(options.output, parts)
    if options.seed is None and (options.to or options.output != STANDARD):
        say(f"The option --seed {seed} gives the same deals again.")
    if sample.gave_up:
        say(f"{counted(sample.done, 'deal')} found, not {options.number:,}: such deals are too rare.")
    return OK if sample.done else ERRORS
