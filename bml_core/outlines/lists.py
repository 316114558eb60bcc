"""Items of lists by their marks and their indentation, as Markdown, plain text and AsciiDoc have them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from bml_core.diagnostics import Location
from bml_core.outlines.outline import OutlineItem

BULLET = re.compile(
    r"(?P<mark>[-*+\u2022\u2023\u25aa\u25cf\u25e6\u25cb\u00b7\u2013\u2014o\uf0b7\uf0a7]"
    r"|\d{1,3}[.)]|[a-zA-Z][.)])[ \t]+(?=\S)"
)
_TAB_WIDTH = 4
DEEPEST = 200
"""The most levels of a list; deeper items are at the last one."""


class Depths:
    """The depths of items, by the columns at which they begin.

    >>> depths = Depths()
    >>> [depths.of(column) for column in (0, 4, 10, 4, 2, 0)]
    [0, 1, 2, 1, 1, 0]
    """

    def __init__(self) -> None:
        self._columns: list[int] = []

    def of(self, column: int) -> int:
        """Return the depth of the next item, which begins at this column."""
        while self._columns and self._columns[-1] > column:
            self._columns.pop()
        if (not self._columns or self._columns[-1] < column) and len(self._columns) < DEEPEST:
            self._columns.append(column)
        return len(self._columns) - 1


def scan_items(
    lines: Sequence[tuple[int, str]],
    file: str,
    render: Callable[[str], str],
    begins: Callable[[str], bool] = lambda text: False,
) -> Iterator[OutlineItem]:
    """Yield the items in lines, each with its number; lines without a mark go on with the item above.

    ``begins`` says of lines without a mark whether they are items, too; ``render`` writes texts
    as BML has them.
    """
    depths = Depths()
    text: list[str] = []
    place, depth, end = Location(file, 1), 0, 0
    for number, line in lines:
        line = line.expandtabs(_TAB_WIDTH)
        bare = line.strip()
        if not bare:
            continue
        column = len(line) - len(line.lstrip())
        mark = BULLET.match(bare)
        if mark is not None and begins(bare) and not begins(bare[mark.end() :]):
            mark = None
        if mark is None and not begins(bare) and text:
            text.append(bare)
            end = number
            continue
        if text:
            yield OutlineItem(depth, render("\n".join(text)), place, end)
        offset = mark.end() if mark else 0
        depth, end = depths.of(column), number
        place = Location(file, number, column + offset + 1)
        text = [bare[offset:]]
    if text:
        yield OutlineItem(depth, render("\n".join(text)), place, end)
