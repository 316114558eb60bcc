"""How much of the notes is understood, table by table: what the other checks can say something about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bml_core.diagnostics import Location
from bml_core.hands.descriptions import ExplainedRow, Grade, explain_rows
from bml_core.system import System


@dataclass(frozen=True, slots=True)
class TableCoverage:
    """How many rows of a table have a description, and how many of these are understood in full."""

    table: Location
    rows: int
    understood: int

    @property
    def is_complete(self) -> bool:
        """Return whether all rows are understood."""
        return self.understood == self.rows

    @property
    def share(self) -> float:
        """Return the share of rows that are understood, between 0 and 1."""
        return self.understood / self.rows


def coverage(system: System) -> tuple[TableCoverage, ...]:
    r"""Return how much of each table is understood that describes calls, in the order of the system.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> tables = coverage(expand([parse("1N  15--17\n\n1N-2C;\n2D  No 4-card major\n2H  Woolsey")]))
    >>> [(table.understood, table.rows, table.is_complete) for table in tables]
    [(1, 1, True), (1, 2, False)]
    """
    tables: dict[Location, list[ExplainedRow]] = {}
    for row in explain_rows(system):
        place = row.agreements[0].table or row.location
        tables.setdefault(place, []).append(row)
    return tuple(TableCoverage(place, len(rows), _understood(rows)) for place, rows in tables.items())


def _understood(rows: Iterable[ExplainedRow]) -> int:
    return sum(row.grade in (Grade.WHOLE, Grade.SILENT) for row in rows)
