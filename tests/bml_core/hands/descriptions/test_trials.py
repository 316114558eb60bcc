"""Systems as players write them, with calls of hands that good players wrote down before any was read."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.expected_calls import asked_hands
from bml_core.hands.bidding import Certainty

TRIALS = Path(__file__).parent / "fixtures" / "trials"
FIGURES = [line.split() for line in (TRIALS / "figures.txt").read_text("utf-8").splitlines()[2:]]


@pytest.mark.parametrize(("name", "expected", "wrong"), FIGURES, ids=[name for name, *_ in FIGURES])
def test_hands_bid_as_good_players_expect(name: str, expected: str, wrong: str) -> None:
    ends = Counter((asked.is_right, asked.choice.certainty) for asked in asked_hands(TRIALS / f"{name}.bml"))
    assert ends[False, Certainty.CERTAIN] <= int(wrong)
    assert sum(number for (is_right, _), number in ends.items() if is_right) >= int(expected)
