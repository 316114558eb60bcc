"""From the outline of a page to its agreements: which lines are calls, and the auction of each.

A row is placed only where its auction is written and legal. Everything else stays text, and is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import takewhile
from typing import NamedTuple

from bml_core.diagnostics import Diagnostic, DiagnosticLog, Location
from bml_core.document import BiddingTable, Document
from bml_core.language import WrittenCalls, find_calls, find_link, foreign_letters, is_dashed, read_calls
from bml_core.outlines.contexts import (
    ABOUT_ELSE,
    MENTIONED,
    NO_AUCTION,
    NO_NAME,
    NOWHERE,
    PROSE,
    THEIR_CALL,
    WORDS,
    Calls,
    Context,
    begins,
    has,
    is_legal,
    is_only,
    key,
    named,
    ours,
    resolved,
    row_calls,
    shown,
)
from bml_core.outlines.layout import is_word_row, plain_signs
from bml_core.outlines.outline import (
    Outline,
    OutlineBlock,
    OutlineHeading,
    OutlineItem,
    OutlineOther,
    OutlineRow,
    OutlineTable,
    OutlineText,
)
from bml_core.outlines.placing import PlacedRow, build_tables
from bml_core.outlines.table_forms import TableForms, is_row
from bml_core.outlines.telling import Telling, find_telling, find_told_auctions, find_told_sentences


class TextPart(NamedTuple):
    """A block of a page that stays as it is."""

    block: OutlineBlock


class TablePart(NamedTuple):
    """Bidding tables, the blocks that they were read from, and the first and last line of these.

    ``doubtful`` are the rows of theirs that stay text, ``lead`` is one above them: "By a passed hand,".
    ``is_told`` says that they are what sentences of the text above them tell of, which stays.
    """

    tables: tuple[BiddingTable, ...]
    line: int
    end: int
    blocks: tuple[OutlineBlock, ...]
    doubtful: tuple[str, ...] = ()
    lead: str = ""
    is_told: bool = False

    @property
    def is_list(self) -> bool:
        """Return whether they were items of a list."""
        return isinstance(self.blocks[0], OutlineItem)


@dataclass(frozen=True, slots=True)
class OutlineNotes:
    """The notes of a page: its parts in order, how many calls were placed, and which lines stay text."""

    file: str
    title: str
    parts: tuple[TextPart | TablePart, ...]
    placed: int
    unplaced: int
    diagnostics: tuple[Diagnostic, ...]

    @property
    def tables(self) -> tuple[BiddingTable, ...]:
        """Return the bidding tables."""
        return tuple(table for part in self.parts if isinstance(part, TablePart) for table in part.tables)

    @property
    def document(self) -> Document:
        """Return what the page adds to a system."""
        return Document(self.tables, diagnostics=self.diagnostics)


# ---------------------------------------------------------------- the reader


@dataclass(slots=True, eq=False)
class _Node:
    """An item with the items below it, and the calls that it begins with."""

    block: OutlineItem
    read: WrittenCalls | None
    text: str
    target: str = ""
    children: list[_Node] = field(default_factory=list)
    is_told: bool = False

    def every(self) -> Iterator[_Node]:
        yield self
        for child in self.children:
            yield from child.every()

    def blocks(self) -> Iterator[OutlineItem]:
        yield self.block
        for child in self.children:
            yield from (block for block in child.blocks() if block is not self.block)


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


# "2Z | what?" is a row with a slip in its call; "4 spades" and "3rd seat" are words.
_NEARLY_CALL = re.compile(r"[*(!]*[1-7][A-Za-z\u2660-\u2667]{1,2}(?![a-z])\W")
# "2.1 Responses", "IV. 1H / 1S", "b) Rebids".
_NUMBER = re.compile(r"^\s*(?:(?:\d+\.)+\d*|[IVXLC]+[.)]|[A-Za-z][.)])\s+")
_EXAMPLE = re.compile(
    r"(?i)\W*(?:examples?|e\.\s?g\.|for (?:example|instance)|z\.\s?B\.|np\.|przykład|exemple)\b"
)
# "2♥ 2♠" are two openings.
_BESIDE = re.compile(r"(?<=[\u2660-\u2667CDHSNT])\s+(?=[1-7][\u2660-\u2667CDHSN])")
_RANGE = re.compile(r"([2-7])[CDH] \1[DHS]")
_PREEMPTS = re.compile(r"([34])C \1S")
_ARROWS = "\xa0\u2002\u2003 \u21b3\u2514\u2192"
_INDENTATION = re.compile(rf"[{_ARROWS}]+(?=\S)")
_ENDS = 2
_FEW = 3
_SHORT = 30
_SHORT_TITLE = 60
_BREAK = re.compile(r" *<br ?/?> *")
_GOES_ON = re.compile(
    r"(?i)(?:then|next|now)\b|(?:continuations?|developments?|further|later|and)\b[^\d\u2660-\u2667]*$"
)
_NEW_SENTENCE = re.compile(r"[.!?]\n")
_LONGEST_TEXT = 2_000
# Their bid with a name, "(1NT) weak" in a cell and "(2D) multi" in columns: "(2D) multi     X     13-15".
_NAME = r" [^\W\d_]+(?: [^\W\d_]+)?"
_NAMED_CALL = re.compile(rf"^(\([1-7][^()\s]{{1,3}}\)){_NAME}\s{{2,}}(?=\S{{1,3}}\s{{2,}})")
_IN_BRACKETS = re.compile(r"\s*\(([^()]*[^\W\d_]{3}[^()]*)\)")
# "1N 2C 2D   no major", and "1C 1D ?"
_SPACED = re.compile(
    r"[1-7](?:NT|[CDHSN\u2660-\u2667])"
    r"(?: \(?(?:[1-7](?:NT|[CDHSN\u2660-\u2667])|X|P|Dbl|XX)\)?(?!\w))+(?=\s{2,}|\s\?|$)"
)
_CALL_BEFORE = r"[*_]*[1-7]([CDHS\u2660-\u2667]|NT)[*_]* +"
_OWN_LENGTH = re.compile(rf"{_CALL_BEFORE}[3-8]\1(?=\W|$)")
_PARTED_LENGTH = re.compile(
    r"[*_]*[1-3]([CDHS\u2660-\u2667])[*_]* +[-\u2013\u2014] +(?:[4-8]\1[,+]|[4-8]\1 (?:and|or) )"
)
_TWO_LENGTHS = re.compile(rf"{_CALL_BEFORE}[3-8][CDHS\u2660-\u2667](?: and |,? \+ ?)")
_BLANKS = re.compile(r" +")
_NEXT_AUCTION = re.compile(r"[*_`]*\s*/\s*[*_`]*(?=\(?[1-7])")
_LABEL = re.compile(r"[^\W\d_][^\d:()\n]{2,40}: +(?=\S)")
# A line that goes on with the sentence of the one above it.
_WRAPPED = re.compile(r"(?<![.:;!?])\n(?=[a-z(])")
_SENTENCES = re.compile(r"\n|[.!?]\s+(?=[A-Z]|[*_]*[1-7](?:[\u2660-\u2667CDHS]|NT|SA|BA))")
_HINT = (
    "Write the auction above it, such as 1NT-2♣-, in the heading, the line before or the header of the table."
)


class _Reader:
    """The reader of one page."""

    def __init__(self, outline: Outline, file: str) -> None:
        self._outline = outline
        self._file = file
        self._log = DiagnosticLog()
        self._parts: list[TextPart | TablePart] = []
        self._headings: list[tuple[int, Context]] = []
        self._before: Context | None = None
        self._was_named = self._is_below = False
        self._placed = self._unplaced = 0
        self._openings: dict[str, Calls] = {}
        self._known: set[tuple[tuple[str, bool], ...]] = set()
        # What texts tell of: the number of the part that each text is, an item for the call, and its auction.
        self._told_rows: list[tuple[int, _Node, Calls]] = []
        self._letters = foreign_letters("\n".join(self._texts()))
        # A cell is looked at for its column, its row and its table.
        dashes = [is_dashed(text, self._letters) for text in self._texts()]
        # "2♥ – 5♥ and a minor" is one call where notes say what calls mean after such a dash.
        is_dash = dashes.count(True) > _FEW * dashes.count(False)
        self._calls = cache(partial(read_calls, letters=self._letters, is_dashed=is_dash))
        self._forms = TableForms(self._calls, self._letters)
        self._title = self._find_title()
        headers = [
            read
            for block in outline.blocks
            if isinstance(block, OutlineTable) and block.header and block.header.cells
            if (read := self._calls(block.header.cells[0].strip()))
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

    def _texts(self) -> Iterator[str]:
        for block in self._outline.blocks:
            match block:
                case OutlineHeading(text=text) | OutlineText(text=text) | OutlineItem(text=text):
                    yield text
                case OutlineTable(rows=rows):
                    yield from (row.cells[0] for row in rows if row.cells)

    def read(self) -> OutlineNotes:
        blocks = list(self._as_items(self._outline.blocks))
        index = 0
        while index < len(blocks):
            block = blocks[index]
            end = index + 1
            if not isinstance(block, OutlineText | OutlineHeading):
                self._is_below = False
            match block:
                case OutlineHeading():
                    self._heading(block)
                case OutlineText():
                    is_above = end < len(blocks) and isinstance(blocks[end], OutlineItem | OutlineTable)
                    self._paragraph(block, is_above_rows=is_above)
                case OutlineTable():
                    self._table(block)
                case OutlineItem():
                    while end < len(blocks) and isinstance(blocks[end], OutlineItem):
                        end += 1
                    self._list([item for item in blocks[index:end] if isinstance(item, OutlineItem)])
                case _:
                    self._parts.append(TextPart(block))
            index = end
        self._place_told()
        diagnostics = (*self._outline.diagnostics, *self._log.take())
        title = self._outline.title
        return OutlineNotes(self._file, title, tuple(self._parts), self._placed, self._unplaced, diagnostics)

    def _as_items(self, blocks: Sequence[OutlineBlock]) -> Iterator[OutlineBlock]:
        """Yield the blocks, with paragraphs as items whose every line is a call and what it means."""
        deeper, is_rows = 0, False
        for index, block in enumerate(blocks):
            if isinstance(block, OutlineItem):
                yield from self._with_definitions(block._replace(depth=block.depth + deeper))
                continue
            deeper = 0
            following = blocks[index + 1] if index + 1 < len(blocks) else None
            lines = block.text.split("\n") if isinstance(block, OutlineText) else []
            next_lines = following.text.split("\n") if isinstance(following, OutlineText) else []
            has_rows = is_rows or any(map(self._is_row, (*lines, *next_lines[:1])))
            is_rows = not isinstance(following, OutlineOther) and all(
                self._is_row(line) or (has_rows and is_word_row(line)) for line in lines
            )
            if not isinstance(block, OutlineText) or not is_rows:
                yield block
                continue
            if isinstance(following, OutlineItem | OutlineTable):
                read = self._calls(lines[-1])
                if isinstance(following, OutlineTable) and lines[-1].rstrip().endswith(":"):
                    # "1NT – 2♦ – 2♥, further bidding:" is the auction of the table below.
                    yield block
                    continue
                is_alone = read is None or read.is_open or not lines[-1][read.offset :].rstrip(":")
                # "2♦ is the only ask" says something of a row of the list below it.
                below = takewhile(lambda other: isinstance(other, OutlineItem), blocks[index + 1 :])
                if len(lines) > 1 or is_alone or self._has_row_of(read, below):
                    yield block
                    continue
                deeper = 1
            for number, line in enumerate(lines):
                place = block.location._replace(line=block.location.line + number)
                last = place.line if number < len(lines) - 1 else block.end
                yield OutlineItem(0, line, place, max(last, place.line))

    def _with_definitions(self, item: OutlineItem) -> Iterator[OutlineItem]:
        """Yield an item, and the definitions of an auction as items: ``1♣–1♦`` with ``: 1♥ – hearts``."""
        read = self._calls(item.text)
        lines = item.description.split("\n") if item.description else []
        is_term = read is not None and read.offset >= len(item.text)
        if not (is_term and lines and all(map(self._is_row, lines))):
            yield item
            return
        first = item.location.line
        yield item._replace(description="", end=first)
        for number, line in enumerate(lines, first + 1):
            place = item.location._replace(line=min(number, item.end))
            last = item.end if number == first + len(lines) else place.line
            yield OutlineItem(item.depth + 1, line, place, last)

    def _telling(self, text: str, has_auction: bool) -> int | None:
        """Return where the lines of a paragraph begin that only tell of calls; None if none do."""
        if self._tells(text, has_auction=has_auction):
            return 0
        for line in _NEW_SENTENCE.finditer(text[:_LONGEST_TEXT]):
            told = find_telling(text[line.end() :], self._letters)
            if told is not None and told.lead:
                return line.end()
        return find_told_auctions(text, self._letters)

    def _tells(self, text: str, *, has_auction: bool) -> bool:
        """Return whether a paragraph is nothing but calls and what they mean, with their auction.

        ``has_auction`` says that it may be in the heading or the line directly above.
        """
        told = find_telling(text, self._letters)
        reads = [self._calls(each) for each in told.calls] if told else []
        return told is not None and (
            told.lead != ""
            or (has_auction and len(reads) > 1 and text[0] in "*_`(1234567")
            or all(read and len(read.columns) > 1 and read.columns[0].theirs for read in reads)
        )

    def _has_row_of(self, read: WrittenCalls | None, blocks: Iterable[OutlineBlock]) -> bool:
        """Return whether a row of a list is for the last of these calls, and not below it."""
        items = [block for block in blocks if isinstance(block, OutlineItem)]
        others = [self._calls(item.text) for item in items if item.depth == items[0].depth]
        return read is not None and any(other and other.columns == read.columns[-1:] for other in others)

    def _is_row(self, line: str) -> bool:
        return is_row(line, self._calls(line))

    # ------------------------------------------------------------ the auction above

    @property
    def _above(self) -> Context:
        return self._headings[-1][1] if self._headings else Context()

    @property
    def _context(self) -> Context:
        return self._above if self._before is None else self._before

    def _heading(self, block: OutlineHeading) -> None:
        beside = Context()
        while self._headings and self._headings[-1][0] >= block.level:
            beside = self._headings.pop()[1]
        text = _NUMBER.sub("", block.text)
        context = named(text, self._above, self._letters, is_heading=True)
        has_calls = context.calls and find_calls(text, self._letters)
        if block is self._title and not (has_calls or has("defence", text)):
            # What the notes as a whole are called, such as "Strong club", names no auction.
            context = Context()
        name = WORDS["name"].search(text)
        if (
            name
            and not (context.calls or find_calls(text, self._letters))
            and self._openings.get(name[0].lower())
        ):
            # "Multi" below the opening "2♦ Multi"
            context = Context(self._openings[name[0].lower()], True)
        if len(beside.calls) > len(self._above.calls) and _GOES_ON.match(text):
            # "Then after 2♦" may follow the heading before it, as "Continuations" does.
            context = context.doubted(f"“{text}” may be about the heading before it")
        self._headings.append((block.level, context))
        self._before, self._was_named, self._is_below = None, False, True
        read = self._calls(text)
        said = _IN_BRACKETS.fullmatch(text, read.end) if read and len(read.columns) > 1 else None
        if read is not None and said is not None:
            # "1NT – 2♣ (Stayman)" says what the last call is.
            self._tell([f"{text[: read.end]}: {said[1]}"], block.location, block.end, Context())
        self._parts.append(TextPart(block))

    def _paragraph(self, block: OutlineText, *, is_above_rows: bool = False) -> None:
        is_below, self._is_below = self._is_below, block.text.rstrip("*_ ").endswith(":")
        if (begin := self._telling(block.text, is_below)) is not None:
            self._told_paragraph(block, begin)
            return
        self._tell_sentences(block)
        self._parts.append(TextPart(block))
        text = _WRAPPED.sub(" ", block.text.rstrip())
        *others, line = (said.strip("*_ ") for said in _SENTENCES.split(text))
        read = self._calls(line)
        announces = re.search(r"(?:[:,?\u2026>\u2192]|\.\.\.)$", line.rstrip("*_ ")) is not None
        is_auction = read is not None and (
            read.is_open or (read.is_apart and not line[read.offset :].strip())
        )
        is_auction = is_auction or self._is_after_auction(line)
        is_auction = is_auction or (is_above_rows and not others and self._is_title(line))
        if (
            announces
            or is_auction
            or (len(line) < 80 and read is not None and "(" in line[read.end : read.end + 4])
        ):
            above = self._after(others, line)
            if above is self._above and read is None and any(map(self._brings_in_a_call, others)):
                # "Responder bids 2♠. Then:"
                above = above.doubted(PROSE)
            self._before = named(line, above, self._letters)
            self._was_named = True
        elif any(map(self._brings_in_a_call, re.split(r"[.!?]\s|\n", block.text))):
            self._before = self._above.doubted(PROSE)
        elif self._was_named:
            # Below "Defence:", rows still begin with calls of theirs.
            is_other = self._before is not None and self._before.is_other
            self._before = self._above.doubted(NO_AUCTION, is_other=is_other)
        else:
            self._before = None

    def _told_paragraph(self, block: OutlineText, begin: int) -> None:
        """Place the calls that a paragraph tells of from an offset on, where a line begins."""
        said = block.text[:begin].rstrip()
        place = block.location._replace(line=block.location.line + block.text.count("\n", 0, begin))
        told = find_telling(block.text[begin:], self._letters)
        has_lead = told is not None and told.lead != ""
        if has_lead:
            self._before = None
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

    def _tell_sentences(self, block: OutlineText | OutlineItem) -> bool:
        """Note what sentences of a text that stays tell of calls; return whether any do."""
        before = len(self._told_rows)
        for offset, telling in find_told_sentences(block.text, self._letters):
            line = min(block.location.line + block.text.count("\n", 0, offset), block.end)
            lead = self._calls(telling.lead)
            context = self._led(row_calls(lead, NOWHERE)) if lead else self._context
            self._tell(telling.calls, block.location._replace(line=line), block.end, context)
        return len(self._told_rows) > before

    def _led(self, calls: Calls) -> Context:
        """Return the auction that a sentence begins with: "After 3NT" below 1NT may be about an opening."""
        above = self._above
        if len(calls) > 1 or not above.calls or key(calls) == key(above.calls[-1:]):
            return resolved(calls, above)
        is_either = is_legal((*above.calls, *calls))
        return Context().doubted(MENTIONED) if is_either else resolved(calls, Context())

    def _tell(self, texts: Sequence[str], place: Location, end: int, context: Context) -> None:
        """Note calls that a text tells of, if all of them can be placed."""
        nodes = [
            _Node(OutlineItem(0, each, place, end), read and read._replace(is_sure=True, is_word=False), each)
            for each in texts
            for read in [self._calls(each, takes_words=True)]
        ]
        paths = [self._path(node, context) for node in nodes]
        if all(isinstance(path, tuple) for path in paths):
            self._told_rows += [
                (len(self._parts), node, path)
                for node, path in zip(nodes, paths, strict=True)
                if isinstance(path, tuple)
            ]

    def _place_told(self) -> None:
        """Place the calls that texts tell of, below these, where no row is for the same auction."""
        rows: dict[int, list[PlacedRow]] = {}
        for at, node, path in self._told_rows:
            # A block below the text has been made of it.
            below = self._parts[at + 1] if at + 1 < len(self._parts) else None
            is_made = isinstance(below, TextPart) and isinstance(below.block, OutlineOther)
            if key(path) not in self._known and not is_made:
                rows.setdefault(at, []).append(self._placed_row(node, path))
        for at in sorted(rows, reverse=True):
            text = self._parts[at]
            assert isinstance(text, TextPart)
            place, tables = text.block.location, tuple(build_tables(rows[at]))
            self._parts.insert(
                at + 1, TablePart(tables, place.line, text.block.end, (text.block,), is_told=True)
            )

    def _after(self, sentences: Sequence[str], line: str) -> Context:
        """Return the auction of a line that names none: that of "Used after 1♣-1♥-1NT." before it.

        "2♣-2♦ is a relay. Then:" goes on with it as well.
        """
        said = sentences[-1] if sentences else ""
        found = find_calls(said, self._letters)
        if (
            len(found) == 1
            and not found[0][0]
            and len(found[0][1].columns) > 1
            and is_only(("after", "opener", "responder", "rebid", "response"), line)
        ):
            return resolved(row_calls(found[0][1], NOWHERE), self._above)
        if not (found and has("after", said)) or find_calls(line, self._letters):
            return self._above
        single = [read for _, read in found if len(read.columns) == 1]
        if len(single) == len(found) == _ENDS and (has("response", line) or has("opener", line)):
            # "Over 2♥ and 2♠ alike, 2NT asks. The replies:"
            calls = (*row_calls(single[0], NOWHERE), *row_calls(single[1], NOWHERE))
            context = resolved(calls, self._above)
            return context if not single[1].columns[0].patterns[1:] else self._above
        return self._above if single else named(said, self._above, self._letters)

    def _is_title(self, line: str) -> bool:
        """Return whether a line without the end of a sentence names an auction."""
        found = find_calls(line, self._letters) if len(line) < _SHORT_TITLE and line[-1:] not in ".!" else []
        # "After our Multi 2♦", "2D then"
        ends = [word.span() for word in WORDS["after"].finditer(line)]
        is_after = any(begin == 0 or end == len(line) for begin, end in ends)
        is_after = is_after or any(len(read.columns) > 1 for _, read in found)
        return len(found) == 1 and is_after and not has("tells", line)

    def _is_after_auction(self, line: str) -> bool:
        """Return whether a line is like "After 1NT (2♦)", "After 1♣-2♦ opener has", "Queen ask: …"."""
        found = find_calls(line, self._letters)
        if len(found) != 1 or len(found[0][1].columns) < _ENDS:
            return False
        offset, read = found[0]
        before, behind = line[:offset], line[read.end :]
        # "Queen ask: 1♠-3♠-4NT-5♣-5♦"
        if has("gone", before) or (before.rstrip().endswith(":") and not behind.strip()):
            return True
        is_short = len(behind) < _SHORT and not behind.rstrip().endswith((".", "!"))
        is_end = is_only(("after",), behind) or (
            is_short and (has("responder", behind) or has("opener", behind))
        )
        return has("after", before) and is_only(("after",), before) and is_end

    def _brings_in_a_call(self, sentence: str) -> bool:
        """Return whether a sentence may say that another call comes before the rows below it."""
        if not has("relay", sentence) or _EXAMPLE.match(sentence):
            return False
        # After 1NT-2D-2H "opener bids 3H with four, else 2H" says what else the opener might have bid.
        last = "opener" if ours(self._above.calls) % 2 else "responder"
        players = {player for player in ("opener", "responder") if has(player, sentence)}
        named = [column.text for _, read in find_calls(sentence, self._letters) for column in read.columns]
        made = [call.text for call in self._above.calls[-1:]]
        is_choice = players == {last} and {*made} & {*named} and not has("after", sentence)
        return not is_choice and self._names_call(sentence)

    def _names_call(self, text: str) -> bool:
        """Return whether a sentence names calls beside the last one of the auction above."""
        known = {call.text for call in self._above.calls}
        return any(
            column.text not in known for _, read in find_calls(text, self._letters) for column in read.columns
        )

    # ------------------------------------------------------------ lists

    def _list(self, items: Sequence[OutlineItem]) -> None:
        roots: list[_Node] = []
        chain: list[_Node] = []
        items = _with_dashes(items)
        first = [self._node(item) for item in items]
        told = [find_telling(node.text, self._letters) for node in first]
        is_alone = sum(not (each and each.lead) for each in told) == 1
        for index, item in enumerate(items):
            while chain and chain[-1].block.depth >= item.depth:
                chain.pop()
            has_rows = index + 1 < len(items) and items[index + 1].depth > item.depth
            nodes = self._told(first[index], told[index], has_rows=has_rows, is_alone=is_alone)
            (chain[-1].children if chain else roots).extend(nodes)
            chain.append(nodes[-1])
        context = self._context
        if items[0].depth and self._before is None:
            # The row that these are below is above some text.
            context = context.doubted("the row that it is indented below is not known")
        self._top_nodes(roots, context)

    def _told(self, node: _Node, told: Telling | None, *, has_rows: bool, is_alone: bool) -> list[_Node]:
        """Return an item as a row, or as those that it tells of: ``1♣ (1♥): X = spades, 1♠ = five``.

        ``has_rows`` says that items are below it, ``is_alone`` that no other row is in its list.
        """
        if told is None:
            return self._several(node)
        item = node.block
        rows = [
            _Node(item._replace(text=text), self._calls(text, takes_words=True), text, is_told=True)
            for text in told.calls
        ]
        first = rows[0].read
        if first and len(first.columns) > 1 and first.columns[-2].theirs:
            # "(2♥) X = takeout; 2♠ = natural"
            rows[1:] = [self._beside(first, row) for row in rows[1:]]
        for row in rows:
            if row.read and any(column.theirs for column in row.read.columns):
                row.read = row.read._replace(is_sure=True)
        lead = self._calls(told.lead)
        if lead is None:
            # "2♦ = transfer, 2♥ = spades" in a list may go on with the answer.
            are_whole = all(row.read and any(call.theirs for call in row.read.columns) for row in rows)
            # "3♣ is a bad hand and 3♦ a good one"
            are_beside = len(rows) > 1 and (is_alone or not told.has_signs)
            return rows if not has_rows and (are_whole or are_beside) else [node]
        if not has_rows or lead.columns[-1].theirs:
            node.text, node.read, node.children = told.lead, lead, rows
        return [node]

    def _several(self, node: _Node) -> list[_Node]:
        """Return an item for each of its auctions: ``1♥–1NT / 1♠–1NT: semi-forcing``."""
        read = node.read or self._calls(node.text.replace("/", ":", 1))
        rest = _NEXT_AUCTION.match(node.text, read.end) if read and len(read.columns) > 1 else None
        if read is None or rest is None:
            return [node]
        other = _Node(node.block, self._calls(node.text[rest.end() :]), node.text[rest.end() :], is_told=True)
        if other.read is None or len(other.read.columns) != len(read.columns):
            return [node]
        text = f"{node.text[: read.end]}: {other.text[other.read.offset :]}"
        node = _Node(node.block, self._calls(text), text, node.target, is_told=True)
        last = self._several(other)
        # What is below the item is below each of them.
        node.children = last[-1].children
        return [node, *last]

    @staticmethod
    def _beside(first: WrittenCalls, row: _Node) -> _Node:
        """Return a call as one after the calls before the last one of another row."""
        if row.read and len(row.read.columns) == 1 and not row.read.columns[0].theirs:
            row.read = row.read._replace(columns=(*first.columns[:-1], *row.read.columns), is_word=False)
        return row

    def _node(self, item: OutlineItem) -> _Node:
        text, target = item.text, ""
        if text.startswith("[") and (link := find_link(text, 0)) is not None and text[link.end :].strip():
            label = self._calls(link.label)
            if label is not None and label.offset >= len(link.label):
                text, target = link.label + text[link.end :], link.target
        text = _NAMED_CALL.sub(r"\1  ", text)
        name = _LABEL.match(text)
        said = text[name.end() :] if name else ""
        if (
            name
            and (read := self._calls(said))
            and [each.theirs for each in read.columns][-2:] == [True, False]
        ):
            # "Negative: 1♣ (1♠) X shows hearts"
            text = f"{said[: read.end]}: {name[0]}{said[read.offset :]}"
        return _Node(item, self._calls(text, takes_words=True), text, target)

    def _top_nodes(self, nodes: Sequence[_Node], context: Context) -> None:
        """Place items that are below no row: each placed one with all below it, the others stay text."""
        context = _before_first(nodes, self._for_openings(nodes, context))
        if not context.calls:
            _with_ranges(nodes)
        if context.is_known and not (context.calls or context.doubt):
            self._join_openings(nodes)
        self._assure(nodes)
        rows: list[PlacedRow] = []
        blocks: list[OutlineBlock] = []
        paths = self._paths(nodes, context)
        for node, path in zip(nodes, paths, strict=True):
            if isinstance(path, tuple):
                rows += self._subtree(node, path)
                blocks += node.blocks()
                continue
            self._flush(rows, blocks)
            rows, blocks = [], []
            if node.children or not self._tell_sentences(node.block):
                self._doubt(node, path)
            self._parts.append(TextPart(node.block))
            if node.children:
                self._top_nodes(node.children, self._below_text(node, path, context))
        self._flush(rows, blocks)

    def _join_openings(self, nodes: Sequence[_Node]) -> None:
        """Read "3C 3D   preempt" among openings as both: nobody bids on over partner's preempt."""
        for node in nodes:
            if node.read and len(node.read.columns) == 1 and not node.read.is_sure:
                text = _BESIDE.sub("/", node.text, count=3)
                both = self._calls(text)
                if both and both.is_apart and len(both.columns) == 1 and both.columns[0].text[0] in "34":
                    node.text, node.read = text, both

    @staticmethod
    def _assure(nodes: Sequence[_Node]) -> None:
        """Read "1C - 1S no major" as an auction where rows beside it are auctions that begin with 1C."""
        several = [node for node in nodes if node.read and len(node.read.columns) > 1]
        if rows := [node for node in several if not _is_sentence(node)]:
            # A sentence among rows is none of them, but notes may be written in sentences.
            several = rows if all(node.read and node.read.is_apart for node in rows) else several
        begun = [
            node.read.columns[0].text
            for node in several
            if node.read and (node.read.is_sure or not node.text.rstrip().endswith("."))
        ]
        for node in several:
            if node.read and not node.read.is_sure and begun.count(node.read.columns[0].text) > 1:
                node.read = node.read._replace(is_sure=True)

    def _flush(
        self, rows: Sequence[PlacedRow], blocks: Sequence[OutlineBlock], doubtful: Sequence[str] = ()
    ) -> None:
        if rows:
            line, end = blocks[0].location.line, max(block.end for block in blocks)
            tables = tuple(build_tables(rows))
            self._parts.append(TablePart(tables, line, end, tuple(blocks), tuple(doubtful)))

    def _for_openings(self, nodes: Sequence[_Node], context: Context) -> Context:
        """Return the context of openings where nothing names an auction and the first row is 1♣."""
        if context.is_known or context.doubt:
            return context
        read = [node.read for node in nodes if node.read is not None]
        first = read[0].columns if len(read) > 1 else ()
        if len(first) == 1 and first[0].text == "1C" and not first[0].theirs:
            return Context((), True)
        return context

    def _paths(self, nodes: Sequence[_Node], context: Context) -> list[Calls | str]:
        """Return the auction of each item, "" for an item without calls, or why it is not sure."""
        _assure_lengths(nodes, is_below=bool(context.calls))
        if context.calls:
            self._part_lengths(nodes)
        are_whole = _are_whole(nodes, context.calls)
        paths = [
            self._whole(node) if are_whole and _is_auction(node) else self._path(node, context)
            for node in nodes
        ]
        paths = _without_repeated(nodes, _all_told(nodes, _without_ranges(nodes, paths)))
        paths = self._without_announced(nodes, paths)
        if context.is_explicit or not context.calls:
            return paths
        single = [bool(node.read and len(node.read.columns) == 1) for node in nodes]
        if len(context.calls) == 1 and sum(single) > 1 and _is_for(paths[0], context.calls):
            # Below "Strong club" rows for 1♣ and 1♦ may be openings, or the second one a response.
            reason = f"it may be an opening beside {shown(context.calls)} or go on with it"
            return [
                reason if is_single and isinstance(path, tuple) else path
                for is_single, path in zip(single, paths, strict=True)
            ]
        wrong = [
            path
            for node, path in zip(nodes, paths, strict=True)
            if isinstance(path, str)
            and "not legal" in path
            and node.read
            and node.read.columns[0].text[:1].isdecimal()
        ]
        if not wrong:
            return paths
        reason = f"a row beside it cannot follow {shown(context.calls)}"
        # An auction that some row cannot continue is most likely not that of the others.
        return [
            reason
            if isinstance(path, tuple)
            and key(path[: len(context.calls)]) == key(context.calls)
            and node.read
            and len(node.read.columns) < len(path)
            else path
            for node, path in zip(nodes, paths, strict=True)
        ]

    def _part_lengths(self, nodes: Sequence[_Node]) -> None:
        """Read "2♠ - 4♠, denies hearts" below a call as a call and its length, beside single calls."""
        is_single = any(node.read and len(node.read.columns) == 1 for node in nodes)
        for node in nodes if is_single else ():
            if node.read and len(node.read.columns) == _ENDS and _PARTED_LENGTH.match(node.text):
                node.read = read_calls(node.text, self._letters, is_dashed=True) or node.read

    def _without_announced(self, nodes: Sequence[_Node], paths: list[Calls | str]) -> list[Calls | str]:
        """Leave out rows after an item such as "After 2♣:" that has none below it: they may belong there."""
        reason = ""
        for index, node in enumerate(nodes):
            text = node.text.rstrip("*_ ")
            if isinstance(paths[index], tuple):
                paths[index] = reason if reason and not _is_auction(node) else paths[index]
            elif not node.children and text.endswith((":", "-", "?")) and find_calls(text, self._letters):
                reason = f"“{text}” may be about it"
        return paths

    def _whole(self, node: _Node) -> Calls | str:
        """Return the auction of an item that is written from its beginning, or why it is none."""
        assert node.read is not None
        calls = row_calls(node.read, node.block.location, node.target)
        return calls if is_legal(calls) else f"{shown(calls)} is not legal"

    def _path(self, node: _Node, context: Context) -> Calls | str:
        """Return the auction of an item, "" if it has no call, or why it is not sure."""
        read = node.read
        if read is None or not read.is_sure:
            return "it may be a sentence" if read else ""
        if node.text[read.offset :].startswith("?") and len(node.text) > read.offset + 1:
            return "it asks for a call"
        calls = row_calls(read, node.block.location, node.target)
        known = context.calls
        if read.is_word and not (known and known[-1].theirs) and not node.text[read.offset :][:1].isdecimal():
            return ""
        is_whole = bool(known) and len(calls) > len(known) and begins(calls, known)
        # Nothing can be bid before 1♣, and no pass is followed by less than there was.
        is_whole = is_whole or (len(calls) > 1 and shown(calls[:1]) == "1C")
        is_passed = len(calls) > _ENDS and shown(calls[:1]) == "P"
        is_whole = is_whole or (is_passed and not (known and is_legal((*known, *calls))))
        # "1♥" and "1♠" below "1 of a major", each above its responses.
        is_bare = bool(node.children) and not _says(node.text[read.offset :])
        is_whole = is_whole or (len(calls) == len(known) and is_bare and begins(calls, known))
        if context.doubt == THEIR_CALL and calls[0].theirs and is_legal((*known, *calls)):
            # "(2♣) X" below "They overcall our 1NT"
            return (*known, *calls)
        # "2♣ – 2♦ waiting" below "Slam bidding", and "1♥ – 1♠" wherever nothing is known to be before it
        is_begun = len(calls) > 1 and not known and calls[0].text[:1] in "12"
        is_vague = calls[0].text[:1] == "1" or context.doubt.endswith((ABOUT_ELSE, NO_NAME))
        is_whole = is_whole or (is_begun and is_vague and not context.is_other)
        # "1♥ (2♣)" is a whole auction even below "When they interfere".
        is_whole = is_whole or (any(call.theirs for call in calls) and (context.is_other or not known))
        if context.doubt and not is_whole:
            return context.doubt
        path: Calls = calls
        if not known:
            described = node.text[read.offset :]
            is_opening = re.match(r"(?i)\W*opening\b|.*\b(?:we open|is opened)\b", described) is not None
            is_opening = is_opening or (context.is_plain and bool(node.children) and not _says(described))
            # "1NT 15-17. Responses:" above some
            has_responses = re.search(r"\w+:$", described.rstrip("*_ ")) is not None and has(
                "response", described
            )
            is_opening = is_opening or (bool(node.children) and has_responses)
            if not (context.is_known or calls[0].theirs or len(calls) > 1 or is_opening):
                return NO_AUCTION
        elif not is_whole:
            path = self._continued(calls, context)
            if not path:
                return f"{shown(calls)} may begin an auction or go on with {shown(known)}"
        says_nothing = not (node.children or node.block.description or _says(node.text[read.offset :]))
        if says_nothing and path[-1].theirs:
            return "it says nothing of their call, and no row is below it"
        return path if is_legal(path) else f"{shown(path)} is not legal"

    @staticmethod
    def _continued(calls: Calls, context: Context) -> Calls:
        """Return the auction of calls below others, () if they may as well begin one."""
        known = context.calls
        path = (*known, *calls)
        goes_on, stands_alone = is_legal(path), len(calls) > 1 and is_legal(calls) and not context.is_explicit
        if goes_on:
            return () if stands_alone and calls[0].text[:1] == "1" else path
        if key(calls[:1]) == key(known[-1:]):
            # "1D: 4+!h" below a heading 1C-1D says what its last call is.
            return (*known[:-1], *calls)
        return calls if stands_alone and calls[0].text[:1] in "12" else path

    def _subtree(self, node: _Node, path: Calls) -> list[PlacedRow]:
        """Return the rows of an item and of those below it; texts go on with a description."""
        row = self._placed_row(node, path)
        rows = [row]
        context = Context(path, True)
        if self._forces_a_call(node, path):
            context = context.doubted("the row above it brings in another call")
        self._below(node.children, context, row, rows)
        return rows

    def _forces_a_call(self, node: _Node, path: Calls) -> bool:
        """Return whether the rows below "2NT forces 3♣" follow that call, since all are higher."""
        assert node.read is not None
        said = node.text[node.read.offset :].partition("\n")[0]
        found = find_calls(said, self._letters)
        forced = row_calls(found[0][1], NOWHERE) if len(found) == 1 and has("relay", said) else ()
        below = [row_calls(each.read, NOWHERE)[0] for each in node.children if each.read]
        return (
            len(forced) == 1
            and bool(below)
            and is_legal((*path, *forced))
            and all(call.text == "P" or is_legal((forced[0], call)) for call in below)
        )

    def _below(self, nodes: Sequence[_Node], context: Context, row: PlacedRow, rows: list[PlacedRow]) -> None:
        for node, path in zip(nodes, self._paths(nodes, context), strict=True):
            if isinstance(path, tuple):
                rows += self._subtree(node, path)
                continue
            self._doubt(node, path)
            for number, line in enumerate(
                filter(None, f"{node.block.text}\n{node.block.description}".split("\n"))
            ):
                place = node.block.location._replace(line=node.block.location.line + number)
                row.lines.append((line, place))
            if node.children:
                self._below(node.children, self._below_text(node, path, context), row, rows)

    def _below_text(self, node: _Node, path: str, context: Context) -> Context:
        """Return the auction of items below one that is text."""
        found = named(node.text.partition("\n")[0], context, self._letters)
        # "Over their 1NT" is sure even below "When they interfere".
        is_theirs = not found.doubt and any(call.theirs for call in found.calls)
        if path or (context.doubt and not is_theirs):
            return context.doubted("the line that it is below stays text")
        return found

    def _placed_row(self, node: _Node, path: Calls) -> PlacedRow:
        assert node.read is not None
        self._placed += 1
        self._known.add(key(path))
        place = node.block.location
        if len(path) == 1 and (name := WORDS["name"].search(node.text)):
            known = self._openings.setdefault(name[0].lower(), path)
            self._openings[name[0].lower()] = path if known == path else ()
        first, *more = node.text[node.read.offset :].split("\n")
        shift = len(node.block.text) - len(node.text) + node.read.offset
        lines = [(_tidy(first) if _says(first) else "", place.shifted(max(shift, 0)))]
        more += node.block.description.split("\n") if node.block.description else []
        for number, line in enumerate(more, 1):
            lines.append((_tidy(line), place._replace(line=min(place.line + number, node.block.end))))
        return PlacedRow(path, [line for line in lines if line[0]], place)

    def _doubt(self, node: _Node, reason: str) -> None:
        if reason and node.read is not None and not node.read.is_word:
            self._report(node.block.text, reason, node.block.location)

    def _report(self, text: str, reason: str, location: Location) -> None:
        self._unplaced += 1
        shown = " ".join(text.partition("\n")[0].replace("*", "").split())
        message = f"“{shown if len(shown) <= 60 else shown[:57] + '…'}” stays text: {reason}."
        self._log.report("BML151", message, location, _hint(reason))

    # ------------------------------------------------------------ tables

    def _table(self, block: OutlineTable) -> None:
        placed: list[PlacedRow] = []
        doubtful: list[str] = []
        for table in self._forms.divided(block):
            rows, others = self._table_rows(table)
            # What no row of is placed stays text, below those of other columns.
            placed += rows if not all(row.is_history for row in rows) else []
            doubtful += others
        if placed:
            self._flush(placed, [block], doubtful)
        else:
            self._parts.append(TextPart(block))

    def _table_rows(self, block: OutlineTable) -> tuple[list[PlacedRow], list[str]]:
        """Return the rows of a table that are placed, and the texts of those that are doubtful."""
        layout = self._layout(block)
        if layout is None:
            return [], [" | ".join(filter(None, row.cells)) for row in block.rows]
        context, header, columns, rows, description = layout
        is_opening = context.is_known and not (context.calls or context.doubt)
        nodes = _by_indentation(self._row_nodes(block, header, columns, rows, is_opening=is_opening))
        if not context.is_explicit:
            context = self._for_openings(nodes, context)
        if not context.calls:
            _with_ranges(nodes)
        placed: list[PlacedRow] = []
        if context.is_explicit and context.calls and block.header is not None and description is not None:
            head = PlacedRow(
                context.calls, [(description, block.header.location)], block.header.location, True
            )
            placed.append(head)
        paths = self._with_first(nodes, self._paths(nodes, context))
        texts: list[tuple[_Node, str]] = []
        for node, path in zip(nodes, paths, strict=True):
            if isinstance(path, tuple):
                placed += self._subtree(node, path)
            else:
                texts += [(each, path) for each in node.every()]
        for node, path in texts:
            if not path and _NEARLY_CALL.match(node.block.text):
                self._report(node.block.text, "it does not begin with a call", node.block.location)
            self._doubt(node, path)
            line = (_tidy(node.block.text), node.block.location)
            if not path and placed:
                before = (row for row in reversed(placed) if row.location.line <= line[1].line)
                next(before, placed[0]).lines.append(line)
        return placed, [_tidy(node.block.text) for node, path in texts if path]

    def _with_first(self, nodes: Sequence[_Node], paths: Sequence[Calls | str]) -> list[Calls | str]:
        """Place a call alone with which the auctions in all other rows begin, as "1NT" above "1NT - 2C"."""
        whole = [path for path in paths if isinstance(path, tuple)]
        single = [node.read is not None and len(node.read.columns) == 1 for node in nodes]
        if not (len(whole) > 1 and sum(single) == 1 and len(whole) == len(nodes) - 1):
            return list(paths)
        index = single.index(True)
        node = nodes[index]
        calls = row_calls(node.read, node.block.location, node.target) if node.read else ()
        is_first = isinstance(paths[index], str) and all(
            len(path) > 1 and begins(path, calls) for path in whole
        )
        return [calls if is_first and place == index else path for place, path in enumerate(paths)]

    def _layout(
        self, block: OutlineTable
    ) -> tuple[Context, Sequence[str], tuple[int, ...], Sequence[OutlineRow], str | None] | None:
        """Return the auction of a table, the columns of its calls, its rows, and the text of its header."""
        context, description = self._context, None
        header, rows = self._forms.joined_levels(list(block.header.cells) if block.header else [], block.rows)
        if not header and self._forms.is_headed(rows):
            header, rows = list(rows[0].cells), rows[1:]
        first = header[0].strip() if header else ""
        read = self._calls(first) if first else None
        columns = self._forms.call_columns(rows, header)
        if not columns:
            return None
        if read is not None and (read.is_open or read.offset >= len(first.rstrip(" ?"))):
            calls = row_calls(read, block.location)
            texts = [cell.strip() for cell in header[1:] if cell.strip()]
            titles = [
                text for text in texts if WORDS["meaning"].fullmatch(text) or WORDS["hcp"].fullmatch(text)
            ]
            description = "" if titles else ", ".join(texts)
            context = self._headed(calls, read, context, is_bare=not texts)
            columns = columns[:1]
        elif re.fullmatch(r"[-\u2013\u2014]+", first):
            context = Context((), True, is_explicit=True)
        elif first and len(columns) > 1 and not (context.calls or context.is_other):
            context = Context((), True)
        elif first and len(columns) == 1:
            # Below "| Opener | Responder | Opener |" auctions are written from their beginning.
            context = self._headed_in_words(first, context)
        return context, header, columns, rows, description

    def _headed(self, calls: Calls, read: WrittenCalls, context: Context, *, is_bare: bool) -> Context:
        """Return the auction in the header of a table; ``is_bare`` where the other cells are empty."""
        known = context.calls
        if key(calls) == key(known[-1:]):
            return Context(known, True, is_explicit=True)
        if context.is_other and not known and len(calls) == 1 and not calls[0].theirs:
            # Below "When they open", a column headed 1♥ may be about their bid.
            return context
        is_clear = len(calls) > 1 or read.is_open or is_bare or self._has_headed_tables
        if not is_clear and not (known and not context.doubt and is_legal((*known, *calls))):
            # "| 1♣ | 16+ |" may be the first row of a table without a header.
            return context.doubted(f"{shown(calls)} in the header may be a row or the auction of the table")
        found = resolved(calls, context._replace(doubt="") if context.calls else Context())
        return found if found.doubt else found._replace(is_explicit=True)

    def _headed_in_words(self, text: str, context: Context) -> Context:
        """Return the auction of a table whose header has words: ``Opening``, ``Response``, ``Bid``."""
        if has("opening", text) and not find_calls(text, self._letters):
            return Context((), True) if not context.calls else context
        return named(text, context, self._letters)

    def _row_nodes(
        self,
        block: OutlineTable,
        header: Sequence[str],
        columns: tuple[int, ...],
        rows: Sequence[OutlineRow],
        *,
        is_opening: bool,
    ) -> list[_Node]:
        """Return the rows of a table; ``is_opening`` says that what is above it names openings."""
        nodes = []
        are_openings = has("opening", header[0]) if header and header[0].strip() else is_opening
        above = [""] * len(columns)
        for number, row in enumerate(rows):
            cells = [cell.strip() for cell in row.cells]
            depth = _INDENTATION.match(row.cells[0])
            if depth:
                cells[0] = cells[0].lstrip(_ARROWS)
            own = [cells[column] if column < len(cells) else "" for column in columns]
            last = max((index for index, cell in enumerate(own) if cell), default=-1)
            if last > 0 or (last < 0 and len(columns) > 1):
                own = [cell or above[index] for index, cell in enumerate(own[: last + 1])]
            text = "-".join(cell.rstrip("-–— ") for cell in own[: last + 1])
            if are_openings:
                text = _BESIDE.sub("/", text)
            rest = len(columns)
            above = [*own[: last + 1], *[""] * (len(columns) - last - 1)]
            lines_of = [
                self._replies(cell, header[index] if index < len(header) else "")
                if last >= 0 and index >= rest
                else ()
                for index, cell in enumerate(cells)
            ]
            replies = [reply for lines in lines_of for reply in lines]
            told = ["" if lines else cell for lines, cell in zip(lines_of, cells, strict=True)]
            said = ", ".join(self._cells_said(header, told, rest))
            following = rows[number + 1].location.line - 1 if number + 1 < len(rows) else block.end
            end = max(row.location.line, following)
            read = self._calls(text)
            if read is not None and said:
                text, said = (f"{text}, {said}" if read.offset < len(text) else f"{text}: {said}"), ""
                read = self._calls(text)
            item = OutlineItem(
                len(depth[0]) if depth else 0,
                text if read else " | ".join(filter(None, cells)),
                row.location,
                end,
            )
            nodes.append(_Node(item, read, text))
            for reply in replies:
                # "2♦ = no major" in the row of 2♣
                reply = "-".join((*(cell.rstrip("-–— ") for cell in own[: last + 1]), reply))
                nodes.append(_Node(item._replace(text=reply), self._calls(reply), reply))
        return nodes

    def _replies(self, cell: str, title: str) -> tuple[str, ...]:
        """Return the calls that a cell tells of: ``2♦ = no major<br>2♥ = four``, or one below "Next"."""
        told = find_telling(_BREAK.sub("\n", cell), self._letters)
        if told and told.has_signs and not told.lead and len(told.calls) > 1:
            return told.calls
        is_row = WORDS["next"].fullmatch(title.strip("*_ :")) is not None and self._is_row(cell)
        return (cell,) if is_row and len(find_calls(cell, self._letters)) == 1 else ()

    def _cells_said(self, header: Sequence[str], cells: Sequence[str], begin: int) -> Iterator[str]:
        for index in range(begin, len(cells)):
            cell, title = cells[index], header[index].strip(" *_") if index < len(header) else ""
            is_repeated = index > begin and cell == cells[index - 1]
            if not cell or is_repeated or re.fullmatch(r"[-\u2013\u2014]", cell):
                continue
            if WORDS["hcp"].fullmatch(title) and re.fullmatch(r"[\d\s+<>\u2264\u2265\u2013-]+", cell):
                cell = f"{cell} hcp"
            elif title and WORDS["yes"].fullmatch(cell):
                cell = title.lower()
            yield cell


def _with_dashes(items: Sequence[OutlineItem]) -> list[OutlineItem]:
    """Return items with dashes in auctions of calls with one blank between, where several begin alike.

    "1N 2C  Stayman" and "1N 2C 2D  no major" are auctions, "3C 3D  preempts" are two calls.
    """
    found = [_SPACED.match(item.text) for item in items]
    begun = [each[0].split()[0] for each in found if each]
    return [
        item._replace(text=_BLANKS.sub("-", each[0]) + item.text[each.end() :])
        if each and (begun.count(each[0].split()[0]) > 1 or each[0].count(" ") > 1 or item.text.endswith("?"))
        else item
        for item, each in zip(items, found, strict=True)
    ]


def _assure_lengths(nodes: Sequence[_Node], *, is_below: bool) -> None:
    """Read "1♠ 4♠" beside rows for single calls as a call and its length, and "2♥ 5♠ and 4♥" as well.

    ``is_below`` says that they are below a call, where several such rows are lengths, too.
    """
    several = [node for node in nodes if _OWN_LENGTH.match(node.text)]
    is_single = (is_below and len(several) > 1) or any(
        node.read and node.read.is_sure and len(node.read.columns) == 1 for node in nodes
    )
    for node in nodes:
        is_length = _TWO_LENGTHS.match(node.text) or (is_single and _OWN_LENGTH.match(node.text))
        if node.read and not node.read.is_sure and is_length:
            node.read = node.read._replace(is_sure=True)


def _by_indentation(nodes: Sequence[_Node]) -> list[_Node]:
    """Return the rows of a table, those that spaces or arrows indent below the one above them."""
    roots: list[_Node] = []
    chain: list[_Node] = []
    for node in nodes:
        while chain and chain[-1].block.depth >= node.block.depth:
            chain.pop()
        (chain[-1].children if chain else roots).append(node)
        chain += [node] if node.read else []
    return roots


def _without_repeated(nodes: Sequence[_Node], paths: list[Calls | str]) -> list[Calls | str]:
    """Leave out rows that are between two for the same call: some of them were indented."""
    codes = [
        key(path) if isinstance(path, tuple) and not node.children and not _is_auction(node) else ()
        for node, path in zip(nodes, paths, strict=True)
    ]
    first, end = len(paths), 0
    for index, code in enumerate(codes):
        before = codes.index(code)
        if code and index - before > 1 and code not in codes[before + 1 : index] and codes[index - 1] != code:
            first, end = min(first, before), max(end, index + 1)
    return [
        "a row for the same call is apart from it"
        if first <= index < end and isinstance(path, tuple)
        else path
        for index, path in enumerate(paths)
    ]


def _all_told(nodes: Sequence[_Node], paths: list[Calls | str]) -> list[Calls | str]:
    """Place calls that one line tells of only if all of them can be placed."""
    for node, path in zip(nodes, paths, strict=True):
        if node.is_told and isinstance(path, str):
            place = node.block.location
            paths = [
                path if other.is_told and other.block.location == place else own
                for other, own in zip(nodes, paths, strict=True)
            ]
    return paths


def _without_ranges(nodes: Sequence[_Node], paths: list[Calls | str]) -> list[Calls | str]:
    """Leave out the auction of "2C-2S" among single calls, which may be every bid between the two."""
    place = _range_among(nodes)
    if place is not None and len(paths[place]) == _ENDS and (read := nodes[place].read):
        first, last = (column.text for column in read.columns)
        if " " not in nodes[place].text[: read.end]:
            paths[place] = f"it may be an auction, or every bid from {first} to {last}"
    return paths


def _is_for(path: Calls | str, known: Calls) -> bool:
    """Return whether a row is for the last call of an auction itself."""
    return isinstance(path, tuple) and key(path) == key(known)


def _before_first(nodes: Sequence[_Node], context: Context) -> Context:
    """Return the auction without its last call, where the first row is for that one, with rows below it.

    "Here 2♦ is artificial:", above "2♦: 18+" with its responses, and "2♠: 12-14" beside it.
    """
    first = nodes[0] if len(nodes) > 1 and nodes[0].children and len(context.calls) > 1 else None
    if first is None or first.read is None or context.doubt or context.is_explicit:
        return context
    is_for = key(row_calls(first.read, NOWHERE)) == key(context.calls[-1:])
    return context._replace(calls=context.calls[:-1]) if is_for else context


def _is_sentence(node: _Node) -> bool:
    """Return whether an item is like "2♦-2NT is the only force, please."."""
    text = node.text[node.read.end :] if node.read else ""
    return text.rstrip().endswith(".") and re.match(r"\s+(?:is|are)\s", text) is not None


def _is_auction(node: _Node) -> bool:
    """Return whether an item begins with several calls, and surely so."""
    return node.read is not None and node.read.is_sure and len(node.read.columns) > 1


def _are_whole(nodes: Sequence[_Node], known: Calls) -> bool:
    """Return whether items write auctions from the beginning, some of them another one than that above.

    "1♠-2NT" and "(2♥)-X" below "Responses to 1♠, and defence": one has the auction above in it, or several
    cannot go on with it.
    """
    auctions = [
        row_calls(node.read, node.block.location, node.target)
        for node in nodes
        if node.read is not None and _is_auction(node)
    ]
    if not known or len(auctions) < _ENDS:
        return False
    alone = [calls for calls in auctions if not is_legal((*known, *calls)) and is_legal(calls)]
    return len(alone) >= _ENDS or any(begins(calls, known) for calls in auctions)


def _range_among(nodes: Sequence[_Node]) -> int | None:
    """Return which of the nodes may be for every bid from one to another, as "3C-3S" among single calls."""
    columns = [node.read.columns if node.read else () for node in nodes]
    if sum(len(each) > 1 for each in columns) != 1:
        return None
    place = next(index for index, each in enumerate(columns) if len(each) > 1)
    first, last = columns[place][0], columns[place][-1]
    is_known = any(each[0].text == first.text for each in columns[:place] if each)
    is_range = len(columns[place]) == _ENDS and _RANGE.fullmatch(f"{first.text} {last.text}")
    is_known = is_known or bool(nodes[place].children)
    return place if is_range and not (first.theirs or last.theirs or is_known) else None


def _with_ranges(nodes: Sequence[_Node]) -> None:
    """Take "3C-3S" for every bid between the two among openings: nobody bids a suit over partner's 3C."""
    place = _range_among(nodes)
    if place is None or (read := nodes[place].read) is None:
        return
    first, last = read.columns
    if _PREEMPTS.fullmatch(f"{first.text} {last.text}"):
        every = read_calls(f"{first.text}~{last.text}")
        assert every is not None
        nodes[place].read = read._replace(columns=every.columns, is_sure=True)


def _says(text: str) -> bool:
    """Return whether something is said of a call, as not in "1H, then"."""
    return re.fullmatch(r"(?i)[\s.,:;\u2026-]*(?:then|dann|puis|dan|potem)?[\s.,:;\u2026-]*", text) is None


def _tidy(text: str) -> str:
    """Return a description without the marks that were around its call."""
    return re.sub(r"^[*_]+(?=\s|$)|^\s*[|:]\s*|(?<= ) +", "", text.strip()).strip()


def _hint(reason: str) -> str:
    if "sentence" in reason:
        return "Write a colon or two spaces after the call if it is a row."
    if "does not begin" in reason:
        return "Correct the call if it is a row; it is read as a part of the row above."
    if "not legal" in reason:
        return f"Correct the call. {_HINT} Calls of opponents are in parentheses."
    return _HINT
