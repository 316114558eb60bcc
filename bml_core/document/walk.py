"""The one walk over a bidding table; every writer of tables is a visitor of it."""

from __future__ import annotations

from typing import Protocol

from bml_core.document.blocks import BiddingTable, History, Row


class TableVisitor(Protocol):
    """What a writer does at each turn of the walk. ``depth`` counts from 0 for top rows."""

    def enter_table(self, table: BiddingTable) -> None:
        """Before anything else of the table."""

    def leave_table(self, table: BiddingTable) -> None:
        """After everything else of the table."""

    def history(self, history: History) -> None:
        """The auction so far, once, before the rows, if the table has any."""

    def enter_row(self, row: Row, depth: int) -> None:
        """A row: its call and its description."""

    def leave_row(self, row: Row, depth: int) -> None:
        """After the row and its sub-bids."""

    def enter_children(self, row: Row, depth: int) -> None:
        """Before the sub-bids of a row that has some; ``depth`` is the row's."""

    def leave_children(self, row: Row, depth: int) -> None:
        """After the sub-bids of a row that has some."""


def walk_table(table: BiddingTable, visitor: TableVisitor) -> None:
    """Lead ``visitor`` through ``table``, rows before their sub-bids, in the order of the source."""
    visitor.enter_table(table)
    if table.history is not None:
        visitor.history(table.history)
    for row in table.rows:
        _walk_row(row, visitor, 0)
    visitor.leave_table(table)


def _walk_row(row: Row, visitor: TableVisitor, depth: int) -> None:
    visitor.enter_row(row, depth)
    if row.children:
        visitor.enter_children(row, depth)
        for child in row.children:
            _walk_row(child, visitor, depth + 1)
        visitor.leave_children(row, depth)
    visitor.leave_row(row, depth)
