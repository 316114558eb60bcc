"""Deals for an auction, drawn from all whose hands make every call of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from bml_core._package import check_argument
from bml_core.bridge import NEITHER, AuctionLike, Deal, Seat, SideVulnerability
from bml_core.diagnostics import Diagnostic, Result, has_errors
from bml_core.hands.bidding.meanings import AuctionMeaning, last_place, meaning_of
from bml_core.hands.sampling import Deals, RandomNumbers
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
    any_passes: bool = False,
) -> Sample:
    r"""Return deals in which every call of an auction is the one that its hand makes, each equally likely.

    Args:
        system: The notes.
        auction: The auction; opponents pass if nothing else is written.
        n: How many deals, 0 or more.
        seed: The same number, 0 or more, gives the same deals.
        dealer: Who deals.
        vulnerability: Who is vulnerable, seen from our side.
        any_passes: True if opponents who pass may hold any hand that the notes allow.

    Raises:
        TypeError: ``auction`` is of another type.
        ValueError: ``auction`` is not legal, or ``n`` or ``seed`` is negative.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n  2D  5+ hearts")])
    >>> [deal.north.hcp for deal in sample(system, "1N-2D", n=3, seed=1)]
    [15, 15, 15]
    """
    check_argument("system", system, System)
    check_argument("n", n, int)
    if n < 0:
        raise ValueError(f"n must be 0 or more, not {n}")
    numbers = RandomNumbers(seed)
    meaning = meaning_of(system, auction, dealer=dealer, vulnerability=vulnerability, any_passes=any_passes)
    diagnostics = (*meaning.diagnostics, *meaning.warnings)
    if has_errors(diagnostics):
        return Sample((), meaning, diagnostics)
    deals = deals_of(meaning)
    return Sample(tuple(islice(deals.value.drawn(numbers), n)), meaning, (*diagnostics, *deals.diagnostics))


def deals_of(meaning: AuctionMeaning) -> Result[Deals]:
    r"""Return the deals for an auction, to be drawn from, and why there are none if so.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1S  8+ spades\n  2S  6+ spades")])
    >>> print(deals_of(meaning_of(system, "1S-2S")).diagnostics[0].message)
    North and South cannot both hold what they show.
    """
    deals = Deals(meaning.hands)
    if not deals.problem:
        return Result(deals)
    place = last_place(meaning.written)
    hint = "Check the rows of these calls."
    return Result(deals, (Diagnostic("BML642", deals.problem, place, hint),))
