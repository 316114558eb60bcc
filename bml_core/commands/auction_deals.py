"""Deals for an auction: ``bml sample``, and scripts for dealer: ``bml dealer`` and ``bml dpp``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from bml_core.bridge import PASS, Deal, Seat
from bml_core.commands import note_options as notes
from bml_core.commands import outputs
from bml_core.commands.conversions import Conversion, Output, no_options
from bml_core.commands.inputs import STDIN_NAME, Reader, piped
from bml_core.commands.outputs import STANDARD
from bml_core.commands.reports import report
from bml_core.commands.terminal import ERRORS, OK, Progress, say
from bml_core.diagnostics import Diagnostic, Result, counted
from bml_core.files import decode, read_file
from bml_core.render.text import spoken

if TYPE_CHECKING:
    from bml_core.hands.bidding import AuctionMeaning
    from bml_core.hands.sampling import Deals


_MOST = 10**9


def configure_sample(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``bml sample``."""
    parser.description = (
        "Deal hands that fit every call of an auction, as the notes describe them. Every deal that fits is "
        "equally likely. The opponents pass unless the auction says otherwise."
    )
    notes.add_options(parser)
    notes.add_auction(parser)
    notes.add_deals(parser, most=_MOST)
    notes.add_seed(parser)
    parser.add_argument(
        "--to", choices=("bml", "pbn", "lin"), help="write whole deals in this format (default: text)"
    )
    parser.add_argument("--all-hands", action="store_true", help="show all four hands in the text")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from bml_core.hands.bidding import deals_of

    meaning = notes.read_meaning(options)
    if meaning is None:
        return ERRORS
    deals = deals_of(meaning)
    report(deals.diagnostics)
    if deals.diagnostics:
        return ERRORS
    seed = notes.chosen_seed(options)
    with Progress("Dealing", options.number) as progress:
        drawn = _drawn(deals.value, options.number, seed, progress)
        if options.to:
            parts = _file(options.to, drawn, meaning)
        else:
            parts = _lines(drawn, meaning, seed, options)
        outputs.write_parts(options.output, parts)
    if options.seed is None and (options.to or options.output != STANDARD):
        say(f"The option --seed {seed} gives the same deals again.")
    if progress.done < options.number:
        say(f"{counted(progress.done, 'deal')} found, not {options.number:,}: such deals are too rare.")
    return OK if progress.done else ERRORS


def _drawn(deals: Deals, number: int, seed: int, progress: Progress) -> Iterator[Deal]:
    from bml_core.hands.sampling import RandomNumbers

    for deal in islice(deals.drawn(RandomNumbers(seed)), number):
        progress.add(1)
        yield deal


# ---------------------------------------------------------------- lines to read


def _lines(
    drawn: Iterator[Deal], meaning: AuctionMeaning, seed: int, options: argparse.Namespace
) -> Iterator[bytes]:
    """Yield the auction with its rows, then the hands of those who have bid by a row, or all of them."""
    yield "".join(f"{line}\n" for line in _heading(meaning, seed)).encode()
    described = [player.seat for player in meaning.players if player.agreements]
    seats = list(Seat) if options.all_hands or not described else described
    width = len(str(options.number))
    for number, deal in enumerate(drawn, 1):
        lines = ["\n"]
        for seat in seats:
            hand = deal.hand(seat)
            assert hand is not None
            label = f"{number:>{width}}" if seat is seats[0] else " " * width
            lines.append(f"{label}  {seat.name.title():<5}  {notes.hand_line(hand)}\n")
        yield "".join(lines if len(seats) > 1 else lines[number > 1 :]).encode()


def _heading(meaning: AuctionMeaning, seed: int) -> Iterator[str]:
    yield f"{notes.auction_line(meaning.written)}, seed {seed}"
    for seat, call in meaning.calls:
        if call.agreement is not None and call.agreement.is_described:
            yield f"  {seat.name.title():<5}  {notes.row_line(call.agreement)}"
        if call.explanation is not None and call.explanation.understood:
            yield f"{'':14}read as: {spoken(call.condition)}"


# ---------------------------------------------------------------- boards of a file


def _file(name: str, drawn: Iterator[Deal], meaning: AuctionMeaning) -> Iterator[bytes]:
    """Yield a file of the format of this name in parts."""
    from bml_core.bridge import Board
    from bml_core.diagnostics import Location
    from bml_core.formats.deals import FORMATS, Dealt

    form = FORMATS[name]
    place = Location(name, 1)
    dealer, vulnerability = meaning.players[0].seat, meaning.board_vulnerability
    boards = (
        Board(deal=deal, number=number, dealer=dealer, vulnerability=vulnerability)
        for number, deal in enumerate(drawn, 1)
    )
    # Cards and numbers need no other characters than ASCII has.
    return form.encode_parts(form.write_parts(Dealt(board, place) for board in boards), False)


_MOST_PRODUCED = 10**7


def configure_dealer(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``bml dealer``."""
    parser.description = "Write a script for the program dealer, which deals hands that fit an auction."
    notes.add_options(parser)
    notes.add_auction(parser)
    notes.add_deals(parser, most=_MOST_PRODUCED)
    parser.set_defaults(run=_run_dealer)


def _run_dealer(options: argparse.Namespace) -> int:
    from bml_core.formats.dealer import DealerScript

    meaning = notes.read_meaning(options)
    if meaning is None:
        return ERRORS
    script = DealerScript(
        meaning.hands,
        options.number,
        meaning.players[0].seat,
        meaning.board_vulnerability,
        tuple(_comments(meaning)),
    )
    outputs.write(options.output, script.text())
    return OK


def _comments(meaning: AuctionMeaning) -> Iterator[str]:
    from bml_core.hands.conditions import ANY

    yield notes.auction_line(meaning.written)
    for seat, call in meaning.calls:
        if call.agreement is not None:
            yield f"{seat.name.title()}  {notes.row_line(call.agreement)}"
            yield from (f"  not understood: {part}" for part in call.not_understood)
    theirs = (call for _, call in meaning.calls if not meaning.written.is_ours(call.number))
    if any(call.call is PASS and call.hands != ANY for call in theirs):
        yield "Opponents who pass hold no hand that anybody would bid"


# ---------------------------------------------------------------------------------------------- shapes


@dataclass(frozen=True, slots=True)
class _Script:
    """A script as it was read."""

    name: str
    text: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    dependencies: tuple[str, ...] = ()


def _read_script(name: str, options: argparse.Namespace) -> _Script:
    file = STDIN_NAME if name == STANDARD else name
    from_command = piped(name)
    data = read_file(name) if from_command is None else Result(from_command)
    if data.value is None:
        return _Script(file, diagnostics=data.diagnostics)
    text = decode(data.value, file)
    return _Script(file, text.value, text.diagnostics, (name,) if from_command is None else ())


def _write_script(script: _Script, options: argparse.Namespace) -> Output:
    from bml_core.formats.dealer import preprocess

    result = preprocess(script.text, script.name)
    return Output(result.text, result.diagnostics, counted(result.shapes, "shape"))


DPP = Conversion(
    name="dpp", ending="", reader=Reader("script", _read_script, no_options), write=_write_script
)
configure_dpp = DPP.configure
