"""Claims: ``bml check`` takes 2.5 s for 3,000 agreements, 0.4 s again, and 1.2 s with a line edited.

Each is the whole command, as a player waits for it: Python starts, pages are read, rows understood and
checked. The peer is the limit, and the time is that of the processor, since other programs may run beside.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from benchmarks.measure import (
    REPOSITORY,
    WORK,
    CannotMeasureError,
    Outcome,
    processor_seconds,
    python,
    run_process,
)

FIRST_LIMIT, AGAIN_LIMIT, EDITED_LIMIT = 2.5, 0.4, 1.2


def measure_first() -> Outcome:
    """Time a check of which nothing is known."""
    folder = _copy()
    # In the first run Python stores byte code, which an installed program has.
    _check(folder)
    _forget()
    seconds, agreements = _check(folder)
    if agreements < 2_500:
        raise CannotMeasureError("the demonstration system is too small")
    return _outcome(f"bml check of {agreements:,} agreements", seconds, FIRST_LIMIT)


def measure_again() -> Outcome:
    """Time the check after it."""
    folder = _copy()
    _check(folder)
    return _outcome("bml check again", _check(folder)[0], AGAIN_LIMIT)


def measure_edited() -> Outcome:
    """Time the check after a transfer has other words."""
    folder = _copy()
    _check(folder)
    page = folder / "one-notrump.bml"
    page.write_text(page.read_text("utf-8").replace("Transfer:", "Jacoby:", 1), "utf-8")
    return _outcome("bml check after a line is edited", _check(folder)[0], EDITED_LIMIT)


def _copy() -> Path:
    """Copy the demonstration system, and forget what is known of it."""
    folder = WORK / "checked"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(REPOSITORY / "demo_docs" / "system", folder)
    os.environ["XDG_CACHE_HOME"] = str(WORK / "results")
    _forget()
    return folder


def _forget() -> None:
    shutil.rmtree(WORK / "results", ignore_errors=True)


def _check(folder: Path) -> tuple[float, int]:
    """Return the processor time of a check, and how many agreements it has read."""
    start = processor_seconds()
    output = run_process(
        python("-m", "bml_core", "check", folder, "--format", "json"), python_path=REPOSITORY
    )
    return processor_seconds() - start, json.loads(output)["summary"]["agreements"]


def _outcome(claim: str, seconds: float, limit: float) -> Outcome:
    return Outcome(
        claim, seconds, limit, f"{1000 * seconds:.0f} ms", f"{1000 * limit:.0f} ms", seconds < limit
    )
