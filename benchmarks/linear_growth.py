"""Claim: the time for BML to Full Disclosure grows linearly; 100,000 rows take at most 12 times 10,000.

Only the processor time of the command's work is taken, without its start, which would flatter the ratio. Each
size has processes of its own, so that neither inherits the other's memory.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable

from benchmarks import systems
from benchmarks.measure import WORK, CannotMeasureError, Outcome, python, run_process, say

SMALL, LARGE = 10_000, 100_000
TARGET = 12
# A long run needs no other beside it.
REPEATS = {SMALL: 3, LARGE: 1}

_SCRIPT = """
import sys, time
from bml_core.commands import command_parser, main
command_parser("bss")
start = time.process_time()
main(["bss", sys.argv[1], "-o", sys.argv[2]])
print(time.process_time() - start)
"""


def measure() -> Outcome:
    """Time both sizes, having checked that every row was written."""
    return growth("BML to .bss", _SCRIPT, systems.bml, ("bml", "bss"))


def growth(name: str, script: str, source: Callable[[int], str], endings: tuple[str, str]) -> Outcome:
    """The claim for a conversion.

    ``script`` converts the file of its first argument to that of its second, and prints the seconds;
    ``source`` makes an input with this many rows; ``endings`` are those of input and output.
    """
    small, large = (_median_seconds(name, script, source, endings, rows) for rows in (SMALL, LARGE))
    ratio = large / small
    return Outcome(
        claim=f"{name}, growth from {SMALL:,} to {LARGE:,} rows (peer column: the smaller)",
        ours=large,
        peer=small,
        value=f"{ratio:.1f} times",
        target=f"<= {TARGET}",
        holds=ratio <= TARGET,
    )


def _median_seconds(
    name: str, script: str, source: Callable[[int], str], endings: tuple[str, str], rows: int
) -> float:
    say(f"{name}, {rows:,} rows")
    before, after = (WORK / f"rows-{rows}.{ending}" for ending in endings)
    before.write_text(source(rows), encoding="utf-8")
    seconds = [float(run_process(python("-c", script, before, after))) for _ in range(REPEATS[rows])]
    problem = systems.check_all_rows(after.read_text(encoding="utf-8"), rows)
    if problem:
        raise CannotMeasureError(f"{after.name} {problem}")
    return statistics.median(seconds)
