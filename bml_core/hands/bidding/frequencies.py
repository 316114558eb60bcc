"""How often each call is made after an auction: each hand makes the call that it chooses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bml_core._package import checked
from bml_core.bridge import (
    NEITHER,
    PASS,
    Auction,
    AuctionLike,
    Hand,
    HandLike,
    SideVulnerability,
    auction_argument,
    hand_argument,
)
from bml_core.diagnostics import Diagnostic, Location, has_errors
from bml_core.document import RowOrder
from bml_core.hands.bidding.choice import calls_not_made
from bml_core.hands.bidding.frequency_table import (
    NO_FREQUENCIES,
    NO_GAP,
    Frequencies,
    Gap,
    Hands,
    Order,
    RowCondition,
    UncountedRow,
    count_rows,
    find_gaps,
)
from bml_core.hands.bidding.meanings import AuctionMeaning, last_place, meaning_of
from bml_core.hands.bidding.order import Contender, Ranking
from bml_core.hands.bidding.places import OPENING_POINTS, Place, places_of
from bml_core.hands.bidding.row_counts import RankedRows, RowCounts, count_deck, count_decks, count_pairs
from bml_core.hands.conditions import ANY, Formula, any_of
from bml_core.hands.counting import FULL_DECK, Deck
from bml_core.hands.descriptions import Explanation
from bml_core.hands.sampling import sample_deals
from bml_core.system import Agreement, System

_PARTNER = 2
SAMPLES = 4_000
"""How often the hands of others are drawn by default."""


def _of_all_hands(
    rows: tuple[RowCondition, ...], order: Order, least_points: int, weak: Formula
) -> Frequencies:
    return count_rows(
        rows, order, Hands(weak=weak), lambda ranked: count_deck(ranked, FULL_DECK), least_points
    )


def uncovered(
    conditions: Iterable[Formula], own: Formula = ANY, least_points: int = 0
) -> tuple[Gap, tuple[Gap, ...]]:
    """Return all hands that fit ``own`` and no condition, and their largest kinds: exactly, as shares.

    Raises:
        TooManyStatesError: Single cards are asked for in too many ways.

    >>> from bml_core.hands.conditions import balanced, points
    >>> whole, kinds = uncovered([points(0, 11), ~balanced()])
    >>> kinds[0].words, whole.count
    ('balanced, 12+ hcp', 105725199112)
    """
    ranked = RankedRows(Ranking([Contender(PASS, any_of(conditions))], RowOrder.FIRST), own)
    counts = count_deck(ranked, FULL_DECK)
    return find_gaps(counts.outside, counts.reach, least_points) if counts else (NO_GAP, ())


@checked
def frequencies(
    system: System,
    after: AuctionLike = "",
    *,
    hand: HandLike | None = None,
    position: int = 1,
    vulnerability: SideVulnerability = NEITHER,
    samples: int = SAMPLES,
    seed: int = 1,
) -> Frequencies:
    r"""Return how often each call of our side is made after an auction, or each opening.

    Openings are shares of all hands: earlier passes do not count. After an auction, the opponents pass if
    nothing else is written, with any hand that the notes allow. Hands are counted exactly if the ``hand`` of
    the caller's partner is given, or if nothing is known of the other hands. So are the pairs of the caller's
    and the partner's hand, if they are asked for points and lengths alone. Otherwise the other hands are
    drawn from those that make their calls, and for each draw the hands of the caller are counted.

    Args:
        system: The notes.
        after: What was called before; nothing for the openings.
        hand: The hand of the caller's partner, or its text.
        position: The position of the opener, 1 to 4, if nothing was called before.
        vulnerability: Who is vulnerable, seen from our side.
        samples: How often the other hands are drawn.
        seed: The same number, 0 or more, gives the same draws.

    Raises:
        TypeError: ``after`` or ``hand`` is of another type.
        ValueError: ``after`` is not a legal auction, ``hand`` does not have thirteen different cards, or
            ``position`` is not 1 to 4.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n  2D  5+ hearts")])
    >>> [(str(row.call), row.count) for row in frequencies(system).rows]
    [('1NT', 30897212184)]
    >>> [(str(row.call), row.count) for row in frequencies(system, "1N", hand="AQ5 K32 KJ4 Q982").rows]
    [('2D', 1471971879)]
    """
    if samples < 0:
        raise ValueError(f"samples must be 0 or more, not {samples}")
    hand = None if hand is None else hand_argument(hand)
    written = auction_argument(after, "after")
    if written.calls:
        written = written.for_side(ours=True)
        meaning = meaning_of(system, written, vulnerability=vulnerability, any_passes=True)
        place = places_of(system).at(written, len(written), vulnerability)
        table = _after(meaning, place, hand, samples=samples, seed=seed)
        if hand is None or has_errors(meaning.diagnostics):
            return table
        partner = len(written) + _PARTNER
        not_made = calls_not_made(system, hand, written, vulnerability, partner)
        hint = "It is still counted."
        misfit = (Diagnostic("BML643", said, Location("hand", 1), hint) for said in not_made)
        return replace(table, diagnostics=(*misfit, *table.diagnostics))
    written = Auction.before_opening(position)
    place = places_of(system).at(written, len(written), vulnerability)
    rows, uncounted = _row_conditions(place)
    counted = _of_all_hands(rows, place.order, OPENING_POINTS, place.weak)
    return replace(_in_auction(counted, written, vulnerability, uncounted), may_pass=place.may_pass)


def _after(
    meaning: AuctionMeaning, place: Place, hand: Hand | None, *, samples: int, seed: int
) -> Frequencies:
    written, vulnerability = meaning.written, meaning.vulnerability
    if has_errors(meaning.diagnostics):
        empty = _in_auction(NO_FREQUENCIES, written, vulnerability, ())
        return replace(empty, diagnostics=meaning.diagnostics)
    rows, uncounted = _row_conditions(place)
    players = _Players(meaning, len(written))

    def count(ranked: RankedRows) -> RowCounts | None:
        if hand is not None:
            return count_deck(ranked, FULL_DECK.without(hand))
        if not players.others:
            return count_deck(ranked, FULL_DECK)
        if ranked.groups is not None and players.ask_for_points_and_lengths:
            return count_pairs(ranked, players.partner)
        return count_decks(ranked, players.decks(samples, seed))

    table = _in_auction(
        count_rows(rows, place.order, Hands(players.own, place.weak), count, 0),
        written,
        vulnerability,
        uncounted,
    )
    diagnostics = (*meaning.diagnostics, *table.diagnostics)
    return replace(
        table, may_pass=place.may_pass, unclear_calls=players.unclear_calls, diagnostics=diagnostics
    )


def _in_auction(
    table: Frequencies, written: Auction, vulnerability: SideVulnerability, uncounted: Sequence[UncountedRow]
) -> Frequencies:
    """Return the table with its auction and all rows that are not counted."""
    uncounted = tuple(sorted((*table.uncounted, *uncounted), key=lambda row: row.location.line))
    return replace(
        table,
        after=f"{written.from_opening():short}",
        auction=written,
        position=written.position,
        vulnerability=vulnerability,
        uncounted=uncounted,
        diagnostics=(*table.diagnostics, *_check_rows(table, written, uncounted)),
    )


def _check_rows(
    table: Frequencies, written: Auction, uncounted: Sequence[UncountedRow]
) -> Iterator[Diagnostic]:
    if table.rows or not table.hands:
        return
    after = f"{written.from_opening():short}"
    where = f"after {after}" if after else "in an opening table"
    if uncounted:
        message = f"None of the rows {where} is understood, so there is nothing to count."
        hint = "Write in braces what the hand must hold, such as {15-17 hcp, balanced}."
        yield Diagnostic("BML641", message, uncounted[0].location, hint)
    else:
        message = f"The notes have no rows {where}."
        yield Diagnostic("BML641", message, last_place(written), "Use another auction.")


def _row_conditions(place: Place) -> tuple[tuple[RowCondition, ...], tuple[UncountedRow, ...]]:
    clear = tuple(
        RowCondition(
            row.agreement.call, row.condition, _label(row.agreement), row.agreement.location, row.is_forced
        )
        for row in place.clear
    )
    uncounted = tuple(
        _uncounted(row.agreement, row.explanation) for row in place.considered if not row.is_clear
    )
    return clear, uncounted


def _uncounted(agreement: Agreement, explanation: Explanation) -> UncountedRow:
    parts = explanation.not_understood
    return UncountedRow(agreement.call, _label(agreement), agreement.location, parts)


def _label(agreement: Agreement) -> str:
    return next(iter(agreement.description), "")


class _Players:
    """The conditions on the caller's own hand, the partner's, and all ``others`` that are restricted."""

    def __init__(self, meaning: AuctionMeaning, number: int) -> None:
        caller, self._partner = (meaning.players[(number + step) % 4] for step in (0, 2))
        self._caller = caller.seat
        self.own = caller.hands
        self.partner = self._partner.hands
        self.others = {
            player.seat: player.hands
            for player in meaning.players
            if player is not caller and player.hands != ANY
        }
        self.unclear_calls = tuple(
            _uncounted(call.agreement, call.explanation)
            for call in meaning.unclear_calls
            if call.agreement and call.explanation
        )

    @property
    def ask_for_points_and_lengths(self) -> bool:
        """Return True if only the partner's hand is restricted, and not in single cards."""
        return self.others.keys() <= {self._partner.seat} and not self.partner.has_honours

    def decks(self, samples: int, seed: int) -> Iterator[Deck]:
        """Yield the cards that the other hands leave, drawn so that each deal is as likely as the others."""
        for deal in sample_deals({**self.others, self._caller: self.own}, samples, seed):
            deck = FULL_DECK
            for seat in self.others:
                hand = deal.hand(seat)
                assert hand is not None
                deck = deck.without(hand)
            yield deck
