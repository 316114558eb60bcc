"""What the calls of an auction say about each player's hand, by the notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bml_core.bridge import NEITHER, PASS, Call, Seat, SideVulnerability, Vulnerability, WrittenAuction
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
    """What one call says: the row it comes from, its reading, and the condition.

    ``number`` counts the calls of the auction from 0. ``agreement`` and ``reading`` are None for a call that
    no row describes; a pass of our side says then that the hand fits no row.
    """

    number: int
    call: Call
    agreement: Agreement | None = None
    reading: Explanation | None = None
    condition: Formula = ANY

    @property
    def understood(self) -> bool:
        """Whether all that the notes say of the call is in the condition."""
        return not self.left

    @property
    def left(self) -> tuple[str, ...]:
        """What is not understood."""
        return () if self.reading is None else self.reading.left


@dataclass(frozen=True, slots=True)
class PlayerMeaning:
    """What the calls of one player say together, in their order."""

    seat: Seat
    calls: tuple[CallMeaning, ...]
    condition: Formula

    @property
    def agreements(self) -> tuple[Agreement, ...]:
        """The rows his calls come from."""
        return tuple(made.agreement for made in self.calls if made.agreement is not None)


@dataclass(frozen=True, slots=True)
class AuctionMeaning:
    """What an auction says about the four hands; ``players`` are in their order from the dealer on."""

    written: WrittenAuction
    players: tuple[PlayerMeaning, ...]
    vulnerability: SideVulnerability = NEITHER
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def conditions(self) -> dict[Seat, Formula]:
        """What each hand must be like."""
        return {player.seat: player.condition for player in self.players}

    @property
    def said(self) -> Iterator[tuple[Seat, CallMeaning]]:
        """What is said, call by call, and by whom."""
        made = ((player.seat, each) for player in self.players for each in player.calls)
        return iter(sorted(made, key=lambda pair: pair[1].number))

    @property
    def board_vulnerability(self) -> Vulnerability:
        """The vulnerability as it is said of a board."""
        we_are_north = self.written.we_deal is (self.players[0].seat in _NORTH_SOUTH)
        we, they = bool(self.vulnerability.we), bool(self.vulnerability.they)
        return _VULNERABILITIES[(we, they) if we_are_north else (they, we)]

    @property
    def doubts(self) -> tuple[Diagnostic, ...]:
        """For each call that is not understood in full, what that means for hands that are to fit."""
        return tuple(
            _doubt(made.agreement, made.left) for made in self.unread if made.agreement and made.reading
        )

    @property
    def unread(self) -> tuple[CallMeaning, ...]:
        """The calls whose rows are not understood in full; they may say more than the conditions."""
        return tuple(made for player in self.players for made in player.calls if not made.understood)


def meaning_of(
    system: System,
    written: WrittenAuction,
    *,
    dealer: Seat = Seat.NORTH,
    vulnerability: SideVulnerability = NEITHER,
) -> AuctionMeaning:
    r"""What an auction says by the notes; ``vulnerability`` is seen from our side.

    A call of ours that is not in the notes is told in the diagnostics, and says nothing. A pass of ours that
    is not in the notes says that the hand fits none of the rows there. An opponent's call says what the notes
    say of it, if they do.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n  2D  5+ hearts")])
    >>> meaning = meaning_of(system, WrittenAuction.parse("1N-2D"))
    >>> [f"{player.seat.name}: {player.condition}" for player in meaning.players if player.agreements]
    ['NORTH: 15-17 hcp, balanced', 'SOUTH: 5+ hearts']
    """
    lookup = Lookup(system.agreements, written, vulnerability)
    found: list[Diagnostic] = []
    made = []
    for number, call in enumerate(written.auction.calls):
        rows = lookup.rows(number)
        agreement = rows.get(call)
        if agreement is not None and (agreement.is_described or call is not PASS):
            made.append(_said(number, agreement))
        elif call is PASS:
            made.append(_passed(number, rows.values() if written.is_ours(number) else ()))
        else:
            made.append(CallMeaning(number, call))
            if written.is_ours(number):
                found.append(_unknown(written, number, rows))
    players = []
    for place in range(len(Seat)):
        own = tuple(made[place :: len(Seat)])
        players.append(PlayerMeaning(dealer.after(place), own, all_of(each.condition for each in own)))
    return AuctionMeaning(written, tuple(players), vulnerability, tuple(found))


def alternatives(
    system: System,
    written: WrittenAuction,
    *,
    vulnerability: SideVulnerability = NEITHER,
) -> tuple[Agreement, ...]:
    r"""The rows for the player who calls next, in the order of the system, one for each call.

    Rows without a description are not among them. Where two rows describe the same call, the one that is
    closer to the position and vulnerability counts, and it stands where the first one stands.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp\n  2C  Stayman\n  2D  Transfer")])
    >>> [str(row.call) for row in alternatives(system, WrittenAuction.parse("1N-P"))]
    ['2C', '2D']
    """
    rows = Lookup(system.agreements, written, vulnerability).rows(len(written.auction))
    return tuple(row for row in rows.values() if row.is_described)


def _doubt(agreement: Agreement, left: tuple[str, ...]) -> Diagnostic:
    words = " ".join("; ".join(left).split())
    more = "" if len(words) <= _LONGEST_SHOWN else "…"
    message = f"Of {agreement.call} this is not understood: {words[:_LONGEST_SHOWN]}{more}"
    hint = "Hands are dealt by the rest of the row; braces say all of it, such as {15-17 hcp, balanced}."
    return Diagnostic("BML635", f"{message.rstrip('.')}.", agreement.location, hint)


def _said(number: int, agreement: Agreement) -> CallMeaning:
    reading = explain(agreement)
    return CallMeaning(number, agreement.call, agreement, reading, reading.condition)


def _passed(number: int, rows: Iterable[Agreement]) -> CallMeaning:
    """A pass that no row describes: the hand fits none of the rows that are understood."""
    readings = map(explain, rows)
    others = any_of(reading.condition for reading in readings if reading.is_whole)
    return CallMeaning(number, PASS, condition=~others)


def _unknown(written: WrittenAuction, number: int, rows: Iterable[Call]) -> Diagnostic:
    names = [str(call) for call in rows]
    more = ", …" if len(names) > _SHOWN else ""
    before = "-".join(map(str, written.auction.calls[:number]))
    where = f"after {before}" if before else "as an opening"
    message = f"{written.auction.calls[number]} is not in the notes {where}."
    hint = f"They have {', '.join(names[:_SHOWN])}{more}." if names else "They have nothing there."
    return Diagnostic("BML633", message, written.places[number] or Location("auction", 1), hint)
