"""Claims: ``bml --version`` takes 4 times as long as a bare Python at most, ``bml count`` 150 ms longer."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from benchmarks.measure import CannotMeasureError, Outcome, python, run_process, say, time_in_turns

COUNT_TARGET = 0.150
VERSION_TARGET = 4
REPEATS = 15
ANSWER = "30,897,212,184"


def measure_version() -> Outcome:
    """Time what a command loads in any case."""
    say("bml --version")
    bare, ours = _times("--version")
    return Outcome(
        claim="bml --version, against a bare Python",
        ours=ours,
        peer=bare,
        value=f"{ours / bare:.1f} times its time",
        target=f"<= {VERSION_TARGET}",
        holds=ours / bare <= VERSION_TARGET,
    )


def measure_count() -> Outcome:
    """Time a command that answers in a line."""
    say("bml count, from its start to its end")
    words = ("count", "15-17 hcp, balanced")
    if ANSWER not in run_process(_command(*words)):
        raise CannotMeasureError("the count is wrong")
    bare, ours = _times(*words)
    return Outcome(
        claim="bml count, above a bare Python",
        ours=ours,
        peer=bare,
        value=f"{(ours - bare) * 1000:.0f} ms",
        target=f"< {COUNT_TARGET * 1000:.0f} ms",
        holds=ours - bare < COUNT_TARGET,
    )


def _command(*words: str) -> list[str | Path]:
    return python("-m", "bml_core", *words)


def _times(*words: str) -> tuple[float, float]:
    """Return the seconds of a bare Python and of a command, timed in turns."""
    commands = {"bare": python("-c", "pass"), "command": _command(*words)}
    runs = {name: partial(run_process, command) for name, command in commands.items()}
    times = time_in_turns(runs, repeats=REPEATS)
    return times["bare"].median, times["command"].median
