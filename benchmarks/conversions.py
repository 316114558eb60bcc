"""Conversions of the command line beside those of bridge-markup 2.7.0: a web page from BML, BML from .bss.

Both are whole processes, from the start of Python to the file that is written, in turns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks import systems
from benchmarks.bridge_markup import PEER_FOLDER, install_peer
from benchmarks.import_growth import disclosure
from benchmarks.measure import WORK, CannotMeasureError, Outcome, python, run_process, say, time_in_turns

REPEATS = 7


@dataclass(frozen=True, slots=True)
class Claim:
    """What is converted by which commands, and how many times as fast as the peer ours should be."""

    text: str
    rows: int
    write: Callable[[int], str]
    source: str
    ending: str
    command: str
    peer: str
    target: float


#: At least six times faster.
WEB_PAGES = Claim("BML to a web page", 5_000, systems.bml, "rows.bml", "html", "html", "bml.bml2html", 6)
#: As fast, give or take a fifth: ours folds rows that say the same and begins tables where branches are long;
#: the peer does neither.
IMPORT = Claim(".bss to BML", 10_000, disclosure, "rows.bss", "bml", "import", "bss.bss2bml", 0.8)

_PEER = """
import importlib, sys
module = importlib.import_module(sys.argv[1])
sys.argv = [sys.argv[1], "-o", sys.argv[3], sys.argv[2]]
module.main()
"""


def measure_web_pages() -> Outcome:
    """Time BML to a web page."""
    return _measure(WEB_PAGES)


def measure_import() -> Outcome:
    """Time Full Disclosure to BML."""
    return _measure(IMPORT)


def _measure(claim: Claim) -> Outcome:
    """Time the conversion in both, and check that every row is in both outputs."""
    install_peer()
    source = WORK / claim.source
    source.write_text(claim.write(claim.rows), encoding="utf-8")
    our_output, peer_output = WORK / f"ours.{claim.ending}", WORK / f"peer.{claim.ending}"
    ours = python("-m", "bml_core", claim.command, "-o", our_output, source)
    peer = python("-c", _PEER, claim.peer, source, peer_output)

    say(f"{claim.text}, {claim.rows:,} rows")
    timings = time_in_turns(
        {"ours": lambda: run_process(ours), "peer": lambda: run_process(peer, python_path=PEER_FOLDER)},
        repeats=REPEATS,
    )
    for output in (our_output, peer_output):
        problem = systems.check_all_rows(output.read_text(encoding="utf-8"), claim.rows)
        if problem:
            raise CannotMeasureError(f"{output.name} {problem}")

    ratio = timings["peer"].median / timings["ours"].median
    return Outcome(
        claim=f"{claim.text}, {claim.rows:,} rows, against bridge-markup 2.7.0",
        ours=timings["ours"].median,
        peer=timings["peer"].median,
        value=f"{ratio:.2f} times as fast",
        target=f">= {claim.target}",
        holds=ratio >= claim.target,
    )
