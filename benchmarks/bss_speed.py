"""Claim: BML to Full Disclosure, 5,000 rows, at least 200 times faster than bridge-markup 2.7.0.

Both read the same file and write a file, each in a process of its own; the start of Python and of the program
is not in the claim, and told beside it.
"""

from __future__ import annotations

import re
import statistics
from pathlib import Path

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
TARGET = 200
OUR_REPEATS, PEER_REPEATS = 9, 3


_OURS = """
import sys, time
from bml_core import expand, parse_file
from bml_core.formats import bss
start = time.perf_counter()
written = bss.dumps(expand([parse_file(sys.argv[1])]))
with open(sys.argv[2], "w", encoding="utf-8") as file:
    file.write(written)
print(time.perf_counter() - start)
"""

_PEER = """
import sys, time
from bml import bml, bss
start = time.perf_counter()
content = bml.content_from_file(sys.argv[1])
data = bss.to_systemdata(content)
with open(sys.argv[2], "w", encoding="utf-8") as file:
    bss.systemdata_to_bss(content, data, file)
print(time.perf_counter() - start)
"""


def measure() -> Outcome:
    """Time the conversion in both, and check that they wrote the same agreements."""
    install_peer()
    source = WORK / "rows.bml"
    source.write_text(systems.bml(ROWS), encoding="utf-8")
    our_output, peer_output = WORK / "ours.bss", WORK / "peer.bss"
    command = python("-m", "bml_core.commands", "bss", "-o", our_output, source)

    say(f"BML to .bss, {ROWS:,} rows")
    ours = statistics.median(_seconds(_OURS, source, our_output) for _ in range(OUR_REPEATS))
    whole = time_in_turns({"ours": lambda: run_process(command)}, repeats=OUR_REPEATS)["ours"].median
    say(f"bridge-markup 2.7.0, {ROWS:,} rows: takes a while")
    peer = statistics.median(_seconds(_PEER, source, peer_output, PEER_FOLDER) for _ in range(PEER_REPEATS))
    _check(our_output.read_text(encoding="utf-8"), peer_output.read_text(encoding="utf-8"))

    ratio = peer / ours
    return Outcome(
        claim=f"BML to .bss, {ROWS:,} rows, against bridge-markup 2.7.0",
        ours=ours,
        peer=peer,
        value=f"{ratio:.0f} times faster ({peer / whole:.0f} with the start of the command)",
        target=f">= {TARGET}",
        holds=ratio >= TARGET,
    )


def _seconds(script: str, source: Path, output: Path, python_path: Path | None = None) -> float:
    return float(run_process(python("-c", script, source, output), python_path=python_path).split()[-1])


def _check(ours: str, peer: str) -> None:
    problem = systems.check_all_rows(peer, ROWS)
    if problem:
        raise CannotMeasureError(f"bridge-markup's output {problem}")
    different = sorted(_agreements(ours) ^ _agreements(peer))
    if different:
        raise CannotMeasureError(f"{len(different)} agreements are in one output only, first: {different[0]}")


def _agreements(bss: str) -> set[tuple[str, str]]:
    """Auction and row number of each record with a meaning (histories alone have none)."""
    return set(re.findall(r"^([^=\n]+)=.*row (\d+)\.", bss, flags=re.MULTILINE))
