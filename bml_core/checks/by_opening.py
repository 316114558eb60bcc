"""Checks that look at one opening after the other, and what they found, kept by what the rows say.

Rows that say the same have the same findings wherever they are written, so that after a change only the
openings that it is about are checked again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from bml_core._package import __version__
from bml_core.bridge import PASS
from bml_core.checks.checked_notes import CheckedNotes
from bml_core.diagnostics import Diagnostic, Location, Related
from bml_core.system import Agreement, System

_MOST_KEPT = 512

Find = Callable[[CheckedNotes], Iterator[Diagnostic]]


class PlacedFinding(NamedTuple):
    """A finding with the numbers of rows instead of places."""

    finding: Diagnostic
    row: int
    related: tuple[int, ...]


KeptFindings = MutableMapping[bytes, tuple[PlacedFinding, ...]]
"""What was found, by a digest of the rows that it was found in."""


def find_by_opening(
    finders: Mapping[str, Find], notes: CheckedNotes, kept: KeptFindings, wide: Set[str] = frozenset()
) -> Iterator[Diagnostic]:
    """Yield what checks, by their names, find; what they find is looked up and kept in ``kept``.

    They must not look at documents, nor at rows of other openings than that of a turn; those that are
    ``wide`` may look at the openings themselves.
    """
    openings = [row for row in notes.system.agreements if _is_opening(row)]
    whole = _Rows(notes.system, openings)
    yield from whole.found(finders, kept, {})
    further = dict.fromkeys(wide, whole.digest)
    for rows in _groups(notes.system.agreements):
        # What is found among a few of the openings alone is not found among all of them.
        yield from _Rows(notes.system, rows, list(filter(_is_opening, rows))).found(finders, kept, further)


def _groups(rows: Iterable[Agreement]) -> Iterator[list[Agreement]]:
    """Yield the rows of openings, those together that a row stands for: one finding is about all of them."""
    members: dict[object, list[Agreement]] = {}
    leaders: dict[object, object] = {}

    def leader(opening: object) -> object:
        while leaders.setdefault(opening, opening) != opening:
            opening = leaders[opening]
        return opening

    written: dict[Location, object] = {}
    every = list(rows)
    for row in every:
        opening = _opening(row)
        if not _is_opening(row):
            leaders[leader(opening)] = leader(written.setdefault(row.location, opening))
    for row in every:
        members.setdefault(leader(_opening(row)), []).append(row)
    yield from members.values()


def _is_opening(row: Agreement) -> bool:
    return all(call is PASS for call in row.auction.calls[:-1])


def _opening(row: Agreement) -> object:
    passes = row.auction.position - 1
    return (row.auction.calls[passes], row.auction.is_ours(passes)) if row.auction.last_bid else None


class _Rows:
    """The rows of openings, with those among which nothing is to be found."""

    def __init__(self, system: System, rows: Sequence[Agreement], without: Sequence[Agreement] = ()) -> None:
        self._notes, self._without = _notes(system, rows), _notes(system, without)
        self._places = list(dict.fromkeys(row.location for row in rows))
        self.digest = _digest(system, rows, self._places)

    def found(
        self, finders: Mapping[str, Find], kept: KeptFindings, further: Mapping[str, bytes]
    ) -> Iterator[Diagnostic]:
        for name, find in finders.items():
            key = hashlib.sha256(name.encode() + self.digest + further.get(name, b"")).digest()
            known = kept.pop(key, None)
            if known is None:
                besides = set(find(self._without)) if self._without.system.agreements else set()
                found = [each for each in dict.fromkeys(find(self._notes)) if each not in besides]
                known = _placed(found, self._places)
                if known is None:
                    yield from found
                    continue
                while len(kept) >= _MOST_KEPT:
                    del kept[next(iter(kept))]
            # The youngest are the last.
            kept[key] = known
            yield from map(self._at_rows, known)

    def _at_rows(self, placed: PlacedFinding) -> Diagnostic:
        others = zip(placed.related, placed.finding.related, strict=True)
        related = tuple(Related(self._places[row], other.message) for row, other in others)
        return replace(placed.finding, location=self._places[placed.row], related=related)


def _notes(system: System, rows: Iterable[Agreement]) -> CheckedNotes:
    return CheckedNotes(replace(system, agreements=tuple(rows), diagnostics=()), among=system)


def _placed(found: Iterable[Diagnostic], places: Sequence[Location]) -> tuple[PlacedFinding, ...] | None:
    """Return findings by the numbers of their rows; None if one is not at a row."""
    numbers = {place: number for number, place in enumerate(places)}
    placed = []
    for each in found:
        wanted = [each.location, *(other.location for other in each.related)]
        if not all(place in numbers for place in wanted):
            return None
        row, *related = (numbers[place] for place in wanted)
        placed.append(PlacedFinding(each, row, tuple(related)))
    return tuple(placed)


def _digest(system: System, rows: Iterable[Agreement], places: Sequence[Location]) -> bytes:
    """Return a digest of all that rows say, wherever they are written."""
    numbers = {place: number for number, place in enumerate(places)}
    tables: dict[Location | None, int] = {}
    spoken: dict[object, int] = {}
    digest = hashlib.sha256(f"{__version__} {system.choice}".encode())
    for row in rows:
        wording = row.wording
        said: tuple[object, ...] = ()
        if wording is not None:
            words = wording.abbreviations, wording.language
            said = (
                wording.passage.text,
                wording.condition_text,
                wording.variable,
                sorted((name, strain.value) for name, strain in wording.bindings.items()),
                wording.choices,
                spoken.setdefault(words, len(spoken)),
            )
        rest = (
            row.scope,
            row.description,
            row.alert,
            row.qualifications,
            row.choice,
            row.written,
            row.coding,
        )
        table = tables.setdefault(row.table, len(tables))
        entry = (row.auction.code, numbers[row.location], table, rest, said)
        digest.update(repr(entry).encode("utf-8", "replace"))
    digest.update(repr(list(spoken)).encode("utf-8", "replace"))
    return digest.digest()
