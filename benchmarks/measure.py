"""Timing, and the one line that each measurement ends in."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent

#: Where inputs, outputs and peers go; ``make clean`` removes it.
WORK = REPOSITORY / "build" / "benchmarks"


class CannotMeasureError(Exception):
    """Something that a measurement needs is missing, failed or wrote the wrong thing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out of one claim: seconds of ours and of the peer, and whether the claim holds."""

    claim: str
    ours: float
    peer: float
    #: The number that the claim is about, as printed ("231", "24 ms").
    value: str
    target: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Timing:
    """The median of several runs, in seconds."""

    median: float
    runs: int


def run_process(command: Sequence[str | Path], *, python_path: Path | None = None) -> str:
    """Run a program and return what it printed.

    ``python_path`` is put on the PYTHONPATH of the program, which otherwise has none. Python may store byte
    code, as installers do; else it would compile our modules in each run, and none of an installed peer.

    Raises:
        CannotMeasureError: The program failed; the end of what it said is in the message.
    """
    own = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    environment: dict[str, str] = {k: v for k, v in os.environ.items() if k not in own}
    if python_path is not None:
        environment["PYTHONPATH"] = str(python_path)
    finished = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        check=False,
        cwd=WORK,
        encoding="utf-8",
        env=environment,
        errors="replace",
        stdin=subprocess.DEVNULL,
    )
    if finished.returncode != 0:
        end = "\n".join((finished.stdout + finished.stderr).splitlines()[-10:])
        raise CannotMeasureError(f"{' '.join(map(str, command))} ended with {finished.returncode}:\n{end}")
    return finished.stdout


def python(*arguments: str | Path) -> list[str | Path]:
    """The command line of this same Python with ``arguments``."""
    return [sys.executable, *arguments]


def time_in_turns(runs: Mapping[str, Callable[[], object]], *, repeats: int) -> dict[str, Timing]:
    """Time each of ``runs`` ``repeats`` times, in turns, so that a busy moment hits all of them alike.

    What counts is processor time, that of the processes that were run included: it hardly depends on what
    else the machine does.
    """
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeats):
        for name, run in runs.items():
            start = processor_seconds()
            run()
            seconds[name].append(processor_seconds() - start)
    return {name: Timing(statistics.median(values), len(values)) for name, values in seconds.items()}


def processor_seconds() -> float:
    """The processor time so far of this process and of those that it ran to their end."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def say(message: str) -> None:
    """Tell what is being done, since some of it takes a minute."""
    print(f"  {message}", file=sys.stderr, flush=True)
