"""Pairs of hands from one deck, for one formula each: counted exactly, and numbered to be drawn.

The cards of majors and minors are dealt apart. A *half* is the lengths of two suits and the state of their
tests of single cards. Halves of the majors are of one class if with every half of the minors the same points
fit, and the other way round; so a formula is a small table of the points that fit, for a class of majors and
a class of minors. For two classes that go together, the pairs are those of the majors, by points, times those
of the minors that bring the points to what fits.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import accumulate, product
from math import comb
from typing import Generic, TypeVar

from bml_core.bridge import FULL_HAND
from bml_core.hands.conditions import ALL_POINTS, HONOURS, MAX_POINTS, SUIT_ORDER, Formula, PointTable, bits
from bml_core.hands.counting.partitions import (
    HANDS,
    HELD,
    HELD_POINTS,
    PAIRS,
    SMALL_CARDS,
    CardTests,
    Contributions,
    Results,
    Tree,
    take_apart,
)
from bml_core.hands.shapes import SHAPE_NUMBERS

_Item = TypeVar("_Item")

SIDE = 21
PACK = FULL_HAND * len(SUIT_ORDER)
_PLACES = range(3)

States = tuple[int, int]
"""The states of the tests of two hands."""


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


@lru_cache(maxsize=1 << 10)
def _runs(mask: int) -> list[tuple[int, int]]:
    """Return where the bits of a mask that follow each other begin and end.

    >>> _runs(0b11011100)
    [(2, 5), (6, 8)]
    """
    edges = list(bits(mask ^ mask << 1))
    return list(zip(edges[::2], edges[1::2], strict=True))


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
            sums, runs = self._sums, _runs(mask)
            self._completions[mask] = [
                sum(sums[end - held] - sums[start - held] for start, end in runs) for held in range(SIDE)
            ]
        return self._completions[mask]

    @cached_property
    def _sums(self) -> list[int]:
        """Return the sums of the first rows, by how many they are; 0 rows and fewer are at the end, too."""
        sums = list(accumulate(self.rows, initial=0))
        return [*sums, *[sums[-1]] * (MAX_POINTS + 1 - SIDE), *[0] * SIDE]

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


# ---------------------------------------------------------------------------------- pairs of hands


_MAJORS, _MINORS = (0, 1), (2, 3)
_WHOLE_PACK = (1 << PACK) - 1
#: If more halves go together, for one hand or for both, single cards are not tested.
_MOST, _MOST_OF_BOTH = 100_000, 400_000
#: This many results of a function are kept.
_MOST_KEPT = 1 << 14
_MOST_KEPT_TABLES = 1 << 10

#: The state of tests of halves that are of one class whatever it is.
_ANY_STATE = -1

Half = tuple[int, int, int]
"""Lengths of two suits, and the state of their tests."""
#: An entry of a table for a half of the majors and one of the minors; 0 if no hand has both.
_Entry = Callable[[Half, Half], int]
#: The class of a half for each of the two hands.
_Classes = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Division:
    """The classes of halves, and for each class of majors those of minors with their entries.

    An entry is a mask of points, or for groups of shapes the number of the group, counted from 1.
    ``contributions`` are those of the four suits to the tests; None for a suit without any.
    """

    majors: dict[Half, int]
    minors: dict[Half, int]
    entries: tuple[tuple[tuple[int, int], ...], ...]
    contributions: tuple[Contributions | None, ...] = (None,) * 4
    #: False if hands count as well that do not fit because of single cards.
    is_exact: bool = True


NO_HAND = Division({(0, 0, _ANY_STATE): 0}, {(0, 0, _ANY_STATE): 0}, (((0, 1),),))
"""The division of a hand without cards."""


def divide_formula(formula: Formula, *, exact: bool = True) -> Division:
    """Return the division of the hands that fit a formula.

    If it is not exact, no card is tested, and every hand counts that would fit with the right cards.

    >>> from bml_core.hands.conditions import balanced, points
    >>> division = divide_formula(balanced() & points(15, 17))
    >>> sorted(half[:2] for half in division.majors if half[0] == 5)
    [(5, 2), (5, 3)]
    """
    (tree,), free, parts = take_apart([formula])
    tests = CardTests(parts if exact else [])
    majors, minors = _halves(tests, _MAJORS), _halves(tests, _MINORS)
    if sum(len(some) * len(others) for some, others in zip(majors, reversed(minors), strict=True)) > _MOST:
        return divide_formula(formula, exact=False)
    fitting = _fitting_points(tree, free, tests, exact=exact)
    return _division(majors, minors, fitting, tests.contributions, is_exact=exact or not parts)


def divide_shapes(groups: Sequence[Iterable[int]]) -> Division:
    """Return the division of the hands of groups of shapes, which are numbers in ``SHAPES``."""
    numbers = {shape: number for number, group in enumerate(groups, 1) for shape in group}
    majors, minors = _halves(CardTests([]), _MAJORS), _halves(CardTests([]), _MINORS)
    return _division(majors, minors, lambda some, others: numbers.get(_shape_number(some, others), 0))


def _division(
    majors: list[list[Half]],
    minors: list[list[Half]],
    entry: _Entry,
    contributions: tuple[Contributions | None, ...] = (None,) * 4,
    *,
    is_exact: bool = True,
) -> Division:
    rows: dict[Half, tuple[int, ...]] = {}
    columns: dict[Half, tuple[int, ...]] = {}
    for some, others in zip(majors, reversed(minors), strict=True):
        rows.update((half, tuple(entry(half, other) for other in others)) for half in some)
        columns.update(zip(others, zip(*(rows[half] for half in some), strict=True), strict=True))
    major_classes, minor_classes = _classes(rows), _classes(columns)
    entries: dict[int, dict[int, int]] = {}
    for half, number in major_classes.items():
        if number not in entries:
            beside = zip(minors[FULL_HAND - half[0] - half[1]], rows[half], strict=True)
            entries[number] = {minor_classes[other]: value for other, value in beside if value}
    table = tuple(tuple(some.items()) for some in entries.values())
    return Division(
        _without_states(rows, major_classes),
        _without_states(columns, minor_classes),
        table,
        contributions,
        is_exact,
    )


def _without_states(halves: Iterable[Half], classes: Mapping[Half, int]) -> dict[Half, int]:
    """Return the classes with one half for lengths of which all halves are of the same class."""
    by_lengths: dict[tuple[int, int], dict[Half, int | None]] = {}
    for half in halves:
        by_lengths.setdefault(half[:2], {})[half] = classes.get(half)
    kept: dict[Half, int] = {}
    for lengths, some in by_lengths.items():
        numbers = set(some.values())
        halves_left = {(*lengths, _ANY_STATE): numbers.pop()} if len(numbers) == 1 else some
        kept.update((half, number) for half, number in halves_left.items() if number is not None)
    return kept


def _fitting_points(tree: Tree, free: Sequence[Formula], tests: CardTests, *, exact: bool) -> _Entry:
    """Return a function of the points that fit two halves; if not exact, with some results of the tests."""
    tables = [part.table().cells for part in free]
    every = PointTable.of_points(ALL_POINTS).cells

    # All shapes at once: different results of the tests are few, halves are many.
    @lru_cache(maxsize=_MOST_KEPT_TABLES)
    def fitting(results: Results) -> tuple[int, ...]:
        known = dict(enumerate(results)) if exact else {}
        return PointTable(tree.bounds(tables, known, every)[1]).points_by_shape()

    @lru_cache(maxsize=_MOST_KEPT)
    def results(state: int) -> Results:
        return tests.results(state)

    def points(majors: Half, minors: Half) -> int:
        return fitting(results(majors[2] + minors[2]))[_shape_number(majors, minors)]

    return points


def _shape_number(majors: Half, minors: Half) -> int:
    return SHAPE_NUMBERS[majors[0], majors[1], minors[0], minors[1]]


def _halves(tests: CardTests, suits: tuple[int, int]) -> list[list[Half]]:
    """Return the halves of two suits, by the number of their cards."""
    first, second = (_states(tests.contributions[suit]) for suit in suits)
    halves: list[list[Half]] = [[] for _ in range(FULL_HAND + 1)]
    for a in range(FULL_HAND + 1):
        for b in range(FULL_HAND + 1 - a):
            states = dict.fromkeys(one + other for one in first[a] for other in second[b])
            halves[a + b] += ((a, b, state) for state in states)
    return halves


def _states(contributions: Contributions | None) -> list[list[int]]:
    """Return the possible contributions of a suit, for each length."""
    if contributions is None:
        return [[0]] * (FULL_HAND + 1)
    return [list(dict.fromkeys(numbers)) for numbers in contributions]


def _classes(entries: dict[Half, tuple[int, ...]]) -> dict[Half, int]:
    """Return numbers for halves, the same one for those with equal entries that are not all 0."""
    numbers: dict[tuple[int, tuple[int, ...]], int] = {}
    return {
        half: numbers.setdefault((half[0] + half[1], values), len(numbers))
        for half, values in entries.items()
        if any(values)
    }


class HandPairs:
    """The ways to deal a hand that fits a formula, and with ``second`` another hand that fits that.

    A hand that is not asked for exactly fits in points and lengths; its single cards are not tested.

    >>> from bml_core.hands.conditions import balanced, honours, points
    >>> HandPairs(points(15, 17) & balanced()).total
    30897212184
    >>> HandPairs(honours(1, 1, "A", "S"), honours(1, 1, "A", "S")).total
    0
    """

    def __init__(
        self, first: Formula, second: Formula | None = None, *, exact: tuple[bool, bool] = (True, True)
    ) -> None:
        one, other = _divisions(first, second, exact)
        #: False if there are ways as well that do not fit because of single cards.
        self.is_exact = one.is_exact and other.is_exact
        self._chooser = Chooser((joined, joined.number()) for joined in _joined(one, other))

    @property
    def total(self) -> int:
        """Return the number of ways."""
        return self._chooser.total

    def choose(self, number: int) -> tuple[int, int]:
        """Return the way of this number, from 0: the cards of the hands, a bit for each place in the pack."""
        joined, number = self._chooser.choose(number)
        layout = joined.choose(number)
        return layout & _WHOLE_PACK, layout >> PACK


class _Joined:
    """Layouts of the majors and of the minors, and the points of each hand that fit, as masks."""

    def __init__(self, majors: TwoSuitLayouts, minors: TwoSuitLayouts, fitting: int, others: int) -> None:
        self._majors, self._minors = majors, minors
        self._fitting, self.others = fitting, others

    def pairs(self) -> int:
        """Return the polynomial of the pairs in which the points of the first hand fit."""
        rows = zip(self._majors.rows, self._minors.completions(self._fitting), strict=True)
        return sum(a * b for a, b in rows if a and b)

    def number(self) -> int:
        """Return the number of pairs that fit."""
        return PAIRS.total(self.pairs() & PAIRS.spread(self.others))

    def choose(self, number: int) -> int:
        """Return the layout of the pair of this number, from 0."""
        (a, b, ways), number = self._points.choose(number)
        of_majors, of_minors = divmod(number, ways)
        rest, of_minors = self._minors.choose_points(self._fitting >> a, self.others >> b, of_minors)
        minors = self._minors.choose(rest, of_minors)
        return self._majors.choose(SIDE * a + b, of_majors) | minors << 2 * FULL_HAND

    @cached_property
    def _points(self) -> Chooser[tuple[int, int, int]]:
        """Return a chooser of the points of both hands in the majors, with the number of minors for them."""
        completions = self._minors.completions(self._fitting)
        return Chooser(
            ((a, b, rest[b]), number * rest[b])
            for a, (row, minors) in enumerate(zip(self._majors.numbers, completions, strict=True))
            if row and minors
            for rest in [PAIRS.completing(minors, self.others, row[-1][0])]
            for b, number in row
        )


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
    for joined in _joined(division, divide_shapes(groups)):
        # The entry of a shape is the number of its group, not a mask.
        polynomials[joined.others - 1] += joined.pairs()
    return polynomials


def _divisions(
    first: Formula, second: Formula | None, exact: tuple[bool, bool] = (True, True)
) -> tuple[Division, Division]:
    """Return the divisions for both hands, exact as asked for unless that is too much work."""
    one = divide_formula(first, exact=exact[0])
    other = NO_HAND if second is None else divide_formula(second, exact=exact[1])
    halves = len(one.majors) * len(other.majors) + len(one.minors) * len(other.minors)
    if any(exact) and halves > _MOST_OF_BOTH:
        return _divisions(first, second, (False, False))
    return one, other


def _joined(one: Division, other: Division) -> Iterator[_Joined]:
    """Yield the layouts of majors and of minors that go together, with the entries of both divisions."""
    suits = list(map(_Suit, zip(one.contributions, other.contributions, strict=True)))
    minors = _layouts(suits[2:], one.minors, other.minors)
    for (first, second), majors in _layouts(suits[:2], one.majors, other.majors).items():
        for of_first, entry in one.entries[first]:
            for of_second, other_entry in other.entries[second]:
                if (of_first, of_second) in minors:
                    yield _Joined(majors, minors[of_first, of_second], entry, other_entry)


class _Suit:
    """The layouts of a suit, by its contributions to the tests of each hand or of one of them."""

    def __init__(self, contributions: tuple[Contributions | None, Contributions | None]) -> None:
        self._contributions = contributions
        self._layouts: dict[tuple[bool, bool], SuitLayouts] = {}

    def tested(self, first: bool, second: bool) -> SuitLayouts:
        """Return the layouts; the tests of a hand count if it is named."""
        one, other = self._contributions
        kept = one if first else None, other if second else None
        if not any(kept):
            return PLAIN_SUIT
        return self._layouts.setdefault((first, second), SuitLayouts(kept))


def _layouts(
    suits: Sequence[_Suit], one: Mapping[Half, int], other: Mapping[Half, int]
) -> dict[_Classes, TwoSuitLayouts]:
    """Return the layouts of two suits, by the classes of their halves for each hand."""
    layouts: dict[_Classes, TwoSuitLayouts] = {}
    for a, b in dict.fromkeys(half[:2] for half in one):
        for c, d in dict.fromkeys(half[:2] for half in other):
            if a + c > FULL_HAND or b + d > FULL_HAND:
                continue
            tested = (a, b, _ANY_STATE) not in one, (c, d, _ANY_STATE) not in other
            for (s, t), some in suits[0].tested(*tested).of(a, c).items():
                for (u, v), others in suits[1].tested(*tested).of(b, d).items():
                    first, second = s + u if tested[0] else _ANY_STATE, t + v if tested[1] else _ANY_STATE
                    classes = one.get((a, b, first)), other.get((c, d, second))
                    if classes[0] is not None and classes[1] is not None:
                        found = layouts.setdefault((classes[0], classes[1]), TwoSuitLayouts())
                        found.pairs.append(two_suits(some, others))
    return layouts
