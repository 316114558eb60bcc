"""All hands divided by which of several formulas they fit, into cells that are counted exactly.

Shapes with which the same points fit each formula are counted together. Where single cards decide, the hands
of such a group of shapes are counted by the results of tests.

The contribution of a suit to a test is a small number. Those to several tests are in lanes of one number;
the sum for the four suits is a *state*, which decides all tests.

A polynomial is packed into one integer: its n-th coefficient counts hands with n points. So the hands of two
suits are one multiplication, and the hands with some points are one mask.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from math import comb

from bml_core.bridge import FULL_HAND, Hand
from bml_core.hands.conditions import (
    ALL_POINTS,
    HONOURS,
    MAX_POINTS,
    SUIT_ORDER,
    All,
    AnyOf,
    Formula,
    Leaf,
    Length,
    Named,
    Not,
    PointTable,
    Tally,
    Worth,
    bits,
)
from bml_core.hands.shapes import SHAPES

# ----------------------------------------------------------- decks, and numbers of hands by points


class Polynomials:
    """Polynomials with coefficients of a width in bits, whole bytes, which must hold the sum of all of them.

    >>> HANDS.total(HANDS.term(5, 0) + HANDS.term(7, 3))
    12
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self._coefficient = (1 << width) - 1
        self._size = width // 8
        #: Returns a mask of points as a mask of the coefficients.
        self.spread = lru_cache(maxsize=4096)(self._spread)
        self._mirrored = lru_cache(maxsize=4096)(self._mirror)

    def _spread(self, points: int) -> int:
        return sum(self.term(self._coefficient, n) for n in bits(points))

    def _mirror(self, points: int) -> int:
        return sum(self.term(1, MAX_POINTS - n) for n in bits(points))

    def term(self, number: int, points: int) -> int:
        """Return the polynomial of this many hands with this many points."""
        return number << self.width * points

    def total(self, polynomial: int) -> int:
        """Return the sum of the coefficients."""
        return polynomial % self._coefficient

    def packed(self, polynomial: int) -> bytes:
        """Return the coefficients side by side, where :meth:`coefficient` finds them soon."""
        return polynomial.to_bytes((self.most(polynomial) + 1) * self._size, "little")

    def coefficient(self, packed: bytes, points: int) -> int:
        """Return how many hands of a packed polynomial have this many points.

        >>> HANDS.coefficient(HANDS.packed(HANDS.term(7, 3)), 3)
        7
        """
        at = self._size * points
        return int.from_bytes(packed[at : at + self._size], "little")

    def coefficients(self, polynomial: int) -> Iterator[tuple[int, int]]:
        """Yield the points and the number of hands of each coefficient that is not 0.

        >>> list(HANDS.coefficients(HANDS.term(5, 0) + HANDS.term(7, 3)))
        [(0, 5), (3, 7)]
        """
        return ((points, number) for points, number in enumerate(self._unpacked(polynomial)) if number)

    def _unpacked(self, polynomial: int) -> list[int]:
        packed, size = self.packed(polynomial), self._size
        return [int.from_bytes(packed[at : at + size], "little") for at in range(0, len(packed), size)]

    def completing(self, polynomial: int, points: int, most: int) -> list[int]:
        """Return how many hands come to one of some points, with 0 to ``most`` points that are there already.

        >>> HANDS.completing(HANDS.term(5, 0) + HANDS.term(7, 3), 0b11000, most=4)
        [7, 7, 0, 5, 5]
        """
        # Every coefficient is moved by each of the points: one multiplication does it for all of them.
        moved = polynomial * self._mirrored(points) >> self.width * (MAX_POINTS - most)
        wanted = (most + 1) * self._size
        packed = (moved & (1 << 8 * wanted) - 1).to_bytes(wanted, "little")
        return [self.coefficient(packed, held) for held in range(most, -1, -1)]

    def most(self, polynomial: int) -> int:
        """Return the most points of a hand; -1 if there is no hand."""
        return (polynomial.bit_length() - 1) // self.width


HANDS = Polynomials(40)
"""Numbers of hands."""
PAIRS = Polynomials(80)
"""Numbers of pairs of hands, by the points of the second hand."""

SMALL_CARDS = FULL_HAND - len(HONOURS)
_POINTS = (4, 3, 2, 1, 0)

HELD = tuple(tuple(i for i in range(len(HONOURS)) if subset >> i & 1) for subset in range(1 << len(HONOURS)))
"""For each set of honours, as a mask with bit 0 for the ace, the places of its cards in ``HONOURS``."""
HELD_POINTS = tuple(sum(_POINTS[place] for place in held) for held in HELD)


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards from which a hand of thirteen is dealt.

    ``honours`` are masks for spades, hearts, diamonds and clubs, bit 0 the ace and bit 4 the ten; ``small``
    are the numbers of cards below the ten.

    >>> FULL_DECK.hands
    635013559600
    >>> FULL_DECK.without(Hand("AK843", "Q5", "KJ4", "982")).hands == comb(39, 13)
    True
    """

    honours: tuple[int, int, int, int]
    small: tuple[int, int, int, int]

    @property
    def hands(self) -> int:
        """Return the number of hands of thirteen cards."""
        return comb(sum(self.small) + sum(mask.bit_count() for mask in self.honours), FULL_HAND)

    def without(self, hand: Hand) -> Deck:
        """Return the deck without the cards of a hand; ``x`` is a card below the ten.

        Raises:
            ValueError: The hand has a card that the deck does not have.
        """
        (s, a), (h, b), (d, c), (k, e) = map(_without, self.honours, self.small, hand.holdings)
        return Deck((s, h, d, k), (a, b, c, e))


FULL_DECK = Deck((31, 31, 31, 31), (SMALL_CARDS,) * 4)
"""All 52 cards."""


def _without(honours: int, small: int, holding: str) -> tuple[int, int]:
    for rank in holding:
        bit = 1 << HONOURS.index(rank) if rank in HONOURS else 0
        small -= not bit
        if small < 0 or (bit and not honours & bit) or (rank != "x" and holding.count(rank) > 1):
            raise ValueError(f"the deck does not have the card {rank}, or not as many of them")
        honours ^= bit
    return honours, small


@cache
def suit_polynomials(honours: int, small: int) -> tuple[int, ...]:
    """Return the polynomials of the holdings of a suit, for each length from 0 to 13."""
    by_size = [0] * (len(HONOURS) + 1)
    for subset, held in enumerate(HELD):
        if not subset & ~honours:
            by_size[len(held)] += HANDS.term(1, HELD_POINTS[subset])
    return tuple(
        sum(comb(small, length - size) * by_size[size] for size in range(min(length, len(HONOURS)) + 1))
        for length in range(FULL_HAND + 1)
    )


@lru_cache(maxsize=4)
def shape_polynomials(deck: Deck) -> tuple[int, ...]:
    """Return the polynomials of the hands of a deck, for each of ``SHAPES``."""
    spades, hearts, diamonds, clubs = map(suit_polynomials, deck.honours, deck.small)
    majors = [[s * h for h in hearts] for s in spades]
    minors = [[d * c for c in clubs] for d in diamonds]
    return tuple(majors[s][h] * minors[d][c] for s, h, d, c in SHAPES)


def most_points(deck: Deck) -> list[int]:
    """Return the most points of a hand, for each of ``SHAPES``; -1 if there is no such hand."""
    return list(map(HANDS.most, shape_polynomials(deck)))


# --------------------------------------------------------------------------- tests of single cards


_TEST_LANE = 8
#: A bit for each set of honours of a suit.
_ANY_HONOURS = (1 << len(HELD)) - 1

Results = tuple[bool, ...]
"""The results of tests."""
Contributions = tuple[tuple[int, ...], ...]
"""The contribution of a suit by its length, and by its set of honours as in ``HELD``."""
#: The points that fit whatever the results of unknown tests are, and those that fit with some results.
_Bounds = tuple[int, int]
#: By the state of tests, for one suit or for several: the polynomial of points.
_States = dict[int, int]
#: Lengths of two suits.
_Lengths = tuple[int, int]
Block = tuple[tuple[_Lengths, ...], tuple[_Lengths, ...]]
"""Lengths of spades and hearts, and of diamonds and clubs, of which all pairs are shapes of a set."""


@dataclass(frozen=True, slots=True)
class CardTest:
    """A part of a formula that single cards decide: one that depends on one suit alone, or a tally.

    Each suit contributes a small number; the sum of the four decides.
    """

    part: Formula
    suit: int | None

    def depends_on(self, suit: int) -> bool:
        """Return whether a suit contributes."""
        if self.suit is None:
            assert isinstance(self.part, Tally)
            return any(self.part.worth[suit])
        return self.suit == suit

    @property
    def depends_on_length(self) -> bool:
        """Return whether a suit contributes by its length as well as by its honours."""
        return self.suit is not None and any(isinstance(leaf, Length) for leaf in self.part.leaves)

    def contributions(self, suit: int, length: int) -> tuple[int, ...]:
        """Return the contribution of a suit of a length, by its set of honours as in ``HELD``."""
        if self.suit is None:
            assert isinstance(self.part, Tally)
            return _worths(self.part.worth[suit])
        fitting = self.part.fold(
            lambda leaf: _fitting(leaf, suit, length), lambda honours: honours ^ _ANY_HONOURS
        )
        return tuple(fitting >> subset & 1 for subset in range(len(HELD)))

    def result(self, total: int) -> bool:
        """Return the result for the sum of the four suits."""
        if self.suit is not None:
            return bool(total)
        assert isinstance(self.part, Tally)
        return self.part.low <= total <= self.part.high


def _fitting(leaf: Leaf, suit: int, length: int) -> int:
    """Return the sets of honours that fit in a suit of a length: bit n for the set of this number."""
    if isinstance(leaf, Tally):
        return _set_of(leaf.worth[suit], leaf.low, leaf.high)
    assert isinstance(leaf, Length)
    return _ANY_HONOURS if leaf.low <= length <= leaf.high else 0


@lru_cache(maxsize=1024)
def _set_of(worth: Worth, low: int, high: int) -> int:
    return sum(1 << subset for subset, total in enumerate(_worths(worth)) if low <= total <= high)


@lru_cache(maxsize=256)
def _worths(worth: Worth) -> tuple[int, ...]:
    """Return the worth of each set of honours, as in ``HELD``."""
    return tuple(sum(worth[place] for place in held) for held in HELD)


class CardTests:
    """Tests that are decided together.

    ``contributions`` are those of spades, hearts, diamonds and clubs; None for a suit without any.

    >>> from bml_core.hands.conditions import keycards
    >>> tests = CardTests([CardTest(keycards(2, 5, "H"), None)])
    >>> ace, ace_and_king = 0b1, 0b11
    >>> [tests.results(tests.contributions[suit][5][ace_and_king]) for suit in (0, 1)]
    [(False,), (True,)]
    """

    def __init__(self, tests: Sequence[CardTest]) -> None:
        self._tests = tests
        self.contributions: tuple[Contributions | None, ...] = tuple(
            map(self._contributions, range(len(SUIT_ORDER)))
        )

    def _contributions(self, suit: int) -> Contributions | None:
        tests = [(n * _TEST_LANE, test) for n, test in enumerate(self._tests) if test.depends_on(suit)]
        if not tests:
            return None

        def of_length(length: int) -> tuple[int, ...]:
            each = ([n << lane for n in test.contributions(suit, length)] for lane, test in tests)
            return tuple(map(sum, zip(*each, strict=True)))

        if any(test.depends_on_length for _, test in tests):
            return tuple(map(of_length, range(FULL_HAND + 1)))
        return (of_length(0),) * (FULL_HAND + 1)

    def states(self, most: int) -> int | None:
        """Return the number of states, or None if there may be more than ``most``."""
        sums = {0}
        for contributions in self.contributions:
            numbers = set(chain.from_iterable(contributions)) if contributions else {0}
            sums = {a + b for a in sums for b in numbers}
            if len(sums) > most:
                return None
        return len(sums)

    def results(self, state: int) -> Results:
        """Return the results of all tests in a state."""
        lanes = (state >> (_TEST_LANE * place) & ((1 << _TEST_LANE) - 1) for place in range(len(self._tests)))
        return tuple(map(CardTest.result, self._tests, lanes))


@lru_cache(maxsize=1024)
def blocks_of(shapes: tuple[int, ...]) -> tuple[Block, ...]:
    """Return the shapes of these numbers in ``SHAPES`` as few blocks.

    >>> blocks_of((0, 1, 14))
    ((((0, 0),), ((0, 13), (1, 12))), (((0, 1),), ((0, 12),)))
    """
    minors: dict[_Lengths, list[_Lengths]] = {}
    for number in shapes:
        s, h, d, c = SHAPES[number]
        minors.setdefault((s, h), []).append((d, c))
    majors: dict[tuple[_Lengths, ...], list[_Lengths]] = {}
    for pair, others in minors.items():
        majors.setdefault(tuple(others), []).append(pair)
    return tuple((tuple(pairs), others) for others, pairs in majors.items())


class CardTestCounts:
    """Numbers of hands by the results of tests; kept for one deck at a time."""

    def __init__(self, tests: CardTests) -> None:
        self.tests = tests
        #: How many sums of states have been looked at; they take most of the time.
        self.steps = 0
        self._deck: Deck | None = None
        self._suits: dict[tuple[int, int], _States] = {}
        self._pairs: dict[tuple[int, int, int], _States] = {}

    def counts(self, shapes: tuple[int, ...], deck: Deck) -> dict[Results, int]:
        """Return the polynomials of the hands of some of ``SHAPES``, by the results of the tests."""
        if deck != self._deck:
            self._deck, self._suits, self._pairs = deck, {}, {}
        products = [
            self._product(
                _sum([self._pair(deck, 0, *pair) for pair in majors]),
                _sum([self._pair(deck, 2, *pair) for pair in minors]),
            )
            for majors, minors in blocks_of(shapes)
        ]
        counts: dict[Results, int] = {}
        states = _sum(products)
        self.steps += len(states)
        for state, polynomial in states.items():
            results = self.tests.results(state)
            counts[results] = counts.get(results, 0) + polynomial
        return counts

    def _pair(self, deck: Deck, suit: int, length: int, other: int) -> _States:
        key = (suit, length, other)
        if key not in self._pairs:
            self._pairs[key] = self._product(
                self._suit(deck, suit, length), self._suit(deck, suit + 1, other)
            )
        return self._pairs[key]

    def _product(self, one: _States, other: _States) -> _States:
        self.steps += len(one) * len(other)
        return _product(one, other)

    def _suit(self, deck: Deck, suit: int, length: int) -> _States:
        if (suit, length) not in self._suits:
            self._suits[suit, length] = self._states_of(deck, suit, length)
        return self._suits[suit, length]

    def _states_of(self, deck: Deck, suit: int, length: int) -> _States:
        honours, small = deck.honours[suit], deck.small[suit]
        contributions = self.tests.contributions[suit]
        if contributions is None:
            return {0: suit_polynomials(honours, small)[length]}
        self.steps += len(HELD)
        states: _States = {}
        for subset, held in enumerate(HELD):
            rest = length - len(held)
            if 0 <= rest <= small and not subset & ~honours:
                ways = HANDS.term(comb(small, rest), HELD_POINTS[subset])
                state = contributions[length][subset]
                states[state] = states.get(state, 0) + ways
        return states


def _sum(parts: Sequence[_States]) -> _States:
    if len(parts) == 1:
        return parts[0]
    states: _States = {}
    for state, polynomial in chain.from_iterable(part.items() for part in parts):
        states[state] = states.get(state, 0) + polynomial
    return states


def _product(one: _States, other: _States) -> _States:
    states: _States = {}
    for a, p in one.items():
        for b, q in other.items():
            states[a + b] = states.get(a + b, 0) + p * q
    return states


@dataclass(frozen=True, slots=True)
class Tree:
    """A formula over numbered parts; ``tests`` are the numbers of its tests of single cards.

    ``bounds`` returns the points that fit at least and at most, from those that fit each part on points and
    lengths, and from the results of tests as far as they are known. Points are masks, for one shape or for
    many of them side by side; the third argument is the mask of them all.
    """

    bounds: Callable[[Sequence[int], Mapping[int, bool], int], _Bounds]
    tests: frozenset[int] = frozenset()

    def points(self, free: Sequence[int], known: Mapping[int, bool], every: int = ALL_POINTS) -> int:
        """Return the points that fit when the results of all tests are known."""
        return self.bounds(free, known, every)[0]

    def is_open(self, free: Sequence[int]) -> bool:
        """Return whether the results of tests matter."""
        least, most = self.bounds(free, {}, ALL_POINTS)
        return least != most


def _free(number: int) -> Tree:
    return Tree(lambda free, _, __: (free[number], free[number]))


def _tested(number: int) -> Tree:
    def bounds(_: Sequence[int], known: Mapping[int, bool], every: int) -> _Bounds:
        result = known.get(number)
        return (every if result else 0), (0 if result is False else every)

    return Tree(bounds, frozenset({number}))


def _inverted(part: Tree) -> Tree:
    def bounds(free: Sequence[int], known: Mapping[int, bool], every: int) -> _Bounds:
        least, most = part.bounds(free, known, every)
        return every ^ most, every ^ least

    return Tree(bounds, part.tests)


def _joined(parts: Sequence[Tree], neutral: bool) -> Tree:
    """Return the tree of parts that all fit if ``neutral`` is True, else of those one of which fits."""

    def bounds(free: Sequence[int], known: Mapping[int, bool], every: int) -> _Bounds:
        least = most = every if neutral else 0
        for part in parts:
            one, other = part.bounds(free, known, every)
            if neutral:
                least, most = least & one, most & other
            else:
                least, most = least | one, most | other
            # The rest changes nothing.
            if (not most) if neutral else least == every:
                break
        return least, most

    return Tree(bounds, frozenset().union(*(part.tests for part in parts)))


def take_apart(formulas: Iterable[Formula]) -> tuple[list[Tree], list[Formula], list[CardTest]]:
    """Return the trees of formulas, their numbered parts on points and lengths, and their numbered tests."""
    free: dict[Formula, int] = {}
    tests: dict[CardTest, int] = {}

    def tree(formula: Formula) -> Tree:
        if not formula.has_honours:
            return _free(free.setdefault(formula, len(free)))
        suits = {_suit_of(leaf) for leaf in formula.leaves}
        suit = suits.pop() if len(suits) == 1 else None
        if suit is not None or isinstance(formula, Tally):
            return _tested(tests.setdefault(CardTest(formula, suit), len(tests)))
        if isinstance(formula, Named):
            return tree(formula.part)
        if isinstance(formula, Not):
            return _inverted(tree(formula.part))
        assert isinstance(formula, All | AnyOf)
        return _joined([tree(part) for part in formula.parts], isinstance(formula, All))

    return [tree(formula) for formula in formulas], list(free), list(tests)


def _suit_of(leaf: Leaf) -> int | None:
    """Return the place of the only suit that a leaf depends on."""
    if isinstance(leaf, Length):
        return SUIT_ORDER.index(leaf.suit)
    if isinstance(leaf, Tally):
        suits = [suit for suit, values in enumerate(leaf.worth) if any(values)]
        return suits[0] if len(suits) == 1 else None
    return None


# ------------------------------------------------------------------------------------------- cells


_STEPS_OF_SHAPE, _STEPS_OF_DECK = 50, 500
MOST_STATES = 2_000_000
"""The most states of tests of single cards that are counted, over all shapes together."""

TOTAL = FULL_DECK.hands
"""All hands of thirteen cards: 635,013,559,600."""

#: Cells, each with the mask of its coefficients in a polynomial.
_Pieces = tuple[tuple[int, int], ...]

Group = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""Numbers in ``SHAPES``, and masks of points with their cells."""


class TooManyStatesError(ValueError):
    """Raised for formulas that ask for single cards in too many ways to be counted together."""


class Partition:
    """Hands divided into cells, for any deck; a cell is the mask of the formulas that its hands fit.

    >>> from bml_core.hands.conditions import balanced, points
    >>> partition = Partition([points(15, 17) & balanced(), points(12, 37)])
    >>> partition.counts() == {0b00: 413919923600, 0b10: 190196423816, 0b11: 30897212184}
    True

    Raises:
        TooManyStatesError: They ask for single cards in more than ``most_states`` ways.
    """

    def __init__(self, formulas: Sequence[Formula], most_states: int = MOST_STATES) -> None:
        trees, free, tests = take_apart(formulas)
        shapes_of: dict[tuple[int, ...], list[int]] = {}
        for number, masks in enumerate(_by_shape(free)):
            shapes_of.setdefault(masks, []).append(number)
        counts: dict[tuple[int, ...], CardTestCounts] = {}
        left = most_states
        self._groups: list[_Group] = []
        for masks, shapes in shapes_of.items():
            group = _Group(tuple(shapes), masks, trees)
            if group.tests:
                if group.tests not in counts:
                    counts[group.tests] = CardTestCounts(CardTests([tests[n] for n in group.tests]))
                group.by_results = counts[group.tests]
                states = group.by_results.tests.states(left // len(shapes))
                if states is None:
                    raise TooManyStatesError("single cards are asked for in too many ways")
                left -= states * len(shapes)
            self._groups.append(group)
        #: The states of tests of single cards that each count goes through.
        self.states = most_states - left
        self._counts = tuple(counts.values())
        self._steps = 0

    @property
    def steps(self) -> int:
        """Return how much work all counts so far took, the same on every machine."""
        return self._steps + sum(counts.steps for counts in self._counts)

    @property
    def groups(self) -> tuple[Group, ...] | None:
        """Return the shapes by cells and points, or None if single cards decide."""
        if any(group.by_results for group in self._groups):
            return None
        return tuple((group.shapes, group.cells(())) for group in self._groups)

    def counts(self, deck: Deck = FULL_DECK) -> dict[int, int]:
        """Return the number of hands in each cell that has some."""
        counts: dict[int, int] = {}
        polynomials = shape_polynomials(deck)
        self._steps += _STEPS_OF_DECK
        for group in self._groups:
            for pieces, polynomial in group.parts(group.shapes, deck, polynomials):
                self._steps += len(pieces)
                for cell, points in pieces:
                    hands = HANDS.total(polynomial & points)
                    if hands:
                        counts[cell] = counts.get(cell, 0) + hands
        return counts

    def by_shape(self, cells: Collection[int], deck: Deck = FULL_DECK) -> Iterator[tuple[int, int]]:
        """Yield the hands of some cells: numbers in ``SHAPES``, and the polynomials of their hands."""
        polynomials = shape_polynomials(deck)
        for group in self._groups:
            for number in group.shapes:
                self._steps += _STEPS_OF_SHAPE
                hands = sum(
                    polynomial & points
                    for pieces, polynomial in group.parts((number,), deck, polynomials)
                    for other, points in pieces
                    if other in cells
                )
                if hands:
                    yield number, hands


class _Group:
    """Shapes with which the same points fit each formula."""

    def __init__(self, shapes: tuple[int, ...], free: tuple[int, ...], trees: Sequence[Tree]) -> None:
        self.shapes = shapes
        self.by_results: CardTestCounts | None = None
        self._free, self._trees = free, trees
        self._pieces: dict[Results, _Pieces] = {}
        undecided = [tree for tree in trees if tree.is_open(free)]
        self.tests = tuple(sorted({test for tree in undecided for test in tree.tests}))

    def parts(
        self, shapes: tuple[int, ...], deck: Deck, polynomials: Sequence[int]
    ) -> Iterable[tuple[_Pieces, int]]:
        """Yield the hands of some of the shapes: the cells of their points, and their polynomials."""
        if self.by_results is None:
            yield self._pieces_for(()), sum(polynomials[number] for number in shapes)
            return
        for results, polynomial in self.by_results.counts(shapes, deck).items():
            yield self._pieces_for(results), polynomial

    def cells(self, results: Results) -> tuple[tuple[int, int], ...]:
        """Return masks of points and their cells, for some results of the tests."""
        known = dict(zip(self.tests, results, strict=True))
        return tuple(_cells([tree.points(self._free, known) for tree in self._trees]))

    def _pieces_for(self, results: Results) -> _Pieces:
        pieces = self._pieces.get(results)
        if pieces is None:
            cells = self.cells(results)
            pieces = self._pieces[results] = tuple((cell, HANDS.spread(points)) for points, cell in cells)
        return pieces


def _by_shape(formulas: Sequence[Formula]) -> Iterable[tuple[int, ...]]:
    """Return the points that fit each formula, for each shape."""
    masks = [formula.table().points_by_shape() for formula in formulas]
    return zip(*masks, strict=True) if masks else [()] * len(SHAPES)


def _cells(masks: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Return the points divided by which of the masks hold them: masks of points and their cells."""
    cells = [(ALL_POINTS, 0)]
    for number, mask in enumerate(masks):
        divided = []
        for points, cell in cells:
            inside = points & mask
            if inside:
                divided.append((inside, cell | 1 << number))
            if inside != points:
                divided.append((points & ~mask, cell))
        cells = divided
    return cells


def count(formula: Formula) -> int:
    """Return how many of the 635,013,559,600 hands fit.

    Raises:
        TooManyStatesError: It asks for single cards in too many ways.

    >>> from bml_core.hands.conditions import balanced, keycards, points
    >>> f"{count(points(15, 17) & balanced()):,}"
    '30,897,212,184'
    >>> f"{count(keycards(5, 5, 'S')):,}"
    '314,457,495'
    """
    if not formula.has_honours:
        return count_table(formula.table())
    return partition([formula])[0]


def count_table(table: PointTable) -> int:
    """Return how many hands of a full deck have the points and shapes of a table.

    >>> from bml_core.hands.conditions import points
    >>> count_table(points(0, 37).table()) == TOTAL
    True
    """
    by_points: dict[int, int] = {}
    polynomials = shape_polynomials(FULL_DECK)
    for points, polynomial in zip(table.points_by_shape(), polynomials, strict=True):
        if points:
            by_points[points] = by_points.get(points, 0) + polynomial
    return sum(HANDS.total(polynomial & HANDS.spread(points)) for points, polynomial in by_points.items())


def partition(formulas: Sequence[Formula]) -> tuple[int, ...]:
    """Return how many hands fit each formula and none before it; at the end, how many fit none.

    Raises:
        TooManyStatesError: They ask for single cards in too many ways.

    >>> from bml_core.hands.conditions import balanced, points
    >>> sum(partition([points(15, 17) & balanced(), points(12, 37)])) == TOTAL
    True
    """
    counts = [0] * (len(formulas) + 1)
    for cell, hands in Partition(formulas).counts().items():
        first = (cell & -cell).bit_length() - 1
        # If no formula fits, the place is -1: the end.
        counts[first] += hands
    return tuple(counts)


def same_hands(one: Formula, other: Formula) -> bool:
    """Return whether two formulas mean the same: each hand fits both or neither.

    Raises:
        TooManyStatesError: They ask for single cards in too many ways.

    >>> from bml_core.hands.conditions import honours
    >>> same_hands(honours(2, 2, "AK", "S"), honours(1, 1, "A", "S") & honours(1, 1, "K", "S"))
    True
    """
    if one.has_honours or other.has_honours:
        return not {0b01, 0b10} & Partition([one, other]).counts().keys()
    return one == other
