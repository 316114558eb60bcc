"""The numbers of the checks, counted a second way, and tables that are made as partitions."""

from __future__ import annotations

import re
from functools import cache
from math import comb

from hypothesis import given, settings
from hypothesis import strategies as st

from bml_core.checks import CheckedNotes, check_notes
from bml_core.checks.gaps import LEAST_SHARE
from bml_core.diagnostics import Diagnostic
from bml_core.language import parse
from bml_core.system import expand

COUNTING = frozenset({"BML903", "BML904", "BML905", "BML906", "BML907", "BML910"})


def found(text: str, *codes: str) -> tuple[Diagnostic, ...]:
    return check_notes(CheckedNotes(expand([parse(text)])), frozenset(codes) or COUNTING)


def share(diagnostic: Diagnostic) -> str:
    return diagnostic.message.partition(" % of ")[0]


@cache
def ways_by_points() -> dict[tuple[int, int], int]:
    """Return how many hands have these points and spades: card by card, without the library."""
    ways = {(0, 0, 0): 1}
    for suit in range(4):
        for rank in range(13):
            worth = {12: 4, 11: 3, 10: 2, 9: 1}.get(rank, 0)
            for (cards, points, spades), number in list(ways.items()):
                if cards < 13:
                    key = cards + 1, points + worth, spades + (suit == 0)
                    ways[key] = ways.get(key, 0) + number
    return {key[1:]: number for key, number in ways.items() if key[0] == 13}


def hands(points: range, spades: range) -> int:
    return sum(n for (p, s), n in ways_by_points().items() if p in points and s in spades)


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2g}"


def test_ways_are_all_hands() -> None:
    assert sum(ways_by_points().values()) == comb(52, 13)


def test_hands_without_a_call_are_counted_a_second_way() -> None:
    (gap,) = found("1C  16+ hcp, forcing\n  1D  0--7 hcp\n  1H  8+ hcp, 0--4!s", "BML907")
    assert share(gap) == percent(hands(range(8, 38), range(5, 14)), comb(52, 13))


BIDS = ("1D", "1H", "1S", "1N", "2C", "2D", "2H", "2S", "2N", "3C", "3D")


@st.composite
def partitions(draw: st.DrawFn) -> list[tuple[range, range]]:
    """Draw hands divided by points, and each part by the length of spades."""
    cuts = sorted(draw(st.sets(st.integers(4, 20), min_size=1, max_size=4)))
    parts = []
    for low, high in zip([0, *cuts], [*cuts, 38], strict=True):
        spades = sorted(draw(st.sets(st.integers(3, 6), max_size=1)))
        for least, most in zip([0, *spades], [*spades, 14], strict=True):
            parts.append((range(low, high), range(least, most)))
    return parts


def notes(parts: list[tuple[range, range]]) -> str:
    rows = [
        f"  {bid}  {{{points[0]}--{points[-1]} hcp and {spades[0]}--{spades[-1]}!s}}"
        for bid, (points, spades) in zip(BIDS, parts, strict=False)
    ]
    return "\n".join(["1C  16+ hcp, forcing", *rows])


@given(partitions())
@settings(max_examples=15, deadline=None)
def test_a_partition_has_no_overlap_no_gap_and_nothing_unreachable(parts: list[tuple[range, range]]) -> None:
    impossible_opposite = {"BML905"}
    assert [each for each in found(notes(parts)) if each.code not in impossible_opposite] == []


@given(partitions(), st.integers(0))
@settings(max_examples=15, deadline=None)
def test_a_row_removed_is_exactly_the_gap(parts: list[tuple[range, range]], number: int) -> None:
    removed = parts[number % len(parts)]
    text = notes(parts).splitlines()
    del text[1 + number % len(parts)]
    missing = hands(*removed)
    gaps = found("\n".join(text), "BML907")
    if missing < LEAST_SHARE * comb(52, 13):
        assert not gaps
    elif removed[0][0] <= 24:
        (gap,) = gaps
        assert gap.location.line == 1
        whole = 100 * missing / comb(52, 13)
        assert abs(float(re.match(r"[\d.]+", share(gap))[0]) - whole) <= whole / 15  # type: ignore[index]
