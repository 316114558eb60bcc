"""Packs so small that every hand of thirteen cards is looked at, one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from bml_core.hands.conditions import HONOURS, Formula
from bml_core.hands.counting import Deck, Partition
from tests.bml_core.hands.counting.test_partitions import cell_of
from tests.bml_core.hands.small_deck import DECK, hand_of
from tests.bml_core.hands.strategies import conditions
from tests.examples import examples

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
