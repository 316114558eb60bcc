"""Deals for an auction: ``bml sample``, and scripts for the program dealer: ``bml dealer`` and ``dpp``."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from bml_core.bridge import PASS, Board, Deal, Seat, parse_pattern
from bml_core.commands import streams
from bml_core.commands.conversions import Conversion, Output
from bml_core.commands.reading import (
    FileRead,
    auction_line,
    hand_line,
    read_auction,
    read_notes,
    row_line,
    vulnerability,
)
from bml_core.commands.reports import report
from bml_core.commands.streams import STANDARD, STDIN_NAME
from bml_core.commands.terminal import ERRORS, OK, Progress, UsageError, say
from bml_core.diagnostics import Location, Result, counted, has_errors
from bml_core.files import decode, read_file
from bml_core.formats.dealer import DealerScript, preprocess
from bml_core.formats.deals import FORMATS, SourcedBoard
from bml_core.hands.bidding import AuctionMeaning, deals_of, meaning_of
from bml_core.hands.conditions import ANY, spoken
from bml_core.hands.sampling import Deals, RandomNumbers

_SEEDS = 10**6
_MOST_AUCTIONS = 12
_NO_CALL = "BML631"
_ENDINGS_OF_TEXT = (".txt", ".text")


def _run(options: argparse.Namespace) -> int:
    meanings = _read_meanings(options)
    to = options.to or streams.ending_of(options.output, tuple(FORMATS))
    if to and len(meanings) > 1:
        named = ", ".join(f"{each.auction:short}" for each in meanings)
        raise UsageError(f"{to} files are of one auction; name one of {named}")
    seed = chosen_seed(options)
    done = 0
    parts: list[Iterator[bytes]] = []
    deals = [deals_of(meaning) for meaning in meanings]
    for each in deals:
        report(each.diagnostics)
    if not meanings or any(each.diagnostics for each in deals):
        return ERRORS
    with Progress("Dealing", options.number * len(meanings)) as progress:
        for meaning, each in zip(meanings, deals, strict=True):
            drawn = _drawn(each.value, options.number, seed, progress)
            parts.append(iter((b"\n",)) if parts else iter(()))
            parts.append(_file(to, drawn, meaning) if to else _lines(drawn, meaning, seed, options))
        streams.write_parts(options.output, chain.from_iterable(parts))
        done = progress.done
    streams.say_written(options.output, counted(done, "deal"))
    ending = Path(options.output).suffix
    if ending and not to and ending.lower() not in _ENDINGS_OF_TEXT:
        say(f"It is text to read, whatever {ending} is; other files end in .{', .'.join(FORMATS)}.")
    if options.seed is None and (to or options.output != STANDARD):
        say(f"The option --seed {seed} gives the same deals again.")
    wanted = options.number * len(meanings)
    if done < wanted:
        say(f"{counted(done, 'deal')} found, not {wanted:,}: such deals are too rare.")
    return OK if done else ERRORS


def _drawn(deals: Deals, number: int, seed: int, progress: Progress) -> Iterator[Deal]:
    for deal in islice(deals.drawn(RandomNumbers(seed)), number):
        progress.add(1)
        yield deal


def _read_meanings(options: argparse.Namespace) -> list[AuctionMeaning]:
    """Return what the notes say of an auction, or of each that a pattern such as ``1M-2M`` selects.

    There are none, after a message, if they cannot be read or lack it.

    Raises:
        UsageError: the output would replace a file of the notes.
    """
    notes = read_notes(options)
    if notes is None:
        return []
    written = read_auction(options.auction, options)
    auctions = [written.value] if written.value is not None else []
    # "1M" is not a call; an auction that is not legal is not a pattern.
    is_pattern = any(each.code == _NO_CALL for each in written.diagnostics)
    pattern = parse_pattern(options.auction).value if is_pattern else None
    if pattern is not None:
        selected = dict.fromkeys(row.auction for row in notes.system.select(pattern))
        auctions = [*islice(selected, _MOST_AUCTIONS)]
        if not auctions:
            raise UsageError(f"--auction: the notes have no auction {options.auction[:40]}")
    if not auctions:
        report(written.diagnostics)
        return []
    meanings = [
        meaning_of(
            notes.system,
            auction,
            dealer=Seat(options.dealer),
            vulnerability=vulnerability(options),
            any_passes=options.any_passes,
        )
        for auction in auctions
    ]
    report(found for each in meanings for found in (*each.diagnostics, *each.warnings))
    if any(has_errors(each.diagnostics) for each in meanings):
        return []
    streams.check_target(options.output, notes.dependencies)
    return meanings


def chosen_seed(options: argparse.Namespace) -> int:
    """Return the seed that the options name, or else a random one."""
    return secrets.randbelow(_SEEDS) if options.seed is None else int(options.seed)


# ---------------------------------------------------------------- lines to read


def _lines(
    drawn: Iterator[Deal], meaning: AuctionMeaning, seed: int, options: argparse.Namespace
) -> Iterator[bytes]:
    """Yield the auction with its rows, then the hands of those who have bid by a row, or all of them."""
    yield "".join(f"{line}\n" for line in _heading(meaning, seed)).encode("utf-8", "replace")
    described = [player.seat for player in meaning.players if player.agreements]
    seats = list(Seat) if options.all_hands or not described else described
    width = len(str(options.number))
    for number, deal in enumerate(drawn, 1):
        lines = ["\n"]
        for seat in seats:
            hand = deal.hand(seat)
            assert hand is not None
            label = f"{number:>{width}}" if seat is seats[0] else " " * width
            lines.append(f"{label}  {seat.name.title():<5}  {hand_line(hand)}\n")
        yield "".join(lines if len(seats) > 1 else lines[number > 1 :]).encode()


def _heading(meaning: AuctionMeaning, seed: int) -> Iterator[str]:
    yield f"{auction_line(meaning.auction)}, seed {seed}"
    for seat, call in meaning.calls:
        if call.agreement is not None and call.agreement.is_described:
            yield f"  {seat.name.title():<5}  {row_line(call.agreement)}"
        if call.row is not None and call.row.explanation.understood:
            yield f"{'':14}read as: {spoken(call.condition)}"


# ---------------------------------------------------------------- boards of a file


def _file(name: str, drawn: Iterator[Deal], meaning: AuctionMeaning) -> Iterator[bytes]:
    """Yield a file of the format of this name in parts."""
    form = FORMATS[name]
    place = Location(name, 1)
    dealer, vulnerability = meaning.players[0].seat, meaning.board_vulnerability
    boards = (
        Board(deal=deal, number=number, dealer=dealer, vulnerability=vulnerability)
        for number, deal in enumerate(drawn, 1)
    )
    # Cards and numbers need no other characters than ASCII has.
    return form.encode_parts(form.write_parts(SourcedBoard(board, place) for board in boards), False)


def _run_dealer(options: argparse.Namespace) -> int:
    meanings = _read_meanings(options)
    if not meanings:
        return ERRORS
    meaning, *others = meanings
    if others:
        named = ", ".join(f"{each.auction:short}" for each in meanings)
        raise UsageError(f"a script is for one auction; name one of {named}")
    script = DealerScript(
        meaning.hands,
        options.number,
        meaning.players[0].seat,
        meaning.board_vulnerability,
        tuple(_comments(meaning)),
    )
    streams.write(options.output, script.text())
    streams.say_written(options.output)
    return OK


def _comments(meaning: AuctionMeaning) -> Iterator[str]:
    yield auction_line(meaning.auction)
    for seat, call in meaning.calls:
        if call.agreement is not None:
            yield f"{seat.name.title()}  {row_line(call.agreement)}"
            yield from (f"  not understood: {part}" for part in call.not_understood)
    theirs = (call for _, call in meaning.calls if not meaning.auction.is_ours(call.index))
    if any(call.call is PASS and call.hands != ANY for call in theirs):
        yield "Opponents who pass hold no hand that anybody would bid"


def _expand_shapes(options: argparse.Namespace) -> Output:
    name = options.file
    file = STDIN_NAME if name == STANDARD else name
    piped = streams.piped(name)
    data = read_file(name) if piped is None else Result(piped)
    if data.value is None:
        return Output(FileRead(data.diagnostics), "")
    text = decode(data.value, file)
    result = preprocess(text.value, file)
    source = FileRead(text.diagnostics, (name,) if piped is None else ())
    return Output(source, result.text, result.diagnostics, counted(result.shapes, "shape"))


COMMANDS = {"sample": _run, "dealer": _run_dealer, "dpp": Conversion(_expand_shapes, "").run}
