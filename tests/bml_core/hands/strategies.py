"""Conditions and hands drawn by hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from bml_core.bridge import Hand
from bml_core.hands import conditions as c
from bml_core.hands.descriptions import parse_condition
from tests.bml_core.hands.small_deck import DECK, hand_of

_SUITS = st.sampled_from("SHDC")


def _bounds(most: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(0, most), st.integers(0, most)).map(lambda pair: (min(pair), max(pair)))


def hands() -> st.SearchStrategy[Hand]:
    """Hands of thirteen cards."""
    return st.permutations(DECK).map(lambda cards: hand_of(cards[:13]))


_NAMED = [c.ANY, c.NONE, c.balanced(), c.semi_balanced(), c.unbalanced(), c.shortness(0, "void")]
_FREE = st.one_of(
    st.sampled_from(_NAMED),
    _bounds(37).map(lambda pair: c.points(*pair)),
    st.builds(lambda pair, suit: c.cards(pair[0], pair[1], suit), _bounds(13), _SUITS),
    st.builds(c.some_suit, st.integers(0, 13), st.just("SH"), st.just("major")),
    st.builds(c.some_suit, st.integers(0, 13), st.just("SHDC"), st.just("suit")),
    st.integers(0, 6).map(lambda short: c.two_suits(13 - 6 - short // 2, short, "D", "C", "minors")),
    st.builds(c.longer, _SUITS, _SUITS, st.sampled_from(list(c.COMPARISONS))),
)
_HONOURS = st.one_of(
    st.builds(c.stopper, _SUITS),
    st.builds(c.good_suit, _SUITS),
    st.builds(lambda pair, suit: c.keycards(pair[0], pair[1], suit), _bounds(5), _SUITS),
    st.builds(lambda pair, suit: c.honours(pair[0], pair[1], "AKJ", suit), _bounds(3), _SUITS),
    st.builds(lambda pair, suit: c.honours(pair[0], pair[1], "T", suit), _bounds(1), _SUITS),
    _bounds(4).map(lambda pair: c.tally(*pair, "A", "SHDC", "aces")),
    _bounds(4).map(lambda pair: c.tally(*pair, "T", "SHDC", "tens")),
    _bounds(12).map(lambda pair: c.weighted(*pair, {"A": 2, "K": 1}, "SHDC", "controls")),
)


def _joined(leaves: st.SearchStrategy[c.Formula]) -> st.SearchStrategy[c.Formula]:
    return st.recursive(
        leaves,
        lambda parts: st.one_of(
            st.lists(parts, min_size=2, max_size=3).map(c.all_of),
            st.lists(parts, min_size=2, max_size=3).map(c.any_of),
            parts.map(lambda part: ~part),
        ),
        max_leaves=5,
    )


def free_conditions() -> st.SearchStrategy[c.Formula]:
    """Conditions on points and lengths alone."""
    return _joined(_FREE)


def conditions() -> st.SearchStrategy[c.Formula]:
    """Conditions of every kind."""
    return _joined(st.one_of(_FREE, _HONOURS))


def condition_of(text: str) -> c.Formula:
    """Return the formula of a condition."""
    condition = parse_condition(text).value
    assert condition is not None
    return condition
