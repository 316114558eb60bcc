"""``bml deals INPUT…``: boards out of PBN, LIN, links and BML, as PBN, LIN or BML; and what is wrong."""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bml_core.commands import deal_files, outputs, reports
from bml_core.commands.inputs import BML
from bml_core.commands.outputs import STANDARD
from bml_core.commands.terminal import ERRORS, OK, UsageError, say
from bml_core.diagnostics import Severity
from bml_core.files import is_folder

if TYPE_CHECKING:
    from bml_core.bridge import Board
    from bml_core.formats.deals import DealFormat, Dealt

_NAMES = ("pbn", "lin", "bml")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Read boards from PBN files, LIN files, links to BBO's handviewer and the diagrams of "
        "BML files, and write them as PBN, LIN or BML."
    )
    _add_inputs(parser)
    parser.add_argument(
        "--to", choices=_NAMES, help="the format to write (default: by the ending of OUT, else PBN)"
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", default=STANDARD, help="the file to write (default: standard output)"
    )
    parser.add_argument("--boards", metavar="NUMBERS", help="only the boards with these numbers: 3-5,7")
    parser.add_argument(
        "--for",
        dest="purpose",
        choices=("trickster",),
        help="write decks for Trickster Cards, and refuse other boards",
    )
    parser.add_argument(
        "--dealer-first",
        action="store_true",
        help="with --for trickster: LIN lists begin with the dealer's hand, as in the examples of its rules, "
        "not with South's",
    )
    parser.add_argument("--strict", action="store_true", help="write nothing if there are errors")
    parser.add_argument(
        "-v",
        "--verbose",
        action="count",
        default=0,
        help="also show info messages and what was written; -vv lists every occurrence of what repeats often",
    )
    parser.set_defaults(run=_convert)


def configure_check(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``bml deals check``."""
    parser.description = (
        "Report mistakes in files of deals, and everything in PBN files that the standard forbids."
    )
    _add_inputs(parser)
    parser.add_argument("--all", action="store_true", help="list every occurrence of repeated messages")
    parser.add_argument("--strict", action="store_true", help="exit with status 1 for warnings, too")
    parser.set_defaults(run=_check)


def _add_inputs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "inputs",
        metavar="INPUT",
        nargs="+",
        help="files of any of these kinds, or a link (- for standard input)",
    )
    BML.add_options(parser)


# ---------------------------------------------------------------- check


def _check(options: argparse.Namespace) -> int:
    counts: Counter[Severity] = Counter()
    names = options.inputs
    for name in names:
        findings = reports.Report(each=options.all, each_option="--all")
        findings.add(deal_files.check(name, options))
        counts += findings.counts
        findings.print()
    parts = [reports.counted(len(names), "file")]
    parts += [reports.counted(counts[kind], kind.value) for kind in Severity if counts[kind]]
    say(", ".join(parts) + ".")
    failing = counts[Severity.ERROR] + (counts[Severity.WARNING] if options.strict else 0)
    return ERRORS if failing else OK


# ---------------------------------------------------------------- convert


def _convert(options: argparse.Namespace) -> int:
    from bml_core.formats.deals import FORMATS

    form = FORMATS[options.to or outputs.ending_of(options.output, _NAMES) or "pbn"]
    if options.purpose and form.name == "bml":
        raise UsageError("Trickster Cards reads PBN and LIN; write --to pbn or --to lin")
    if options.dealer_first and not options.purpose:
        raise UsageError("--dealer-first is for decks; write --for trickster with it")
    if is_folder(options.output):
        raise UsageError(f"{options.output} is a folder; name a file")
    shown = reports.EVERYTHING if options.verbose else reports.SHOWN_ALWAYS
    findings = reports.Report(show=shown, each=options.verbose > 1, each_option="-vv")
    inputs = deal_files.Inputs(options, _numbers(options.boards), findings)
    written: Counter[str] = Counter()
    # Only the end tells whether and how to write; until then a large text is held on the disk.
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace", newline="") as text:
        utf8 = False
        for part in (_decks if options.purpose else _parts)(form, inputs, written):
            utf8 = utf8 or form.needs_utf8(part)
            text.write(part)
        text.seek(0)
        outputs.check_target(options.output, inputs.dependencies)
        failed = findings.has_errors
        keeps_older = not inputs.are_all_read and outputs.exists(options.output)
        withheld = not written["boards"] or keeps_older or (failed and options.strict)
        if not withheld:
            # A terminal shows UTF-8; files have the characters of their format.
            legible = (part.encode("utf-8", "replace") for part in text)
            to_read = outputs.is_terminal(options.output)
            outputs.write_parts(options.output, legible if to_read else form.encode_parts(text, utf8))
    findings.print()
    amount = reports.counted(written["boards"], "board")
    if not written["boards"]:
        unwritten = "" if options.output == STANDARD else f", so {options.output} was not written"
        say(f"{_why_none(inputs, options)}{unwritten}.")
        return ERRORS
    if withheld:
        say(f"There were errors, so {outputs.called(options.output)} was not written.")
    elif failed:
        say(f"There were errors; everything that could be read was written: {amount}.")
    elif options.verbose and options.output != STANDARD:
        say(f"Wrote {options.output}: {amount}.")
    return ERRORS if failed else OK


def _why_none(inputs: deal_files.Inputs, options: argparse.Namespace) -> str:
    if inputs.boards_read and options.boards:
        return f"No board has one of the numbers {options.boards[:40]}"
    return "No board is a deck" if inputs.boards_read else "No boards to write"


def _numbers(text: str | None) -> tuple[range, ...] | None:
    from bml_core.formats.deals import parse_numbers

    if text is None:
        return None
    numbers = parse_numbers(text)
    if numbers is None:
        raise UsageError(f"--boards {text[:40]} cannot be read; write numbers such as 3-5,7")
    return numbers


def _parts(form: DealFormat, inputs: deal_files.Inputs, written: Counter[str]) -> Iterator[str]:
    """Yield the text in parts; losses go to the report of the inputs."""

    def kept() -> Iterator[Dealt]:
        for dealt in inputs.boards():
            inputs.report.add(form.losses(dealt))
            written["boards"] += 1
            yield dealt

    yield from form.write_parts(kept())


def _decks(form: DealFormat, inputs: deal_files.Inputs, written: Counter[str]) -> Iterator[str]:
    """Yield the text of decks in parts; why a board is none goes to the report of the inputs."""
    from bml_core.formats import deals, lin

    dealer_first = inputs.options.dealer_first

    def kept() -> Iterator[Board]:
        for dealt in inputs.boards():
            reasons = deals.check_deck(dealt.board, dealt.place)
            inputs.report.add(reasons)
            if reasons:
                continue
            written["boards"] += 1
            moved = dealer_first and isinstance(dealt.source, lin.Record)
            yield deals.with_dealer_first(dealt.board) if moved else dealt.board

    if form.name == "pbn":
        yield from deals.write_pbn_decks(kept())
    else:
        yield from deals.write_lin_decks(kept(), dealer_first=dealer_first)
