"""Claim: the time for Full Disclosure to BML grows linearly; 100,000 rows take at most 12 times 10,000."""

from __future__ import annotations

from benchmarks import systems
from benchmarks.linear_growth import growth
from benchmarks.measure import Outcome
from bml_core import expand, parse
from bml_core.formats import bss

_SCRIPT = """
import sys, time
from bml_core.commands import command_parser, main
command_parser("import")
start = time.process_time()
main(["import", sys.argv[1], "-o", sys.argv[2]])
print(time.process_time() - start)
"""


def measure() -> Outcome:
    """Time both sizes, having checked that every row was written."""
    return growth(".bss to BML", _SCRIPT, disclosure, ("bss", "bml"))


def disclosure(rows: int) -> str:
    """The Full Disclosure file of a made-up system."""
    return bss.dumps(expand([parse(systems.bml(rows))]))
