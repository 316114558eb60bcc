"""Partition of hands, in the whole pack and in what another hand has left of it."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.bridge import Hand
from bml_core.hands.conditions import ANY, Formula
from bml_core.hands.counting import FULL_DECK, TOTAL, Partition
from tests.bml_core.hands.counting.test_counting import condition_of
from tests.bml_core.hands.small_deck import DECK, hand_of
from tests.bml_core.hands.strategies import conditions, free_conditions, hands
from tests.examples import examples

NO_SPADES = Hand("", "AQ98", "KJT54", "J762")
STRONG = Hand("AKQ5", "AK32", "AK4", "Q2")


def cell_of(hand: Hand, asked: list[Formula]) -> int:
    return sum(1 << number for number, condition in enumerate(asked) if condition.fits(hand))


def left_by(hand: Hand) -> list[tuple[int, str]]:
    held = {(suit, rank) for suit, holding in enumerate(hand.holdings) for rank in holding}
    return [card for card in DECK if card not in held]


@given(st.lists(free_conditions(), max_size=6))
@examples(10)
def test_partitions_are_all_hands(asked: list[Formula]) -> None:
    assert sum(Partition(asked).counts().values()) == TOTAL


@given(hands(), st.lists(conditions(), max_size=4))
@examples(10)
def test_partitions_of_what_is_left_are_all_its_hands(held: Hand, asked: list[Formula]) -> None:
    pack = FULL_DECK.without(held)
    assert pack.hands == comb(39, 13)
    assert sum(Partition(asked).counts(pack).values()) == pack.hands


@given(st.lists(conditions(), min_size=1, max_size=3))
@examples(8)
def test_hands_with_twelve_of_the_spades_left_one_by_one(asked: list[Formula]) -> None:
    long = condition_of("12+ spades")
    expected: dict[int, int] = {}
    others = [card for card in left_by(NO_SPADES) if card[0]]
    spades = [card for card in DECK if not card[0]]
    for length in (12, 13):
        for own in combinations(spades, length):
            for rest in combinations(others, 13 - length):
                cell = cell_of(hand_of((*own, *rest)), [*asked, long])
                expected[cell] = expected.get(cell, 0) + 1
    found = Partition([*asked, long]).counts(FULL_DECK.without(NO_SPADES))
    assert {cell: number for cell, number in found.items() if cell >> len(asked)} == expected


@pytest.mark.parametrize("held", [NO_SPADES, STRONG], ids=["no spades", "strong"])
@pytest.mark.parametrize(
    "text", ["5+ hearts", "8-9 hcp, balanced", "stopper in clubs, 6+ hcp", "1+ aces or good diamonds"]
)
def test_random_hands_of_what_is_left_agree(held: Hand, text: str) -> None:
    condition = condition_of(text)
    pack, number = FULL_DECK.without(held), 4000
    share = Partition([condition]).counts(pack)[1] / pack.hands
    left, chance = left_by(held), random.Random(5)
    found = sum(condition.fits(hand_of(chance.sample(left, 13))) for _ in range(number)) / number
    assert abs(found - share) < 4 * (share * (1 - share) / number) ** 0.5


@given(st.lists(conditions(), min_size=1, max_size=3))
@examples(6)
def test_the_hands_of_a_cell_are_as_many_by_shape(asked: list[Formula]) -> None:
    cells = Partition(asked)
    for cell, number in cells.counts().items():
        by_shape = [polynomial for _, polynomial in cells.by_shape([cell])]
        assert sum(polynomial % ((1 << 40) - 1) for polynomial in by_shape) == number


def test_small_cards_without_a_name_are_taken_from_those_below_the_ten() -> None:
    pack = FULL_DECK.without(Hand("AKxxx", "Qxx", "KJx", "xx"))
    assert pack.small == (5, 6, 7, 6)
    assert Partition([ANY]).counts(pack) == {1: comb(39, 13)}


@pytest.mark.parametrize(
    "hand", [Hand("AA", "", "", ""), Hand("9xxxxxxxx", "", "", ""), Hand("88", "", "", "")]
)
def test_a_hand_that_no_pack_has_cannot_be_taken_out(hand: Hand) -> None:
    with pytest.raises(ValueError, match="the deck does not have"):
        FULL_DECK.without(hand)
