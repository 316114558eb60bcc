"""Links that notes make by themselves: from the auction before a table to rows, from rows to tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from bml_core.diagnostics import Location
from bml_core.document import Span


class Way(NamedTuple):
    """A link: where it leads, the auction that it names if it is one of several, and what is said there."""

    address: str
    spans: tuple[Span, ...] = ()
    title: str = ""


class Ways(Protocol):
    """What knows where links of a page lead that nobody has written."""

    def to_row(self, call: Location) -> Way | None:
        """Return the way to the row that describes a call before a table."""

    def to_responses(self, row: Location) -> Sequence[Way]:
        """Return the ways to the tables that go on where a row ends; ``row`` is the place of its call."""


class _NoWays:
    def to_row(self, call: Location) -> Way | None:
        return None

    def to_responses(self, row: Location) -> Sequence[Way]:
        return ()


NO_WAYS: Ways = _NoWays()
