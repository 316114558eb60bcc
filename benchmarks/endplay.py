"""Claims: PBN and LIN are read and checked about as fast as endplay reads them; time grows linearly.

Both load the same 10,000 boards with auctions and plays, each in a process of its own, import included.
Processor time is compared, since endplay's start depends much on the disk. Growth is measured without the
start, ten times as many boards.
"""

from __future__ import annotations

import io
import random
import statistics
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from benchmarks.measure import REPOSITORY, WORK, CannotMeasureError, Outcome, python, run_process, say
from bml_core.bridge import Board
from bml_core.formats import lin, pbn
from tests.bml_core.formats.pbn.boards import random_board

BOARDS, MANY = 10_000, 100_000
DIFFERENT = 10_000
GROWTH = 12
TARGET = 0.9
REPEATS = 3
_WRITERS: dict[str, Callable[[Sequence[Board], BinaryIO], None]] = {"pbn": pbn.dump, "lin": lin.dump}
PEER = "endplay==0.5.12"
PEER_FOLDER = REPOSITORY / "build" / "peers" / "endplay-0.5.12"

_OURS = """
import importlib, sys, time
start = time.process_time()
reader = importlib.import_module("bml_core.formats." + sys.argv[2])
ready = time.process_time()
boards = reader.load(sys.argv[1])
end = time.process_time()
print(len(boards), end - start, end - ready)
"""

_PEER = """
import importlib, sys, time
start = time.process_time()
reader = importlib.import_module("endplay.parsers." + sys.argv[2])
with open(sys.argv[1], encoding="latin-1") as file:
    boards = reader.load(file)
print(len(boards), time.process_time() - start)
"""


def measure(form: str) -> Outcome:
    """Time both on the same file of a format (``pbn``, ``lin``), in turns."""
    _install_peer()
    source = _file(form, BOARDS)
    say(f"{form.upper()}, {BOARDS:,} boards, bml_core and endplay in turns")
    ours, peer = [], []
    for _ in range(REPEATS):
        ours.append(_seconds(_OURS, source, BOARDS)[0])
        peer.append(_seconds(_PEER, source, BOARDS, PEER_FOLDER)[0])
    ratio = statistics.median(peer) / statistics.median(ours)
    return Outcome(
        claim=f"reading {form.upper()}, {BOARDS:,} boards, import included, against endplay 0.5.12",
        ours=statistics.median(ours),
        peer=statistics.median(peer),
        value=f"{ratio:.1f} times faster",
        target=f">= {TARGET}",
        holds=ratio >= TARGET,
    )


def measure_growth(form: str) -> Outcome:
    """Time ten times as many boards."""
    small = statistics.median(_seconds(_OURS, _file(form, BOARDS), BOARDS)[1] for _ in range(REPEATS))
    # A long run needs no other beside it.
    large = _seconds(_OURS, _file(form, MANY), MANY)[1]
    ratio = large / small
    return Outcome(
        claim=f"reading {form.upper()}, growth from {BOARDS:,} to {MANY:,} boards (peer column: the smaller)",
        ours=large,
        peer=small,
        value=f"{ratio:.1f} times",
        target=f"<= {GROWTH}",
        holds=ratio <= GROWTH,
    )


def _file(form: str, boards: int) -> Path:
    """A file of this many boards: ten thousand different ones, and those again and again."""
    path = WORK / f"different-{boards}.{form}"
    if not path.exists():
        different = io.BytesIO()
        _WRITERS[form](_played(), different)
        path.write_bytes(different.getvalue() * (boards // DIFFERENT))
    return path


@cache
def _played() -> list[Board]:
    """Boards on which no hand, no auction and no play is like another, as in a real file."""
    say(f"dealing, bidding and playing {DIFFERENT:,} boards")
    chance = random.Random(7)
    played = (board for _ in iter(int, 1) if (board := random_board(chance)).play.cards)
    return list(islice(played, DIFFERENT))


def _seconds(script: str, source: Path, boards: int, python_path: Path | None = None) -> list[float]:
    form = source.suffix.removeprefix(".")
    read, *seconds = run_process(python("-c", script, source, form), python_path=python_path).split()[-3:]
    if int(float(read)) != boards:
        raise CannotMeasureError(f"{read} boards were read instead of {boards}")
    return [float(second) for second in seconds]


def _install_peer() -> None:
    if not PEER_FOLDER.is_dir():
        say(f"installing {PEER}")
        unfinished = PEER_FOLDER.with_suffix(".part")
        run_process(python("-m", "pip", "install", "--quiet", "--target", unfinished, PEER))
        unfinished.rename(PEER_FOLDER)
