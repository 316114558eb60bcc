"""The values between a block and its page: what is asked for, and what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bml_core.diagnostics import Diagnostic, Location, Severity
from bml_core.document import Block
from bml_core.render import ShareTable
from bml_core.site.hand_pages.hand_options import FrequencyOptions, HandOptions, IndexOptions

Addresses = Mapping[Location, tuple[str, str]]
"""For the place of the call of a row its page, and the id of the row there."""


@dataclass(frozen=True, slots=True)
class HandRequest:
    """Hold a block that shows hands or numbers of a system: what it asks for, and where it stands."""

    options: HandOptions
    system: str | None
    place: Location

    @property
    def name(self) -> str:
        """Return the kind of block, which is the name of its option."""
        names = {FrequencyOptions: "frequencies", IndexOptions: "auctions"}
        return names.get(type(self.options), "examples")


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """Hold what a block shows, and its diagnostics; where nothing is shown, ``failures`` says why.

    ``above`` is what stands in front of the hands, which tell their points. ``index`` are tables whose rows
    are none of the notes, so they have no ids.
    """

    table: ShareTable | None = None
    above: tuple[Block, ...] = ()
    hands: tuple[Block, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    index: tuple[Block, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to show."""
        return self.table is None and not (self.hands or self.index)

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
    answers: tuple[HandAnswer, ...]
    addresses: Addresses
