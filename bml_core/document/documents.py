"""The Document: the blocks of a text, its metadata, what is wrong with it, and its limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, NamedTuple

from bml_core._package import check_argument, checked
from bml_core.diagnostics import Diagnostic, Location, has_errors
from bml_core.document.rows import BiddingTable, Choice
from bml_core.files import MOST_BYTES

if TYPE_CHECKING:
    from bml_core.document.blocks import Block


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds; past one there is a located error and the rest of the text goes on.

    >>> Limits(nesting=10).nesting
    10
    """

    include_depth: int = 20
    """Files including files."""
    included_files: int = 2_000
    """Files that a page may include, each counted as often as it is included."""
    include_characters: int = MOST_BYTES
    """Characters of the page itself, and as many read through ``#INCLUDE``, all files of a page together."""
    paste_depth: int = 20
    """Pastes inside pastes."""
    pasted_lines: int = 50_000
    """Lines that all ``#PASTE`` of a page may add together."""
    pasted_characters: int = 50_000
    """Characters that all ``#PASTE`` of a page may add together, beside ``pasted_per_character``."""
    pasted_per_character: int = 5
    """Characters that each character of a page adds to these; a line counts twenty more."""
    nesting: int = 64
    """Levels of sub-bids in a bidding table."""
    table_rows: int = 200_000
    """Rows of one bidding table."""
    row_expansions: int = 4_096
    """Auctions that one row may stand for."""
    calls_tried: int = 25_000
    """Calls that the rows of a system may be tried with, beside ``calls_tried_per_row`` for each row."""
    calls_tried_per_row: int = 10
    """Calls that each row adds to these."""
    agreements: int = 1_000_000
    """Agreements of a system."""

    def __post_init__(self) -> None:
        for limit in fields(self):
            value = getattr(self, limit.name)
            check_argument(limit.name, value, int)
            if value < 0:
                raise ValueError(f"{limit.name} must be 0 or more, not {value}")


DEFAULT_LIMITS = Limits()

MARKED_CHARACTERS = 100_000
"""Characters of a line or paragraph in which markup is looked for."""

# Storing a page goes down the tree of its nodes, and Python stops that where it gets too deep.
DEEPEST_NESTING = 64


def read_limits(raw: object) -> Limits:
    """Return the limits as a configuration file names them.

    Raises:
        ValueError: a limit cannot be used; the message says which and what to write.

    >>> read_limits({"nesting": 40}).nesting
    40
    """
    names = [limit.name for limit in fields(Limits)]
    if not isinstance(raw, Mapping):
        raise ValueError("Write limits with numbers, such as nesting and 40.")
    for name, value in raw.items():
        if name not in names:
            raise ValueError(f'Unknown limit: "{name}". The limits are {", ".join(names)}.')
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise ValueError(f"The limit {name} must be a number above 0, not {value!r}.")
    limits = Limits(**raw)
    if limits.nesting > DEEPEST_NESTING:
        raise ValueError(f"Tables that are nested more than {DEEPEST_NESTING} deep cannot be stored.")
    return limits


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


class Allowance(NamedTuple):
    """A comment such as ``// bml: allow BML901 Both are played.`` and what it is about.

    Attributes:
        codes: The codes of the findings that are accepted; words that are none are kept.
        reason: The rest of the comment.
        location: The place of the comment.
        line: The line of the row, in the same file; 0 if there is none below the comment.
    """

    codes: tuple[str, ...]
    reason: str
    location: Location
    line: int


class Clip(NamedTuple):
    """Rows that a ``#CUT`` takes out under a name; ``location`` is the place of the command."""

    name: str
    location: Location


@dataclass(frozen=True, slots=True)
class Document:
    """A BML text: blocks in order, metadata, diagnostics, and every file it was read from.

    ``dependencies`` are the paths of included files, as they were opened; ``missing`` are those of files that
    should be included and do not exist. ``allowances`` are the findings that comments accept.
    ``cuts`` are the rows that are taken out, and ``pasted`` the places of those that are brought in, which
    may be in an earlier document of the page.
    """

    blocks: tuple[Block, ...]
    metadata: tuple[MetaEntry, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    dependencies: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    allowances: tuple[Allowance, ...] = ()
    cuts: tuple[Clip, ...] = ()
    pasted: tuple[Location, ...] = ()

    @checked
    def meta(self, key: str) -> str:
        """Return the value of a metadata key; the first definition stands, "" if there is none."""
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

    @checked
    def with_choice(self, choice: Choice) -> Document:
        """Return the document with an order of rows that fit the same hand in each of its tables."""
        tables = {id(table): table._replace(choice=choice) for table in self.tables}
        return replace(self, blocks=tuple(tables.get(id(block), block) for block in self.blocks))

    @property
    def has_errors(self) -> bool:
        """Return whether a diagnostic is an error."""
        return has_errors(self.diagnostics)
