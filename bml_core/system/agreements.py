"""Agreements, each what a call means in an auction, and the System that they make."""

from __future__ import annotations

from dataclasses import dataclass, field

from bml_core.bridge import Auction, Call, Scope
from bml_core.diagnostics import Diagnostic, Location
from bml_core.system.carding import Carding
from bml_core.system.coding import Coding
from bml_core.system.wording import Wording


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a call means in an auction.

    Args:
        auction: The auction, which ends with the call.
        they_open: True if the first call of the auction is the opponents'.
        scope: The position and the vulnerability for which this is agreed.
        description: The lines of BML text, variables replaced by suits; empty for calls that only lead
            somewhere.
        alert: True if the call is alerted.
        location: The place of the row.
        coding: The coded part of a Full Disclosure record; None if the source has none, as in BML.
        qualifications: If this holds only for some meaning of the opponents' calls: the number of each call
            in the auction, from 0, and its meaning.
        wording: The description as its row has it, variables and all, with the condition in braces; None if
            there is no such row.
    """

    auction: Auction
    they_open: bool
    scope: Scope
    description: tuple[str, ...]
    alert: bool
    location: Location
    coding: Coding | None = None
    qualifications: tuple[tuple[int, str], ...] = ()
    wording: Wording | None = field(default=None, compare=False, repr=False)

    @property
    def call(self) -> Call:
        """The call that is described."""
        return self.auction.calls[-1]

    @property
    def is_ours(self) -> bool:
        """True if our side makes the call."""
        return (len(self.auction) % 2 == 1) != self.they_open

    @property
    def is_described(self) -> bool:
        """True if there is a description, or a condition in braces."""
        return any(self.description) or (self.wording is not None and self.wording.is_described)

    @property
    def text(self) -> str:
        """The description as one text with line breaks."""
        return "\n".join(self.description)


@dataclass(frozen=True, slots=True)
class System:
    """All agreements in the order of the source, one for each auction, position and vulnerability.

    Args:
        agreements: The agreements.
        title: The title in the metadata, or "".
        summary: The description in the metadata, or "".
        author: The author in the metadata, or "".
        diagnostics: What is wrong with the source as far as expanding it shows.
        floating: Of Full Disclosure only: True for a convention rather than a system.
        stock_card: Of Full Disclosure only: the file that this one changes.
        includes: Of Full Disclosure only: the files of conventions that belong to it.
        carding: Of Full Disclosure only: what is agreed in defence.
    """

    agreements: tuple[Agreement, ...]
    title: str = ""
    summary: str = ""
    author: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    floating: bool = False
    stock_card: str = ""
    includes: tuple[str, ...] = ()
    carding: Carding | None = None
