"""Claim: BML to Full Disclosure, 5,000 rows, at least 40 times as fast as bridge-markup 2.7.0.

Both read the same file, whose rows hold one agreement each, and write a file; all of both processes is timed,
their start included.
"""

from __future__ import annotations

import re

from benchmarks import systems
from benchmarks.bridge_markup import PEER_FOLDER, install_peer
from benchmarks.measure import WORK, CannotMeasureError, Outcome, python, run_process, say, time_in_turns

ROWS = 5_000
TARGET = 40
REPEATS = 3

_PEER = """
import sys
from bml import bml, bss
content = bml.content_from_file(sys.argv[1])
data = bss.to_systemdata(content)
with open(sys.argv[2], "w", encoding="utf-8") as file:
    bss.systemdata_to_bss(content, data, file)
"""


def measure() -> Outcome:
    """Time the conversion in both, and check that they wrote the same agreements."""
    install_peer()
    source = WORK / "single.bml"
    source.write_text(systems.single_bml(ROWS), encoding="utf-8")
    our_output, peer_output = WORK / "ours.bss", WORK / "peer.bss"
    our_command = python("-m", "bml_core", "bss", "-o", our_output, source)
    peer_command = python("-c", _PEER, source, peer_output)

    run_process(our_command)  # so that the byte code exists
    say(f"BML to .bss, {ROWS:,} rows, in turns with bridge-markup 2.7.0: takes a while")
    times = time_in_turns(
        {
            "ours": lambda: run_process(our_command),
            "peer": lambda: run_process(peer_command, python_path=PEER_FOLDER),
        },
        repeats=REPEATS,
    )
    ours, peer = times["ours"].median, times["peer"].median
    _check(our_output.read_text(encoding="utf-8"), peer_output.read_text(encoding="utf-8"))

    ratio = peer / ours
    return Outcome(
        claim=f"BML to .bss, {ROWS:,} rows, against bridge-markup 2.7.0",
        ours=ours,
        peer=peer,
        value=f"{ratio:.0f} times as fast",
        target=f">= {TARGET}",
        holds=ratio >= TARGET,
    )


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
