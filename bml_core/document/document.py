"""A BML text as a whole: its blocks, its metadata, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from bml_core.diagnostics import Diagnostic, Location, has_errors
from bml_core.document.blocks import Block
from bml_core.document.rows import BiddingTable


@dataclass(frozen=True, slots=True)
class MetaEntry:
    """A metadata line such as ``#+TITLE: Precision``; ``key`` is in capitals."""

    key: str
    value: str
    location: Location


@dataclass(frozen=True, slots=True)
class Document:
    """A BML text: blocks in order, metadata, diagnostics, and every file it was read from.

    ``dependencies`` are the paths of included files, as they were opened; ``missing`` are those of files that
    were to be included and are not there.
    """

    blocks: tuple[Block, ...]
    metadata: tuple[MetaEntry, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    dependencies: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def meta(self, key: str) -> str:
        """Return the value of a metadata key; the first definition stands, "" where there is none."""
        return next((entry.value for entry in self.metadata if entry.key == key), "")

    @property
    def title(self) -> str:
        """The system's title, or ""."""
        return self.meta("TITLE")

    @property
    def description(self) -> str:
        """A short description of the system, or ""."""
        return self.meta("DESCRIPTION")

    @property
    def author(self) -> str:
        """The author, or ""."""
        return self.meta("AUTHOR")

    @property
    def tables(self) -> tuple[BiddingTable, ...]:
        """The bidding tables, hidden ones included."""
        return tuple(block for block in self.blocks if isinstance(block, BiddingTable))

    @property
    def has_errors(self) -> bool:
        """True if a diagnostic is an error."""
        return has_errors(self.diagnostics)
