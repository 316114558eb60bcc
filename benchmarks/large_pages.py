"""Claims: a page of 100,000 rows takes less than 250 MB of memory, a bidding box of 20,000 agreements 2.5 s.

Both are whole processes of the command. There is no program that writes such a box, and bridge-markup needs
minutes for such a page, so the peer column holds the limit.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks import systems
from benchmarks.measure import WORK, CannotMeasureError, Outcome, python, run_process, say, time_in_turns

ROWS, MEMORY_LIMIT = 100_000, 250
#: Rows of which 20,000 agreements are made.
BOX_ROWS, BOX_LIMIT = 12_800, 2.5
REPEATS = 3

_MEMORY = """
import resource, sys
from bml_core.commands import main
main(["html", sys.argv[1], "-o", sys.argv[2]])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def measure_memory() -> Outcome:
    """Measure the memory that a page takes; the seconds are those of its command."""
    source, page = _source(ROWS), WORK / "large.html"
    say(f"a page of {ROWS:,} rows")
    command = python("-c", _MEMORY, source, page)
    times = time_in_turns({"ours": lambda: run_process(command)}, repeats=1)
    problem = systems.check_all_rows(page.read_text("utf-8"), ROWS)
    if problem:
        raise CannotMeasureError(f"{page.name} {problem}")
    megabytes = float(run_process(command).split()[-1])
    seconds = times["ours"].median
    return Outcome(
        claim=f"memory of a page of {ROWS:,} rows",
        ours=seconds,
        peer=seconds,
        value=f"{megabytes:.0f} MB",
        target=f"< {MEMORY_LIMIT} MB",
        holds=megabytes < MEMORY_LIMIT,
    )


def measure_box() -> Outcome:
    """Time the command that writes a bidding box."""
    source, page = _source(BOX_ROWS), WORK / "box.html"
    command = python("-m", "bml_core", "explore", "--no-hands", source, "-o", page)
    run_process(command)
    say("a bidding box of 20,000 agreements")
    seconds = time_in_turns({"ours": lambda: run_process(command)}, repeats=REPEATS)["ours"].median
    return Outcome(
        claim="bml explore of 20,000 agreements",
        ours=seconds,
        peer=BOX_LIMIT,
        value=f"{seconds:.2f} s",
        target=f"<= {BOX_LIMIT} s",
        holds=seconds <= BOX_LIMIT,
    )


def _source(rows: int) -> Path:
    path = WORK / f"large-{rows}.bml"
    path.write_text(systems.bml(rows), encoding="utf-8")
    return path
