"""Scores of contracts, by Laws 77 and 78B."""

from __future__ import annotations

import pytest

from bml_core import DOUBLE, PASS, REDOUBLE, Call
from bml_core.bridge import Bid, imps, score_of
from tests.bml_core.bridge.texts import rows

DOUBLINGS = {"": PASS, "X": DOUBLE, "XX": REDOUBLE}


@pytest.mark.parametrize(("contract", "tricks", "score", "vulnerable"), rows("scores"))
def test_the_score_of_a_contract(contract: str, tricks: str, score: str, vulnerable: str) -> None:
    name, _, crosses = contract.partition(" ")
    bid = Call.parse(name)
    assert isinstance(bid, Bid)
    scores = [score_of(bid, int(tricks), doubling=DOUBLINGS[crosses], vulnerable=v) for v in (False, True)]
    assert scores == [int(score), int(vulnerable)]


@pytest.mark.parametrize(
    ("difference", "worth"), [(0, 0), (10, 0), (20, 1), (50, 2), (420, 9), (430, 10), (4000, 24), (-750, -13)]
)
def test_imps(difference: int, worth: int) -> None:
    assert imps(difference) == worth
