"""What the search of a site finds rows by: the auction as players write it, and what the row is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bml_core.render import sign_text
from bml_core.site.addresses import address_spans
from bml_core.site.auction_index import AuctionIndex

MOST_ENTRIES = 5_000
"""Rows of a site up to which each has an entry: with more of them, a search would take long to load."""
_MOST_NAMES = 8
_NAME = re.compile(r"[^\W\d_][^,;:.()\n]{2,38}")


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """Hold a row for a search.

    Attributes:
        page: The page.
        row: The id of the row on the page.
        names: Its auctions in letters, as ``1N-2C``.
        meaning: The description in short.
    """

    page: str
    row: str
    names: tuple[str, ...]
    meaning: str

    @property
    def title(self) -> str:
        """Return what the row is called, the beginning of its description; "" if that is not a name.

        >>> SearchEntry("a", "1N-2C", ("1N-2C",), "Stayman, 8+ points").title
        'Stayman'
        """
        found = _NAME.match(self.meaning)
        return found[0].strip() if found else ""

    @property
    def spellings(self) -> tuple[str, ...]:
        """Return the auctions as readers may type them.

        >>> SearchEntry("a", "1N-2C", ("1N-2C",), "Stayman").spellings
        ('1N-2C', '1NT-2C', '1NT 2♣', '1NT–2♣')
        """
        return tuple(dict.fromkeys(spelling for name in self.names for spelling in _spellings(name)))


def _spellings(name: str) -> Iterator[str]:
    printed = sign_text(address_spans(name))
    yield from (name, re.sub(r"(?<=[1-7])N\b", "NT", name), printed.replace("–", " "), printed)


def rows_for_search(auctions: AuctionIndex) -> Iterator[SearchEntry]:
    """Yield the rows with a description, each once with its auctions, in the order of the notes."""
    found: dict[tuple[str, str], SearchEntry] = {}
    for place in auctions.places:
        if "@" in place.name or not any(place.lines):
            continue
        key = (place.page, place.row)
        known = found.get(key) or SearchEntry(place.page, place.row, (), place.meaning)
        if len(known.names) < _MOST_NAMES and place.name not in known.names:
            known = replace(known, names=(*known.names, place.name))
        found[key] = known
    if len(found) <= MOST_ENTRIES:
        yield from found.values()
