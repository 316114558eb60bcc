"""Whether any hand fits a formula, and whether two hands of one deck can fit two: exactly, and soon.

Most questions have a simple answer: some ordinary shapes show that there are hands. Only where they do not,
all hands are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from operator import add
from typing import NamedTuple

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import ANY, Formula, PointTable, Shaped, Tally, bits, parts_of_all
from bml_core.hands.counting.hand_pairs import HandPairs
from bml_core.hands.counting.partitions import (
    FULL_DECK,
    HANDS,
    HELD,
    HELD_POINTS,
    SMALL_CARDS,
    count,
    shape_polynomials,
)
from bml_core.hands.shapes import SHAPES, ShapeSet, suit_mask

_TRIED = 8
_DECK_POINTS = 40
_NO_HANDS = 99
#: Single cards are counted where two hands have these points between them, or more.
_TIGHT_POINTS = 34
_KEPT = 1 << 12
#: The bits for the points of the second hand.
_LANE = 64


def has_hands(formula: Formula) -> bool:
    """Return whether a hand fits.

    Raises:
        TooManyStatesError: It asks for single cards in too many ways.

    >>> from bml_core.hands.conditions import balanced, honours, points
    >>> has_hands(points(15, 17) & balanced()), has_hands(points(0, 3) & honours(1, 1, "A", "S"))
    (True, False)
    """
    bounds = formula.bounds()
    if bounds.least.reachable():
        return True
    return formula.has_honours and bool(bounds.most.reachable()) and _fits_some(formula)


@lru_cache(maxsize=_KEPT)
def _fits_some(formula: Formula) -> bool:
    ordinary = islice(_ordinary(formula.bounds().most), _TRIED)
    shapes = ShapeSet(sum(1 << number for number, _ in ordinary))
    return count(formula & Shaped(shapes)) > 0 or count(formula) > 0


def can_meet(one: Formula, other: Formula) -> bool:
    """Return whether two hands of one deck can fit two formulas.

    False is certain. True is certain for points and lengths; where single cards are asked for, hands may be
    found possible that are not, since to count them would take long.

    >>> from bml_core.hands.conditions import cards, points, tally
    >>> can_meet(points(20, 22), points(18, 37)), can_meet(points(20, 22), points(21, 37))
    (True, False)
    >>> can_meet(cards(7, 13, "S"), cards(7, 13, "S"))
    False
    >>> three_aces = tally(3, 4, "A", "SHDC", "aces")
    >>> can_meet(three_aces, three_aces)
    False
    """
    if ANY in (one, other):
        return has_hands(one) and has_hands(other)
    return _meet(one, other)


@lru_cache(maxsize=_KEPT)
def _meet(one: Formula, other: Formula) -> bool:
    first, second = needs(one), needs(other)
    lengths = list(map(add, first.lengths, second.lengths))
    points = first.points + second.points
    if points > _DECK_POINTS or max(lengths) > FULL_HAND or _share_too_many_cards(one, other):
        return False
    if surely_meet(one.bounds().least.reachable(), other.bounds().least.reachable()):
        return True
    is_asking = one.has_honours or other.has_honours
    if is_asking and points < _TIGHT_POINTS and max(lengths) < FULL_HAND:
        return True
    return HandPairs(one, other).total > 0


class Needs(NamedTuple):
    """The fewest points and the shortest suits of the hands that fit."""

    points: int
    lengths: tuple[int, ...]


@lru_cache(maxsize=_KEPT)
def needs(formula: Formula) -> Needs:
    """Return what each hand that fits has at least, as far as points and lengths say it.

    >>> from bml_core.hands.conditions import cards, points
    >>> needs(points(8, 11) & cards(5, 13, "H"))
    Needs(points=8, lengths=(0, 5, 0, 0))
    """
    most = formula.bounds().most.reachable()
    suits, limits = range(len(SHAPES[0])), most.limits()
    if limits is None:
        return Needs(_NO_HANDS, (0,) * len(suits))
    lengths = (next(n for n in range(FULL_HAND + 1) if most & _of_length(suit, n)) for suit in suits)
    return Needs(limits[0], tuple(lengths))


@cache
def _of_length(suit: int, length: int) -> PointTable:
    """Return the hands with a number of cards in a suit, 0 for spades to 3 for clubs."""
    return PointTable.of_shapes(suit_mask(suit, 1 << length))


def _share_too_many_cards(one: Formula, other: Formula) -> bool:
    """Return whether both want the same single cards, more of them than a deck has."""
    return any(
        mine.worth == yours.worth and mine.low + yours.low > sum(map(sum, mine.worth))
        for mine in tallies(one)
        for yours in tallies(other)
    )


def tallies(formula: Formula) -> list[Tally]:
    """Return what a formula asks of single cards that every hand must have which fits.

    >>> from bml_core.hands.conditions import points, stopper, tally
    >>> [str(each) for each in tallies(points(15, 17) & tally(3, 4, "A", "SHDC", "aces"))]
    ['3+ aces']
    """
    return [part for part in parts_of_all(formula) if isinstance(part, Tally)]


@lru_cache(maxsize=_KEPT)
def surely_meet(one: PointTable, other: PointTable) -> bool:
    """Return whether hands of ordinary shapes show that two tables can be of one deck.

    >>> from bml_core.hands.conditions import points
    >>> surely_meet(points(20, 22).table(), points(12, 37).table())
    True
    """
    for shape, points in islice(_ordinary(one), _TRIED):
        for beside, fitting in islice(_ordinary(other), _TRIED):
            reach = _reach(shape, beside)
            if any(reach >> _LANE * number & fitting for number in bits(points)):
                return True
    return False


def _ordinary(table: PointTable) -> Iterator[tuple[int, int]]:
    """Yield the shapes of a table with their points, the most frequent ones first."""
    by_shape = table.points_by_shape()
    return ((shape, by_shape[shape]) for shape in _by_frequency() if by_shape[shape])


@cache
def _by_frequency() -> tuple[int, ...]:
    hands = list(map(HANDS.total, shape_polynomials(FULL_DECK)))
    return tuple(sorted(range(len(SHAPES)), key=lambda number: -hands[number]))


@lru_cache(maxsize=_KEPT)
def _reach(one: int, other: int) -> int:
    """Return the points that two hands of these shapes can have: bit 64 * p + q for p and q points."""
    reach = 1
    for length, beside in zip(SHAPES[one], SHAPES[other], strict=True):
        reach = _sums(reach, _suit_points(length, beside))
    return reach


def _sums(one: int, other: int) -> int:
    """Return the mask of all sums of a bit of one mask and a bit of another."""
    total = 0
    for number in bits(other):
        total |= one << number
    return total


@cache
def _suit_points(length: int, beside: int) -> int:
    """Return the points that two hands can have in a suit, by its lengths."""
    if length + beside > FULL_HAND:
        return 0
    found = 0
    for subset, held in enumerate(HELD):
        for rest, others in enumerate(HELD):
            is_dealt = not subset & rest and len(held) <= length and len(others) <= beside
            if is_dealt and length + beside - len(held) - len(others) <= SMALL_CARDS:
                found |= 1 << _LANE * HELD_POINTS[subset] + HELD_POINTS[rest]
    return found
