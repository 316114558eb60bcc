"""Hands and deals at random: as often as exact counts say, the same for a seed, and never in vain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from math import comb, sqrt
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.bridge import Deal, Hand, Seat, is_pack
from bml_core.hands import conditions as c
from bml_core.hands.counting import HandPairs, count
from bml_core.hands.sampling import Deals, sample_deals, sample_hands
from tests.bml_core.hands.strategies import condition_of, conditions
from tests.examples import examples

Cell = TypeVar("Cell")
N, E, S, W = Seat
NUMBER = 8_000


def assert_as_often(drawn: Iterable[Cell], weights: Mapping[Cell, int]) -> None:
    """Chi-square, with rare cells put together; five standard deviations above the mean are too many."""
    found = Counter(drawn)
    number, total = sum(found.values()), sum(weights.values())
    assert set(found) <= {cell for cell, weight in weights.items() if weight}
    common = [cell for cell, weight in weights.items() if weight * number >= 10 * total]
    pairs = [(found[cell], weights[cell] * number / total) for cell in common]
    rest = number - sum(seen for seen, _ in pairs), number - sum(due for _, due in pairs)
    pairs += [rest] if rest[1] > 10 else []
    square = sum((seen - due) ** 2 / due for seen, due in pairs)
    freedom = len(pairs) - 1
    assert freedom > 0
    assert square < freedom + 5 * sqrt(2 * freedom) + 5


class TestHands:
    @pytest.mark.parametrize(
        "text",
        [
            "any",
            "15-17 hcp, balanced",
            "11-21 hcp, shape{x5+xx:h>s,h>=d,h>=c}",
            "(6-10 hcp, 6 spades, good spades) or 20+ hcp",
            "4+ keycards in hearts",
        ],
    )
    def test_shapes_and_points(self, text: str) -> None:
        condition = condition_of(text)
        hands = list(sample_hands(condition, NUMBER, seed=7))
        assert all(map(condition.test(), hands))
        by_points = {n: count(condition & c.points(n, n)) for n in range(38)}
        assert_as_often((hand.hcp for hand in hands), by_points)
        by_spades = {n: count(condition & c.cards(n, n, "S")) for n in range(14)}
        assert_as_often((len(hand.spades) for hand in hands), by_spades)
        patterns = [pattern_of(hand) for hand in hands]
        by_pattern = {pattern: count(condition & with_pattern(pattern)) for pattern in set(patterns) - {()}}
        by_pattern[()] = count(condition) - sum(by_pattern.values())
        assert_as_often(patterns, by_pattern)

    @pytest.mark.parametrize("text", ["12-14 hcp, balanced", "stopper in hearts, 5+ spades"])
    def test_single_cards(self, text: str) -> None:
        condition = condition_of(text)
        hands = list(sample_hands(condition, NUMBER, seed=8))
        aces = {n: count(condition & c.tally(n, n, "A", "SHDC", "aces")) for n in range(5)}
        assert_as_often((sum("A" in holding for holding in hand.holdings) for hand in hands), aces)
        for rank in "AKQJT":
            held = {n: count(condition & c.honours(n, n, rank, "H")) for n in (0, 1)}
            assert_as_often((int(rank in hand.hearts) for hand in hands), held)

    def test_small_cards(self) -> None:
        hands = list(sample_hands(condition_of("4 spades, 0 hcp"), NUMBER, seed=9))
        found = Counter(hand.spades for hand in hands)
        assert_as_often((hand.spades for hand in hands), dict.fromkeys(found, 1))
        assert len(found) == comb(9, 4)

    def test_a_hand_in_158_thousand_million_is_found_at_once(self) -> None:
        hands = list(sample_hands(c.points(37, 37), 400, seed=1))
        assert Counter(hand.shape for hand in hands).keys() == {
            (4, 3, 3, 3), (3, 4, 3, 3), (3, 3, 4, 3), (3, 3, 3, 4),
        }  # fmt: skip

    @examples(20)
    @given(conditions(), st.integers(0, 2**70))
    def test_every_hand_fits(self, condition: c.Formula, seed: int) -> None:
        hands = list(sample_hands(condition, 3, seed))
        assert all(condition.fits(hand) and len(set(hand.cards)) == 13 for hand in hands)
        assert len(hands) == (3 if count(condition) else 0)

    def test_a_seed_is_the_same_hands_for_ever(self) -> None:
        (hand,) = sample_hands(condition_of("15-17 hcp, balanced"), 1, seed=1)
        assert hand == Hand("QT8", "A864", "JT", "AKQJ")

    def test_what_is_not_a_number_or_seed(self) -> None:
        with pytest.raises(ValueError, match="seed must be 0 or more, not -1"):
            sample_hands(c.ANY, 1, seed=-1)
        with pytest.raises(ValueError, match="islice"):
            sample_hands(c.ANY, -1, seed=1)
        assert list(sample_hands(c.ANY, 0, seed=1)) == []


def pattern_of(hand: Hand) -> tuple[int, ...]:
    """The lengths in order, nothing for a suit of ten cards or more."""
    return tuple(sorted(hand.shape)) if max(hand.shape) < 10 else ()


def with_pattern(pattern: tuple[int, ...]) -> c.Formula:
    return condition_of(f"shape{{({''.join(map(str, pattern))})}}")


def suits_of(first: Seat, second: Seat) -> Callable[[Deal], tuple[int, int]]:
    def lengths(deal: Deal) -> tuple[int, int]:
        one, other = deal.hand(first), deal.hand(second)
        assert one is not None
        assert other is not None
        return len(one.spades), len(other.spades)

    return lengths


def spades_and_points(deal: Deal) -> tuple[int, int]:
    assert deal.east is not None
    return len(deal.east.spades), deal.east.hcp // 3


def assert_alike(one: Iterable[Cell], other: Iterable[Cell]) -> None:
    """Chi-square of two samples; five standard deviations above the mean are too many."""
    found, due = Counter(one), Counter(other)
    first, second = found.total(), due.total()
    assert min(first, second) > 1_000
    common = [cell for cell in found | due if found[cell] + due[cell] > 20]
    square = sum(
        (found[cell] * second - due[cell] * first) ** 2 / (found[cell] + due[cell]) for cell in common
    )
    assert square / (first * second) < len(common) + 5 * sqrt(2 * len(common))


class TestDeals:
    def test_two_hands_by_lengths_and_points(self) -> None:
        opener, responder = (
            condition_of("15-17 hcp, balanced"),
            condition_of("8+ hcp, 4+ hearts or 4+ spades"),
        )
        deals = list(sample_deals({N: opener, S: responder}, 4_000, seed=3))
        by_lengths = {
            (a, b // 3): HandPairs(opener & c.cards(a, a, "S"), responder & c.cards(b, b + 2, "S")).total
            for a in range(2, 6)
            for b in range(0, 12, 3)
        }
        lengths = map(suits_of(N, S), deals)
        assert_as_often(((a, b // 3) for a, b in lengths), by_lengths)
        by_points = {
            (a, b): HandPairs(opener & c.points(a, a), responder & c.points(b, b + 2)).total
            for a in (15, 16, 17)
            for b in range(8, 26, 3)
        }
        assert_as_often(
            (
                (deal.north.hcp, (deal.south.hcp + 1) // 3 * 3 - 1)
                for deal in deals
                if deal.north and deal.south
            ),
            by_points,
        )

    def test_opponents_get_what_is_left(self) -> None:
        north = condition_of("6+ spades, 11+ hcp")
        deals = list(sample_deals({N: north}, 10_000, seed=4))
        by_north = {n: count(north & c.cards(n, n, "S")) for n in range(6, 14)}
        assert_as_often((len(deal.north.spades) for deal in deals if deal.north), by_north)
        given_six = [deal for deal in deals if deal.north and len(deal.north.spades) == 6]
        splits = {
            (a, b): comb(7, a) * comb(32, 13 - a) * comb(7 - a, b) * comb(19 + a, 13 - b)
            for a in range(8)
            for b in range(8 - a)
        }
        assert_as_often(map(suits_of(E, W), given_six), splits)

    @pytest.mark.parametrize(
        "asked", [{}, {W: "37 hcp"}, {N: "25+ hcp", S: "14+ hcp"}, {E: "7+ spades", W: "6+ !s"}]
    )
    def test_rare_deals_are_whole_packs(self, asked: dict[Seat, str]) -> None:
        wanted = {seat: condition_of(text) for seat, text in asked.items()}
        deals = list(sample_deals(wanted, 20, seed=5))
        assert len(deals) == 20
        assert all(map(is_pack, deals))
        hands = [(condition, deal.hand(seat)) for deal in deals for seat, condition in wanted.items()]
        assert all(hand is not None and condition.fits(hand) for condition, hand in hands)

    def test_four_hands_with_conditions(self) -> None:
        wanted = {N: "15-17 hcp, balanced", E: "5+ hearts", S: "8+ hcp, 4+ spades", W: "0-6 hcp"}
        conditions = {seat: condition_of(text) for seat, text in wanted.items()}
        deals = list(sample_deals(conditions, 50, seed=6))
        assert len(deals) == 50
        for deal in deals:
            hands = {seat: deal.hand(seat) for seat in Seat}
            assert all(hand and conditions[seat].fits(hand) for seat, hand in hands.items())

    @pytest.mark.parametrize("spades", ["2+ of AKQ in spades, 4+ spades", "3+ of AKQ in spades, 4+ spades"])
    def test_single_cards_that_are_seldom_there_opposite_partner(self, spades: str) -> None:
        opener, responder = condition_of(f"9+ hcp, {spades}"), condition_of("4+ spades, 0-6 hcp")
        deals = list(sample_deals({N: opener, S: responder}, 4_000, seed=8))
        assert all(deal.north and opener.fits(deal.north) for deal in deals)
        by_spades = {
            (a, b): HandPairs(opener & c.cards(a, a, "S"), responder & c.cards(b, b, "S")).total
            for a in range(4, 10)
            for b in range(4, 14 - a)
        }
        assert_as_often(map(suits_of(N, S), deals), by_spades)

    def test_opponents_with_conditions_are_those_of_the_deals_that_fit(self) -> None:
        ours = {N: condition_of("5+ hearts, 11-15 hcp"), S: condition_of("3+ hearts, 6-10 hcp")}
        theirs = {
            E: condition_of("0-12 hcp, not 5+ spades"),
            W: condition_of("not stopper in hearts, 5+ hcp"),
        }
        drawn = list(sample_deals({**ours, **theirs}, 4_000, seed=9))
        east, west = theirs[E].test(), theirs[W].test()
        fitting = [
            deal
            for deal in sample_deals(ours, 12_000, seed=10)
            if deal.east and east(deal.east) and deal.west and west(deal.west)
        ]
        for value in (spades_and_points, suits_of(W, E), suits_of(N, S)):
            assert_alike(map(value, drawn), map(value, fitting))

    @pytest.mark.parametrize(
        ("asked", "problem"),
        [
            ({N: "8+ spades", S: "6+ spades"}, "North and South cannot both hold what they show."),
            ({W: "ace in spades", E: "ace in spades"}, "East and West cannot both hold what they show."),
            ({W: "11+ hcp, 13 spades"}, "No hand is what West shows."),
        ],
    )
    def test_what_cannot_be_is_said_at_once(self, asked: dict[Seat, str], problem: str) -> None:
        wanted = {seat: condition_of(text) for seat, text in asked.items()}
        assert Deals(wanted).problem == problem
        assert list(sample_deals(wanted, 5, seed=1)) == []

    def test_a_seed_is_the_same_deals_for_ever(self) -> None:
        once, again = (list(sample_deals({S: c.points(20, 37)}, 3, seed=2)) for _ in range(2))
        assert once == again
        assert once != list(sample_deals({S: c.points(20, 37)}, 3, seed=3))

    def test_a_long_sample_is_not_held_in_memory(self) -> None:
        endless = sample_deals({N: c.points(15, 17)}, 10**9, seed=1)
        assert len(list(islice(endless, 3))) == 3
