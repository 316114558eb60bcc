"""Claim: what has changed between two systems of 5,000 rows is known in a second.

The peer is the limit, and the time is that of the processor, since other programs may run beside. One row in
twenty has changed, and its two descriptions are read for their meaning.
"""

from __future__ import annotations

import random
from itertools import combinations
from time import process_time

from benchmarks.measure import CannotMeasureError, Outcome
from bml_core import System, expand, parse
from bml_core.site import compare_systems, list_changes

_ROWS = 5_000
LIMIT = 1.0
_BIDS = [f"{level}{strain}" for level in range(2, 8) for strain in "CDHSN"]


def measure() -> Outcome:
    """Time the comparison of two systems that are read already, and its list in words."""
    old, new = _system(1), _system(2)
    # What reads descriptions is loaded once in a process.
    compare_systems(expand([parse("1N  15--17")]), expand([parse("1N  14--16")]))
    start = process_time()
    changes = compare_systems(old, new)
    listed = list_changes(changes)
    seconds = process_time() - start
    if not listed or len(changes) < _ROWS // 40:
        raise CannotMeasureError("too little has changed")
    claim = f"changes between two systems of {_ROWS:,} rows"
    return Outcome(
        claim, seconds, LIMIT, f"{1000 * seconds:.0f} ms", f"{1000 * LIMIT:.0f} ms", seconds < LIMIT
    )


def _system(seed: int) -> System:
    """Return a system with the same auctions for each seed, and other words in one row of forty."""
    same, other = random.Random(0), random.Random(seed)
    lines: list[str] = []
    auctions = [
        (opening, *bids) for opening in ("1C", "1D", "1H", "1S", "1N") for bids in combinations(_BIDS, 3)
    ]
    for opening, first, second, third in same.sample(auctions, _ROWS):
        points = same.randint(6, 14) + (other.random() < 1 / 40)
        lines += [
            f"{opening}-{first}-{second};",
            f"{third}  {points}--{points + 3} hcp, {same.randint(3, 6)}+ cards",
        ]
        lines.append("")
    return expand([parse("\n".join(lines))])
