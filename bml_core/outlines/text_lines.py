"""The text of a page line by line, each with the headings above it: what checks of texts look at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bml_core.document import TextLine
from bml_core.outlines.outline import OutlineBlock, OutlineHeading, OutlineItem, OutlineTable, OutlineText

_MARKS = re.compile(r"(?<!\w)[*_`/]+(?=\S)|(?<=\S)[*_`/]+(?!\w)")


def text_lines(blocks: Iterable[OutlineBlock]) -> Iterator[TextLine]:
    """Yield the lines of one page, without marks for bold and italic.

    >>> from bml_core.diagnostics import Location
    >>> place = Location("leads.md", 3)
    >>> blocks = (OutlineHeading(1, "Signals", place, 3), OutlineItem(0, "**Low** = even", place, 4))
    >>> [(line.text, line.headings) for line in text_lines(blocks)]
    [('Signals', ('Signals',)), ('Low = even', ('Signals',))]
    """
    above: list[tuple[int, str]] = []
    lead = ""
    for block in blocks:
        headings = tuple(text for _, text in above)
        match block:
            case OutlineHeading(level=level, text=text, location=place):
                above = [each for each in above if each[0] < level] + [(level, plain := _plain(text))]
                lead, headings = "", tuple(each for _, each in above)
                yield TextLine((plain,), place, headings, is_heading=True)
            case OutlineText(text=text, location=place):
                lead = _plain(text)
                yield TextLine((lead,), place, headings)
            case OutlineItem(text=text, location=place, description=description):
                cells = tuple(map(_plain, filter(None, (text, description))))
                yield TextLine(cells, place, headings, lead=lead)
            case OutlineTable(header=head, rows=rows):
                header = tuple(map(_plain, head.cells)) if head else ()
                for row in (head, *rows):
                    if row:
                        cells = tuple(map(_plain, row.cells))
                        yield TextLine(cells, row.location, headings, () if row is head else header, lead)
                lead = ""


def _plain(text: str) -> str:
    return _MARKS.sub("", text).strip()
