"""Rows to tables: what belongs together, where a branch begins a table of its own, how a line looks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bml_core.formats.bml.folding import Row

# A table that fits on a page, and that a finger can follow to the right.
MOST_ROWS = 36
MOST_LEVELS = 5
_STEP = "  "
_GAP = "  "
_WIDEST_COLUMN = 6
_TABLE_COMMAND = "#BIDTABLE"
# An auction has four entries in its first row, some of them "All pass".
_FEWEST_WORDS, _MOST_WORDS = 4, 7
_CALL_OR_MARK = re.compile(
    r"(?:!?\(?!?(?:[1-7]\S{1,3}|P|[Pp]ass|PASS|[Dd]bl|D|X|R|XX|[Rr]dbl)!*\)?[!*]*"
    r"|[-\u2013\u2014?.\u2026/=]+|AP|[Aa]ll)(?:\[\w{1,3}\])?"
)


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the calls that lead to it, the call that opens it with its own text, and the rows below."""

    history: tuple[str, ...]
    head: Row | None
    rows: tuple[Row, ...]


def tables(history: tuple[str, ...], rows: Sequence[Row]) -> Iterator[Table]:
    """Yield the rows in one table, or in several where there are many or deep ones.

    Rows below a folded one stay in its table, since the first call is followed to the end before the second
    one begins.
    """
    is_alone = len(rows) == 1
    for leads_on, group in groupby(rows, lambda row: _only_leads_on(row, is_alone)):
        together = list(group)
        if leads_on:
            for row in together:
                yield from _followed((*history, row.word), row)
        elif (
            sum(row.weight for row in together) <= MOST_ROWS
            and max(r.height for r in together) <= MOST_LEVELS
        ):
            yield Table(history, None, tuple(together))
        else:
            yield from _divided(history, None, together)


def _only_leads_on(row: Row, is_alone: bool) -> bool:
    """Return True if a row is better said as part of a history."""
    return bool(row.children) and (row.is_path or (is_alone and not row.lines))


def _followed(history: tuple[str, ...], row: Row) -> Iterator[Table]:
    """Yield the tables after a call that only leads on."""
    while len(row.children) == 1 and _only_leads_on(row.children[0], True):
        is_folded = row.is_folded or row.children[0].is_folded
        row = replace(row.children[0], is_folded=is_folded)
        history = (*history, row.word)
    if row.is_folded:
        yield Table(history, None, row.children)
    else:
        yield from tables(history, row.children)


def _divided(history: tuple[str, ...], head: Row | None, rows: Sequence[Row]) -> Iterator[Table]:
    together: list[Row] = []
    for row in rows:
        if not _is_bulky(row):
            if sum(r.weight for r in together) > MOST_ROWS:
                yield from _table(history, head, together)
                head, together = None, []
            together.append(row)
            continue
        yield from _table(history, head, together)
        head, together = None, []
        yield from _divided((*history, row.word), row, row.children)
    yield from _table(history, head, together)


def _table(history: tuple[str, ...], head: Row | None, rows: list[Row]) -> Iterator[Table]:
    if rows or (head is not None and head.lines):
        yield Table(history, head, tuple(rows))


def _is_bulky(row: Row) -> bool:
    if row.is_folded or not row.children:
        return False
    return row.weight > MOST_ROWS // 2 or row.height > MOST_LEVELS


# ---------------------------------------------------------------- lines


def table_lines(table: Table) -> list[str]:
    """Return the lines of a table, with a command above where the first one reads as something else."""
    lines = []
    depth = 0
    if table.head is not None and len(table.history) == 1:
        lines += _row_lines(table.head, 0, 0)
        depth = 1
    elif table.history:
        lines += _history_lines(table.history, table.head)
    lines += _tree_lines(table.rows, depth)
    return [_TABLE_COMMAND, *lines] if _needs_command(lines[0]) else lines


def _history_lines(history: tuple[str, ...], head: Row | None) -> list[str]:
    calls = "-".join(history)
    if head is not None and head.lines:
        return _with_text(calls, head.lines, len(calls))
    return [calls + _ending(history)]


def _ending(history: tuple[str, ...]) -> str:
    """Return the end of a history for the eye: ``;`` behind a whole round of ours, else dashes."""
    if len(history) == 1:
        return "---"
    is_contested = any(call.startswith("(") for call in history)
    return "-" if is_contested or len(history) % 2 else ";"


def _tree_lines(rows: Sequence[Row], depth: int) -> Iterator[str]:
    widths = [len(row.word) for row in rows if row.lines]
    column = min(max(widths, default=0), _WIDEST_COLUMN)
    for row in rows:
        yield from _row_lines(row, depth, column)
        yield from _tree_lines(row.children, depth + 1)


def _row_lines(row: Row, depth: int, column: int) -> list[str]:
    start = f"{_STEP * depth}{row.word}"
    if not row.lines:
        return [start]
    return _with_text(start, row.lines, max(len(start), len(_STEP) * depth + column))


def _with_text(start: str, texts: tuple[str, ...], width: int) -> list[str]:
    start = f"{start.ljust(width)}{_GAP}"
    if texts[0].startswith("="):
        # The first equal sign would be taken for the one between a call and its description.
        start += "= "
    return [start + texts[0], *(" " * len(start) + text for text in texts[1:])]


def _needs_command(line: str) -> bool:
    """Return True if a first line is no beginning of a table, or looks like an auction of four calls."""
    words = line.split()
    if re.match(r"\(?\d|P-|\(P\)-", words[0]) is None:
        return True
    return _FEWEST_WORDS <= len(words) <= _MOST_WORDS and all(map(_CALL_OR_MARK.fullmatch, words))
