"""What a page of notes is made of, whatever program wrote it: headings, texts, items, tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import RowCall

# Texts are as BML writes them: *bold*, /italic/, [links](page.md); of several lines, with newlines between.


class OutlineHeading(NamedTuple):
    """A heading; level 1 is the highest. ``end`` is the last line of it in its file, as in all of these."""

    level: int
    text: str
    location: Location
    end: int


class OutlineText(NamedTuple):
    """A paragraph, or the title of a box, such as an admonition or a tab, whose last line is ``until``.

    ``columns`` are those at which its lines begin, where they are not all at the margin.
    """

    text: str
    location: Location
    end: int
    until: int = 0
    columns: tuple[int, ...] = ()


class OutlineItem(NamedTuple):
    """An item of a list, or a term with its definition as ``description``; depth 0 is the outermost.

    ``is_term`` says that it is a term, ``above`` how many lines above it are part of it: that of a fence.
    """

    depth: int
    text: str
    location: Location
    end: int
    description: str = ""
    is_term: bool = False
    above: int = 0


class OutlineRow(NamedTuple):
    """A row of a table; merged cells are there once."""

    cells: tuple[str, ...]
    location: Location


class OutlineTable(NamedTuple):
    """A table; ``header`` is None where no row is one.

    ``is_titled`` says that it is the part of a table below a title among its rows.
    """

    header: OutlineRow | None
    rows: tuple[OutlineRow, ...]
    location: Location
    end: int
    is_titled: bool = False


class OutlineOther(NamedTuple):
    """Lines in which no notes are looked for: code, front matter, a block of BML, and the auction of that."""

    location: Location
    end: int
    calls: tuple[RowCall, ...] = ()


OutlineBlock = OutlineHeading | OutlineText | OutlineItem | OutlineTable | OutlineOther


def first_line(block: OutlineBlock) -> int:
    """Return the first line of a block: that of the fence, for its first row."""
    return block.location.line - (block.above if isinstance(block, OutlineItem) else 0)


def moved(block: OutlineBlock, lines: int) -> OutlineBlock:
    """Return a block at its place in the page, which is as many lines further down."""

    def below(place: Location) -> Location:
        return place._replace(line=place.line + lines)

    block = block._replace(location=below(block.location), end=block.end + lines)
    if isinstance(block, OutlineText) and block.until:
        block = block._replace(until=block.until + lines)
    if isinstance(block, OutlineTable):
        header, *rows = (
            row and row._replace(location=below(row.location)) for row in (block.header, *block.rows)
        )
        block = block._replace(header=header, rows=tuple(filter(None, rows)))
    return block


@dataclass(frozen=True, slots=True)
class Outline:
    """A page of notes: its blocks in order, and what is wrong with it as a file."""

    blocks: tuple[OutlineBlock, ...]
    title: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
