"""How much was compared, reported at the end of the test run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

PROPERTY = "compared with a peer"


@dataclass(slots=True)
class Tally:
    """Counts what one test compares. Its report carries the counts, from whatever process it ran in."""

    report: Callable[[str, object], None]
    systems: Counter[str] = field(default_factory=Counter)
    things: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, what: str, **things: int) -> None:
        """Count one more system compared as ``what``, with this many things of each kind."""
        self.systems[what] += 1
        self.things[what].update(things)

    def tell(self, *, minimum: int) -> None:
        """Report the counts; at least ``minimum`` things of each kind must have been there."""
        assert self.things
        for what, things in self.things.items():
            assert min(things.values()) >= minimum, (what, things)
            counts = ", ".join(f"{count:,} {name}" for name, count in things.items())
            self.report(PROPERTY, f"{what}: {self.systems[what]:,} systems, {counts} compared")


def lines(properties: Iterable[tuple[str, object]]) -> list[str]:
    """Return the lines of all tests, from the properties of their reports."""
    return sorted(str(value) for name, value in properties if name == PROPERTY)
