"""Decisions: the rows for one call of an auction, which of them a hand chooses, and why.

A system has a decision point wherever a player may call. The calls that players must make, and the calls of
partner that they must not pass, are read from the words of the rows, as far as players agree on them; the
unknown is not an obligation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, cached_property, lru_cache
from itertools import combinations

from bml_core._package import checked
from bml_core.bridge import (
    DOUBLE,
    FULL_HAND,
    NEITHER,
    PASS,
    SUITS,
    Auction,
    AuctionLike,
    Bid,
    Call,
    Hand,
    HandLike,
    SideVulnerability,
    Strain,
    Suit,
    auction_argument,
    bid_above,
    hand_argument,
)
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import RowOrder
from bml_core.hands.bidding.likely_hands import (
    FORCING_POINTS,
    Likely,
    is_artificial,
    likely_hands,
    passes_below,
    plausible_hands,
    proposed,
)
from bml_core.hands.bidding.long_suits import has_preempts, unnamed
from bml_core.hands.bidding.row_order import (
    FORCED,
    GAMES,
    SAYS_MORE,
    THREE_NOTRUMP,
    Candidate,
    ChoiceContext,
    Ranking,
    are_in_rank_order,
    is_about_points,
    promises,
    share_of_hands,
)
from bml_core.hands.bidding.usual_answers import usual_answer
from bml_core.hands.conditions import (
    ALL_POINTS,
    ANY,
    MAX_POINTS,
    NONE,
    Formula,
    Length,
    Points,
    PointTable,
    Shaped,
    all_of,
    any_of,
    cards,
    points,
    with_open_lengths,
)
from bml_core.hands.descriptions import Obligation, says_shape, says_strength
from bml_core.hands.shapes import ShapeSet
from bml_core.notebooks import notebook_call, notebook_table
from bml_core.system import Agreement, System

OPENING_POINTS = 12
"""Where partner has not called, hands with fewer points that fit no row are meant to pass."""

_UNLIMITED = 25
#: Calls of hands that fit no other row.
_MAY_BID, _SUPPORT, _RAISE = 8, 3, 4
_SHOWN_CALLS = 12
_PARTNER, _ROUND = 2, 4
_VERY_LONG = 6
_KEPT_SYSTEMS, _KEPT_POINTS = 8, 4096


class Certainty(Enum):
    """How far the notes decide what a hand calls."""

    CERTAIN = "certain"
    LIKELY = "likely"
    NOT_KNOWN = "not known"


@dataclass(frozen=True, slots=True, repr=False)
class Choice:
    """The call of a hand, and why; ``call`` is None if the notes do not say it.

    ``why`` is a sentence, ``row`` the row of the call, None for a pass without one. ``passed_over`` are the
    rows that the hand fits as well, each with why it is not chosen, such as ``its suit is longer``.
    ``instead`` are the rows that may be meant for the hand, since they are not understood in full; those that
    come before the call by what is read of them are in front. ``ends_notes`` is True if the notes have no
    rows there, and no obligation is known. ``rule`` is the order of the rows. ``auction`` is the auction
    before the call, with the pass of an opponent that is understood. It ``is_near`` if the hand does not
    quite fit the row, or if players might as well make another call that it fits.
    """

    call: Call | None
    why: str = ""
    row: Candidate | None = None
    passed_over: tuple[tuple[Candidate, str], ...] = ()
    instead: tuple[Candidate, ...] = ()
    ends_notes: bool = False
    is_near: bool = False
    rule: RowOrder = RowOrder.NATURAL
    auction: Auction = field(default_factory=Auction)
    diagnostics: tuple[Diagnostic, ...] = ()

    def _repr_html_(self) -> str:
        call = notebook_call(self.call or "not known")
        certainty = self.certainty.value if self.call else ""
        return notebook_table([(call, certainty, self.why)])

    def __repr__(self) -> str:
        likely = "probably " if self.certainty is Certainty.LIKELY else ""
        return f"<Choice {likely}{self.call or 'not known'}: {self.why}>"

    @property
    def certainty(self) -> Certainty:
        """Return how far the notes decide: a call is certain if no other row may be meant for the hand.

        Its own row must be understood in full, too.
        """
        if self.call is None:
            return Certainty.NOT_KNOWN
        is_clear = self.row is None or self.row.is_clear
        is_certain = is_clear and not (self.instead or self.is_near)
        return Certainty.CERTAIN if is_certain else Certainty.LIKELY


# ---------------------------------------------------------------- obligations


def _why_forcing(last: Candidate | None, ours: Iterable[Candidate], calls: Sequence[Call]) -> str:
    """Return why partner's last call must not be passed, "" if it may be.

    Args:
        last: The row of partner's last call, if he made one and the notes have it.
        ours: The rows of all calls of our side.
        calls: The auction, with the last call of the opponents.
    """
    bid = next((call for call in reversed(calls) if isinstance(call, Bid)), None)
    is_to_game = any(Obligation.TO_GAME in row.obligations for row in ours)
    if bid and bid.level < GAMES[bid.strain] and is_to_game:
        return "the auction is forcing to game"
    obligations = last.obligations if last else frozenset()
    if last is None or calls[-1] is not PASS or Obligation.PASSABLE in obligations:
        return ""
    if not isinstance(last.call, Bid):
        return f"{last.call} is for takeout" if Obligation.TAKEOUT in obligations else ""
    if last.is_request or Obligation.FORCING in obligations:
        return f"{last.call} is forcing"
    if last.call.strain.suit and not last.is_to_play:
        # A splinter or a cue bid promises another suit instead of its own.
        promised = last.promised_suits
        if promised and last.call.strain.suit not in promised:
            return f"{last.call} shows {max(promised).word}"
    most = last.bounds.most
    is_unlimited = most & PointTable.of_points(ALL_POINTS & -(1 << _UNLIMITED))
    if _is_new_suit(calls) and is_unlimited and not most & PointTable.of_points(1):
        return f"{last.call} is a new suit without an upper limit"
    return ""


def _is_new_suit(calls: Sequence[Call]) -> bool:
    """Return True if the last call of partner is a response in a new suit to an opening in a suit."""
    side = calls[len(calls) % _PARTNER :: _PARTNER]
    bids = [call for call in side if isinstance(call, Bid)]
    opening = next((call for call in calls if isinstance(call, Bid)), None)
    if len(bids) != _PARTNER or bids[0] is not opening or bids[1] is not side[-1]:
        return False
    strains = {bid.strain for bid in bids}
    # A hand that has passed is limited.
    passed = any(call is PASS for call in calls[(len(calls) + _PARTNER) % _ROUND :: _ROUND])
    return len(strains) == len(bids) and all(strain.suit for strain in strains) and not passed


# ---------------------------------------------------------------- one decision


class DecisionPoint:
    """The rows for one call of an auction.

    Args:
        rows: The agreements there, by call.
        candidates: These agreements with what each of them says by itself.
        calls: The calls before.
        earlier: What the notes say of each of these.
        order: The order of rows that fit, if it is not that of the table.

    Attributes:
        forcing: Why partner's last call must not be passed, "" if it may be.
        to_play: Partner's last call, if it must be passed by every hand; else None.
        said: The rows that say something or are forced, in the order of the system, with their words alone.
    """

    def __init__(
        self,
        rows: Mapping[Call, Agreement],
        candidates: Sequence[Candidate],
        calls: Sequence[Call],
        earlier: Sequence[Candidate | None],
        order: RowOrder,
    ) -> None:
        self.rows = rows
        self._calls = calls
        number = len(calls)
        mine = [row for row in earlier[number % _ROUND :: _ROUND] if row]
        partner = [row for row in earlier[(number + _PARTNER) % _ROUND :: _ROUND] if row]
        self._last = last = earlier[-_PARTNER] if number >= _PARTNER else None
        self._side_is_silent = all(call is PASS for call in calls[number % _PARTNER :: _PARTNER])
        self._has_called = any(call is not PASS for call in calls[number % _ROUND :: _ROUND])
        bids = [call for call in calls if isinstance(call, Bid)]
        self._lowest = bid_above(bids[-1] if bids else None, 1)
        self.forcing = _why_forcing(last, (*mine, *partner), calls)
        self.said = tuple(_with_forced(candidates, last, self._lowest if self.forcing else None))
        self._mine, self._partner = mine, partner
        is_final = bool(calls) and calls[-1] is PASS and not self.forcing
        self.to_play = last.call if last and is_final and last.is_to_play else None
        self._named_order = order
        self._hands: dict[Call, Formula] = {}
        self._known_likely: dict[Call, Likely] = {}

    # Many points are asked for nothing but their rows: the rest is worked out when it is needed.

    @cached_property
    def _context(self) -> ChoiceContext:
        return _context(self._calls, self._mine, self._partner, is_silent=self._side_is_silent)

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """Return the rows that are said; a forced one is without the hands that may fit another."""
        return tuple(
            replace(row, condition=row.condition & ~self._in_doubt) if row.is_forced else row
            for row in self.said
        )

    @cached_property
    def clear(self) -> tuple[Candidate, ...]:
        """Return those of them of which it is known which hands fit."""
        return tuple(row for row in self.candidates if row.is_clear)

    @cached_property
    def read(self) -> tuple[Candidate, ...]:
        """Return the rows of which all words are understood, with what players add to them."""
        return tuple(self._meant.get(row, row) for row in self.candidates if row.is_read)

    @cached_property
    def ranking(self) -> Ranking:
        """Return the rows that are read, and those that may be meant, in order."""
        order = self._named_order
        if order is RowOrder.AUTO:
            is_ranked = are_in_rank_order(row.agreement for row in self.candidates)
            order = RowOrder.NATURAL if is_ranked else RowOrder.FIRST
        places = {call: number for number, call in enumerate(self._by_call)}
        ranked = sorted((*self.read, *self._unread_rows), key=lambda row: places[row.call])
        return Ranking(ranked, order, self._context)

    @cached_property
    def _by_call(self) -> dict[Call, Candidate]:
        return {row.call: row for row in self.candidates}

    @cached_property
    def _said_by_call(self) -> dict[Call, Candidate]:
        return {row.call: row for row in self.said}

    def _likely(self, call: Call) -> Likely:
        if call not in self._known_likely:
            self._known_likely[call] = likely_hands(self._said_by_call[call], self._calls, self._context)
        return self._known_likely[call]

    @cached_property
    def _in_doubt(self) -> Formula:
        return any_of(self._doubts(self.said))

    @cached_property
    def _meant(self) -> dict[Candidate, Candidate]:
        """Return the rows that are not clear with the hands that they are likely to mean."""
        chosen = [row for row in self.clear if not row.is_forced]
        return {
            row: replace(row, condition=each.hands & ~any_of(other.condition for other in before))
            for row in self.candidates
            if not row.is_clear
            for each in [self._likely(row.call)]
            for before in [_said_before(row, each, chosen)]
        }

    @cached_property
    def _unread_rows(self) -> tuple[Candidate, ...]:
        return tuple(meant for row, meant in self._meant.items() if not row.is_read)

    @cached_property
    def _blocking(self) -> tuple[Candidate, ...]:
        return tuple(row for row in self._unread_rows if not self._likely(row.call).is_answer)

    @cached_property
    def _unclear(self) -> dict[Candidate, tuple[Formula, Formula]]:
        """Return the hands that each row which is not clear is likely to mean, and those that it may mean."""
        return {
            row: (self._likely(row.call).hands, plausible_hands(row, self._calls, self._context))
            for row in self._meant
        }

    def row(self, call: Call) -> Candidate | None:
        """Return the row of a call, None if there is none that says something."""
        row = self._said_by_call.get(call)
        return self._by_call[call] if row and row.is_forced else row

    def usual(self, call: Call) -> Formula:
        """Return the hands that a row is likely to mean, whatever others are chosen before it."""
        row = self._said_by_call[call]
        if row.is_clear:
            return (self._by_call[call] if row.is_forced else row).condition
        hands = self._likely(call).hands
        return plausible_hands(row, self._calls, self._context) if hands == NONE else hands

    def proposed(self, call: Call) -> str:
        """Return a condition for a row that is not understood in full, "" where players would not agree."""
        row = self._said_by_call.get(call)
        return "" if row is None or row.is_clear else str(proposed(row, self._calls, self._context) or "")

    # ------------------------------------------------------------ one hand

    def choose(self, hand: Hand) -> Choice:
        """Return the call of a hand, and why."""
        row = self.ranking.chosen(hand)
        is_blocked = row in self._blocking
        blocking, row = (row, None) if is_blocked else (None, row)
        others = [
            (other, likely.fits(hand), widest.fits(hand))
            for other, (likely, widest) in self._unclear.items()
            if not row or other.call != row.call
        ]
        others.sort(key=lambda each: (each[0].call != blocking.call if blocking else False, not each[1]))
        instead = tuple(other for other, *fits in others if any(fits))
        rivals = [other for other, is_near, _ in others if is_near and (is_blocked or not other.is_read)]
        if row is None and not rivals and (longer := self.longer.chosen(hand)):
            why = f"It has more cards in a suit than the row of {longer.call} says."
            row = self._by_call[longer.call]
            return Choice(row.call, why, row, (), instead, is_near=True, rule=self.ranking.rule)
        if row is None:
            call, why = self._without_row(hand, rivals, instead)
            if call is None and (usual := self._usual(hand, rivals, instead)):
                return usual
            is_near = call is PASS and bool(self.candidates) and not self.passing.fits(hand)
            ends_notes = call is None and not self.candidates and not self.forcing
            return Choice(*(call, why, None, (), instead, ends_notes, is_near), rule=self.ranking.rule)
        passed_over = tuple(
            (other, self.ranking.reason(row, other, hand))
            for other in self.ranking.fitting(hand)
            if other is not row and not other.is_forced and other not in self._blocking
        )
        if row.is_forced:
            why = f"{row.call} is for every hand that fits no other row."
        elif not passed_over:
            why = f"It fits no other row{' that is understood' if instead else ''}."
        else:
            # The one that comes to mind first is the one that says least.
            other, reason = passed_over[0]
            why = f"{row.call} rather than {other.call}: {reason}."
        lacks = row.explanation.lacks if not row.is_clear else ()
        if not row.is_read:
            why += " But not all words of its row are understood."
        elif lacks:
            why += f" But its row does not say {' and '.join(lack.value for lack in lacks)}."
        elif rivals and not row.is_forced:
            why += f" But {rivals[0].call}, which is not understood in full, may be meant for it."
        # Whether a hand that may pass by its row bids is a matter of taste.
        is_near = any(
            other.call is PASS and reason == SAYS_MORE and not row.is_forced for other, reason in passed_over
        )
        return Choice(row.call, why, row, passed_over, instead, is_near=is_near, rule=self.ranking.rule)

    @cached_property
    def longer(self) -> Ranking:
        """Return the rows whose bare numbers of cards are taken for lower bounds."""
        rows = (
            with_open_suits(row, self._context.partner_suit, self.ranking.rows)
            for row in self.ranking.rows
            if not row.is_forced
        )
        return self.ranking.among(tuple(row for row in rows if row))

    def _without_row(
        self, hand: Hand, rivals: Sequence[Candidate], instead: Sequence[Candidate]
    ) -> tuple[Call | None, str]:
        """Return the call of a hand that fits no row, if it is known, and why."""
        forcing = f", and {self.forcing}" if self.forcing else ""
        if not self.candidates:
            if self.to_play:
                return PASS, f"{self.to_play} is to play."
            return None, f"The notes have no rows there{forcing}."
        is_clear = len(self.clear) == len(self.candidates)
        why = "It fits no row" if is_clear else "It fits no row that is understood"
        if rivals:
            return None, f"{why}, and {rivals[0].call}, which is not understood in full, may be meant for it."
        # What is read of the rows must be enough to know that they are not meant for the hand.
        is_read = not is_clear and all(self._likely(row.call).is_shaped for row in instead)
        passes = self._by_call.get(PASS)
        if passes and passes.condition != ANY and passes.condition.fits(hand):
            # "P  up to 10 and nothing much to say"
            return PASS, f"{why}, but goes with what is understood of a pass."
        if self.passing.fits(hand):
            return PASS, f"{why}, and is too weak {'for those' if instead else 'to bid'}."
        if self._lacks_weak_two(hand):
            return PASS, f"{why}, and those for long suits are not for it."
        is_usual = max(hand.shape) <= _VERY_LONG or not self._context.is_opening
        if is_read and is_usual and self._likely_to_pass.fits(hand):
            return PASS, f"{why}, nor what is understood of the others."
        if not self.read:
            why = "None of the rows there is understood"
        return None, f"{why}{forcing}."

    def _usual(
        self, hand: Hand, rivals: Sequence[Candidate], instead: tuple[Candidate, ...]
    ) -> Choice | None:
        """Return what players call without a row, unless rows say something else of this call."""
        usual = usual_answer(hand, self._last, self._calls, self._context)
        fitting = [row for row in instead if row.explanation.likely.fits(hand)]
        are_shaped = all(row in fitting or row.explanation.likely != ANY for row in instead)
        if usual is None and self.forcing and len(fitting) == 1 and are_shaped:
            # "2C-2D  waiting"
            (left,) = fitting
            why = f"It fits no row that is understood, {self.forcing}, and only {left.call} is left."
            return Choice(left.call, why, left, (), instead, is_near=True, rule=self.ranking.rule)
        if usual is None or any(rival.call != usual[0] for rival in rivals):
            return None
        call, why = usual
        if any(row.call == call for row in self.read) or (call is PASS and self.forcing):
            return None
        said = "No row that is understood says so" if self.candidates else "The notes have no rows there"
        row, rule = self.row(call), self.ranking.rule
        ends_notes = not (self.candidates or self.forcing)
        return Choice(call, f"{said}, but {why}.", row, (), instead, ends_notes, is_near=True, rule=rule)

    def makes(self, hand: Hand, call: Call) -> bool:
        """Return whether a hand is among the :meth:`hands` of a call."""
        chosen = self.ranking.chosen(hand)
        if chosen is not None:
            return chosen.call == call
        row = self.row(call)
        return self.hands(call).fits(hand) if row is None else not row.is_read and row.condition.fits(hand)

    def call_instead(self, hand: Hand, call: Call) -> str:
        """Return in a sentence what a hand calls by the notes instead of a call, "" if it makes this call."""
        if self.makes(hand, call):
            return ""
        chosen, row = self.ranking.chosen(hand), self.row(call)
        chosen = None if chosen in self._blocking else chosen
        is_meant = row is not None and not row.is_clear and self.usual(call).fits(hand)
        if is_meant or (chosen is not None and not chosen.is_clear):
            # That it is likely is not enough to say so.
            return ""
        if chosen is None:
            if self.passing.fits(hand):
                return f"By the notes, this hand passes: it does not fit {call}."
            return f"By the notes, this hand does not fit {call}, and they do not say what else it calls."
        fits = row is not None and row in self.ranking.rows and row.condition.fits(hand)
        reason = self.ranking.reason(chosen, row, hand) if row and fits else f"it does not fit {call}"
        return f"By the notes, this hand makes the call {chosen.call}, not {call}: {reason}."

    # ------------------------------------------------------------ all hands

    def hands(self, call: Call) -> Formula:
        """Return the hands that make a call: those that choose its row, or that pass without one.

        A row of which words are not understood has the hands that fit the others, and no row that is read.
        """
        if call not in self._hands:
            row, read = self.row(call), next((row for row in self.read if row.call == call), None)
            if row is None:
                is_weak = call is PASS and self.passing != NONE
                self._hands[call] = all_of((self.passing, ~self.claimed)) if is_weak else self.outside
            else:
                self._hands[call] = self.ranking.hands(read) if read else row.condition & self.outside
        return self._hands[call]

    @cached_property
    def outside(self) -> Formula:
        """Return the hands that fit no row that is read."""
        return ~any_of(row.condition for row in self.read)

    @cached_property
    def claimed(self) -> Formula:
        """Return the hands that rows which are not understood in full may mean: their pass is not certain."""
        return any_of(widest for _, widest in self._unclear.values())

    @property
    def may_pass(self) -> bool:
        """Return whether hands that fit no row may pass, since no row says which hands do."""
        is_named = any(row.is_forced or row.call is PASS for row in self.read)
        return not self.forcing and not is_named

    @cached_property
    def passing(self) -> Formula:
        """Return the hands that pass because they fit no row and are too weak for every one."""
        return NONE if self.weak == NONE else self.outside & self.weak

    @cached_property
    def weak(self) -> Formula:
        """Return the hands that pass if they fit no row."""
        return self._weak(self._chosen, are_doubted=True)

    @cached_property
    def _weak_with_long_suits(self) -> Formula:
        """Return the same hands together with those that might bid a long suit of which no row speaks."""
        return self._weak(self._chosen, are_doubted=True, are_named=True)

    def _lacks_weak_two(self, hand: Hand) -> bool:
        """Return whether a hand has six diamonds, say, where the weak twos are in the majors alone."""
        has_rows = self._context.is_opening and has_preempts(self._chosen)
        return has_rows and max(hand.shape) <= _VERY_LONG and self._weak_with_long_suits.fits(hand)

    @property
    def _chosen(self) -> list[Candidate]:
        return [row for row in self.read if not row.is_forced]

    @cached_property
    def _likely_to_pass(self) -> Formula:
        """Return the hands that pass if they fit no row, whatever else its unread words may mean."""
        rows = [row for row in self.ranking.rows if not row.is_forced and row.condition not in (ANY, NONE)]
        return self._weak(rows, are_doubted=False, are_named=self._context.is_opening)

    def _weak(self, rows: Sequence[Candidate], *, are_doubted: bool, are_named: bool = False) -> Formula:
        """Return the hands that are too weak for some rows.

        They would fit a row with more points and none with fewer, or are below all rows. Below all are hands
        with fewer points than any row wants that wants some; without a call of partner, those that nobody
        expects to bid. A hand that fits what is understood of another row may be meant to bid. So may one as
        strong as a row, with a longer suit, and one with a long suit of which no row speaks, unless
        ``are_named``.
        """
        if not self.may_pass or not rows:
            return NONE
        possible = [row.most for row in rows]
        floors = [floor for table in possible if (floor := _fewest(table))]
        floor = OPENING_POINTS if self._side_is_silent else min(floors, default=0)
        # Opposite a limited partner, hands without a game pass, unless they might raise his suit.
        raises = (
            cards(_SUPPORT, FULL_HAND, self._context.partner_suit) if self._context.partner_suit else NONE
        )
        may_raise = raises.table().points_by_shape()
        least = _any_table(row.bounds.least for row in rows).points_by_shape()
        most = _any_table(row.bounds.most for row in rows).points_by_shape()
        too_long = any_of(_with_longer_suits(rows, self._context.partner_suit))
        own = (row.condition for row in self._unread_rows)
        in_doubt = any_of((self._in_doubt, too_long, *own, *self._unread(possible)))
        in_doubt = in_doubt if are_doubted else any_of(row.condition for row in rows)
        doubted = in_doubt.bounds().most
        if not are_named:
            doubted |= unnamed(self._chosen, self._calls, self._context)
        unread = doubted.points_by_shape()
        # With more points than others open with, a hand that fits no row is a hole in the notes.
        fewest_opened = _fewest(_any_table(possible), OPENING_POINTS) or MAX_POINTS + 1
        passed_by = passes_below(self._context)
        shapes: dict[int, int] = {}
        for number, (sure, maybe, unsure) in enumerate(zip(least, most, unread, strict=True)):
            below = (sure & -sure) - 1 if sure else ALL_POINTS
            higher = (1 << maybe.bit_length() - 1) - 1 if maybe else 0
            if self._context.is_opening:
                higher = (maybe >> 1 | maybe >> 2) & (1 << fewest_opened) - 1
            passed = max(floor, 0 if may_raise[number] else passed_by)
            weak = (below & higher | (1 << passed) - 1) & ~unsure
            shapes[weak] = shapes.get(weak, 0) | 1 << number
        return any_of(Points(weak) & Shaped(ShapeSet(mask)) for weak, mask in shapes.items() if weak)

    def _unread(self, possible: Iterable[PointTable]) -> Iterator[Formula]:
        """Yield the hands for which a row opposite partner may be meant of which nothing is understood.

        These are the hands with four cards in its suit, if the player has called before, but strong ones for
        the fourth suit and theirs; else those as strong as another row wants that is not for long suits
        alone. The lowest bid is often for all weak hands.
        """
        usual = (table & ~_long_suits().table() for table in possible)
        floors = [floor for table in usual if (floor := _fewest(table))]
        for row in () if self._side_is_silent else self.candidates:
            if row.is_read or row.condition != ANY or row.call is PASS:
                continue
            if row.call == self._lowest and not (
                row.explanation.is_silent or self._context.partner_in_notrump
            ):
                yield ANY
            elif not self._has_called:
                yield points(min(floors, default=0), MAX_POINTS)
            elif isinstance(row.call, Bid) and is_artificial(row.call, self._calls):
                yield points(FORCING_POINTS, MAX_POINTS)
            elif isinstance(row.call, Bid) and row.call.strain.suit:
                yield cards(_RAISE, FULL_HAND, row.call.strain.suit)

    def _doubts(self, rows: Iterable[Candidate]) -> Iterator[Formula]:
        """Yield the hands that may fit each row that is not clear: those that it is likely to mean.

        Where partner has not called, and no lengths are understood, these are hands with long suits alone.
        So they are opposite notrump, and for a relay that says nothing of the hand: it may be a way to stop
        in such a suit. Else, opposite partner, a row of which nothing is understood leaves no hand in doubt.
        """
        for row in rows:
            if row.is_read:
                continue
            is_empty = row.condition == ANY
            if self._side_is_silent and is_about_points(row.condition):
                if row.call is not PASS:
                    floor = points(_MAY_BID, MAX_POINTS) if is_empty else ANY
                    yield row.condition & floor & _long_suits()
            elif not is_empty:
                yield (
                    row.condition & self._likely(row.call).hands
                    if self._context.is_opening
                    else row.condition
                )
            elif row.is_request or self._context.partner_in_notrump:
                yield _long_suits()


def _with_forced(
    rows: Sequence[Candidate], last: Candidate | None, waiting: Bid | None
) -> Iterator[Candidate]:
    """Yield the rows that say something or are forced; ``waiting`` is the lowest bid below a forcing call.

    The only row below a transfer or a relay is what was asked for, whatever it says. So is the lowest bid of
    the suit that a transfer shows, if its words say nothing of the hand ("normal"), and a waiting bid that
    says nothing, if it is the only row.
    """
    is_requested = last is not None and last.is_request
    is_asked = len(rows) == 1 and is_requested
    shown = last.promised_suits if last and is_requested else frozenset()
    completions = [row.call for row in rows if isinstance(row.call, Bid) and row.call.strain.suit in shown]
    # Nobody is forced to open.
    forced = FORCED if last is not None else {Obligation.REST}
    for row in rows:
        is_described, is_last = row.agreement.is_described, row.call is PASS
        is_rest = is_described and (is_last or (len(rows) == 1 and row.call == waiting))
        is_left = row.explanation.is_silent and (is_rest or row.call in completions[:1])
        is_meant = is_asked or is_left or not forced.isdisjoint(row.obligations)
        if is_meant and not row.explanation.is_read:
            yield replace(row, is_forced=True)
        elif is_described:
            yield row


def _context(
    calls: Sequence[Call], mine: Sequence[Candidate], partner: Sequence[Candidate], *, is_silent: bool
) -> ChoiceContext:
    """Return what a choice depends on; a side is silent that has only passed."""
    shown, own_suits = ([suit for row in rows if (suit := row.shown_suit)] for rows in (partner, mine))
    before = calls[-_PARTNER] if len(calls) >= _PARTNER else None
    is_opening = not any(isinstance(call, Bid) for call in calls)
    return ChoiceContext(
        is_opening=is_opening,
        partner_suit=shown[-1] if shown else None,
        own_suits=frozenset(own_suits),
        own=all_of(row.condition for row in mine),
        partner_doubled=before == DOUBLE,
        partner_in_notrump=isinstance(before, Bid) and before.strain is Strain.NOTRUMP,
        partner=all_of(row.condition for row in partner),
        has_called=any(call is not PASS for call in calls[len(calls) % _ROUND :: _ROUND]),
        has_partner_called=before is not None and before is not PASS,
        is_overcall=is_silent and not is_opening,
    )


@cache
def _long_suits() -> Formula:
    """Return the formula for a suit of six cards, or two of five."""
    six = (cards(6, FULL_HAND, suit) for suit in SUITS)
    fives = (cards(5, FULL_HAND, one) & cards(5, FULL_HAND, other) for one, other in combinations(SUITS, 2))
    return any_of((*six, *fives))


def _said_before(row: Candidate, likely: Likely, chosen: Iterable[Candidate]) -> Iterable[Candidate]:
    """Yield the rows that hands choose before one that is not clear.

    Where it says shape and strength, these are the rows that say as much, but for other suits on its level:
    a hand with both majors still bids spades. 3NT to play is for hands that have nothing else to show.
    """
    if likely.is_read:
        return ()
    if says_shape(row.explanation.likely):
        chosen = [
            other for other in chosen if other.call != THREE_NOTRUMP or not is_about_points(other.condition)
        ]
    if not (says_shape(likely.hands, is_strong_any=True) and says_strength(likely.hands)):
        return chosen
    share = share_of_hands(likely.hands)
    return (
        other
        for other in chosen
        if share_of_hands(other.condition) <= share and not _are_rival_suits(row, other)
    )


def _are_rival_suits(one: Candidate, other: Candidate) -> bool:
    """Return whether the lengths of suits decide between two bids."""
    if not (isinstance(one.call, Bid) and isinstance(other.call, Bid)):
        return False
    suits = {one.call.strain.suit, other.call.strain.suit}
    return one.call.level == other.call.level and None not in suits


def with_open_suits(row: Candidate, partner: Suit | None, rows: Iterable[Candidate]) -> Candidate | None:
    """Return a row of which bare numbers of cards are lower bounds, None if it has none: ``four clubs, 6-9``.

    They are none where another row takes the hands with more of them.
    """
    suits = {row.call.strain.suit, partner} if isinstance(row.call, Bid) else set()
    held = points(*(row.most.limits() or (0, MAX_POINTS))).table()

    def is_open(length: Length) -> bool:
        longer = (other.most for other in rows if other.call != row.call)
        return length.suit in suits and not any(
            promises(most, length.suit, length.low + 1) and most & held for most in longer
        )

    opened = with_open_lengths(row.condition, is_open)
    is_same = opened == row.condition or row.explanation.reading.is_exact
    return None if is_same else replace(row, condition=opened)


def _with_longer_suits(rows: Iterable[Candidate], partner: Suit | None) -> Iterator[Formula]:
    """Yield the hands with the points of a bid and more cards in its suit, or partner's, than its row has."""
    for row in rows:
        bid, table = row.call, row.most
        suits = {bid.strain.suit, partner} if isinstance(bid, Bid) else set()
        for suit in row.promised_suits & suits:
            longest = max((n for n in range(FULL_HAND + 1) if table & cards(n, n, suit).table()), default=0)
            if longest < FULL_HAND:
                yield cards(longest + 1, FULL_HAND, suit) & points(_fewest(table), MAX_POINTS)


def _any_table(tables: Iterable[PointTable]) -> PointTable:
    """Return the points that are in any of some tables, for each shape."""
    whole = PointTable.of_points(0)
    for table in tables:
        whole |= table
    return whole


def _fewest(table: PointTable, least: int = 0) -> int:
    """Return the fewest points of the hands of a table, from ``least`` on; 0 if there are none."""
    return (table.limits(least) or (0, 0))[0]


# ---------------------------------------------------------------- all decisions of a system


class DecisionPoints:
    """The decision points of all auctions of a system, each worked out once.

    Args:
        system: The notes.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self._order = system.metadata.choice or RowOrder.AUTO
        self._at = lru_cache(maxsize=_KEPT_POINTS)(self._point)

    def at(
        self, auction: Auction, index: int | None = None, vulnerability: SideVulnerability = NEITHER
    ) -> DecisionPoint:
        """Return the decision on the call at ``index`` of an auction, on the next one by default."""
        return self._at(auction.calls[:index], auction.we_deal, vulnerability)

    def of_player(
        self, auction: Auction, player: int, vulnerability: SideVulnerability = NEITHER
    ) -> Iterator[tuple[DecisionPoint, Call]]:
        """Yield the decisions of a player, 0 for the dealer, each with the call that was made."""
        for index in range(player % _ROUND, len(auction), _ROUND):
            yield self.at(auction, index, vulnerability), auction.calls[index]

    def calls_instead(
        self, hand: Hand, auction: Auction, player: int, vulnerability: SideVulnerability = NEITHER
    ) -> Iterator[str]:
        """Yield what a hand calls instead of each call of a player that it would not have made."""
        for point, call in self.of_player(auction, player, vulnerability):
            if instead := point.call_instead(hand, call):
                yield instead

    def _point(
        self, calls: tuple[Call, ...], we_deal: bool, vulnerability: SideVulnerability
    ) -> DecisionPoint:
        earlier = [
            self._at(calls[:number], we_deal, vulnerability).row(call) for number, call in enumerate(calls)
        ]
        rows = self.system.after(Auction(calls, we_deal), vulnerability)
        order = next((row.choice for row in rows.values() if row.choice), self._order)
        candidates = [Candidate.of(row, self.system) for row in rows.values()]
        if calls[-1:] == (PASS,):
            candidates = [self._without_invitations(row, candidates, calls, we_deal) for row in candidates]
        return DecisionPoint(rows, candidates, calls, earlier, order)

    def _without_invitations(
        self, row: Candidate, others: Sequence[Candidate], calls: tuple[Call, ...], we_deal: bool
    ) -> Candidate:
        """Return a row without hands that only the book gives to it, and the notes to calls after a transfer.

        "4D  Texas" is for hands with game, also with eight points: unless "1N-2D-2H-3H" invites with them.
        """
        shown = row.promised_suits
        strain = row.call.strain if isinstance(row.call, Bid) else None
        by_book = any(each.is_usual and says_strength(each.condition) for each in row.explanation.sources)
        if not (by_book and row.is_request and row.is_clear and len(shown) == 1):
            return row
        (suit,) = shown
        own = Strain(suit.value)
        invited = []
        for other in others:
            bid = other.call
            if bid is row.call or not (
                isinstance(bid, Bid) and other.is_request and suit in other.promised_suits
            ):
                continue
            completed = Bid(bid.level + (bid.strain > own), own)
            if own is strain or bid.strain is own or completed.level >= GAMES[own]:
                continue
            after = Auction((*calls, bid, PASS, completed, PASS), we_deal)
            for each in self.system.after(after).values():
                later = Candidate.of(each, self.system)
                is_invitation = Obligation.INVITES in later.obligations and later.is_clear
                if is_invitation and promises(later.most, suit, _VERY_LONG):
                    invited.append(later.condition)
        return replace(row, condition=row.condition & ~any_of(invited)) if invited else row


class _Same:
    """A system that equals itself alone: to compare thousands of agreements takes longer than to choose."""

    def __init__(self, system: System) -> None:
        self.system = system

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.system is other.system

    def __hash__(self) -> int:
        return id(self.system)


@lru_cache(maxsize=_KEPT_SYSTEMS)
def _points(same: _Same) -> DecisionPoints:
    return DecisionPoints(same.system)


def decision_points(system: System) -> DecisionPoints:
    """Return the decision points of a system; the same ones when they are asked for again."""
    return _points(_Same(system))


@checked
def choose_call(
    system: System,
    hand: HandLike,
    auction: AuctionLike = "",
    *,
    vulnerability: SideVulnerability = NEITHER,
    location: Location = Location("hand", 1),  # noqa: B008
) -> Choice:
    r"""Return the call that a hand makes after an auction, and why.

    Args:
        system: The notes.
        hand: The hand, or its text.
        auction: What was called before; nothing for an opening.
        vulnerability: Who is vulnerable, seen from our side.
        location: Where the hand was written, for diagnostics.

    Raises:
        TypeError: ``hand`` or ``auction`` is of another type.
        ValueError: ``hand`` does not have thirteen different cards, or ``auction`` is not legal.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1C  3+ clubs, 11-21 hcp\n1S  5+ spades, 11-21 hcp")])
    >>> choice = choose_call(system, "AK843 5 KJ4 9832")
    >>> str(choice.call), choice.why
    ('1S', '1S rather than 1C: its suit is longer.')
    >>> choose_call(system, "AK84 A52 KJ43 98")
    <Choice not known: It fits no row.>
    """
    hand, auction = hand_argument(hand), auction_argument(auction).for_side(ours=True)
    if auction.is_over:
        over = Diagnostic("BML631", "This auction is over.", last_location(auction), "Leave out calls.")
        return Choice(None, over.message, auction=auction, diagnostics=(over,))
    decisions = decision_points(system)
    for index, call in enumerate(auction.calls):
        if auction.is_ours(index) and call is not PASS:
            rows = decisions.at(auction, index, vulnerability).rows
            if call not in rows:
                return Choice(None, not_in_notes(auction, index, rows).sentence, auction=auction)
    diagnostics = (
        Diagnostic("BML643", why, location, "Its next call is still looked up.")
        for why in decisions.calls_instead(hand, auction, len(auction), vulnerability)
    )
    choice = decisions.at(auction, vulnerability=vulnerability).choose(hand)
    return replace(choice, auction=auction, diagnostics=tuple(diagnostics))


def last_location(auction: Auction) -> Location:
    """Return the place of the last call that is written."""
    return next((each for each in reversed(auction.locations) if each), Location("auction", 1))


def not_in_notes(auction: Auction, index: int, rows: Iterable[Call]) -> Diagnostic:
    """Report that the notes do not have our call at ``index``; ``rows`` are those that they have instead."""
    names = [str(call) for call in rows]
    more = ", …" if len(names) > _SHOWN_CALLS else ""
    before = "-".join(map(str, auction.calls[:index]))
    where = f"after {before}" if before else "as an opening"
    message = f"{auction.calls[index]} is not in the notes {where}."
    hint = f"They have {', '.join(names[:_SHOWN_CALLS])}{more}." if names else "They have no calls there."
    return Diagnostic("BML633", message, auction.location(index) or Location("auction", 1), hint)
