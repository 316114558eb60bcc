"""Claim: ``import bml_core`` takes less than 50 ms, above the start of Python itself."""

from __future__ import annotations

from benchmarks.measure import Outcome, python, run_process, say, time_in_turns

TARGET = 0.050
REPEATS = 15


def measure() -> Outcome:
    """Time a Python that imports and one that does not, in turns."""
    say("import bml_core")
    importing, bare = python("-c", "import bml_core"), python("-c", "pass")
    run_process(importing)  # so that the byte code is there
    times = time_in_turns(
        {"importing": lambda: run_process(importing), "bare": lambda: run_process(bare)},
        repeats=REPEATS,
    )
    ours, peer = times["importing"].median, times["bare"].median
    return Outcome(
        claim="import bml_core, above a bare Python",
        ours=ours,
        peer=peer,
        value=f"{(ours - peer) * 1000:.0f} ms",
        target=f"< {TARGET * 1000:.0f} ms",
        holds=ours - peer < TARGET,
    )
