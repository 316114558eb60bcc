"""The laws of calling, checked against a second telling of them."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.bridge import BIDS, DOUBLE, PASS, REDOUBLE, Auction, Bid, Call, Illegality, Strain, make_bid

CALLS: tuple[Call, ...] = (PASS, DOUBLE, REDOUBLE, *BIDS)
ONE_CLUB, ONE_HEART = make_bid(1, Strain.CLUBS), make_bid(1, Strain.HEARTS)


def is_legal(calls: tuple[Call, ...], call: Call) -> bool:
    """The laws told from the whole list of calls, without any memory: slow and plain."""
    bids = [number for number, made in enumerate(calls) if isinstance(made, Bid)]
    trailing_passes = len(calls) - max((n + 1 for n, made in enumerate(calls) if made is not PASS), default=0)
    if trailing_passes >= (3 if bids else 4):
        return False
    if call is PASS:
        return True
    if isinstance(call, Bid):
        return not bids or BIDS.index(call) > max(BIDS.index(calls[n]) for n in bids)
    if not bids:
        return False
    is_theirs = (len(calls) - bids[-1]) % 2 == 1
    since = [made for made in calls[bids[-1] + 1 :] if made is not PASS]
    if call is DOUBLE:
        return is_theirs and not since
    return not is_theirs and since == [DOUBLE]


@given(st.lists(st.one_of(st.sampled_from((PASS, DOUBLE, REDOUBLE)), st.sampled_from(CALLS)), max_size=30))
def test_legality_follows_the_laws(calls: list[Call]) -> None:
    auction = Auction()
    for call in calls:
        for tried in CALLS:
            assert (auction.illegality(tried) is None) == is_legal(auction.calls, tried), (
                str(auction),
                tried,
            )
        if auction.illegality(call) is None:
            auction = auction.then(call)


def test_the_longest_auction_has_319_calls() -> None:
    auction = Auction.of(PASS, PASS, PASS)
    for bid in BIDS:
        auction = auction.then(bid)
        for call in (PASS, PASS, DOUBLE, PASS, PASS, REDOUBLE, PASS, PASS):
            assert auction.illegality(call) is None
            auction = auction.then(call)
    assert not auction.is_over
    auction = auction.then(PASS)
    assert len(auction) == 319
    assert auction.is_over


@pytest.mark.parametrize(
    ("calls", "call", "reason"),
    [
        ((ONE_HEART,), ONE_CLUB, Illegality.INSUFFICIENT),
        ((ONE_HEART,), ONE_HEART, Illegality.INSUFFICIENT),
        ((), DOUBLE, Illegality.NOTHING_TO_DOUBLE),
        ((PASS, PASS), DOUBLE, Illegality.NOTHING_TO_DOUBLE),
        ((ONE_CLUB, PASS), DOUBLE, Illegality.DOUBLE_OF_OWN_BID),
        ((ONE_CLUB, DOUBLE, PASS, PASS, REDOUBLE), DOUBLE, Illegality.ALREADY_DOUBLED),
        ((ONE_CLUB,), REDOUBLE, Illegality.NOTHING_TO_REDOUBLE),
        ((ONE_CLUB, DOUBLE, PASS), REDOUBLE, Illegality.NOTHING_TO_REDOUBLE),
        ((ONE_CLUB, PASS, PASS, PASS), ONE_HEART, Illegality.AUCTION_OVER),
        ((PASS, PASS, PASS, PASS), PASS, Illegality.AUCTION_OVER),
    ],
)
def test_the_reason_is_told(calls: tuple[Call, ...], call: Call, reason: Illegality) -> None:
    assert Auction.of(*calls).illegality(call) is reason


def test_three_passes_open_nothing() -> None:
    assert Auction.of(PASS, PASS, PASS).illegality(ONE_CLUB) is None


def test_an_auction_is_its_calls() -> None:
    auction = Auction.of(ONE_CLUB, DOUBLE, REDOUBLE)
    assert (str(auction), auction.code) == ("1C-(D)-R", "1CDR")
    assert auction == Auction(auction.calls)
    assert hash(auction) == hash(Auction(auction.calls))


def test_an_auction_goes_on_after_pickling() -> None:
    auction = pickle.loads(pickle.dumps(Auction.of(ONE_CLUB, DOUBLE)))
    assert auction == Auction.of(ONE_CLUB, DOUBLE)
    assert auction.illegality(REDOUBLE) is None
    assert auction.then(PASS).illegality(REDOUBLE) is Illegality.NOTHING_TO_REDOUBLE
