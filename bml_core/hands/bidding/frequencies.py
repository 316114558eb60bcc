"""How often each call of a table is made: the first row that a hand fits wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bml_core._arguments import check_argument
from bml_core.bridge import (
    NEITHER,
    AuctionLike,
    Hand,
    HandLike,
    SideVulnerability,
    WrittenAuction,
    auction_argument,
    hand_argument,
)
from bml_core.diagnostics import Diagnostic, Location, has_errors
from bml_core.hands.bidding.meanings import AuctionMeaning, alternatives, meaning_of
from bml_core.hands.bidding.pair_shares import count_pairs
from bml_core.hands.bidding.row_shares import NOTHING, counted_choices
from bml_core.hands.bidding.share_values import Choice, Frequencies, UnreadRow
from bml_core.hands.bidding.shares import Counted, Table, count_pack, count_packs
from bml_core.hands.conditions import ANY
from bml_core.hands.counting import FULL_DECK, Deck
from bml_core.hands.descriptions import explain
from bml_core.hands.sampling import sample_deals
from bml_core.system import Agreement, System

OPENING_POINTS = 12
"""Openings are looked through for gaps from here on: weaker hands are meant to pass."""
SAMPLES = 4_000
"""How often the hands of others are drawn, if nothing else is said."""


def frequencies_of(choices: Iterable[Choice], *, least_points: int = 0) -> Frequencies:
    """How often each call is chosen, of all hands; hands that fit no row are looked at from some points on.

    >>> from bml_core.bridge import make_bid, Strain
    >>> from bml_core.hands.conditions import balanced, points
    >>> notrump = Choice(make_bid(1, Strain.NOTRUMP), points(15, 17) & balanced())
    >>> found = frequencies_of([notrump])
    >>> found.rows[0].count, found.rest.count
    (30897212184, 604116347416)
    """
    return counted_choices(tuple(choices), ANY, lambda table: count_pack(table, FULL_DECK), least_points)


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

    Openings are shares of all hands: that players before have passed does not count. After an auction, the
    opponents pass if nothing else is written. If the ``hand`` of the caller's partner is given, or nothing is
    known of the other hands, then the hands are counted exactly. So are the pairs of the caller's and the
    partner's hand, if points and lengths are all that is asked of them. Else the other hands are drawn from
    those that fit their calls, and for each draw the hands of the caller are counted.

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
    check_argument("system", system, System)
    hand = None if hand is None else hand_argument(hand)
    written = auction_argument(after, "after")
    if written.auction.calls:
        return _after(system, written.until_ours(), hand, vulnerability, samples=samples, seed=seed)
    written = WrittenAuction.before_opening(position)
    choices, unread = _read(alternatives(system, written, vulnerability=vulnerability))
    return _placed(frequencies_of(choices, least_points=OPENING_POINTS), written, vulnerability, unread)


def _after(
    system: System,
    written: WrittenAuction,
    hand: Hand | None,
    vulnerability: SideVulnerability,
    *,
    samples: int,
    seed: int,
) -> Frequencies:
    meaning = meaning_of(system, written, vulnerability=vulnerability)
    if has_errors(meaning.diagnostics):
        return replace(_placed(NOTHING, written, vulnerability, ()), diagnostics=meaning.diagnostics)
    choices, unread = _read(alternatives(system, written, vulnerability=vulnerability))
    table = _Knowledge(meaning, len(written.auction))

    def count(rows: Table) -> Counted | None:
        if hand is not None:
            return count_pack(rows, FULL_DECK.without(hand))
        if not table.others:
            return count_pack(rows, FULL_DECK)
        if rows.groups is not None and table.is_of_points:
            return count_pairs(rows, table.partner)
        return count_packs(rows, table.packs(samples, seed))

    found = _placed(counted_choices(choices, table.own, count, 0), written, vulnerability, unread)
    misfit = table.misfit(hand) if hand is not None else ()
    return replace(found, vague=table.vague, diagnostics=(*meaning.diagnostics, *misfit, *found.diagnostics))


def _placed(
    found: Frequencies,
    written: WrittenAuction,
    vulnerability: SideVulnerability,
    unread: Sequence[UnreadRow],
) -> Frequencies:
    """The same with its place in the auction, and what cannot be said there."""
    unread = tuple(sorted((*found.unread, *unread), key=lambda row: row.location.line))
    found = replace(found, after=written.in_short)
    return replace(
        found,
        auction=written.auction,
        position=written.position,
        vulnerability=vulnerability,
        unread=unread,
        diagnostics=(*found.diagnostics, *_without_rows(found, written, unread)),
    )


def _without_rows(
    found: Frequencies, written: WrittenAuction, unread: Sequence[UnreadRow]
) -> Iterator[Diagnostic]:
    if found.rows or not found.hands:
        return
    where = f"after {found.after}" if found.after else "in an opening table"
    place = next((place for place in reversed(written.places) if place), Location("auction", 1))
    if unread:
        message = f"None of the rows {where} is understood, so there is nothing to count."
        hint = "Say in braces what the hand must be like, such as {15-17 hcp, balanced}."
        yield Diagnostic("BML641", message, unread[0].location, hint)
    else:
        yield Diagnostic("BML641", f"The notes have no rows {where}.", place, "Ask for another auction.")


def _read(agreements: Iterable[Agreement]) -> tuple[tuple[Choice, ...], tuple[UnreadRow, ...]]:
    choices, unread = [], []
    for agreement in agreements:
        label = _label(agreement)
        reading = explain(agreement)
        if reading.is_whole:
            choices.append(Choice(agreement.call, reading.condition, label, agreement.location))
        else:
            unread.append(UnreadRow(agreement.call, label, agreement.location, reading.left))
    return tuple(choices), tuple(unread)


def _label(agreement: Agreement) -> str:
    return next(iter(agreement.description), "")


# ---------------------------------------------------------------- what the auction tells


class _Knowledge:
    """What the calls so far say of the caller's own hand and of the other hands."""

    def __init__(self, meaning: AuctionMeaning, number: int) -> None:
        places = len(meaning.players)
        caller, self._partner = (meaning.players[(number + step) % places] for step in (0, places // 2))
        self._caller = caller.seat
        self.own = caller.condition
        self.partner = self._partner.condition
        self.others = {
            player.seat: player.condition
            for player in meaning.players
            if player is not caller and player.condition != ANY
        }
        self.vague = tuple(
            UnreadRow(row.call, _label(row), row.location, made.left)
            for made in meaning.unread
            if (row := made.agreement) and made.reading
        )

    @property
    def is_of_points(self) -> bool:
        """Whether only the partner's hand is known of, and no single card of it."""
        return self.others.keys() <= {self._partner.seat} and not self.partner.has_honours

    def packs(self, samples: int, seed: int) -> Iterator[Deck]:
        """What the other hands leave of the pack, drawn so that each deal is as likely as the others."""
        for deal in sample_deals({**self.others, self._caller: self.own}, samples, seed):
            pack = FULL_DECK
            for seat in self.others:
                hand = deal.hand(seat)
                assert hand is not None
                pack = pack.without(hand)
            yield pack

    def misfit(self, hand: Hand) -> Iterator[Diagnostic]:
        """Whether a hand is none on which the partner would have called like this."""
        if not self.partner.fits(hand):
            calls = " and ".join(str(made.call) for made in self._partner.calls)
            message = f"By the notes, this hand does not make the call {calls}."
            yield Diagnostic("BML643", message, Location("hand", 1), "It is counted with all the same.")
