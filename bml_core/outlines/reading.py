"""From the outline of a page to its agreements: which lines are calls, and the auction of each.

A row is placed only where its auction is written and legal. Everything else stays text, and is reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile, groupby

from bml_core.bridge import PASS
from bml_core.outlines.answers import answers_of, following
from bml_core.outlines.auction_tables import auction_of
from bml_core.outlines.call_names import is_worded_call
from bml_core.outlines.contexts import MENTIONED, NO_AUCTION, NO_NAME, OF_ANOTHER, PROSE, Context, RowAbove
from bml_core.outlines.described_calls import DescribedCalls
from bml_core.outlines.doubts import Doubts, rows_of_text, rows_without_header
from bml_core.outlines.entries import Entry, assure_auctions, list_entries, read_ranges, with_their_call
from bml_core.outlines.headings import Headings, without_number
from bml_core.outlines.layout import plain_signs
from bml_core.outlines.lead_ins import brings_in_a_call, lead_in
from bml_core.outlines.measures import is_length, is_remark
from bml_core.outlines.outline import (
    Outline,
    OutlineBlock,
    OutlineHeading,
    OutlineItem,
    OutlineOther,
    OutlineTable,
    OutlineText,
    first_line,
)
from bml_core.outlines.outline_notes import OutlineNotes, TablePart, TextPart
from bml_core.outlines.overcalls import with_their_opening
from bml_core.outlines.page_calls import PageCalls
from bml_core.outlines.page_statements import PageStatements, is_on_notation, legend_of_page
from bml_core.outlines.paragraph_rows import line_items, with_rows_as_items
from bml_core.outlines.paths import (
    before_first,
    below_row,
    below_text,
    entry_paths,
    for_openings,
    for_our_doubles,
    is_in_words,
    says_something,
    with_first,
)
from bml_core.outlines.placing import PlacedRow, build_tables, placed_row, tidy
from bml_core.outlines.sequences import (
    NOWHERE,
    Calls,
    begins,
    goes_on,
    is_legal,
    is_list,
    key,
    replaced,
    row_calls,
    shown,
)
from bml_core.outlines.table_forms import TableForms
from bml_core.outlines.table_rows import table_entries, table_layout
from bml_core.outlines.telling import are_led, find_telling, told_from
from bml_core.outlines.text_rows import TextRow, heading_rows, opening_rows, points_in_heading, sentence_rows
from bml_core.outlines.word_kinds import has, of_kind

# "2Z | what?" is a row with a slip in its call; "4 spades" and "3rd seat" are words.
_NEARLY_CALL = re.compile(r"[*(!]*[1-7][A-Za-z\u2660-\u2667]{1,2}(?![a-z])\W")
# "44" and "♠4" in the column of 4♠
_SLIP_OF_CALL = re.compile(r"(?:[1-7][1-7]|[CDHSN\u2660-\u2667][1-7])(?!\w)")
# "2NT (asks)."
_ASIDE = re.compile(r" *\([^()]*\)[.:]?")
_OUR_MAJOR = re.compile(r"^([1-7]) of (?:our|opener['\u2019]s|the agreed) (?:major|M)(?!\w)")
_OTHER_MAJOR = re.compile(r"^([1-7]) of (?:the )?(?:other major|OM|oM)(?!\w)")
# "...-3♣-3♦-" in the header of a table
_LEFT_OUT = re.compile(r"(?:\.\.\.|\u2026)\s*[-\u2013\u2014]?\s*(?=\(?[1-7])")


def read_outline(outline: Outline, file: str = "") -> OutlineNotes:
    """Return the notes of a page.

    >>> from bml_core.diagnostics import Location
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
            # "|===" alone has no cells.
            cleaned = [
                row._replace(cells=tuple(map(plain_signs, row.cells))) if row and row.cells else None
                for row in (header, *rows)
            ]
            return block._replace(header=cleaned[0], rows=tuple(filter(None, cleaned[1:])))
    return block


class _Reader:
    """The walk over one page, from block to block."""

    def __init__(self, outline: Outline, file: str) -> None:
        self._outline = outline
        self._file = file
        self._page = PageCalls.of(outline.blocks)
        self._headings = Headings(outline.blocks, self._page, file)
        # The auction of the paragraph above, below the last heading, and whether one was named there
        self._before: Context | None = None
        self._was_named = False
        # Whether a heading, or a paragraph that ends with a colon, is directly above.
        self._is_below = False
        self._described = DescribedCalls()
        self._doubts = Doubts()
        self._statements = PageStatements(self._page)
        self._parts: list[TextPart | TablePart] = []
        self._placed = 0
        # Texts below a row that say nothing of its call.
        self._beside: list[str] = []
        # What texts tell of calls, each with the number of the part that the text is.
        self._told: list[tuple[int, TextRow]] = []
        # Who heads one table by an auction means that of others, too.
        self._has_headed_tables = _has_headed_tables(outline.blocks, self._page)

    def read(self) -> OutlineNotes:
        blocks = list(with_rows_as_items(self._outline.blocks, self._page))
        index = 0
        while index < len(blocks):
            block = blocks[index]
            end = index + 1
            if self._headings.leave_boxes(block.location.line):
                self._before, self._was_named = None, False
            if not isinstance(block, OutlineText | OutlineHeading):
                self._is_below = False
            match block:
                case OutlineHeading():
                    self._heading(block)
                case OutlineText() | OutlineItem() if is_on_notation(
                    self._headings.box or self._headings.section
                ):
                    self._parts.append(TextPart(block))
                case OutlineText() if block.until:
                    self._box(block)
                case OutlineText():
                    # "1♣ – 1NT shows 8–10." is still above rows where a block of BML says so below it.
                    following = dropwhile(lambda each: isinstance(each, OutlineOther), blocks[end:])
                    self._paragraph(block, self._page.first_calls(list(following)))
                case OutlineTable() if calls := auction_of(block, self._page):
                    self._before, self._was_named = Context(calls, True), True
                    self._headings.arrive(self._before)
                    self._parts.append(TextPart(block))
                case OutlineTable():
                    self._table(block)
                case OutlineItem():
                    while end < len(blocks) and isinstance(blocks[end], OutlineItem):
                        end += 1
                    self._list([item for item in blocks[index:end] if isinstance(item, OutlineItem)])
                case _:
                    if block.calls:
                        self._statements.add_auction(block.calls)
                    # It may have rows that are written as BML already.
                    self._headings.answered((RowAbove(()),))
                    self._parts.append(TextPart(block))
            index = end
        self._place_told()
        left = self._doubts.lines
        # What no row describes may be in one that stays text.
        is_partial = self._doubts.are_partial
        parts = [
            part.as_partial() if is_partial and isinstance(part, TablePart) else part for part in self._parts
        ]
        diagnostics = (*self._outline.diagnostics, *self._doubts.take())
        statements = self._statements.tables()
        return OutlineNotes(
            self._file,
            self._outline.title,
            tuple(parts),
            self._placed,
            left,
            diagnostics,
            statements,
            legend_of_page(parts),
        )

    # ------------------------------------------------------------ what is above

    @property
    def _context(self) -> Context:
        """Return the auction that rows go on with here."""
        return self._headings.above if self._before is None else self._before

    @property
    def _words_above(self) -> str:
        """Return the heading above, and the paragraph directly above rows that stay text."""
        paragraph = ""
        for part in reversed(self._parts):
            match part:
                case TextPart(block=OutlineItem() | OutlineTable()):
                    continue
                case TextPart(block=OutlineText(text=text)):
                    paragraph = text
            break
        return f"{self._headings.section} {paragraph}"

    def _heading(self, block: OutlineHeading) -> None:
        text = without_number(block.text)
        context = self._headings.enter(block, self._described)
        self._described.say(
            context.calls, text[found[-1][1].end :] if (found := self._page.find(text)) else ""
        )
        self._before, self._was_named, self._is_below = None, False, True
        self._statements.begin_section(block, context)
        self._tell(rows := heading_rows(block, context, self._page))
        for row in () if rows else points_in_heading(block, context, self._page):
            self._statements.add_row(*row)
        self._parts.append(TextPart(block))

    def _box(self, title: OutlineText) -> None:
        """Begin a box: "They double" is the auction of what is in it; "2♦ is the only ask" says something."""
        read = self._page.read(title.text)
        says = told_from(title.text, self._page, has_auction=False) is not None
        if says or (read and title.text[read.offset :].strip()):
            self._paragraph(title._replace(until=0))
            return
        self._headings.enter_box(title)
        self._before, self._was_named, self._is_below = None, False, True
        self._parts.append(TextPart(title))

    # ------------------------------------------------------------ paragraphs

    def _paragraph(self, block: OutlineText, below: frozenset[str] | None = None) -> None:
        """Read a paragraph; ``below`` are the calls of the rows below it, if these follow."""
        is_below, self._is_below = self._is_below, block.text.rstrip("*_ ").endswith(":")
        read, bids = self._page.read(block.text) if is_below else None, below or frozenset()
        is_described = read is not None and (
            is_remark(self._headings.section, block.text)
            or (
                is_length(block.text, read)
                and self._is_too_high((*self._headings.above.calls, *row_calls(read, NOWHERE)), bids)
            )
        )
        if not is_described:
            if are_led(block.text.split("\n"), self._page):
                self._list(list(line_items(block)))
                return
            begin = told_from(block.text, self._page, has_auction=is_below)
            told = self._page.read(block.text)
            is_alone = told is not None and _ASIDE.fullmatch(block.text, told.end) is not None
            # "1♣ – 1NT shows 8–10." above 2♣ and 2♦ is a text.
            is_above = brings_in_a_call(block.text, self._headings.above, self._page, below or frozenset())
            if begin is not None and (is_alone or not (below and is_above)):
                self._told_paragraph(block, begin)
                if below and is_alone:
                    # "(1♥) – 2♥ – (P) – 2NT (asks)." above the answers
                    self._arrive(block.text, below, is_below=is_below)
                return
        rows = rows_without_header(block)
        if any(self._page.read(row.text) for row in rows):
            self._doubts.add(rows)
            self._doubts.report(self._words_above, is_any_placed=False)
        elif is_described or not self._tell_sentences(block):
            self._doubts.add(rows_of_text(block, self._page))
            self._doubts.report(self._words_above, is_any_placed=True)
            heading = self._parts[-1].block if self._parts and isinstance(self._parts[-1], TextPart) else None
            if isinstance(heading, OutlineHeading):
                self._tell(opening_rows(block, heading, self._headings.above, self._page))
        self._parts.append(TextPart(block))
        said = block.text[read.end :].lstrip(" ,:") if read and is_described else block.text
        self._arrive(said, below, is_below=is_below)

    def _arrive(self, said: str, below: frozenset[str] | None, *, is_below: bool) -> None:
        """Let the rows below a paragraph go on with the auction that this names, if it brings in any.

        ``is_below`` says that it is directly below a heading or another one that ends with a colon.
        """
        above, bids = self._headings.above, below or frozenset()
        before = lead_in(said, above, self._page, below)
        if before is not None and (before.doubt or not self._context.doubt):
            # "Ogust:" goes on with the row of this name, if it can.
            context = above if has("either", said) or self._context.doubt else self._context
            meant = self._described.by_convention(said, context, self._page)
            before = meant if meant and goes_on(meant.calls, bids) else self._without_convention(said, before)
        is_after = not is_below or of_kind("after-alone").match(said)
        is_beside = before is not None and not is_after and begins(before.calls, above.calls)
        if before and is_beside and self._is_too_high(before.calls, bids):
            # "15–17, 5♥ or 5♠ possible:"
            before = above
        passed = of_kind("passed-hand").search(said)
        if before is not None:
            self._before, self._was_named = self._headings.by_passed_hand(before), True
        elif brings_in_a_call(said, above, self._page, bids):
            self._before = above.doubted(PROSE)
        elif passed and bids and "1C" not in bids and not above.is_known:
            # "On by a passed hand." below "Drury"
            self._before = above.doubted(f"“{passed[0]}” {NO_NAME}", is_other=True)
        elif self._was_named:
            # Below "Defence:", rows still begin with calls of theirs.
            is_other = self._before is not None and self._before.is_other
            self._before = above.doubted(NO_AUCTION, is_other=is_other)
        else:
            self._before = None

    def _without_convention(self, said: str, before: Context) -> Context:
        """Return the auction above as doubted for the answers to a convention that nothing there names."""
        name, above = of_kind("known").search(said), self._headings.above
        if not (name and has("response", said) and above.calls and key(before.calls) == key(above.calls)):
            return before
        known = f"{self._headings.section} {self._described.meaning(above.calls)}".lower()
        is_new = name[0].lower() not in known and not self._page.find(said)
        return above.doubted(f"\u201c{name[0]}\u201d {NO_NAME}") if is_new else before

    def _is_too_high(self, calls: Calls, below: frozenset[str]) -> bool:
        """Return whether no row below goes on with these calls, only with those above: "5♥, 11" above 1♠."""
        above, bids = self._headings.above.calls, [each for each in below if each[:1].isdecimal()]
        return above != () and goes_on(above, bids) and not goes_on(calls, bids)

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
            above = self._headings.above
            self._before = above.doubted(MENTIONED) if is_named else None
            calls = row_calls(lead, NOWHERE) if lead else ()
            if len(calls) == 1 and begins(calls, above.calls[-1:]) and key(calls) != key(above.calls[-1:]):
                # "After 2♥: 2♠ = weak" below 1♣ – 2♦/2♥ is one of the two.
                self._before = above._replace(calls=replaced(above.calls, len(above.calls) - 1, calls)[:-1])
        is_line = block.text[:begin].endswith("\n")
        if said and is_line:
            self._parts.append(TextPart(block._replace(text=said, end=place.line - 1)))
        elif said:
            place = block.location
        before = len(self._parts)
        self._list([OutlineItem(0, block.text[begin:], place, max(place.line, block.end))])
        if said and not is_line and isinstance(part := self._parts[before], TablePart):
            self._parts[before] = part._replace(lead=said)
        self._before = self._headings.above.doubted(NO_AUCTION) if has_lead else None
        self._was_named = has_lead

    # ------------------------------------------------------------ what texts tell

    def _tell(self, rows: Sequence[TextRow]) -> None:
        """Note what the next part of the page tells of calls."""
        self._told += [(len(self._parts), row) for row in rows]

    def _tell_sentences(self, block: OutlineText | OutlineItem) -> bool:
        """Note what a text that stays says of calls; return whether any sentence of it tells of some."""
        self._statements.add_text(block, self._headings.above)
        rows = sentence_rows(block, self._headings.above, self._context, self._page)
        self._tell(rows)
        auctions = {key(path): path for _, path in rows}
        is_named = of_kind("known").fullmatch(self._headings.section.strip(" :").lower()) is not None
        if is_named and len(auctions) == 1 and not self._headings.above.calls:
            # "1NT–2♣ asks for a major." below "Stayman"
            (calls,) = auctions.values()
            self._headings.go_on(Context(calls, True))
        return bool(rows)

    def _place_told(self) -> None:
        """Place the calls that texts tell of, below these, where no row is for the same auction."""
        rows: dict[int, list[PlacedRow]] = {}
        for at, (entry, path) in self._told:
            text = self._parts[at]
            assert isinstance(text, TextPart)
            # A block below the text, what else is in its paragraph or its list, has been made of it.
            others = (
                part.block if isinstance(part, TextPart) else part.blocks[0] for part in self._parts[at:]
            )
            following = (block for block in others if block.location.line > text.block.end)
            below = next((block for block in following if not isinstance(block, OutlineItem)), None)
            is_made = isinstance(below, OutlineOther)
            if is_made or self._described.has_row(path):
                self._statements.add_row(entry, path)
            else:
                rows.setdefault(at, []).append(self._place(entry, path))
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
        items = self._with_theirs(items, context)
        placed = self._placed
        self._headings.answered(self._top_entries(list_entries(items, self._page), context))
        is_any_placed = self._placed > placed
        if not is_any_placed:
            said = [(item.text, item.location) for item in items if not item.depth]
            self._statements.add_unplaced(said, self._words_above)
            for depth, below in groupby(items, key=lambda item: item.depth):
                # "5♣ 1 or 4" below "4NT key cards"
                answers = [(item.text, item.location) for item in below if depth]
                self._statements.add_answers(answers, self._words_above)
            lines = [
                (": ".join(filter(None, (item.text, item.description))), item.location)
                for item in items
                if not item.depth
            ]
            self._statements.add_summary(lines, self._headings.above)
        self._doubts.report(self._words_above, is_any_placed=is_any_placed)

    def _with_theirs(self, items: Sequence[OutlineItem], context: Context) -> list[OutlineItem]:
        """Return items, those at the left with the calls of theirs that come before them."""
        lines = [f"{item.text}: {item.description}" for item in items if not item.depth]
        texts = iter(self._over_theirs(lines, context))
        return [
            item if item.depth else item._replace(text=next(texts)[: -len(item.description) - 2])
            for item in items
        ]

    def _over_theirs(self, texts: Sequence[str], context: Context) -> list[str]:
        """Return the texts of rows with what is above them: calls of theirs, or which major is "ours"."""
        if _is_defence(context) or (context.calls and is_list(context.calls) and context.calls[0].theirs):
            texts = [with_their_call(text, self._page) for text in texts]
        if any(call.text.endswith("M") for call in context.calls):
            # "3 of our major" and "3 of the other major" below 1M – 2NT
            texts = [_OTHER_MAJOR.sub(r"\1oM", _OUR_MAJOR.sub(r"\1M", text)) for text in texts]
        if context.calls or self._before is not None:
            return list(texts)
        return with_their_opening(self._headings.subject, texts, self._page)

    def _following(self, entries: Sequence[Entry], context: Context) -> tuple[Sequence[Entry], Context]:
        """Return the rows below "Then:", and the auction that they go on with."""
        if not context.is_after:
            return entries, context
        alone = context._replace(answers=(), is_after=False)
        if _name_calls(entries, alone, self._page):
            return entries, alone
        entries, context = following(entries, context, self._described.meaning(context.answers[0].calls[:-1]))
        if self._headings.above.is_after:
            # More rows below the heading "Continuations" go on with the same.
            self._headings.go_on(context)
        return entries, context

    def _top_entries(self, entries: Sequence[Entry], context: Context) -> tuple[RowAbove, ...]:
        """Place items that are below no row: each placed one with all below it, the others stay text.

        Return those that other rows may go on with.
        """
        entries, context = self._following(entries, context)
        context = before_first(entries, for_openings(entries, context))
        if not context.calls:
            read_ranges(entries)
        assure_auctions(entries)
        rows: list[PlacedRow] = []
        blocks: list[OutlineBlock] = []
        paths = entry_paths(entries, context, self._page)
        paths = for_our_doubles(entries, paths, (self._headings.subject,))
        is_partial = not all(isinstance(path, tuple) for path in paths)
        for index, (entry, path) in enumerate(zip(entries, paths, strict=True)):
            if isinstance(path, tuple):
                rows += self._subtree(entry, path)
                blocks += entry.blocks()
                continue
            self._flush(rows, blocks, is_partial=is_partial)
            rows, blocks = [], []
            if entry.children or entry.doubt or not self._tell_sentences(entry.block):
                self._doubts.add_entry(entry, path)
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
            line, end = first_line(blocks[0]), max(block.end for block in blocks)
            tables = tuple(table._replace(is_partial=is_partial) for table in build_tables(rows))
            left, self._beside = (*doubtful, *self._beside), []
            is_other = self._context.is_other
            self._parts.append(TablePart(tables, line, end, tuple(blocks), left, is_other=is_other))

    def _subtree(self, entry: Entry, path: Calls) -> list[PlacedRow]:
        """Return the rows of an item and of those below it; texts go on with a description."""
        row = self._place(entry, path)
        rows = [row]
        self._below(entry.children, below_row(entry, path, self._page), row, rows)
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
                self._doubts.add_slip(entry)
            self._doubts.add_entry(entry, path)
            # "new suit: F1" does not describe a bare "1♦ – 1♥ – 2♦" above it, nor does "2OX: 15-17".
            is_beside = is_slip or (not (path or row.lines) and is_in_words(text))
            # A row that stays text beside others says nothing of the call above; "2♣ is asked then." may.
            is_auction = entry.read is not None and len(entry.read.columns) > 1
            is_row = has_rows or path == OF_ANOTHER or (entry.read is not None and entry.read.is_apart)
            is_beside = is_beside or (path != "" and is_row and (is_auction or text.rstrip()[-1:] != "."))
            # "if doubled:" above the rows of that says nothing of the call either.
            is_lead = bool(entry.children) and not path and entry.text.rstrip("*_ ").endswith(":")
            is_beside = is_beside or is_lead or is_worded_call(text) or self._is_of_later(text, context.calls)
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

    def _is_of_later(self, text: str, calls: Calls) -> bool:
        """Return whether a text is about what is bid after one more call: "After 3♣: pass = weak"."""
        after = of_kind("after-alone").match(text)
        read = self._page.read(text[after.end() :].lstrip()) if after else None
        return read is not None and is_legal((*calls, *row_calls(read, NOWHERE)))

    def _place(self, entry: Entry, path: Calls) -> PlacedRow:
        self._placed += 1
        self._described.add(entry, path)
        return placed_row(entry, path)

    # ------------------------------------------------------------ tables

    def _table(self, block: OutlineTable) -> None:
        placed: list[PlacedRow] = []
        doubtful: list[str] = []
        forms = TableForms(self._page)
        tables = list(forms.divided(block, self._context.calls))
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
        self._doubts.report(f"{self._words_above} {header}", is_any_placed=bool(placed))
        if len(tables) > 1:
            self._headings.answered((RowAbove(()),))
        if placed:
            self._flush(placed, [block], doubtful, is_partial=bool(doubtful))
        else:
            self._parts.append(TextPart(block))
        self._statements.add_table(block, self._headings.above, self._words_above, are_placed=bool(placed))

    def _with_whole_header(self, block: OutlineTable, context: Context) -> OutlineTable:
        """Return a table with the calls that its header leaves out: those of the only row ``...-3♣-3♦-``.

        Those of "Ogust answer" are the ones that Ogust is described at.
        """
        first = block.header.cells[0].strip("* ") if block.header and block.header.cells else ""
        left_out = _LEFT_OUT.match(first)
        read = self._page.read(first[left_out.end() :]) if left_out else None
        path: Calls = self._described.ending_with(row_calls(read, NOWHERE)) if read else ()
        if has("response", first) and (meant := self._described.by_convention(first, context, self._page)):
            path = meant.calls
        if not (block.header and path):
            return block
        cells = (f"{shown(path)}-", *block.header.cells[1:])
        return block._replace(header=block.header._replace(cells=cells))

    def _table_rows(
        self, block: OutlineTable, context: Context
    ) -> tuple[list[PlacedRow], list[str], Context]:
        """Return the rows of a table that are placed, and the texts of those that are doubtful.

        The last is the auction above titles among the rows of the table.
        """
        lines = [" | ".join(row.cells) for row in block.rows]
        with_theirs = zip(lines, self._over_theirs(lines, context), block.rows, strict=True)
        rows = [
            row._replace(cells=(own[: len(own) - len(line) + len(row.cells[0])], *row.cells[1:]))
            for line, own, row in with_theirs
        ]
        block = block._replace(rows=tuple(rows))
        block = self._with_whole_header(block, context)
        layout = table_layout(block, context, self._page, has_headed_tables=self._has_headed_tables)
        if layout is None:
            return [], [" | ".join(filter(None, row.cells)) for row in block.rows], context
        entries, following = self._following(table_entries(layout, self._page), layout.context)
        if layout.context.is_explicit and layout.context.calls:
            self._statements.add_auction(layout.context.calls)
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
        # "Double shows"
        told = [title for title in layout.header[layout.columns :] if has("tells", title)]
        titles = (self._headings.subject, *told)
        paths = for_our_doubles(entries, entry_paths(entries, following, self._page), titles)
        paths = with_first(entries, paths)
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
                self._doubts.add_slip(entry)
            self._doubts.add_entry(entry, path)
            line = (tidy(entry.block.text), entry.block.location)
            if not path and placed and line[1].line not in named_rows:
                before = (row for row in reversed(placed) if row.location.line <= line[1].line)
                next(before, placed[0]).lines.append(line)
        self._headings.answered(answers_of(entries, paths, following))
        left = [
            tidy(entry.block.text) for entry, path in texts if path or entry.block.location.line in named_rows
        ]
        above = context if block.is_titled else following
        return placed, left, above._replace(answers=self._headings.above.answers, is_after=False)


def _is_defence(context: Context) -> bool:
    """Return whether rows are for openings of theirs by the heading: "Michaels", "Against preempts"."""
    kinds = ("defence", "defending", "defences")
    return not context.calls and context.is_other and any(has(kind, context.doubt) for kind in kinds)


def _name_calls(entries: Sequence[Entry], context: Context, page: PageCalls) -> bool:
    """Return whether items name the calls that those below them follow, as in "after 2♥ or 2♠"."""
    return all(
        entry.read is None and key(below_text(entry, "", context, page).calls) != key(context.calls)
        for entry in entries
        if entry.children or entry.read
    )


def _has_headed_tables(blocks: Sequence[OutlineBlock], page: PageCalls) -> bool:
    """Return whether the header of a table begins with an auction, or with a call and what follows it."""
    heads = [
        block.header.cells[0].strip()
        for block in blocks
        if isinstance(block, OutlineTable) and block.header and block.header.cells
    ]
    return any(read and (len(read.columns) > 1 or read.is_open) for read in map(page.read, heads))
