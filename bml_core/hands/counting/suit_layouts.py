"""The layouts of the thirteen cards of a suit: some in one hand, some in another, the rest in neither.

A layout is a number with a bit for each card of a pack and each hand: first the suits of the first hand, each
from the ace down, then those of the second. So layouts of suits are moved to their places and added.

Numbers of layouts are polynomials by the points of both hands, packed into one integer: ``a`` and ``b``
points are the power ``SIDE * a + b``. Two suits hold at most 20 points, so that the product of their
polynomials is one multiplication, and the power of two suits is the sum of their powers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import accumulate, product
from math import comb
from typing import Generic, TypeVar

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import HONOURS, SUIT_ORDER
from bml_core.hands.counting.card_tests import Contributions
from bml_core.hands.counting.decks import HANDS, HELD, HELD_POINTS, PAIRS, SMALL_CARDS

_Item = TypeVar("_Item")

SIDE = 21
PACK = FULL_HAND * len(SUIT_ORDER)
_PLACES = range(3)

#: The states of the tests of two hands.
States = tuple[int, int]


class Chooser(Generic[_Item]):
    """Items with weights: a number below the total chooses one, and leaves a number below its weight.

    >>> chooser = Chooser([("ace", 4), ("king", 3)])
    >>> chooser.total, chooser.choose(3), chooser.choose(5)
    (7, ('ace', 3), ('king', 1))
    """

    __slots__ = ("_items", "_starts", "total")

    def __init__(self, weighted: Iterable[tuple[_Item, int]]) -> None:
        kept = [pair for pair in weighted if pair[1]]
        self._items = [item for item, _ in kept]
        self._starts = list(accumulate((weight for _, weight in kept), initial=0))
        self.total = self._starts.pop()

    def choose(self, number: int) -> tuple[_Item, int]:
        """Return the item of a number below the total, and the number below its weight that is left."""
        place = bisect_right(self._starts, number) - 1
        return self._items[place], number - self._starts[place]


@dataclass(frozen=True, slots=True)
class HonourLayout:
    """Where the honours of a suit lie: in numbers and masks of each of two hands."""

    layout: int
    power: int
    counts: tuple[int, int]
    masks: tuple[int, int]


@cache
def honour_layouts() -> tuple[HonourLayout, ...]:
    """Return every way in which the honours of a suit may lie in two hands.

    >>> len(honour_layouts()) == 3 ** 5
    True
    """
    return tuple(map(_honour_layout, product(_PLACES, repeat=len(HONOURS))))


def _honour_layout(places: tuple[int, ...]) -> HonourLayout:
    first, second = _masks(places)
    return HonourLayout(
        _layout(first, second),
        SIDE * HELD_POINTS[first] + HELD_POINTS[second],
        (len(HELD[first]), len(HELD[second])),
        (first, second),
    )


def _masks(places: tuple[int, ...]) -> tuple[int, int]:
    """Return the cards of two hands, by the places of cards: 0 and 1 are the hands, 2 is neither."""
    first, second = (sum(1 << n for n, place in enumerate(places) if place == hand) for hand in _PLACES[:2])
    return first, second


def _layout(first: int, second: int) -> int:
    return first | second << PACK


def small_ways(first: int, second: int) -> int:
    """Return in how many ways two hands may hold this many of the small cards.

    >>> small_ways(8, 0), small_ways(1, 1), small_ways(5, 4), small_ways(-1, 0)
    (1, 56, 0, 0)
    """
    if first < 0 or second < 0 or first + second > SMALL_CARDS:
        return 0
    return comb(SMALL_CARDS, first) * comb(SMALL_CARDS - first, second)


class Layouts:
    """The layouts of a suit with some lengths and some states; ``polynomial`` counts them by points."""

    def __init__(self, lengths: tuple[int, int]) -> None:
        self.polynomial = 0
        #: The number of layouts of each power, if there are any.
        self.numbers: dict[int, int] = {}
        self._lengths = lengths
        self._honours: dict[int, list[HonourLayout]] = {}
        self._choosers: dict[int, Chooser[tuple[int, tuple[int, ...]]]] = {}

    def add(self, honours: HonourLayout) -> None:
        """Add the layouts with these honours."""
        ways = small_ways(*self._small(honours))
        if ways:
            power = honours.power
            self.polynomial += HANDS.term(ways, power)
            self.numbers[power] = self.numbers.get(power, 0) + ways
            self._honours.setdefault(power, []).append(honours)

    def choose(self, power: int, number: int) -> int:
        """Return the layout of this number, from 0, of those of a power."""
        chooser = self._choosers.get(power)
        if chooser is None:
            small = _small_layouts()
            layouts = ((honours.layout, small[self._small(honours)]) for honours in self._honours[power])
            chooser = self._choosers[power] = Chooser((layout, len(layout[1])) for layout in layouts)
        (honours, others), number = chooser.choose(number)
        return honours + others[number]

    def _small(self, honours: HonourLayout) -> tuple[int, int]:
        """Return the numbers of small cards that the hands have beside these honours."""
        return self._lengths[0] - honours.counts[0], self._lengths[1] - honours.counts[1]


class SuitLayouts:
    """The layouts of one suit, by its contributions to the tests of each hand."""

    def __init__(self, contributions: tuple[Contributions | None, Contributions | None]) -> None:
        self._contributions = contributions
        self._known: dict[tuple[int, int], dict[States, Layouts]] = {}

    def of(self, a: int, b: int) -> dict[States, Layouts]:
        """Return the layouts with ``a`` cards in one hand and ``b`` in the other, by states."""
        if (a, b) not in self._known:
            states: dict[States, Layouts] = {}
            first, second = self._contributions
            for honours in honour_layouts():
                if honours.counts[0] <= a and honours.counts[1] <= b:
                    state = (
                        first[a][honours.masks[0]] if first else 0,
                        second[b][honours.masks[1]] if second else 0,
                    )
                    states.setdefault(state, Layouts((a, b))).add(honours)
            self._known[a, b] = {state: layouts for state, layouts in states.items() if layouts.polynomial}
        return self._known[a, b]


PLAIN_SUIT = SuitLayouts((None, None))
"""The layouts of a suit that contributes to no test."""


class TwoSuits:
    """The layouts of one suit with those of another."""

    def __init__(self, first: Layouts, second: Layouts) -> None:
        self._first, self._second = first, second
        self.polynomial = first.polynomial * second.polynomial

    def choose(self, power: int, number: int) -> int:
        """Return the layout of this number, from 0, of those of a power."""
        others = self._second.numbers
        for one, ways in self._first.numbers.items():
            if (other := power - one) in others:
                rest = others[other]
                if number < ways * rest:
                    of_first, of_second = divmod(number, rest)
                    return (
                        self._first.choose(one, of_first) | self._second.choose(other, of_second) << FULL_HAND
                    )
                number -= ways * rest
        raise IndexError("there are fewer layouts")


@lru_cache(maxsize=1 << 13)
def two_suits(first: Layouts, second: Layouts) -> TwoSuits:
    """Return the layouts of two suits; the same objects for the same layouts."""
    return TwoSuits(first, second)


class TwoSuitLayouts:
    """Layouts of two suits that are of one class for each hand; ``pairs`` are those by lengths and states."""

    def __init__(self) -> None:
        self.pairs: list[TwoSuits] = []
        self._completions: dict[int, list[int]] = {}
        self._totals: dict[int, list[int]] = {}
        self._choosers: dict[int, Chooser[TwoSuits]] = {}

    @cached_property
    def rows(self) -> list[int]:
        """Return the polynomials of ``PAIRS`` by the points of the second hand, for those of the first."""
        narrow, wide = HANDS.width // 8, PAIRS.width // 8
        packed = sum(pair.polynomial for pair in self.pairs).to_bytes(SIDE * SIDE * narrow, "little")
        widened = bytearray(SIDE * SIDE * wide)
        for byte in range(narrow):
            widened[byte::wide] = packed[byte::narrow]
        row = SIDE * wide
        return [int.from_bytes(widened[at : at + row], "little") for at in range(0, len(widened), row)]

    def completions(self, mask: int) -> list[int]:
        """Return the layouts with which the first hand has fitting points, by its points in other suits."""
        if mask not in self._completions:
            self._completions[mask] = [
                sum(row for points, row in enumerate(self.rows) if mask >> (held + points) & 1)
                for held in range(SIDE)
            ]
        return self._completions[mask]

    @cached_property
    def numbers(self) -> list[list[tuple[int, int]]]:
        """Return the points of the second hand with the numbers of layouts, for points of the first."""
        return [list(PAIRS.coefficients(row)) for row in self.rows]

    @cached_property
    def _packed(self) -> list[tuple[TwoSuits, bytes]]:
        return [(pair, HANDS.packed(pair.polynomial)) for pair in self.pairs]

    def choose_points(self, first: int, second: int, number: int) -> tuple[int, int]:
        """Return the power of a layout, and its number among those of this power.

        ``number`` is that of the layout, from 0, of those with points in the masks of both hands.
        """
        totals = self._totals.get(second)
        if totals is None:
            fitting = PAIRS.spread(second)
            totals = self._totals[second] = [PAIRS.total(row & fitting) for row in self.rows]
        for x, total in enumerate(totals):
            if first >> x & 1:
                if number < total:
                    break
                number -= total
        for y, ways in self.numbers[x]:
            if second >> y & 1:
                if number < ways:
                    return SIDE * x + y, number
                number -= ways
        raise IndexError("there are fewer layouts")

    def choose(self, power: int, number: int) -> int:
        """Return the layout of this number, from 0, of those of a power."""
        chooser = self._choosers.get(power)
        if chooser is None:
            weighted = ((pair, HANDS.coefficient(packed, power)) for pair, packed in self._packed)
            chooser = self._choosers[power] = Chooser(weighted)
        pair, number = chooser.choose(number)
        return pair.choose(power, number)


@cache
def _small_layouts() -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the layouts of the small cards, by their numbers in the two hands."""
    layouts: dict[tuple[int, int], list[int]] = {}
    for places in product(_PLACES, repeat=SMALL_CARDS):
        first, second = _masks(places)
        counts = first.bit_count(), second.bit_count()
        layouts.setdefault(counts, []).append(_layout(first, second) << len(HONOURS))
    return {counts: tuple(some) for counts, some in layouts.items()}
