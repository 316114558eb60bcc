"""How much was compared, told at the end of the test run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

PROPERTY = "compared with a peer"


@dataclass(slots=True)
class Tally:
    """Counts what one test compares. Its report carries the count, from whatever process it ran in."""

    report: Callable[[str, object], None]
    systems: int = 0
    things: dict[str, int] = field(default_factory=dict)

    def add(self, **things: int) -> None:
        """One more system, with so many things of each kind."""
        self.systems += 1
        for name, count in things.items():
            self.things[name] = self.things.get(name, 0) + count

    def tell(self, what: str, *, minimum: int) -> None:
        """Report the counts; at least ``minimum`` things of each kind must have been there."""
        assert min(self.things.values()) >= minimum, self.things
        counts = ", ".join(f"{count:,} {name}" for name, count in self.things.items())
        self.report(PROPERTY, f"{what}: {self.systems:,} systems, {counts} compared")


def lines(properties: Iterable[tuple[str, object]]) -> list[str]:
    """The lines of all tests, from the properties of their reports."""
    return sorted(str(value) for name, value in properties if name == PROPERTY)
