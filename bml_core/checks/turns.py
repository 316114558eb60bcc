"""The turns of a system: each place in an auction that has rows, and what the players have shown before.

Only what is understood in full counts as shown. Where rows differ by position or vulnerability, a place is
a turn for each that its auction tells apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, reduce
from operator import and_, or_

from bml_core.bridge import ANY_SCOPE, PASS, Auction, Call, Hand, Scope, SideVulnerability
from bml_core.hands.bidding import ConsideredRow, Place, Places, meaning_of, places_of
from bml_core.hands.conditions import ALL_POINTS, ANY, Formula, PointTable, TableBounds, all_of
from bml_core.hands.counting import TooManyStatesError, can_meet, has_hands, surely_meet
from bml_core.system import System

_PLAYERS, _PARTNER = 4, 2
_POSITIONS = (1, 2, 3, 4)
_SIDES = (False, True)
_ORDINALS = ("first", "second", "third", "fourth")


@dataclass(frozen=True, eq=False)
class Turn:
    """A place with rows, for some positions and vulnerabilities.

    Attributes:
        place: The place.
        written: The auction before.
        vulnerability: Who is vulnerable, one of those that make no difference.
        own: The rows of the player's earlier calls that are understood in full.
        partner: Those of his partner.
        is_own_known: False if an earlier call of the player has a row that is not understood in full.
        last: The row of his partner's last call, whatever is understood of it.
        history: The auction before as the notes have it, without passes that its position says.
        circumstances: The position and vulnerability in words, "" if they make no difference.
    """

    place: Place
    written: Auction
    vulnerability: SideVulnerability
    own: tuple[ConsideredRow, ...]
    partner: tuple[ConsideredRow, ...]
    is_own_known: bool
    last: ConsideredRow | None
    history: Auction
    circumstances: str = ""

    @cached_property
    def shown(self) -> Formula:
        """Return what the player has shown."""
        return all_of(row.condition for row in self.own)

    @cached_property
    def partner_shown(self) -> Formula:
        """Return what his partner has shown."""
        return all_of(row.condition for row in self.partner)

    @cached_property
    def bounds(self) -> TableBounds:
        """Return the points and shapes that the player may have, and surely can."""
        return _joined(self.own)

    @cached_property
    def partner_bounds(self) -> TableBounds:
        """Return the points and shapes that his partner may have, and surely can."""
        return _joined(self.partner)

    @cached_property
    def row_bounds(self) -> tuple[TableBounds, ...]:
        """Return the points and shapes of the hands of each row that is clear, among what the player has."""
        return tuple(bounds_of(row.condition) & self.bounds for row in self.place.clear)

    @property
    def may_have_others(self) -> bool:
        """Return whether there may be hands that fit no clear row."""
        taken = reduce(or_, (bounds.least for bounds in self.row_bounds), PointTable.of_points(0))
        return bool((self.bounds.most & ~taken).reachable())

    @cached_property
    def is_possible(self) -> bool:
        """Return whether the players can have what they have shown; False as well where that is not known."""
        return self.can_hold(ANY, unknown=False)

    def can_hold(self, formula: Formula, *, unknown: bool = True) -> bool:
        """Return whether a hand fits, of a player who has shown that, opposite his partner.

        ``unknown`` is returned where it is too much to count.
        """
        sure = (bounds_of(formula) & self.bounds).least.reachable()
        if sure and surely_meet(sure, self.partner_bounds.least.reachable()):
            return True
        whole = all_of((self.shown, formula))
        try:
            return has_hands(whole) and can_meet(whole, self.partner_shown)
        except TooManyStatesError:
            return unknown

    def made(self, system: System) -> Formula:
        """Return the hands that have made the player's earlier calls, rather than others."""
        meaning = meaning_of(system, self.written, vulnerability=self.vulnerability, any_passes=True)
        player = meaning.players[len(self.written) % _PLAYERS]
        return all_of((self.shown, *(call.hands for call in player.calls)))

    def surely_made(self, system: System) -> Formula:
        """Return those of them that are not meant for another call, whose row is not understood in full."""
        places, calls = places_of(system), self.written.calls
        others = (
            places.at(self.written, number, self.vulnerability).may_make_another(calls[number])
            for number in range(len(calls) % _PLAYERS, len(calls), _PLAYERS)
        )
        return all_of((self.made(system), *(~other for other in others)))

    def call_instead(self, hand: Hand, system: System) -> tuple[Call, ConsideredRow] | None:
        """Return the first call that a hand of this player would not have made, and the row it chooses."""
        places, calls = places_of(system), self.written.calls
        for number in range(len(calls) % _PLAYERS, len(calls), _PLAYERS):
            place = places.at(self.written, number, self.vulnerability)
            if not place.makes(hand, calls[number]):
                chosen = place.chosen(hand)
                return (calls[number], chosen) if chosen else None
        return None

    @property
    def is_clear(self) -> bool:
        """Return whether it is known of each row which hands fit."""
        return len(self.place.clear) == len(self.place.considered)

    @property
    def name(self) -> str:
        """Return the auction before, such as ``after 1NT-2C``, with its circumstances."""
        auction = f"{self.written.from_opening():short}"
        where = f"after {auction}" if auction else "as an opening"
        return f"{where}, {self.circumstances}" if self.circumstances else where


_ALL = TableBounds(PointTable.of_points(ALL_POINTS), PointTable.of_points(ALL_POINTS))
_KEPT = 1 << 12
_bounds: dict[int, tuple[Formula, TableBounds]] = {}


def bounds_of(formula: Formula) -> TableBounds:
    """Return the bounds of a formula, worked out once: rows share theirs."""
    known = _bounds.get(id(formula))
    if known is None:
        if len(_bounds) >= _KEPT:
            _bounds.clear()
        known = _bounds[id(formula)] = formula, formula.bounds()
    return known[1]


def _joined(rows: Iterable[ConsideredRow]) -> TableBounds:
    return reduce(and_, (bounds_of(row.condition) for row in rows), _ALL)


def turns_of(system: System) -> tuple[Turn, ...]:
    r"""Return the turns of a system in the order of its rows; the same ones when they are asked for again.

    >>> from bml_core.language import parse
    >>> from bml_core.system import expand
    >>> turns = turns_of(expand([parse("1N  15-17 hcp, balanced\n  2C  Stayman\n    2D  No major")]))
    >>> [(turn.name, len(turn.own), len(turn.partner)) for turn in turns]
    [('as an opening', 0, 0), ('after 1NT', 0, 1), ('after 1NT-2C', 1, 0)]
    """
    return _turns(places_of(system))


@lru_cache(maxsize=2)
def _turns(places: Places) -> tuple[Turn, ...]:
    return tuple(_Walk(places).turns())


_Situation = tuple[int, SideVulnerability]


class _Walk:
    """The walk over all auctions that have rows."""

    def __init__(self, places: Places) -> None:
        self._places = places
        #: The scopes of the rows after an auction, and of those that end with its last call.
        self._scopes: dict[Auction, dict[Scope, None]] = {}
        self._scopes_of_call: dict[Auction, dict[Scope, None]] = {}
        for row in places.system.agreements:
            auction = replace(row.auction, scope=ANY_SCOPE)
            self._scopes.setdefault(auction.before, {})[row.scope] = None
            self._scopes_of_call.setdefault(auction, {})[row.scope] = None

    def turns(self) -> Iterator[Turn]:
        for history in self._scopes:
            for (position, vulnerability), words in self._situations(history):
                passes = 0 if history.calls[:1] == (PASS,) else position - 1
                written = Auction((PASS,) * passes + history.calls, history.is_ours(passes))
                yield self._turn(written, vulnerability, history, words)

    def _turn(self, written: Auction, vulnerability: SideVulnerability, history: Auction, words: str) -> Turn:
        number = len(written)
        earlier = [
            self._places.at(written, before, vulnerability).row(call)
            for before, call in enumerate(written.calls)
        ]
        mine, others = (
            [row for row in earlier[(number + step) % _PLAYERS :: _PLAYERS] if row] for step in (0, _PARTNER)
        )
        own, partner = (tuple(row for row in rows if row.explanation.is_whole) for rows in (mine, others))
        is_own_known = all(row.is_clear or row.explanation.is_silent for row in mine)
        place = self._places.at(written, number, vulnerability)
        last = earlier[-_PARTNER] if number >= _PARTNER else None
        return Turn(place, written, vulnerability, own, partner, is_own_known, last, history, words)

    def _situations(self, history: Auction) -> Iterator[tuple[_Situation, str]]:
        """Yield one of the positions and vulnerabilities that mean the same rows here and before."""
        scopes = self._relevant(history)
        here = self._scopes[history]
        explicit = history.position - 1
        positions = (explicit + 1,) if explicit else _POSITIONS
        if len(scopes) == 1:
            (scope,) = scopes
            yield (positions[0] if explicit else scope.position.positions[0], _some(scope)), ""
            return
        classes: dict[tuple[bool, ...], list[_Situation]] = {}
        for position in positions:
            for we in _SIDES:
                for they in _SIDES:
                    situation = position, SideVulnerability(we=we, they=they)
                    if any(scope.holds(*situation) for scope in here):
                        holding = tuple(scope.holds(*situation) for scope in scopes)
                        classes.setdefault(holding, []).append(situation)
        for situations in classes.values():
            yield situations[0], _words(situations, len(positions)) if len(classes) > 1 else ""

    def _relevant(self, history: Auction) -> list[Scope]:
        """Return the scopes of the rows after an auction, and of those of its calls."""
        scopes = dict(self._scopes[history])
        for end in range(1, len(history) + 1):
            scopes |= self._scopes_of_call.get(Auction(history.calls[:end], history.we_deal), {})
        return list(scopes)


def _some(scope: Scope) -> SideVulnerability:
    return SideVulnerability(*(bool(side) for side in scope.vulnerability))


def _words(situations: Sequence[_Situation], positions: int) -> str:
    """Return positions and vulnerabilities in words, such as ``in third or fourth position, vulnerable``."""
    seats = sorted({position for position, _ in situations})
    we, they = ({getattr(who, side) for _, who in situations} for side in ("we", "they"))
    words = []
    if len(seats) < positions:
        words.append(f"in {' or '.join(_ORDINALS[seat - 1] for seat in seats)} position")
    if len(we) == 1:
        words.append("vulnerable" if True in we else "not vulnerable")
    if len(they) == 1:
        words.append(f"against {'' if True in they else 'non-'}vulnerable opponents")
    return ", ".join(words)
