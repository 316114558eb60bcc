"""Claims: notes of 3,000 agreements are checked in three seconds, and in one when a page has changed.

The peer is the limit, and the time is that of the processor, since other programs may run beside.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time

from benchmarks.measure import CannotMeasureError, Outcome
from bml_core import load
from bml_core.checks import CheckedNotes, KeptFindings, check_notes
from bml_core.language import Page
from bml_core.system import expand

FOLDER = Path(__file__).parents[1] / "demo_docs" / "system"
FIRST_LIMIT, AGAIN_LIMIT = 3.0, 1.0


def measure_first() -> Outcome:
    """Time the checks of the demonstration system where nothing is known of it."""
    seconds, agreements = _first({})
    return _outcome(f"checks of {agreements:,} agreements", seconds, FIRST_LIMIT)


def measure_again() -> Outcome:
    """Time the same after rows of a page have changed, with what is known of the others."""
    kept: KeptFindings = {}
    _first(kept)
    documents = load(*_files()).documents
    added = Page("added.md").parse("2N-3S-3N;\n4C  5-5 in the minors, 8+ hcp")
    notes = CheckedNotes(expand((added, *documents)), (added, *documents))
    start = process_time()
    check_notes(notes, kept=kept)
    return _outcome("checks after a page has changed", process_time() - start, AGAIN_LIMIT)


def _files() -> list[Path]:
    return sorted(FOLDER.glob("*.md"))


def _first(kept: KeptFindings) -> tuple[float, int]:
    documents = load(*_files()).documents
    notes = CheckedNotes(expand(documents), documents)
    if len(notes.system) < 2_500:
        raise CannotMeasureError("the demonstration system is too small")
    start = process_time()
    check_notes(notes, kept=kept)
    return process_time() - start, len(notes.system)


def _outcome(claim: str, seconds: float, limit: float) -> Outcome:
    return Outcome(
        claim, seconds, limit, f"{1000 * seconds:.0f} ms", f"{1000 * limit:.0f} ms", seconds < limit
    )
