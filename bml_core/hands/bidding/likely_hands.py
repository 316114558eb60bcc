"""What players usually mean by a call whose row leaves its shape or its strength open.

With it a call is likely, never certain: a row that says "5+ spades" opens with the points of an opening.
"""

from __future__ import annotations

from collections.abc import Sequence

from bml_core.bridge import BIDS, DOUBLE, FULL_HAND, Bid, Call, Suit
from bml_core.hands.bidding.row_order import MAJORS, Candidate, ChoiceContext
from bml_core.hands.conditions import (
    ANY,
    MAX_POINTS,
    SUIT_ORDER,
    Formula,
    all_of,
    balanced,
    cards,
    points,
    semi_balanced,
)
from bml_core.hands.descriptions import Lack, asked_steps

_NOTRUMP_OPENINGS = {1: (12, 18), 2: (19, 22)}
_RAISES = {1: (6, 10), 2: (10, 12)}
_NOTRUMP_RESPONSES = {1: (6, 10), 2: (10, 12), 3: (13, 15)}


def likely_hands(row: Candidate, calls: Sequence[Call], context: ChoiceContext) -> Formula:
    """Return what players would add to a row after some calls; any hand where they would not agree."""
    lacks = row.explanation.lacks
    if not lacks:
        return ANY
    bid = row.call
    shape, strength = _double(calls) if bid == DOUBLE else (ANY, ANY)
    promised = row.promised_suits
    is_artificial = bool(promised) and isinstance(bid, Bid) and bid.strain.suit not in promised
    if is_artificial or asked_steps(row.agreement) is not None:
        # A transfer, a cue bid or a question.
        return ANY
    if isinstance(bid, Bid):
        bids = [call for call in calls if isinstance(call, Bid)]
        shape, strength = _usual(bid, bids, context, promised)
    parts = {Lack.SHAPE: shape, Lack.STRENGTH: strength}
    return all_of(parts[lack] for lack in lacks)


def _usual(
    bid: Bid, bids: Sequence[Bid], context: ChoiceContext, promised: frozenset[Suit]
) -> tuple[Formula, Formula]:
    """Return the usual shape and strength of a bid."""
    suit, jump = bid.strain.suit, _jump(bid, bids)
    if context.is_opening:
        return _opening(bid, promised)
    if context.is_overcall:
        return _overcall(bid, jump)
    if suit is None:
        is_response = context.partner_suit is not None and not context.own_suits
        amounts = _NOTRUMP_RESPONSES.get(bid.level) if is_response else None
        short = (cards(0, 3, major) for major in MAJORS if major not in context.own_suits)
        shape = semi_balanced() if bid.level > 1 else all_of(short)
        return shape, points(*amounts) if amounts else ANY
    if suit is context.partner_suit:
        amounts = None if context.own_suits else _RAISES.get(jump + 1)
        return _suit(3 + (jump > 0), suit), points(*amounts) if amounts else ANY
    if suit in context.own_suits:
        return _suit(6, suit), ANY
    if context.own_suits or context.partner_suit is None or context.partner_in_notrump or jump:
        return _suit(4 if context.own_suits else 5, suit), ANY
    is_low = bid.level == 1
    return _suit(4 if is_low else 5, suit), points(6 if is_low else 10, MAX_POINTS)


def _opening(bid: Bid, promised: frozenset[Suit]) -> tuple[Formula, Formula]:
    suit, level = bid.strain.suit, bid.level
    if suit is None:
        return balanced(), points(*_NOTRUMP_OPENINGS.get(level, (0, MAX_POINTS)))
    if level == 1:
        return _suit(4 if suit is not Suit.CLUBS else 3, suit), points(11, 21)
    if bid == BIDS[5] and not promised:
        # "2C  Strong, forcing"
        return points(20, MAX_POINTS), points(20, MAX_POINTS)
    amounts = (11, 15) if bid == BIDS[5] else (5, 10)
    return _suit(min(level + 4, 7), suit), points(*amounts)


def _overcall(bid: Bid, jump: int) -> tuple[Formula, Formula]:
    suit = bid.strain.suit
    if suit is None:
        return balanced(), points(15, 18)
    if jump:
        return _suit(6, suit), points(5, 10)
    return _suit(5, suit), points(8 if bid.level == 1 else 10, 17)


def _double(calls: Sequence[Call]) -> tuple[Formula, Formula]:
    """Return the usual takeout double: short in the only suit that is bid."""
    suits = {call.strain for call in calls if isinstance(call, Bid)}
    suit = next(iter(suits)).suit if len(suits) == 1 else None
    if suit is None:
        return ANY, ANY
    others = (cards(3, FULL_HAND, other) for other in SUIT_ORDER if other is not suit)
    return all_of((cards(0, 2, suit), *others)), points(12, MAX_POINTS)


def _suit(least: int, suit: Suit) -> Formula:
    return cards(least, FULL_HAND, suit)


def _jump(bid: Bid, bids: Sequence[Bid]) -> int:
    """Return how many levels a bid is above the lowest one of its strain."""
    last = bids[-1] if bids else None
    lowest = 1 if last is None else last.level + (not last.strain < bid.strain)
    return bid.level - lowest
