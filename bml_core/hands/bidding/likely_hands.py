"""What a call may mean where its row is not understood in full: usually, and in the widest sense.

The usual meaning is what players add to a row that leaves its shape or its strength open: a row that says
"5+ spades" opens with the points of an opening. With it a call is likely, never certain. Of a row with words
that are not understood, the usual meaning also counts if the rest says something of the hand; of one without
such a rest it only keeps others from being likely. In the widest sense are the hands for which some
partnership might use the call, whatever its words: an opening of 2H is never for a balanced hand with 16
points. Such a row keeps these hands alone from being certain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from bml_core.bridge import BIDS, DOUBLE, FULL_HAND, PASS, SUITS, Bid, Call, Strain, Suit
from bml_core.hands.bidding.row_order import GAMES, MAJORS, Candidate, ChoiceContext
from bml_core.hands.conditions import (
    ANY,
    MAX_POINTS,
    NONE,
    SUIT_ORDER,
    AnyOf,
    Formula,
    PointTable,
    all_of,
    any_of,
    balanced,
    cards,
    points,
    semi_balanced,
)
from bml_core.hands.descriptions import GAME_POINTS, SLAM_POINTS, Lack, Obligation, says_shape, says_strength

_NOTRUMP_OPENINGS = {1: (12, 18), 2: (19, 22)}
_RAISES = {0: (6, 10), 1: (10, 12), 2: (0, 9)}
_PREEMPTS = {2: (5, 10), 3: (4, 10)} | dict.fromkeys(range(4, 8), (3, 10))
_NOTRUMP_RESPONSES = {1: (6, 10), 2: (10, 12), 3: (13, 15)}
_OPENING, _NARROW, _LIMITED, _FIT, _STRONG = 12, 4, 20, 8, 14
FORCING_POINTS = 10
_ADVANCES = {0: (0, 8), 1: (9, 11)}
_WEAK = frozenset(("weak", "preempt", "preemptive", "junk", "rubbish"))
_DISTRIBUTION = 4
_SHOWN = 4
_BOTH = (Lack.SHAPE, Lack.STRENGTH)


@dataclass(frozen=True, slots=True)
class Likely:
    """The hands that a row is likely to mean.

    ``is_read`` is False if some words are not understood: hands that fit a row which is clear make that one,
    unless it says shape and strength as well.
    ``is_answer`` is False if it is not enough to choose the call, and ``is_shaped`` if its words do not say
    what shape the hands have.
    """

    hands: Formula
    is_read: bool = True
    is_answer: bool = True
    is_shaped: bool = True


_NUMBER = re.compile(r"\d+")


def likely_hands(row: Candidate, calls: Sequence[Call], context: ChoiceContext) -> Likely:
    """Return what players would take a row after some calls to mean.

    Any hand fits a row that is read where they would not agree, and none where it is not read.
    """
    if row.is_clear:
        return Likely(row.condition)
    said = row.explanation.likely & row.condition
    if not row.is_read and not says_shape(said) and row.agreement.is_described:
        said &= _answer_to_stayman(row.call, calls, context)
    is_empty = said == ANY
    shape, strength = _usual(row, calls, context)
    parts = {Lack.SHAPE: shape, Lack.STRENGTH: strength}
    lacks = row.explanation.lacks
    if said == ANY and context.is_opening and isinstance(row.call, Bid):
        # "3C  weak": of an opening that says nothing else, the shape is open, too.
        lacks = _BOTH
    if not row.is_read:
        # "6+ clubs or balanced inv": the points of one alternative are not those of the other.
        ways = said.parts if isinstance(said, AnyOf) else (said,)
        is_strength = any(map(says_strength, ways))
        is_said = {Lack.SHAPE: says_shape(said, is_strong_any=True), Lack.STRENGTH: is_strength}
        lacks = tuple(lack for lack in (_BOTH if row.condition == ANY else lacks) if not is_said[lack])
    if not (row.is_read or says_shape(said, is_strong_any=True)) or context.is_overcall:
        # "4 CDS, MAX": the words that are not understood may be about the shape.
        lacks = (Lack.SHAPE, *lacks)
    hands = all_of((said, *(parts[lack] for lack in lacks)))
    is_known = Lack.SHAPE not in lacks or shape != ANY
    is_shaped = says_shape(said)
    if row.explanation.is_silent:
        is_answer = is_known and strength != ANY
        return Likely(hands if is_known else NONE, False, is_answer, is_shaped=False)
    if row.is_read or (is_known and not is_empty):
        return Likely(hands, is_read=row.is_read, is_shaped=row.is_read or is_shaped)
    return Likely(hands if is_known else NONE, False, False, is_shaped=is_shaped)


def proposed(row: Candidate, calls: Sequence[Call], context: ChoiceContext) -> Formula | None:
    """Return what a row may say instead of unknown words, None where players would not agree.

    No number of its words is left out, and nothing is added to points that the player has shown before. Where
    words are not understood, they may be about the shape, so that the others must say it.
    """
    read = row.condition
    if not row.is_read and not says_shape(read):
        return None
    said = set(_NUMBER.findall(" ".join(row.explanation.not_understood)))
    if read & context.own == NONE or not said <= set(_NUMBER.findall(str(read))):
        return None
    shape, strength = _usual(row, calls, context)
    strength = points(12, 21) if strength == _opening_strength() else strength
    if shape == ANY and row.call is not PASS and not says_shape(read):
        return None
    if says_strength(context.own):
        if row.explanation.reading.strengths and not says_strength(read):
            return None
        strength = ANY
    elif strength == ANY and row.call is PASS:
        strength = points(0, 7)
    elif strength == ANY:
        if row.explanation.reading.strengths and not says_strength(read):
            # "weak", "minimum": how many points these are, only the players know.
            return None
        strength = points(6, MAX_POINTS)
    return all_of((read, ANY if says_shape(read) else shape, ANY if says_strength(read) else strength))


def _usual(row: Candidate, calls: Sequence[Call], context: ChoiceContext) -> tuple[Formula, Formula]:
    """Return the usual shape and strength of a call."""
    bid, promised = row.call, row.promised_suits
    if bid == DOUBLE:
        return _double(calls)
    aim = _aim(row, context)
    if not isinstance(bid, Bid):
        return ANY, aim if bid is PASS else ANY
    is_question = row.is_question or Obligation.REQUEST in row.obligations
    if is_question or (promised and bid.strain.suit not in promised):
        # A question, a transfer or a cue bid.
        return ANY, aim
    if is_artificial(bid, calls) and Obligation.FORCING in row.obligations:
        # The fourth suit, or their suit.
        return ANY, points(FORCING_POINTS, MAX_POINTS) if aim == ANY else aim
    bids = [call for call in calls if isinstance(call, Bid)]
    if context.is_opening:
        return _opening(bid, promised, is_strong="strong" in row.explanation.reading.strengths)
    jump = _jump(bid, bids)
    if context.partner_doubled and not context.has_called and bid.strain.suit:
        # The answer to a takeout double.
        amounts = _ADVANCES.get(jump)
        shape, strength = _suit(4, bid.strain.suit), points(*amounts) if amounts else ANY
    elif context.is_overcall:
        shape, strength = _overcall(bid, jump)
    else:
        shape, strength = _response(row, bid, bids, context)
    return shape, strength if aim == ANY else aim


def is_artificial(bid: Bid, calls: Sequence[Call]) -> bool:
    """Return whether a bid is of a suit that they have bid, or of the fourth one after three of ours."""
    ours, theirs = (
        {each.strain for each in calls[begin % 2 :: 2] if isinstance(each, Bid)} - {Strain.NOTRUMP}
        for begin in (len(calls), len(calls) + 1)
    )
    return bid.strain in theirs or (not theirs and len(ours) == len(SUITS) - 1 and bid.strain not in ours)


def _aim(row: Candidate, context: ChoiceContext) -> Formula:
    """Return the points of a call that passes, invites, asks or bids game opposite a limited partner."""
    known = context.partner_points
    if known is None:
        return ANY
    least, most = known
    obligations, bid = row.obligations, row.call
    is_narrow = most - least <= _NARROW
    if isinstance(bid, Bid) and bid.level > GAMES[bid.strain] and Obligation.INVITES in obligations:
        # Opposite a single number of points nobody has to invite.
        is_narrow = is_narrow and least < most
        return points(max(SLAM_POINTS - most, 0), max(SLAM_POINTS - 1 - least, 0)) if is_narrow else ANY
    below, game = max(GAME_POINTS - most, 0), max(min(GAME_POINTS - least, _OPENING), 0)
    if Obligation.TO_GAME in obligations:
        return points(game, MAX_POINTS)
    if most > _LIMITED:
        return ANY
    if bid is PASS:
        return points(0, max(below - 1, 0))
    if row.is_question:
        return points(below, MAX_POINTS)
    if not is_narrow or least < _OPENING - 1:
        return ANY
    return _aim_opposite(row, least, most, below, game)


def _aim_opposite(row: Candidate, least: int, most: int, below: int, game: int) -> Formula:
    """Return the points opposite a narrow range: no game is near ``below`` some, and with ``game`` one is."""
    obligations, bid = row.obligations, row.call
    if Obligation.TRIES_SLAM in obligations:
        # With a long suit or a fit, hands try for a slam with fewer points than without.
        return points(max(SLAM_POINTS - _DISTRIBUTION - most, game), MAX_POINTS)
    if Obligation.INVITES in obligations:
        return points(below, max(GAME_POINTS - 1 - least, below))
    is_to_play = Obligation.TO_PLAY in obligations
    is_game = isinstance(bid, Bid) and bid.level == GAMES[bid.strain]
    if isinstance(bid, Bid) and is_game and (row.explanation.is_silent or is_to_play):
        # With a long suit, hands bid a game that would invite without one.
        return points(GAME_POINTS - least if bid.strain.suit is None else below, SLAM_POINTS - 1 - most)
    return points(0, below - 1) if below and (is_to_play or _is_only_weak(row)) else ANY


def _answer_to_stayman(call: Call, calls: Sequence[Call], context: ChoiceContext) -> Formula:
    """Return what an answer such as ``none``, ``four`` and ``yes`` says after clubs over notrump."""
    bids = [each for each in calls if isinstance(each, Bid)]
    is_asked = len(bids) == 2 and bids[0].strain is Strain.NOTRUMP and context.partner_suit is None
    if not (is_asked and context.has_called and isinstance(call, Bid) and call.level == bids[1].level):
        return ANY
    if bids[1].strain is not Strain.CLUBS or bids[1].level != bids[0].level + 1:
        return ANY
    if call.strain is Strain.DIAMONDS:
        return all_of(cards(0, 3, major) for major in MAJORS)
    return _suit(4, call.strain.suit) if call.strain.suit else ANY


def _response(
    row: Candidate, bid: Bid, bids: Sequence[Bid], context: ChoiceContext
) -> tuple[Formula, Formula]:
    suit, is_first, jump = bid.strain.suit, not context.has_called, _jump(bid, bids)
    if is_first and bids == [BIDS[5]] and row.bounds.least & PointTable.of_points(1):
        # "2C - 2D  0-7": the negative answer is for any shape.
        return ANY, ANY
    opened = bids[0].strain.suit
    if context.has_called and bids[0].level == 2 and opened and bids[1:] == [BIDS[9]]:
        # The answers to 2NT below a weak two tell how good it is.
        return _suit(5, opened), ANY
    is_low = bids[0].level == 1
    if suit is None:
        if bid.level > GAMES[bid.strain] or not (is_low or context.partner_in_notrump or context.has_called):
            # Over a weak two, 2NT asks.
            return ANY, ANY
        is_response = context.partner_suit is not None and is_first
        amounts = _NOTRUMP_RESPONSES.get(bid.level) if is_response else None
        unbid = (major for major in MAJORS if Strain(major.value) > bids[-1].strain)
        short = (cards(0, 3, major) for major in unbid if major not in context.own_suits)
        shape = balanced() if bid.level > 1 else all_of(short)
        return shape, points(*amounts) if amounts else ANY
    return _response_in_suit(row, bid, suit, jump, context, is_low=is_low)


def _response_in_suit(
    row: Candidate, bid: Bid, suit: Suit, jump: int, context: ChoiceContext, *, is_low: bool
) -> tuple[Formula, Formula]:
    is_first, shown = not context.has_called, shown_length(context, suit)
    if suit is context.partner_suit:
        amounts = (0, 9) if jump and _is_weak(row) else _RAISES.get(jump) if is_first and is_low else None
        needed = min(max(_FIT - shown, 2), 4) + (min(jump, 2) if is_first else 0)
        return _suit(needed, suit), points(*amounts) if amounts else ANY
    if suit in context.own_suits:
        return _suit(6, suit), ANY
    if jump and is_first and _is_weak(row):
        return _suit(6, suit), points(2, 8)
    if shown >= _SHOWN:
        # A preference for one of the suits that partner has shown.
        return _suit(max(_FIT - 1 - shown, 0), suit), ANY
    if is_first and bid.level == GAMES[bid.strain] and Obligation.TO_PLAY in row.obligations:
        return _suit(7, suit), ANY
    if is_first and row.condition == ANY and (context.partner_in_notrump or bid.level > 1 + (not jump)):
        # A bid that may as well be artificial.
        return ANY, ANY
    if is_first and context.partner_in_notrump:
        return _suit(5, suit), ANY
    if not is_first or context.partner_suit is None or jump:
        return _suit(5 if is_first else 4, suit), ANY
    return _suit(4 if bid.level == 1 else 5, suit), points(6 if bid.level == 1 else 10, MAX_POINTS)


def _opening(bid: Bid, promised: frozenset[Suit], *, is_strong: bool) -> tuple[Formula, Formula]:
    suit, level = bid.strain.suit, bid.level
    if suit is None:
        major = any_of(_suit(5, each) for each in MAJORS)
        amounts = _NOTRUMP_OPENINGS.get(level)
        return (balanced() & ~major, points(*amounts)) if amounts else (ANY, ANY)
    if level == 1:
        return _suit(4 if suit is not Suit.CLUBS else 3, suit), _opening_strength()
    if bid == BIDS[5] and not promised:
        # "2C  Strong, forcing"
        return points(20, MAX_POINTS), points(20, MAX_POINTS)
    amounts = (
        (16, MAX_POINTS) if is_strong and level == 2 else (11, 15) if bid == BIDS[5] else _PREEMPTS[level]
    )
    return _suit(min(level + 4, 8), suit), points(*amounts)


def _overcall(bid: Bid, jump: int) -> tuple[Formula, Formula]:
    suit = bid.strain.suit
    if suit is None:
        # A jump to 2NT is for two suits, or for a strong hand.
        return (ANY, ANY) if jump else (balanced(), points(15, 18))
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


@cache
def _opening_strength() -> Formula:
    """Return the usual strength of a bid on the one level: 12 to 21 points, or 11 with a long suit or two."""
    long = (_suit(6, suit) for suit in SUITS)
    two = (_suit(5, one) & _suit(4, other) for one in SUITS for other in SUITS if one is not other)
    return points(12, 21) | (points(11, 11) & any_of((*long, *two)))


def passes_below(context: ChoiceContext) -> int:
    """Return below how many points a hand that has nothing to show passes, opposite a limited partner."""
    known = context.partner_points
    return max(GAME_POINTS - known[1], 0) if known and known[1] <= _LIMITED else 0


def shown_length(context: ChoiceContext, suit: Suit) -> int:
    """Return how many cards of a suit partner has shown."""
    shown = context.partner.bounds().most.reachable()
    return next(n for n in range(FULL_HAND, -1, -1) if not shown & ~_suit(n, suit).table())


def _is_weak(row: Candidate) -> bool:
    """Return whether a row calls its hands weak or preemptive, without figures."""
    names = (source.name for source in row.explanation.sources)
    is_named = any("preempt" in name or "weak" in name for name in names)
    return is_named or not _WEAK.isdisjoint(row.explanation.reading.strengths)


def _is_only_weak(row: Candidate) -> bool:
    """Return whether a row says weak and nothing stronger, unlike ``weak or game forcing``."""
    stronger = {Obligation.FORCING, Obligation.INVITES, Obligation.TO_GAME}
    return row.explanation.reading.strengths == {"weak"} and row.obligations.isdisjoint(stronger)


def _suit(least: int, suit: Suit) -> Formula:
    return cards(least, FULL_HAND, suit)


def _jump(bid: Bid, bids: Sequence[Bid]) -> int:
    """Return how many levels a bid is above the lowest one of its strain."""
    last = bids[-1] if bids else None
    lowest = 1 if last is None else last.level + (not last.strain < bid.strain)
    return bid.level - lowest


# ---------------------------------------------------------------- in the widest sense


def plausible_hands(row: Candidate, calls: Sequence[Call], context: ChoiceContext) -> Formula:
    """Return the hands for which some partnership might use a call, among those that fit what is read."""
    call = row.call
    if call is PASS:
        return row.condition & (points(0, 15) if context.is_opening else ANY)
    if not isinstance(call, Bid):
        return row.condition & points(4, MAX_POINTS)
    if context.is_opening:
        is_strong = "strong" in row.explanation.reading.strengths
        strong = points(_STRONG, MAX_POINTS) if is_strong and call.level == 2 else ANY
        return row.condition & strong & _widest_opening(call)
    jump = _jump(call, [each for each in calls if isinstance(each, Bid)])
    if context.is_overcall:
        return row.condition & (
            any_of((_distributional(), points(11, MAX_POINTS))) if jump else points(5, MAX_POINTS)
        )
    if jump and call.strain.suit and context.partner_suit and not context.has_called:
        # A jump is for a long suit, four cards of support or a strong hand.
        fit = _suit(4, context.partner_suit)
        return row.condition & any_of((_distributional(), fit, points(13, MAX_POINTS)))
    return row.condition


@cache
def _distributional() -> Formula:
    """Return the hands with six cards in a suit, or five in each of two."""
    six = (_suit(6, suit) for suit in SUITS)
    return any_of((*six, *(_suit(5, one) & _suit(5, other) for one, other in combinations(SUITS, 2))))


@cache
def _widest_opening(bid: Bid) -> Formula:
    suit, level = bid.strain.suit, bid.level
    major = any_of(_suit(5, each) for each in MAJORS)
    opening = points(8, MAX_POINTS)
    if level == 1 and suit is None:
        return opening & semi_balanced()
    if level == 1 and suit in MAJORS:
        return opening & _suit(4, suit)
    if level == 1 and suit:
        # A short or a strong minor: not a hand with a longer major that is not strong.
        natural = _suit(5, suit) | ~major
        return opening & (natural | points(15, MAX_POINTS))
    strong = points(18, MAX_POINTS)
    if level == 2:
        # Weak and intermediate ones have long suits, both majors, or a short suit.
        both = all_of(_suit(4, each) for each in MAJORS)
        return any_of((~balanced() & points(3, MAX_POINTS), (major | both) & points(3, 10), strong))
    if level > 3 and suit in MAJORS:
        return _suit(6, suit)
    return (_distributional() & points(2, MAX_POINTS)) | strong
