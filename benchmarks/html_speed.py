"""Claim: BML to a web page, 5,000 rows, at least 5 times faster than bridge-markup 2.7.0.

Both are whole processes, from the start of Python to the file that is written, in turns.
"""

from __future__ import annotations

from benchmarks import systems
from benchmarks.bridge_markup import PEER_FOLDER, install_peer
from benchmarks.measure import (
    WORK,
    CannotMeasureError,
    Outcome,
    python,
    run_process,
    say,
    time_in_turns,
)

ROWS = 5_000
TARGET = 5
REPEATS = 7

_PEER = """
import sys
from bml import bml2html
sys.argv = ["bml2html", "-o", sys.argv[2], sys.argv[1]]
bml2html.main()
"""


def measure() -> Outcome:
    """Time the conversion in both, and check that every row is in both pages."""
    install_peer()
    source = WORK / "rows.bml"
    source.write_text(systems.bml(ROWS), encoding="utf-8")
    our_page, peer_page = WORK / "ours.html", WORK / "peer.html"
    ours = python("-m", "bml_core.commands", "html", "-o", our_page, source)
    peer = python("-c", _PEER, source, peer_page)

    say(f"BML to a web page, {ROWS:,} rows")
    timings = time_in_turns(
        {"ours": lambda: run_process(ours), "peer": lambda: run_process(peer, python_path=PEER_FOLDER)},
        repeats=REPEATS,
    )
    for page in (our_page, peer_page):
        problem = systems.check_all_rows(page.read_text(encoding="utf-8"), ROWS)
        if problem:
            raise CannotMeasureError(f"{page.name} {problem}")

    ratio = timings["peer"].median / timings["ours"].median
    return Outcome(
        claim=f"BML to a web page, {ROWS:,} rows, against bridge-markup 2.7.0",
        ours=timings["ours"].median,
        peer=timings["peer"].median,
        value=f"{ratio:.1f} times faster",
        target=f">= {TARGET}",
        holds=ratio >= TARGET,
    )
