"""The hands with which everybody bids: opponents who pass do not hold them.

These are bounds below which no partnership passes, and not good judgement: hands that some players pass are
not among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from bml_core.bridge import FULL_HAND, PASS, SUITS, Bid, Call, Suit
from bml_core.hands.conditions import MAX_POINTS, NONE, Formula, all_of, any_of, cards, points

_MOST_BIDS, _HIGHEST = 2, 2


def everybody_bids(calls: Sequence[Call]) -> Formula:
    """Return the hands with which everybody bids after an auction, if the player has not called before.

    Before a bid they are opening bids; after one or two bids of the other side, up to the level of two, they
    have two long suits, one very long suit, support for the others' suits, or very many points.

    >>> from bml_core.bridge import Auction, Hand
    >>> bidders = everybody_bids(Auction.parse("P-P-1S").calls)
    >>> bidders.fits(Hand("4", "AQT84", "AKJ63", "52")), bidders.fits(Hand("AQT84", "4", "AK63", "J52"))
    (True, False)
    """
    side = calls[len(calls) % 2 :: 2]
    bids = tuple(call for call in calls if isinstance(call, Bid))
    if calls[len(calls) % 4 :: 4] or any(call is not PASS for call in side):
        return NONE
    if any(not isinstance(call, Bid) and call is not PASS for call in calls):
        return NONE
    return _bidders(bids) if len(bids) <= _MOST_BIDS else NONE


@lru_cache(maxsize=256)
def _bidders(bids: tuple[Bid, ...]) -> Formula:
    if not bids:
        return any_of((_with(13), _with(12) & _suit_of(5), _with(11) & (_suit_of(6) | _two_suits(SUITS))))
    if bids[-1].level > _HIGHEST:
        return NONE
    named = {bid.strain.suit for bid in bids}
    unbid = [suit for suit in SUITS if suit not in named]
    return any_of((_with(12) & _two_suits(unbid), _with(14) & _suit_of(6, unbid), *_on_one_bid(bids, unbid)))


def _on_one_bid(bids: tuple[Bid, ...], unbid: Sequence[Suit]) -> Iterator[Formula]:
    """Yield the hands that bid on a single bid in a suit."""
    first, suit = bids[0], bids[0].strain.suit
    if len(bids) > 1 or suit is None:
        return
    support = all_of(cards(3, FULL_HAND, other) for other in unbid)
    if first.level == 1:
        yield _with(19)
        yield _with(15) & _suit_of(5, unbid)
    yield _with(11 + first.level) & cards(0, 1, suit) & support
    yield _with(14 + first.level) & cards(0, 2, suit) & support


def _with(least: int) -> Formula:
    return points(least, MAX_POINTS)


def _suit_of(length: int, suits: Iterable[Suit] = SUITS) -> Formula:
    return any_of(cards(length, FULL_HAND, suit) for suit in suits)


def _two_suits(suits: Sequence[Suit]) -> Formula:
    return any_of(
        cards(5, FULL_HAND, one) & cards(5, FULL_HAND, other) for one, other in combinations(suits, 2)
    )
