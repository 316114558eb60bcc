"""All ways to deal one hand or two: each number is another way, and no way is missing."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.bridge import Hand
from bml_core.hands import conditions as c
from bml_core.hands.bidding.frequencies import RowCells, count_deck, count_pairs
from bml_core.hands.conditions import Formula
from bml_core.hands.counting import FULL_DECK, PAIRS, TOTAL, HandPairs, count, pair_polynomials
from bml_core.hands.shapes import SHAPES
from tests.bml_core.hands.small_deck import DECK, hand_of, hands_with_long_spades
from tests.bml_core.hands.strategies import condition_of, conditions, free_conditions
from tests.examples import examples

LONG_SPADES = [hand for length in (12, 13) for hand in hands_with_long_spades(length)]
LONG_HEARTS = [Hand(hand.hearts, hand.spades, *hand.holdings[2:]) for hand in LONG_SPADES]
OTHERS = comb(39, 13)


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


PAIRS_OF_HANDS = [
    ("12+ spades", "12+ hearts, 10+ hcp in hearts"),
    ("12+ spades, ace in clubs or king in spades", "12+ hearts, 2+ aces, 1+ cards in clubs"),
    ("12+ spades, 10 hcp", "12+ hearts, 2+ keycards in hearts"),
    ("12+ spades, clubs > diamonds", "12+ hearts, diamonds > clubs, 8-13 hcp"),
    ("12+ spades, 13 hcp or 6-9 hcp", "12+ hearts, 13 hcp or 9-10 hcp, not (queen in hearts)"),
]


@pytest.mark.parametrize(("first", "second"), PAIRS_OF_HANDS)
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


# ------------------------------------------------------------- the same pairs, counted in two ways


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
    assert (found.shares, found.outside) == (known.shares, known.outside)
    assert found.counting.hands == known.counting.hands
