"""Supplemental sections: their columns and rows (PBN 2.1, chapter 5)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

_STRING = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
_CLOSED = re.compile(_STRING)
_ELEMENT = re.compile(rf'{_STRING}?|\{{[^}}]*+\}}?|;[^\n]*+|(?<=\n)%[^\n]*+|[^\s"{{;]+')
NOT_IN_TOKEN = re.compile(r"[\[\]{};%]|[^!-~]")
"""Characters that an element may have only between quotes."""
_COLUMN = re.compile(r"([+-]?)(.*?)(?:\\(\d{1,3})([LR]?))?")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: ``order`` is ``+``, ``-`` or "", ``width`` the least width of its elements.

    ``side`` is ``L`` or ``R`` where the elements are pushed to that side.
    """

    name: str
    order: str = ""
    width: int = 0
    side: str = ""


class Element(NamedTuple):
    """An element of a table as written, or a comment among them, with its place in the body."""

    text: str
    at: int

    @property
    def is_comment(self) -> bool:
        """Tell whether this is a comment."""
        return self.text[0] in "{;"

    @property
    def is_closed(self) -> bool:
        """Tell whether quotes stand at both ends."""
        return _CLOSED.fullmatch(self.text) is not None

    @property
    def value(self) -> str:
        """Return the text of the element, without quotes around it."""
        return self.text[1:-1] if self.is_closed else self.text


def columns(value: str) -> tuple[Column, ...]:
    r"""Return the columns that the value of a table's tag names (5.2).

    >>> [(column.name, column.width, column.side) for column in columns(r"+Rank;Result\2R")]
    [('Rank', 0, ''), ('Result', 2, 'R')]
    """
    matches = [_COLUMN.fullmatch(word) for word in value.split(";")]
    return tuple(
        Column(match[2], match[1], int(match[3] or 0), match[4] or "")
        for match in matches
        if match is not None
    )


def elements(body: str) -> tuple[Element, ...]:
    """Return the elements below a table's tag, comments among them; escaped lines are left out.

    >>> [element.text for element in elements(' 1 "A; B" -')]
    ['1', '"A; B"', '-']
    """
    return tuple(
        Element(match[0], match.start()) for match in _ELEMENT.finditer(body) if not _is_escaped(body, match)
    )


def _is_escaped(body: str, match: re.Match[str]) -> bool:
    return match[0].startswith("%") and body[match.start() - 1] == "\n"


def table_lines(value: str, words: list[str]) -> list[str]:
    r"""Return the rows of a table in export format: one a line, columns as wide as they say.

    >>> table_lines(r"Declarer;Result\2R", ["N", "9", "S", "10"])
    ['N  9', 'S 10']
    """
    shape = columns(value)
    rows = [words[start : start + len(shape)] for start in range(0, len(words), len(shape))]
    return [
        " ".join(_padded(word, column) for word, column in zip(row, shape, strict=False)).rstrip()
        for row in rows
    ]


def _padded(word: str, column: Column) -> str:
    if word.startswith('"') and not _CLOSED.fullmatch(word):
        # What follows a lone quote, up to the end of its line.
        word = '"' + word[1:].rstrip("\\") + '"'
    elif NOT_IN_TOKEN.search(word) and not word.startswith('"'):
        word = f'"{word}"'
    return word.rjust(column.width) if column.side == "R" else word.ljust(column.width)


def is_row(line: str, words: Sequence[str], shape: Sequence[Column]) -> bool:
    r"""Tell whether a line is a row of a table in export format.

    >>> shape = columns(r"Declarer;Result\2R")
    >>> is_row("N  9", ["N", "9"], shape), is_row("N 9", ["N", "9"], shape)
    (True, False)
    """
    cells = [_cells(word, column) for word, column in zip(words, shape, strict=False)]
    cells[-1] = tuple(cell.rstrip() for cell in cells[-1])
    pattern = " ".join(f"(?:{'|'.join(map(re.escape, cell))})" for cell in cells)
    return re.fullmatch(pattern, line.rstrip()) is not None


def _cells(word: str, column: Column) -> tuple[str, ...]:
    """Return how an element may fill its column; without a side, on either of them."""
    left, right = word.ljust(column.width), word.rjust(column.width)
    return {"L": (left,), "R": (right,)}.get(column.side, (left, right))
