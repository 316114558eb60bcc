"""Deals for an auction, in which every call is the one its hand makes, and deals bid call by call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, islice

from bml_core._package import checked, number_argument
from bml_core.bridge import (
    NEITHER,
    PASS,
    Auction,
    AuctionLike,
    Bid,
    Call,
    Contract,
    Deal,
    Hand,
    Seat,
    SideVulnerability,
    Vulnerability,
    auction_argument,
    final_contract,
    passes_to_end,
)
from bml_core.diagnostics import Diagnostic, Related, Result, counted, has_errors
from bml_core.hands.bidding.auction_meanings import AuctionMeaning, everybody_bids, meaning_of
from bml_core.hands.bidding.decisions import Certainty, Choice, choose_call, decision_points, last_location
from bml_core.hands.conditions import Formula, all_of
from bml_core.hands.counting import has_hands
from bml_core.hands.sampling import Deals, RandomNumbers, sample_hands
from bml_core.system import Agreement, System

_NORTH_SOUTH = (Seat.NORTH, Seat.SOUTH)
MOST_DEALS = 10**7
"""The most deals that are drawn at once."""

_LONGEST_CONDITION = 120
_SEED, _MOST_TRIES, _MOST_MISSES, _TOO_STRONG = 1, 60, 200, 17


@dataclass(frozen=True, slots=True, repr=False)
class Sample:
    """Deals for an auction: iterate over it, or take one by its index.

    Attributes:
        deals: The deals; fewer than were wanted if such deals are impossible or too rare.
        meaning: What the auction says of each hand.
        diagnostics: Why there are no deals, and which rows are not understood in full.
    """

    deals: tuple[Deal, ...]
    meaning: AuctionMeaning
    diagnostics: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        return f"<Sample {self.meaning.auction.from_opening():short}: {counted(len(self), 'deal')}>"

    def __iter__(self) -> Iterator[Deal]:
        return iter(self.deals)

    def __len__(self) -> int:
        return len(self.deals)

    def __getitem__(self, index: int) -> Deal:
        return self.deals[index]


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
        n: How many deals, 0 to 10,000,000.
        seed: The same number, 0 or more, gives the same deals.
        dealer: Who deals.
        vulnerability: Who is vulnerable, seen from our side.
        any_passes: True if opponents who pass may hold any hand that the notes allow.

    Raises:
        TypeError: ``auction`` is of another type.
        ValueError: ``auction`` is not legal, ``n`` is out of range, or ``seed`` is negative.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n  2D  5+ hearts")])
    >>> [deal.north.hcp for deal in sample(system, "1N-2D", n=3, seed=1)]
    [15, 15, 15]
    """
    number_argument(n, MOST_DEALS)
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
    location, hint = last_location(meaning.auction), "Check the rows of these calls."
    related = tuple(Related(row.location, _shown(row, shown)) for row, shown in _in_conflict(meaning))
    return Result(deals, (Diagnostic("BML642", deals.problem, location, hint, related),))


def _shown(row: Agreement, shown: Formula) -> str:
    """Return in a sentence what a row shows, in the words of the notes where the condition is long."""
    condition = str(shown)
    if len(condition) <= _LONGEST_CONDITION:
        return f"{row} shows {condition}."
    if row.call is PASS:
        return f"{row} is for hands that make no other call there."
    return f"{row} is described: {' '.join(' '.join(row.description).split())[:_LONGEST_CONDITION]}."


def _in_conflict(meaning: AuctionMeaning) -> list[tuple[Agreement, Formula]]:
    """Return two rows of a player that no hand fits together, or else all rows, with what they show."""
    for player in meaning.players:
        for pair in combinations((call for call in player.calls if call.agreement), 2):
            if not has_hands(pair[0].hands & pair[1].hands):
                return [(call.agreement, call.condition) for call in pair if call.agreement]
    return [(call.agreement, call.condition) for _, call in meaning.calls if call.agreement]


def example_hands(system: System, auction: AuctionLike = "") -> dict[Call, Hand]:
    r"""Return a hand for each call of our side after an auction, where one is quickly found.

    It has made the earlier calls of its player, too.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n  2D  5+ hearts")])
    >>> [(str(call), hand.hcp) for call, hand in example_hands(system, "1N").items()]
    [('2D', 8)]
    """
    before = auction_argument(auction).for_side(ours=True)
    decisions = decision_points(system)
    point, player = decisions.at(before), len(before)
    earlier = [(decision, call, decision.row(call)) for decision, call in decisions.of_player(before, player)]
    if not all(row is not None and row.is_clear for _, _, row in earlier):
        return {}
    shown = all_of(row.condition for _, _, row in earlier if row is not None)
    examples = {}
    for row in point.clear:
        for hand in sample_hands(all_of((shown, row.condition)), _MOST_TRIES, _SEED, _MOST_MISSES):
            has_made = all(decision.makes(hand, call) for decision, call, _ in earlier)
            if has_made and point.ranking.chosen(hand) is row:
                examples[row.call] = hand
                break
    return examples


# ---------------------------------------------------------------- deals that are bid


@dataclass(frozen=True, slots=True)
class TableCall:
    """A call of a player, and what the notes say of it.

    ``call`` is None if it is not known, ``why`` a sentence, "" for a player without notes, who passes.
    """

    seat: Seat
    call: Call | None
    why: str = ""
    choice: Choice | None = None


@dataclass(frozen=True, slots=True, repr=False)
class BidDeal:
    """A deal and how it was bid: ``calls`` in order, and ``stop``, the call that is not known, if any."""

    deal: Deal
    dealer: Seat
    calls: tuple[TableCall, ...]
    stop: TableCall | None = None

    def __repr__(self) -> str:
        return f"<BidDeal {self.auction}{'' if self.is_over else ' and no further'}>"

    @property
    def auction(self) -> Auction:
        """Return the calls that are known."""
        return Auction.of(*(made.call for made in self.calls if made.call is not None))

    @property
    def is_over(self) -> bool:
        """Return whether the auction was bid to its end."""
        return self.stop is None

    @property
    def ends_notes(self) -> bool:
        """Return whether it stops where the notes end, after a bid that may be passed."""
        has_bid = self.auction.last_bid is not None
        return has_bid and self.stop is not None and bool(self.stop.choice and self.stop.choice.ends_notes)

    @property
    def contract(self) -> Contract | None:
        """Return the contract; where the notes end, that of the last bid; None if it is not known."""
        if not (self.is_over or self.ends_notes):
            return None
        calls = self.auction.calls
        return final_contract((*calls, *[PASS] * passes_to_end(calls)), self.dealer)


@checked
def bid_deal(
    deal: Deal,
    north_south: System | None,
    east_west: System | None = None,
    *,
    dealer: Seat = Seat.NORTH,
    vulnerability: Vulnerability = Vulnerability.NONE,
    begun: Auction = Auction(),  # noqa: B008 - it is immutable
    probable: bool = False,
) -> BidDeal:
    r"""Return how a deal is bid; it stops at the first call that is not known, and no pass is added.

    A side without notes always passes. So does one that has not bid, where its notes have nothing after a
    call of the other side, with a hand that not everybody bids on.

    Args:
        deal: The hands; those of a side without notes may be missing.
        north_south: The notes of North and South.
        east_west: The notes of East and West.
        dealer: Who deals.
        vulnerability: Who is vulnerable.
        begun: What was called already, whatever the notes say.
        probable: True if calls that are probable are made, too.

    Raises:
        ValueError: A hand of a side with notes does not have thirteen cards.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n  4H  6+ hearts, 9-15 hcp, to play\n  2N  8 hcp")])
    >>> north, south = Hand.parse("KQ5 AJ32 KJ4 Q82"), Hand.parse("62 KQT874 AJ3 64")
    >>> bid = bid_deal(Deal(north=north, south=south), system)
    >>> [str(made.call) for made in bid.calls], str(bid.contract)
    (['1NT', 'P', '4H', 'P', 'P', 'P'], '4HS')
    """
    auction = Auction(begun.calls)
    calls = [TableCall(dealer.after(index), call) for index, call in enumerate(begun.calls)]
    sides = {seat: north_south if seat in _NORTH_SOUTH else east_west for seat in Seat}
    for seat, system in sides.items():
        hand = deal.hand(seat)
        if system is not None and (hand is None or not hand.is_full):
            raise ValueError(f"deal must have 13 cards of {seat.name.title()}")
    while not auction.is_over:
        seat = dealer.after(len(calls))
        system, hand = sides[seat], deal.hand(seat)
        made = TableCall(seat, PASS)
        if system is not None and hand is not None:
            made = _called(system, hand, seat, auction, vulnerability)
            if probable and made.choice and made.choice.certainty is Certainty.LIKELY:
                is_legal = made.choice.call is not None and auction.illegality(made.choice.call) is None
                made = replace(made, call=made.choice.call if is_legal else None)
        if made.call is None:
            return BidDeal(deal, dealer, tuple(calls), made)
        calls.append(made)
        auction = auction.then(made.call)
    return BidDeal(deal, dealer, tuple(calls))


def _called(
    system: System, hand: Hand, seat: Seat, auction: Auction, vulnerability: Vulnerability
) -> TableCall:
    player = len(auction)
    sides = SideVulnerability(vulnerability.includes(seat), vulnerability.includes(seat.left))
    ours = Auction(auction.calls, we_deal=player % 2 == 0)
    choice = choose_call(system, hand, ours, vulnerability=sides)
    own, theirs = auction.calls[player % 2 :: 2], auction.calls[(player + 1) % 2 :: 2]
    if choice.ends_notes and all(call is PASS for call in own) and any(isinstance(c, Bid) for c in theirs):
        if hand.hcp >= _TOO_STRONG or everybody_bids(auction.calls).fits(hand):
            why = "The notes have no rows there, and the hand is too strong to pass."
            return TableCall(seat, None, why, choice)
        return TableCall(seat, PASS, "The notes have no rows there, and this side has not bid.", choice)
    illegality = auction.illegality(choice.call) if choice.call is not None else None
    if illegality is not None:
        return TableCall(seat, None, f"{choice.call} is not legal here: {illegality.value}.", choice)
    is_certain = choice.certainty is Certainty.CERTAIN
    return TableCall(seat, choice.call if is_certain else None, choice.why, choice)
