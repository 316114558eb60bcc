"""From the outline of a page to its agreements: which lines are calls, and the auction of each.

A row is placed only where its auction is written and legal. Everything else stays text, and is reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import NamedTuple

from bml_core.bridge import PASS, Bid
from bml_core.diagnostics import Diagnostic, DiagnosticLog, Location
from bml_core.document import BiddingTable, Document
from bml_core.language import ENGLISH
from bml_core.outlines.answers import answers_of, following
from bml_core.outlines.auction_tables import auction_of
from bml_core.outlines.contexts import (
    ABOUT_ELSE,
    MENTIONED,
    NO_AUCTION,
    NO_NAME,
    NOWHERE,
    PROSE,
    ROW_BRINGS_IN,
    SEVERAL,
    THEIR_CALL,
    TWICE,
    Calls,
    Context,
    RowAbove,
    begins,
    goes_on,
    has,
    is_legal,
    is_length,
    is_list,
    is_only,
    is_remark,
    key,
    named,
    of_kind,
    resolved,
    row_calls,
    shown,
)
from bml_core.outlines.entries import (
    Entry,
    assure_auctions,
    join_openings,
    list_entries,
    read_ranges,
    with_their_call,
)
from bml_core.outlines.layout import plain_signs
from bml_core.outlines.lead_ins import brings_in_a_call, lead_in
from bml_core.outlines.outline import (
    Outline,
    OutlineBlock,
    OutlineHeading,
    OutlineItem,
    OutlineOther,
    OutlineTable,
    OutlineText,
)
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.paragraph_rows import line_items, with_rows_as_items
from bml_core.outlines.paths import (
    before_first,
    below_text,
    entry_path,
    entry_paths,
    for_openings,
    forces_a_call,
    is_in_words,
    says_something,
    with_first,
)
from bml_core.outlines.placing import PlacedRow, build_tables
from bml_core.outlines.sentences import find_told_sentences
from bml_core.outlines.statements import find_ladder, find_rules, find_statements, find_steps, rule
from bml_core.outlines.table_forms import TableForms, is_row
from bml_core.outlines.table_rows import table_entries, table_layout
from bml_core.outlines.telling import find_telling, find_told_auctions


class TextPart(NamedTuple):
    """A block of a page that stays as it is."""

    block: OutlineBlock


class TablePart(NamedTuple):
    """Bidding tables, the blocks that they were read from, and the first and last line of these.

    ``doubtful`` are the rows of theirs that stay text, ``lead`` is one above them: "By a passed hand,".
    ``is_told`` says that they are what sentences of the text above them tell of, which stays, ``is_other``
    that the heading above is about other situations, such as competition.
    """

    tables: tuple[BiddingTable, ...]
    line: int
    end: int
    blocks: tuple[OutlineBlock, ...]
    doubtful: tuple[str, ...] = ()
    lead: str = ""
    is_told: bool = False
    is_other: bool = False

    @property
    def is_list(self) -> bool:
        """Return whether they were items of a list."""
        return isinstance(self.blocks[0], OutlineItem)


@dataclass(frozen=True, slots=True)
class OutlineNotes:
    """The notes of a page: its parts in order, how many calls were placed, and the lines of those left.

    ``statements`` are what its texts say of calls for which it has a row.
    """

    file: str
    title: str
    parts: tuple[TextPart | TablePart, ...]
    placed: int
    left: tuple[int, ...]
    diagnostics: tuple[Diagnostic, ...]
    statements: tuple[BiddingTable, ...] = ()

    @property
    def unplaced(self) -> int:
        """Return how many calls stay text."""
        return len(self.left)

    @property
    def doubts(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics but for those of rows that stay text as they should."""
        return tuple(each for each in self.diagnostics if each.cause != _AS_MEANT)

    @property
    def tables(self) -> tuple[BiddingTable, ...]:
        """Return the bidding tables."""
        return tuple(table for part in self.parts if isinstance(part, TablePart) for table in part.tables)

    @property
    def document(self) -> Document:
        """Return what the page adds to a system."""
        return Document(self.tables, diagnostics=self.diagnostics)


# ---------------------------------------------------------------- the reader


def read_outline(outline: Outline, file: str = "") -> OutlineNotes:
    """Return the notes of a page.

    >>> from bml_core.outlines.outline import OutlineHeading, OutlineItem
    >>> from bml_core.system import expand
    >>> place = Location("notes.md", 3)
    >>> item = OutlineItem(0, "2♣: Stayman", place, 3)
    >>> notes = read_outline(Outline((OutlineHeading(1, "Responses to 1NT", place, 1), item)))
    >>> [str(agreement.auction) for agreement in expand([notes.document]).agreements]
    ['1NT', '1NT-2C']
    """
    return _Reader(replace(outline, blocks=tuple(map(_with_plain_signs, outline.blocks))), file).read()


def _with_plain_signs(block: OutlineBlock) -> OutlineBlock:
    """Return a block without marks around signs of suits alone."""
    match block:
        case OutlineItem(text=text, description=description):
            return block._replace(text=plain_signs(text), description=plain_signs(description))
        case OutlineHeading(text=text) | OutlineText(text=text):
            return block._replace(text=plain_signs(text))
        case OutlineTable(header=header, rows=rows):
            cleaned = [
                row and row._replace(cells=tuple(map(plain_signs, row.cells))) for row in (header, *rows)
            ]
            return block._replace(header=cleaned[0], rows=tuple(filter(None, cleaned[1:])))
    return block


_NO_CALL = "it does not begin with a call"
# "2Z | what?" is a row with a slip in its call; "4 spades" and "3rd seat" are words.
_NEARLY_CALL = re.compile(r"[*(!]*[1-7][A-Za-z\u2660-\u2667]{1,2}(?![a-z])\W")
# "44" and "♠4" in the column of 4♠
_SLIP_OF_CALL = re.compile(r"(?:[1-7][1-7]|[CDHSN\u2660-\u2667][1-7])(?!\w)")
# "2.1 Responses", "IV. 1H / 1S", "b) Rebids".
_NUMBER = re.compile(r"^\s*(?:(?:\d+\.)+\d*|[IVXLC]+[.)]|[A-Za-z][.)])\s+")
_GOES_ON = re.compile(
    r"(?i)(?:then|next|now)\b|(?:continuations?|developments?|further|later|and)\b[^\d\u2660-\u2667]*$"
)
_NEW_SENTENCE = re.compile(r"[.!?]\n")
_LONGEST_TEXT = 2_000
_AFTER = len("After")
# " = 12-14", " (12-14)"
_STRENGTH = re.compile(r"\W*(\d{1,2}\+?(?: ?[-\u2013] ?\d{1,2})?(?: ?(?:hcp|pts|points?|H|PC|FP))?)\W*")
# "15-17, may have a five-card major", "Five cards, 11-21."
_DESCRIBES = re.compile(
    r"\(?(?:\d{1,2} ?[-\u2013] ?\d{1,2}|\d{1,2}\+|\w+ cards?,)(?!\w).*?(?:[.!?](?=\s)|$)", re.DOTALL
)
_IN_BRACKETS = re.compile(r"\s*\(([^()]*[^\W\d_]{3}[^()]*)\)")
# "0 or 3", "1/4": how many aces
_OF_ACES = re.compile(r"(?<![\w+-])[01] ?(?:/|or|oder|ou|of|lub|o|eller) ?[34](?![\w+-])")
_HINT = "Write the auction, as in 1N-2C---, on a line above it, in the heading or the header of the table."


class _Doubt(NamedTuple):
    """A row that stays text, and why."""

    text: str
    reason: str
    location: Location


#: What other rows beside or above a row are the cause of.
_BESIDE = "a row beside it"
_AS_MEANT = "it is not a row of one auction"
_NO_HEADER = "their table has no header"
_DUE = (_BESIDE, "the line that it is below")
_ILLEGAL = "is not legal"


class _Heading(NamedTuple):
    """A heading and its auction; the title of a box is above all headings in it, until the box ends."""

    level: int
    context: Context
    until: int = 0


_OF_BOX = 0


class _Reader:
    """The reader of one page."""

    def __init__(self, outline: Outline, file: str) -> None:
        self._outline = outline
        self._file = file
        self._log = DiagnosticLog()
        self._parts: list[TextPart | TablePart] = []
        self._headings = [_Heading(-1, Context())]
        if file and not any(isinstance(block, OutlineHeading) for block in outline.blocks):
            # "1C Responses.rst" without a heading
            title = re.sub("[-_]", " ", PurePath(file).stem)
            context = named(title, Context(), ENGLISH, is_heading=True)
            self._headings = [_Heading(-1, Context() if context.doubt else context)]
        # What rows say of the last calls of their auctions: a heading "Stayman" names 1NT-2♣ by it.
        self._described: dict[tuple[tuple[str, bool], ...], tuple[Calls, str]] = {}
        # What headings and rows say of the last call of an auction.
        self._said: dict[tuple[tuple[str, bool], ...], str] = {}
        self._before: Context | None = None
        self._was_named = self._is_below = False
        self._placed = 0
        self._left: list[int] = []
        self._doubted: list[_Doubt] = []
        self._beside: list[str] = []
        self._openings: dict[str, Calls] = {}
        # What texts tell of: the number of the part that each text is, an item for the call, and its auction.
        self._told_rows: list[tuple[int, Entry, Calls]] = []
        self._statements: list[PlacedRow] = []
        # What they say of no call in particular
        self._general: list[BiddingTable] = []
        # The last heading that names an auction, this auction, and those of the tables below it.
        self._headed: tuple[OutlineHeading, Calls] | None = None
        self._below_heading: list[Calls] = []
        self._page = PageCalls(*self._texts())
        self._title = self._find_title()
        # The headings so far, with the calls that they name.
        self._sections: list[tuple[OutlineHeading, Calls]] = []
        headers = [
            read
            for block in outline.blocks
            if isinstance(block, OutlineTable) and block.header and block.header.cells
            if (read := self._page.read(block.header.cells[0].strip()))
        ]
        # Who heads one table by an auction means that of others, too.
        self._has_headed_tables = any(len(read.columns) > 1 or read.is_open for read in headers)

    def _find_title(self) -> OutlineHeading | None:
        """Return the heading of the whole page: the first one, if no other is as high."""
        headings = [block for block in self._outline.blocks if isinstance(block, OutlineHeading)]
        levels = [block.level for block in headings]
        return (
            headings[0]
            if len(levels) > 1 and levels.count(min(levels)) == 1 and levels[0] == min(levels)
            else None
        )

    def _texts(self) -> tuple[list[str], list[str]]:
        """Return the texts of what may be rows, and all others."""
        rows: list[str] = []
        others: list[str] = []
        for block in self._outline.blocks:
            match block:
                case OutlineHeading(text=text) | OutlineText(text=text):
                    others.append(text)
                case OutlineItem(text=text):
                    rows.append(text)
                case OutlineTable(rows=cells):
                    rows += (row.cells[0] for row in cells if row.cells)
        return rows, others

    def read(self) -> OutlineNotes:
        blocks = list(with_rows_as_items(self._outline.blocks, self._page))
        index = 0
        while index < len(blocks):
            block = blocks[index]
            end = index + 1
            self._end_boxes(block.location.line)
            if not isinstance(block, OutlineText | OutlineHeading):
                self._is_below = False
            match block:
                case OutlineHeading():
                    self._heading(block)
                case OutlineText() if block.until:
                    self._box(block)
                case OutlineText():
                    self._paragraph(block, self._page.first_calls(blocks[end:]))
                case OutlineTable() if calls := auction_of(block, self._page):
                    self._arrive(Context(calls, True))
                    self._parts.append(TextPart(block))
                case OutlineTable():
                    self._table(block)
                case OutlineItem():
                    while end < len(blocks) and isinstance(blocks[end], OutlineItem):
                        end += 1
                    self._list([item for item in blocks[index:end] if isinstance(item, OutlineItem)])
                case _:
                    self._below_heading += [block.calls] if block.calls else []
                    # It may have rows that are written as BML already.
                    self._answered((RowAbove(()),))
                    self._parts.append(TextPart(block))
            index = end
        self._place_told()
        self._end_section()
        diagnostics = (*self._outline.diagnostics, *self._log.take())
        title = self._outline.title
        # What no row describes may be in one that stays text.
        parts = map(_as_partial, self._parts) if self._left else self._parts
        statements = (*build_tables(self._statements), *self._general)
        left = tuple(self._left)
        return OutlineNotes(self._file, title, tuple(parts), self._placed, left, diagnostics, statements)

    def _telling(self, text: str, has_auction: bool) -> int | None:
        """Return where the lines of a paragraph begin that only tell of calls; None if none do."""
        if self._tells(text, has_auction=has_auction):
            return 0
        for line in _NEW_SENTENCE.finditer(text[:_LONGEST_TEXT]):
            told = find_telling(text[line.end() :], self._page.letters)
            if told is not None and told.lead:
                return line.end()
        return find_told_auctions(text, self._page.letters)

    def _tells(self, text: str, *, has_auction: bool) -> bool:
        """Return whether a paragraph is nothing but calls and what they mean, with their auction.

        ``has_auction`` says that it may be in the heading or the line directly above.
        """
        told = find_telling(text, self._page.letters)
        reads = [self._page.read(each) for each in told.calls] if told else []
        return told is not None and (
            told.lead != ""
            or (has_auction and len(reads) > 1 and text[0] in "*_`(1234567")
            or all(read and len(read.columns) > 1 and read.columns[0].theirs for read in reads)
        )

    # ------------------------------------------------------------ the auction above

    @property
    def _above(self) -> Context:
        return self._headings[-1].context

    @property
    def _context(self) -> Context:
        return self._above if self._before is None else self._before

    @property
    def _section(self) -> str:
        """Return the heading above what is read."""
        headings = (
            part.block.text
            for part in reversed(self._parts)
            if isinstance(part, TextPart) and isinstance(part.block, OutlineHeading)
        )
        return next(headings, "")

    @property
    def _text_above(self) -> str:
        """Return the paragraph directly above rows that stay text."""
        for part in reversed(self._parts):
            match part:
                case TextPart(block=OutlineItem() | OutlineTable()):
                    continue
                case TextPart(block=OutlineText(text=text)):
                    return text
            break
        return ""

    def _arrive(self, context: Context) -> None:
        """Let the rows below go on with an auction, also below the headings beside one such as "Auction"."""
        self._before, self._was_named = context, True
        if len(self._headings) > 1 and is_only(("sequence", "structure", "calls"), self._section):
            self._headings[-2] = self._headings[-2]._replace(context=context)

    def _heading(self, block: OutlineHeading) -> None:
        beside = Context()
        while self._headings[-1].level >= block.level:
            beside = self._headings.pop().context
        text = _NUMBER.sub("", block.text)
        context = named(text, self._above, self._page.letters, is_heading=True)
        has_calls = context.calls and self._page.find(text)
        is_about = has_calls or has("defence", text) or has("defending", text)
        if block is self._title and self._has_sections(context.calls):
            # "1♦, 1♥ and 2♣" above a section for each, "2♦ – 5–9" above 1NT
            context = (
                context.doubted("the title names several openings") if is_list(context.calls) else Context()
            )
        elif block is self._title and not (is_about or self._is_above_responses()):
            # What the notes as a whole are called, such as "Strong club", names no auction.
            context = Context()
        name = of_kind("name").search(text)
        if name and not (context.calls or self._page.find(text)) and self._openings.get(name[0].lower()):
            # "Multi" below the opening "2♦ Multi"
            context = Context(self._openings[name[0].lower()], True)
        if context.doubt.endswith(NO_NAME) and not self._page.find(text):
            context = self._by_convention(text, self._above) or context
        if self._is_response(block, context.calls):
            context = context.doubted(f"“{text}” may be about a response to the openings above")
        self._sections.append((block, context.calls))
        if len(beside.calls) > len(self._above.calls) and _GOES_ON.match(text):
            # "Then after 2♦" may follow the heading before it, as "Continuations" does.
            context = context.doubted(f"“{text}” may be about the heading before it")
        self._say(context.calls, text[found[-1][1].end :] if (found := self._page.find(text)) else "")
        self._headings.append(
            _Heading(block.level, context if context.is_after else context._replace(answers=()))
        )
        self._before, self._was_named, self._is_below = None, False, True
        self._end_section()
        self._headed = (block, context.calls) if context.is_known and not context.doubt else None
        self._tell_heading(block, text, context)
        self._parts.append(TextPart(block))

    def _by_convention(self, text: str, above: Context) -> Context | None:
        """Return the auction of the only row above that a heading names: "Stayman", "After Ogust"."""
        name = text.strip("*_ :").lower()
        for kind in ("after-alone", "article", "response", "opener"):
            name = of_kind(kind).sub(" ", name)
        name = " ".join(name.split())
        if above.doubt or not of_kind("known").fullmatch(name):
            return None
        named = re.compile(rf"(?:^|[,;:] ?){re.escape(name)}(?!\w)")
        found = [
            calls
            for calls, said in self._described.values()
            if len(calls) > max(len(above.calls), 1) and begins(calls, above.calls) and named.search(said)
        ]
        return Context(found[0], True) if len(found) == 1 else None

    def _is_response(self, block: OutlineHeading, calls: Calls) -> bool:
        """Return whether a heading may name a response: "After 1NT", beside sections for 1♥ and 1♠."""
        is_ours = len(calls) == 1 and not (calls[0].theirs or self._above.calls)
        if not (is_ours and has("after-alone", block.text[:_AFTER])):
            return False
        beside = [
            named
            for heading, named in self._sections
            # "After 1♦" beside "After 1♣" is another opening.
            if heading.level == block.level and not has("after-alone", heading.text[:_AFTER])
        ]
        openings = [named for named in beside if len(named) == 1]
        is_new = key(calls) not in map(key, openings)
        return is_new and any(is_legal((*opening, *calls)) for opening in openings)

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
            self._general.append(rule("heading", shown(beside[0][: len(calls)]), heading.location, calls))

    def _is_above_responses(self) -> bool:
        """Return whether a section below the title has the responses to the opening that this names.

        "Responses" below "The strong club", on a page that names no opening in its headings
        """
        headings = [block.text for block in self._outline.blocks if isinstance(block, OutlineHeading)]
        has_responses = any(
            has("response", text) and is_only(("response", "structure"), text) for text in headings
        )
        openings = [
            read for text in headings[1:] for _, read in self._page.find(text) if len(read.columns) == 1
        ]
        return has_responses and not openings

    def _has_sections(self, calls: Calls) -> bool:
        """Return whether a section is for one of the openings that a title lists, or for a lower one."""
        headings = [block.text for block in self._outline.blocks if isinstance(block, OutlineHeading)]
        sections = [row_calls(each[0][1], NOWHERE) for each in filter(None, map(self._page.find, headings))]
        if is_list(calls):
            return any(key(each[:1]) != key(calls) and begins(each[:1], calls) for each in sections)
        single = [each for each in sections if len(each) == len(calls) == 1 and not begins(each, calls)]
        return any(not is_legal((*calls, *each)) for each in single)

    def _tell_heading(self, block: OutlineHeading, text: str, context: Context) -> None:
        """Note what a heading says of its last call: "1NT – 2♣ (Stayman)", "1NT = 12-14"."""
        read = self._page.read(text)
        if read is None or context.doubt or key(context.calls[-1:]) != key(row_calls(read, NOWHERE)[-1:]):
            return
        is_auction = len(read.columns) > 1
        said = (_IN_BRACKETS if is_auction else _STRENGTH).fullmatch(text, read.end)
        if said is None and (described := _IN_BRACKETS.fullmatch(text, read.end)):
            # "1♦ (11-15, at least two diamonds)"
            said = described if _DESCRIBES.match(described[1]) else None
        # "2NT (20-21)" below "1NT" may be another opening.
        if said is not None and (is_auction or len(context.calls) == 1):
            above = Context((), is_known=True)
            self._tell([f"{text[: read.end]}: {said[1]}"], block.location, block.end, above)

    def _tell_opening(self, block: OutlineText) -> None:
        """Note what a paragraph says of the opening in the heading above it: "15-17, five-card major"."""
        heading = self._parts[-1] if self._parts else None
        if not (isinstance(heading, TextPart) and isinstance(heading.block, OutlineHeading)):
            return
        found = self._page.find(heading.block.text)
        said = _DESCRIBES.match(block.text)
        if said is None or len(found) != 1 or len(self._above.calls) != 1 or self._above.doubt:
            return
        offset, read = found[0]
        calls = heading.block.text[offset : read.end]
        if is_only(("structure", "opening"), heading.block.text.replace(calls, "")):
            self._tell(
                [f"{calls}: {said[0].rstrip('.')}"], block.location, block.end, Context((), is_known=True)
            )

    def _box(self, title: OutlineText) -> None:
        """Begin a box: "They double" is the auction of what is in it; "2♦ is the only ask" says something."""
        begins, says = self._page.read(title.text), self._telling(title.text, has_auction=False) is not None
        if says or (begins and title.text[begins.offset :].strip()):
            self._paragraph(title._replace(until=0))
            return
        context = named(f"{title.text}:", self._above, self._page.letters)
        self._headings.append(_Heading(_OF_BOX, context, title.until))
        self._before, self._was_named, self._is_below = None, False, True
        self._parts.append(TextPart(title))

    def _end_boxes(self, line: int) -> None:
        """Leave the boxes that end above a line, with the headings in them."""
        for index, heading in enumerate(self._headings):
            if 0 < heading.until < line:
                del self._headings[index:]
                self._before, self._was_named = None, False
                return

    def _paragraph(self, block: OutlineText, below: frozenset[str] | None = None) -> None:
        """Read a paragraph; ``below`` are the calls of the rows below it, if these follow."""
        is_below, self._is_below = self._is_below, block.text.rstrip("*_ ").endswith(":")
        read, bids = self._page.read(block.text) if is_below else None, below or frozenset()
        is_described = read is not None and (
            is_remark(self._section, block.text)
            or (is_length(block.text, read) and self._is_too_high(row_calls(read, NOWHERE), bids))
        )
        said = block.text[read.end :].lstrip(" ,:") if read and is_described else block.text
        passed = of_kind("passed-hand").search(said)
        if not is_described and self._are_led(block):
            self._list(list(line_items(block)))
            return
        if not is_described and (begin := self._telling(block.text, is_below)) is not None:
            self._told_paragraph(block, begin)
            return
        rows = _rows_without_header(block)
        if any(self._page.read(row.text) for row in rows):
            self._doubted += rows
            self._report_doubts(is_any_placed=False)
        elif is_described or not self._tell_sentences(block):
            self._tell_opening(block)
        self._parts.append(TextPart(block))
        before = lead_in(said, self._above, self._page, below)
        if before is not None and before.doubt:
            before = self._by_convention(said, self._context) or before
        is_after = not is_below or of_kind("after-alone").match(said)
        known = self._above.calls
        is_beside = before is not None and not is_after and begins(before.calls, known)
        if before and is_beside and self._is_too_high(before.calls[len(known) :], bids):
            # "15–17, 5♥ or 5♠ possible:"
            before = self._above
        if before is not None:
            self._before, self._was_named = before, True
        elif brings_in_a_call(said, self._above, self._page, bids):
            self._before = self._above.doubted(PROSE)
        elif passed and bids and "1C" not in bids and not self._above.is_known:
            # "On by a passed hand." below "Drury"
            self._before = self._above.doubted(f"“{passed[0]}” {NO_NAME}", is_other=True)
        elif self._was_named:
            # Below "Defence:", rows still begin with calls of theirs.
            is_other = self._before is not None and self._before.is_other
            self._before = self._above.doubted(NO_AUCTION, is_other=is_other)
        else:
            self._before = None

    def _are_led(self, block: OutlineText) -> bool:
        """Return whether each line of a paragraph tells of calls after an auction of its own."""
        lines = block.text.split("\n")
        told = [find_telling(line, self._page.letters) for line in lines] if len(lines) > 1 else [None]
        return all(each is not None and each.lead for each in told)

    def _is_too_high(self, calls: Calls, below: frozenset[str]) -> bool:
        """Return whether no row below follows these calls, only the auction above: "5♥, 11–21" above 1♠."""
        above, bids = self._above.calls, [each for each in below if each[:1].isdecimal()]
        return above != () and goes_on(above, bids) and not goes_on((*above, *calls), bids)

    def _told_paragraph(self, block: OutlineText, begin: int) -> None:
        """Place the calls that a paragraph tells of from an offset on, where a line begins."""
        said = block.text[:begin].rstrip()
        place = block.location._replace(line=block.location.line + block.text.count("\n", 0, begin))
        told = find_telling(block.text[begin:], self._page.letters)
        has_lead = told is not None and told.lead != ""
        if has_lead and told is not None:
            # "Opener bids 3♦ with a major." above "After 3♦: 3♥ = spades" names the call before it.
            named_before = [shown(row_calls(each, NOWHERE)) for _, each in self._page.find(said)]
            lead = self._page.read(told.lead)
            is_named = lead is not None and shown(row_calls(lead, NOWHERE)) in named_before
            self._before = self._above.doubted(MENTIONED) if is_named else None
        is_line = block.text[:begin].endswith("\n")
        if said and is_line:
            self._parts.append(TextPart(block._replace(text=said, end=place.line - 1)))
        elif said:
            place = block.location
        before = len(self._parts)
        self._list([OutlineItem(0, block.text[begin:], place, max(place.line, block.end))])
        if said and not is_line and isinstance(part := self._parts[before], TablePart):
            self._parts[before] = part._replace(lead=said)
        self._before = self._above.doubted(NO_AUCTION) if has_lead else None
        self._was_named = has_lead

    def _state(self, block: OutlineText | OutlineItem) -> None:
        """Note what a text says of calls by themselves: of openings, or of the call in the heading above."""
        above = self._above
        known = above.calls if not above.doubt else ()
        self._general += find_rules(block.text, block.location, known, self._page.letters)
        lines = enumerate(block.text.split("\n"), block.location.line)
        self._general += find_ladder([(line, block.location._replace(line=number)) for number, line in lines])
        # "1NT: 6-11" is a row of an auction that is not known.
        is_beside = isinstance(block, OutlineItem) and is_row(block.text, self._page.read(block.text))
        for said in find_statements(block.text, self._page.letters):
            line = block.location.line + block.text.count("\n", 0, said.offset)
            place = block.location._replace(line=min(line, block.end))
            read = self._page.read(said.text)
            calls = row_calls(read, place) if read else ()
            if len(calls) == 1 and above.calls:
                calls = (*above.calls[:-1], *calls) if key(calls) == key(above.calls[-1:]) else ()
            elif len(calls) == 1 and not (above.is_known or (said.is_opening and not is_beside)):
                calls = ()
            if read and calls and not (above.doubt or above.is_other or calls[0].theirs) and is_legal(calls):
                entry = Entry(OutlineItem(0, said.text, place, block.end), read, said.text)
                self._statements.append(_row_of(entry, calls))

    def _tell_sentences(self, block: OutlineText | OutlineItem) -> bool:
        """Note what sentences of a text that stays tell of calls; return whether any do."""
        self._state(block)
        before = len(self._told_rows)
        told: list[Calls] = []
        for offset, telling in find_told_sentences(block.text, self._page.letters):
            line = min(block.location.line + block.text.count("\n", 0, offset), block.end)
            lead = self._page.read(telling.lead)
            contexts = [self._led(row_calls(lead, NOWHERE)) if lead else self._context]
            if telling.player:
                # "Opener's 2♦ shows a full opening" goes on with the auction of the sentence before.
                contexts = [Context(path, True) for path in told if _is_turn(path, telling.player)]
            elif not telling.calls:
                told = [context.calls for context in contexts if not context.doubt]
                continue
            elif not lead and telling.calls[0].startswith("(") and _ends_with_theirs(contexts[0].calls):
                # "(2♥)-X is takeout" after rows below "They open 1NT" is another auction.
                contexts = [Context()]
            place = block.location._replace(line=line)
            told = [
                path for context in contexts for path in self._tell(telling.calls, place, block.end, context)
            ]
        return len(self._told_rows) > before

    def _led(self, calls: Calls) -> Context:
        """Return the auction that a sentence begins with: "After 3NT" below 1NT may be about an opening."""
        above = self._above
        if len(calls) > 1 or not above.calls or key(calls) == key(above.calls[-1:]):
            return resolved(calls, above)
        is_either = is_legal((*above.calls, *calls))
        return Context().doubted(MENTIONED) if is_either else resolved(calls, Context())

    def _tell(self, texts: Sequence[str], place: Location, end: int, context: Context) -> list[Calls]:
        """Note calls that a text tells of, if all of them can be placed; return their auctions."""
        entries = [
            Entry(OutlineItem(0, each, place, end), read and read._replace(is_sure=True, is_word=False), each)
            for each in texts
            for read in [self._page.read(each, takes_words=True)]
        ]
        found = [entry_path(entry, context) for entry in entries]
        paths = [path for path in found if isinstance(path, tuple)]
        if len(paths) < len(entries):
            return []
        self._told_rows += [(len(self._parts), *each) for each in zip(entries, paths, strict=True)]
        return paths

    def _place_told(self) -> None:
        """Place the calls that texts tell of, below these, where no row is for the same auction."""
        rows: dict[int, list[PlacedRow]] = {}
        for at, entry, path in self._told_rows:
            text = self._parts[at]
            assert isinstance(text, TextPart)
            # A block below the text, what else is in its paragraph or its list, has been made of it.
            others = (
                part.block if isinstance(part, TextPart) else part.blocks[0] for part in self._parts[at:]
            )
            following = (block for block in others if block.location.line > text.block.end)
            below = next((block for block in following if not isinstance(block, OutlineItem)), None)
            is_made = isinstance(below, OutlineOther)
            if is_made or key(path) in self._described:
                self._statements.append(_row_of(entry, path))
            else:
                rows.setdefault(at, []).append(self._placed_row(entry, path))
        for at in sorted(rows, reverse=True):
            text = self._parts[at]
            assert isinstance(text, TextPart)
            place, tables = text.block.location, tuple(build_tables(rows[at]))
            self._parts.insert(
                at + 1, TablePart(tables, place.line, text.block.end, (text.block,), is_told=True)
            )

    # ------------------------------------------------------------ lists

    def _list(self, items: Sequence[OutlineItem]) -> None:
        context = self._context
        if items[0].depth and self._before is None:
            # The row that these are below is above some text.
            context = context.doubted("the row that it is indented below is not known")
        if _is_defence(context):
            items = [item if item.depth else _of_defence(item, self._page) for item in items]
        placed = self._placed
        self._answered(self._top_entries(list_entries(items, self._page), context))
        if self._placed == placed:
            said = [(item.text, item.location) for item in items if not item.depth]
            self._state_unplaced(said)
        self._report_doubts(is_any_placed=self._placed > placed)

    def _following(self, entries: Sequence[Entry], context: Context) -> tuple[Sequence[Entry], Context]:
        """Return the rows below "Then:", and the auction that they go on with."""
        if not context.is_after:
            return entries, context
        alone = context._replace(answers=(), is_after=False)
        if _name_calls(entries, alone, self._page):
            return entries, alone
        said = self._said.get(key(context.answers[0].calls[:-1]), "")
        entries, context = following(entries, context, said)
        if self._above.is_after:
            # More rows below the heading "Continuations" go on with the same.
            self._headings[-1] = self._headings[-1]._replace(context=context)
        return entries, context

    def _answered(self, answers: tuple[RowAbove, ...]) -> None:
        """Note the rows that those below "Then:" may go on with."""
        heading = self._headings[-1]
        known = heading.context.answers
        firsts = [each[0].calls for each in (known, answers) if each and each[0].calls]
        if len(firsts) > 1 and key(firsts[0][:-1]) == key(firsts[1][:-1]):
            # More rows of the same auction
            answers = (*known, *answers)
        if answers:
            self._headings[-1] = heading._replace(context=heading.context._replace(answers=answers))

    def _say(self, calls: Calls, text: str) -> None:
        """Note what the last call of an auction means."""
        self._said[key(calls)] = f"{self._said.get(key(calls), '')} {text}"

    def _top_entries(self, entries: Sequence[Entry], context: Context) -> tuple[RowAbove, ...]:
        """Place items that are below no row: each placed one with all below it, the others stay text.

        Return those that other rows may go on with.
        """
        entries, context = self._following(entries, context)
        context = before_first(entries, for_openings(entries, context))
        if not context.calls:
            read_ranges(entries)
        if context.is_known and not (context.calls or context.doubt):
            join_openings(entries, self._page)
        assure_auctions(entries)
        rows: list[PlacedRow] = []
        blocks: list[OutlineBlock] = []
        paths = entry_paths(entries, context, self._page)
        is_partial = not all(isinstance(path, tuple) for path in paths)
        for index, (entry, path) in enumerate(zip(entries, paths, strict=True)):
            if isinstance(path, tuple):
                rows += self._subtree(entry, path)
                blocks += entry.blocks()
                continue
            self._flush(rows, blocks, is_partial=is_partial)
            rows, blocks = [], []
            if entry.children or entry.doubt or not self._tell_sentences(entry.block):
                self._doubt(entry, path)
            self._parts.append(TextPart(entry.block))
            if entry.children:
                answers = answers_of(entries[:index], paths[:index], context)
                below = below_text(entry, path, context._replace(answers=answers), self._page)
                self._top_entries(entry.children, below)
        self._flush(rows, blocks, is_partial=is_partial)
        return answers_of(entries, paths, context)

    def _flush(
        self,
        rows: Sequence[PlacedRow],
        blocks: Sequence[OutlineBlock],
        doubtful: Sequence[str] = (),
        *,
        is_partial: bool,
    ) -> None:
        if rows:
            line, end = blocks[0].location.line, max(block.end for block in blocks)
            tables = tuple(table._replace(is_partial=is_partial) for table in build_tables(rows))
            left, self._beside = (*doubtful, *self._beside), []
            is_other = self._context.is_other
            self._parts.append(TablePart(tables, line, end, tuple(blocks), left, is_other=is_other))

    def _subtree(self, entry: Entry, path: Calls) -> list[PlacedRow]:
        """Return the rows of an item and of those below it; texts go on with a description."""
        row = self._placed_row(entry, path)
        rows = [row]
        context = Context(path, True)
        if forces_a_call(entry, path, self._page):
            context = context.doubted(ROW_BRINGS_IN)
        self._below(entry.children, context, row, rows)
        return rows

    def _below(
        self, entries: Sequence[Entry], context: Context, row: PlacedRow, rows: list[PlacedRow]
    ) -> None:
        entries, context = self._following(entries, context)
        paths = entry_paths(entries, context, self._page)
        has_rows = any(isinstance(path, tuple) for path in paths)
        for index, (entry, path) in enumerate(zip(entries, paths, strict=True)):
            if isinstance(path, tuple):
                rows += self._subtree(entry, path)
                continue
            text = f"{entry.block.text}\n{entry.block.description}"
            is_slip = entry.read is None and has_rows and _NEARLY_CALL.match(text) is not None
            if is_slip:
                self._doubted.append(_Doubt(entry.block.text, _NO_CALL, entry.block.location))
            self._doubt(entry, path)
            # "new suit: F1" does not describe a bare "1♦ – 1♥ – 2♦" above it, nor does "2OX: 15-17".
            is_beside = is_slip or (not (path or row.lines) and is_in_words(text))
            # A row that stays text beside others says nothing of the call above; "2♣ is asked then." may.
            is_auction = entry.read is not None and len(entry.read.columns) > 1
            is_beside = is_beside or (path != "" and has_rows and (is_auction or text.rstrip()[-1:] != "."))
            self._beside += [text.strip()] if is_beside else []
            for number, line in enumerate(filter(None, text.split("\n")) if not is_beside else ()):
                place = entry.block.location._replace(line=entry.block.location.line + number)
                row.lines += [(line, place)] if says_something(line) else []
            if entry.children:
                answers = answers_of(entries[:index], paths[:index], context)
                below = below_text(entry, path, context._replace(answers=answers), self._page)
                # What stays text below it describes what it is below.
                head = PlacedRow((), [], row.location) if is_beside else row
                self._below(entry.children, below, head, rows)
                self._beside += [line for line, _ in head.lines] if is_beside else []

    def _placed_row(self, entry: Entry, path: Calls) -> PlacedRow:
        assert entry.read is not None
        self._placed += 1
        self._say(path, entry.text[entry.read.offset :])
        said = f"{entry.text[entry.read.offset :]} {entry.block.description}"
        _, before = self._described.get(key(path), (path, ""))
        self._described[key(path)] = path, f"{before}; {said.strip().lower()}"
        if len(path) == 1 and (name := of_kind("name").search(entry.text)):
            known = self._openings.setdefault(name[0].lower(), path)
            self._openings[name[0].lower()] = path if known == path else ()
        return _row_of(entry, path)

    def _doubt(self, entry: Entry, reason: str) -> None:
        if reason and entry.read is not None and not entry.read.is_word:
            self._doubted.append(_Doubt(entry.block.text, reason, entry.block.location))

    def _report_doubts(self, *, is_any_placed: bool, header: str = "") -> None:
        """Report the rows of a list or table that stay text, those of one cause at the first of them."""
        causes: dict[str, list[_Doubt]] = {}
        for doubt in sorted(self._doubted, key=lambda each: each.reason.startswith(_DUE)):
            reason = doubt.reason
            if reason.endswith(_ILLEGAL) and not is_any_placed:
                reason = _ILLEGAL
            if reason.startswith(_DUE):
                is_beside = reason.startswith(_BESIDE)
                due = (
                    each
                    for each, (first, *_) in causes.items()
                    if (each.endswith(_ILLEGAL) if is_beside else first.location.line <= doubt.location.line)
                )
                reason = [reason, *due][-1]
            causes.setdefault(reason, []).append(doubt)
        for first, *others in causes.values():
            is_meant = _is_meant_as_text([first, *others], f"{self._words_above} {header}")
            cause = _AS_MEANT if is_meant else None
            shown = " ".join(first.text.partition("\n")[0].replace("*", "").split())
            shown = f"“{shown if len(shown) <= 60 else shown[:57] + '…'}”"
            more = len({doubt.location for doubt in others} - {first.location})
            rows = f"{shown} and {more} more row{'s' * (more > 1)} stay" if more else f"{shown} stays"
            message, hint = f"{rows} text: {first.reason}.", _hint(first.reason)
            # One of four rows that cannot follow is a slip; of several, the auction above is not theirs.
            is_slip = first.reason.endswith(_ILLEGAL) and len(others) > 2
            is_slip = is_slip and all(each.reason.startswith(_BESIDE) for each in others)
            is_of_call = is_slip or TWICE in first.reason
            code = "BML153" if is_of_call else "BML152" if _is_rule(first.reason) else "BML151"
            self._log.report(code, message, first.location, hint, cause=cause)
        self._left += [doubt.location.line for doubt in self._doubted]
        self._doubted = []

    # ------------------------------------------------------------ tables

    def _table(self, block: OutlineTable) -> None:
        placed: list[PlacedRow] = []
        doubtful: list[str] = []
        forms = TableForms(self._page)
        tables = list(forms.divided(block))
        for table in tables:
            context = self._context
            for part in forms.titled(table):
                rows, others, context = self._table_rows(part, context)
                # What no row of is placed stays text, below those of other columns.
                placed += rows if not all(row.is_history for row in rows) else []
                doubtful += others
        above = (part.block for part in self._parts[-1:] if isinstance(part, TextPart))
        texts = [text.text for text in above if isinstance(text, OutlineText)]
        header = " ".join((*texts, *(block.header.cells if block.header else ())))
        self._report_doubts(is_any_placed=bool(placed), header=header)
        if len(tables) > 1:
            self._answered((RowAbove(()),))
        if placed:
            self._flush(placed, [block], doubtful, is_partial=bool(doubtful))
        else:
            self._parts.append(TextPart(block))
        self._state_rows(block, are_placed=bool(placed))

    @property
    def _words_above(self) -> str:
        """Return the heading above, and the text."""
        return f"{self._section} {self._text_above}"

    def _state_rows(self, block: OutlineTable, *, are_placed: bool) -> None:
        """Note what rows of a table say of bids in notrump, and of all new suits: "new suit | GF"."""
        said = [(": ".join(filter(None, row.cells[:2])), row.location) for row in block.rows]
        for text, place in said:
            self._general += find_rules(text.replace(",", " "), place, (), self._page.letters)
        if not are_placed:
            head = block.header
            # "| 5♣ | 1 or 4 |" may stand where others have a header.
            first = (
                [(": ".join(head.cells[:2]), head.location)]
                if head and self._page.read(head.cells[0])
                else []
            )
            self._state_unplaced(said, first)
            for text, place in said:
                self._state(OutlineItem(0, text, place, place.line))

    def _state_unplaced(
        self, said: Sequence[tuple[str, Location]], header: Sequence[tuple[str, Location]] = ()
    ) -> None:
        """Note what rows without an auction say: how bids follow each other, and answers that count."""
        self._general += find_ladder(said)
        self._general += find_steps([*header, *said], self._page.letters, self._words_above)

    def _with_whole_header(self, block: OutlineTable) -> OutlineTable:
        """Return a table with the calls that its header leaves out: those of the only row ``...-3♣-3♦-``."""
        first = block.header.cells[0].strip("* ") if block.header and block.header.cells else ""
        left_out = _LEFT_OUT.match(first)
        read = self._page.read(first[left_out.end() :]) if left_out else None
        if not (block.header and read):
            return block
        last = row_calls(read, NOWHERE)
        found = [path for path, _ in self._described.values() if key(path[-len(last) :]) == key(last)]
        if len(found) != 1:
            return block
        return block._replace(
            header=block.header._replace(cells=(f"{shown(found[0])}-", *block.header.cells[1:]))
        )

    def _table_rows(
        self, block: OutlineTable, context: Context
    ) -> tuple[list[PlacedRow], list[str], Context]:
        """Return the rows of a table that are placed, and the texts of those that are doubtful.

        The last is the auction above titles among the rows of the table.
        """
        if _is_defence(context):
            cells = [(with_their_call(row.cells[0], self._page), *row.cells[1:]) for row in block.rows]
            block = block._replace(
                rows=tuple(row._replace(cells=own) for row, own in zip(block.rows, cells, strict=True))
            )
        block = self._with_whole_header(block)
        layout = table_layout(block, context, self._page, has_headed_tables=self._has_headed_tables)
        if layout is None:
            return [], [" | ".join(filter(None, row.cells)) for row in block.rows], context
        entries, following = self._following(table_entries(layout, self._page), layout.context)
        if layout.context.is_explicit and layout.context.calls:
            self._below_heading.append(layout.context.calls)
        if not following.is_explicit:
            following = for_openings(entries, following)
        if not following.calls:
            read_ranges(entries)
        placed: list[PlacedRow] = []
        if layout.head is not None:
            said, calls = [(layout.description, layout.head)], following.calls
            if layout.description and calls[-1].theirs and calls[-1].literal is PASS:
                # "(1♥)-X-(P)- | Takeout"
                placed.append(PlacedRow(calls[:-1], said, layout.head, True))
                said = []
            placed.append(PlacedRow(calls, said, layout.head, True))
        paths = with_first(entries, entry_paths(entries, following, self._page))
        texts: list[tuple[Entry, str]] = []
        # "new suit | 10+" does not go on with the row above.
        named_rows = {
            row.location.line for row in block.rows if any(map(str.strip, row.cells[: layout.columns]))
        }
        for entry, path in zip(entries, paths, strict=True):
            if isinstance(path, tuple):
                placed += self._subtree(entry, path)
            else:
                texts += [(each, path) for each in entry.every()]
        for entry, path in texts:
            is_slip = placed and _SLIP_OF_CALL.match(entry.block.text)
            if not path and (is_slip or _NEARLY_CALL.match(entry.block.text)):
                self._doubted.append(_Doubt(entry.block.text, _NO_CALL, entry.block.location))
            self._doubt(entry, path)
            line = (_tidy(entry.block.text), entry.block.location)
            if not path and placed and line[1].line not in named_rows:
                before = (row for row in reversed(placed) if row.location.line <= line[1].line)
                next(before, placed[0]).lines.append(line)
        self._answered(answers_of(entries, paths, following))
        left = [
            _tidy(entry.block.text)
            for entry, path in texts
            if path or entry.block.location.line in named_rows
        ]
        above = context if block.is_titled else following
        return placed, left, above._replace(answers=self._above.answers, is_after=False)


_LEFT_OUT = re.compile(r"(?:\.\.\.|\u2026)\s*[-\u2013\u2014]?\s*(?=\(?[1-7])")


def _as_partial(part: TextPart | TablePart) -> TextPart | TablePart:
    """Return a part of a page on which rows stay text."""
    if isinstance(part, TextPart):
        return part
    return part._replace(tables=tuple(table._replace(is_partial=True) for table in part.tables))


def _row_of(entry: Entry, path: Calls) -> PlacedRow:
    """Return the row of a call whose auction is known, with all lines of its description."""
    assert entry.read is not None
    place = entry.block.location
    first, *more = entry.text[entry.read.offset :].split("\n")
    # "1♠-2♦-2♠-?" asks for what is below it.
    first = "" if entry.children and first.strip() == "?" else first
    shift = len(entry.block.text) - len(entry.text) + entry.read.offset
    lines = [(_tidy(first) if says_something(first) else "", place.shifted(max(shift, 0)))]
    more += entry.block.description.split("\n") if entry.block.description else []
    for number, line in enumerate(more, 1):
        lines.append((_tidy(line), place._replace(line=min(place.line + number, entry.block.end))))
    return PlacedRow(path, [line for line in lines if line[0]], place)


def _is_defence(context: Context) -> bool:
    """Return whether rows are for openings of theirs by the heading: "Michaels", "Against preempts"."""
    kinds = ("defence", "defending", "defences")
    return not context.calls and context.is_other and any(has(kind, context.doubt) for kind in kinds)


def _of_defence(item: OutlineItem, page: PageCalls) -> OutlineItem:
    return item._replace(text=with_their_call(item.text, page))


def _name_calls(entries: Sequence[Entry], context: Context, page: PageCalls) -> bool:
    """Return whether items name the calls that those below them follow, as in "after 2♥ or 2♠"."""
    return all(
        entry.read is None and key(below_text(entry, "", context, page).calls) != key(context.calls)
        for entry in entries
        if entry.children or entry.read
    )


def _ends_with_theirs(calls: Calls) -> bool:
    return bool(calls) and calls[-1].theirs


def _is_turn(calls: Calls, player: str) -> bool:
    """Return whether the next call of an auction of ours is the opener's, or the responder's."""
    bids = [call for call in calls if call.text != "P"]
    is_opener = sum(not call.theirs for call in bids) % 2 == 0
    return not bids[0].theirs and (player == "next" or is_opener is (player == "opener"))


def _tidy(text: str) -> str:
    """Return a description without the marks that were around its call."""
    return re.sub(r"^[*_]+(?=\s|$)|^\s*[|:]\s*|(?<= ) +", "", text.strip()).strip()


def _rows_without_header(block: OutlineText) -> list[_Doubt]:
    """Return the lines of a paragraph that would be rows of a table if it had a header."""
    lines = [line.strip() for line in block.text.split("\n")]
    if not all(len(line) > 1 and line[0] == line[-1] == "|" for line in lines):
        return []
    places = (block.location._replace(line=block.location.line + n) for n in range(len(lines)))
    rows = (line.strip("|").strip().replace(" | ", ": ", 1) for line in lines)
    return [_Doubt(row, _NO_HEADER, place) for row, place in zip(rows, places, strict=True)]


def _is_meant_as_text(doubts: Sequence[_Doubt], above: str) -> bool:
    """Return whether rows of one cause stay text as they should: no auction can be written for them.

    They are below "After a new suit", answers to an ask for key cards or kings as they or the heading and
    header above say ("0 or 3", "Blackwood"), or one whole sentence.
    """
    first, *others = doubts
    # "3♠ is a splinter, so 4♥ is to play."
    is_sentence = not others and re.fullmatch(r"[^\s:]+ [^\W\d].*\.\s*", first.text, re.DOTALL) is not None
    # "5♣: none or three", and "Pass: one or four" where they double
    are_high = all(
        re.match(r"\W*(?:[4-7]|pass|d(?:ou)?b(?:l|le)?\b|xx\b|[pdxr]\b|\d\w\w step|step)", each.text, re.I)
        for each in doubts
    )
    texts = (above, *(each.text for each in doubts))
    are_answers = are_high and any(has("slam-ask", text) or _OF_ACES.search(text) for text in texts)
    return first.reason == SEVERAL or is_sentence or are_answers


def _is_rule(reason: str) -> bool:
    """Return whether rows are below a heading of rules for many auctions: "Overcalls", "Cue-bids"."""
    kinds = ("doubt", "defence", "convention", "slam-ask")
    return reason.endswith((NO_NAME, ABOUT_ELSE)) and any(has(kind, reason) for kind in kinds)


def _hint(reason: str) -> str:
    if reason == _NO_HEADER:
        return "Write its header, with |---|---| in the line below it."
    if TWICE in reason:
        return "Correct one of the two calls; or indent the rows that go below another one."
    if "sentence" in reason:
        return "Write a colon or two spaces after the call if it is a row."
    if has("passed-hand", reason):
        return _HINT.replace("1N-2C---", "P-1M---")
    if reason == THEIR_CALL:
        return _HINT.replace("1N-2C---", "1M-(2X)--- for all suits that they bid")
    if "ticked" in reason:
        return "Write [x] before it if you play it."
    if "does not begin" in reason:
        return "Correct the call if it is a row."
    if "not legal" in reason:
        return f"Correct the call. {_HINT} Calls of opponents are in parentheses."
    if reason.endswith(NO_NAME) and (has("defence", reason) or has("doubt", reason)):
        return _HINT.replace("1N-2C---", "(1X)--- for all suits that they open")
    return _HINT
