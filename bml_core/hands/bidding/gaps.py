"""The hands that no row of a table covers, in words: which patterns, and how many points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bml_core.hands.bidding.row_counts import Outside, Share
from bml_core.hands.conditions import ALL_POINTS, Points
from bml_core.hands.shapes import SHAPES, Shape, ShapeSet

MOST_KINDS = 6
_LONGEST_WORDS = 24
_LONGEST_DIGIT = 9

_Pattern = tuple[int, ...]
_BALANCED: frozenset[_Pattern] = frozenset({(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)})


@dataclass(frozen=True, slots=True)
class Gap:
    """Hands that fit no row, in words such as ``any 4441, 12-14 hcp``; ``share`` is between 0 and 1."""

    words: str
    share: float
    count: int | None = None


NO_GAP = Gap("any", 0.0)
"""A gap without hands."""


def find_gaps(
    outside: Mapping[Outside, Share], reach: Sequence[int], least: int
) -> tuple[Gap, tuple[Gap, ...]]:
    """Return all hands with at least so many points that fit no row, and their largest kinds, largest first.

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
        Gap(f"{_words(shapes)}{_points_words(mask)}", gap.share, gap.count)
        for gap, mask, shapes in gaps[:MOST_KINDS]
    )


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
    lengths = "-".join(map(str, pattern)) if pattern[0] > _LONGEST_DIGIT else "".join(map(str, pattern))
    if _is_whole(pattern, shapes):
        return f"any {lengths}"
    words = str(ShapeSet.from_shapes(SHAPES[number] for number in shapes))
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
