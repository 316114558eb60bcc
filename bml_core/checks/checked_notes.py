"""What checks look at: a system, the documents that it comes from, and how much of it is understood."""

from __future__ import annotations

from dataclasses import dataclass

from bml_core.diagnostics import Location, counted
from bml_core.document import Document
from bml_core.system import System


@dataclass(frozen=True, slots=True)
class CheckedNotes:
    """The notes of one system.

    Attributes:
        system: The system, expanded from the documents.
        documents: What it was expanded from, in reading order: tables and metadata. The descriptions of rows
            may lack their spans.
        name: The name of the system on its site.
        pasted: The places of the ``#CUT`` that something pastes, on a page of any system.
        unlisted: The beginnings of the pages that no navigation has.
        among: The whole system, where ``system`` has a part of its rows; None where it is whole.
    """

    system: System
    documents: tuple[Document, ...] = ()
    name: str = ""
    pasted: frozenset[Location] = frozenset()
    unlisted: tuple[Location, ...] = ()
    among: System | None = None


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
    def in_words(self) -> str:
        """Return the number of rows, and the share that is understood; "all" is every one of them."""
        rows = counted(self.rows, "row")
        # What is rounded to 100 % is not all.
        share = min(round(100 * self.understood / self.rows), 99)
        return f"{rows}, all understood" if self.is_complete else f"{rows}, {share} % understood"


def coverage(system: System) -> tuple[TableCoverage, ...]:
    r"""Return how much of each table is understood that describes calls, in the order of the system.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> tables = coverage(expand([parse("1N  15--17\n\n1N-2C;\n2D  No 4-card major\n2H  Woolsey")]))
    >>> [(table.table.line, table.in_words) for table in tables]
    [(1, '1 row, all understood'), (3, '2 rows, 50 % understood')]
    """
    # Who does not ask does not wait for what reads descriptions.
    from bml_core.hands.descriptions import explain_rows

    tables: dict[Location, list[bool]] = {}
    for row in explain_rows(system):
        place = row.agreements[0].table or row.location
        tables.setdefault(place, []).append(row.understanding.is_understood)
    return tuple(TableCoverage(place, len(rows), sum(rows)) for place, rows in tables.items())
