"""``bml compare SYSTEM SYSTEM``: the contracts that two systems reach on the same deals."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

from bml_core._package import how_to_install
from bml_core.bridge import (
    STRAINS,
    Board,
    Contract,
    Seat,
    imps,
    is_pack,
    score_of,
    standard_dealer,
    standard_vulnerability,
)
from bml_core.commands import streams
from bml_core.commands.bid import ENDS, SIDES, BoardsToBid, bid_board, contract_text, end_of
from bml_core.commands.reading import hand_line, read_notes
from bml_core.commands.samples import chosen_seed
from bml_core.commands.streams import STANDARD
from bml_core.commands.terminal import ERRORS, OK, Progress, UsageError, say
from bml_core.diagnostics import counted
from bml_core.hands.bidding import BidDeal
from bml_core.hands.sampling import sample_deals
from bml_core.site import Solver
from bml_core.system import System

_USUAL, _ROWS, _NAME = 1_000, 20, 24


@dataclass(frozen=True, slots=True)
class _Compared:
    """A board, how both systems bid it, and the score of the side in both contracts, if it is known."""

    board: Board
    bids: tuple[BidDeal, BidDeal]
    scores: tuple[int, int] | None = None

    @property
    def contracts(self) -> tuple[Contract | None, Contract | None]:
        return self.bids[0].contract, self.bids[1].contract

    @property
    def is_comparable(self) -> bool:
        return None not in self.contracts

    @property
    def is_over(self) -> bool:
        return all(bid.is_over for bid in self.bids)

    @property
    def differs(self) -> bool:
        return self.is_comparable and self.contracts[0] != self.contracts[1]


def _run(options: argparse.Namespace) -> int:
    if options.deals and (options.number or options.seed is not None):
        raise UsageError("--number and --seed are for random deals, not for --deals")
    read = [read_notes(argparse.Namespace(**{**vars(options), "files": [name]})) for name in options.systems]
    systems = [each.system for each in read if each is not None]
    if len(systems) < len(read):
        return ERRORS
    seed = chosen_seed(options)
    number = options.number or _USUAL
    seats = SIDES[options.side]
    boards = BoardsToBid(options.deals, options, seats) if options.deals else None
    if options.dd and find_spec("endplay") is None:
        say(f"--dd needs endplay, which is not installed. {how_to_install('dd')}")
        return ERRORS
    solver = Solver() if options.dd else None
    with Progress("Bidding", 0 if boards else number) as progress:
        dealt = (each.board for each in boards) if boards else _random(number, seed)
        compared = list(_bid(dealt, systems, options.side, solver, progress))
    if boards:
        boards.inputs.report.print()
    if not compared:
        say("No deal was bid.")
        return ERRORS
    where = "" if boards else f", seed {seed}"
    lines = _report(compared, _names(options.systems), f"{counted(len(compared), 'deal')}{where}")
    examples = _examples(compared, _names(options.systems), seats, options.examples)
    streams.write(STANDARD, "".join(f"{line}\n" for line in (*lines, *examples)))
    return ERRORS if boards and boards.inputs.report.has_errors else OK


def _names(paths: Sequence[str]) -> tuple[str, str]:
    """Return short names of two systems, which differ if the paths do."""
    short = [Path(path).stem or path for path in paths]
    first, second = short if short[0] != short[1] else paths
    return first[-_NAME:], second[-_NAME:]


def _random(number: int, seed: int) -> Iterator[Board]:
    for place, deal in enumerate(sample_deals({}, number, seed), 1):
        yield Board(
            deal=deal,
            number=place,
            dealer=standard_dealer(place),
            vulnerability=standard_vulnerability(place),
        )


def _bid(
    boards: Iterable[Board], systems: Sequence[System], side: str, solver: Solver | None, progress: Progress
) -> Iterator[_Compared]:
    for board in boards:
        progress.add(1)
        first, second = (
            bid_board(board, *((system, None) if side == "NS" else (None, system))) for system in systems
        )
        compared = _Compared(board, (first, second))
        if solver is not None and compared.differs:
            compared = _Compared(board, compared.bids, _scores(compared, solver, side))
        yield compared


def _scores(compared: _Compared, solver: Solver, side: str) -> tuple[int, int] | None:
    board = compared.board
    if not is_pack(board.deal):
        return None
    tricks = solver.solve(board.deal, board.dealer, board.vulnerability).tricks
    vulnerable = board.vulnerability is not None and board.vulnerability.includes(SIDES[side][0])

    def score(contract: Contract | None) -> int:
        if contract is None or contract.bid is None or contract.declarer is None:
            return 0
        made = tricks[tuple(Seat).index(contract.declarer)][STRAINS.index(contract.bid.strain)]
        return score_of(contract.bid, made, doubling=contract.doubling, vulnerable=vulnerable)

    first, second = map(score, compared.contracts)
    return first, second


# ---------------------------------------------------------------- lines to read


def _report(compared: Sequence[_Compared], names: tuple[str, str], title: str) -> Iterator[str]:
    width = max(len(name) for name in (*names, "9,999,999"))
    first = max(map(len, ENDS))
    yield title
    yield ""
    yield f"{'':<{first}}  {names[0]:>{width}}  {names[1]:>{width}}"
    ends = [Counter(end_of(each.bids[place]) for each in compared) for place in (0, 1)]
    for end in ENDS:
        yield f"{end:<{first}}  {ends[0][end]:>{width},}  {ends[1][end]:>{width},}"
    both = sum(each.is_comparable for each in compared)
    differing = [each for each in compared if each.differs]
    yield ""
    share = f" ({len(differing) / both:.1%})" if both else ""
    deals = counted(both, "deal")
    yield f"Both reach a contract on {deals}; the contracts differ on {len(differing):,}{share}."
    if differing:
        yield ""
        yield from _table(differing, names)
    scores = [each.scores for each in differing if each.scores]
    if scores:
        yield ""
        yield from _better(scores, names)
        for words, is_over in (("bid to the end", True), ("where the notes of a system end", False)):
            yield from _mean([each for each in compared if each.is_over is is_over], names, words)


def _table(differing: Sequence[_Compared], names: tuple[str, str]) -> Iterator[str]:
    groups: dict[tuple[str, str], list[_Compared]] = {}
    for each in differing:
        groups.setdefault(_contracts(each), []).append(each)
    often = sorted(groups.items(), key=lambda group: -len(group[1]))
    rows = [("Deals", *names, "Such as")]
    rows += [(f"{len(group):,}", *pair, f"board {group[0].board.number}") for pair, group in often[:_ROWS]]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [f"{row[0]:>{widths[0]}}"]
        cells += [f"{cell:<{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join(cells).rstrip()
    if len(often) > _ROWS:
        left = sum(len(group) for _, group in often[_ROWS:])
        yield f"{left:>{widths[0]},}  in {len(often) - _ROWS:,} other ways"


def _contracts(compared: _Compared) -> tuple[str, str]:
    """Return both contracts, with their declarers only if nothing else is different."""
    first, second = (contract for contract in compared.contracts if contract is not None)
    if (first.bid, first.doubling) == (second.bid, second.doubling):
        return contract_text(first), contract_text(second)
    one, other = (f"{each.bid}{each.crosses}" if each.bid else "passed out" for each in (first, second))
    return one, other


def _better(scores: Sequence[tuple[int, int]], names: tuple[str, str]) -> Iterator[str]:
    yield f"Double dummy, where the contracts differ ({len(scores):,} deals):"
    for name, better in zip(names, (1, -1), strict=True):
        number = sum((one - other) * better > 0 for one, other in scores)
        yield f"  {name} scores more on {number:,}"
    yield f"  the same score on {sum(one == other for one, other in scores):,}"


def _mean(compared: Sequence[_Compared], names: tuple[str, str], words: str) -> Iterator[str]:
    """Yield the mean over deals with a contract of both, with its standard error."""
    known = (each for each in compared if each.is_comparable and (each.scores or not each.differs))
    found = [each.scores or (0, 0) for each in known]
    if not found:
        return
    points, won = [one - other for one, other in found], [imps(one - other) for one, other in found]
    score = f"{fmean(points):+.1f} ± {_error(points):.1f} points"
    means = f"{score} and {fmean(won):+.2f} ± {_error(won):.2f} IMPs"
    yield f"{names[0]} minus {names[1]}, {words}: {means} for each of {counted(len(found), 'deal')}"


def _error(values: Sequence[int]) -> float:
    """Return the standard error of the mean."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def _examples(
    compared: Sequence[_Compared], names: tuple[str, str], seats: Sequence[Seat], number: int
) -> Iterator[str]:
    for each in [each for each in compared if each.differs][:number]:
        yield ""
        yield f"Board {each.board.number}, {each.bids[0].dealer.name.title()} deals"
        for seat in seats:
            hand = each.board.deal.hand(seat)
            assert hand is not None, "the hands of those who bid are known"
            yield f"  {seat.name.title():<5}  {hand_line(hand)}"
        width = max(map(len, names))
        for place, name in enumerate(names):
            bid = each.bids[place]
            contract = bid.contract
            assert contract is not None, "both reach a contract"
            score = f", {each.scores[place]:+d}" if each.scores else ""
            # The calls of the side that bids; three dots where its notes end.
            calls = [str(made.call) for made in bid.calls if made.choice] + ["…"] * (not bid.is_over)
            yield f"  {name:<{width}}  {'-'.join(calls)}: {contract_text(contract)}{score}"


COMMANDS = {"compare": _run}
