"""What the calls of an auction say about each player's hand, by the notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bml_core.bridge import (
    NEITHER,
    PASS,
    AuctionLike,
    Call,
    Seat,
    SideVulnerability,
    Vulnerability,
    WrittenAuction,
    auction_argument,
)
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.conditions import ANY, Formula, all_of, any_of
from bml_core.hands.descriptions import Explanation, explain
from bml_core.system import Agreement, Lookup, System

_NORTH_SOUTH = (Seat.NORTH, Seat.SOUTH)
_VULNERABILITIES = {
    (False, False): Vulnerability.NONE,
    (True, False): Vulnerability.NORTH_SOUTH,
    (False, True): Vulnerability.EAST_WEST,
    (True, True): Vulnerability.ALL,
}
_SHOWN = 12
_LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class CallMeaning:
    """The meaning of one call: the row it comes from, the explanation of that row, and the condition.

    ``number`` counts the calls of the auction from 0. ``agreement`` and ``explanation`` are None for a call
    that no row describes; a pass of our side then means that the hand fits no row.
    """

    number: int
    call: Call
    agreement: Agreement | None = None
    explanation: Explanation | None = None
    condition: Formula = ANY

    @property
    def is_understood(self) -> bool:
        """Return True if all that the notes say of the call is in the condition."""
        return not self.not_understood

    @property
    def not_understood(self) -> tuple[str, ...]:
        """Return the parts of the description that are not understood."""
        return () if self.explanation is None else self.explanation.not_understood


@dataclass(frozen=True, slots=True)
class PlayerMeaning:
    """The calls of one player in order, and the condition of all of them together."""

    seat: Seat
    calls: tuple[CallMeaning, ...]
    condition: Formula

    @property
    def agreements(self) -> tuple[Agreement, ...]:
        """Return the rows that the calls come from."""
        return tuple(call.agreement for call in self.calls if call.agreement is not None)


@dataclass(frozen=True, slots=True)
class AuctionMeaning:
    """The meaning of an auction for the four hands; ``players`` are in order from the dealer on."""

    written: WrittenAuction
    players: tuple[PlayerMeaning, ...]
    vulnerability: SideVulnerability = NEITHER
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def conditions(self) -> dict[Seat, Formula]:
        """Return the condition of each hand."""
        return {player.seat: player.condition for player in self.players}

    @property
    def calls(self) -> tuple[tuple[Seat, CallMeaning], ...]:
        """Return the calls in the order of the auction, each with the seat of its player."""
        calls = ((player.seat, call) for player in self.players for call in player.calls)
        return tuple(sorted(calls, key=lambda pair: pair[1].number))

    @property
    def board_vulnerability(self) -> Vulnerability:
        """Return the vulnerability of a board, by directions."""
        we_are_north = self.written.we_deal is (self.players[0].seat in _NORTH_SOUTH)
        we, they = bool(self.vulnerability.we), bool(self.vulnerability.they)
        return _VULNERABILITIES[(we, they) if we_are_north else (they, we)]

    @property
    def unclear_calls(self) -> tuple[CallMeaning, ...]:
        """Return the calls whose rows are not understood in full; these may say more than the conditions."""
        return tuple(call for player in self.players for call in player.calls if not call.is_understood)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """Return a diagnostic for each call that is not understood in full, for those who deal hands."""
        return tuple(
            _unclear(call.agreement, call.not_understood) for call in self.unclear_calls if call.agreement
        )


def meaning_of(
    system: System,
    auction: AuctionLike,
    *,
    dealer: Seat = Seat.NORTH,
    vulnerability: SideVulnerability = NEITHER,
) -> AuctionMeaning:
    r"""Return the meaning of an auction by the notes; ``vulnerability`` is seen from our side.

    A call of ours that is not in the notes is reported, and means any hand. A pass of ours that is not in the
    notes means that the hand fits none of the rows there. A call of the opponents means what the notes say of
    it, or any hand.

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
    written = auction_argument(auction)
    lookup = Lookup(system.agreements, written, vulnerability)
    diagnostics: list[Diagnostic] = []
    calls = []
    for number, call in enumerate(written.auction.calls):
        rows = lookup.rows(number)
        agreement = rows.get(call)
        if agreement is not None and (agreement.is_described or call is not PASS):
            calls.append(_described(number, agreement))
        elif call is PASS:
            calls.append(_passed(number, rows.values() if written.is_ours(number) else ()))
        else:
            calls.append(CallMeaning(number, call))
            if written.is_ours(number):
                diagnostics.append(_not_in_notes(written, number, rows))
    players = []
    for place in range(len(Seat)):
        own = tuple(calls[place :: len(Seat)])
        players.append(PlayerMeaning(dealer.after(place), own, all_of(each.condition for each in own)))
    return AuctionMeaning(written, tuple(players), vulnerability, tuple(diagnostics))


def alternatives(
    system: System, auction: AuctionLike, *, vulnerability: SideVulnerability = NEITHER
) -> tuple[Agreement, ...]:
    r"""Return the rows for the player who calls next, in the order of the system, one for each call.

    Rows without a description are left out. Where two rows describe the same call, the one that is closer to
    the position and vulnerability counts, in the place of the first one.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp\n  2C  Stayman\n  2D  Transfer")])
    >>> [str(row.call) for row in alternatives(system, "1N-P")]
    ['2C', '2D']
    """
    written = auction_argument(auction)
    rows = Lookup(system.agreements, written, vulnerability).rows(len(written.auction))
    return tuple(row for row in rows.values() if row.is_described)


def last_place(written: WrittenAuction) -> Location:
    """Return the place of the last call that is written."""
    return next((place for place in reversed(written.places) if place), Location("auction", 1))


def _unclear(agreement: Agreement, parts: tuple[str, ...]) -> Diagnostic:
    words = " ".join("; ".join(parts).split())
    more = "" if len(words) <= _LONGEST_SHOWN else "…"
    message = f"Of {agreement.call} this is not understood: {words[:_LONGEST_SHOWN]}{more}"
    hint = "Hands are dealt by the rest of the row; braces say all of it, such as {15-17 hcp, balanced}."
    return Diagnostic("BML635", f"{message.rstrip('.')}.", agreement.location, hint)


def _described(number: int, agreement: Agreement) -> CallMeaning:
    explanation = explain(agreement)
    return CallMeaning(number, agreement.call, agreement, explanation, explanation.condition)


def _passed(number: int, rows: Iterable[Agreement]) -> CallMeaning:
    """Return the meaning of a pass that no row describes: the hand fits no row that is understood."""
    explanations = map(explain, rows)
    others = any_of(explanation.condition for explanation in explanations if explanation.is_whole)
    return CallMeaning(number, PASS, condition=~others)


def _not_in_notes(written: WrittenAuction, number: int, rows: Iterable[Call]) -> Diagnostic:
    names = [str(call) for call in rows]
    more = ", …" if len(names) > _SHOWN else ""
    before = "-".join(map(str, written.auction.calls[:number]))
    where = f"after {before}" if before else "as an opening"
    message = f"{written.auction.calls[number]} is not in the notes {where}."
    hint = f"They have {', '.join(names[:_SHOWN])}{more}." if names else "They have nothing there."
    return Diagnostic("BML633", message, written.places[number] or Location("auction", 1), hint)
