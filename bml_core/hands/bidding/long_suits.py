"""Hands with a long suit, which players do not pass as a matter of course.

Notes seldom have a row for each suit in which hands preempt or overcall: "(1D)  D  12+ hcp, takeout" does
not say that a hand with six spades passes. That a hand which fits no row is too weak is only known where the
notes have rows for suits as long as its own: "2S  6 spades, 6-10 hcp" leaves out one with 4 hcp.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from bml_core.bridge import FULL_HAND, PASS, SUITS, Bid, Call, Strain, Suit
from bml_core.hands.bidding.row_order import MAJORS, Candidate, ChoiceContext
from bml_core.hands.conditions import MAX_POINTS, PointTable, any_of, cards, points

_Lengths = tuple[tuple[int, int], ...]

#: How many cards in a suit hands bid with, each with the fewest points: to open or to jump, to overcall on
#: the one, the two and the three level, opposite notrump and opposite a suit.
_PREEMPTS: _Lengths = ((6, 5), (7, 3), (8, 0))
_OVERCALLS: dict[int, _Lengths] = {1: ((5, 8), *_PREEMPTS), 2: ((5, 11), (6, 7), (7, 5), (8, 0))}
_HIGH_OVERCALLS: _Lengths = ((6, 9), (7, 7), (8, 3))
_OPPOSITE_NOTRUMP: dict[bool, _Lengths] = {True: ((5, 0),), False: ((6, 0),)}
_OPPOSITE_SUIT: _Lengths = ((6, 4), (7, 2), (8, 0))
_PREEMPTIVE, _BALANCES = 10, 3
_FIVE, _SIX, _GAME = 5, 6, 3
#: Few overcall 1D with less.
_DIAMONDS = 10


def unnamed(rows: Sequence[Candidate], calls: Sequence[Call], context: ChoiceContext) -> PointTable:
    """Return the hands with a long suit that may bid something of which no row speaks.

    Args:
        rows: The rows that are understood.
        calls: The calls before.
        context: What is known of these calls.
    """
    whole = PointTable.of_points(0)
    if context.has_called:
        return whole
    for length, fewest, suit in _suits_to_bid(calls, context):
        hands = cards(length, FULL_HAND, suit) & points(fewest, MAX_POINTS)
        # "2C  5+ clubs, 11-16 hcp" over their opening: with 10 points hands pass.
        most = MAX_POINTS if context.is_overcall and length < _SIX else _PREEMPTIVE
        whole |= hands.table() & ~_spoken_of(rows, min(length, _SIX), most)
    return whole


def has_preempts(rows: Iterable[Candidate]) -> bool:
    """Return whether some row is for weak hands with a suit of six cards, whichever that is."""
    return bool(_spoken_of(rows, _SIX, _PREEMPTIVE))


def _suits_to_bid(calls: Sequence[Call], context: ChoiceContext) -> Iterator[tuple[int, int, Suit]]:
    """Yield the suits that players bid: with how many cards, and from how many points on."""
    bids = [call for call in calls if isinstance(call, Bid)]
    balances = _BALANCES if bids and calls[-2:] == (PASS, PASS) else 0
    theirs = {bid.strain.suit for bid in bids} if context.is_overcall else set()
    for suit in SUITS:
        if suit in theirs or suit is context.partner_suit:
            continue
        if context.is_opening:
            lengths = _PREEMPTS
        elif context.is_overcall:
            lowest = bids[-1].level + (bids[-1].strain > Strain(suit.value))
            lengths = _OVERCALLS.get(lowest, _HIGH_OVERCALLS)
            if lowest == 1 and suit not in MAJORS:
                lengths = ((_FIVE, _DIAMONDS), *lengths[1:])
            # With five cards over their notrump many pass.
            lengths = lengths[bids[-1].strain is Strain.NOTRUMP and lengths[0][0] < _SIX :]
        elif len(bids) > 1 or calls[-1] is not PASS or not context.has_partner_called:
            continue
        elif context.partner_in_notrump and bids[0].level < _GAME:
            lengths = _OPPOSITE_NOTRUMP[suit in MAJORS]
        elif bids[0].level == 1:
            # What needs the two level is often passed with six cards.
            lengths = _OPPOSITE_SUIT[bids[0].strain > Strain(suit.value) :]
        else:
            continue
        yield from ((length, max(fewest - balances, 0), suit) for length, fewest in lengths)


def _spoken_of(rows: Iterable[Candidate], length: int, most: int) -> PointTable:
    """Return all hands of the shapes that may have up to ``most`` points in rows for suits of a length."""
    shapes = 0
    for row in rows:
        if row.most and not row.most & _shorter(length):
            weak = (row.most & PointTable.of_points((1 << most + 1) - 1)).points_by_shape()
            shapes |= sum(1 << number for number, held in enumerate(weak) if held)
    return PointTable.of_shapes(shapes)


@cache
def _shorter(length: int) -> PointTable:
    """Return the hands without a suit that long."""
    return ~any_of(cards(length, FULL_HAND, suit) for suit in SUITS).table()
