"""Pairs of hands from one deck, for one formula each: counted exactly, and numbered to be drawn.

The cards of majors and minors are dealt apart. Each formula divides the majors into classes, and so the
minors. For two classes that go together, the pairs are those of the majors, by points, times those of the
minors that bring the points to what fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import add

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import Formula
from bml_core.hands.counting.choices import Chooser, Kept
from bml_core.hands.counting.halves import NO_HAND, Division, Half, divide_formula, divide_shapes
from bml_core.hands.counting.polynomials import PAIRS
from bml_core.hands.counting.suit_holdings import Cards
from bml_core.hands.counting.suit_layouts import (
    BothPoints,
    SuitLayouts,
    TwoSuitLayouts,
    TwoSuits,
    plain_suit,
    two_suits,
)

#: The class of a half for each of the two hands.
_Classes = tuple[int, int]
#: Layouts of the majors and of the minors, and the points of each hand that fit, as masks.
_Joined = tuple[TwoSuitLayouts, TwoSuitLayouts, int, int]

_MOST_HALVES = 400_000


class HandPairs:
    """The ways to deal a hand that fits a formula, and with ``second`` another hand that fits that.

    >>> from bml_core.hands.conditions import balanced, honours, points
    >>> HandPairs(points(15, 17) & balanced()).total
    30897212184
    >>> HandPairs(honours(1, 1, "A", "S"), honours(1, 1, "A", "S")).total
    0
    """

    def __init__(self, first: Formula, second: Formula | None = None) -> None:
        one, other = _divisions(first, second)
        #: False if there are ways as well that do not fit because of single cards.
        self.is_exact = one.is_exact and other.is_exact
        self._chooser = Chooser(
            ((majors, minors, mask, entry), PAIRS.total(pairs & PAIRS.spread(entry)))
            for majors, minors, mask, entry in _joined(one, other)
            for pairs in [_pairs(majors, minors.completions(mask))]
        )
        self._points = Kept(_points_of_majors)
        self._others = Kept(_points_of_minors)
        self._layouts = Kept[tuple[TwoSuitLayouts, BothPoints], Chooser[TwoSuits]](
            lambda key: key[0].pairs_with(key[1])
        )
        self._splits = Kept[tuple[TwoSuits, BothPoints], Chooser[BothPoints]](
            lambda key: key[0].points_of_first(key[1])
        )

    @property
    def total(self) -> int:
        """Return the number of ways."""
        return self._chooser.total

    def choose(self, number: int) -> tuple[Cards, Cards, Cards, Cards]:
        """Return the way of this number, from 0: the cards of the hands and the others, for each suit."""
        joined, number = self._chooser.choose(number)
        points, number = self._points[joined].choose(number)
        others = self._others[joined, points]
        of_majors, of_minors = divmod(number, others.total)
        rest, of_minors = others.choose(of_minors)
        majors, minors, _, _ = joined
        return *self._two_suits(majors, points, of_majors), *self._two_suits(minors, rest, of_minors)

    def _two_suits(self, layouts: TwoSuitLayouts, points: BothPoints, number: int) -> tuple[Cards, Cards]:
        pair, number = self._layouts[layouts, points].choose(number)
        split, number = self._splits[pair, points].choose(number)
        rest = points[0] - split[0], points[1] - split[1]
        one, other = divmod(number, pair.second.numbers[rest])
        return pair.first.choose(split, one), pair.second.choose(rest, other)


def pair_polynomials(first: Formula, groups: Sequence[Iterable[int]]) -> list[int]:
    """Return the polynomials of the pairs of a hand that fits with one of each group of shapes.

    Shapes are numbers in ``SHAPES``, and each may be in one group. The polynomials, of ``PAIRS``, count the
    pairs by the points of the second hand.

    Raises:
        ValueError: The formula asks for single cards in too many ways.

    >>> from math import comb
    >>> from bml_core.hands.conditions import points
    >>> (all_of_them,) = pair_polynomials(points(0, 37), [range(560)])
    >>> PAIRS.total(all_of_them) == comb(52, 13) * comb(39, 13)
    True
    """
    division = divide_formula(first)
    if not division.is_exact:
        raise ValueError("single cards are asked for in too many ways")
    polynomials = [0] * len(groups)
    for majors, minors, mask, group in _joined(division, divide_shapes(groups)):
        polynomials[group - 1] += _pairs(majors, minors.completions(mask))
    return polynomials


def _pairs(majors: TwoSuitLayouts, completions: Sequence[int]) -> int:
    """Return the polynomial of the pairs with some majors, from those of the minors that complete them."""
    return sum(a * b for a, b in zip(majors.rows, completions, strict=True) if a and b)


def _divisions(first: Formula, second: Formula | None) -> tuple[Division, Division]:
    """Return the divisions for both hands, exact unless that is too much work."""
    one, other = divide_formula(first), NO_HAND if second is None else divide_formula(second)
    if len(one.majors) * len(other.majors) + len(one.minors) * len(other.minors) > _MOST_HALVES:
        one = divide_formula(first, exact=False)
        other = NO_HAND if second is None else divide_formula(second, exact=False)
    return one, other


def _joined(one: Division, other: Division) -> Iterator[_Joined]:
    """Yield the layouts of majors and of minors that go together, with the entries of both divisions."""
    suits = [
        SuitLayouts(contributions) if any(contributions) else plain_suit()
        for contributions in zip(one.contributions, other.contributions, strict=True)
    ]
    minors = _layouts(suits[2:], one.minors, other.minors)
    for (first, second), majors in _layouts(suits[:2], one.majors, other.majors).items():
        for of_first, entry in one.entries[first]:
            for of_second, other_entry in other.entries[second]:
                if (of_first, of_second) in minors:
                    yield majors, minors[of_first, of_second], entry, other_entry


def _layouts(
    suits: Sequence[SuitLayouts], one: Mapping[Half, int], other: Mapping[Half, int]
) -> dict[_Classes, TwoSuitLayouts]:
    """Return the layouts of two suits, by the classes of their halves for each hand."""
    layouts: dict[_Classes, TwoSuitLayouts] = {}
    for a, b in dict.fromkeys(half[:2] for half in one):
        for c, d in dict.fromkeys(half[:2] for half in other):
            if a + c > FULL_HAND or b + d > FULL_HAND:
                continue
            for states, some in suits[0].of(a, c).items():
                for other_states, others in suits[1].of(b, d).items():
                    first, second = map(add, states, other_states)
                    classes = one.get((a, b, first)), other.get((c, d, second))
                    if classes[0] is not None and classes[1] is not None:
                        found = layouts.setdefault((classes[0], classes[1]), TwoSuitLayouts())
                        found.pairs.append(two_suits(some, others))
    return layouts


def _points_of_majors(joined: _Joined) -> Chooser[BothPoints]:
    """Return a chooser of the points of both hands in the majors."""
    majors, minors, mask, other_mask = joined
    return Chooser(
        ((a, b), ways * PAIRS.total(completion & PAIRS.spread(other_mask >> b)))
        for a, (row, completion) in enumerate(zip(majors.rows, minors.completions(mask), strict=True))
        for b, ways in PAIRS.coefficients(row)
    )


def _points_of_minors(key: tuple[_Joined, BothPoints]) -> Chooser[BothPoints]:
    """Return a chooser of the points of both hands in the minors, beside some in the majors."""
    (_, minors, mask, other_mask), (a, b) = key
    return Chooser(
        ((x, y), ways)
        for x, row in enumerate(minors.rows)
        if mask >> (a + x) & 1
        for y, ways in PAIRS.coefficients(row)
        if other_mask >> (b + y) & 1
    )
