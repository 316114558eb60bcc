"""Claim: ``bml count`` answers within 150 ms of the start of Python: nobody waits for it."""

from __future__ import annotations

from functools import partial

from benchmarks.measure import CannotMeasureError, Outcome, python, run_process, say, time_in_turns

TARGET = 0.150
REPEATS = 11
ANSWER = "30,897,212,184"


def measure() -> Outcome:
    """Time the command and a Python that does nothing, in turns."""
    say("bml count, from its start to its end")
    count = python("-m", "bml_core.commands", "count", "15-17 hcp, balanced")
    if ANSWER not in run_process(count):
        raise CannotMeasureError("the count is wrong")
    commands = {"bare": python("-c", "pass"), "count": count}
    times = time_in_turns(
        {name: partial(run_process, command) for name, command in commands.items()}, repeats=REPEATS
    )
    ours, peer = times["count"].median, times["bare"].median
    return Outcome(
        claim="bml count, above a bare Python",
        ours=ours,
        peer=peer,
        value=f"{(ours - peer) * 1000:.0f} ms",
        target=f"< {TARGET * 1000:.0f} ms",
        holds=ours - peer < TARGET,
    )
