"""Where a bidding table begins, what tells prose from a row, and reports on lines that are in between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from bml_core.bridge import ACTION_WORDS
from bml_core.diagnostics import DiagnosticLog
from bml_core.document import Dialect, Label
from bml_core.language.block_beginnings import (
    BULLET,
    HEADING,
    NUMBER,
    TABLE_ROW,
    auction_named,
    continues,
    diagram_length,
    is_auction,
)
from bml_core.language.inline_text import (
    ends_sentence,
    goes_on,
    goes_on_from_call,
    goes_on_from_subject,
    reads_like_sentence,
)
from bml_core.language.row_parts import (
    EMPTY_ROOT,
    RowParts,
    history_calls,
    is_history,
    is_nearly_call,
    spelled_call,
    split_row,
)
from bml_core.language.source_lines import SourceLine, expanded, lines_named

#: What older programs take for the beginning of a table, and what is written around a call.
_BID_SHAPE = r"[(\[{\"'*_`~]*!?[1-9]!?[A-Za-z\u2660\u2663\u2665\u2666]|[\u2660\u2663\u2665\u2666][1-7]$"
_COMPOUND = r"\d(?:NT|[A-Z])?s?-[a-z]"
_NO_BID = r"\W*\d+(?:st|nd|rd|th)\b|[45]CMs?\b|4SF"
# What may be written before a call: marks of lists, boxes, tags of a page, numbers, or a word for a bid.
_LIST_MARK = (
    r"\s*(?:(?:[-\u2022\u2013\u2014\u00b7\u25aa\u25cf\u25e6\u2023\u2192*>+#]{1,6}|\[[ xX]?\]|[0-9]{1,2}[.)]"
    r"|[A-Za-z]\)|[IVXivx]{1,4}[.)]|[Bb]id|[Oo]pen(?:ing)?)\s+|:(?=\S)|<[a-z]{1,6}>)+"
)
_CLOSING_TAG = r"</[a-z]{1,6}>"
_NAMED_CALL = r"(?<!\w)[1-7](?:NT|!?[CDHSN]|[\u2660\u2663\u2665\u2666])(?!\w)"
# What sets a bid apart in a list: points, or a length.
_FIGURES = r"\d{1,2}(?:\+|\s?[-\u2013]{1,2}\s?\d{1,2}\b)"
_NUMBER_ALONE = r"[-+]?\d+(?:[.,]\d+)?\s*%?"
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
    is_near = kind is _Kind.SLIP and (is_nearly_call(parts.word) or spelled_call(parts.word) != "")
    return _Line(kind, parts, indent, is_near)


def _kind(parts: RowParts, dialect: Dialect) -> _Kind:
    word = parts.word
    if is_history(word):
        if word == EMPTY_ROOT or _continues_auction(word, dialect):
            return _Kind.BID
    elif Label() in parts.column.patterns and not parts.column.is_call:
        if any(character.isdecimal() for character in word):
            return _Kind.SLIP if parts.is_close else _Kind.BID
        return _Kind.WORD
    elif parts.column.is_meant_as_call:
        return _Kind.BID if parts.is_bid else _Kind.WORD if _is_word(word) else _Kind.TEXT
    return _Kind.SLIP if has_shape_of_bid(parts) else _Kind.TEXT


def has_shape_of_bid(parts: RowParts) -> bool:
    """Return True if a line begins with a level and letters, or a suit sign, and no ordinal or the like."""
    if spelled_call(parts.word):
        return True
    return re.match(_BID_SHAPE, parts.word) is not None and re.match(_NO_BID, parts.word) is None


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

    def __init__(self, texts: Sequence[str], dialect: Dialect) -> None:
        self._texts = texts
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
        if number is None or re.search(_NAMED_CALL, " ".join(self._texts[:number])):
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
        if line.kind in (_Kind.TEXT, _Kind.WORD):
            is_row = line.kind is _Kind.WORD and line.parts.gap.isspace() and line.is_apart
            return line.parts if is_row and line.parts.text and not _is_legend(line) else None
        if line.is_apart and line.parts.text:
            return line.parts
        is_alone = all(self._line(n).indent > line.indent for n in range(1, len(self._texts)))
        is_small = line.is_near and line.parts.word[-1:].islower()
        if not is_alone or self._is_prose(0) or is_small or re.match(_COMPOUND, line.parts.word):
            return None
        is_short = len(self._texts[0].split()) <= _FEW_WORDS
        return line.parts if is_short or line.is_near else None

    def rows_in_text(self, *, in_list: bool = False) -> list[int]:
        """Return the lines that begin with a bid and what sets it apart, or follow each other.

        In a list, points or a length set a bid apart as well, and calls may be alone.
        """
        runs: list[list[int]] = [[]]
        for number, line in enumerate(map(self._line, range(len(self._texts)))):
            if self._may_be_row(number, in_list):
                runs[-1].append(number)
            elif not runs[-1] or line.indent <= self._line(runs[-1][-1]).indent:
                runs.append([])
        are_sentences = ends_sentence(self._texts[-1])
        rows = [run for run in runs if self._are_rows_of_text(run, are_sentences, in_list)]
        return [number for run in (runs if rows and in_list else rows) for number in run]

    def _may_be_row(self, number: int, in_list: bool) -> bool:
        line = self._line(number)
        is_call = _begins_like_row(line) or (line.kind is _Kind.WORD and line.parts.column.is_call)
        is_part = number > 0 and goes_on(self._texts[number - 1])
        if not is_call or is_part or not (line.parts.text or in_list):
            return False
        return _is_set_apart(line) or not (
            reads_like_sentence(line.parts.text) or goes_on_from_call(line.parts.text)
        )

    def _are_rows_of_text(self, run: list[int], are_sentences: bool, in_list: bool) -> bool:
        lines = [self._line(number) for number in run]
        if any(_is_set_apart(line) or (in_list and re.match(_FIGURES, line.parts.text)) for line in lines):
            return True
        return len(run) > 1 and not are_sentences and any(map(_begins_like_row, lines))

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


_MOST_HEADERS = 2
_RULE_WITH_CROSS = r"\s*\|-[-:]*\+[-+: ]*\|?\s*$"
# What follows a call in a cell that names calls alone.
_MORE_CALLS = r"$|[(,/&+]|or\b|and\b|\(?[1-7](?:NT|[CDHSNMm])\b"


def find_table(lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog) -> int | None:
    """Return the line where a table begins in a block whose first line is not a row by itself, or None.

    What is where its first row should is reported, and in a text the lines that read like rows.
    """
    first = lines[0].text
    if is_auction(lines) or diagram_length(lines):
        return None
    block = LinesOfBlock([line.text for line in lines], dialect)
    number, is_reported = None, True
    if TABLE_ROW.match(first):
        _report_rows_of_bars(lines, dialect, log)
        return None
    if BULLET.match(first) or NUMBER.match(first):
        number = block.row_below_text()
    else:
        number, is_reported = block.table()
    if number is None:
        _report_rows_of_text(lines, block, log)
        _report_marked_rows(lines, dialect, log)
        _report_rows_of_bars(lines, dialect, log)
    elif is_reported and number:
        _report_text_above(lines[number - 1], log)
    elif is_reported:
        _report_first_word(lines[0], log)
    return number


def report_sentence(lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog) -> None:
    """Report the first row of a table if it begins like a sentence, and no other row is near."""
    row = LinesOfBlock([line.text for line in lines], dialect).sentence()
    if row is not None:
        log.report(
            "BML216",
            f"This is read as a row for {row.word}, but looks like a sentence.",
            lines[0].place,
            f"A paragraph must not begin with a bid. For a row, write two spaces after {row.word}.",
        )


def report_auction_above(
    titles: Sequence[str], line: SourceLine, dialect: Dialect, log: DiagnosticLog
) -> bool:
    """Report a table of openings below titles such as ``After 1N:``, which name an auction to be continued.

    The nearest title comes first. Return whether there was anything to report.
    """
    row = split_row(line.text, dialect)
    if row is None or is_history(row.word) or not row.column.is_meant_as_call or row.column.theirs:
        return False
    auction = next(filter(None, map(auction_named, titles)), "")
    if not auction or not continues(auction, row.word):
        return False
    log.report(
        "BML218",
        f"This table continues no auction, though the text above it names {auction}.",
        line.place,
        f"Write the auction, as in {auction}---, as the first line of the table, directly above its rows; "
        "to begin with openings, end the text above with a full stop.",
    )
    return True


def report_indentation(above: str, line: SourceLine, dialect: Dialect, log: DiagnosticLog) -> bool:
    """Report a table of openings that is indented below another one; return whether it is."""
    row = _read(line.text, dialect)
    if row is None or row.kind is not _Kind.BID or is_history(row.parts.word):
        return False
    first = _read(above, dialect)
    if first is None or first.kind is not _Kind.BID or first.indent >= row.indent:
        return False
    if not continues(first.parts.word, row.parts.word):
        return False
    log.report(
        "BML218",
        "This table continues no auction, though it is indented below another one.",
        line.place,
        "Delete the blank line above to go on with the table; for openings, begin at the first column.",
    )
    return True


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
        line.place,
        "Leave a blank line below it, or begin it with // at the first column if it is a comment.",
    )


def _report_first_word(line: SourceLine, log: DiagnosticLog) -> None:
    log.report(
        "BML213",
        "This is read as a row, although a table should begin with a bid, not with a pass, double or label.",
        line.place,
        "Delete the blank line above, or write a history such as 1C- or #BIDTABLE as the first line.",
    )


def _report_rows_of_text(lines: list[SourceLine], block: LinesOfBlock, log: DiagnosticLog) -> None:
    if (number := block.row_below_text()) is not None:
        place = lines[number].place
        message = "From here on lines read like rows, but are text: a line above begins with a call."
        hint = "Leave a blank line above; rows that continue an auction begin with it, as in 1N-2C;."
        log.report("BML213", message, place, hint)
    elif (row := block.lone_row()) is not None:
        place = lines[0].at(row.offset if row.column.is_call else lines[0].start)
        hint = row.column.hint or "Begin a row with its bid and two spaces."
        log.report("BML213", "This reads like a row, but is text.", place, hint)
    elif rows := block.rows_in_text():
        hint = "Leave a blank line above, and begin each line with its bid and two spaces."
        _report_rows([lines[number] for number in rows], ("is text", "are text"), hint, log)


def _report_marked_rows(lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog) -> None:
    """Report the items of a list that read like rows, with continuations of items in between."""
    marks = [re.match(_LIST_MARK, line.text) for line in lines]
    texts = [
        line.text
        if mark is None
        else f"{' ' * mark.end()}{re.sub(_CLOSING_TAG, '', line.text[mark.end() :])}"
        for line, mark in zip(lines, marks, strict=True)
    ]
    texts = [text if text.strip() else line.text for text, line in zip(texts, lines, strict=True)]
    rows = LinesOfBlock(texts, dialect).rows_in_text(in_list=True)
    hint = "Begin each row with its bid instead of a mark, and write two spaces after it."
    kinds = ("is an item of a list", "are items of a list")
    _report_rows([lines[number] for number in rows if marks[number]], kinds, hint, log)


def _report_rows_of_bars(lines: list[SourceLine], dialect: Dialect, log: DiagnosticLog) -> None:
    """Report a text table whose rows all begin with calls, unless its header has a rule with ``+``."""
    rows = [line for line in lines if TABLE_ROW.match(line.text)]
    if any(re.match(_RULE_WITH_CROSS, line.text) for line in rows):
        return
    cells = [[cell.strip() for cell in row.text.split("|")[1:]] for row in rows]
    calls = [_names_call_alone(first, dialect) for first, *_ in cells]
    begin = calls.index(True) if True in calls else len(rows)
    is_whole = all(
        call or not first.strip("-:= ")
        for call, (first, *_) in zip(calls[begin:], cells[begin:], strict=True)
    )
    words = [other for _, *others in cells[begin:] for other in others if other]
    if begin <= _MOST_HEADERS and is_whole and not all(re.fullmatch(_NUMBER_ALONE, word) for word in words):
        found = [row for row, call in zip(rows, calls, strict=True) if call]
        hint = (
            "Write rows without bars, each with its bid and two spaces; for a table of text, "
            "write a rule with a cross, such as |---+---|, below its header."
        )
        _report_rows(found, ("is a row of a text table", "are rows of a text table"), hint, log)


def _names_call_alone(cell: str, dialect: Dialect) -> bool:
    line = _read(cell, dialect)
    return line is not None and _begins_like_row(line) and re.match(_MORE_CALLS, line.parts.text) is not None


def _report_rows(rows: list[SourceLine], kinds: tuple[str, str], hint: str, log: DiagnosticLog) -> None:
    """Report lines that read like rows; ``kinds`` says what one of them is, and what several are."""
    if rows:
        lines = [row.line for row in rows]
        is_one = len(rows) == 1
        message = (
            f"This reads like a row, but {kinds[0]}."
            if is_one
            else f"{lines_named(lines).capitalize()} read like rows, but {kinds[1]}."
        )
        log.report("BML213", message, rows[0].place, hint)
