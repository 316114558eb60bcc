"""Deals drawn for an auction, in which every call is the one its hand makes, and a quick look at a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from bml_core._package import checked
from bml_core.bridge import NEITHER, AuctionLike, Call, Deal, Hand, Seat, SideVulnerability, auction_argument
from bml_core.diagnostics import Diagnostic, Result, counted, has_errors
from bml_core.hands.bidding.meanings import AuctionMeaning, last_place, meaning_of
from bml_core.hands.bidding.places import Place, places_of
from bml_core.hands.conditions import ANY, Formula, all_of
from bml_core.hands.sampling import Deals, RandomNumbers, sample_hands
from bml_core.system import System

GLIMPSE_SAMPLES = 1_000
"""How many hands are drawn by default; shares are then right to two or three hundredths."""

_SEED = 1
_MOST_TRIES = 60
_MISSES = 8


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
        return f"<Sample {self.meaning.written.from_opening():short}: {counted(len(self), 'deal')}>"

    def __iter__(self) -> Iterator[Deal]:
        return iter(self.deals)

    def __len__(self) -> int:
        return len(self.deals)

    def __getitem__(self, number: int) -> Deal:
        return self.deals[number]


@checked
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


# ---------------------------------------------------------------- a quick look


@dataclass(frozen=True, slots=True)
class Glimpse:
    """Hold about how often each call is made at a place, and a hand that makes it.

    Attributes:
        shares: The share of each call, from 0 to 1; empty if it is not known what the hands before hold.
        hands: A hand that makes the call by the notes, where one was found.
        uncounted: The calls whose rows are not understood.
    """

    shares: dict[Call, float]
    hands: dict[Call, Hand]
    uncounted: tuple[Call, ...] = ()


@checked
def glimpse(system: System, after: AuctionLike = "", *, samples: int = GLIMPSE_SAMPLES) -> Glimpse:
    r"""Return about how often each call of our side is made after an auction, and a hand for each.

    It is quicker than :func:`frequencies`, and less exact: hands are drawn, and each makes the call that it
    chooses. Hands of opponents are not asked for anything, so there are no shares where they have called.

    Args:
        system: The notes.
        after: What was called before; nothing for the openings.
        samples: How many hands are drawn.

    Raises:
        TypeError: ``after`` is of another type.
        ValueError: ``after`` is not a legal auction.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n  2D  5+ hearts")])
    >>> found = glimpse(system, "1N")
    >>> [(str(call), round(share, 1), found.hands[call].hcp) for call, share in found.shares.items()]
    [('2D', 0.2, 8)]
    """
    written = auction_argument(after, "after")
    if written.calls:
        written = written.for_side(ours=True)
    number, places = len(written), places_of(system)
    *before, here = (places.at(written, n) for n in range(number + 1))
    steps = list(zip(written.calls, before, strict=True))
    own, partners = (_Player(steps[start::4]) for start in (number % 4, (number + 2) % 4))
    theirs = [step for n, step in enumerate(steps) if not written.is_ours(n)]
    hands = {
        row.agreement.call: hand for row in here.clear if (hand := own.example(here, row.agreement.call))
    }
    uncounted = tuple(row.agreement.call for row in here.considered if not row.is_clear)
    is_known = own.is_known and partners.is_known and all(call.code == "P" for call, _ in theirs)
    shares = _shares(here, own, partners, samples) if is_known else {}
    return Glimpse(shares, hands, uncounted)


class _Player:
    """The calls that a player has made, each with its place."""

    def __init__(self, steps: list[tuple[Call, Place]]) -> None:
        self._steps = steps
        self._rows = [place.row(call) for call, place in steps]

    @property
    def is_known(self) -> bool:
        """Return whether the notes describe every call so that it is understood."""
        return all(row is not None and row.is_clear for row in self._rows)

    @property
    def condition(self) -> Formula:
        return all_of(row.condition for row in self._rows if row is not None)

    def fits(self, hand: Hand) -> bool:
        return all(place.makes(hand, call) for call, place in self._steps)

    def example(self, here: Place, call: Call) -> Hand | None:
        """Return a hand that makes all these calls, and then ``call``."""
        row = here.row(call)
        if row is None or not self.is_known:
            return None
        drawn = sample_hands(all_of((self.condition, row.condition)), _MOST_TRIES, _SEED)
        return next((hand for hand in drawn if here.chosen(hand) is row and self.fits(hand)), None)


def _shares(here: Place, own: _Player, partners: _Player, samples: int) -> dict[Call, float]:
    if not here.clear:
        return {}
    counts: Counter[Call | None] = Counter()
    for hand in _hands(own, partners, samples):
        row = here.chosen(hand)
        counts[None if row is None else row.agreement.call] += 1
    drawn = counts.total()
    return {row.agreement.call: counts[row.agreement.call] / drawn for row in here.clear} if drawn else {}


def _hands(own: _Player, partners: _Player, samples: int) -> Iterator[Hand]:
    """Yield hands that have made the calls so far beside a partner who has made his; few are enough."""
    asked = {Seat.SOUTH: own.condition, Seat.NORTH: partners.condition}
    if all(condition == ANY for condition in asked.values()):
        yield from sample_hands(ANY, samples, _SEED)
        return
    left = samples
    for tried, deal in enumerate(Deals(asked).drawn(RandomNumbers(_SEED)), 1):
        hand, partners_hand = (deal.hand(seat) for seat in (Seat.SOUTH, Seat.NORTH))
        if hand is not None and partners_hand is not None and own.fits(hand) and partners.fits(partners_hand):
            left -= 1
            yield hand
        if not left or tried >= samples * _MISSES:
            return
