"""What a row leaves open: it is understood in full if the shape and the strength of its hands are known.

They are known from its words, from what the player has shown before, or from the auction: the answer to a
question, a transfer or the raise of an agreed suit are bounded by earlier calls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from bml_core.bridge import DOUBLE, PASS, REDOUBLE, Bid, Call, Strain, Suit
from bml_core.hands import conditions as c
from bml_core.hands.conditions import ANY, Formula
from bml_core.hands.descriptions.book import INVITATION_POINTS
from bml_core.hands.descriptions.call_context import CallContext
from bml_core.hands.descriptions.meanings import in_every_hand, said_in

_ANY_SHAPE, _OPENING, _NARROW = 16, 10, 19
_GAME, _LONG, _FIT = 3, 4, 8


class Lack(Enum):
    """What a row leaves open of the hands that it means; the value says it in a word."""

    SHAPE = "shape"
    STRENGTH = "strength"


@dataclass(frozen=True, slots=True)
class AuctionSoFar:
    """What our side has said before a call.

    ``own`` and ``partner`` are what each has shown, ``last_bid`` is that of either side. ``is_silent`` is
    True if our side has only passed, ``is_asked`` if partner's last call is a question, a transfer or a
    relay, ``is_to_game`` if a call has forced the auction to game.
    """

    own: Formula = ANY
    partner: Formula = ANY
    last_bid: Bid | None = None
    is_silent: bool = True
    is_asked: bool = False
    is_to_game: bool = False


@dataclass(frozen=True, slots=True)
class RowWords:
    """What the words of a row say without figures.

    ``is_any_shape`` is True for words such as ``any shape`` or ``artificial``, ``is_any_strength``
    for such as ``any strength``, ``is_question`` for those that ask partner, ``is_request`` for a transfer or
    a relay, ``is_to_play`` for those of a sign-off.
    """

    is_any_shape: bool = False
    is_any_strength: bool = False
    is_question: bool = False
    is_request: bool = False
    is_to_play: bool = False


def _restricts(condition: Formula, bits: Callable[[c.Leaf], int]) -> bool:
    """Return whether a condition restricts something in each of its alternatives; see ``_bits``."""
    return not condition.fold(bits, (0b11, 0b01, 0b10, 0b00).__getitem__) & 1


def _bits(restricts: bool, denial_restricts: bool) -> int:
    """Return what a condition says as a number: *and* and *or* of conditions are those of their numbers.

    The first bit is set if it does not restrict something, the second one if its denial does.
    """
    return (not restricts) | denial_restricts << 1


def says_shape(condition: Formula, *, is_strong_any: bool = False) -> bool:
    """Return whether each alternative restricts the shape, or is very strong where that is for any shape.

    >>> from bml_core.hands.conditions import balanced, cards, points
    >>> says_shape(balanced() | points(20, 37)), says_shape(balanced() | cards(5, 13, "H"))
    (False, True)
    """

    def bits(leaf: c.Leaf) -> int:
        is_shape = isinstance(leaf, c.Length | c.Compared | c.Shaped)
        is_strong = is_strong_any and isinstance(leaf, c.Points) and _is_strong(leaf, _ANY_SHAPE)
        return _bits(is_shape or is_strong, is_shape)

    return _restricts(condition, bits)


def says_strength(condition: Formula) -> bool:
    """Return whether each alternative restricts the points.

    >>> from bml_core.hands.conditions import balanced, points
    >>> says_strength(points(6, 37)), says_strength(points(12, 14) & balanced() | balanced())
    (True, False)
    """

    def bits(leaf: c.Leaf) -> int:
        is_points = isinstance(leaf, c.Points) or (isinstance(leaf, c.Tally) and all(map(any, leaf.worth)))
        return _bits(is_points, is_points)

    return _restricts(condition, bits)


def _is_strong(leaf: c.Points, least: int) -> bool:
    return not leaf.mask & (1 << least) - 1 and bool(leaf.mask >> c.MAX_POINTS & 1)


def _is_bounded(condition: Formula, highest: int = c.MAX_POINTS) -> bool:
    """Return whether hands have fewer points than the highest number, or those of an opening."""

    def bits(leaf: c.Leaf) -> int:
        if not isinstance(leaf, c.Points):
            return _bits(restricts=False, denial_restricts=False)
        is_opening = highest == c.MAX_POINTS and _is_strong(leaf, _OPENING)
        return _bits(not leaf.mask >> highest or is_opening, bool(leaf.mask & 1))

    return _restricts(condition, bits)


def lacking(
    condition: Formula, words: RowWords, call: Call, context: CallContext, so_far: AuctionSoFar
) -> tuple[Lack, ...]:
    """Return what a condition leaves open of the hands that make a call.

    >>> from bml_core.bridge import make_bid
    >>> from bml_core.hands.conditions import points
    >>> lacking(points(15, 17), RowWords(), make_bid(1, Strain.NOTRUMP), CallContext(), AuctionSoFar())
    (<Lack.SHAPE: 'shape'>,)
    """
    known = {Lack.SHAPE: _has_shape, Lack.STRENGTH: _has_strength}
    return tuple(
        lack for lack, is_known in known.items() if not is_known(condition, words, call, context, so_far)
    )


def _has_shape(
    condition: Formula, words: RowWords, call: Call, context: CallContext, so_far: AuctionSoFar
) -> bool:
    is_notrump = isinstance(call, Bid) and call.strain is Strain.NOTRUMP
    if says_shape(condition, is_strong_any=so_far.is_silent and not is_notrump) or words.is_any_shape:
        return True
    if call in (PASS, REDOUBLE) or _has_fit(context, so_far):
        return True
    if so_far.is_asked and (says_shape(so_far.own) or condition.has_honours):
        return True
    is_after_notrump = not so_far.is_silent and context.auction[1:2] == "N"
    if is_notrump and (context.is_over_notrump or is_after_notrump):
        # "1NT - 3NT  10-15", "1NT - 2C - 2D - 2NT  8-9": hands that have nothing else to show.
        return True
    if call == DOUBLE and so_far.last_bid and so_far.last_bid.strain is Strain.NOTRUMP:
        # A double of notrump shows points.
        return True
    is_artificial = context.is_fourth or context.is_cue or (words.is_question and not context.is_over_notrump)
    if (is_artificial and not so_far.is_silent) or (words.is_to_play and says_shape(so_far.own)):
        return True
    is_of_strong = says_strength(so_far.partner) and not says_shape(so_far.partner)
    if is_of_strong and condition.bounds().least & c.PointTable.of_points(1):
        # "1C  16+" - "1D  0-7": the negative answer is for any shape.
        return True
    return is_balanced(so_far.own)


def _has_fit(context: CallContext, so_far: AuctionSoFar) -> bool:
    """Return whether our side has raised a suit, or shown eight cards in one."""
    own, partner = (_least_lengths(shown) for shown in (so_far.own, so_far.partner))
    return bool(context.agreed) or any(own[suit] + partner.get(suit, 0) >= _FIT for suit in own)


def _least_lengths(condition: Formula) -> dict[Suit, int]:
    """Return the suits that a condition shows, each with the fewest cards."""
    return {leaf.suit: leaf.low for leaf in in_every_hand(condition) if isinstance(leaf, c.Length)}


def _least_points(condition: Formula) -> int:
    least = [leaf.mask & -leaf.mask for leaf in in_every_hand(condition) if isinstance(leaf, c.Points)]
    return max(least, default=1).bit_length() - 1


def is_balanced(condition: Formula) -> bool:
    """Return whether all hands that fit are balanced or semi-balanced."""
    return not condition.bounds().most.reachable() & ~c.semi_balanced().table()


def _has_strength(
    condition: Formula, words: RowWords, call: Call, context: CallContext, so_far: AuctionSoFar
) -> bool:
    if (
        says_strength(condition)
        or words.is_any_strength
        or so_far.is_asked
        or so_far.is_to_game
        or _is_bounded(so_far.own)
    ):
        return True
    if (
        _least_points(so_far.own)
        and _least_points(so_far.own) + _least_points(so_far.partner) >= INVITATION_POINTS
    ):
        # "2NT  20-21" - "3C  5+ hcp, Stayman": they bid game, and the rest is about suits.
        return True
    is_limited = _is_bounded(so_far.partner, _NARROW)
    if call is PASS:
        return says_shape(condition)
    if not isinstance(call, Bid):
        return False
    lengths = {leaf.suit for leaf in said_in(condition) if isinstance(leaf, c.Length) and leaf.low >= _LONG}
    shows_other = bool(lengths) and context.bid not in lengths
    if words.is_request or (context.is_over_notrump and shows_other):
        # A transfer is for all hands with the suit, whatever their strength.
        return says_shape(condition)
    # Over notrump, a weak hand with the suit stops lower.
    return words.is_to_play and is_limited and call.level >= _GAME and not context.is_over_notrump
