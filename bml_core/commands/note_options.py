"""What commands share that answer questions about notes: files, an auction, position and vulnerability."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from bml_core.commands.inputs import has_nothing, is_unread
from bml_core.commands.outputs import STANDARD
from bml_core.commands.reports import counted, report
from bml_core.commands.sources import SYSTEM
from bml_core.commands.terminal import say
from bml_core.diagnostics import Severity, has_errors
from bml_core.document import Document
from bml_core.system import System, expand

if TYPE_CHECKING:
    from bml_core.bridge import SideVulnerability
    from bml_core.hands.bidding import AuctionMeaning

_VULNERABLE = {"none": (False, False), "we": (True, False), "they": (False, True), "both": (True, True)}
_ERRORS = frozenset({Severity.ERROR})


@dataclass(frozen=True, slots=True)
class Notes:
    """A system, and the files that it was read from."""

    system: System
    dependencies: tuple[str, ...]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the files of the notes, and the options on where they are looked up."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="BML files, or pages with BML (- for standard input)"
    )
    parser.add_argument(
        "--seat", type=int, choices=(1, 2, 3, 4), help="the position of the opener (default 1, the dealer)"
    )
    parser.add_argument("--vul", choices=_VULNERABLE, default="none", help="who is vulnerable (default none)")
    SYSTEM.add_options(parser)


def add_auction(parser: argparse.ArgumentParser) -> None:
    """Add the auction that deals are to fit, and the dealer."""
    parser.add_argument(
        "--auction", metavar="AUCTION", required=True, help='the auction, such as 1N-2C or "(1H)-2C"'
    )
    parser.add_argument("--dealer", choices=tuple("NESW"), default="N", help="who deals (default N)")


def add_deals(parser: argparse.ArgumentParser, *, most: int) -> None:
    """Add how many deals are asked for, and where they go."""
    parser.add_argument(
        "-n",
        "--number",
        type=partial(whole_number, least=1, most=most),
        default=10,
        metavar="N",
        help="so many deals (default 10)",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", default=STANDARD, help="the file to write (default standard output)"
    )


def whole_number(text: str, least: int, most: int) -> int:
    """Return the number that an option gives.

    Raises:
        ArgumentTypeError: It is none of these.
    """
    number = int(text) if text.isdecimal() and len(text) <= len(str(most)) else -1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text[:40]} is no number from {least} to {most:,}")
    return number


def read(options: argparse.Namespace) -> Notes | None:
    """Read the notes that the options name; None, after a message, if one of the files cannot be read."""
    documents = [SYSTEM.read(name, options) for name in options.files]
    if any(map(is_unread, documents)):
        report((each for document in documents for each in document.diagnostics), show=_ERRORS)
        return None
    if all(map(has_nothing, documents)):
        report(each for document in documents for each in document.diagnostics)
        return None
    _mention_errors(documents)
    dependencies = tuple(name for document in documents for name in document.dependencies)
    return Notes(expand(documents), dependencies)


def _mention_errors(documents: Sequence[Document]) -> None:
    errors = sum(found.severity is Severity.ERROR for document in documents for found in document.diagnostics)
    if errors:
        told = f"The notes have {counted(errors, 'error')}, which bml check tells"
        say(f"{told}; what could be read is used.")


def meaning(notes: Notes, options: argparse.Namespace) -> AuctionMeaning | None:
    """Return what the auction of the options says; None, after a message, if it is not in the notes."""
    from bml_core.bridge import Seat, parse_auction
    from bml_core.hands.bidding import meaning_of

    written = parse_auction(options.auction, position=options.seat)
    if written.value is None:
        report(written.diagnostics)
        return None
    meaning = meaning_of(
        notes.system, written.value, dealer=Seat(options.dealer), vulnerability=vulnerability(options)
    )
    report((*meaning.diagnostics, *meaning.warnings))
    return None if has_errors(meaning.diagnostics) else meaning


def vulnerability(options: argparse.Namespace) -> SideVulnerability:
    """Return who is vulnerable, seen from our side."""
    from bml_core.bridge import SideVulnerability

    we, they = _VULNERABLE[options.vul]
    return SideVulnerability(we=we, they=they)
