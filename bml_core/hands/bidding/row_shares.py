"""From rows and their conditions to frequencies: counted by whatever way fits the question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bml_core.bridge import PASS
from bml_core.diagnostics import Diagnostic, Location
from bml_core.hands.bidding.gaps import uncovered
from bml_core.hands.bidding.share_values import Choice, Frequencies, FrequencyRow, Overlap, UnreadRow
from bml_core.hands.bidding.shares import Both, Counted, Fits, Table, Wins
from bml_core.hands.conditions import ANY, Formula
from bml_core.hands.counting import TooManyStatesError

Counter = Callable[[Table], Counted | None]
NOTHING = Frequencies((), FrequencyRow(PASS, "", 1.0), 0)
"""What is said where nothing can be counted."""


def counted_choices(
    choices: Sequence[Choice], own: Formula, count: Counter, least_points: int
) -> Frequencies:
    """The frequencies of rows among hands that fit ``own``; ``count`` says of which packs or pairs.

    Hands that fit no row are looked at from ``least_points`` on.
    """
    table, kept, refused = _table(choices, own)
    counted = count(table)
    if counted is None:
        place = Location("auction", 1)
        found = Diagnostic("BML642", "No hands fit this auction.", place, "Look at what its rows say.")
        return replace(NOTHING, diagnostics=(found,))
    rows = tuple(
        FrequencyRow(
            choice.call,
            choice.label,
            *_numbers(counted, Wins(number)),
            fitting=counted.of(Fits(number)).share,
            condition=choice.condition,
            location=choice.location,
        )
        for number, choice in enumerate(kept)
    )
    whole, gaps = uncovered(counted.outside, counted.reach, least_points)
    return Frequencies(
        rows,
        FrequencyRow(PASS, "", *_numbers(counted, Wins(len(kept)))),
        counted.hands,
        of_pairs=counted.of_pairs,
        samples=counted.samples,
        unread=tuple(
            UnreadRow(row.call, row.label, row.location, too_many=True) for row in refused if row.location
        ),
        overlaps=_overlaps(counted, kept),
        uncovered=whole,
        gaps=gaps,
        diagnostics=tuple(_refusal(row.location) for row in refused if row.location),
    )


def _numbers(counted: Counted, measure: Wins) -> tuple[float, int | None, float | None]:
    share = counted.of(measure)
    return share.share, share.count, share.standard_error


def _overlaps(counted: Counted, rows: Sequence[Choice]) -> tuple[Overlap, ...]:
    found = [
        Overlap(rows[both.row].call, rows[both.other].call, share.share, share.count)
        for both, share in counted.shares.items()
        if isinstance(both, Both)
    ]
    return tuple(sorted(found, key=lambda overlap: -overlap.share))


def _table(choices: Sequence[Choice], own: Formula) -> tuple[Table, list[Choice], list[Choice]]:
    """The table, its rows, and those whose single cards are too much to be counted with the others.

    As many rows that ask for single cards stay as can be counted, from the top.
    """
    asking = [choice for choice in choices if choice.condition.has_honours]
    found = _without(choices, [], own)
    if found:
        return found
    fewest, most = 0, len(asking) - 1
    found = _without(choices, asking, own) or _without(choices, asking, ANY)
    assert found, "points and lengths can always be counted"
    while fewest < most:
        number = (fewest + most + 1) // 2
        if more := _without(choices, asking[number:], own):
            fewest, found = number, more
        else:
            most = number - 1
    return found


def _without(
    choices: Sequence[Choice], refused: list[Choice], own: Formula
) -> tuple[Table, list[Choice], list[Choice]] | None:
    kept = [choice for choice in choices if choice not in refused]
    try:
        return Table([choice.condition for choice in kept], own), kept, refused
    except TooManyStatesError:
        return None


def _refusal(place: Location) -> Diagnostic:
    message = "This row asks for too many single cards to be counted together with the other rows."
    return Diagnostic("BML644", message, place, "Ask for fewer.")
