"""Claim: ``import bml_core`` takes less than 50 ms, above the start of Python itself."""

from __future__ import annotations

from functools import partial

from benchmarks.measure import Outcome, python, run_process, say, time_in_turns

TARGET = 0.050
REPEATS = 15


def measure() -> Outcome:
    """Time a Python that imports and one that does not, in turns."""
    say("import bml_core")
    commands = {
        "bare": python("-c", "pass"),
        "importing": python("-c", "import bml_core"),
        # The names are fetched on first use; this is what a program that uses all of them waits for.
        "using": python("-c", "from bml_core import *"),
    }
    run_process(commands["using"])  # so that the byte code exists
    times = time_in_turns(
        {name: partial(run_process, command) for name, command in commands.items()}, repeats=REPEATS
    )
    ours, peer, using = (times[name].median for name in ("importing", "bare", "using"))
    return Outcome(
        claim="import bml_core, above a bare Python",
        ours=ours,
        peer=peer,
        value=f"{(ours - peer) * 1000:.0f} ms ({(using - peer) * 1000:.0f} ms with all its names used)",
        target=f"< {TARGET * 1000:.0f} ms",
        holds=ours - peer < TARGET,
    )
