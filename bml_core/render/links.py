"""The ids of headings, which links lead to, the links that notes make by themselves, and inline parts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol
from urllib.parse import unquote

from bml_core.diagnostics import Location
from bml_core.document import DescriptionLine, RowCall, Span
from bml_core.render.ui_texts import UiTexts


def heading_anchor(text: str, taken: Container[str] = (), numbers: dict[str, int] | None = None) -> str:
    """Return the id of a heading, as MkDocs makes it; a number is added to one that is ``taken``.

    ``numbers`` remembers the last number of each id, for pages with many headings of the same text.

    >>> heading_anchor("After 1NT: Stayman"), heading_anchor("1C–1D"), heading_anchor("Slam", {"slam"})
    ('after-1nt-stayman', '1c1d', 'slam_1')
    """
    numbers = {} if numbers is None else numbers
    plain = unicodedata.normalize("NFKD", text)
    anchor = _slug(plain.encode("ascii", "ignore").decode("ascii")) or _slug(text) or "section"
    found = anchor
    while found in taken or (anchor in numbers and found == anchor):
        numbers[anchor] = numbers.get(anchor, 0) + 1
        found = f"{anchor}_{numbers[anchor]}"
    numbers.setdefault(anchor, 0)
    return found


def _slug(text: str) -> str:
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


@lru_cache(maxsize=1 << 12)
def anchor_key(anchor: str) -> str:
    """Return what is the same in all spellings of an anchor: its letters and digits, with one N for notrump.

    >>> anchor_key("Q-Minorwood") == anchor_key("q-minorwood"), anchor_key("1C--1D"), anchor_key("1NT–3C")
    (True, '1c1d', '1n3c')
    """
    plain = unicodedata.normalize("NFKD", anchor.casefold())
    return re.sub("([1-7])nt", r"\1n", "".join(filter(str.isalnum, plain)))


class Anchors:
    """The ids of a page, which are found in other spellings as well.

    >>> anchors = Anchors(["q-minorwood"], ["1N-2C"])
    >>> anchors.find("Q-Minorwood"), anchors.find("1n-2c"), anchors.find("1N2C")
    ('q-minorwood', '1N-2C', None)
    """

    def __init__(self, idents: Iterable[str], rows: Iterable[str]) -> None:
        # The signs in the id of a row say who bids.
        self._rows = {row.casefold(): row for row in sorted(rows, reverse=True)}
        self._idents = frozenset(idents).union(self._rows.values())
        others = self._idents.difference(self._rows.values())
        self._spelled = {anchor_key(ident): ident for ident in sorted(others, reverse=True)}

    def find(self, anchor: str) -> str | None:
        """Return the id that an anchor means; None for none."""
        if anchor in self._idents:
            return anchor
        wanted = unquote(anchor)
        return self._spelled.get(anchor_key(wanted)) or self._rows.get(wanted.casefold())


class RowLink(NamedTuple):
    """A link: where it leads, the auction that it names if it is one of several, and what is said there.

    ``to_answers`` says that the rows there are responses to a first call, as to an opening.
    """

    address: str
    spans: tuple[Span, ...] = ()
    title: str = ""
    to_answers: bool = True

    def word(self, words: UiTexts) -> str:
        """Return what players call the rows that it leads to."""
        return words.responses if self.to_answers else words.continuations


class RowLinks(Protocol):
    """Finds the links of a page that nobody has written: between the tables of a site."""

    def to_row(self, call: Location) -> RowLink | None:
        """Return the link to the row that describes a call before a table."""

    def to_responses(self, row: Location) -> Sequence[RowLink]:
        """Return the links to the tables that go on where a row ends; ``row`` is the place of its call."""


class _NoLinks:
    def to_row(self, call: Location) -> RowLink | None:
        return None

    def to_responses(self, row: Location) -> Sequence[RowLink]:
        return ()


NO_LINKS: RowLinks = _NoLinks()


class Inline(Protocol):
    """Writes the inline parts of a bidding table for a host that has them in a tree of its own.

    Part 0 is the history of the table, the others are its rows in order.
    """

    def text(self, part: int, lines: Sequence[DescriptionLine]) -> str:
        """Return a description, in the form of the writer."""

    def call(self, part: int, call: RowCall, shown: str) -> str:
        """Return a call that is written as ``shown``, as a link if it is one."""
