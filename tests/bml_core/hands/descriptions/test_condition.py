"""The public condition: parsed, counted, joined and shown."""

from __future__ import annotations

import pytest
from hypothesis import given

from bml_core.bridge import Hand
from bml_core.hands.conditions import Formula
from bml_core.hands.counting import TOTAL
from bml_core.hands.descriptions import Condition
from tests.bml_core.hands.strategies import free_conditions
from tests.examples import examples

HAND = Hand("AK843", "Q5", "KJ4", "982")


def test_a_condition_is_counted() -> None:
    notrump = Condition.parse("15-17 hcp, balanced")
    assert notrump.count == 30_897_212_184
    assert notrump.share == 30_897_212_184 / TOTAL
    assert (notrump | ~notrump).count == TOTAL
    assert (notrump & ~notrump).count == 0


def test_a_condition_fits_hands() -> None:
    assert Condition.parse("13 hcp, 5 spades").fits(HAND)
    assert not Condition.parse("stopper in clubs").fits(HAND)
    assert Condition.parse("13 hcp, 5 spades").fits("AK843 Q5 KJ4 982")
    with pytest.raises(ValueError, match="13 cards"):
        Condition.parse("13 hcp").fits(Hand("AK843", "Q5", "KJ4", "98"))
    with pytest.raises(ValueError, match="hand"):
        Condition.parse("13 hcp").fits("AK843 Q5 KJ4 98")


def test_equal_conditions_have_one_hash() -> None:
    one, other = Condition.parse("12-14 hcp or 15-19 hcp"), Condition.parse("12-19 hcp")
    assert one == other
    assert len({one, other}) == 1
    assert one != Condition.parse("12-18 hcp")


@examples(8)
@given(free_conditions())
def test_what_is_shown_is_parsed_again(formula: Formula) -> None:
    condition = Condition(formula)
    assert repr(condition) == f"Condition.parse({str(condition)!r})"
    assert Condition.parse(str(condition)) == condition
    assert str(condition) == str(formula)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "text:1:1: error BML611: The condition ends too early."),
        ("15-17 hcp, purple", "text:1:12: error BML611: purple is not understood"),
        ("14+ spades", "text:1:1: error BML612: A suit has at most 13 cards"),
        ("shape (4442)", "text:1:7: error BML603: "),
    ],
)
def test_what_is_not_a_condition_is_misuse(text: str, message: str) -> None:
    with pytest.raises(ValueError, match="text:1:") as raised:
        Condition.parse(text)
    assert str(raised.value).startswith(message)
