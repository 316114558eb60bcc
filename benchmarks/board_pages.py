"""Claim: 100 boards with auction and whole play on a page of Sphinx cost 2 seconds more than an empty page.

No other program shows boards on pages, so the peer column holds the time of the page without them.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from benchmarks.measure import WORK, Outcome, python, run_process, say, time_in_turns
from bml_core.bridge import (
    BIDS,
    PASS,
    Board,
    Card,
    Contract,
    Deal,
    MadeCall,
    Play,
    Seat,
    Strain,
    Vulnerability,
    winner,
)
from bml_core.formats import pbn
from bml_core.hands.conditions import points
from bml_core.hands.sampling import sample_deals

BOARDS, LIMIT = 100, 2.0
REPEATS = 3


def measure() -> Outcome:
    """Write both projects, then build them in turns."""
    deals = sample_deals({Seat.NORTH: points(0, 37)}, BOARDS, seed=1)
    boards = [_board(number, deal) for number, deal in enumerate(deals, 1)]
    full, empty = _project("boards", ".. bml:deal:: boards.pbn\n"), _project("no-boards", "Nothing.\n")
    pbn.dump(boards, full / "boards.pbn")
    say(f"a page of Sphinx with {BOARDS} whole boards, and one without, {REPEATS} builds each")
    times = time_in_turns({"ours": lambda: _build(full), "peer": lambda: _build(empty)}, repeats=REPEATS)
    cost = times["ours"].median - times["peer"].median
    return Outcome(
        claim=f"{BOARDS} whole boards on a page",
        ours=times["ours"].median,
        peer=times["peer"].median,
        value=f"{cost:.2f} s more",
        target=f"<= {LIMIT} s",
        holds=cost <= LIMIT,
    )


def _board(number: int, deal: Deal) -> Board:
    """Return a board that North plays in 1NT, with the first card each time that may be played."""
    hands = {seat: list(hand.cards) for seat in Seat if (hand := deal.hand(seat)) is not None}
    play: list[Card] = []
    leader = Seat.EAST
    won = 0
    for _ in range(13):
        trick: list[Card] = []
        for step in range(4):
            held = hands[leader.after(step)]
            card = next((each for each in held if trick and each.suit is trick[0].suit), held[0])
            held.remove(card)
            trick.append(card)
        play += trick
        leader = leader.after(winner(trick, Strain.NOTRUMP))
        won += leader in (Seat.NORTH, Seat.SOUTH)
    calls = tuple(map(MadeCall, (BIDS[4], PASS, PASS, PASS)))
    return Board(
        deal,
        number,
        dealer=Seat.NORTH,
        vulnerability=Vulnerability.NONE,
        auction=calls,
        contract=Contract(BIDS[4], declarer=Seat.NORTH),
        play=Play(tuple(play), won),
    )


def _project(name: str, text: str) -> Path:
    folder = WORK / "board-pages" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "conf.py").write_text("project = 'Benchmark'\nextensions = ['sphinx_bml']\n")
    (folder / "index.rst").write_text(f"Boards\n======\n\n{text}")
    return folder


def _build(folder: Path) -> None:
    run_process(python("-m", "sphinx", "-q", "-W", "-E", "-b", "html", folder, folder / "_build"))
