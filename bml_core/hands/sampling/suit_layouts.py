"""How the thirteen cards of a suit may lie: some in one hand, some in another, the rest elsewhere.

Numbers of layouts are polynomials in two variables, the points of the two hands, packed into one integer:
the coefficient of ``a`` and ``b`` points is ``WIDTH`` bits from bit ``WIDTH * (SIDE * a + b)`` on. Two suits
hold at most 20 points, so that the product of the polynomials of two suits is one multiplication.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from bml_core.hands.counting.questions import Saying
from bml_core.hands.counting.suits import Cards, HonourLayout, honour_layouts, small_ways
from bml_core.hands.sampling.choosing import Chooser

WIDTH = 40
_COEFFICIENT = (1 << WIDTH) - 1
SIDE = 21
_SMALL = "98765432"
_PLACES = range(3)

#: BothPoints of two hands.
BothPoints = tuple[int, int]
#: What two hands say together to the questions that are asked of each.
State = tuple[int, int]


def coefficient(polynomial: int, points: BothPoints) -> int:
    """The coefficient of a polynomial for so many points."""
    return polynomial >> _shift(points) & _COEFFICIENT


def _shift(points: BothPoints) -> int:
    return WIDTH * (SIDE * points[0] + points[1])


def table(polynomial: int) -> list[list[int]]:
    """The coefficients, for each number of points of the first hand by those of the second one.

    >>> table(1 << WIDTH * (SIDE * 3 + 2))[3][2]
    1
    """
    step = WIDTH // 8
    raw = polynomial.to_bytes(SIDE * SIDE * step, "little")
    numbers = [int.from_bytes(raw[at : at + step], "little") for at in range(0, len(raw), step)]
    return [numbers[start : start + SIDE] for start in range(0, SIDE * SIDE, SIDE)]


class Layouts:
    """The layouts of some lengths that say the same; ``polynomial`` counts them by points."""

    __slots__ = ("_choosers", "_honours", "_lengths", "numbers", "polynomial")

    def __init__(self, lengths: tuple[int, int]) -> None:
        self.polynomial = 0
        #: How many there are with so many points, where there are any.
        self.numbers: dict[BothPoints, int] = {}
        self._lengths = lengths
        self._honours: list[HonourLayout] = []
        self._choosers: dict[BothPoints, Chooser[tuple[Cards, tuple[Cards, ...]]]] = {}

    def add(self, honours: HonourLayout) -> None:
        """Take in the layouts with these honours."""
        ways = small_ways(*self._left(honours))
        if ways:
            self.polynomial += ways << _shift(honours.points)
            self.numbers[honours.points] = self.numbers.get(honours.points, 0) + ways
            self._honours.append(honours)

    def choose(self, points: BothPoints, number: int) -> Cards:
        """The one of this number, from 0, of those with so many points."""
        chooser = self._choosers.get(points)
        if chooser is None:
            fitting = (honours for honours in self._honours if honours.points == points)
            beside = ((honours.cards, _small_layouts()[self._left(honours)]) for honours in fitting)
            chooser = self._choosers[points] = Chooser((pair, len(pair[1])) for pair in beside)
        (honours, small), number = chooser.choose(number)
        first, second, rest = small[number]
        return honours[0] + first, honours[1] + second, honours[2] + rest

    def _left(self, honours: HonourLayout) -> tuple[int, int]:
        """How many small cards the hands have beside these honours."""
        return self._lengths[0] - honours.counts[0], self._lengths[1] - honours.counts[1]


class SuitLayouts:
    """The layouts of one suit; ``sayings`` are what it adds to the questions of each hand."""

    __slots__ = ("_known", "_sayings")

    def __init__(self, sayings: tuple[Saying | None, Saying | None]) -> None:
        self._sayings = sayings
        self._known: dict[tuple[int, int], dict[State, Layouts]] = {}

    def of(self, a: int, b: int) -> dict[State, Layouts]:
        """The layouts with ``a`` cards in one hand and ``b`` in the other, by what they say."""
        states = self._known.get((a, b))
        if states is None:
            states = {}
            first, second = self._sayings
            for honours in honour_layouts():
                if honours.counts[0] <= a and honours.counts[1] <= b:
                    said = (
                        first[a][honours.masks[0]] if first else 0,
                        second[b][honours.masks[1]] if second else 0,
                    )
                    states.setdefault(said, Layouts((a, b))).add(honours)
            states = {said: layouts for said, layouts in states.items() if layouts.polynomial}
            self._known[a, b] = states
        return states


@cache
def plain_suit() -> SuitLayouts:
    """The layouts of a suit to which no question is asked."""
    return SuitLayouts((None, None))


@cache
def _small_layouts() -> dict[tuple[int, int], tuple[Cards, ...]]:
    """By how many small cards the two hands have, how they may lie."""
    layouts: dict[tuple[int, int], list[Cards]] = {}
    for places in product(_PLACES, repeat=len(_SMALL)):
        first, second, rest = (
            "".join(card for card, place in zip(_SMALL, places, strict=True) if place == wanted)
            for wanted in _PLACES
        )
        layouts.setdefault((len(first), len(second)), []).append((first, second, rest))
    return {counts: tuple(some) for counts, some in layouts.items()}
