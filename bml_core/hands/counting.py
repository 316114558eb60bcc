"""How many hands fit a condition, to the last hand.

For each shape there is one polynomial: the coefficient of its n-th power counts the hands with n points.
A polynomial is one integer with forty bits to a coefficient, so that the product of the polynomials of four
suits is one multiplication each, and a mask chooses points. Forty bits hold the number of all hands.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from math import comb

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import (
    ANY,
    HONOURS,
    SUIT_ORDER,
    All,
    AnyOf,
    Condition,
    Leaf,
    Length,
    Named,
    Not,
    Tally,
)
from bml_core.hands.shapes import SHAPES
from bml_core.hands.tables import ALL_POINTS, PointTable, bits

TOTAL = 635_013_559_600
"""All hands of thirteen cards."""

_WIDTH = 40
_COEFFICIENT = (1 << _WIDTH) - 1
_SMALL_CARDS = FULL_HAND - len(HONOURS)
_HELD = tuple(tuple(i for i in range(len(HONOURS)) if subset >> i & 1) for subset in range(1 << len(HONOURS)))
_POINTS = tuple(sum((4, 3, 2, 1, 0)[i] for i in held) for held in _HELD)

# Of one suit with one length, or of several together: state of the honours asked for → polynomial of points.
_States = dict[int, int]
_LANE = 8


def count(condition: Condition) -> int:
    """The number of the 635,013,559,600 hands that fit.

    >>> from bml_core.hands.conditions import balanced, keycards, points
    >>> f"{count(points(15, 17) & balanced()):,}"
    '30,897,212,184'
    >>> f"{count(keycards(5, 5, 'S')):,}"
    '314,457,495'
    """
    return _count_within(condition, ANY.table())


def same_hands(one: Condition, other: Condition) -> bool:
    """Whether two conditions mean the same: each hand fits both or neither.

    >>> from bml_core.hands.conditions import cards, points
    >>> same_hands(points(12, 14) | points(14, 19), points(12, 19))
    True
    >>> same_hands(cards(13, 13, "S") & points(11, 37), ~ANY)
    True
    """
    if one.has_honours or other.has_honours:
        return count((one & ~other) | (other & ~one)) == 0
    return one.table().reachable() == other.table().reachable()


def partition(conditions: Sequence[Condition]) -> tuple[int, ...]:
    """How many hands go to each condition, if the first that fits wins; at the end, how many fit none.

    >>> from bml_core.hands.conditions import balanced, points
    >>> sum(partition([points(15, 17) & balanced(), points(12, 37)])) == TOTAL
    True
    """
    left = ANY.table()
    wider: list[Condition] = []
    counts = []
    for condition in conditions:
        others = [~earlier for earlier in wider]
        counts.append(_count_within(reduce(operator.and_, others, condition), left))
        if condition.has_honours:
            wider.append(condition)
        else:
            left &= ~condition.table()
    return (*counts, TOTAL - sum(counts))


def count_table(table: PointTable) -> int:
    """The number of hands whose shape and points are in a table."""
    polynomials = shape_polynomials()
    return sum(
        _chosen(sum(polynomials[number] for number in bits(shapes)), points)
        for points, shapes in table.pairs
        if points
    )


def hands_with(shape_number: int, points: int) -> int:
    """The number of hands of shape ``SHAPES[shape_number]`` with so many points.

    >>> hands_with(SHAPES.index((13, 0, 0, 0)), 10)
    1
    """
    return shape_polynomials()[shape_number] >> (_WIDTH * points) & _COEFFICIENT


@cache
def shape_polynomials() -> tuple[int, ...]:
    """For each of ``SHAPES`` the numbers of hands by points, forty bits to each number of points."""
    suit = [states[0] for states in _plain_suit()]
    pairs = [[suit[a] * suit[b] for b in range(FULL_HAND + 1)] for a in range(FULL_HAND + 1)]
    return tuple(pairs[s][h] * pairs[d][c] for s, h, d, c in SHAPES)


@cache
def _plain_suit() -> list[_States]:
    return _suit(lambda length, held: 0)


def _chosen(polynomial: int, points: int) -> int:
    """The sum of the coefficients that a mask of points chooses."""
    # Modulo a number that is all ones, a number is the sum of its digits.
    return (polynomial & _spread(points)) % _COEFFICIENT


@cache
def _spread(points: int) -> int:
    return sum(_COEFFICIENT << (_WIDTH * n) for n in bits(points))


def _suit(state: Callable[[int, int], int]) -> list[_States]:
    """For each length of a suit its polynomials by state; ``state`` takes a length and held honours."""
    lengths = []
    for length in range(FULL_HAND + 1):
        states: _States = {}
        for subset, held in enumerate(_HELD):
            rest = length - len(held)
            if 0 <= rest <= _SMALL_CARDS:
                key = state(length, subset)
                states[key] = states.get(key, 0) + (comb(_SMALL_CARDS, rest) << (_WIDTH * _POINTS[subset]))
        lengths.append(states)
    return lengths


# ---------------------------------------------------------------- single cards


@dataclass(frozen=True, slots=True)
class _Feature:
    """Something that single cards decide: a part of a condition that speaks of one suit alone, or a tally.

    What each suit adds is a small number; the sum of the four decides.
    """

    part: Condition
    suit: int | None

    def of_suit(self, suit: int, length: int, subset: int) -> int:
        if self.suit is None:
            assert isinstance(self.part, Tally)
            return _worth(self.part, suit, subset)
        return int(suit == self.suit and self.part.fold(self._decide(length, subset), operator.not_))

    def _decide(self, length: int, subset: int) -> Callable[[Leaf], bool]:
        def decide(leaf: Leaf) -> bool:
            if isinstance(leaf, Tally):
                assert self.suit is not None
                return leaf.low <= _worth(leaf, self.suit, subset) <= leaf.high
            assert isinstance(leaf, Length)
            return leaf.low <= length <= leaf.high

        return decide

    def decided(self, total: int) -> bool:
        return (
            bool(total) if not isinstance(self.part, Tally) or self.suit is not None else self._within(total)
        )

    def _within(self, total: int) -> bool:
        assert isinstance(self.part, Tally)
        return self.part.low <= total <= self.part.high


_Asked = list[tuple[int, _Feature]]


def _worth(leaf: Tally, suit: int, subset: int) -> int:
    return sum(leaf.worth[suit][i] for i in _HELD[subset])


def _count_within(condition: Condition, within: PointTable) -> int:
    """The number of hands that fit, of those in a table."""
    if not condition.has_honours:
        return count_table(condition.table() & within)
    parts = condition.parts if isinstance(condition, All) else (condition,)
    for part in parts:
        if not part.has_honours:
            within &= part.table()
    # What is left are the parts that single cards decide.
    wanted = [part for part in parts if part.has_honours]
    features = tuple(dict.fromkeys(feature for part in wanted for feature in _features(part)))
    states = _states_by_shape(features, within.points_by_shape())
    tables: dict[int, tuple[int, ...]] = {}
    found: dict[int, int] = {}
    for number, of_shape in states:
        for state, polynomial in of_shape.items():
            if state not in tables:
                table = _table_in(wanted, features, state) & within
                tables[state] = table.points_by_shape()
            points = tables[state][number]
            if points:
                found[points] = found.get(points, 0) + polynomial
    return sum(_chosen(polynomial, points) for points, polynomial in found.items())


def _table_in(wanted: Iterable[Condition], features: tuple[_Feature, ...], state: int) -> PointTable:
    """The points and shapes that fit, once the features have their sums."""
    known = {f.part: f.decided(state >> (_LANE * n) & ((1 << _LANE) - 1)) for n, f in enumerate(features)}
    return reduce(operator.and_, (_table_of(part, known) for part in wanted))


def _table_of(condition: Condition, known: dict[Condition, bool]) -> PointTable:
    if condition in known:
        return PointTable.of_points(ALL_POINTS if known[condition] else 0)
    if isinstance(condition, Named):
        return _table_of(condition.part, known)
    if isinstance(condition, Not):
        return ~_table_of(condition.part, known)
    if isinstance(condition, All | AnyOf):
        join = operator.and_ if isinstance(condition, All) else operator.or_
        return reduce(join, (_table_of(part, known) for part in condition.parts))
    return condition.table()


def _features(condition: Condition) -> Iterable[_Feature]:
    """The largest parts of a condition that single cards of one suit decide, and the tallies of several."""
    if not condition.has_honours:
        return
    suits = {_suit_of(leaf) for leaf in condition.leaves}
    suit = suits.pop() if len(suits) == 1 else None
    if suit is not None or isinstance(condition, Leaf):
        yield _Feature(condition, suit)
    elif isinstance(condition, Named | Not):
        yield from _features(condition.part)
    elif isinstance(condition, All | AnyOf):
        for part in condition.parts:
            yield from _features(part)


def _suit_of(leaf: Leaf) -> int | None:
    """The only suit that a leaf speaks of, by its place."""
    if isinstance(leaf, Length):
        return SUIT_ORDER.index(leaf.suit)
    if isinstance(leaf, Tally):
        worth = [n for n, values in enumerate(leaf.worth) if any(values)]
        return worth[0] if len(worth) == 1 else None
    return None


def _states_by_shape(
    features: tuple[_Feature, ...], points: tuple[int, ...]
) -> Iterable[tuple[int, _States]]:
    """For each shape that has points to look for, its number and its polynomials by state."""
    suits = []
    for suit in range(len(SUIT_ORDER)):
        asked = [(n, feature) for n, feature in enumerate(features) if feature.suit in (None, suit)]

        def state(length: int, subset: int, suit: int = suit, asked: _Asked = asked) -> int:
            return sum(feature.of_suit(suit, length, subset) << (_LANE * n) for n, feature in asked)

        suits.append(_suit(state) if asked else _plain_suit())
    spades, hearts, diamonds, clubs = suits
    majors: dict[tuple[int, int], _States] = {}
    minors: dict[tuple[int, int], _States] = {}
    for number, (s, h, d, c) in enumerate(SHAPES):
        if points[number]:
            if (s, h) not in majors:
                majors[s, h] = _product(spades[s], hearts[h])
            if (d, c) not in minors:
                minors[d, c] = _product(diamonds[d], clubs[c])
            yield number, _product(majors[s, h], minors[d, c])


def _product(one: _States, other: _States) -> _States:
    states: _States = {}
    for a, p in one.items():
        for b, q in other.items():
            states[a + b] = states.get(a + b, 0) + p * q
    return states
