"""Tables that are made as partitions, about which there is nothing to find."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bml_core.checks import CheckedNotes, check_notes
from bml_core.diagnostics import Diagnostic
from bml_core.language import parse
from bml_core.system import expand

COUNTING = frozenset({"BML903", "BML904", "BML905"})


def found(text: str, *codes: str) -> tuple[Diagnostic, ...]:
    return check_notes(CheckedNotes(expand([parse(text)])), frozenset(codes) or COUNTING)


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
def test_a_partition_has_no_overlap_and_nothing_unreachable(parts: list[tuple[range, range]]) -> None:
    impossible_opposite = {"BML905"}
    assert [each for each in found(notes(parts)) if each.code not in impossible_opposite] == []
