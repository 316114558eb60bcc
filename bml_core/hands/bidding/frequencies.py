"""How often each call is made after an auction: each hand makes the call that it chooses.

Hands are counted in cells: those that fit the same rows of a table. The cells are counted in one deck, in all
pairs of hands, or on average over many decks; what a row gets of each cell is decided once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from bml_core._package import brief_repr, checked
from bml_core.bridge import (
    NEITHER,
    PASS,
    Auction,
    AuctionLike,
    Call,
    Hand,
    HandLike,
    SideVulnerability,
    auction_argument,
    hand_argument,
)
from bml_core.diagnostics import Diagnostic, Location, counted, has_errors, listed
from bml_core.hands.bidding.auction_meanings import AuctionMeaning, meaning_of
from bml_core.hands.bidding.deals import deals_of
from bml_core.hands.bidding.decisions import OPENING_POINTS, DecisionPoint, decision_points, last_location
from bml_core.hands.bidding.row_order import Candidate, Ranking
from bml_core.hands.conditions import ALL_POINTS, ANY, NONE, Formula, Points, Shaped, all_of, bits, spoken
from bml_core.hands.counting import (
    FULL_DECK,
    HANDS,
    MOST_STATES,
    PAIRS,
    Deck,
    Group,
    Partition,
    TooManyStatesError,
    has_hands,
    most_points,
    pair_polynomials,
)
from bml_core.hands.descriptions import Lack, MeaningSource
from bml_core.hands.sampling import sample_deals
from bml_core.hands.shapes import SHAPES, Shape, ShapeSet
from bml_core.notebooks import notebook_call, notebook_table
from bml_core.system import System, UnknownAuctionError

SAMPLES = 4_000
"""How often the hands of others are drawn by default."""

_PARTNER, _PLAYERS = 2, 4
_MOST_KINDS, _LONGEST_WORDS = 6, 50
_DECKS_WITH_GAPS = 100
#: Fewer draws are asked for a quick answer: pairs are not counted, nor is it said which hands fit no row.
_QUICK = 200
_MOST_STEPS, _FEWEST_DRAWS = 2_000_000, 2
_STATES_OF_DRAWS, _MOST_TRIES = 40_000, 20_000


@dataclass(frozen=True, slots=True, repr=False)
class Proportion:
    """A share of the hands between 0 and 1: ``count`` if it is exact, else ``standard_error``."""

    share: float
    count: int | None = None
    standard_error: float | None = None

    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class Gap:
    """Hands that fit no row, in words such as ``any 4441, 12-14 hcp``; ``share`` is between 0 and 1.

    ``condition`` has their shapes and points.
    """

    words: str
    share: float
    count: int | None = None
    condition: Formula = field(default=ANY, compare=False, repr=False)


@dataclass(frozen=True, slots=True, repr=False)
class FrequencyRow(Proportion):
    """How often a call is made: ``count`` is the exact number of hands of the table.

    ``fitting`` is the share of the hands that fit the condition, with those that other rows take.
    ``label`` is the first line of the description, as BML text; ``location`` is the place of the row.
    ``sources`` are words whose meaning is not that of the row.
    """

    call: Call = PASS
    label: str = ""
    fitting: float = 0.0
    condition: Formula = ANY
    location: Location | None = None
    sources: tuple[MeaningSource, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlap:
    """Hands that fit two rows: ``first`` gets them, unless they are chosen ``by_suit``.

    ``share`` is between 0 and 1.
    """

    first: Call
    second: Call
    share: float
    count: int | None = None
    by_suit: bool = False


@dataclass(frozen=True, slots=True)
class SkippedRow:
    """A row that is not counted, since the parts ``not_understood`` may say more of the hand.

    Where there are none, it ``lacks`` the shape or the strength of its hands; without these, the row says
    nothing about the hand; or, with ``too_many``, it asks for too many single cards to be counted together
    with the other rows.
    """

    call: Call
    label: str
    location: Location
    not_understood: tuple[str, ...] = ()
    too_many: bool = False
    lacks: tuple[Lack, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Rest(Proportion):
    """The hands that fit no row, as a share of all.

    The hands of ``passing`` are too weak for every row, and for those of ``unknown`` the notes do not say the
    call. ``may_pass`` is False where hands that fit no row do not pass: a row says which hands do, or the
    call of partner is forcing. ``uncovered`` are hands of the table of openings with 12 points or more, and
    after an auction those of ``unknown``; ``gaps`` are their kinds, the largest first. Few draws, under 20,
    show nothing of them.
    """

    passing: Proportion = Proportion(0.0)
    unknown: Proportion = Proportion(0.0)
    may_pass: bool = True
    uncovered: Gap = Gap("any", 0.0)
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True)
class Counting:
    """How hands were counted: all of ``hands``, or ``of_pairs`` of them, the caller's and the partner's.

    Where hands were drawn, ``samples`` is how many, fewer than were wanted if ``is_cut``, and ``hands`` the
    most of one draw; ``states`` is how many cases of single cards each draw took.
    """

    hands: int = 0
    samples: int = 0
    of_pairs: bool = False
    is_cut: bool = False
    states: int = 0


@dataclass(frozen=True, slots=True, repr=False)
class Frequencies:
    """How often each call is made after an auction.

    ``rows`` are in the order of the system, and ``rest`` are the hands that fit none; together their shares
    are 1. ``auction`` begins with the dealer's call, and ``vulnerability`` is seen from our side.
    ``counting`` says how hands were counted.

    ``overlaps`` are hands that fit two rows, the most first. The hands of ``uncounted`` rows are among those
    of the other rows and of ``rest``. ``unclear_calls`` are rows of the auction itself that are not
    understood: any hand may make these calls.
    """

    auction: Auction
    rows: tuple[FrequencyRow, ...] = ()
    rest: Rest = Rest(1.0)
    counting: Counting = Counting()
    vulnerability: SideVulnerability = NEITHER
    overlaps: tuple[Overlap, ...] = ()
    uncounted: tuple[SkippedRow, ...] = ()
    unclear_calls: tuple[SkippedRow, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        place = f"after {self.after}" if self.after else "of openings"
        return f"<Frequencies {place}: {counted(len(self.rows), 'row')}>"

    def _repr_html_(self) -> str:
        rows = [(notebook_call(row.call), f"{row.share:.2%}", row.label) for row in self.rows]
        rest = ("", f"{self.rest.share:.2%}", "fits no row")
        return notebook_table([*rows, rest], ("Call", "Share", "Text"))

    def __iter__(self) -> Iterator[FrequencyRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __bool__(self) -> bool:
        # A table without rows is one with diagnostics.
        return True

    def __getitem__(self, call: Call | str | int) -> FrequencyRow:
        """Return the row of a call, of its text, or at an index.

        Raises:
            UnknownAuctionError: The table has no such row (a KeyError).
        """
        if isinstance(call, int):
            return self.rows[call]
        wanted = Call.parse(call) if isinstance(call, str) else call
        rows = {row.call: row for row in self.rows}
        if wanted not in rows:
            raise UnknownAuctionError(
                f"{wanted} has no row; there are rows for {listed(map(str, rows), last='and') or 'none'}."
            )
        return rows[wanted]

    def records(self) -> list[dict[str, str | float | int | None]]:
        """Return the rows, and the rest after them, as plain rows for data frames and JSON.

        The columns are ``call`` ("" for the rest), ``share`` and ``fitting`` (from 0 to 1), ``count`` (hands,
        or pairs of them; None where hands were drawn), ``standard_error`` (of the share; None where hands are
        counted), ``text`` (the first line in BML) and ``condition`` (in words).
        """
        rows = [(str(row.call), row, row.fitting, row.label, str(row.condition)) for row in self.rows]
        return [
            {
                "call": call,
                "share": part.share,
                "fitting": fitting,
                "count": part.count,
                "standard_error": part.standard_error,
                "text": text,
                "condition": condition,
            }
            for call, part, fitting, text, condition in (*rows, ("", self.rest, 0.0, "", ""))
        ]

    @property
    def after(self) -> str:
        """Return the auction in short, such as ``1NT-2C``, "" for openings."""
        return f"{self.auction.from_opening():short}"

    @property
    def is_exact(self) -> bool:
        """Return True if every hand was counted, False if hands were drawn."""
        return not self.counting.samples


# ---------------------------------------------------------------- cells

#: What is counted: ``("wins", row)``, ``("fits", row)``, ``("both", row, other)`` or ``("none", is_weak)``.
#: Rows are numbered in the order in which they are written. Hands that fit none win the number after the
#: last; those that are weak pass, for the others it is not known what they call. Outside of all rows, hands
#: are counted by the number of their shape in ``SHAPES`` and their points.
_Key = tuple[str | int, ...]


class RowCells:
    """Rows of which each hand gets the one that it chooses, counted among the hands that fit ``own``.

    ``standing`` are the rows in the order of choice, by number, each with its hands that no better suit
    takes. Of the hands that fit no row, those that fit ``weak`` are counted apart.

    >>> from bml_core.hands.conditions import balanced, points
    >>> rows = RowCells([points(15, 17) & balanced(), points(12, 37)])
    >>> hands, counts = rows.count(FULL_DECK)
    >>> [counts["wins", row] for row in range(3)], counts["fits", 1], counts["both", 0, 1]
    ([30897212184, 190196423816, 413919923600], 221093636000, 30897212184)

    Raises:
        TooManyStatesError: The rows ask for single cards in too many ways.
    """

    def __init__(
        self,
        conditions: Sequence[Formula],
        standing: Iterable[tuple[int, Formula]] | None = None,
        own: Formula = ANY,
        weak: Formula = ANY,
        most_states: int = MOST_STATES,
    ) -> None:
        self._number = len(conditions)
        self._own = 1 << self._number
        self._weak = self._own << 1
        #: The cells of hands that fit no row, those that are weak at the end.
        self.none: tuple[int, ...] = (self._own, self._own | self._weak)
        formulas = [*conditions, own, weak]
        # The bit of the hands that still fit where rows with a better suit have taken theirs.
        self._in_order = []
        for row, formula in standing or enumerate(conditions):
            is_whole = formula is conditions[row]
            self._in_order.append((1 << (row if is_whole else len(formulas)), row))
            formulas += [] if is_whole else [formula]
        self._cells = Partition(formulas, most_states)
        self._steps = 0

    def count(self, deck: Deck) -> tuple[int, Counter[_Key]]:
        """Return how many hands of a deck fit ``own``, and those numbers of them that are not 0."""
        return self.sums(self._cells.counts(deck))

    def outside(self, deck: Deck) -> Counter[_Key]:
        """Return the hands of a deck that fit ``own`` and no row, by shape and points."""
        return Counter(
            {
                (shape, points): hands
                for shape, polynomial in self._cells.by_shape(self.none, deck)
                for points, hands in HANDS.coefficients(polynomial)
            }
        )

    def sums(self, cells: Mapping[int, int]) -> tuple[int, Counter[_Key]]:
        """Return how many hands of these cells fit ``own``, and those numbers of them that are not 0."""
        total = 0
        counts: Counter[_Key] = Counter()
        for cell, hands in cells.items():
            if cell & self._own:
                total += hands
                fitting = tuple(bits(cell & self._own - 1))
                counts["wins", next((row for bit, row in self._in_order if cell & bit), self._number)] += (
                    hands
                )
                if not fitting:
                    counts["none", bool(cell & self._weak)] += hands
                for row in fitting:
                    counts["fits", row] += hands
                for pair in combinations(fitting, 2):
                    counts["both", *pair] += hands
                self._steps += len(fitting) ** 2 // 2
        return total, counts

    @property
    def states(self) -> int:
        """Return how many cases of single cards each count goes through."""
        return self._cells.states

    @property
    def steps(self) -> int:
        """Return how much work all counts so far took, the same on every machine."""
        return self._cells.steps + self._steps

    @property
    def groups(self) -> tuple[Group, ...] | None:
        """Return the shapes by cells and points, None if single cards are asked for."""
        return self._cells.groups


@dataclass(frozen=True, slots=True)
class RowCounts:
    """The numbers of rows that are not 0, as shares.

    ``outside`` has the hands that fit no row, ``reach`` the most points of each of ``SHAPES``.
    """

    shares: Mapping[_Key, Proportion]
    outside: Mapping[_Key, Proportion]
    reach: Sequence[int]
    counting: Counting

    def of(self, *key: str | int) -> Proportion:
        """Return the share of a number, which may be 0."""
        return self.shares.get(key) or Proportion(0.0, *((None, 0.0) if self.counting.samples else (0,)))


def _exact(hands: int, counts: Mapping[_Key, int]) -> dict[_Key, Proportion]:
    return {key: Proportion(number / hands, number) for key, number in counts.items()}


def count_deck(rows: RowCells, deck: Deck) -> RowCounts | None:
    """Return the exact counts of one deck, None if none of its hands fits ``own``."""
    hands, counts = rows.count(deck)
    if not hands:
        return None
    outside = rows.outside(deck)
    return RowCounts(_exact(hands, counts), _exact(hands, outside), most_points(deck), Counting(hands))


def count_decks(rows: RowCells, decks: Iterable[Deck], wanted: int) -> RowCounts | None:
    """Return the means over decks, None if no hand of any of them fits ``own``.

    ``wanted`` is how many decks there should be; fewer are found if they are rare. If they are few, each
    weighs as much as it has hands that fit ``own``, and otherwise all weigh the same.

    The hands that fit no row are looked up in the first of many decks, for half of the work at most. After
    two draws, no more are made when the work has come to its limit.
    """
    means, outside = _Means(), _Means()
    reach = [-1] * len(SHAPES)
    most = drawn = 0
    for deck in decks:
        if means.decks >= _FEWEST_DRAWS and rows.steps > _MOST_STEPS:
            break
        drawn += 1
        hands, counts = rows.count(deck)
        if not hands:
            continue
        means.add(hands, counts, hands if wanted < _QUICK else 1)
        most = max(most, hands)
        if means.decks <= _DECKS_WITH_GAPS and wanted >= _QUICK and rows.steps <= _MOST_STEPS // 2:
            outside.add(hands, rows.outside(deck))
            reach = list(map(max, reach, most_points(deck)))
    if not means.decks:
        return None
    counting = Counting(most, drawn, is_cut=drawn < wanted)
    return RowCounts(means.shares(), outside.shares(), reach, counting)


class _Means:
    """The means of numbers of hands as shares of their decks, which have weights."""

    def __init__(self) -> None:
        self.decks = 0
        self._weights = self._squares = 0.0
        #: For each number the sums of the shares, of the shares times the squares of the weights, and of the
        #: squares of both.
        self._sums: dict[_Key, tuple[float, float, float]] = {}

    def add(self, hands: int, counts: Mapping[_Key, int], weight: int = 1) -> None:
        self.decks += 1
        self._weights += weight
        self._squares += weight * weight
        for key, number in counts.items():
            a, b, c = self._sums.get(key, (0.0, 0.0, 0.0))
            part = weight * number / hands
            self._sums[key] = a + part, b + weight * part, c + part * part

    def shares(self) -> dict[_Key, Proportion]:
        return {
            key: Proportion(sums[0] / self._weights, None, self._error(*sums))
            for key, sums in self._sums.items()
        }

    def _error(self, total: float, mixed: float, squares: float) -> float:
        if self.decks == 1:
            # One hand says nothing of how far others are from it.
            return 1.0
        mean = total / self._weights
        variance = max(0.0, squares - 2 * mean * mixed + mean * mean * self._squares)
        return sqrt(variance * self.decks / (self.decks - 1)) / self._weights


def count_pairs(rows: RowCells, other: Formula) -> RowCounts | None:
    """Return the exact counts over all deals in which another hand fits ``other``, None if there are none.

    Neither the rows nor the other hand may ask for single cards.

    >>> from bml_core.hands.conditions import balanced, cards, points
    >>> counts = count_pairs(RowCells([cards(5, 13, "H")]), points(15, 17) & balanced())
    >>> round(counts.of("wins", 0).share, 6)
    0.168564
    """
    groups = rows.groups
    assert groups is not None, "single cards cannot be counted in pairs of hands"
    # Shapes with hands that fit no row are counted one by one, the others together.
    parts = [
        (part, cells)
        for shapes, cells in groups
        for part in ([(n,) for n in shapes] if any(cell in rows.none for _, cell in cells) else [shapes])
    ]
    polynomials = pair_polynomials(other, [shapes for shapes, _ in parts])
    counts: Counter[int] = Counter()
    outside: Counter[_Key] = Counter()
    reach = [-1] * len(SHAPES)
    for (shapes, cells), polynomial in zip(parts, polynomials, strict=True):
        for number in shapes:
            reach[number] = PAIRS.most(polynomial)
        for points, cell in cells:
            inside = polynomial & PAIRS.spread(points)
            counts[cell] += PAIRS.total(inside)
            if cell in rows.none:
                for held, pairs in PAIRS.coefficients(inside):
                    outside[shapes[0], held] = pairs
    hands, sums = rows.sums(counts)
    if not hands:
        return None
    return RowCounts(_exact(hands, +sums), _exact(hands, outside), reach, Counting(hands, of_pairs=True))


# ---------------------------------------------------------------- hands that no row covers

_Pattern = tuple[int, ...]
_BALANCED: frozenset[_Pattern] = frozenset({(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)})


def _gaps(counts: RowCounts, least: int) -> tuple[Gap, tuple[Gap, ...]]:
    """Return all hands with at least this many points that fit no row, and their kinds, the largest first."""
    rest = counts.of("none", False)
    if rest.share and not counts.outside:
        return Gap("any", rest.share), ()
    by_shape: dict[int, dict[int, Proportion]] = {}
    for (shape, points), share in counts.outside.items():
        if int(points) >= least:
            by_shape.setdefault(int(shape), {})[int(points)] = share
    kinds = _kinds({shape: _points(held, counts.reach[shape]) for shape, held in by_shape.items()})
    gaps = [(_gap("", [by_shape[number] for number in shapes]), mask, shapes) for mask, shapes in kinds]
    gaps.sort(key=lambda item: -item[0].share)
    whole = _gap(str(Points(ALL_POINTS & -(1 << least))), by_shape.values())
    # Words for shapes take their time, so that only the gaps that are shown get any.
    return whole, tuple(
        replace(
            gap,
            words=f"{_words(shapes)}{_points_words(mask)}",
            condition=Shaped(ShapeSet.from_shapes(SHAPES[number] for number in shapes)) & Points(mask),
        )
        for gap, mask, shapes in gaps[:_MOST_KINDS]
    )


def _gap(words: str, parts: Iterable[Mapping[int, Proportion]]) -> Gap:
    shares = [share for by_points in parts for share in by_points.values()]
    counts = [share.count for share in shares if share.count is not None]
    is_exact = len(counts) == len(shares)
    return Gap(words, sum(share.share for share in shares), sum(counts) if is_exact else None)


def _points(held: Iterable[int], most: int) -> int:
    """Return a mask of points, open at the end if no hand of the shape has more."""
    mask = sum(1 << points for points in held)
    return mask | (ALL_POINTS & -(1 << most)) if mask >> most & 1 else mask


def _kinds(masks: Mapping[int, int]) -> Iterator[tuple[int, list[int]]]:
    """Yield the numbers of shapes with the same points, by pattern; all balanced patterns go together."""
    kinds: dict[int, dict[_Pattern, list[int]]] = {}
    for number, mask in masks.items():
        kinds.setdefault(mask, {}).setdefault(_pattern(SHAPES[number]), []).append(number)
    for mask, patterns in kinds.items():
        if all(_is_whole(pattern, patterns.get(pattern, ())) for pattern in _BALANCED):
            yield mask, [number for pattern in sorted(_BALANCED) for number in patterns.pop(pattern)]
        for shapes in patterns.values():
            yield mask, shapes


def _words(shapes: Sequence[int]) -> str:
    patterns = {_pattern(SHAPES[number]) for number in shapes}
    if len(patterns) > 1:
        return "balanced"
    (pattern,) = patterns
    lengths = "-".join(map(str, pattern))
    if _is_whole(pattern, shapes):
        return f"any {lengths}"
    words = spoken(Shaped(ShapeSet.from_shapes(SHAPES[number] for number in shapes)))
    return words if len(words) <= _LONGEST_WORDS else f"some {lengths}"


def _points_words(mask: int) -> str:
    if mask == ALL_POINTS:
        return ""
    return f", {Points(mask)}".replace(" hcp or ", " or ").replace("(", "").replace(")", "")


def _pattern(shape: Shape) -> _Pattern:
    return tuple(sorted(shape, reverse=True))


def _is_whole(pattern: _Pattern, shapes: Sequence[int]) -> bool:
    return len(shapes) == _shapes_of_patterns()[pattern]


@cache
def _shapes_of_patterns() -> Counter[_Pattern]:
    """Return how many shapes each pattern has."""
    return Counter(map(_pattern, SHAPES))


# ---------------------------------------------------------------- the table


@checked
def frequencies(
    system: System,
    auction: AuctionLike = "",
    *,
    hand: HandLike | None = None,
    position: int = 1,
    vulnerability: SideVulnerability = NEITHER,
    samples: int = SAMPLES,
    seed: int = 1,
) -> Frequencies:
    r"""Return how often each call of our side is made after an auction, or each opening.

    Openings are shares of all hands: earlier passes do not count. After an auction, the opponents pass if
    nothing else is written, with any hand that the notes allow. Hands are counted exactly if the ``hand`` of
    the caller's partner is given, or if nothing is known of the other hands. So are the pairs of the caller's
    and the partner's hand, if they are asked for points and lengths alone, and 200 draws or more are wanted.
    Otherwise the other hands are drawn from those that make their calls, and for each draw the hands of the
    caller are counted. Where the rows ask for many single cards, fewer hands are drawn, and a diagnostic
    says so.

    Args:
        system: The notes.
        auction: What was called before; nothing for the openings.
        hand: The hand of the caller's partner, or its text.
        position: The position of the opener, 1 to 4, if nothing was called before.
        vulnerability: Who is vulnerable, seen from our side.
        samples: How often the other hands are drawn.
        seed: The same number, 0 or more, gives the same draws.

    Raises:
        TypeError: ``auction`` or ``hand`` is of another type.
        ValueError: ``auction`` is not legal, ``hand`` does not have thirteen different cards, or
            ``position`` is not 1 to 4.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1N  15-17 hcp, balanced\n  2D  5+ hearts")])
    >>> [(str(row.call), row.count) for row in frequencies(system).rows]
    [('1NT', 30897212184)]
    >>> [(str(row.call), row.count) for row in frequencies(system, "1N", hand="AQ5 K32 KJ4 Q982").rows]
    [('2D', 1471971879)]
    """
    if samples < 0:
        raise ValueError(f"samples must be 0 or more, not {samples}")
    partners_hand = None if hand is None else hand_argument(hand)
    before = auction_argument(auction)
    decisions = decision_points(system)
    if not before.calls:
        before = Auction.before_opening(position)
        nothing = Frequencies(before, vulnerability=vulnerability)
        openings = decisions.at(before, vulnerability=vulnerability)
        table = _table(nothing, openings, ANY, lambda rows: count_deck(rows, FULL_DECK), OPENING_POINTS)
        return table or nothing
    before = before.for_side(ours=True)
    nothing = Frequencies(before, vulnerability=vulnerability)
    caller = len(before) % _PLAYERS
    meaning = meaning_of(system, before, vulnerability=vulnerability, any_passes=True)
    if has_errors(meaning.diagnostics):
        return replace(nothing, diagnostics=meaning.diagnostics)
    table = _table(
        nothing,
        decisions.at(before, vulnerability=vulnerability),
        meaning.players[caller].hands,
        lambda rows: _count_after(rows, meaning, partners_hand, samples, seed),
        most_states=MOST_STATES if partners_hand else _STATES_OF_DRAWS,
    )
    if table is None or not (table.rows or all(has_hands(player.hands) for player in meaning.players)):
        return replace(nothing, diagnostics=(*meaning.diagnostics, *_impossible(meaning, partners_hand)))
    diagnostics = [*meaning.diagnostics, *table.diagnostics]
    if table.counting.is_cut:
        drawn = table.counting.samples
        message = f"These rows take long to count, so that {drawn:,} of {samples:,} draws are counted."
        hint = "Rows with fewer cards by name, aces and kings are counted faster."
        diagnostics.append(Diagnostic("BML645", message, Location("auction", 1), hint))
    if partners_hand is not None:
        instead = decisions.calls_instead(partners_hand, before, caller + _PARTNER, vulnerability)
        location, hint = Location("hand", 1), "It is still counted."
        diagnostics[:0] = [Diagnostic("BML643", message, location, hint) for message in instead]
    unclear = tuple(_skipped(call.row) for call in meaning.unclear_calls if call.row)
    return replace(table, unclear_calls=unclear, diagnostics=tuple(diagnostics))


def _impossible(meaning: AuctionMeaning, partners_hand: Hand | None) -> Sequence[Diagnostic]:
    """Say which rows of an auction no hands fit, or else why none were found."""
    message, place = "Deals that fit this auction are too rare to be drawn, so nothing is counted.", "auction"
    if partners_hand is not None:
        message, place = "No hands fit this auction beside the hand of the partner.", "hand"
    hint = f"Check its rows{' and the hand' if partners_hand else ''}."
    return deals_of(meaning).diagnostics or [Diagnostic("BML642", message, Location(place, 1), hint)]


def _count_after(
    rows: RowCells, meaning: AuctionMeaning, partners_hand: Hand | None, samples: int, seed: int
) -> RowCounts | None:
    """Return the counts of rows after an auction that has a meaning."""
    number = len(meaning.auction)
    caller, partner = (meaning.players[(number + step) % _PLAYERS] for step in (0, _PARTNER))
    restricted = {
        player.seat: player.hands
        for player in meaning.players
        if player is not caller and player.hands != ANY
    }
    if partners_hand is not None:
        return count_deck(rows, FULL_DECK.without(partners_hand))
    if not restricted:
        return count_deck(rows, FULL_DECK)
    by_shape = (
        rows.groups is not None and restricted.keys() == {partner.seat} and not partner.hands.has_honours
    )
    if by_shape and samples >= _QUICK:
        return count_pairs(rows, partner.hands)
    # To deal the caller a hand as well takes longer than to weigh the decks that the others leave.
    drawn = restricted if samples < _QUICK else {**restricted, caller.seat: caller.hands}

    def decks() -> Iterator[Deck]:
        """Yield the cards that the other hands leave, drawn so that each deal is as likely as the others."""
        for deal in sample_deals(drawn, samples, seed, _MOST_TRIES):
            deck = FULL_DECK
            for seat in restricted:
                hand = deal.hand(seat)
                assert hand is not None
                deck = deck.without(hand)
            yield deck

    return count_decks(rows, decks(), samples)


def _table(
    nothing: Frequencies,
    point: DecisionPoint,
    own: Formula,
    count: Callable[[RowCells], RowCounts | None],
    least_points: int = 0,
    most_states: int = MOST_STATES,
) -> Frequencies | None:
    """Return ``nothing`` with the frequencies of rows, None if no hands fit the auction.

    ``count`` counts rows in decks or pairs.
    Gaps are the hands that fit no row and have at least ``least_points``, without these those that do not
    pass as weak.
    """
    ranking, rows, refused = _countable(point, own, most_states)
    rows.none = rows.none if least_points else rows.none[:1]
    unclear = [_skipped(row) for row in point.candidates if not row.is_clear]
    skipped = [SkippedRow(row.call, row.label, row.agreement.location, too_many=True) for row in refused]
    uncounted = tuple(sorted((*skipped, *unclear), key=lambda row: row.location.line))
    message = "This row asks for too many single cards to be counted together with the other rows."
    diagnostics = [Diagnostic("BML644", message, row.location, "Ask for fewer.") for row in skipped]
    nothing = replace(nothing, rest=replace(nothing.rest, may_pass=point.may_pass), uncounted=uncounted)
    if not ranking.rows:
        return replace(nothing, diagnostics=(*diagnostics, _nothing_counted(nothing, uncounted)))
    counts = count(rows)
    if counts is None:
        return None
    frequency_rows = tuple(
        FrequencyRow(
            *_numbers(counts, index),
            row.call,
            row.label,
            fitting=counts.of("fits", index).share,
            condition=row.condition,
            location=row.agreement.location,
            sources=row.explanation.sources,
        )
        for index, row in enumerate(ranking.rows)
    )
    passing, unknown = counts.of("none", True), counts.of("none", False)
    outside = _numbers(counts, len(frequency_rows))
    return replace(
        nothing,
        rows=frequency_rows,
        rest=Rest(*outside, passing, unknown, point.may_pass, *_gaps(counts, least_points)),
        counting=replace(counts.counting, states=rows.states),
        overlaps=_overlaps(counts, ranking),
        diagnostics=tuple(diagnostics),
    )


def _numbers(counts: RowCounts, row: int) -> tuple[float, int | None, float | None]:
    wins = counts.of("wins", row)
    return wins.share, wins.count, wins.standard_error


def _overlaps(counts: RowCounts, ranking: Ranking) -> tuple[Overlap, ...]:
    overlaps = []
    for (kind, *numbers), share in counts.shares.items():
        if kind == "both":
            rows = [ranking.rows[int(number)] for number in numbers]
            first, second = sorted(rows, key=ranking.order.index)
            is_by_suit = ranking.is_by_suit(first, second)
            overlaps.append(Overlap(first.call, second.call, share.share, share.count, is_by_suit))
    return tuple(sorted(overlaps, key=lambda overlap: -overlap.share))


class _Countable(NamedTuple):
    """Rows that can be counted together, and those with too many single cards to be counted with them."""

    ranking: Ranking
    rows: RowCells
    refused: Sequence[Candidate]


def _countable(point: DecisionPoint, own: Formula, most_states: int) -> _Countable:
    """Return the rows of a decision point that can be counted among the hands that fit ``own``.

    As many rows that ask for single cards stay as can be counted, from the top.
    """
    asking = [row for row in point.clear if row.condition.has_honours]
    weak = all_of((point.weak, ~point.claimed))

    @cache
    def first(number: int, own: Formula = own, weak: Formula = weak) -> _Countable | None:
        """Return the table with this many of the rows that ask for single cards, None if it is too much."""
        refused = asking[number:]
        ranking = point.ranking.among([row for row in point.clear if row not in refused])
        standing = [(ranking.rows.index(row), ranking.standing[row]) for row in ranking.order]
        try:
            rows = RowCells([row.condition for row in ranking.rows], standing, own, weak, most_states)
        except TooManyStatesError:
            return None
        return _Countable(ranking, rows, refused)

    if whole := first(len(asking)):
        return whole
    most = bisect_left(range(1, len(asking)), True, key=lambda number: first(number) is None)
    # Without the rows that are read in part, it is not known which of the other hands pass.
    countable = first(most) or first(0, weak=NONE) or first(0, ANY, NONE)
    assert countable, "points and lengths can always be counted"
    return countable


def _nothing_counted(table: Frequencies, uncounted: Sequence[SkippedRow]) -> Diagnostic:
    where = f"after {table.after}" if table.after else "in an opening table"
    if uncounted:
        message = f"None of the rows {where} is understood, so there is nothing to count."
        hint = "Write in braces what the hand must hold, such as {15-17 hcp, balanced}."
        return Diagnostic("BML641", message, uncounted[0].location, hint)
    message = f"The notes have no rows {where}."
    return Diagnostic("BML641", message, last_location(table.auction), "Use another auction.")


def _skipped(row: Candidate) -> SkippedRow:
    explanation = row.explanation
    return SkippedRow(
        row.call, row.label, row.agreement.location, explanation.not_understood, lacks=explanation.lacks
    )
