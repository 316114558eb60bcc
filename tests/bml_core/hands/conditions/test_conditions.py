"""Conditions: what fits, and how they are joined."""

from __future__ import annotations

import pytest
from hypothesis import given

from bml_core.bridge import Hand
from bml_core.hands import conditions as k
from bml_core.hands.conditions import Formula
from bml_core.hands.counting import count, same_hands
from bml_core.hands.shapes import SHAPES
from tests.bml_core.hands.strategies import conditions, free_conditions, hands
from tests.examples import examples

HAND = Hand("AK843", "Q5", "KJ4", "982")


@pytest.mark.parametrize(
    ("condition", "fits"),
    [
        (k.points(13, 13), True),
        (k.points(12, 12), False),
        (k.points(14, 37), False),
        (k.points(12, 19) & k.cards(4, 13, "S"), True),
        (k.cards(5, 5, "S"), True),
        (k.cards(0, 4, "S"), False),
        (k.balanced(), True),
        (k.unbalanced(), False),
        (k.semi_balanced(), True),
        (k.longer("S", "H"), True),
        (k.longer("D", "C", ">"), False),
        (k.longer("D", "C", "="), True),
        (k.keycards(2, 2, "D"), True),
        (k.keycards(1, 1, "S"), False),
        (k.stopper("S"), True),
        (k.stopper("H"), False),
        (k.stopper("D"), True),
        (k.stopper("C"), False),
        (k.good_suit("S"), True),
        (k.good_suit("D"), False),
        (k.ANY, True),
        (k.NONE, False),
        (~k.points(13, 13), False),
    ],
    ids=str,
)
def test_a_hand_fits(condition: Formula, fits: bool) -> None:
    assert condition.fits(HAND) is fits


@pytest.mark.parametrize("holding", ["A", "Kx", "Qxx", "Jxxx", "KQJ"])
def test_a_stopper(holding: str) -> None:
    assert k.stopper("S").fits(Hand(holding, "x" * (13 - len(holding)), "", ""))


@pytest.mark.parametrize("holding", ["", "K", "Qx", "Jxx", "T9876"])
def test_no_stopper(holding: str) -> None:
    assert not k.stopper("S").fits(Hand(holding, "x" * (13 - len(holding)), "", ""))


@pytest.mark.parametrize("spades", ["AK84", "AK8432", "AA843"])
def test_only_a_hand_can_fit(spades: str) -> None:
    with pytest.raises(ValueError, match=r"13 cards|card twice"):
        k.ANY.fits(Hand(spades, "Q5", "KJ4", "982"))


@pytest.mark.parametrize("bounds", [(5, 3), (-1, 4), (4, 14)])
def test_impossible_lengths_are_misuse(bounds: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="at most"):
        k.cards(*bounds, "S")


@pytest.mark.parametrize("suit", ["N", "", "spade"])
def test_no_suit_is_misuse(suit: str) -> None:
    with pytest.raises(ValueError, match="Suit"):
        k.cards(4, 5, suit)


def test_many_are_joined_flat() -> None:
    both = k.points(12, 14) & k.cards(4, 13, "S") & k.cards(4, 13, "H")
    assert isinstance(both, k.All)
    assert len(both.parts) == 3
    assert k.all_of([both, k.points(12, 14)]) == both
    assert k.any_of([both, k.ANY]) == k.ANY
    assert k.all_of([both, k.NONE]) == k.NONE
    assert ~~both == both


@given(conditions(), conditions(), hands())
def test_and_or_not_mean_what_they_say(one: Formula, other: Formula, hand: Hand) -> None:
    first, second = one.fits(hand), other.fits(hand)
    assert (one & other).fits(hand) == (first and second)
    assert (one | other).fits(hand) == (first or second)
    assert (~one).fits(hand) == (not first)


@given(free_conditions(), free_conditions(), free_conditions())
@examples(20)
def test_laws_of_the_algebra(a: Formula, b: Formula, c: Formula) -> None:
    assert same_hands(~(a & b), ~a | ~b)
    assert same_hands(a & (b | c), a & b | a & c)
    assert same_hands(a | (b & c), (a | b) & (a | c))
    assert same_hands(a | a & b, a)
    assert same_hands(a & ~a, k.NONE)
    assert same_hands(a | ~a, k.ANY)


@given(free_conditions(), hands())
def test_the_table_says_what_fits(condition: Formula, hand: Hand) -> None:
    mask = condition.table().points_by_shape()[SHAPES.index(hand.shape)]
    assert bool(mask >> hand.hcp & 1) == condition.fits(hand)


def test_conditions_on_points_and_lengths_are_equal_by_meaning() -> None:
    one = k.points(12, 14) & k.cards(4, 13, "S") | k.cards(4, 13, "S") & k.points(15, 19)
    assert one == k.points(12, 19) & k.cards(4, 13, "S")
    assert hash(one) == hash(k.points(12, 19) & k.cards(4, 13, "S"))
    assert k.cards(0, 13, "H") == k.points(0, 37) == k.ANY
    assert k.cards(7, 13, "H") & k.cards(7, 13, "S") == k.NONE
    assert k.points(12, 14) != k.points(12, 15)
    # One suit has ten points.
    assert k.cards(13, 13, "S") & k.points(11, 37) == k.NONE


@pytest.mark.parametrize(("length", "fewest"), [(9, 0), (10, 1), (11, 3), (12, 6), (13, 10)])
def test_a_long_suit_has_some_points(length: int, fewest: int) -> None:
    """Nine cards of a suit have no points."""
    long = k.cards(length, length, "S")
    assert count(long & k.points(fewest, fewest)) > 0
    assert long & k.points(fewest, fewest) != k.NONE
    assert fewest == 0 or long & k.points(0, fewest - 1) == k.NONE


def test_conditions_on_single_cards_are_equal_when_they_are_said_alike() -> None:
    assert k.good_suit("H") & k.points(5, 10) == k.good_suit("H") & k.points(5, 10)
    assert k.good_suit("H") != k.good_suit("S")
    assert k.keycards(1, 2, "H") != k.keycards(1, 3, "H")
    assert ~k.stopper("H") != k.stopper("H")


@given(free_conditions(), free_conditions())
@examples(20)
def test_equal_is_what_fits_the_same_hands(one: Formula, other: Formula) -> None:
    assert (one == other) == (count(one & ~other) == count(other & ~one) == 0)
    assert one == one & (one | other)
