"""Claims: ``bml check`` takes 2.5 s for 3,000 agreements, and one second when a page has changed.

The first is the whole command, as a player waits for it: Python starts, pages are read, rows understood and
checked. The second is what a host does that knows what was found before. The peer is the limit, and the time
is that of the processor, since other programs may run beside.
"""

from __future__ import annotations

import json
import resource
from time import process_time

from benchmarks.measure import REPOSITORY, CannotMeasureError, Outcome, python, run_process
from bml_core import load
from bml_core.checks import CheckedNotes, check_notes
from bml_core.files import Results
from bml_core.language import Page
from bml_core.system import expand

FOLDER = REPOSITORY / "demo_docs" / "system"
FIRST_LIMIT, AGAIN_LIMIT = 2.5, 1.0


def measure_first() -> Outcome:
    """Time the command on the demonstration system, from its start to its end."""
    command = python("-m", "bml_core", "check", FOLDER, "--format", "json", "--no-cache")
    # In the first run Python stores byte code, which an installed program has.
    run_process(command, python_path=REPOSITORY)
    start = _children_time()
    output = run_process(command, python_path=REPOSITORY)
    seconds = _children_time() - start
    agreements = json.loads(output)["summary"]["agreements"]
    _refuse_few(agreements)
    return _outcome(f"bml check of {agreements:,} agreements", seconds, FIRST_LIMIT)


def measure_again() -> Outcome:
    """Time the same after rows of a page have changed, with what is known of the others."""
    results = Results()
    documents = load(*sorted(FOLDER.glob("*.md"))).documents
    notes = CheckedNotes(expand(documents), documents)
    _refuse_few(len(notes.system))
    check_notes(notes, results=results)
    added = Page("added.md").parse("2N-3S-3N;\n4C  5-5 in the minors, 8+ hcp")
    notes = CheckedNotes(expand((added, *documents)), (added, *documents))
    start = process_time()
    check_notes(notes, results=results)
    return _outcome("checks after a page has changed", process_time() - start, AGAIN_LIMIT)


def _children_time() -> float:
    """Return the processor time of all programs that were run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _refuse_few(agreements: int) -> None:
    if agreements < 2_500:
        raise CannotMeasureError("the demonstration system is too small")


def _outcome(claim: str, seconds: float, limit: float) -> Outcome:
    return Outcome(
        claim, seconds, limit, f"{1000 * seconds:.0f} ms", f"{1000 * limit:.0f} ms", seconds < limit
    )
