"""Scores of contracts, by Laws 77 and 78B."""

from __future__ import annotations

import pytest

from bml_core import DOUBLE, PASS, REDOUBLE, Call
from bml_core.bridge import Bid, imps, score_of

DOUBLINGS = {"": PASS, "X": DOUBLE, "XX": REDOUBLE}


@pytest.mark.parametrize(
    ("contract", "tricks", "score", "vulnerable"),
    [
        ("1C", 7, 70, 70),
        ("1NT", 7, 90, 90),
        ("2D", 9, 110, 110),
        ("2S", 8, 110, 110),
        ("3NT", 9, 400, 600),
        ("3NT", 11, 460, 660),
        ("4H", 10, 420, 620),
        ("5C", 11, 400, 600),
        ("6NT", 12, 990, 1440),
        ("6D", 13, 940, 1390),
        ("7S", 13, 1510, 2210),
        ("2H X", 8, 470, 670),
        ("2H X", 9, 570, 870),
        ("2C XX", 8, 560, 760),
        ("1D X", 8, 240, 340),
        ("7NT XX", 13, 2280, 2980),
        ("4S", 9, -50, -100),
        ("4S", 6, -200, -400),
        ("4S X", 9, -100, -200),
        ("4S X", 7, -500, -800),
        ("4S X", 5, -1100, -1400),
        ("4S XX", 8, -600, -1000),
        ("7NT X", 0, -3500, -3800),
    ],
)
def test_the_score_of_a_contract(contract: str, tricks: int, score: int, vulnerable: int) -> None:
    name, _, crosses = contract.partition(" ")
    bid = Call.parse(name)
    assert isinstance(bid, Bid)
    scores = [score_of(bid, tricks, doubling=DOUBLINGS[crosses], vulnerable=v) for v in (False, True)]
    assert scores == [score, vulnerable]


@pytest.mark.parametrize(
    ("difference", "worth"), [(0, 0), (10, 0), (20, 1), (50, 2), (420, 9), (430, 10), (4000, 24), (-750, -13)]
)
def test_imps(difference: int, worth: int) -> None:
    assert imps(difference) == worth
