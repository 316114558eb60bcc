"""Whole deals on the command line: boards that can be bid, and how they were bid by notes."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bml_core.bridge import Board, Contract, Seat, Vulnerability, standard_dealer
from bml_core.commands import deals, outputs, reports
from bml_core.commands import note_options as notes
from bml_core.commands.terminal import ERRORS, OK, say
from bml_core.diagnostics import Diagnostic
from bml_core.system import System

if TYPE_CHECKING:
    from bml_core.formats.deals import Dealt
    from bml_core.hands.bidding import BidDeal, TableCall

SIDES = {"NS": (Seat.NORTH, Seat.SOUTH), "EW": (Seat.EAST, Seat.WEST)}
"""The players of each side, by the values of ``--side``."""
_VULNERABLE = {
    Vulnerability.NONE: "nobody vulnerable",
    Vulnerability.NORTH_SOUTH: "North and South vulnerable",
    Vulnerability.EAST_WEST: "East and West vulnerable",
    Vulnerability.ALL: "all vulnerable",
}


def add_side(parser: argparse.ArgumentParser) -> None:
    """Add who bids by the notes."""
    parser.add_argument(
        "--side", choices=SIDES, default="NS", help="who bids deals by the notes (default: NS)"
    )


class Boards:
    """The boards of the files of an option, with dealer and vulnerability, that can be bid.

    Args:
        names: The files.
        options: What the command was asked.
        seats: Whose hands must be known.
    """

    def __init__(self, names: list[str], options: argparse.Namespace, seats: tuple[Seat, ...]) -> None:
        # Only deals matter: what else is wrong with a file is for "bml deals check".
        asked = {**vars(options), "inputs": names, "purpose": "bidding", "markup": None}
        self.inputs = deals.Inputs(argparse.Namespace(**asked))
        self._seats = seats

    def __iter__(self) -> Iterator[Dealt]:
        from dataclasses import replace

        from bml_core.formats.deals import numbered

        for number, dealt in numbered(self.inputs.boards()):
            board = dealt.board
            if missing := self._missing(board):
                self.inputs.report.add([_not_whole(board.number or number, missing, dealt)])
                continue
            yield replace(
                dealt,
                source=None,
                board=Board(
                    deal=board.deal,
                    number=board.number or number,
                    label=board.label,
                    dealer=board.dealer or standard_dealer(number),
                    vulnerability=board.vulnerability or Vulnerability.NONE,
                ),
            )

    def _missing(self, board: Board) -> list[str]:
        hands = ((seat, board.deal.hand(seat)) for seat in self._seats)
        return [seat.name.title() for seat, hand in hands if hand is None or not hand.is_full]


def _not_whole(number: int, missing: list[str], dealt: Dealt) -> Diagnostic:
    message = f"Board {number} cannot be bid: {' and '.join(missing)} must have 13 known cards."
    return Diagnostic("BML634", message, dealt.place, "Write all cards of those who bid.")


def bid_board(board: Board, north_south: System | None, east_west: System | None) -> BidDeal:
    """Return how a board of :class:`Boards` is bid."""
    from bml_core.hands.bidding import bid_deal

    assert board.dealer is not None, "boards have a dealer"
    vulnerability = board.vulnerability or Vulnerability.NONE
    return bid_deal(board.deal, north_south, east_west, dealer=board.dealer, vulnerability=vulnerability)


def bid_all(options: argparse.Namespace) -> int:
    """Bid the deals of the files, and write them."""
    ours = notes.read(options)
    theirs = (
        notes.read(argparse.Namespace(**{**vars(options), "files": options.them})) if options.them else None
    )
    if ours is None or (options.them and theirs is None):
        return ERRORS
    north_south, east_west = ours.system, theirs.system if theirs else None
    seats = tuple(Seat) if theirs else SIDES[options.side]
    systems = (north_south, east_west) if options.side == "NS" else (east_west, north_south)
    boards = Boards(options.deals, options, seats)
    counts: Counter[str] = Counter()
    parts = b"".join(_written(options, boards, systems, counts))
    boards.inputs.report.print()
    if not counts:
        say("No deal was bid.")
        return ERRORS
    sources = (*ours.dependencies, *(theirs.dependencies if theirs else ()), *boards.inputs.dependencies)
    outputs.check_target(options.output, sources)
    outputs.write_bytes(options.output, parts)
    say(f"{reports.counted(sum(counts.values()), 'deal')}: {sums(counts)}.")
    return ERRORS if boards.inputs.report.has_errors else OK


ENDS = ("bid to the end", "bid to the end of the notes", "not known at some call")


def end_of(bid: BidDeal) -> str:
    """Return how the auction of a deal ends, one of ``ENDS``."""
    return ENDS[0] if bid.is_over else ENDS[1] if bid.ends_notes else ENDS[2]


def sums(counts: Counter[str]) -> str:
    """Return how many auctions end in each way."""
    return ", ".join(f"{counts[end]:,} {end}" for end in ENDS if counts[end])


def _written(
    options: argparse.Namespace,
    boards: Boards,
    systems: tuple[System | None, System | None],
    counts: Counter[str],
) -> Iterator[bytes]:
    from dataclasses import replace

    from bml_core.formats.deals import FORMATS

    def bids() -> Iterator[tuple[Dealt, BidDeal]]:
        for dealt in boards:
            board = dealt.board
            bid = bid_board(board, *systems)
            counts[end_of(bid)] += 1
            yield dealt, bid

    name = options.to or outputs.ending_of(options.output, tuple(FORMATS))
    if not name:
        for number, (dealt, bid) in enumerate(bids()):
            yield "".join(f"{line}\n" for line in [""] * bool(number) + _lines(dealt.board, bid)).encode()
        return
    form = FORMATS[name]
    text = "".join(
        form.write_parts(replace(dealt, board=_as_board(dealt.board, bid)) for dealt, bid in bids())
    )
    yield from form.encode_parts((text,), form.needs_utf8(text))


# ---------------------------------------------------------------- lines to read


def _lines(board: Board, bid: BidDeal) -> list[str]:
    vulnerable = _VULNERABLE[board.vulnerability or Vulnerability.NONE]
    lines = [f"Board {board.number}, {bid.dealer.name.title()} deals, {vulnerable}"]
    hands = ((seat, board.deal.hand(seat)) for seat in Seat)
    lines += [
        f"  {seat.name.title():<5}  {notes.hand_line(hand)}" for seat, hand in hands if hand is not None
    ]
    lines += [f"  {made.seat.name.title():<5}  {_said(made)}" for made in bid.calls]
    if bid.stop is not None:
        lines.append(f"  {bid.stop.seat.name.title():<5}  ?    {bid.stop.why}")
    return [*lines, f"  {_outcome(bid)}"]


def _said(made: TableCall) -> str:
    row = made.choice.row if made.choice else None
    return notes.row_line(row.agreement) if row else f"{made.call!s:<3}  {made.why}".rstrip()


def _outcome(bid: BidDeal) -> str:
    if bid.contract is None:
        return "The auction stops: the next call is not known."
    called = contract_text(bid.contract)
    return called if bid.is_over else f"The notes end here, so far with {called}."


def contract_text(contract: Contract) -> str:
    """Return a contract with its declarer.

    >>> from bml_core.bridge import BIDS
    >>> contract_text(Contract(BIDS[14], declarer=Seat.NORTH)), contract_text(Contract())
    ('3NT by North', 'Passed out')
    """
    if contract.bid is None or contract.declarer is None:
        return "Passed out"
    return f"{contract.bid}{contract.crosses} by {contract.declarer.name.title()}"


# ---------------------------------------------------------------- boards of a file


def _as_board(board: Board, bid: BidDeal) -> Board:
    from dataclasses import replace

    from bml_core.bridge import Comment, MadeCall

    calls = tuple(MadeCall(made.call, note=_note(made)) for made in bid.calls)
    if bid.stop is None:
        return replace(board, auction=calls, contract=bid.contract)
    stopped = Comment(f"{bid.stop.seat.name.title()} is next. {bid.stop.why}", calls=len(calls))
    return replace(board, auction=calls, to_be_continued=True, comments=(stopped,))


def _note(made: TableCall) -> str:
    row = made.choice.row if made.choice else None
    return notes.readable(" ".join(row.agreement.text.split())) if row else made.why
