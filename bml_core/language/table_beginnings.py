"""Where a bidding table begins, what tells prose from a row, and reports on lines that are in between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from bml_core.bridge import ACTION_WORDS
from bml_core.diagnostics import DiagnosticLog
from bml_core.document import Dialect, Label
from bml_core.language.block_beginnings import BULLET, HEADING, NUMBER, TABLE_ROW, diagram_length, is_auction
from bml_core.language.inline_text import ends_sentence, goes_on, goes_on_from_subject, reads_like_sentence
from bml_core.language.row_parts import (
    EMPTY_ROOT,
    RowParts,
    history_calls,
    is_history,
    is_nearly_call,
    split_row,
)
from bml_core.language.source_lines import SourceLine, expanded

#: What older programs take for the beginning of a table, and what is written around a call.
_BID_SHAPE = re.compile(
    r"[(\[{\"'*_`~]*!?[1-9]!?[A-Za-z\u2660\u2663\u2665\u2666]|[\u2660\u2663\u2665\u2666][1-7]$"
)
_STRAIN = re.compile(
    r"(?:NT|!?[CDHSN]|[\u2660\u2663\u2665\u2666]|(?i:clubs?|diamonds?|hearts?|spades?|no ?trumps?))(?![\w'])"
)
_COMPOUND = re.compile(r"\d(?:NT|[A-Z])?s?-[a-z]")
_NO_BID = re.compile(r"\W*\d+(?:st|nd|rd|th)\b|[45]CMs?\b|4SF")
_LIST_MARK = re.compile(
    r"\s*(?:[-\u2022\u2013\u2014\u00b7\u25aa\u25cf\u25e6\u2023*>+]|[0-9]{1,2}[.)]|[A-Za-z]\))\s+"
)
_NAMED_CALL = re.compile(r"(?<!\w)[1-7](?:NT|!?[CDHSN]|[\u2660\u2663\u2665\u2666])(?!\w)")
_CALL = r"\(?(?:[1-7](?:NT|!?[CDHSNM]|[\u2660\u2663\u2665\u2666])|[PDXR])\)?"
_DASH = r"\s*[-\u2013\u2014]+\s*"
# The auction at the end of a line, and what is before it.
_NAMED_AUCTION = re.compile(
    rf"\s*(?P<words>.*?)(?<!\w)(?P<calls>[1-7](?:NT|!?[CDHSNM]|[\u2660\u2663\u2665\u2666])(?:{_DASH}{_CALL})*)"
    r"(?:\s*:|\s+[-\u2013\u2014]+|[-\u2013\u2014]+:)\s*"
)
_CONTINUING = re.compile(
    r"(?:after|over|opposite|following|facing|responses?|answers?|replies|rebids?|continuations?|developments?"
    r"|bidding|auctions?|sequences?)\b",
    re.IGNORECASE,
)
_LONGEST_ABOVE = 100
_FEW_WORDS = 4
_NEARBY = 8


class _Kind(Enum):
    BID = "a bid or an auction"
    SLIP = "the shape of a bid, but none"
    WORD = "a pass, a double or a label"
    TEXT = "anything else"


class _Line(NamedTuple):
    """What a line looks like: its kind, its parts, and its indentation in columns."""

    kind: _Kind
    parts: RowParts
    indent: int
    is_near: bool = False

    @property
    def is_apart(self) -> bool:
        return not self.parts.is_close

    @property
    def is_row_like(self) -> bool:
        return self.kind is not _Kind.TEXT


def begins_table(text: str, dialect: Dialect) -> bool:
    """Return True if a line is a row or a history whatever is around it.

    A table begins with a level and letters, as in ``1C`` or ``(2M)``, or with a history; the word must
    name a call, or a bid with an impossible level. A label such as ``3x``, and signs that prose has as well,
    as in ``1♥`` and ``1N–2C``, must be set apart from the description.

    >>> begins_table("2C is strong", Dialect.V2_0), begins_table("3rd seat openings", Dialect.V2_0)
    (True, False)
    >>> begins_table("1♥ shows five", Dialect.V2_0), begins_table("1♥  five", Dialect.V2_0)
    (False, True)
    """
    line = _read(text, dialect)
    return line is not None and _is_plain(line)


def auction_named(text: str) -> str:
    """Return the auction that a line ends with as titles of tables do, "" if there is none.

    >>> auction_named("After 1N:"), auction_named("1C - 1H:"), auction_named("We open 1C:")
    ('1N', '1C-1H', '')
    """
    found = _NAMED_AUCTION.fullmatch(text.rstrip()) if len(text) <= _LONGEST_ABOVE else None
    if found is None or (found["words"].strip(" *#-") and not _CONTINUING.search(found["words"])):
        return ""
    return "-".join(re.findall(_CALL, found["calls"]))


def continues(auction: str, word: str) -> bool:
    """Return whether a table that begins with this bid may continue an auction, and does not begin it itself.

    >>> continues("1N", "2C"), continues("1C-1H", "1C"), continues("2N", "1C")
    (True, False, False)
    """
    calls = [call.strip("()!").replace("NT", "N") for call in auction.split("-")]
    bid = word.strip("()!").replace("NT", "N").replace("!", "")
    highest = max(call[0] for call in calls if call[0].isdigit())
    return bid[:2].upper() != calls[0].replace("!", "").upper() and not "0" < bid[0] < highest


def is_row(text: str, dialect: Dialect) -> bool:
    """Return True if a line has a call or a label in its bid column, and no auction."""
    line = _read(text, dialect)
    return line is not None and line.kind in (_Kind.BID, _Kind.WORD) and not is_history(line.parts.word)


def _read(text: str, dialect: Dialect) -> _Line | None:
    parts = split_row(text, dialect)
    if parts is None:
        return None
    indent = len(expanded(text[: len(text) - len(text.lstrip())]))
    kind = _kind(parts, dialect)
    return _Line(kind, parts, indent, kind is _Kind.SLIP and is_nearly_call(parts.word))


def _kind(parts: RowParts, dialect: Dialect) -> _Kind:
    word = parts.word
    if is_history(word):
        if word == EMPTY_ROOT or _continues_auction(word, dialect):
            return _Kind.BID
    elif Label() in parts.column.patterns and not parts.column.is_call:
        if any(character.isdigit() for character in word):
            return _Kind.SLIP if parts.is_close else _Kind.BID
        return _Kind.WORD
    elif parts.column.is_meant_as_call:
        return _Kind.BID if parts.is_bid else _Kind.WORD if _is_word(word) else _Kind.TEXT
    return _Kind.SLIP if has_shape_of_bid(parts) else _Kind.TEXT


def has_shape_of_bid(parts: RowParts) -> bool:
    """Return True if a line begins with a level and letters, or a suit sign, and no ordinal or the like."""
    if parts.word in "1234567":
        return _STRAIN.match(parts.text) is not None
    return _BID_SHAPE.match(parts.word) is not None and _NO_BID.match(parts.word) is None


def _is_word(word: str) -> bool:
    return word.strip("!()").replace("/", "").isalpha()


def _continues_auction(word: str, dialect: Dialect) -> bool:
    """Return True if a word with dashes is an auction, perhaps with a slip in it, and no compound word."""
    calls = [column for _, column in history_calls(word, dialect)]
    if not calls or re.match(r"\(?!?(?:\d|P|Pass\b)", word) is None or not calls[0].is_meant_as_call:
        return False
    return word.endswith((";", "-")) or all(
        column.is_meant_as_call or Label() in column.patterns for column in calls
    )


def _is_plain(line: _Line) -> bool:
    return line.kind is _Kind.BID and not (line.parts.has_signs and line.parts.is_close)


def _begins_like_row(line: _Line) -> bool:
    return line.kind is _Kind.BID or line.is_near


def _is_set_apart(line: _Line) -> bool:
    is_apart = line.parts.word.endswith(":") or line.is_apart
    return _begins_like_row(line) and bool(line.parts.text) and is_apart


class LinesOfBlock:
    """The lines of a block that is not a list, deal or auction by its first line."""

    def __init__(self, lines: Sequence[SourceLine], dialect: Dialect) -> None:
        self._texts = [line.text for line in lines]
        self._dialect = dialect
        self._lines: dict[int, _Line] = {}

    def table(self) -> tuple[int | None, bool]:
        """Return where a bidding table begins in the block, None if it is text as a whole.

        With it comes whether the author should know: no bid is its first row, or text is above it.

        A first line that fails is still one if the lines around it are rows. Text directly above a table is
        text, unless it names a call: then rows below it may continue an auction that is not known.
        """
        first = self._line(0)
        if _is_plain(first):
            return 0, False
        if first.is_row_like and not self._reads_as_words(first) and self._is_first_row(0):
            return 0, first.kind is _Kind.WORD
        number = self.row_below_text()
        if number is None or _NAMED_CALL.search(" ".join(self._texts[:number])):
            return None, False
        return number, True

    def row_below_text(self) -> int | None:
        """Return the first line, from the second on, that is a row by all that is around it."""
        for number in range(1, len(self._texts)):
            line = self._line(number)
            if line.kind in (_Kind.BID, _Kind.SLIP) and not goes_on(self._texts[number - 1]):
                after_colon = self._texts[number - 1].rstrip().endswith(":")
                if self._is_first_row(number, after_colon=after_colon):
                    return number
        return None

    def lone_row(self) -> RowParts | None:
        """Return the first line if it reads like a row, though nothing around it says that it is one."""
        line = self._line(0)
        if _LIST_MARK.match(self._texts[0]):
            return self._marked_row()
        if line.kind in (_Kind.TEXT, _Kind.WORD):
            is_row = line.kind is _Kind.WORD and line.parts.gap.isspace() and line.is_apart
            return line.parts if is_row and line.parts.text and not _is_legend(line) else None
        if line.is_apart and line.parts.text:
            return line.parts
        is_alone = all(self._line(n).indent > line.indent for n in range(1, len(self._texts)))
        is_small = line.is_near and line.parts.word[-1:].islower()
        if not is_alone or self._is_prose(0) or is_small or _COMPOUND.match(line.parts.word):
            return None
        is_short = len(self._texts[0].split()) <= _FEW_WORDS
        return line.parts if is_short or line.is_near else None

    @property
    def is_list(self) -> bool:
        """Return whether the block begins with an item."""
        return _LIST_MARK.match(self._texts[0]) is not None

    def rows_in_list(self) -> list[int]:
        """Return the items of a list if all begin with bids, and some are indented below others."""
        marks = {number: mark for number, text in enumerate(self._texts) if (mark := _LIST_MARK.match(text))}
        lines = [_read(self._texts[number][mark.end() :], self._dialect) for number, mark in marks.items()]
        columns = {len(expanded(mark[0])) for mark in marks.values()}
        is_table = len(columns) > 1 and all(line is not None and _begins_like_row(line) for line in lines)
        return list(marks) if is_table else []

    def rows_in_text(self) -> list[int]:
        """Return the lines of a text that begin with a bid and what sets it apart, or follow each other."""
        apart = [
            number
            for number in range(1, len(self._texts))
            if _is_set_apart(self._line(number)) and not goes_on(self._texts[number - 1])
        ]
        return apart or self._rows_in_succession()

    def _rows_in_succession(self) -> list[int]:
        """Return the first lines below each other that begin with calls, if none is a part of a sentence."""
        rows: list[int] = []
        for number in range(len(self._texts)):
            line = self._line(number)
            is_call = line.kind is _Kind.BID or (line.kind is _Kind.WORD and line.parts.column.is_call)
            is_part = number > 0 and goes_on(self._texts[number - 1])
            if is_call and line.parts.text and not (is_part or reads_like_sentence(line.parts.text)):
                rows.append(number)
            elif len(rows) > 1:
                break
            elif not rows or line.indent <= self._line(rows[-1]).indent:
                rows = []
        are_rows = len(rows) > 1 and any(self._line(number).kind is _Kind.BID for number in rows)
        return rows if are_rows and not ends_sentence(self._texts[-1]) else []

    def _marked_row(self) -> RowParts | None:
        """Return the row after the mark of a list; in a list of the language only if it is set apart."""
        is_list = re.match(r"\s*(?:-|\d+\.)", self._texts[0]) is not None
        rows: list[_Line] = []
        for text in self._texts[:2]:
            item = _LIST_MARK.match(text)
            row = _read(text[item.end() :], self._dialect) if item else None
            if row is None or not _is_plain(row):
                break
            rows.append(row)
        is_row = bool(rows) and (rows[0].is_apart or (not is_list and len(rows) > 1))
        return rows[0].parts if is_row else None

    def sentence(self) -> RowParts | None:
        """Return the first line, a row, if it reads like the beginning of a sentence and no row is near."""
        line = self._line(0)
        if not line.parts.is_close or not goes_on_from_subject(line.parts.text):
            return None
        following = range(1, min(len(self._texts), _NEARBY))
        return None if any(self._line(number).is_row_like for number in following) else line.parts

    def _line(self, number: int) -> _Line:
        if number not in self._lines:
            line = _read(self._texts[number], self._dialect)
            assert line is not None
            self._lines[number] = line
        return self._lines[number]

    def _next_row(self, number: int) -> _Line | None:
        """Return the line below a row and its description, if it is in the shape of a row."""
        indent = self._line(number).indent
        for below in range(number + 1, min(len(self._texts), number + _NEARBY)):
            line = self._line(below)
            if line.is_row_like:
                return line
            if line.indent <= indent:
                return None
        return None

    def _is_first_row(self, number: int, *, after_colon: bool = False) -> bool:
        """Return True if the lines below say that this line, which is like a row, is the first of a table."""
        line, below = self._line(number), self._next_row(number)
        is_bid = line.kind is _Kind.BID
        if below is None:
            is_last = all(self._line(n).indent > line.indent for n in self._after(number))
            return is_bid and line.is_apart and is_last and bool(number == 0 or line.parts.text)
        if is_history(line.parts.word) and line.is_near:
            return True
        if below.indent > line.indent:
            return below.kind is _Kind.BID or below.is_apart or (line.is_near and below.is_near)
        if line.is_apart:
            return below.kind is not _Kind.WORD or (below.is_apart and not _is_legend(below))
        if below.is_apart:
            return below.kind is not _Kind.WORD
        return (number == 0 or after_colon) and self._are_rows(number)

    def _are_rows(self, number: int) -> bool:
        """Return True if all lines from here on are in the shape of rows, and none reads like a sentence."""
        lines = [self._line(n) for n in (number, *self._after(number))]
        indent = lines[0].indent
        return not self._is_prose(number) and all(line.is_row_like or line.indent > indent for line in lines)

    def _is_prose(self, number: int) -> bool:
        return reads_like_sentence(self._line(number).parts.text) or ends_sentence(self._texts[-1])

    def _after(self, number: int) -> range:
        return range(number + 1, len(self._texts))

    def _reads_as_words(self, line: _Line) -> bool:
        return line.kind is _Kind.WORD and (line.parts.reads_as_words or _is_legend(line))


def _is_legend(line: _Line) -> bool:
    """Return True for a line such as ``P = pass``, which explains a letter."""
    word = line.parts.text.partition(" ")[0].strip(",;.").lower()
    return len(word) > 1 and word in ACTION_WORDS


_MOST_NAMED = 6


def find_table(lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog) -> int | None:
    """Return the line where a table begins in a block whose first line is not a row by itself, or None.

    What is where its first row should is reported, and in a text the lines that read like rows.
    """
    first = lines[0].text
    if TABLE_ROW.match(first) or is_auction(lines) or diagram_length(lines):
        return None
    block = LinesOfBlock(lines, dialect)
    if BULLET.match(first) or NUMBER.match(first):
        number = block.row_below_text()
        is_reported = number is not None
    else:
        number, is_reported = block.table()
    if number is None:
        _report_rows_of_text(lines, block, log)
    elif is_reported and number:
        _report_text_above(lines[number - 1], log)
    elif is_reported:
        _report_first_word(lines[0], log)
    return number


def report_sentence(lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog) -> None:
    """Report the first row of a table if it begins like a sentence, and no other row is near."""
    row = LinesOfBlock(lines, dialect).sentence()
    if row is not None:
        log.report(
            "BML216",
            f"This is read as a row for {row.word}, but looks like a sentence.",
            lines[0].at(lines[0].start),
            f"A paragraph must not begin with a bid. For a row, write two spaces after {row.word}.",
        )


def report_auction_above(above: str, line: SourceLine, dialect: Dialect, log: DiagnosticLog) -> None:
    """Report a table of openings below a line such as ``After 1N:``, which names an auction to be continued.

    A table that is indented below the rows of another one is read as openings as well.
    """
    row = split_row(line.text, dialect)
    if row is None or is_history(row.word) or not row.column.is_meant_as_call or row.column.theirs:
        return
    auction = auction_named(above)
    if auction and continues(auction, row.word):
        log.report(
            "BML218",
            f"This table continues no auction, though the text above it names {auction}.",
            line.at(line.start),
            f"Write {auction}--- as the first line of the table, without a blank line below it; "
            "to begin with openings, end the text above with a full stop.",
        )
    elif line.start and begins_table(above, dialect):
        log.report(
            "BML218",
            "This table continues no auction, though it is indented below another one.",
            line.at(line.start),
            "Delete the blank line above to go on with the table; for openings, begin at the first column.",
        )


def report_heading(lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog) -> None:
    """Report a heading that reads like a row, where another one follows straight below."""
    texts = [found[2] or "" for line in lines if (found := HEADING.match(line.text))]
    rows = [split_row(text, dialect) for text in texts if begins_table(text, dialect)]
    if len(rows) > 1 and all(row and row.text and not row.is_close for row in rows):
        log.report(
            "BML213",
            "This reads like a row, but an asterisk makes it a heading.",
            lines[0].at(),
            "Begin the line with the bid.",
        )


def _report_text_above(line: SourceLine, log: DiagnosticLog) -> None:
    log.report(
        "BML215",
        "This line is text, although a row follows directly below.",
        line.at(line.start),
        "Leave a blank line below it, or begin it with // at the first column if it is a comment.",
    )


def _report_first_word(line: SourceLine, log: DiagnosticLog) -> None:
    log.report(
        "BML213",
        "This is read as a row, although a table should begin with a bid, not with a pass, double or label.",
        line.at(line.start),
        "Delete the blank line above, or write a history such as 1C- or #BIDTABLE as the first line.",
    )


def _report_rows_of_text(lines: list[SourceLine], block: LinesOfBlock, log: DiagnosticLog) -> None:
    if (number := block.row_below_text()) is not None:
        place = lines[number].at(lines[number].start)
        message = "From here on lines read like rows, but are text: a line above begins with a call."
        hint = "Leave a blank line above; rows that continue an auction begin with it, as in 1N-2C;."
    elif (row := block.lone_row()) is not None:
        place = lines[0].at(row.offset if row.column.is_call else lines[0].start)
        message = "This reads like a row, but is text."
        wrong = row.column.diagnostic
        hint = wrong.hint if wrong else "Begin a row with its bid and two spaces."
    elif rows := block.rows_in_list() if block.is_list else block.rows_in_text():
        place = lines[rows[0]].at(lines[rows[0]].start)
        subject = "This reads" if len(rows) == 1 else f"{_named(lines, rows)} read"
        kind = "items of a list" if block.is_list else "text"
        message = f"{subject} like {'a row' if len(rows) == 1 else 'rows'}, but {_is(len(rows))} {kind}."
        if block.is_list:
            hint = "Begin each row with its bid instead of a mark, and write two spaces after it."
        else:
            hint = "Leave a blank line above, and begin each line with its bid and two spaces."
    else:
        return
    log.report("BML213", message, place, hint)


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _named(lines: list[SourceLine], numbers: list[int]) -> str:
    """Return the lines with these indexes as words, such as ``Lines 3, 4 and 7``."""
    *first, last = [str(lines[number].line) for number in numbers]
    shown = [*first[:_MOST_NAMED], "…"] if len(first) > _MOST_NAMED else first
    return f"Lines {', '.join(shown)} and {last}"
