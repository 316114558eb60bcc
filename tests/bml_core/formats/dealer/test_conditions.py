"""Conditions in the words of dealer: it takes them, and finds as many hands as we count."""

from __future__ import annotations

import re
import subprocess
from math import comb, sqrt

import pytest
from hypothesis import given

from bml_core.bridge import Seat, Vulnerability
from bml_core.formats.dealer import DealerScript
from bml_core.hands import conditions as c
from bml_core.hands.counting import TOTAL, HandPairs, count
from bml_core.hands.descriptions import parse_condition
from tests.bml_core.hands.strategies import conditions
from tests.examples import examples
from tests.system_tools import require_tool

GENERATED = 40_000


def condition_of(text: str) -> c.Formula:
    condition = parse_condition(text).value
    assert condition is not None
    return condition


def dealt(script: str) -> subprocess.CompletedProcess[str]:
    program = require_tool("dealer")
    return subprocess.run(
        [program, "-s", "1"], input=script, text=True, capture_output=True, check=True, timeout=120
    )


def share_found(script: DealerScript) -> float:
    """The share of the deals of dealer that fit."""
    text = re.sub(r"generate \d+", f"generate {GENERATED}", script.text())
    text = text.replace("action printpbn", "action")
    told = dealt(text)
    assert "error" not in told.stderr
    numbers = re.findall(r"(?:Generated|Produced) (\d+)", told.stdout + told.stderr)
    generated, produced = map(int, numbers)
    assert generated == GENERATED
    return produced / generated


def assert_within_four_standard_errors(found: float, exact: float) -> None:
    assert abs(found - exact) <= 4 * sqrt(exact * (1 - exact) / GENERATED)


@pytest.mark.parametrize(
    "text",
    [
        "15-17 hcp, balanced",
        "12+ hcp, 5+ spades",
        "0-7 hcp or 20+ hcp",
        "not balanced, hearts > spades",
        "hearts >= diamonds, clubs = spades",
        "spades != hearts, 8-12 hcp",
        "shape{x5+xx:h>s,h>=d,h>=c}",
        "shape{5M(332) + (5422)}",
        "semi-balanced, 10-14 hcp",
        "void",
        "singleton in hearts",
        "3+ aces",
        "2 of AK in spades",
        "3+ keycards in hearts",
        "good !h, 5+ hearts",
        "stopper in clubs, 0-3 clubs",
        "4-6 controls",
        "7-10 hcp in spades or 6+ hcp in hearts",
        "queen in diamonds, not (ace in diamonds)",
        "not (5+ spades or 5+ hearts), not (3+ kings)",
    ],
)
def test_dealer_finds_as_many_hands(text: str) -> None:
    condition = condition_of(text)
    found = share_found(DealerScript({Seat.WEST: condition}, number=10**7))
    assert_within_four_standard_errors(found, count(condition) / TOTAL)


@pytest.mark.parametrize(
    ("first", "second"), [("15-17 hcp, balanced", "8+ hcp, 4+ hearts"), ("16+ hcp", "0-7 hcp")]
)
def test_dealer_finds_as_many_pairs_of_hands(first: str, second: str) -> None:
    one, other = condition_of(first), condition_of(second)
    found = share_found(DealerScript({Seat.NORTH: one, Seat.SOUTH: other}, number=10**7))
    assert_within_four_standard_errors(found, HandPairs(one, other).total / TOTAL / comb(39, 13))


@examples(10)
@given(conditions())
def test_dealer_takes_every_condition(condition: c.Formula) -> None:
    script = DealerScript(
        {Seat.NORTH: condition, Seat.EAST: ~condition},
        dealer=Seat.WEST,
        vulnerability=Vulnerability.ALL,
        comments=('A "row" of ♥ notes\ncondition 0', "", "produce /* 5 // \x00\x1b"),
    )
    text = script.text().replace("generate 10000000", "generate 20")
    told = dealt(text)
    assert "error" not in told.stderr.lower()


def test_a_condition_that_any_hand_fits_is_left_out() -> None:
    script = DealerScript({Seat.NORTH: c.ANY, Seat.EAST: c.points(37, 37)})
    assert "condition\n  hcp(east)==37\n" in script.text()
    assert "condition\n  1\n" in DealerScript({Seat.NORTH: c.ANY}).text()
