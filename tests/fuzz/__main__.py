"""``python -m tests.fuzz SECONDS [TARGET…]``: try inputs, target by target, and print how many there were."""

from __future__ import annotations

import resource
import sys
import time
import traceback

from tests.fuzz.engine import run
from tests.fuzz.targets import TARGETS

ROUND = 20


def main(seconds: float, names: list[str]) -> int:
    """Try inputs for about this long; return 1 if one of them failed."""
    counts = dict.fromkeys(names or TARGETS, 0)
    failed: set[str] = set()
    start = time.time_ns() // 1_000_000
    for number, name in enumerate(counts):
        share, slowest = seconds / len(counts), 0.0
        end = time.monotonic() + share
        while time.monotonic() < end and name not in failed:
            try:
                slowest = max(slowest, run(TARGETS[name], start + number + counts[name], ROUND))
                counts[name] += ROUND
            except Exception:
                traceback.print_exc(limit=-3)
                failed.add(name)
        outcome = "failed" if name in failed else "ok"
        # tests.fuzz.engine.run(TARGETS[name], seed, ROUND) tries the inputs of a seed again.
        seeds = f"seeds {start + number} to {start + number + counts[name]} in steps of {ROUND}"
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        figures = f"{counts[name]:>9,}  {outcome:<6}  {slowest:.2f} s and {memory} MB at most"
        print(f"{name:<18} {figures}  {seeds}", flush=True)
    print(f"{'inputs':<18} {sum(counts.values()):>9,}  {memory} MB at most")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
