"""Clauses of a description: how far ``or``, conditions and questions reach over the commas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from bml_core.hands import conditions as c
from bml_core.hands.descriptions.segments import Segment, kinds_of

_WHOLE = frozenset(("points", "shape"))


class Clause:
    """The text between two semicolons, full stops or lines; nothing outside changes its meaning.

    ``parts`` are the segments in order; ``labels`` are those before a colon, given by their number.
    """

    def __init__(self, parts: Sequence[Segment], labels: int = 0) -> None:
        self.parts = tuple(parts)
        self.labels = self.parts[:labels]
        self._rest = self.parts[labels:]

    @property
    def is_alternative(self) -> bool:
        """Return True if it begins with ``or``."""
        return bool(self.parts) and self.parts[0].alternative

    def reject(self) -> None:
        """Make all its conditions unknown."""
        reject(self.parts)

    def condition(self) -> c.Formula | None:
        """Return what the clause says of the hand, None if nothing. Ambiguous parts become unknown."""
        self._reject_scoped()
        self._reject_mixed()
        self._reject_ranges()
        labels = [part.condition for part in self.labels if _counts(part)]
        alternatives = self._alternatives()
        said = [*labels, *alternatives]
        return c.all_of(condition for condition in said if condition) if said else None

    def _reject_scoped(self) -> None:
        """Reject what ``if`` and the like reach, and the shapes behind a question or permission."""
        if any(part.scoped for part in self.parts):
            reject(self.parts)
        for number, part in enumerate(self.parts):
            if part.question or part.permitted:
                behind = self.parts[number + 1 :]
                reject(
                    other
                    for other in behind
                    if other.condition and kinds_of(other.condition) != {"points"} and not other.permitted
                )
                return

    def _reject_mixed(self) -> None:
        """Reject a mix of ``and`` and ``or`` beside other parts: it is not clear what they join."""
        said = [part for part in self._rest if _counts(part)]
        if len(said) > 1:
            reject(part for part in said if part.mixed)

    def _reject_ranges(self) -> None:
        """Reject a range of points for one kind of hand beside another range."""
        ranges = [part for part in self._rest if _counts(part) and "points" in _kinds([part])]
        is_listed = any(part.alternative for part in self._rest)
        if len(ranges) > 1 and not is_listed and any(_kinds([part]) >= _WHOLE for part in ranges):
            reject(ranges)

    def _alternatives(self) -> list[c.Formula]:
        """Return the conditions that all must fit."""
        sides: list[list[Segment]] = [[]]
        for part in self._rest:
            if part.alternative:
                sides.append([])
            sides[-1].append(part)
        if len(sides) == 1:
            return [part.condition for part in self._rest if _counts(part) and part.condition]
        said = [[part for part in side if _counts(part)] for side in sides]
        each = [part for side in said for part in side]
        if any(part.unknown for part in self._rest) or not all(said):
            reject(self._rest)
            return []
        if len({_kinds([part]) for part in each}) == 1 and _kinds(each) >= _WHOLE:
            return [c.any_of(_conditions(each))]
        if not _is_clear(said):
            reject(self._rest)
            return []
        return [c.any_of(c.all_of(_conditions(side)) for side in said)]


def _counts(part: Segment) -> bool:
    return part.is_about_hand and not part.permitted


def _conditions(parts: Sequence[Segment]) -> list[c.Formula]:
    return [part.condition for part in parts if part.condition]


def _kinds(parts: Sequence[Segment]) -> frozenset[str]:
    return frozenset().union(*(kinds_of(condition) for condition in _conditions(parts)))


def _is_clear(sides: Sequence[Sequence[Segment]]) -> bool:
    """Return True if ``or`` joins the sides in one way only: as wholes they are about the same."""
    if all(len(side) == 1 for side in sides):
        return True
    if len({_kinds(side) for side in sides}) > 1:
        return False
    return all(
        (len(left) == 1 or _kinds(left[-1:]) != _kinds(right))
        and (len(right) == 1 or _kinds(right[:1]) != _kinds(left))
        for left, right in pairwise(sides)
    )


def reject(parts: Iterable[Segment]) -> None:
    """Make parts unknown that have a condition."""
    for part in parts:
        if part.condition:
            part.unknown = True
