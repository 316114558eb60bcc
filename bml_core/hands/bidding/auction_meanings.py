"""What the calls of an auction say about each player's hand, by the notes; opponents who pass could not bid.

The hands with which everybody bids are bounds below which no partnership passes, and not good judgement:
hands that some players pass are not among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from bml_core.bridge import (
    FULL_HAND,
    NEITHER,
    PASS,
    SUITS,
    Auction,
    AuctionLike,
    Bid,
    Call,
    Seat,
    SideVulnerability,
    Suit,
    Vulnerability,
    auction_argument,
)
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.bidding.decisions import decision_points, not_in_notes
from bml_core.hands.bidding.row_order import Candidate
from bml_core.hands.conditions import ANY, MAX_POINTS, NONE, Formula, all_of, any_of, cards, points
from bml_core.system import Agreement, System

_MOST_BIDS, _HIGHEST = 2, 2


def everybody_bids(calls: Sequence[Call]) -> Formula:
    """Return the hands with which everybody bids after an auction, if the player has not called before.

    Before a bid they are opening bids; after one or two bids of the other side, up to the level of two, they
    have two long suits, one very long suit, support for the others' suits, or very many points.

    >>> from bml_core.bridge import Auction, Hand
    >>> bidders = everybody_bids(Auction.parse("P-P-1S").calls)
    >>> bidders.fits(Hand("4", "AQT84", "AKJ63", "52")), bidders.fits(Hand("AQT84", "4", "AK63", "J52"))
    (True, False)
    """
    bids = tuple(call for call in calls if isinstance(call, Bid))
    has_called = calls[len(calls) % 4 :: 4] or any(call is not PASS for call in calls[len(calls) % 2 :: 2])
    has_doubles = any(not isinstance(call, Bid) and call is not PASS for call in calls)
    return NONE if has_called or has_doubles or len(bids) > _MOST_BIDS else _bidders(bids)


@lru_cache(maxsize=256)
def _bidders(bids: tuple[Bid, ...]) -> Formula:
    if not bids:
        return any_of((_with(13), _with(12) & _suit_of(5), _with(11) & (_suit_of(6) | _two_suits(SUITS))))
    if bids[-1].level > _HIGHEST:
        return NONE
    named = {bid.strain.suit for bid in bids}
    unbid = [suit for suit in SUITS if suit not in named]
    return any_of((_with(12) & _two_suits(unbid), _with(14) & _suit_of(6, unbid), *_on_one_bid(bids, unbid)))


def _on_one_bid(bids: tuple[Bid, ...], unbid: Sequence[Suit]) -> Iterator[Formula]:
    """Yield the hands that bid on a single bid in a suit."""
    first, suit = bids[0], bids[0].strain.suit
    if len(bids) > 1 or suit is None:
        return
    support = all_of(cards(3, FULL_HAND, other) for other in unbid)
    if first.level == 1:
        yield _with(19)
        yield _with(15) & _suit_of(5, unbid)
    yield _with(11 + first.level) & cards(0, 1, suit) & support
    yield _with(14 + first.level) & cards(0, 2, suit) & support


def _with(least: int) -> Formula:
    return points(least, MAX_POINTS)


def _suit_of(length: int, suits: Iterable[Suit] = SUITS) -> Formula:
    return any_of(cards(length, FULL_HAND, suit) for suit in suits)


def _two_suits(suits: Sequence[Suit]) -> Formula:
    return any_of(
        cards(5, FULL_HAND, one) & cards(5, FULL_HAND, other) for one, other in combinations(suits, 2)
    )


_LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class CallMeaning:
    """The meaning of one call: the row it comes from, and its hands.

    ``index`` is its place in the auction, from 0. ``agreement`` is None for a call that no row describes,
    ``row`` also for one whose row says nothing. ``condition`` is what the row says, ``hands`` are those that
    make this call rather than another: all that fit, without the hands of the rows that come before it.
    """

    index: int
    call: Call
    agreement: Agreement | None = None
    row: Candidate | None = None
    condition: Formula = ANY
    hands: Formula = ANY

    @property
    def is_understood(self) -> bool:
        """Return True if all that the notes say of the call is in the condition."""
        return not self.not_understood and (
            self.row is None or self.row.is_forced or not self.row.explanation.lacks
        )

    @property
    def not_understood(self) -> tuple[str, ...]:
        """Return the parts of the description that are not understood."""
        return () if self.row is None or self.row.is_forced else self.row.explanation.not_understood


@dataclass(frozen=True, slots=True)
class PlayerMeaning:
    """The calls of one player in order."""

    seat: Seat
    calls: tuple[CallMeaning, ...]

    @property
    def condition(self) -> Formula:
        """Return what the rows of all calls say together."""
        return all_of(call.condition for call in self.calls)

    @property
    def hands(self) -> Formula:
        """Return the hands that make all these calls."""
        return all_of(call.hands for call in self.calls)

    @property
    def agreements(self) -> tuple[Agreement, ...]:
        """Return the rows that the calls come from."""
        return tuple(call.agreement for call in self.calls if call.agreement is not None)


@dataclass(frozen=True, slots=True)
class AuctionMeaning:
    """The meaning of an auction for the four hands; ``players`` are in order from the dealer on."""

    auction: Auction
    players: tuple[PlayerMeaning, ...]
    vulnerability: SideVulnerability = NEITHER
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def conditions(self) -> dict[Seat, Formula]:
        """Return what the rows say of each hand."""
        return {player.seat: player.condition for player in self.players}

    @property
    def hands(self) -> dict[Seat, Formula]:
        """Return the hands of each player that make all of his calls."""
        return {player.seat: player.hands for player in self.players}

    @property
    def calls(self) -> tuple[tuple[Seat, CallMeaning], ...]:
        """Return the calls in the order of the auction, each with the seat of its player."""
        calls = ((player.seat, call) for player in self.players for call in player.calls)
        return tuple(sorted(calls, key=lambda pair: pair[1].index))

    @property
    def board_vulnerability(self) -> Vulnerability:
        """Return the vulnerability of a board, by directions."""
        dealer, other = (player.seat for player in self.players[:2])
        we, they = bool(self.vulnerability.we), bool(self.vulnerability.they)
        sides = (we, they) if self.auction.we_deal else (they, we)
        return next(each for each in Vulnerability if (each.includes(dealer), each.includes(other)) == sides)

    @property
    def unclear_calls(self) -> tuple[CallMeaning, ...]:
        """Return the calls whose rows are not understood in full; these may say more than the conditions."""
        return tuple(call for player in self.players for call in player.calls if not call.is_understood)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """Return a diagnostic for each call of which not all hands are known, for those who deal hands."""
        return tuple(filter(None, (_warning(self.auction, call) for _, call in self.calls)))


def meaning_of(
    system: System,
    auction: AuctionLike,
    *,
    dealer: Seat = Seat.NORTH,
    vulnerability: SideVulnerability = NEITHER,
    any_passes: bool = False,
) -> AuctionMeaning:
    r"""Return the meaning of an auction by the notes; ``vulnerability`` is seen from our side.

    A call of ours that is not in the notes is reported, and means any hand that fits no row there. A pass of
    ours without a row means a hand that is too weak for every row. A call of the opponents means what the
    notes say of it, or any hand; if they pass, they hold no hand that everybody bids with, nor one that
    makes another call by the notes.

    Args:
        system: The notes.
        auction: The auction; opponents pass if nothing else is written.
        dealer: Who deals.
        vulnerability: Who is vulnerable, seen from our side.
        any_passes: True if opponents who pass may hold any hand that the notes allow.

    Raises:
        TypeError: ``auction`` is of another type.
        ValueError: ``auction`` is not legal.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n  2D  5+ hearts")])
    >>> meaning = meaning_of(system, "1N-2D")
    >>> [f"{player.seat.name}: {player.condition}" for player in meaning.players if player.agreements]
    ['NORTH: 15-17 hcp, balanced', 'SOUTH: 5+ hearts']
    """
    auction = auction_argument(auction)
    diagnostics: list[Diagnostic] = []
    meanings = []
    for index, call in enumerate(auction.calls):
        point = decision_points(system).at(auction, index, vulnerability)
        row, agreement, is_ours = point.row(call), point.rows.get(call), auction.is_ours(index)
        if is_ours and call is not PASS and agreement is None:
            diagnostics.append(not_in_notes(auction, index, point.rows))
        hands: Formula = ANY
        condition: Formula = ANY
        if row is not None:
            hands, condition = point.hands(call), row.condition
        elif is_ours:
            hands = point.hands(call)
            condition = hands if call is PASS else ANY
        elif call is PASS:
            # "1N--(P)--2D" says that they pass, and nothing of their hand.
            hands, agreement = point.outside, None
        if call is PASS and not is_ours and not any_passes:
            hands = all_of((hands, ~everybody_bids(auction.calls[:index])))
        meanings.append(CallMeaning(index, call, agreement, row, condition, hands))
    players = (
        PlayerMeaning(dealer.after(player), tuple(meanings[player :: len(Seat)]))
        for player in range(len(Seat))
    )
    return AuctionMeaning(auction, tuple(players), vulnerability, tuple(diagnostics))


def _warning(auction: Auction, call: CallMeaning) -> Diagnostic | None:
    """Report a call of which not all hands are known, as far as the notes could say more of them."""
    agreement, row = call.agreement, call.row
    if not auction.is_ours(call.index) and not call.not_understood:
        if call.call is PASS or (agreement is not None and agreement.is_described):
            return None
        message = f"The notes do not say what the opponents' {call.call} shows, so any hand may be dealt."
        location = auction.location(call.index) or Location("auction", 1)
        return Diagnostic("BML636", message, location, "Describe it in its row, if you want such hands.")
    if agreement is None or (row is not None and row.is_forced):
        return None
    braces = "write the whole meaning in braces, such as {15-17 hcp, balanced}."
    if call.not_understood:
        words = " ".join("; ".join(call.not_understood).split())
        more = "" if len(words) <= _LONGEST_SHOWN else "…"
        message = (
            f"Not understood in the row of {call.call}: {words[:_LONGEST_SHOWN]}{more}".rstrip(".") + "."
        )
        return Diagnostic(
            "BML635", message, agreement.location, f"Hands are dealt by the rest of the row; {braces}"
        )
    if row is not None and row.explanation.lacks and auction.is_ours(call.index):
        lacks = " and ".join(lack.value for lack in row.explanation.lacks)
        message = f"The row of {call.call} does not say the {lacks} of its hands."
        hint = f"Hands are dealt as players usually mean such a call; {braces}"
        return Diagnostic("BML635", message, agreement.location, hint)
    if row is None or row.explanation.is_silent:
        message = f"The row of {call.call} says nothing about the hand."
        hint = f"Every hand that fits no other row may be dealt; {braces}"
        return Diagnostic("BML635", message, agreement.location, hint)
    return None
