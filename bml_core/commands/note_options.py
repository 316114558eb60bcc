"""What commands share that answer questions about notes: their options, and lines with hands and rows."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from bml_core.bridge import SUITS, Auction, Hand, Seat, SideVulnerability, parse_auction
from bml_core.commands.inputs import SYSTEM, add_files, has_nothing, is_unread, read_agreed
from bml_core.commands.outputs import add_output, check_target
from bml_core.commands.reports import report
from bml_core.commands.terminal import say
from bml_core.diagnostics import Location, Severity, counted, has_errors
from bml_core.document import NOTE_LANGUAGES, Document, RowOrder, plain_text
from bml_core.language import parse_inline, read_abbreviations
from bml_core.system import Agreement, System, expand

if TYPE_CHECKING:
    from bml_core.hands.bidding import AuctionMeaning

_HOLDING = 9
_LARGEST_SEED, _SEEDS = 2**63, 10**6
_VULNERABLE = {"none": (False, False), "we": (True, False), "they": (False, True), "both": (True, True)}
_ERRORS = frozenset({Severity.ERROR})


@dataclass(frozen=True, slots=True)
class Notes:
    """A system, the files that it was read from, and what they hold."""

    system: System
    dependencies: tuple[str, ...]
    documents: tuple[Document, ...] = ()


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the files of the notes, and the options on where they are looked up."""
    add_files(parser)
    parser.add_argument(
        "--seat", type=int, choices=(1, 2, 3, 4), help="the position of the opener (default: 1, the dealer)"
    )
    parser.add_argument(
        "--vul", choices=_VULNERABLE, default="none", help="who is vulnerable (default: none)"
    )
    parser.add_argument(
        "--choice",
        choices=[choice.value for choice in RowOrder],
        help="how to choose between rows that a hand fits: the first, the natural one, or auto, which is "
        "natural where rows are in order of rank (default: as set in the notes, else auto)",
    )
    SYSTEM.add_options(parser)
    add_reading(parser)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the language of descriptions, and the abbreviations that they have beside the usual ones."""
    parser.add_argument(
        "--language",
        choices=NOTE_LANGUAGES,
        default="",
        help="the language of descriptions, where the notes have no #+LANGUAGE: (default: en)",
    )
    parser.add_argument(
        "--abbreviation",
        action="append",
        metavar="WORD=MEANING",
        help="an abbreviation in descriptions, such as FNT=forcing notrump; may be repeated",
    )


def chosen_abbreviations(options: argparse.Namespace) -> tuple[tuple[str, str], ...] | None:
    """Return all abbreviations; None, after a message, if an option cannot be read."""
    own = [text.partition("=") for text in vars(options).get("abbreviation") or ()]
    try:
        if wrong := next((word for word, sign, _ in own if not sign), ""):
            raise ValueError(
                f'"{wrong[:40]}" has no equal sign. Write WORD=MEANING, such as FNT=forcing notrump.'
            )
        return tuple(read_abbreviations({word: meaning for word, _, meaning in own}).items())
    except ValueError as error:
        say(f"--abbreviation: {error}")
        return None


def add_auction(parser: argparse.ArgumentParser) -> None:
    """Add the auction that deals are to fit, and the dealer."""
    parser.add_argument(
        "--auction", metavar="AUCTION", required=True, help='the auction, such as 1N-2C or "(1H)-2C"'
    )
    parser.add_argument("--dealer", choices=tuple("NESW"), default="N", help="the dealer (default: N)")
    parser.add_argument(
        "--any-passes",
        action="store_true",
        help="let opponents pass even with hands on which anybody would bid",
    )


def add_deals(parser: argparse.ArgumentParser, *, most: int) -> None:
    """Add how many deals are asked for, and where they go."""
    parser.add_argument(
        "-n",
        "--number",
        type=partial(whole_number, least=1, most=most),
        default=10,
        metavar="N",
        help="number of deals (default: 10)",
    )
    add_output(parser)


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add the number that deals are drawn by; :func:`chosen_seed` returns one in any case."""
    parser.add_argument(
        "--seed",
        type=partial(whole_number, least=0, most=_LARGEST_SEED),
        metavar="S",
        help="the same number gives the same deals (default: random; printed with the result)",
    )


def chosen_seed(options: argparse.Namespace) -> int:
    """Return the seed that the options name, or else a random one."""
    import secrets

    return secrets.randbelow(_SEEDS) if options.seed is None else int(options.seed)


def whole_number(text: str, least: int, most: int) -> int:
    """Return the number that an option gives.

    Raises:
        ArgumentTypeError: It is none of these.
    """
    number = int(text) if text.isdecimal() and len(text) <= len(str(most)) else -1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"must be a number from {least} to {most:,}, not {text[:40]}")
    return number


def read(options: argparse.Namespace) -> Notes | None:
    """Read the notes that the options name; None, after a message, if one of the files cannot be read."""
    abbreviations = chosen_abbreviations(options)
    if abbreviations is None:
        return None
    documents = read_agreed(options)
    if any(map(is_unread, documents)):
        report((each for document in documents for each in document.diagnostics), show=_ERRORS)
        return None
    if all(map(has_nothing, documents)):
        report(each for document in documents for each in document.diagnostics)
        return None
    _mention_errors(documents)
    dependencies = tuple(name for document in documents for name in document.dependencies)
    language = vars(options).get("language") or ""
    system = expand(documents, abbreviations=abbreviations, language=language)
    choice = vars(options).get("choice")
    chosen = system.with_choice(RowOrder(choice)) if choice else system
    return Notes(chosen, dependencies, tuple(documents))


def _mention_errors(documents: Sequence[Document]) -> None:
    errors = sum(found.severity is Severity.ERROR for document in documents for found in document.diagnostics)
    if errors:
        say(f"The notes have {counted(errors, 'error')} (see bml check); the rest is used.")


def read_meaning(options: argparse.Namespace) -> AuctionMeaning | None:
    """Return what the notes say of the auction; None, after a message, if they cannot be read or lack it.

    Raises:
        UsageError: the output would replace a file of the notes.
    """
    from bml_core.hands.bidding import meaning_of

    notes = read(options)
    if notes is None:
        return None
    written = parse_auction(options.auction, position=options.seat)
    if written.value is None:
        report(written.diagnostics)
        return None
    meaning = meaning_of(
        notes.system,
        written.value,
        dealer=Seat(options.dealer),
        vulnerability=vulnerability(options),
        any_passes=options.any_passes,
    )
    report((*meaning.diagnostics, *meaning.warnings))
    if has_errors(meaning.diagnostics):
        return None
    check_target(options.output, notes.dependencies)
    return meaning


def vulnerability(options: argparse.Namespace) -> SideVulnerability:
    """Return who is vulnerable, seen from our side."""
    we, they = _VULNERABLE[options.vul]
    return SideVulnerability(we=we, they=they)


# ---------------------------------------------------------------- lines to read


def hand_line(hand: Hand) -> str:
    """Return a hand on a line, in columns where no suit is very long, and its points.

    >>> hand_line(Hand("AK843", "", "KJ42", "T982"))
    '♠ AK843      ♥ —          ♦ KJ42       ♣ T982       11 hcp'
    """
    suits = zip(reversed(SUITS), hand.holdings, strict=True)
    shown = (f"{suit.symbol} {holding or '—':<{_HOLDING}}" for suit, holding in suits)
    return f"{'  '.join(shown)}  {hand.hcp} hcp"


def auction_line(written: Auction) -> str:
    """Return an auction without the passes that go without saying; words where nobody has bid.

    >>> auction_line(Auction.parse("1N-P-2C")), auction_line(Auction.parse("P-P"))
    ('1NT-2C', 'No bid')
    """
    return f"{written.from_opening():short}" or "No bid"


def row_line(agreement: Agreement) -> str:
    """Return the call of a row, the first line of its description, and its place."""
    first = agreement.description[0] if agreement.description else ""
    place = agreement.location
    said = f"{agreement.call!s:<3}  {readable(first)}".rstrip()
    return f"{said}  ({place.file}:{place.line})"


def readable(text: str) -> str:
    """Return a line of BML text as a player reads it.

    >>> readable("5+!h, *11--21* hcp")
    '5+♥, 11–21 hcp'
    """
    return plain_text(parse_inline(text, Location("", 1), in_description=True).value, signs=True)
