"""From rows and their conditions to frequencies, counted in the way that fits the question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bml_core.bridge import PASS
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.bidding.frequency_table import (
    Frequencies,
    FrequencyRow,
    Overlap,
    RowCondition,
    UncountedRow,
)
from bml_core.hands.bidding.gaps import find_gaps
from bml_core.hands.bidding.row_counts import FirstFit, Fits, FitsBoth, RowCounts, Wins
from bml_core.hands.conditions import ANY, Formula
from bml_core.hands.counting import TooManyStatesError

Counter = Callable[[FirstFit], RowCounts | None]
NO_FREQUENCIES = Frequencies((), FrequencyRow(PASS, "", 1.0), 0)
"""Where nothing can be counted."""

_Rows = Sequence[RowCondition]


def count_rows(rows: _Rows, own: Formula, count: Counter, least_points: int) -> Frequencies:
    """Return the frequencies of rows among hands that fit ``own``; ``count`` counts them in decks or pairs.

    Gaps are the hands that fit no row and have at least ``least_points``.
    """
    first_fit, counted_rows, refused = _countable(rows, own)
    counts = count(first_fit)
    if counts is None:
        place = Location("auction", 1)
        diagnostic = Diagnostic("BML642", "No hands fit this auction.", place, "Look at what its rows say.")
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
        of_pairs=counts.of_pairs,
        samples=counts.samples,
        uncounted=tuple(
            UncountedRow(row.call, row.label, row.location, too_many=True) for row in refused if row.location
        ),
        overlaps=_overlaps(counts, counted_rows),
        uncovered=uncovered,
        gaps=gaps,
        diagnostics=tuple(_refusal(row.location) for row in refused if row.location),
    )


def _numbers(counts: RowCounts, measure: Wins) -> tuple[float, int | None, float | None]:
    share = counts.of(measure)
    return share.share, share.count, share.standard_error


def _overlaps(counts: RowCounts, rows: _Rows) -> tuple[Overlap, ...]:
    overlaps = [
        Overlap(rows[both.row].call, rows[both.other].call, share.share, share.count)
        for both, share in counts.shares.items()
        if isinstance(both, FitsBoth)
    ]
    return tuple(sorted(overlaps, key=lambda overlap: -overlap.share))


def _countable(rows: _Rows, own: Formula) -> tuple[FirstFit, _Rows, _Rows]:
    """Return what counts the rows, those rows, and those with too many single cards to be counted with them.

    As many rows that ask for single cards stay as can be counted, from the top.
    """
    asking = [row for row in rows if row.condition.has_honours]
    best = _without(rows, [], own)
    if best:
        return best
    fewest, most = 0, len(asking) - 1
    best = _without(rows, asking, own) or _without(rows, asking, ANY)
    assert best, "points and lengths can always be counted"
    while fewest < most:
        number = (fewest + most + 1) // 2
        if more := _without(rows, asking[number:], own):
            fewest, best = number, more
        else:
            most = number - 1
    return best


def _without(rows: _Rows, refused: _Rows, own: Formula) -> tuple[FirstFit, _Rows, _Rows] | None:
    kept = [row for row in rows if row not in refused]
    try:
        return FirstFit([row.condition for row in kept], own), kept, refused
    except TooManyStatesError:
        return None


def _refusal(place: Location) -> Diagnostic:
    message = "This row asks for too many single cards to be counted together with the other rows."
    return Diagnostic("BML644", message, place, "Ask for fewer.")
