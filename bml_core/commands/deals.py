"""Files of deals on the command line: ``bml deals`` converts boards, and ``bml deals check`` checks them."""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, cast

from bml_core.bridge import Board, Deal, Seat, deal_irregularities, is_pack
from bml_core.commands import reports, streams
from bml_core.commands.reading import is_unread, read_bml
from bml_core.commands.reports import Report
from bml_core.commands.streams import STANDARD, STDIN_NAME, Continued, Watched, is_descriptor, standard_stream
from bml_core.commands.terminal import ERRORS, OK, Progress, UsageError, say
from bml_core.diagnostics import Diagnostic, Location, Severity, counted
from bml_core.document import Document
from bml_core.files import decode, is_folder
from bml_core.formats import deals, diagrams, lin, pbn
from bml_core.formats.deals import FORMATS, START, TEXT, DealFormat, SourcedBoard, recognise, selected
from bml_core.formats.lin import is_link

#: The codes that explain why a file has no deal: it cannot be read, or nothing in it can.
_REASONS = ("BML101", "BML105", "BML701", "BML713", "BML801", "BML823")


@dataclass(frozen=True, slots=True)
class _Opened:
    """A file of deals: its kind and its source; BML, and any text that may have BML too, is a document."""

    kind: str = ""
    source: bytes | BinaryIO = b""
    document: Document | None = None


@dataclass(slots=True)
class Inputs:
    """The boards of the files that the options name, and the report of what is wrong with them."""

    options: argparse.Namespace
    numbers: tuple[range, ...] | None = None
    report: Report = field(default_factory=Report)
    dependencies: list[str] = field(default_factory=list)
    boards_read: int = 0
    are_all_read: bool = True

    def boards(self) -> Iterator[SourcedBoard]:
        """Yield the boards with the numbers that are asked for, file by file."""
        for name in self.options.inputs:
            yield from selected(self._file(name), self.numbers)

    def _file(self, name: str) -> Iterator[SourcedBoard]:
        count = 0
        waiting: list[Diagnostic] = []
        for sourced in self._deals(name):
            # Of decks only that is reported what keeps a board from being one.
            waiting += sourced.diagnostics if not (self.options.purpose and sourced.is_board) else ()
            count += sourced.is_board
            if count:
                self.report.add(waiting)
                waiting.clear()
            yield sourced
        self.boards_read += count
        self.report.add(waiting if count else _without_deals(name, waiting))

    def _deals(self, name: str) -> Iterator[SourcedBoard]:
        """Yield the boards of a file; diagnostics of a whole BML file come first, without a board."""
        with _open(name, self.options) as opened:
            document = opened.document
            is_file = name != STANDARD and not isinstance(opened.source, bytes)
            self.dependencies += [name] * is_file if document is None else document.dependencies
            if document is None:
                yield from deals.read(opened.source, _name_in_messages(name), opened.kind)
                return
            unread = is_unread(document)
            self.are_all_read = self.are_all_read and not unread
            # What is not BML breaks its rules.
            if document.diagnostics and (unread or not opened.kind):
                location = document.diagnostics[0].location
                yield SourcedBoard(Board(), location, None, document.diagnostics, is_board=False)
            found = deals.read(opened.source, _name_in_messages(name), opened.kind) if opened.kind else ()
            yield from sorted((*found, *_diagrams(document)), key=lambda sourced: sourced.location.line)


def _diagrams(document: Document) -> Iterator[SourcedBoard]:
    return (SourcedBoard(board, location) for board, location in diagrams.boards(document))


def check(name: str, options: argparse.Namespace) -> Iterator[Diagnostic]:
    """Yield what is wrong with a file of deals."""
    with _open(name, options) as opened:
        if opened.kind or opened.document is None:
            yield from deals.check(opened.source, _name_in_messages(name), opened.kind)
            return
        diagnostics = list(opened.document.diagnostics)
        has_boards = any(_diagrams(opened.document))
        yield from diagnostics if has_boards else _without_deals(name, diagnostics)


@contextlib.contextmanager
def _open(name: str, options: argparse.Namespace) -> Iterator[_Opened]:
    """Open a file; one that is of no other kind, or cannot be read, is BML."""
    path = Path(name)
    if is_link(name):
        yield _Opened(TEXT, name.encode("utf-8", "replace"))
    elif name == STANDARD or is_descriptor(name):
        # It can be read once only.
        with contextlib.nullcontext(standard_stream()) if name == STANDARD else path.open("rb") as stream:
            start = stream.read(START)
            kind = recognise(start)
            if kind in ("", TEXT):
                data = start + stream.read()
                yield _Opened(kind, data, read_bml(name, options, data))
            else:
                yield _Opened(kind, cast(BinaryIO, Continued(start, stream)))
    else:
        start = _start(path, START)
        is_bml = path.suffix.lower() == ".bml"
        kind = "" if is_bml else recognise(start, name)
        if kind in ("", TEXT):
            # That a picture cannot be read as BML does not matter here.
            is_binary = not is_bml and "BML101" in {fault.code for fault in decode(start, name).diagnostics}
            document = Document(()) if is_binary else read_bml(name, options)
            yield _Opened(kind, path.read_bytes() if kind else b"", document)
            return
        with path.open("rb") as file, Progress(path.name, path.stat().st_size) as progress:
            yield _Opened(kind, cast(BinaryIO, Watched(file, progress)))


def _start(path: Path, amount: int) -> bytes:
    """Return the first bytes of a file; none where it cannot be read."""
    with contextlib.suppress(OSError, ValueError):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(amount)
    return b""


def _without_deals(name: str, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Return what to report of a file without a deal that has these diagnostics."""
    if any(diagnostic.code in _REASONS for diagnostic in diagnostics):
        return diagnostics
    hint = "Deals are in PBN files, LIN files, links to BBO's handviewer, and diagrams of BML files."
    none = Diagnostic("BML822", "This file has no deals.", Location(_name_in_messages(name), 1), hint)
    # Where another kind of file breaks the rules of BML does not matter.
    return [*(diagnostics if Path(name).suffix.lower() == ".bml" else ()), none]


def _name_in_messages(name: str) -> str:
    if is_link(name):
        return "<link>"
    return STDIN_NAME if name == STANDARD else name


_NAMES = ("pbn", "lin", "bml")


# ---------------------------------------------------------------- check


def _check(options: argparse.Namespace) -> int:
    counts: Counter[Severity] = Counter()
    names = options.inputs
    for name in names:
        findings = reports.Report(verbose=1 + options.all, each_option="--all")
        findings.add(check(name, options))
        counts += findings.counts
        findings.print()
    say(f"{', '.join([counted(len(names), 'file'), *reports.severities(counts)])}.")
    return reports.exit_status(counts, is_strict=options.strict)


# ---------------------------------------------------------------- convert


def _convert(options: argparse.Namespace) -> int:
    if Path(options.output).suffix.lower() in (".html", ".pdf"):
        return _write_records(options)
    form = FORMATS[options.to or streams.ending_of(options.output, _NAMES) or "pbn"]
    if options.purpose and form.name == "bml":
        raise UsageError("Trickster Cards reads PBN and LIN; write --to pbn or --to lin")
    if options.dealer_first and not options.purpose:
        raise UsageError("--dealer-first is for decks; write --for trickster with it")
    if is_folder(options.output):
        raise UsageError(f"{options.output} is a folder; name a file")
    numbers = _numbers(options)
    findings = reports.Report(verbose=options.verbose, each_option="-vv")
    inputs = Inputs(options, numbers, findings)
    written: Counter[str] = Counter()
    # Only the end tells whether and how to write; until then a large text is held on the disk.
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace", newline="") as text:
        utf8 = False
        for part in _parts(form, inputs, written):
            utf8 = utf8 or form.needs_utf8(part)
            text.write(part)
        text.seek(0)
        streams.check_target(options.output, inputs.dependencies)
        is_older = options.output != STANDARD and Path(options.output).is_file()
        withheld = not written["boards"] or (is_older and not inputs.are_all_read)
        withheld = withheld or (findings.has_errors and options.strict)
        if not withheld:
            # A terminal shows UTF-8; files have the characters of their format.
            legible = (part.encode("utf-8", "replace") for part in text)
            to_read = streams.is_terminal(options.output)
            streams.write_parts(options.output, legible if to_read else form.encode_parts(text, utf8))
    reason = "No board is a deck" if inputs.boards_read else "No boards to write"
    if inputs.boards_read and options.boards:
        reason = f"No board has one of the numbers {options.boards[:40]}"
    return _say_outcome(inputs, written["boards"], reason, is_withheld=withheld)


def _say_outcome(inputs: Inputs, boards: int, reason: str, *, is_withheld: bool) -> int:
    """Say what was written, or for what reason no board was; return the exit status."""
    options, failed = inputs.options, inputs.report.has_errors
    inputs.report.print()
    if not boards:
        say(f"{reason}{f', so {options.output} was not written' * (options.output != STANDARD)}.")
        return ERRORS
    reports.say_outcome(options.output, counted(boards, "board"), failed=failed, is_withheld=is_withheld)
    return ERRORS if failed else OK


def _numbers(options: argparse.Namespace) -> tuple[range, ...] | None:
    numbers = None if options.boards is None else deals.parse_numbers(options.boards)
    if options.boards is not None and numbers is None:
        raise UsageError(f"--boards {options.boards[:40]} cannot be read; write numbers such as 3-5,7")
    return numbers


def _write_records(options: argparse.Namespace) -> int:
    """Write hand record sheets."""
    # Other formats do not wait for what draws pages.
    from bml_core.render.html import record_sheets  # noqa: PLC0415 - loads on use
    from bml_core.site import Solver, open_board, recorded_board  # noqa: PLC0415 - loads on use

    is_pdf = Path(options.output).suffix.lower() == ".pdf"
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if is_pdf and browser is None:
        raise UsageError("a PDF needs Chromium or Chrome; write -o records.html, and print it from a browser")
    findings = reports.Report(verbose=options.verbose, each_option="-vv")
    inputs = Inputs(options, _numbers(options), findings)
    solver = Solver()
    shown = (open_board(sourced.board) for sourced in inputs.boards())
    boards = [recorded_board(board, solver) for board in shown if board.deal.seats]
    streams.check_target(options.output, inputs.dependencies)
    withheld = not boards or (findings.has_errors and options.strict)
    if not withheld:
        title = Path(options.inputs[0]).stem
        sheets = record_sheets(boards, title=title, per_page=int(options.per_page), paper=options.paper)
        parts: Iterable[bytes] = (part.encode("utf-8", "replace") for part in sheets)
        streams.write_parts(options.output, [_printed(parts, browser)] if is_pdf and browser else parts)
    return _say_outcome(inputs, len(boards), "No board has hands", is_withheld=withheld)


_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
_LONGEST_PRINTING = 300


def _printed(page: Iterable[bytes], browser: str) -> bytes:
    """Return a page as PDF, printed by a browser."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "records.html"), Path(folder, "records.pdf")
        source.write_bytes(b"".join(page))
        flags = ("--headless", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={folder}/user")
        # Only root, as in a container, cannot start it otherwise; the page is ours.
        root = ("--no-sandbox",) if getattr(os, "geteuid", int)() == 0 and os.name == "posix" else ()
        command = (browser, *flags, *root, f"--print-to-pdf={target}", source.as_uri())
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run(command, capture_output=True, check=False, timeout=_LONGEST_PRINTING)
        if not target.is_file():
            raise UsageError(f"{browser} printed nothing; write -o records.html, and print it from a browser")
        return target.read_bytes()


def _parts(form: DealFormat, inputs: Inputs, written: Counter[str]) -> Iterator[str]:
    """Yield the text in parts; losses, or why a board is not a deck, go to the report."""
    for_decks, dealer_first = inputs.options.purpose, inputs.options.dealer_first

    def writable() -> Iterator[SourcedBoard]:
        for sourced in inputs.boards():
            reasons = check_deck(sourced.board, sourced.location) if for_decks else form.losses(sourced)
            inputs.report.add(reasons)
            if not (for_decks and reasons):
                written["boards"] += 1
                yield sourced

    if not for_decks:
        yield from form.write_parts(writable())
        return
    decks = (
        with_dealer_first(sourced.board)
        if dealer_first and isinstance(sourced.source, lin.Record)
        else sourced.board
        for sourced in writable()
    )
    yield from write_decks(decks, form.name, dealer_first=dealer_first)


# ---------------------------------------------------------------- decks for Trickster Cards


def check_deck(board: Board, location: Location) -> tuple[Diagnostic, ...]:
    """Return why a board is not a deck of 52 different cards; nothing if it is one.

    >>> print(*check_deck(Board(number=2), Location("hands.pbn", 9)))
    hands.pbn:9:1: error BML821: Board 2 is not a deck: the hands of North, East, South, West are missing. ...
    """
    if is_pack(board.deal):
        return ()
    missing = [seat.name.title() for seat in Seat if board.deal.hand(seat) is None]
    reasons = [found.text for found in deal_irregularities(board.deal)]
    if missing:
        plural = len(missing) > 1
        reasons.append(f"the hand{'s' * plural} of {', '.join(missing)} {'are' if plural else 'is'} missing")
    if any((hand := board.deal.hand(seat)) and len(hand.cards) < len(hand) for seat in Seat):
        reasons.append("small cards are not named")
    name = "The board" if board.number is None else f"Board {board.number}"
    hint = "A deck has 52 different cards."
    return tuple(
        Diagnostic("BML821", f"{name} is not a deck: {reason.replace('The', 'the', 1)}.", location, hint)
        for reason in reasons
    )


def write_decks(boards: Iterable[Board], name: str, *, dealer_first: bool = False) -> Iterator[str]:
    r"""Yield the decks of boards in the format of this name: Deal tags or md commands with all four hands.

    Without a dealer South deals. The hands in LIN begin with South's or, as in the examples of the page, with
    the dealer's.

    >>> [*write_decks([Board()], "pbn"), *write_decks([Board(dealer=Seat.WEST)], "lin")]
    ['[Deal "S:- - - -"]\n', 'md|2,,,|\n']
    """
    for index, board in enumerate(boards):
        dealer = board.dealer or Seat.SOUTH
        if name == "pbn":
            yield "\n" * bool(index) + f'[Deal "{pbn.write_deal(board.deal, dealer)}"]\n'
        else:
            seats = _around(dealer) if dealer_first else lin.SEATS
            hands = ",".join(lin.write_hand(board.deal.hand(seat)) for seat in seats)
            yield f"md|{lin.SEATS.index(dealer) + 1}{hands}|\n"


def with_dealer_first(board: Board) -> Board:
    """Return the board of a LIN file whose hands begin with the dealer's but were read from South's on.

    >>> from bml_core.bridge import Hand
    >>> listed = Board(dealer=Seat.WEST, deal=Deal(south=Hand("AK", "", "", "")))
    >>> with_dealer_first(listed).deal.west.spades
    'AK'
    """
    dealer = board.dealer or Seat.SOUTH
    moved = zip(_around(dealer), lin.SEATS, strict=True)
    return replace(board, deal=Deal(**{seat.name.lower(): board.deal.hand(read) for seat, read in moved}))


def _around(first: Seat) -> tuple[Seat, ...]:
    return tuple(first.after(steps) for steps in range(len(lin.SEATS)))


# ---------------------------------------------------------------- the commands


COMMANDS = {"deals": _convert, "deals check": _check}
