"""Claim: BML to Full Disclosure, 5,000 rows, at least 200 times faster than bridge-markup 2.7.0.

Both run as whole processes on the same file. The peer comes from PyPI, once, into a folder of its own.
"""

from __future__ import annotations

import re
import shutil

from benchmarks import systems
from benchmarks.measure import (
    REPOSITORY,
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
PEER = "bridge-markup==2.7.0"
PEER_FOLDER = REPOSITORY / "build" / "peers" / "bridge-markup-2.7.0"


def measure() -> Outcome:
    """Time both, and check that they wrote the same agreements."""
    _install_peer()
    source = WORK / "rows.bml"
    source.write_text(systems.bml(ROWS), encoding="utf-8")
    our_output, peer_output = WORK / "ours.bss", WORK / "peer.bss"
    ours = python("-m", "bml_core.commands.bml2bss", "-o", our_output, source)
    peer = python("-c", "from bml.bml2bss import main; main()", "-o", peer_output, source)

    say(f"bml2bss, {ROWS:,} rows")
    our_time = time_in_turns({"ours": lambda: run_process(ours)}, repeats=5)["ours"]
    say(f"bridge-markup 2.7.0, {ROWS:,} rows: takes a while")
    peer_time = time_in_turns({"peer": lambda: run_process(peer, python_path=PEER_FOLDER)}, repeats=3)["peer"]
    _check(our_output.read_text(encoding="utf-8"), peer_output.read_text(encoding="utf-8"))

    ratio = peer_time.median / our_time.median
    return Outcome(
        claim=f"BML to .bss, {ROWS:,} rows, against bridge-markup 2.7.0",
        ours=our_time.median,
        peer=peer_time.median,
        value=f"{ratio:.0f} times faster",
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


def _install_peer() -> None:
    if PEER_FOLDER.is_dir():
        return
    say(f"installing {PEER} into {PEER_FOLDER.relative_to(REPOSITORY)}")
    unfinished = PEER_FOLDER.with_suffix(".part")
    shutil.rmtree(unfinished, ignore_errors=True)
    run_process(python("-m", "pip", "install", "--quiet", "--target", unfinished, PEER))
    unfinished.rename(PEER_FOLDER)
