"""Tables that are an auction so far, which the rows below them go on with.

| North | East | South | West |
|-------|------|-------|------|
| 1NT   | Pass | 2♣    | Pass |
| 2♦    | Pass | ?     |      |
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bml_core.document import RowCall
from bml_core.outlines.outline import OutlineTable
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.sequences import NOWHERE, Calls, is_legal, row_calls
from bml_core.outlines.table_forms import COMPASS
from bml_core.outlines.word_kinds import is_only

_PLAYERS = re.compile(r"(?i)us|we|them|they|opp(?:onent)?s|you|me|pard|partner|[lr]ho")
_SIDES = re.compile(r"(?i)(us|we)|them|they|opp(?:onent)?s")
_TWO, _FOUR = 2, 4


def auction_of(table: OutlineTable, page: PageCalls) -> Calls:
    """Return the calls of a table that is an auction up to a question mark, () for another table.

    Of two players, the opponents pass; of four, every second call is theirs, and their passes are left out.
    Below "They" and "We" the auction may be one row without a question mark, and a first column empty.
    """
    heads = [head.strip("* :") for head in table.header.cells] if table.header else []
    rows = [row.cells for row in table.rows]
    if len(heads) == _FOUR + 1 and not any(row[0].strip() for row in rows if row):
        heads, rows = heads[1:], [row[1:] for row in rows]
    if len(heads) not in (_TWO, _FOUR) or not all(map(_is_player, heads)):
        return ()
    width = len(heads)
    cells = [cell.strip("*_ ") for row in rows for cell in (*row, *[""] * width)[:width]]
    are_sides = width == _FOUR and all(map(_SIDES.fullmatch, heads))
    is_whole = are_sides and len(rows) == 1 and all(cells) and "?" not in cells
    turn = len(cells) if is_whole else next((at for at, cell in enumerate(cells) if cell == "?"), 0)
    if not turn or any(cells[turn + 1 :]):
        return ()
    theirs = [width == _FOUR and (turn - at) % 2 == 1 for at in range(turn)]
    if are_sides:
        sides = [(found := _SIDES.fullmatch(head)) is not None and not found[1] for head in heads]
        theirs = [sides[at % width] for at in range(turn)]
    made = list(_made(cells[:turn], theirs, page))
    calls = tuple(call for call in made if call is not None and not (call.theirs and call.text == "P"))
    return calls if None not in made and calls and is_legal(calls) else ()


def _is_player(head: str) -> bool:
    is_named = head.lower() in COMPASS or _PLAYERS.fullmatch(head) is not None
    return is_named or (head != "" and is_only(("opener", "responder"), head))


def _made(cells: list[str], theirs: list[bool], page: PageCalls) -> Iterator[RowCall | None]:
    """Yield the call of each cell, None for what is none; cells before the first call are empty."""
    first = next((at for at, cell in enumerate(cells) if cell not in ("", "-")), len(cells))
    for cell, is_theirs in list(zip(cells, theirs, strict=True))[first:]:
        read = page.read(cell, takes_words=True)
        is_call = read is not None and len(read.columns) == 1 and read.end == len(cell)
        call = row_calls(read, NOWHERE)[0] if read and is_call else None
        yield call and call._replace(theirs=is_theirs)
