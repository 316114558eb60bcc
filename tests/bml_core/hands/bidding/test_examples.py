"""Example hands make their calls, and few draws are near what many show."""

from __future__ import annotations

import pickle

import pytest

from bml_core import choose_call, loads
from bml_core.bridge import Auction, Bid, Strain
from bml_core.hands.bidding import example_hands, frequencies

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
NOTES_WITH_STOPPERS = """\
1C  11-21 hcp, 3+ clubs, good clubs
  1H  6+ hcp, 4+ hearts
    1N  12-14 hcp, balanced
    2H  11-15 hcp, 4+ hearts
1N  15-17 hcp, balanced, good spades
  2C  8+ hcp, 4+ hearts or 4+ spades
  2D  0-7 hcp, 5+ hearts
"""


@pytest.mark.parametrize("after", ["1C-1H", "1N"])
def test_shares_of_few_draws_are_near_those_of_many(after: str) -> None:
    text = NOTES_WITH_STOPPERS
    few, many = (frequencies(loads(text), after, samples=samples) for samples in (10, 300))
    assert (few.counting.samples, many.counting.samples) == (10, 300)
    for one, other in zip((*few.rows, few.rest), (*many.rows, many.rest), strict=True):
        assert abs(one.share - other.share) < 0.05
    # Of hands that fit no row, ten draws show how many there are, and not which.
    assert (few.rest.uncovered.share, few.rest.gaps) == (few.rest.unknown.share, ())
    assert many.rest.gaps


@pytest.mark.parametrize("after", ["", "1N", "1C", "1C-1H", "(1H)"])
def test_hands_make_their_calls(after: str) -> None:
    hands = example_hands(NOTES, after)
    assert hands
    for call, hand in hands.items():
        chosen = choose_call(NOTES, hand, after)
        assert (str(hand), chosen.call) == (str(hand), call)
        # Nor does its earlier call contradict it.
        assert chosen.diagnostics == ()


def test_rows_that_are_not_understood_have_no_example() -> None:
    assert "2NT" not in {str(call) for call in example_hands(NOTES, "1C")}
    assert example_hands(NOTES, "1C-2N-3C") == {}


def test_impossible_calls_have_no_share_and_no_hand() -> None:
    notes = loads("1N  15-17 hcp, 8+ hearts\n  2C  8+ hearts\n1S  3 hcp, 20+ hcp")
    assert [row.share for row in frequencies(notes, "1N", samples=10).rows] == [0]
    assert example_hands(notes).keys() == {notes["1N"].call}


def test_notes_that_hosts_have_kept_give_the_same() -> None:
    kept = pickle.loads(pickle.dumps(NOTES))
    assert frequencies(kept, "1C-1H", samples=10) == frequencies(NOTES, "1C-1H", samples=10)
    assert example_hands(kept, "1C-1H") == example_hands(NOTES, "1C-1H")


def test_bids_made_one_by_one_are_those_of_the_notes() -> None:
    ours = Auction.parse("1C-P-1H")
    made = Auction.of(Bid(1, Strain.CLUBS), ours.calls[1], Bid(1, Strain.HEARTS))
    assert frequencies(NOTES, made, samples=10).rows == frequencies(NOTES, ours, samples=10).rows
    assert example_hands(NOTES, made) == example_hands(NOTES, ours) != {}
