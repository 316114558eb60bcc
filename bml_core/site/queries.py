"""What a block asks for that a whole system answers, such as shares, hands or an index; and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bml_core.diagnostics import Diagnostic, Location, Severity
from bml_core.document import Block
from bml_core.notes import BlockOptions
from bml_core.render import ShareTable
from bml_core.site.bidding_box import BiddingBox

Addresses = Mapping[Location, tuple[str, str]]
"""For the place of the call of a row its page, and the id of the row there."""


@dataclass(frozen=True, slots=True)
class Query:
    """Hold a block that shows hands or numbers of a system: what it asks for, and where it is.

    ``changes`` are the blocks that list what has changed, for the state of the notes.
    """

    options: BlockOptions
    system: str | None
    place: Location
    changes: tuple[Block, ...] = ()

    @property
    def name(self) -> str:
        """Return the kind of block, which is the name of its option."""
        return self.options.kind.value


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Hold what a block shows, and its diagnostics; where nothing is shown, ``failures`` says why.

    ``above`` is what comes before the hands, which tell their points. ``index`` are tables whose rows
    are none of the notes, so they have no ids; with a ``box``, readers without JavaScript see them instead.
    """

    table: ShareTable | None = None
    above: tuple[Block, ...] = ()
    hands: tuple[Block, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    index: tuple[Block, ...] = ()
    box: BiddingBox | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to show."""
        return self.table is None and not (self.hands or self.index or self.above)

    @property
    def failures(self) -> tuple[str, ...]:
        """Return why there is nothing to show, one sentence or two each."""
        if not self.is_empty:
            return ()
        return tuple(found.sentence for found in self.diagnostics if found.severity is not Severity.INFO)


@dataclass(frozen=True, slots=True)
class PageAnswers:
    """What the blocks of a page show, in order, and the addresses of rows; ``signature`` is that of both."""

    signature: str
    answers: tuple[QueryResult, ...]
    addresses: Addresses
