"""Claim: files of deals that repeat anything take time that grows with their length.

Each text has 20,000 and 40,000 characters; the fastest growth of all of them is printed. What seems to grow
too fast is timed again.
"""

from __future__ import annotations

import time

from benchmarks.measure import Outcome, say
from tests.bml_core.formats.deals.hostile import TEXTS, text, work

LENGTH = 20_000
TARGET = 3
REPEATS = 3
#: Shorter times are mostly noise.
SHORTEST = 0.05


def measure() -> Outcome:
    """Time each text in both lengths, and name the one that grows fastest."""
    say(f"{len(TEXTS)} texts of {LENGTH:,} and {2 * LENGTH:,} characters")
    growths = []
    for kind, beginning, token in TEXTS:
        texts = [text(beginning, token, length) for length in (LENGTH, 2 * LENGTH)]
        for repeats in (1, REPEATS):
            once, twice = (_seconds(kind, written, repeats) for written in texts)
            growth = twice / max(once, SHORTEST)
            if growth <= TARGET:
                break
        growths.append((growth, twice, once, f"{kind} {token!r}"))
    ratio, twice, once, name = max(growths)
    say(f"the slowest text takes {max(growth[2] for growth in growths):.2f} s")
    return Outcome(
        claim=f"hostile deals, growth from {LENGTH:,} to {2 * LENGTH:,} characters of {name}",
        ours=twice,
        peer=once,
        value=f"{ratio:.1f} times",
        target=f"<= {TARGET}",
        holds=ratio <= TARGET,
    )


def _seconds(kind: str, written: str, repeats: int) -> float:
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work(kind, written)
        times.append(time.process_time() - start)
    return min(times)
