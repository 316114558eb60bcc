"""Rows with their whole auctions, and the bidding tables that they make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bml_core.diagnostics import Location
from bml_core.document import BiddingTable, DescriptionLine, History, LiteralCall, Passage, Row, RowCall
from bml_core.language import parse_inline, split_condition
from bml_core.outlines.entries import Entry
from bml_core.outlines.paths import says_something
from bml_core.outlines.sequences import Calls, shown

_SENTENCE_IN_BRACES = re.compile(r"\.\s*\}$")


@dataclass(slots=True)
class PlacedRow:
    """A row with its whole auction, while lines below may still go on with its description."""

    path: Calls
    lines: list[tuple[str, Location]]
    location: Location
    is_history: bool = False


@dataclass(slots=True)
class _Branch:
    row: PlacedRow
    children: list[_Branch] = field(default_factory=list)


def placed_row(entry: Entry, path: Calls) -> PlacedRow:
    """Return the row of a call whose auction is known, with all lines of its description."""
    assert entry.read is not None
    place = entry.block.location
    first, *more = entry.text[entry.read.offset :].split("\n")
    # "1♠-2♦-2♠-?" asks for what is below it.
    first = "" if entry.children and first.strip() == "?" else first
    shift = len(entry.block.text) - len(entry.text) + entry.read.offset
    lines = [(tidy(first) if says_something(first) else "", place.shifted(max(shift, 0)))]
    more += entry.block.description.split("\n") if entry.block.description else []
    for number, line in enumerate(more, 1):
        lines.append((tidy(line), place._replace(line=min(place.line + number, entry.block.end))))
    return PlacedRow(path, [line for line in lines if line[0]], place)


def tidy(text: str) -> str:
    """Return a description without the marks that were around its call."""
    return re.sub(r"^[*_]+(?=\s|$)|^\s*[|:]\s*|(?<= ) +", "", text.strip()).strip()


def build_tables(rows: Sequence[PlacedRow]) -> Iterator[BiddingTable]:
    """Yield the tables of rows, each row below the one that it continues."""
    base: Calls | None = None
    head: PlacedRow | None = None
    roots: list[_Branch] = []
    chain: list[_Branch] = []
    for row in rows:
        if row.is_history:
            if base is not None:
                yield _table(base, head, roots)
            base, head, roots, chain = row.path, row, [], []
            continue
        above = _with_meanings(row.path[:-1])
        branch = _Branch(row)
        while chain and _with_meanings(chain[-1].row.path) != above:
            chain.pop()
        if chain:
            chain[-1].children.append(branch)
        elif base is not None and _with_meanings(base) == above:
            roots.append(branch)
        else:
            if base is not None:
                yield _table(base, head, roots)
            base, head, roots = row.path[:-1], None, [branch]
        chain.append(branch)
    if base is not None:
        yield _table(base, head, roots)


def _with_meanings(calls: Calls) -> tuple[tuple[str, bool, str], ...]:
    """Return what two auctions have in common that are the same: (1NT) weak is not (1NT) strong."""
    return tuple((call.text, call.theirs, call.meaning) for call in calls)


def _table(base: Calls, head: PlacedRow | None, roots: list[_Branch]) -> BiddingTable:
    first = head or roots[0].row
    history = None
    if base:
        description, condition = _description(first, base[-1]) if head else ((), None)
        text = shown(base) + ("---" if len(base) == 1 else ";" if len(base) % 2 == 0 else "-")
        history = History(base, text.endswith(";"), description, text, first.location, condition)
    return BiddingTable(history, tuple(map(_row, roots)), first.location, is_read=True)


def _row(branch: _Branch) -> Row:
    call = branch.row.path[-1]
    below = tuple(map(_row, branch.children))
    description, condition = _description(branch.row, call)
    return Row(call, description, below, branch.row.location, condition)


def _description(row: PlacedRow, call: RowCall) -> tuple[tuple[DescriptionLine, ...], Passage | None]:
    match call.patterns:
        case (LiteralCall(bid),):
            suit = getattr(getattr(bid, "strain", None), "suit", None)
        case _:
            suit = None
    lines = []
    for text, location in row.lines:
        if text:
            spans = parse_inline(text, location, own_suit=suit, in_description=True)
            lines.append(DescriptionLine(text, spans.value, location))
    # "{Not with five, as we open 1♥ then.}" is a note.
    return (
        (tuple(lines), None)
        if lines and _SENTENCE_IN_BRACES.search(lines[-1].text)
        else split_condition(lines, suit)
    )
