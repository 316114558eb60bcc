"""Claim: the time for BML to Full Disclosure grows linearly; 100,000 rows take at most 12 times 10,000.

Only our work is timed, without the start of Python, which would flatter the ratio. Each size has processes of
its own, so that neither inherits the other's memory.
"""

from __future__ import annotations

import statistics
from pathlib import Path

from benchmarks import systems
from benchmarks.measure import WORK, CannotMeasureError, Outcome, python, run_process, say

SMALL, LARGE = 10_000, 100_000
TARGET = 12
REPEATS = 3

_SCRIPT = """
import sys, time
from pathlib import Path
from bml_core import build_system, parse
from bml_core.formats import bss
text = Path(sys.argv[1]).read_text(encoding="utf-8")
start = time.perf_counter()
written = bss.write(build_system([parse(text)]))
print(time.perf_counter() - start)
Path(sys.argv[2]).write_text(written, encoding="utf-8")
"""


def measure() -> Outcome:
    """Time both sizes, having checked that every row was written."""
    small, large = (_median_seconds(rows) for rows in (SMALL, LARGE))
    ratio = large / small
    return Outcome(
        claim=f"growth from {SMALL:,} to {LARGE:,} rows (peer column: the smaller)",
        ours=large,
        peer=small,
        value=f"{ratio:.1f} times",
        target=f"<= {TARGET}",
        holds=ratio <= TARGET,
    )


def _median_seconds(rows: int) -> float:
    say(f"BML to .bss, {rows:,} rows")
    source, output = WORK / f"rows-{rows}.bml", WORK / f"rows-{rows}.bss"
    source.write_text(systems.bml(rows), encoding="utf-8")
    seconds = [_seconds(source, output) for _ in range(REPEATS)]
    problem = systems.check_all_rows(output.read_text(encoding="utf-8"), rows)
    if problem:
        raise CannotMeasureError(f"{output.name} {problem}")
    return statistics.median(seconds)


def _seconds(source: Path, output: Path) -> float:
    return float(run_process(python("-c", _SCRIPT, source, output)))
