"""``bml bid``: what a hand bids by the notes, and why; with ``--deals`` how whole deals are bid."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from bml_core.bridge import (
    Board,
    BoardTexts,
    Comment,
    Contract,
    Hand,
    MadeCall,
    Seat,
    Vulnerability,
    parse_hand,
    standard_dealer,
)
from bml_core.commands import deals, streams
from bml_core.commands.reading import hand_line, read_auction, read_notes, readable, row_line, vulnerability
from bml_core.commands.reports import location_entry, report
from bml_core.commands.streams import STANDARD
from bml_core.commands.terminal import ERRORS, OK, UsageError, say
from bml_core.diagnostics import Diagnostic, counted, has_errors
from bml_core.document import RowOrder
from bml_core.formats.deals import FORMATS, SourcedBoard, numbered
from bml_core.hands.bidding import BidDeal, Candidate, Certainty, Choice, TableCall, bid_deal, choose_call
from bml_core.hands.conditions import spoken
from bml_core.hands.descriptions import source_words
from bml_core.system import System

_SHOWN_ROWS = 5


def _run(options: argparse.Namespace) -> int:
    if options.deals:
        if options.auction or options.seat or options.all or options.format == "json":
            raise UsageError("--auction, --seat, --all and --format json are for one hand, not for --deals")
        return bid_all(options)
    if options.them or options.to or options.output != STANDARD:
        raise UsageError("--them, --to and --output go with --deals")
    return _bid_hand(options)


def _bid_hand(options: argparse.Namespace) -> int:
    parsed = parse_hand(options.hand)
    report(parsed.diagnostics)
    hand = parsed.value
    read = read_notes(options)
    if hand is None or read is None:
        return ERRORS
    written = read_auction(options.auction, options)
    report(written.diagnostics)
    if written.value is None:
        return ERRORS
    choice = choose_call(read.system, hand, written.value, vulnerability=vulnerability(options))
    report(choice.diagnostics)
    if has_errors(choice.diagnostics):
        return ERRORS
    lines = _lines(choice, hand, show_all=options.all)
    text = _as_json(choice, hand) if options.format == "json" else "\n".join(lines)
    streams.write(STANDARD, f"{text}\n")
    return OK


def _lines(choice: Choice, hand: Hand, *, show_all: bool) -> Iterator[str]:
    likely = "probably " if choice.certainty is Certainty.LIKELY else ""
    yield f"{likely}{choice.call or Certainty.NOT_KNOWN.value}"
    yield f"  {hand_line(hand)}"
    if choice.row is not None:
        yield from _row(choice.row)
    if choice.row is None or not choice.passed_over:
        yield f"  {choice.why}"
    if choice.passed_over:
        is_first = choice.rule is RowOrder.FIRST
        yield f"The hand also fits{'; of the rows the first is chosen' if is_first else ''}:"
    for row, reason in choice.passed_over:
        yield from _row(row)
        yield f"    {choice.call} rather than {row.call}: {reason}"
    if choice.instead:
        yield "Rows in the way, which are not understood in full and may be meant for the hand:"
    shown = choice.instead if show_all else choice.instead[:_SHOWN_ROWS]
    for row in shown:
        yield from _row(row)
    if more := len(choice.instead) - len(shown):
        yield f"  and {more:,} more, which --all shows"


def _row(row: Candidate) -> Iterator[str]:
    explanation = row.explanation
    yield f"  {row_line(row.agreement)}"
    if explanation.understood:
        yield f"    read as: {spoken(explanation.condition)}"
    yield from (f"    ({source})" for source in source_words(explanation.sources))
    if row.is_forced:
        return
    for part in explanation.not_understood:
        yield f"    not understood: {readable(' '.join(part.split()))}"
    if explanation.is_silent:
        yield "    says nothing about the hand"
    if explanation.lacks:
        yield f"    does not say: {' and '.join(lack.value for lack in explanation.lacks)}"


def _as_json(choice: Choice, hand: Hand) -> str:
    whole: dict[str, object] = {
        "call": str(choice.call) if choice.call else None,
        "known": choice.call is not None,
        "certainty": choice.certainty.value,
        "rule": choice.rule.value,
        "why": choice.why,
        "hand": str(hand),
        "hcp": hand.hcp,
        "auction": [str(call) for call in choice.auction.calls],
        "row": _row_entry(choice.row) if choice.row else None,
        "others": [{**_row_entry(row), "reason": reason} for row, reason in choice.passed_over],
        "instead": [_row_entry(row) for row in choice.instead],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False)


def _row_entry(row: Candidate) -> dict[str, object]:
    return {
        "call": str(row.call),
        "description": row.agreement.text,
        "condition": str(row.condition if row.is_forced else row.explanation.condition),
        "forced": row.is_forced,
        "left": list(row.explanation.not_understood),
        "lacks": [lack.value for lack in row.explanation.lacks],
        "sources": source_words(row.explanation.sources),
        "location": location_entry(row.agreement.location),
    }


SIDES = {"NS": (Seat.NORTH, Seat.SOUTH), "EW": (Seat.EAST, Seat.WEST)}
"""The players of each side, by the values of ``--side``."""
_VULNERABLE = {
    Vulnerability.NONE: "nobody vulnerable",
    Vulnerability.NORTH_SOUTH: "North and South vulnerable",
    Vulnerability.EAST_WEST: "East and West vulnerable",
    Vulnerability.ALL: "all vulnerable",
}


class BoardsToBid:
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

    def __iter__(self) -> Iterator[SourcedBoard]:
        for number, dealt in numbered(self.inputs.boards()):
            board = dealt.board
            hands = ((seat, board.deal.hand(seat)) for seat in self._seats)
            missing = [seat.name.title() for seat, hand in hands if hand is None or not hand.is_full]
            if missing:
                who = " and ".join(missing)
                message = f"Board {board.number or number} cannot be bid: {who} must have 13 known cards."
                hint = "Write all cards of those who bid."
                self.inputs.report.add([Diagnostic("BML634", message, dealt.location, hint)])
                continue
            yield replace(
                dealt,
                source=None,
                board=Board(
                    deal=board.deal,
                    number=board.number or number,
                    dealer=board.dealer or standard_dealer(number),
                    vulnerability=board.vulnerability or Vulnerability.NONE,
                    texts=BoardTexts(board.texts.label),
                ),
            )


def bid_board(
    board: Board, north_south: System | None, east_west: System | None, *, probable: bool = False
) -> BidDeal:
    """Return how a board of :class:`BoardsToBid` is bid."""
    assert board.dealer is not None, "boards have a dealer"
    vulnerability = board.vulnerability or Vulnerability.NONE
    systems = (north_south, east_west)
    return bid_deal(board.deal, *systems, dealer=board.dealer, vulnerability=vulnerability, probable=probable)


def bid_all(options: argparse.Namespace) -> int:
    """Bid the deals of the files, and write them."""
    ours = read_notes(options)
    theirs = read_notes(options, options.them) if options.them else None
    if ours is None or (options.them and theirs is None):
        return ERRORS
    north_south, east_west = ours.system, theirs.system if theirs else None
    seats = tuple(Seat) if theirs else SIDES[options.side]
    systems = (north_south, east_west) if options.side == "NS" else (east_west, north_south)
    boards = BoardsToBid(options.deals, options, seats)
    counts: Counter[str] = Counter()
    parts = list(_written(options, boards, systems, counts))
    boards.inputs.report.print()
    if not counts:
        say("No deal was bid.")
        return ERRORS
    sources = (*ours.dependencies, *(theirs.dependencies if theirs else ()), *boards.inputs.dependencies)
    streams.check_target(options.output, sources)
    streams.write_parts(options.output, parts)
    ends = ", ".join(f"{counts[end]:,} {end}" for end in ENDS if counts[end])
    streams.say_written(options.output)
    say(f"{counted(sum(counts.values()), 'deal')}: {ends}.")
    return ERRORS if boards.inputs.report.has_errors else OK


ENDS = ("bid to the end", "bid to the end of the notes", "not known at some call")


def end_of(bid: BidDeal) -> str:
    """Return how the auction of a deal ends, one of ``ENDS``."""
    return ENDS[0] if bid.is_over else ENDS[1] if bid.ends_notes else ENDS[2]


def _written(
    options: argparse.Namespace,
    boards: BoardsToBid,
    systems: tuple[System | None, System | None],
    counts: Counter[str],
) -> Iterator[bytes]:
    def bids() -> Iterator[tuple[SourcedBoard, BidDeal]]:
        for dealt in boards:
            board = dealt.board
            bid = bid_board(board, *systems, probable=options.probable)
            counts[end_of(bid)] += 1
            yield dealt, bid

    name = options.to or streams.ending_of(options.output, tuple(FORMATS))
    if not name:
        for number, (dealt, bid) in enumerate(bids()):
            lines = [""] * bool(number) + _deal_lines(dealt.board, bid)
            yield "".join(f"{line}\n" for line in lines).encode()
        return
    form = FORMATS[name]
    text = "".join(
        form.write_parts(replace(dealt, board=_as_board(dealt.board, bid)) for dealt, bid in bids())
    )
    yield from form.encode_parts((text,), form.needs_utf8(text))


# ---------------------------------------------------------------- lines to read


def _deal_lines(board: Board, bid: BidDeal) -> list[str]:
    vulnerable = _VULNERABLE[board.vulnerability or Vulnerability.NONE]
    lines = [f"Board {board.number}, {bid.dealer.name.title()} deals, {vulnerable}"]
    hands = ((seat, board.deal.hand(seat)) for seat in Seat)
    lines += [f"  {seat.name.title():<5}  {hand_line(hand)}" for seat, hand in hands if hand is not None]
    lines += [f"  {made.seat.name.title():<5}  {_said(made)}" for made in bid.calls]
    if bid.stop is not None:
        lines.append(f"  {bid.stop.seat.name.title():<5}  ?    {bid.stop.why}")
    if bid.contract is None:
        return [*lines, "  The auction stops: the next call is not known."]
    called = contract_text(bid.contract)
    return [*lines, f"  {called}" if bid.is_over else f"  The notes end here, so far with {called}."]


def _said(made: TableCall) -> str:
    row = made.choice.row if made.choice else None
    said = row_line(row.agreement) if row else f"{made.call!s:<3}  {made.why}".rstrip()
    return f"{said}, probably" if _is_probable(made) else said


def _is_probable(made: TableCall) -> bool:
    return made.choice is not None and made.choice.certainty is Certainty.LIKELY


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
    calls = tuple(MadeCall(made.call, note=_note(made)) for made in bid.calls)
    if bid.stop is None:
        return replace(board, auction=calls, contract=bid.contract)
    stopped = Comment(f"{bid.stop.seat.name.title()} is next. {bid.stop.why}", calls=len(calls))
    return replace(
        board, auction=calls, to_be_continued=True, texts=replace(board.texts, comments=(stopped,))
    )


def _note(made: TableCall) -> str:
    row = made.choice.row if made.choice else None
    note = readable(" ".join(row.agreement.text.split())) if row else made.why
    return f"Probably: {note}" if _is_probable(made) else note


COMMANDS = {"bid": _run}
