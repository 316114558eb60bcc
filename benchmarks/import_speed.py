"""Claim: Full Disclosure to BML, 10,000 rows, is as fast as bridge-markup 2.7.0, give or take a fifth.

Ours folds rows that say the same and begins tables where branches are long; the peer does neither.

Both are whole processes, from the start of Python to the file that is written, in turns.
"""

from __future__ import annotations

from benchmarks import systems
from benchmarks.bridge_markup import PEER_FOLDER, install_peer
from benchmarks.import_growth import disclosure
from benchmarks.measure import (
    WORK,
    CannotMeasureError,
    Outcome,
    python,
    run_process,
    say,
    time_in_turns,
)

ROWS = 10_000
TARGET = 0.8
REPEATS = 7

_PEER = """
import sys
from bss import bss2bml
sys.argv = ["bss2bml", "-o", sys.argv[2], sys.argv[1]]
bss2bml.main()
"""


def measure() -> Outcome:
    """Time the conversion in both, and check that every row is in both texts."""
    install_peer()
    source = WORK / "rows.bss"
    source.write_text(disclosure(ROWS), encoding="utf-8")
    our_text, peer_text = WORK / "ours.bml", WORK / "peer.bml"
    ours = python("-m", "bml_core.commands", "import", "-o", our_text, source)
    peer = python("-c", _PEER, source, peer_text)

    say(f".bss to BML, {ROWS:,} rows")
    timings = time_in_turns(
        {"ours": lambda: run_process(ours), "peer": lambda: run_process(peer, python_path=PEER_FOLDER)},
        repeats=REPEATS,
    )
    for text in (our_text, peer_text):
        problem = systems.check_all_rows(text.read_text(encoding="utf-8"), ROWS)
        if problem:
            raise CannotMeasureError(f"{text.name} {problem}")

    ratio = timings["peer"].median / timings["ours"].median
    return Outcome(
        claim=f".bss to BML, {ROWS:,} rows, against bridge-markup 2.7.0",
        ours=timings["ours"].median,
        peer=timings["peer"].median,
        value=f"{ratio:.2f} times as fast",
        target=f">= {TARGET}",
        holds=ratio >= TARGET,
    )
