"""The ids of rows: every row of a page has an address, the auction that leads to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from bml_core.bridge import SUITS
from bml_core.document import BiddingTable, History, Row, RowCall, walk_rows

ROW_ID_DASH = "-"
_LONGEST_WORD = 24
_LETTERS = {ord(suit.symbol): suit.value for suit in SUITS}
# What stands unchanged in an id, in the part of an address behind "#", and in a Markdown link.
_NOT_IN_ADDRESS = re.compile(r"[^A-Za-z0-9/.+-]")


def row_path(parent: str, call: RowCall) -> str:
    """Return the auction up to a call: ``parent``, the path of the row above or "", and the call as written.

    The opponents' calls stand in parentheses: ``1N-(2C)-D``.
    """
    word = _address_word(call.text)
    shown = f"({word})" if call.theirs else word
    return f"{parent}{ROW_ID_DASH}{shown}" if parent else shown


@lru_cache(maxsize=1024)
def _address_word(text: str) -> str:
    return _NOT_IN_ADDRESS.sub("", text.translate(_LETTERS))[:_LONGEST_WORD] or "row"


def history_path(history: History | None) -> str:
    """Return the path that the rows of a table continue, "" where it begins the auction."""
    path = ""
    for call in history.calls if history else ():
        path = row_path(path, call)
    return path


def walk_paths(table: BiddingTable) -> Iterator[tuple[int, Row, str]]:
    """Yield the rows of a table in order, each with its depth (0 = top) and its path."""
    paths = [history_path(table.history)]
    for depth, row in walk_rows(table.rows):
        del paths[depth + 1 :]
        paths.append(row_path(paths[-1], row.call))
        yield depth, row, paths[-1]


class RowIds:
    """Turns paths into ids that are there once on a page: the first row has its path, later ones a number.

    ``taken`` are the ids of everything else on the page.

    >>> ids = RowIds(["2D"])
    >>> [ids(path) for path in ("1C", "1C", "2D")]
    ['1C', '1C_2', '2D_2']
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.given: set[str] = set()
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}

    def __call__(self, path: str) -> str:
        """Return the id of the next row with this path."""
        number = self._numbers.get(path, 0) + 1
        ident = path if number == 1 else f"{path}_{number}"
        while ident in self._taken:
            number += 1
            ident = f"{path}_{number}"
        self._numbers[path] = number
        self._taken.add(ident)
        self.given.add(ident)
        return ident
