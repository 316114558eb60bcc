"""Claim: the time for Full Disclosure to BML grows linearly; 100,000 rows take at most 12 times 10,000."""

from __future__ import annotations

from benchmarks import systems
from benchmarks.linear_growth import growth
from benchmarks.measure import Outcome
from bml_core import expand, parse
from bml_core.formats import bss

_SCRIPT = """
import sys, time
from pathlib import Path
from bml_core.formats import bml, bss
data = Path(sys.argv[1]).read_bytes()
start = time.process_time()
written = bml.dumps(bss.loads(data)).value
print(time.process_time() - start)
Path(sys.argv[2]).write_text(written, encoding="utf-8")
"""


def measure() -> Outcome:
    """Time both sizes, having checked that every row was written."""
    return growth(".bss to BML", _SCRIPT, disclosure, ("bss", "bml"))


def disclosure(rows: int) -> str:
    """The Full Disclosure file of a made-up system."""
    return bss.dumps(expand([parse(systems.bml(rows))]))
