"""A quick look at a place of an auction: it is near what is counted, and its hands make their calls."""

from __future__ import annotations

import pickle

import pytest

from bml_core import choose_call, loads
from bml_core.bridge import Auction, Bid, Strain
from bml_core.hands.bidding import frequencies, glimpse

NOTES = loads(
    """\
1C  11-21 hcp, 3+ clubs
  1H  6+ hcp, 4+ hearts
    1N  12-14 hcp, balanced
    2H  11-15 hcp, 4+ hearts
  1S  6+ hcp, 4+ spades
  2N  Puzzling
1N  15-17 hcp, balanced
  2C  Stayman-like {8+ hcp, 4+ hearts or 4+ spades}
  2D  0-7 hcp, 5+ hearts
(1H)
  1S  8-16 hcp, 5+ spades
"""
)


@pytest.mark.parametrize("after", ["", "1N", "1C", "1C-1H"])
def test_shares_are_near_what_is_counted(after: str) -> None:
    seen = glimpse(NOTES, after)
    counted = {row.call: row.share for row in frequencies(NOTES, after, samples=500).rows}
    assert seen.shares.keys() == counted.keys()
    assert all(abs(seen.shares[call] - share) < 0.05 for call, share in counted.items())


@pytest.mark.parametrize("after", ["", "1N", "1C", "1C-1H", "(1H)"])
def test_hands_make_their_calls(after: str) -> None:
    seen = glimpse(NOTES, after)
    assert seen.hands
    for call, hand in seen.hands.items():
        chosen = choose_call(NOTES, hand, after)
        assert (str(hand), chosen.call) == (str(hand), call)
        # Nor does its earlier call contradict it.
        assert chosen.diagnostics == ()


def test_rows_that_are_not_understood_are_named() -> None:
    seen = glimpse(NOTES, "1C")
    assert [str(call) for call in seen.uncounted] == ["2NT"]
    assert "2NT" not in {str(call) for call in (*seen.hands, *seen.shares)}


def test_nothing_is_guessed_after_a_call_that_is_not_understood() -> None:
    assert glimpse(NOTES, "1C-2N").shares == {}
    assert glimpse(loads("1N  Puzzling\n  2C  8+ hcp"), "1N").shares == {}


def test_there_are_no_shares_after_a_call_of_opponents() -> None:
    seen = glimpse(NOTES, "(1H)")
    assert seen.shares == {}
    assert [str(call) for call in seen.hands] == ["1S"]


def test_impossible_calls_have_no_share_and_no_hand() -> None:
    notes = loads("1N  15-17 hcp, 8+ hearts\n  2C  8+ hearts\n1S  3 hcp, 20+ hcp")
    assert list(glimpse(notes, "1N").shares.values()) == [0]
    assert glimpse(notes).hands.keys() == {notes["1N"].call}


def test_another_look_shows_the_same() -> None:
    assert glimpse(NOTES, "1C", samples=50) == glimpse(NOTES, "1C", samples=50)


def test_notes_that_hosts_have_kept_give_the_same() -> None:
    kept = pickle.loads(pickle.dumps(NOTES))
    assert glimpse(kept, "1C-1H", samples=50) == glimpse(NOTES, "1C-1H", samples=50)


def test_bids_made_one_by_one_are_those_of_the_notes() -> None:
    ours = Auction.parse("1C-P-1H")
    made = Auction.of(Bid(1, Strain.CLUBS), ours.calls[1], Bid(1, Strain.HEARTS))
    assert glimpse(NOTES, made, samples=50) == glimpse(NOTES, ours, samples=50)
    assert glimpse(NOTES, made, samples=50).shares
