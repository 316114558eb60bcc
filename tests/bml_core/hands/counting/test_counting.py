"""Exact counts, against known numbers and against hands counted one by one."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.bridge import Hand
from bml_core.hands import conditions as c
from bml_core.hands.conditions import ANY, HONOURS, Formula
from bml_core.hands.counting import FULL_DECK, TOTAL, Deck, Partition, count, partition, same_hands
from bml_core.hands.shapes import SHAPES, ShapeSet
from tests.bml_core.hands.small_deck import DECK, hand_of, hands_with_long_spades, random_hands
from tests.bml_core.hands.strategies import condition_of, conditions, free_conditions, hands
from tests.examples import examples

FIXTURE = Path(__file__).parent / "fixtures" / "counts.tsv"
CASES = [line.split("\t") for line in FIXTURE.read_text("utf-8").splitlines()]
LONG = [hand for length in (12, 13) for hand in hands_with_long_spades(length)]


@cache
def eleven_spades_and_no_diamond() -> list[Hand]:
    return [
        hand_of((*spades, *others))
        for spades in combinations(DECK[:13], 11)
        for others in combinations((*DECK[13:26], *DECK[39:]), 2)
    ]


@pytest.mark.parametrize(("text", "number"), CASES, ids=[text for text, _ in CASES])
def test_known_numbers(text: str, number: str) -> None:
    assert count(condition_of(text)) == int(number)


def test_all_hands_are_counted_once() -> None:
    by_points = [count(c.points(number, number)) for number in range(38)]
    assert sum(by_points) == TOTAL
    assert by_points[37] == 4
    by_shape = [count(c.Shaped(ShapeSet.from_shapes([shape]))) for shape in SHAPES]
    assert by_shape == [ShapeSet.from_shapes([shape]).count for shape in SHAPES]


@given(conditions())
def test_hands_with_long_spades_one_by_one(condition: c.Formula) -> None:
    assert len(LONG) == 508
    assert count(condition & c.cards(12, 13, "S")) == sum(map(condition.fits, LONG))


@pytest.mark.parametrize(
    "text",
    [
        "stopper in hearts or diamonds stopped, 10-12 hcp",
        "3+ keycards in clubs, good spades, hearts stopped, clubs <= hearts",
        "2 aces, 3-5 controls, semi-balanced or void in hearts",
    ],
)
def test_hands_with_eleven_spades_and_no_diamond_one_by_one(text: str) -> None:
    condition = condition_of(text)
    one_by_one = sum(map(condition.fits, eleven_spades_and_no_diamond()))
    assert count(condition & c.cards(11, 11, "S") & c.cards(0, 0, "D")) == one_by_one > 0


def test_one_holding_leaves_only_small_cards() -> None:
    holding = condition_of(
        "5 spades, AK in spades, 2 of AKQJT in spades, 2 hearts, 1 of AKQJT in hearts, Q in hearts,"
        "5 diamonds, 3 of AKQJT in diamonds, KJT of diamonds, singleton in clubs, A of clubs"
    )
    # Of the eight cards below the ten: 3, 1, 2 and 0.
    assert count(holding) == 56 * 8 * 28 * 1


@given(conditions())
@examples(10)
def test_what_fits_and_what_does_not_are_all(condition: c.Formula) -> None:
    assert count(condition) + count(~condition) == TOTAL


@given(conditions(), conditions())
@examples(6)
def test_either_is_each_without_both(one: c.Formula, other: c.Formula) -> None:
    assert count(one | other) + count(one & other) == count(one) + count(other)


@pytest.mark.parametrize(
    "text",
    [
        "11-13 hcp, 5+ spades or balanced",
        "stopper in hearts, stopper in clubs",
        "2+ keycards in spades or good hearts",
        "no ace in spades, 2+ aces, diamonds > clubs",
        "4-6 controls",
        "5-7 hcp in diamonds or 4 cards in clubs",
    ],
)
def test_random_hands_agree(text: str) -> None:
    condition = condition_of(text)
    number = 4000
    share = count(condition) / TOTAL
    found = sum(map(condition.fits, random_hands(number, seed=7))) / number
    assert abs(found - share) < 4 * (share * (1 - share) / number) ** 0.5


@given(free_conditions(), free_conditions())
@examples(10)
def test_same_hands_is_what_counting_says(one: c.Formula, other: c.Formula) -> None:
    different = count(one & ~other) + count(other & ~one)
    assert same_hands(one, other) == (different == 0)


def test_in_a_partition_the_first_wins() -> None:
    rows = [
        c.points(15, 17) & c.balanced(),
        c.stopper("H") & c.points(12, 37),
        c.points(12, 37) & c.cards(5, 13, "S"),
        c.keycards(3, 5, "S"),
    ]
    earlier: list[c.Formula] = []
    expected = []
    for row in rows:
        expected.append(count(c.all_of([row, *(~other for other in earlier)])))
        earlier.append(row)
    *counts, rest = partition(rows)
    assert counts == expected
    assert rest == count(~c.any_of(rows))


# ----------------------------------------------------------- cells, and what another hand has left


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


# ------------------------------------------------------------------------------------- small decks


_Cards = tuple[tuple[int, str], ...]
CARDS = 16
HANDS = comb(CARDS, 13)


def pack_of(cards: _Cards) -> Deck:
    honours, small = [0] * 4, [0] * 4
    for suit, rank in cards:
        if rank in HONOURS:
            honours[suit] |= 1 << HONOURS.index(rank)
        else:
            small[suit] += 1
    return Deck((honours[0], honours[1], honours[2], honours[3]), (small[0], small[1], small[2], small[3]))


def packs() -> st.SearchStrategy[_Cards]:
    """Cards that are few; many of them honours, so that conditions on them differ."""
    order = sorted(DECK, key=lambda card: card[1] not in HONOURS)
    chosen = st.permutations(order).map(lambda cards: cards[:CARDS])
    with_honours = st.permutations(order[:24]).map(lambda cards: cards[:CARDS])
    return st.one_of(chosen, with_honours).map(tuple)


@examples(15)
@given(packs(), st.lists(conditions(), min_size=1, max_size=3))
def test_every_hand_is_in_the_cell_of_what_it_fits(cards: _Cards, asked: list[Formula]) -> None:
    one_by_one: Counter[int] = Counter()
    for held in combinations(cards, 13):
        one_by_one[cell_of(hand_of(held), asked)] += 1
    assert Partition(asked).counts(pack_of(cards)) == one_by_one
    assert one_by_one.total() == HANDS
