"""Claims: reading PBN is so many times faster than endplay, import included, and its time grows linearly.

Both read the same 10,000 boards with auctions and plays. Processor time is compared, since endplay's start
depends much on the disk. Growth is measured without the start, ten times as many boards.
"""

from __future__ import annotations

import random
import statistics
from pathlib import Path

from benchmarks.measure import REPOSITORY, WORK, CannotMeasureError, Outcome, python, run_process, say
from bml_core.formats import pbn
from tests.bml_core.formats.pbn.boards import random_board

BOARDS, MANY = 10_000, 100_000
SAMPLE = 500
TARGET, GROWTH = 10, 12
REPEATS = 5
PEER = "endplay==0.5.12"
PEER_FOLDER = REPOSITORY / "build" / "peers" / "endplay-0.5.12"

_OURS = """
import sys, time
start = time.process_time()
from bml_core.formats import pbn
ready = time.process_time()
with open(sys.argv[1], "rb") as file:
    boards = pbn.read_boards(file)
end = time.process_time()
print(len(boards), end - start, end - ready)
"""

_PEER = """
import sys, time
start = time.process_time()
from endplay.parsers import pbn
with open(sys.argv[1], encoding="latin-1") as file:
    boards = pbn.load(file)
print(len(boards), time.process_time() - start)
"""


def measure() -> Outcome:
    """Time both on the same file, in turns."""
    _install_peer()
    source = _file(BOARDS)
    say(f"PBN, {BOARDS:,} boards, bml_core and endplay in turns")
    ours, peer = [], []
    for _ in range(REPEATS):
        ours.append(_seconds(_OURS, source, BOARDS)[0])
        peer.append(_seconds(_PEER, source, BOARDS, PEER_FOLDER)[0])
    ratio = statistics.median(peer) / statistics.median(ours)
    return Outcome(
        claim=f"reading PBN, {BOARDS:,} boards, import included, against endplay 0.5.12",
        ours=statistics.median(ours),
        peer=statistics.median(peer),
        value=f"{ratio:.1f} times faster",
        target=f">= {TARGET}",
        holds=ratio >= TARGET,
    )


def measure_growth() -> Outcome:
    """Time ten times as many boards."""
    small, large = (
        statistics.median(_seconds(_OURS, _file(boards), boards)[1] for _ in range(3))
        for boards in (BOARDS, MANY)
    )
    ratio = large / small
    return Outcome(
        claim=f"reading PBN, growth from {BOARDS:,} to {MANY:,} boards (peer column: the smaller)",
        ours=large,
        peer=small,
        value=f"{ratio:.1f} times",
        target=f"<= {GROWTH}",
        holds=ratio <= GROWTH,
    )


def _file(boards: int) -> Path:
    """A file of so many boards: a few hundred different ones, again and again."""
    path = WORK / f"boards-{boards}.pbn"
    if not path.exists():
        chance = random.Random(7)
        played = [board for _ in range(3 * SAMPLE) if (board := random_board(chance)).play][:SAMPLE]
        text = pbn.write(played)
        path.write_bytes(pbn.encode(text * (boards // SAMPLE)))
    return path


def _seconds(script: str, source: Path, boards: int, python_path: Path | None = None) -> list[float]:
    read, *seconds = run_process(python("-c", script, source), python_path=python_path).split()[-3:]
    if int(float(read)) != boards:
        raise CannotMeasureError(f"{read} boards were read instead of {boards}")
    return [float(second) for second in seconds]


def _install_peer() -> None:
    if not PEER_FOLDER.is_dir():
        say(f"installing {PEER}")
        unfinished = PEER_FOLDER.with_suffix(".part")
        run_process(python("-m", "pip", "install", "--quiet", "--target", unfinished, PEER))
        unfinished.rename(PEER_FOLDER)
