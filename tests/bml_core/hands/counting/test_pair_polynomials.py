"""Pairs of hands of one deal, counted in two ways."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.bridge import Hand
from bml_core.hands.bidding.frequencies import RowCells, count_deck, count_pairs
from bml_core.hands.conditions import Formula
from bml_core.hands.counting import FULL_DECK, PAIRS, HandPairs, count, pair_polynomials
from bml_core.hands.shapes import SHAPES
from tests.bml_core.hands.counting.test_counting import condition_of
from tests.bml_core.hands.small_deck import DECK, hand_of
from tests.bml_core.hands.strategies import free_conditions
from tests.examples import examples


def pairs(one: Formula, other: Formula) -> int:
    found = count_pairs(RowCells([other]), one)
    return 0 if found is None else found.of("wins", 0).count or 0


@given(free_conditions())
@examples(2)
def test_each_hand_leaves_as_many_others(condition: Formula) -> None:
    (polynomial,) = pair_polynomials(condition, [range(len(SHAPES))])
    assert PAIRS.total(polynomial) == count(condition) * comb(39, 13)


@given(free_conditions(), free_conditions())
@examples(2)
def test_it_does_not_matter_which_hand_comes_first(one: Formula, other: Formula) -> None:
    assert pairs(one, other) == pairs(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("15-17 hcp, balanced", "8+ hcp, 4 spades or 4 hearts"),
        ("5+ spades, 11-21 hcp", "3+ spades, 6-9 hcp, unbalanced"),
        ("22+ hcp", "15+ hcp"),
        ("7+ hearts", "7+ hearts"),
        ("shape (4441), 16 hcp", "10 hcp"),
    ],
)
def test_the_other_count_of_two_hands_agrees(one: str, other: str) -> None:
    assert (
        pairs(condition_of(one), condition_of(other))
        == HandPairs(condition_of(one), condition_of(other)).total
    )


def test_two_hands_with_all_spades_between_them_one_by_one() -> None:
    """The first hand has all spades but one, which the second has with ten clubs or more."""
    one = condition_of("12 spades, 1 heart, 9+ hcp")
    other = condition_of("1 spade, 10+ clubs, 12+ hcp")
    found = 0
    spades, hearts = ([card for card in DECK if card[0] == suit] for suit in (0, 1))
    for own in combinations(spades, 12):
        for heart in hearts:
            held = hand_of((*own, heart))
            if one.fits(held):
                (spade,) = set(spades) - set(own)
                found += _others(spade, heart, other)
    assert pairs(one, other) == found > 0


def _others(spade: tuple[int, str], heart: tuple[int, str], condition: Formula) -> int:
    """How many hands with a spade, without a heart and with many clubs fit: red cards and clubs apart."""
    rank_points = {"A": 4, "K": 3, "Q": 2, "J": 1}
    red = [card for card in DECK if card[0] in (1, 2) and card != heart]
    clubs = [card for card in DECK if card[0] == 3]
    found = 0
    for length in (10, 11, 12):
        by_points: list[Counter[int]] = []
        for cards, number in ((red, 12 - length), (clubs, length)):
            points = (
                sum(rank_points.get(rank, 0) for _, rank in each) for each in combinations(cards, number)
            )
            by_points.append(Counter(points))
        own = rank_points.get(spade[1], 0)
        found += sum(
            m * n for p, m in by_points[0].items() for q, n in by_points[1].items() if own + p + q >= 12
        )
    return found


@given(st.lists(free_conditions(), min_size=1, max_size=3))
@examples(4)
def test_opposite_one_known_hand_pairs_are_the_hands_of_what_is_left(rows: list[Formula]) -> None:
    """Thirteen spades leave three whole suits."""
    table = RowCells(rows)
    known = count_deck(table, FULL_DECK.without(Hand("AKQJT98765432", "", "", "")))
    found = count_pairs(table, condition_of("13 spades"))
    assert known is not None
    assert found is not None
    assert (found.shares, found.outside, found.hands) == (known.shares, known.outside, known.hands)
