"""All ways to deal one hand or two: each number is another way, and no way is missing."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given

from bml_core.bridge import Hand
from bml_core.hands import conditions as c
from bml_core.hands.counting import TOTAL, HandPairs, count
from bml_core.hands.descriptions import parse_condition
from tests.bml_core.hands.small_deck import hands_with_long_spades
from tests.bml_core.hands.strategies import conditions
from tests.examples import examples

LONG_SPADES = [hand for length in (12, 13) for hand in hands_with_long_spades(length)]
LONG_HEARTS = [Hand(hand.hearts, hand.spades, *hand.holdings[2:]) for hand in LONG_SPADES]
OTHERS = comb(39, 13)


def condition_of(text: str) -> c.Formula:
    condition = parse_condition(text).value
    assert condition is not None
    return condition


def cards_of(hand: Hand) -> int:
    return sum(1 << card.place for card in hand.cards)


def every_way(ways: HandPairs) -> list[tuple[int, int]]:
    """The cards of both hands for every number, with a check that nothing is dealt twice."""
    found = list(map(ways.choose, range(ways.total)))
    assert not any(one & other for one, other in found)
    return found


@examples(15)
@given(conditions())
def test_each_number_is_another_hand(condition: c.Formula) -> None:
    ways = HandPairs(condition & c.cards(12, 13, "S"))
    dealt = [cards for cards, _ in every_way(ways)]
    fitting = {cards_of(hand) for hand in LONG_SPADES if condition.fits(hand)}
    assert len(dealt) == len(set(dealt))
    assert set(dealt) == fitting if ways.is_exact else set(dealt) >= fitting


PAIRS = [
    ("12+ spades", "12+ hearts, 10+ hcp in hearts"),
    ("12+ spades, ace in clubs or king in spades", "12+ hearts, 2+ aces, 1+ cards in clubs"),
    ("12+ spades, 10 hcp", "12+ hearts, 2+ keycards in hearts"),
    ("12+ spades, clubs > diamonds", "12+ hearts, diamonds > clubs, 8-13 hcp"),
    ("12+ spades, 13 hcp or 6-9 hcp", "12+ hearts, 13 hcp or 9-10 hcp, not (queen in hearts)"),
]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_each_number_is_another_pair_of_hands(first: str, second: str) -> None:
    one, other = condition_of(first), condition_of(second)
    ways = HandPairs(one, other)
    assert ways.is_exact
    spades, hearts = (
        list(map(cards_of, hands))
        for hands in (filter(one.fits, LONG_SPADES), filter(other.fits, LONG_HEARTS))
    )
    fitting = {(cards, others) for cards in spades for others in hearts if not cards & others}
    dealt = every_way(ways)
    assert len(dealt) == len(fitting) > 0
    assert set(dealt) == fitting


@examples(12)
@given(conditions())
def test_as_many_ways_as_there_are_hands(condition: c.Formula) -> None:
    ways = HandPairs(condition)
    assert ways.total == count(condition) or not ways.is_exact


@pytest.mark.parametrize("text", ["any", "15-17 hcp, balanced", "3+ aces, good spades", "hearts > spades"])
def test_a_second_hand_that_may_be_anything_is_any_of_the_other_cards(text: str) -> None:
    ways = HandPairs(condition_of(text), c.ANY)
    assert ways.total == count(condition_of(text)) * OTHERS


@pytest.mark.slow
def test_33_points_together() -> None:
    together = sum(HandPairs(c.points(n, n), c.points(max(0, 33 - n), 37)).total for n in range(38))
    assert together == 1_725_622_847_712 * comb(26, 13)


def test_eight_spades_together() -> None:
    spades = (HandPairs(c.cards(n, n, "S"), c.cards(max(0, 8 - n), 13, "S")).total for n in range(14))
    assert sum(spades) == 129_686_944_746_492 * comb(26, 13)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("8+ spades", "6+ spades"),
        ("25+ hcp", "16+ hcp"),
        ("ace of spades", "ace of spades"),
        ("2+ aces", "3+ aces"),
        ("AKQ in hearts, 5 hearts", "J in hearts, 9 hearts"),
        ("none", "any"),
    ],
)
def test_hands_that_exclude_each_other(first: str, second: str) -> None:
    assert HandPairs(condition_of(first), condition_of(second)).total == 0


def test_every_hand() -> None:
    assert HandPairs(c.ANY).total == TOTAL
    assert HandPairs(c.ANY, c.ANY).total == TOTAL * OTHERS
    ways = HandPairs(c.ANY)
    assert [ways.choose(number)[0].bit_count() for number in (0, TOTAL - 1)] == [13, 13]


def test_questions_that_are_too_many_are_asked_of_the_hands_dealt() -> None:
    many = [c.honours(1, 2, ranks, suit) for suit in "SHDC" for ranks in ("AK", "KQ", "QJ")]
    condition = c.all_of(many)
    ways = HandPairs(condition, condition)
    assert not ways.is_exact
    assert ways.total > 0
