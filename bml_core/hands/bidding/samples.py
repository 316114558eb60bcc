"""Deals for an auction, drawn from all that fit every call of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bml_core._arguments import check_argument
from bml_core.bridge import NEITHER, AuctionLike, Deal, Seat, SideVulnerability, auction_argument
from bml_core.diagnostics import Diagnostic, Location, has_errors
from bml_core.hands.bidding.meanings import AuctionMeaning, meaning_of
from bml_core.hands.sampling import Deals, sample_deals
from bml_core.system import System


@dataclass(frozen=True, slots=True, repr=False)
class Sample:
    """Deals for an auction: iterate over it, or take one by its number from 0.

    Attributes:
        deals: The deals; fewer than were wanted if such deals are impossible or too rare.
        meaning: What the auction says of each hand.
        diagnostics: Why there are no deals, and which rows are not understood in full.
    """

    deals: tuple[Deal, ...]
    meaning: AuctionMeaning
    diagnostics: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        return f"<Sample {self.meaning.written.in_short}: {len(self)} deals>"

    def __iter__(self) -> Iterator[Deal]:
        return iter(self.deals)

    def __len__(self) -> int:
        return len(self.deals)

    def __getitem__(self, number: int) -> Deal:
        return self.deals[number]


def sample(
    system: System,
    auction: AuctionLike,
    n: int = 10,
    *,
    seed: int = 1,
    dealer: Seat = Seat.NORTH,
    vulnerability: SideVulnerability = NEITHER,
) -> Sample:
    r"""Return deals that fit every call of an auction, each as likely as the others.

    Args:
        system: The notes.
        auction: The auction; opponents pass if nothing else is written.
        n: How many deals, 0 or more.
        seed: The same number, 0 or more, gives the same deals.
        dealer: Who deals.
        vulnerability: Who is vulnerable, seen from our side.

    Raises:
        TypeError: ``auction`` is of another type.
        ValueError: ``auction`` is not legal, or ``n`` or ``seed`` is negative.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n  2D  5+ hearts")])
    >>> [deal.north.hcp for deal in sample(system, "1N-2D", n=3, seed=1)]
    [15, 15, 17]
    """
    check_argument("system", system, System)
    if n < 0:
        raise ValueError(f"n must be 0 or more, not {n}")
    written = auction_argument(auction)
    meaning = meaning_of(system, written, dealer=dealer, vulnerability=vulnerability)
    diagnostics = (*meaning.diagnostics, *meaning.doubts)
    if has_errors(diagnostics):
        return Sample((), meaning, diagnostics)
    problem = check_deals(meaning)
    if problem is not None:
        return Sample((), meaning, (*diagnostics, problem))
    return Sample(tuple(sample_deals(meaning.conditions, n, seed)), meaning, diagnostics)


def check_deals(meaning: AuctionMeaning) -> Diagnostic | None:
    """Return why no deal fits an auction, None if some may."""
    reason = Deals(meaning.conditions).problem
    if not reason:
        return None
    place = next((place for place in reversed(meaning.written.places) if place), Location("auction", 1))
    return Diagnostic("BML642", reason, place, "Look at what the rows of these calls say.")
