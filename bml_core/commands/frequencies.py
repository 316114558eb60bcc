"""``bml frequencies FILE…``: how often each call of a table is made."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bml_core import (
    Diagnostic,
    Document,
    Location,
    Severity,
    __version__,
    build_system,
    has_errors,
    parse_hand,
)
from bml_core.commands import files
from bml_core.commands.programs import ERRORS, OK, UsageError, say
from bml_core.commands.progress import Progress
from bml_core.commands.reading import BML, is_unread
from bml_core.commands.reports import counted, report

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from bml_core import System
    from bml_core.bridge import Hand
    from bml_core.hands.frequencies import Frequencies

_VULNERABLE = {"none": (False, False), "we": (True, False), "they": (False, True), "both": (True, True)}
_MOST_SAMPLES = 1_000_000


def register(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to ``bml``."""
    parser = subparsers.add_parser(
        "frequencies",
        help="say how often each call of a table is made",
        description="Say how often each opening bid is made, or each call after an auction: the first row "
        "that a hand fits wins.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="BML files (- for standard input)")
    parser.add_argument(
        "--after", metavar="AUCTION", help='the auction before the calls, such as 1N or "(1H)-2C"'
    )
    parser.add_argument(
        "--hand",
        metavar="HAND",
        help='the hand of the caller\'s partner, such as "AK84 Q5 KJ43 982": then all is counted exactly',
    )
    parser.add_argument(
        "--seat", type=int, choices=(1, 2, 3, 4), help="the position of the opener (default 1, the dealer)"
    )
    parser.add_argument("--vul", choices=_VULNERABLE, default="none", help="who is vulnerable (default none)")
    parser.add_argument(
        "--samples",
        type=_samples,
        metavar="N",
        help="how often the hands of others are drawn after an auction (default 4000)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="another number draws other hands (default 1)"
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="a table to read (default), or JSON"
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s ({__version__})")
    BML.add_options(parser)
    parser.set_defaults(run=_run)


def _samples(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if not 2 <= number <= _MOST_SAMPLES:
        raise argparse.ArgumentTypeError(f"{text} is no number from 2 to {_MOST_SAMPLES:,}")
    return number


def _run(options: argparse.Namespace) -> int:
    from bml_core.commands import frequency_reports

    if options.after is None and options.hand is not None:
        raise UsageError("--hand is the hand of the partner; say with --after what was called on it")
    hand, found = _hand(options.hand)
    documents = [BML.read(name, options) for name in options.files]
    if found or any(map(is_unread, documents)):
        report((*found, *(each for document in documents for each in document.diagnostics)), show=_ERRORS)
        return ERRORS
    _mention_errors(documents)
    system = build_system(documents)
    frequencies = _counted(system, hand, options)
    report(frequencies.diagnostics)
    if not frequencies.rows:
        return ERRORS
    write = frequency_reports.as_json if options.format == "json" else frequency_reports.as_text
    files.write(files.STANDARD, write(frequencies, system.title))
    return ERRORS if has_errors(frequencies.diagnostics) else OK


_ERRORS = frozenset({Severity.ERROR})


def _hand(text: str | None) -> tuple[Hand | None, tuple[Diagnostic, ...]]:
    if text is None:
        return None, ()
    place = Location("hand", 1)
    hand, found = parse_hand(text, place)
    if hand is not None and not found and not hand.is_full:
        message = f"The hand has {counted(len(hand), 'card')}; it must have 13."
        found = (Diagnostic("BML304", message, place, "Write all of them, x for small cards."),)
    return hand, found


def _mention_errors(documents: Sequence[Document]) -> None:
    errors = sum(found.severity is Severity.ERROR for document in documents for found in document.diagnostics)
    if errors:
        told = f"The notes have {counted(errors, 'error')}, which bml check tells"
        say(f"{told}; what could be read is counted.")


def _counted(system: System, hand: Hand | None, options: argparse.Namespace) -> Frequencies:
    from bml_core.bridge import SideVulnerability
    from bml_core.hands.auction_words import read_auction
    from bml_core.hands.frequencies import SAMPLES, frequencies_after, opening_frequencies

    vulnerability = SideVulnerability(*_VULNERABLE[options.vul])
    if options.after is None:
        return opening_frequencies(system, position=options.seat or 1, vulnerability=vulnerability)
    samples = options.samples or SAMPLES
    with Progress("Drawing hands", samples) as progress:
        return frequencies_after(
            system,
            read_auction(options.after, position=options.seat),
            hand=hand,
            vulnerability=vulnerability,
            samples=samples,
            seed=options.seed,
            watch=progress.add,
        )
