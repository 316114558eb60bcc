"""The rows of a system, and what each of them says of a hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from bml_core.diagnostics import Location
from bml_core.hands.descriptions.readings import Reading, read_agreement
from bml_core.system import Agreement, System


class Grade(Enum):
    """How much of a row is understood; the value says it in words."""

    WHOLE = "understood in full"
    PART = "in part"
    NOTHING = "not at all"
    SILENT = "saying nothing about the hand"


@dataclass(frozen=True, slots=True)
class ExplainedRow:
    """A row with the agreements it stands for, and the reading of each."""

    location: Location
    agreements: tuple[Agreement, ...]
    readings: tuple[Reading, ...]

    @property
    def grade(self) -> Grade:
        """The grade of the worst of its readings."""
        if all(reading.is_whole for reading in self.readings):
            return Grade.WHOLE
        if all(reading.is_whole or reading.is_silent for reading in self.readings):
            return Grade.SILENT
        return Grade.PART if any(reading.understood for reading in self.readings) else Grade.NOTHING


def explained_rows(system: System) -> tuple[ExplainedRow, ...]:
    r"""The rows that have a text or a condition in braces, in the order of the system.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> rows = explained_rows(expand([parse("1M  5+M, 11-21 hcp\n  2M  Raise to play")]))
    >>> [(len(row.agreements), str(row.readings[0].condition), row.grade.value) for row in rows]
    [(2, '5+ hearts, 11-21 hcp', 'understood in full'), (2, 'any', 'not at all')]
    """
    rows: dict[Location, list[Agreement]] = {}
    for agreement in system.agreements:
        if agreement.says_something:
            rows.setdefault(agreement.location, []).append(agreement)
    return tuple(
        ExplainedRow(location, tuple(agreements), tuple(map(read_agreement, agreements)))
        for location, agreements in rows.items()
    )


def counts(rows: Iterable[ExplainedRow]) -> dict[Grade, int]:
    """How many rows have each grade."""
    found = dict.fromkeys(Grade, 0)
    for row in rows:
        found[row.grade] += 1
    return found
