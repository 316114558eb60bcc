"""Two hands of one deal counted together, exactly: conditions on one, cells on the other.

A suit in two hands has two lengths, and points in each hand. For each pair of lengths there is one polynomial
by the points of the first hand; its coefficient of the n-th power of y counts the ways in which
the second hand has n points. Two suits are multiplied once, and serve for the majors and for the minors.

``sampling.two_hands`` counts pairs of hands, too: for one condition on each, also on single cards, and so
that each pair has its number. It would have to be asked once for each shape that is told apart here, in a
table whose answers leave gaps hundreds of them. Here one pass finds all, since the points of the second hand
stay apart in the polynomials.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from operator import add

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import PointTable
from bml_core.hands.counting.polynomials import PAIRS
from bml_core.hands.counting.suits import honour_layouts, small_ways
from bml_core.hands.shapes import SHAPES

_SUIT_POINTS = 10

# By the points of the first hand: polynomials by the points of the second hand.
_Vector = list[int]
_Lengths = tuple[int, int]


def pair_polynomials(first: PointTable, groups: Sequence[Iterable[int]]) -> list[int]:
    """For each group of shapes the deals in which the first hand is in a table and the second has a shape.

    Shapes are told by their numbers in ``SHAPES``, and each may be in one group. The polynomials, of
    ``PAIRS``, count the deals of both hands by the points of the second.

    >>> from math import comb
    >>> from bml_core.hands.conditions import points
    >>> (all_of_them,) = pair_polynomials(points(0, 37).table(), [range(len(SHAPES))])
    >>> PAIRS.total(all_of_them) == comb(52, 13) * comb(39, 13)
    True
    """
    found = [0] * len(groups)
    parts = _parts(groups)
    by_majors = _by_majors(first)
    ways = _Ways()
    for majors, minors in by_majors.items():
        for own, others in parts.items():
            of_majors = ways.of(majors, own)
            if not of_majors:
                continue
            for group, lengths in others:
                total = [0] * (2 * _SUIT_POINTS + 1)
                for points, pair in minors:
                    for other in lengths:
                        if of_minors := ways.completed(points, pair, other):
                            total = list(map(add, total, of_minors))
                found[group] += sum(a * b for a, b in zip(of_majors, total, strict=True) if a and b)
    return found


def _parts(groups: Sequence[Iterable[int]]) -> dict[_Lengths, list[tuple[int, list[_Lengths]]]]:
    """The shapes of the second hand by majors: for each group, its minors."""
    parts: dict[_Lengths, dict[int, list[_Lengths]]] = {}
    for number, group in enumerate(groups):
        for shape in group:
            s, h, d, c = SHAPES[shape]
            parts.setdefault((s, h), {}).setdefault(number, []).append((d, c))
    return {majors: list(minors.items()) for majors, minors in parts.items()}


def _by_majors(first: PointTable) -> dict[_Lengths, list[tuple[int, _Lengths]]]:
    """The shapes of the first hand by majors: points, and minors."""
    found: dict[_Lengths, list[tuple[int, _Lengths]]] = {}
    for (s, h, d, c), points in zip(SHAPES, first.points_by_shape(), strict=True):
        if points:
            found.setdefault((s, h), []).append((points, (d, c)))
    return found


class _Ways:
    """In how many ways two hands hold two suits together, kept while one question is answered."""

    def __init__(self) -> None:
        self._known: dict[tuple[_Lengths, _Lengths], _Vector] = {}
        self._completed: dict[tuple[int, _Lengths, _Lengths], _Vector] = {}

    def of(self, first: _Lengths, second: _Lengths) -> _Vector:
        """The ways for these lengths of two suits; empty if that cannot be."""
        if first[0] > first[1]:
            first, second = (first[1], first[0]), (second[1], second[0])
        known = self._known.get((first, second))
        if known is None:
            known = _joined(_suit(first[0], second[0]), _suit(first[1], second[1]))
            self._known[first, second] = known
        return known

    def completed(self, points: int, first: _Lengths, second: _Lengths) -> _Vector:
        """By the points that the first hand has in the other suits: the ways to complete a mask."""
        key = points, first, second
        known = self._completed.get(key)
        if known is None:
            ways = self.of(first, second)
            known = ways and [
                sum(polynomial for more, polynomial in enumerate(ways) if points >> (held + more) & 1)
                for held in range(2 * _SUIT_POINTS + 1)
            ]
            self._completed[key] = known
        return known


def _joined(one: _Vector, other: _Vector) -> _Vector:
    if not (one and other):
        return []
    ways = [0] * (2 * _SUIT_POINTS + 1)
    for a, p in enumerate(one):
        if p:
            for b, q in enumerate(other):
                if q:
                    ways[a + b] += p * q
    return ways


@cache
def _suit(first: int, second: int) -> _Vector:
    if first + second > FULL_HAND:
        return []
    ways = [0] * (_SUIT_POINTS + 1)
    for honours in honour_layouts():
        (ours, theirs), points = honours.counts, honours.points
        ways[points[0]] += PAIRS.term(small_ways(first - ours, second - theirs), points[1])
    return ways
