"""How much a text may ask for. The limits are part of the language."""

from __future__ import annotations

from dataclasses import dataclass


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
    include_characters: int = 20_000_000
    """Characters read through ``#INCLUDE``, all files of a page together."""
    paste_depth: int = 20
    """Pastes inside pastes."""
    pasted_lines: int = 50_000
    """Lines that all ``#PASTE`` of a page may add together."""
    pasted_characters: int = 5_000_000
    """Characters that all ``#PASTE`` of a page may add together."""
    nesting: int = 64
    """Levels of sub-bids in a bidding table."""
    table_rows: int = 200_000
    """Rows of one bidding table."""
    row_expansions: int = 4_096
    """Auctions that one row may stand for."""
    agreements: int = 1_000_000
    """Agreements of a system."""


DEFAULT_LIMITS = Limits()
