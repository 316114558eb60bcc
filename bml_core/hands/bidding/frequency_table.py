"""A frequency table: its values, the counting of its rows, and the hands that no row covers, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from bml_core.bridge import PASS, Auction, Call, SideVulnerability
from bml_core.diagnostics import Diagnostic, Location, counted
from bml_core.document import RowOrder
from bml_core.hands.bidding.order import Contender, Ranking, Situation
from bml_core.hands.bidding.row_counts import (
    Fits,
    FitsBoth,
    FitsNone,
    Measure,
    Outside,
    RankedRows,
    RowCounts,
    Share,
    Wins,
)
from bml_core.hands.conditions import ALL_POINTS, ANY, Formula, Points, Shaped
from bml_core.hands.counting import TooManyStatesError
from bml_core.hands.shapes import SHAPES, Shape, ShapeSet
from bml_core.render.text import spoken

MOST_KINDS = 6
_LONGEST_WORDS = 50

_Pattern = tuple[int, ...]
_BALANCED: frozenset[_Pattern] = frozenset({(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)})


@dataclass(frozen=True, slots=True)
class Gap:
    """Hands that fit no row, in words such as ``any 4441, 12-14 hcp``; ``share`` is between 0 and 1.

    ``condition`` has their shapes and points.
    """

    words: str
    share: float
    count: int | None = None
    condition: Formula = field(default=ANY, compare=False, repr=False)


NO_GAP = Gap("any", 0.0)
"""A gap without hands."""
_NO_HANDS = Share(0.0)


def find_gaps(
    outside: Mapping[Outside, Share], reach: Sequence[int], least: int
) -> tuple[Gap, tuple[Gap, ...]]:
    """Return all hands with at least this many points that fit no row, and their kinds, the largest first.

    ``reach`` has for each of ``SHAPES`` the most points that a hand can have there.
    """
    by_shape: dict[int, dict[int, Share]] = {}
    for place, share in outside.items():
        if place.points >= least:
            by_shape.setdefault(place.shape, {})[place.points] = share
    kinds = _kinds({number: _points(by_points, reach[number]) for number, by_points in by_shape.items()})
    gaps = [(_gap("", [by_shape[number] for number in shapes]), mask, shapes) for mask, shapes in kinds]
    gaps.sort(key=lambda item: -item[0].share)
    whole = _gap(str(Points(ALL_POINTS & -(1 << least))), by_shape.values())
    # Words for shapes take their time, so that only the gaps that are shown get any.
    return whole, tuple(
        Gap(f"{_words(shapes)}{_points_words(mask)}", gap.share, gap.count, _condition(shapes, mask))
        for gap, mask, shapes in gaps[:MOST_KINDS]
    )


def _condition(shapes: Sequence[int], mask: int) -> Formula:
    return Shaped(ShapeSet.from_shapes(SHAPES[number] for number in shapes)) & Points(mask)


def _gap(words: str, parts: Iterable[Mapping[int, Share]]) -> Gap:
    shares = [share for by_points in parts for share in by_points.values()]
    counts = [share.count for share in shares if share.count is not None]
    return Gap(
        words, sum(share.share for share in shares), sum(counts) if len(counts) == len(shares) else None
    )


def _points(held: Iterable[int], most: int) -> int:
    """Return a mask of points, open at the end if no hand of the shape has more."""
    mask = sum(1 << points for points in held)
    return mask | (ALL_POINTS & -(1 << most)) if mask >> most & 1 else mask


def _kinds(masks: Mapping[int, int]) -> Iterable[tuple[int, list[int]]]:
    """Return the numbers of shapes with the same points, by pattern; all balanced patterns go together."""
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
    return len(shapes) == _orders()[pattern]


@cache
def _orders() -> dict[_Pattern, int]:
    """Return how many shapes each pattern has."""
    orders: dict[_Pattern, int] = {}
    for shape in SHAPES:
        orders[_pattern(shape)] = orders.get(_pattern(shape), 0) + 1
    return orders


@dataclass(frozen=True, slots=True)
class RowCondition:
    """A row to count: a call, and the condition on a hand that makes it.

    ``label`` is the first line of the description, as BML text. ``is_last`` is True for the call of
    hands that fit no other row.
    """

    call: Call
    condition: Formula
    label: str = ""
    location: Location | None = None
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class FrequencyRow:
    """How often a call is made.

    ``share`` is between 0 and 1. ``count`` is the exact number of hands of the table; where hands were
    drawn, it is None and ``standard_error`` is that of the share.
    ``fitting`` is the share of the hands that fit the condition, with those that other rows take.
    ``label`` is the first line of the description, as BML text; ``location`` is the place of the row, None
    for the pass of hands that fit no row.
    """

    call: Call
    label: str
    share: float
    count: int | None = None
    standard_error: float | None = None
    fitting: float = 0.0
    condition: Formula = ANY
    location: Location | None = None


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
class UncountedRow:
    """A row that is not counted, since the parts ``not_understood`` may say more of the hand.

    Where there are none, the row says nothing about the hand; or, with ``too_many``, it asks for too many
    single cards to be counted together with the other rows.
    """

    call: Call
    label: str
    location: Location
    not_understood: tuple[str, ...] = ()
    too_many: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Frequencies:
    """How often each call is made after an auction.

    ``rows`` are in the order of the system, and ``rest`` are the hands that fit none; together their shares
    are 1. Of the rest, the hands of ``passing`` are too weak for every row, and for those of ``unknown`` the
    notes do not say the call. Exact counts are out of ``hands``, or ``of_pairs`` of them: the caller's and
    the partner's. Where hands were drawn, ``samples`` is how many.
    ``auction`` begins with the dealer's call; ``after`` is the same in short, such as ``1NT-2C``, and "" for
    openings. ``vulnerability`` is seen from our side.

    ``may_pass`` is False where hands that fit no row do not pass: a row says which hands do, or the call of
    partner is forcing.

    The hands of ``uncounted`` rows are among those of the other rows and of ``rest``.
    ``unclear_calls`` are rows of the auction itself that are not understood: any hand may make these calls.
    ``overlaps`` and ``gaps`` come with the largest first; ``uncovered`` is what the gaps are parts of.
    """

    rows: tuple[FrequencyRow, ...]
    rest: FrequencyRow
    hands: int
    auction: Auction = field(default_factory=Auction)
    after: str = ""
    position: int = 1
    vulnerability: SideVulnerability = field(default_factory=SideVulnerability)
    of_pairs: bool = False
    samples: int = 0
    may_pass: bool = True
    passing: Share = _NO_HANDS
    unknown: Share = _NO_HANDS
    uncounted: tuple[UncountedRow, ...] = ()
    unclear_calls: tuple[UncountedRow, ...] = ()
    overlaps: tuple[Overlap, ...] = ()
    uncovered: Gap = NO_GAP
    gaps: tuple[Gap, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        place = f"after {self.after}" if self.after else "of openings"
        return f"<Frequencies {place}: {counted(len(self.rows), 'row')}>"

    @property
    def is_exact(self) -> bool:
        """Return True if every hand was counted, False if hands were drawn."""
        return not self.samples


Counter = Callable[[RankedRows], RowCounts | None]
NO_FREQUENCIES = Frequencies((), FrequencyRow(PASS, "", 1.0), 0)
"""Where nothing can be counted."""

_Rows = Sequence[RowCondition]
Order = tuple[RowOrder, Situation]
"""The order of rows, and what it depends on."""


class Hands(NamedTuple):
    """The hands that rows are counted among: ``own``, and the ``weak`` ones that pass if they fit no row."""

    own: Formula = ANY
    weak: Formula = ANY


def count_rows(rows: _Rows, order: Order, hands: Hands, count: Counter, least_points: int) -> Frequencies:
    """Return the frequencies of rows; ``count`` counts them in decks or pairs.

    Gaps are the hands that fit no row and have at least ``least_points``.
    """
    ranking, ranked_rows, counted_rows, refused = _countable(rows, order, hands)
    counts = count(ranked_rows)
    if counts is None:
        place = Location("auction", 1)
        diagnostic = Diagnostic("BML642", "No hands fit this auction.", place, "Check its rows.")
        return replace(NO_FREQUENCIES, diagnostics=(diagnostic,))
    frequency_rows = tuple(
        FrequencyRow(
            row.call,
            row.label,
            *_numbers(counts, Wins(number)),
            fitting=counts.of(Fits(number)).share,
            condition=row.condition,
            location=row.location,
        )
        for number, row in enumerate(counted_rows)
    )
    uncovered, gaps = find_gaps(counts.outside, counts.reach, least_points)
    return Frequencies(
        frequency_rows,
        FrequencyRow(PASS, "", *_numbers(counts, Wins(len(counted_rows)))),
        counts.hands,
        passing=counts.of(FitsNone(weak=True)),
        unknown=counts.of(FitsNone(weak=False)),
        of_pairs=counts.of_pairs,
        samples=counts.samples,
        uncounted=tuple(
            UncountedRow(row.call, row.label, row.location, too_many=True) for row in refused if row.location
        ),
        overlaps=_overlaps(counts, ranking),
        uncovered=uncovered,
        gaps=gaps,
        diagnostics=tuple(_refusal(row.location) for row in refused if row.location),
    )


def _numbers(counts: RowCounts, measure: Measure) -> tuple[float, int | None, float | None]:
    share = counts.of(measure)
    return share.share, share.count, share.standard_error


def _overlaps(counts: RowCounts, ranking: Ranking) -> tuple[Overlap, ...]:
    overlaps = []
    for both, share in counts.shares.items():
        if isinstance(both, FitsBoth):
            first, second = sorted((both.row, both.other), key=ranking.order.index)
            calls = ranking.rows[first].call, ranking.rows[second].call
            overlaps.append(Overlap(*calls, share.share, share.count, ranking.is_by_suit(first, second)))
    return tuple(sorted(overlaps, key=lambda overlap: -overlap.share))


class _Countable(NamedTuple):
    """What counts rows, those rows, and those with too many single cards to be counted with them."""

    ranking: Ranking
    ranked_rows: RankedRows
    rows: _Rows
    refused: _Rows


def _countable(rows: _Rows, order: Order, hands: Hands) -> _Countable:
    """Return what counts the rows.

    As many rows that ask for single cards stay as can be counted, from the top.
    """
    asking = [row for row in rows if row.condition.has_honours]
    best = _without(rows, [], order, hands)
    if best:
        return best
    fewest, most = 0, len(asking) - 1
    best = _without(rows, asking, order, hands) or _without(rows, asking, order, hands._replace(own=ANY))
    assert best, "points and lengths can always be counted"
    while fewest < most:
        number = (fewest + most + 1) // 2
        if more := _without(rows, asking[number:], order, hands):
            fewest, best = number, more
        else:
            most = number - 1
    return best


def _without(rows: _Rows, refused: _Rows, order: Order, hands: Hands) -> _Countable | None:
    kept = [row for row in rows if row not in refused]
    ranking = Ranking([Contender(row.call, row.condition, row.is_last) for row in kept], *order)
    try:
        return _Countable(ranking, RankedRows(ranking, *hands), kept, refused)
    except TooManyStatesError:
        return None


def _refusal(place: Location) -> Diagnostic:
    message = "This row asks for too many single cards to be counted together with the other rows."
    return Diagnostic("BML644", message, place, "Ask for fewer.")
