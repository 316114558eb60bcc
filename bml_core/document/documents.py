"""The Document: the blocks of a text, its metadata, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bml_core.diagnostics import Diagnostic, Location, has_errors
from bml_core.document.rows import BiddingTable, Choice

if TYPE_CHECKING:
    from bml_core.document.blocks import Block

NOTE_LANGUAGES = ("en", "de", "fr", "nl", "pl")
"""The languages in which descriptions are read."""


def read_note_language(text: str) -> str:
    """Return the language that a text such as ``de-AT`` names, "" if descriptions are not read in it.

    >>> read_note_language("pl_PL"), read_note_language("es")
    ('pl', '')
    """
    code = text.strip().lower().replace("_", "-").partition("-")[0]
    return code if code in NOTE_LANGUAGES else ""


class MetaEntry(NamedTuple):
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
        """Return the system's title, or ""."""
        return self.meta("TITLE")

    @property
    def description(self) -> str:
        """Return the short description of the system, or ""."""
        return self.meta("DESCRIPTION")

    @property
    def author(self) -> str:
        """Return the author, or ""."""
        return self.meta("AUTHOR")

    @property
    def tables(self) -> tuple[BiddingTable, ...]:
        """Return the bidding tables, hidden ones included."""
        return tuple(block for block in self.blocks if isinstance(block, BiddingTable))

    def with_choice(self, choice: Choice) -> Document:
        """Return the document with an order of rows that fit the same hand in each of its tables."""
        tables = {id(table): replace(table, choice=choice) for table in self.tables}
        return replace(self, blocks=tuple(tables.get(id(block), block) for block in self.blocks))

    @property
    def has_errors(self) -> bool:
        """Return whether a diagnostic is an error."""
        return has_errors(self.diagnostics)
