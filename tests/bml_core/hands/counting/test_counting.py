"""Exact counts, against known numbers and against hands counted one by one."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given

from bml_core.bridge import Hand
from bml_core.diagnostics import has_errors
from bml_core.hands import conditions as c
from bml_core.hands.counting import TOTAL, count, partition, same_hands
from bml_core.hands.descriptions import parse_condition
from bml_core.hands.shapes import SHAPES, ShapeSet
from tests.bml_core.hands.small_deck import DECK, hand_of, hands_with_long_spades, random_hands
from tests.bml_core.hands.strategies import conditions, free_conditions
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


def condition_of(text: str) -> c.Formula:
    reading = parse_condition(text)
    assert not has_errors(reading.diagnostics)
    assert reading.value is not None
    return reading.value


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
