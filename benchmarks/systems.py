"""Made-up bidding systems of any size: legal, without repetition, readable by bridge-markup 2.7.0 too.

A table follows a history of one to four bids by either side and has 44 rows, three deep. One row in nine
stands for several bids (``3M``, ``4oM``, ``4HS``), about as in systems that people have published.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, count, product
from typing import NamedTuple

#: The bids of the first two levels, of which histories are made; the rows go on from the third level.
_LOW_BIDS = tuple(f"{level}{strain}" for level in (1, 2) for strain in "CDHSN")

_MEANINGS = (
    "10-12 hcp, 4+!h",
    "5+!s, at most a doubleton !d",
    "Game forcing, denies a four-card suit",
    "Invitational, 6+ suit",
    "To play",
    "Artificial, asks for a stopper",
    "Balanced, 15-17",
    "Splinter, slam interest",
)


class Row(NamedTuple):
    """One row of a bidding table; ``meaning`` ends in the number of the row."""

    depth: int
    bid: str
    meaning: str


class Table(NamedTuple):
    """A history line, as ``1C-(1H)-2D;``, and the rows below it."""

    history: str
    rows: list[Row]


def tables() -> Iterator[Table]:
    """Thousands of tables; no auction is in two of them."""
    numbers = count(1)
    for length in (1, 2, 3, 4):
        for bids in combinations(_LOW_BIDS, length):
            for sides in product(("us", "them"), repeat=length):
                calls = [bid if side == "us" else f"({bid})" for bid, side in zip(bids, sides, strict=True)]
                # Our last bid ends a round, theirs leaves us to call in it.
                history = "-".join(calls) + (";" if sides[-1] == "us" else "-")
                yield Table(history, list(_rows(bids, numbers)))


def _rows(bids: tuple[str, ...], numbers: Iterator[int]) -> Iterator[Row]:
    # A variable takes only suits that nobody has bid yet, so it needs both majors free.
    majors_free = not any(bid[1] in "HS" for bid in bids)
    major, other_major = ("M", "oM") if majors_free else ("HS", "HS")

    def row(depth: int, bid: str) -> Row:
        number = next(numbers)
        return Row(depth, bid, f"{_MEANINGS[number % len(_MEANINGS)]}, row {number}.")

    for first in ("C", "D", major, "N"):
        yield row(0, f"3{first}")
        for second in ("C", "D", other_major if first == major else major, "N"):
            yield row(1, f"4{second}")
            if second == "N":
                yield from (row(2, f"5{strain}") for strain in "CDHS")
            elif second not in ("C", "D"):
                yield from (row(2, f"5{strain}") for strain in "CD")


def single_bml(rows: int) -> str:
    """Return :func:`bml` with one agreement in each row."""
    one_major = {"M": "H", "HS": "H", "oM": "S"}
    return re.sub(r"(?m)^( *[1-7])(o?M|HS)\b", lambda bid: bid[1] + one_major[bid[2]], bml(rows))


def bml(rows: int) -> str:
    """Return a BML text with exactly ``rows`` rows, histories not counted, indented in steps of two.

    It names dialect 2.7, so that both programs read variables alike.
    """
    parts = ["#+TITLE: Benchmark", "", "#+DESCRIPTION: Made up", "", "#+BML: 2.7", ""]
    left = rows
    for table in tables():
        parts.append(table.history)
        parts += [f"{'  ' * row.depth}{row.bid} {row.meaning}" for row in table.rows[:left]]
        parts.append("")
        left -= len(table.rows)
        if left <= 0:
            return "\n".join(parts)
    raise ValueError(f"no more than {rows - left} rows can be made")


def row_numbers(output: str) -> set[int]:
    """The numbers of the rows whose meanings are in an output."""
    return {int(number) for number in re.findall(r"row (\d+)\.", output)}


def check_all_rows(output: str, rows: int) -> str | None:
    """What is wrong with an output that should hold rows 1 to ``rows``, or None."""
    missing = set(range(1, rows + 1)) - row_numbers(output)
    if not missing:
        return None
    return f"lacks {len(missing)} of {rows} rows, the first is row {min(missing)}"
