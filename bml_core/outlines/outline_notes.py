"""What is read of a page of notes: its bidding tables, and the blocks that stay text, in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from bml_core.diagnostics import Diagnostic
from bml_core.document import BiddingTable, Document, Paragraph
from bml_core.outlines.outline import OutlineBlock, OutlineItem, first_line

AS_MEANT = "it is not a row of one auction"
"""The cause of diagnostics of rows that stay text as they should."""


class TextPart(NamedTuple):
    """A block of a page that stays as it is."""

    block: OutlineBlock

    @property
    def line(self) -> int:
        """Return the first line of the block."""
        return first_line(self.block)

    @property
    def end(self) -> int:
        """Return its last line."""
        return self.block.end


class TablePart(NamedTuple):
    """Bidding tables, the blocks that they were read from, and the first and last line of these.

    ``doubtful`` are the rows of theirs that stay text, ``lead`` is one above them: "By a passed hand,".
    ``is_told`` says that they are what sentences of the text above them tell of, which stays, ``is_other``
    that the heading above is about other situations, such as competition.
    """

    tables: tuple[BiddingTable, ...]
    line: int
    end: int
    blocks: tuple[OutlineBlock, ...]
    doubtful: tuple[str, ...] = ()
    lead: str = ""
    is_told: bool = False
    is_other: bool = False

    @property
    def is_list(self) -> bool:
        """Return whether they were items of a list."""
        return isinstance(self.blocks[0], OutlineItem)

    def as_partial(self) -> TablePart:
        """Return the tables as those of a page on which rows stay text."""
        return self._replace(tables=tuple(table._replace(is_partial=True) for table in self.tables))


@dataclass(frozen=True, slots=True)
class OutlineNotes:
    """The notes of a page: its parts in order, how many calls were placed, and the lines of those left.

    ``statements`` are what its texts say of calls for which it has a row, ``legend`` those that define words.
    """

    file: str
    title: str
    parts: tuple[TextPart | TablePart, ...]
    placed: int
    left: tuple[int, ...]
    diagnostics: tuple[Diagnostic, ...]
    statements: tuple[BiddingTable, ...] = ()
    legend: tuple[Paragraph, ...] = ()

    @property
    def unplaced(self) -> int:
        """Return how many calls stay text."""
        return len(self.left)

    @property
    def doubts(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics but for those of rows that stay text as they should."""
        return tuple(each for each in self.diagnostics if each.cause != AS_MEANT)

    @property
    def meant(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics of rows that stay text as they should, each by itself."""
        return tuple(replace(each, cause=None) for each in self.diagnostics if each.cause == AS_MEANT)

    @property
    def tables(self) -> tuple[BiddingTable, ...]:
        """Return the bidding tables."""
        return tuple(table for part in self.parts if isinstance(part, TablePart) for table in part.tables)

    @property
    def document(self) -> Document:
        """Return what the page adds to a system."""
        return Document(self.tables, diagnostics=self.diagnostics)
