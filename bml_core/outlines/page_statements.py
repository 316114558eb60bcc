"""The statements of a page: what its texts, lists and tables say of calls beside the rows that are placed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bml_core.bridge import Bid
from bml_core.diagnostics import Location
from bml_core.document import BiddingTable, Paragraph
from bml_core.outlines.contexts import Context
from bml_core.outlines.entries import Entry
from bml_core.outlines.outline import OutlineHeading, OutlineItem, OutlineTable, OutlineText
from bml_core.outlines.outline_notes import TablePart, TextPart
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.placing import PlacedRow, build_tables, placed_row
from bml_core.outlines.sequences import Calls, begins, is_legal, key, row_calls, shown
from bml_core.outlines.statements import (
    find_ladder,
    find_rules,
    find_statements,
    find_steps,
    find_steps_of_text,
    rule,
)
from bml_core.outlines.table_forms import is_row
from bml_core.outlines.word_kinds import of_kind
from bml_core.system import legend_of, words_defined

# "1NT: 13-15"
_OF_OPENING = re.compile(r"[12]\d\s?(?:-{1,2}|\u2013)\s?[12]\d")
_FEW = 2
Line = tuple[str, Location]
"""A line of a list or table, and where it is."""


def is_on_notation(heading: str) -> bool:
    """Return whether a section explains how the notes are written: "1♥ – 2♣ is our side only"."""
    return of_kind("notation").fullmatch(heading.strip(" :?.")) is not None


def legend_of_page(parts: Iterable[TextPart | TablePart]) -> tuple[Paragraph, ...]:
    """Return the texts that define words: several of them, or below a heading such as "How to read"."""
    legend: list[Paragraph] = []
    is_notation = False
    for part in parts:
        match part.block if isinstance(part, TextPart) else None:
            case OutlineHeading(text=text):
                is_notation = is_on_notation(text)
            case OutlineText(text=text, location=place) | OutlineItem(text=text, location=place):
                # "Min = 5-7" holds for the calls of its section.
                words = [word for word, meaning in words_defined(text) if not meaning[:1].isdigit()]
                legend += legend_of([(text, place)]) if len(words) > 1 or is_notation else ()
    return tuple(legend)


class PageStatements:
    """What is said of calls, with their auction, and of no call in particular, as tables of their own."""

    def __init__(self, page: PageCalls) -> None:
        self._page = page
        self._rows: list[PlacedRow] = []
        self._rules: list[BiddingTable] = []
        # The last heading that names an auction, this auction, and those of the tables below it.
        self._headed: tuple[OutlineHeading, Calls] | None = None
        self._below_heading: list[Calls] = []

    def tables(self) -> tuple[BiddingTable, ...]:
        """Return all statements, when the page has been read."""
        self._end_section()
        return (*build_tables(self._rows), *self._rules)

    def add_row(self, entry: Entry, path: Calls) -> None:
        """Note what a text tells of a call for which the page has a row."""
        self._rows.append(placed_row(entry, path))

    def add_text(self, block: OutlineText | OutlineItem, above: Context, *, is_summary: bool = False) -> None:
        """Note what a text says of calls by themselves: of openings, or of the call in the heading above.

        A row of a summary may be about an opening.
        """
        letters = self._page.letters
        known = above.calls if not above.doubt else ()
        self._rules += find_rules(block.text, block.location, known, letters)
        lines = enumerate(block.text.split("\n"), block.location.line)
        self._rules += find_ladder([(line, block.location._replace(line=number)) for number, line in lines])
        self._rules += find_steps_of_text(block.text, block.location)
        # "1NT: 6-11" is a row of an auction that is not known.
        is_beside = isinstance(block, OutlineItem) and is_row(block.text, self._page.read(block.text))
        is_beside = is_beside and not is_summary
        for said in find_statements(block.text, letters):
            line = block.location.line + block.text.count("\n", 0, said.offset)
            place = block.location._replace(line=min(line, block.end))
            read = self._page.read(said.text)
            calls = row_calls(read, place) if read else ()
            if len(calls) == 1 and above.calls:
                calls = (*above.calls[:-1], *calls) if key(calls) == key(above.calls[-1:]) else ()
            elif len(calls) == 1 and not (above.is_known or (said.is_opening and not is_beside)):
                calls = ()
            if read and calls and not (above.doubt or above.is_other or calls[0].theirs) and is_legal(calls):
                self.add_row(Entry(OutlineItem(0, said.text, place, block.end), read, said.text), calls)

    def add_unplaced(self, lines: Sequence[Line], words_above: str) -> None:
        """Note what rows without an auction say: how bids follow each other, and answers that count."""
        self._rules += find_ladder(lines)
        self.add_answers(lines, words_above)

    def add_answers(self, lines: Sequence[Line], words_above: str) -> None:
        """Note answers that count, to an ask without an auction."""
        self._rules += find_steps(lines, self._page.letters, words_above)

    def add_summary(self, lines: Sequence[Line], above: Context) -> None:
        """Note openings in notrump among lines about other things: "1NT: 13-15" beside "Carding: standard".

        With fewer points it may be a response.
        """
        bids = [(text, place) for text, place in lines if self._page.read(text)]
        if above.calls or len(lines) - len(bids) <= max(_FEW, len(bids)):
            return
        for text, place in bids:
            if _OF_OPENING.search(text):
                self.add_text(OutlineItem(0, text, place, place.line), above, is_summary=True)

    def add_table(self, block: OutlineTable, above: Context, words_above: str, *, are_placed: bool) -> None:
        """Note what rows of a table say of bids in notrump, and of all new suits: "new suit | GF"."""
        lines = [(": ".join(filter(None, row.cells[:2])), row.location) for row in block.rows]
        for text, place in lines:
            self._rules += find_rules(text.replace(",", " "), place, (), self._page.letters)
        if are_placed:
            return
        head = block.header
        self._rules += find_ladder(lines)
        if head and self._page.read(head.cells[0]):
            # "| 5♣ | 1 or 4 |" may stand where others have a header.
            self.add_answers([(": ".join(head.cells[:2]), head.location), *lines], words_above)
        else:
            self.add_answers(lines, words_above)
        for text, place in lines:
            self.add_text(OutlineItem(0, text, place, place.line), above)
        self.add_summary(lines, above)

    def begin_section(self, heading: OutlineHeading, context: Context) -> None:
        """Begin the section of a heading that names an auction, or none."""
        self._end_section()
        self._headed = (heading, context.calls) if context.is_known and not context.doubt else None

    def add_auction(self, calls: Calls) -> None:
        """Note that a table of the section has an auction of its own."""
        self._below_heading.append(calls)

    def _end_section(self) -> None:
        """Note a heading that names a call beside that of all tables below it: 1NT-2♦ above 1NT-2♥."""
        below, self._below_heading = self._below_heading, []
        heading, calls = self._headed or (None, ())
        beside = [each for each in below if len(each) >= len(calls) and begins(each, calls[:-1])]
        is_other = not any(begins(each, calls) or begins(calls, each) for each in below)
        # "1m-2N" may be among "1m-1M-2N", and "X" is written as "D".
        are_bids = all(isinstance(call.literal, Bid) for each in (calls, *below) for call in each)
        # "Four spades" are cards.
        is_written = heading is not None and any(map(str.isdecimal, heading.text))
        if heading and is_written and len(calls) > 1 and beside and is_other and are_bids:
            self._rules.append(rule("heading", shown(beside[0][: len(calls)]), heading.location, calls))
