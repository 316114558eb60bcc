"""Bidding tables: from lines to rows under rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bml_core.bridge import Scope, Suit
from bml_core.diagnostics import Location
from bml_core.document import BiddingTable, DescriptionLine, Dialect, History, Label, Limits, Row, RowCall
from bml_core.language.bid_column import ACTIONS, BidColumn, as_label, parse_bid_column
from bml_core.language.inline_text import Description, parse_inline, split_condition, unclosed
from bml_core.language.source_lines import (
    COMMANDS,
    DiagnosticLog,
    SourceLine,
    expanded,
    report_unknown_command,
)

_HISTORY_SPLIT = re.compile(r"[-;]+")
# Writing programs put them where a hyphen was typed.
_DASHES = "\u2010\u2011\u2013\u2014\u2212"
_HYPHENS = str.maketrans(dict.fromkeys(_DASHES, "-"))
_BID = r"[1-7](?:[CDHSNMmXYZ\u2660\u2663\u2665\u2666]|NT|o[Mm])"
_ACTION = "|".join(ACTIONS)
_FURTHER_BID = re.compile(
    rf"[-;{_DASHES}]+\s*(?:(\(?{_BID}\)?|\((?:{_ACTION})\))(?=[-\s;{_DASHES}]|$)|([PDRX])(?=[-;{_DASHES}]))"
)
_FURTHER_HISTORY = re.compile(rf"[-;{_DASHES}]*\s*(\(?(?:{_BID}|{_ACTION})\)?)(?=\s*(?:[-;{_DASHES}]|$))")
_LIST_MARK = re.compile(r"(?:[A-Za-z0-9]{1,2}[).]|[-*\u2022])(?:\s|$)")
_COMMAND = re.compile(rf"#\s*([A-Z]{{2,}}\b|(?i:{'|'.join(COMMANDS)})\b)\s*(.*)", re.DOTALL)
_SMALL_LETTERS = re.compile(r"\(?[1-7](?:[cdhsn]|nt)\)?")
# P, D, R, X and XX are bids even where one space follows.
_LONGEST_LETTERS = 2
EMPTY_ROOT = "{}"


class RowParts(NamedTuple):
    """A line cut at its columns: the bid column as read, and where description text begins."""

    column: BidColumn
    word: str
    text: str
    text_offset: int


@dataclass(slots=True)
class _Node:
    """A row while its sub-bids are still to come."""

    call: RowCall | None
    location: Location
    indent: int
    text_column: int
    own_suit: Suit | None = None
    description: list[DescriptionLine] = field(default_factory=list)
    children: list[_Node] = field(default_factory=list)


def split_row(text: str, dialect: Dialect) -> RowParts | None:
    """Cut a row into bid column and description; None for white space.

    >>> parts = split_row("1m = 3+ minor", Dialect.V2_0)
    >>> parts.word, parts.text, parts.text_offset
    ('1m', '3+ minor', 5)
    """
    words = text.split(None, 1)
    if not words:
        return None
    word, rest = words[0], words[1] if len(words) > 1 else ""
    if not word.isascii():
        word = word.translate(_HYPHENS)
    offset = len(text) - len(rest)
    column = parse_bid_column(word, dialect)
    if "=" in word and not column.is_call:
        before = word.partition("=")[0]
        if before and _names_calls(before, dialect):
            offset = text.index(word) + len(before)
            word, rest, column = before, text[offset:], parse_bid_column(before, dialect)
    if rest.startswith("="):
        stripped = rest[1:].lstrip()
        offset += len(rest) - len(stripped)
        rest = stripped
    return RowParts(column, word, rest.rstrip(), offset)


def is_history(word: str) -> bool:
    """Return True if the first word of a table is an auction to continue."""
    return word == EMPTY_ROOT or "-" in word or ";" in word


def history_calls(word: str, dialect: Dialect) -> list[tuple[int, BidColumn]]:
    """Return the calls of a history with their offsets in ``word``."""
    if word == EMPTY_ROOT:
        return []
    calls = []
    begin = 0
    for end in [*_HISTORY_SPLIT.finditer(word), None]:
        part = word[begin : end.start() if end else len(word)]
        if part:
            calls.append((begin, parse_bid_column(part, dialect)))
        begin = end.end() if end else begin
    return calls


def _names_calls(word: str, dialect: Dialect) -> bool:
    if not is_history(word):
        return parse_bid_column(word, dialect).is_call
    return all(column.is_call for _, column in history_calls(word, dialect))


def begins_table(text: str, dialect: Dialect) -> bool:
    """Return True if a block with this first line is a bidding table.

    A table begins with a level and letters, as in ``1C`` or ``(2M)``, or with a history; the word must
    name a call, or a bid with an impossible level. A label such as ``3x``, or a history with dashes for
    hyphens, begins one if it stands apart from its description.

    >>> begins_table("2C is strong", Dialect.V2_0), begins_table("3rd seat openings", Dialect.V2_0)
    (True, False)
    """
    parts = split_row(text, dialect)
    if parts is None:
        return False
    word, indent = parts.word, len(text) - len(text.lstrip())
    if is_history(word):
        has_dash = word not in text
        if has_dash and _is_close(parts, indent):
            return False
        return word == EMPTY_ROOT or _continues_auction(word, dialect)
    if re.match(r"!?\(?!?\d+!?[A-Za-z*\u2660\u2663\u2665\u2666]", word) is None:
        return False
    if Label() in parts.column.patterns and not parts.column.is_call:
        return not _is_close(parts, indent)
    return _is_meant_as_call(parts.column)


def _is_close(parts: RowParts, indent: int) -> bool:
    """Return whether one blank alone stands between bid column and description."""
    return bool(parts.text) and parts.text_offset - indent - len(parts.word) == 1


def _is_meant_as_call(column: BidColumn) -> bool:
    return column.is_call or (
        column.diagnostic is not None and column.diagnostic.code in ("BML202", "BML204")
    )


def _continues_auction(word: str, dialect: Dialect) -> bool:
    """Return True if a word with dashes is an auction, perhaps with a slip in it, and no compound word."""
    calls = [column for _, column in history_calls(word, dialect)]
    if not calls or re.match(r"\(?!?(?:\d|P|Pass\b)", word) is None or not calls[0].is_call:
        return False
    return word.endswith((";", "-")) or all(_is_meant_as_call(column) for column in calls)


def _reads_as_sentence(parts: RowParts, indent: int) -> bool:
    """Return True if a line begins with a word such as ``other`` or ``pass`` that a sentence goes on from."""
    is_bid = any(character.isdigit() for character in parts.word)
    return not is_bid and len(parts.word) > _LONGEST_LETTERS and _is_close(parts, indent)


def begins_with_small_letters(texts: list[str], dialect: Dialect) -> bool:
    """Return True if the first lines of a block are rows whose strains are small letters: a slip, not prose.

    >>> begins_with_small_letters(["1c  strong"], Dialect.V2_0)
    True
    >>> begins_with_small_letters(["2d edition of", "these notes"], Dialect.V2_0)
    False
    """
    words = [(text.split() or [""])[0] for text in texts]
    if _SMALL_LETTERS.fullmatch(words[0]) is None:
        return False
    return _is_set_apart(texts[0]) or any(
        _SMALL_LETTERS.fullmatch(word) or (word[:1].isdigit() and parse_bid_column(word, dialect).is_call)
        for word in words[1:]
    )


def reads_like_rows(texts: list[str], dialect: Dialect) -> bool:
    """Return True if text that begins with a pass, double or redouble was meant as a table.

    >>> reads_like_rows(["(D)", "  R  9+ hcp"], Dialect.V2_0)
    True
    >>> reads_like_rows(["Pass is forcing, and", "2C is natural."], Dialect.V2_0)
    False
    """
    return (
        len(texts) > 1
        and all(map(_is_set_apart, texts[:2]))
        and all(parse_bid_column(text.split()[0], dialect).is_call for text in texts[:2])
    )


def _is_set_apart(text: str) -> bool:
    """Return True if the first word of a line stands alone, or apart from what follows as bids do."""
    line = text.strip()
    rest = line[len(line.split(None, 1)[0]) :]
    return not rest or rest.startswith(("  ", "\t", " ="))


class TableParser:
    """The parser for the lines of one block: a bidding table, or more where history lines follow."""

    def __init__(self, dialect: Dialect, scope: Scope, limits: Limits, log: DiagnosticLog) -> None:
        self._dialect = dialect
        self._scope = scope
        self._limits = limits
        self._log = log
        self._tables: list[BiddingTable] = []
        self._begin_table()

    def _begin_table(self) -> None:
        self._history: History | None = None
        self._history_node: _Node | None = None
        self._roots: list[_Node] = []
        self._open: list[_Node] = []
        self._last: _Node | None = None
        self._base = 0
        self._count = 0
        self._hidden = False
        self._too_deep = False

    def parse(self, lines: list[SourceLine]) -> list[BiddingTable]:
        """Return the tables of a block, rows that cannot be read kept as labels."""
        for line in lines:
            self._line(line)
        self._finish(lines[0].at(lines[0].start))
        return self._tables

    def _line(self, line: SourceLine) -> None:
        text = expanded(line.text)
        stripped = text.lstrip()
        indent = len(text) - len(stripped)
        if stripped[0] == "#":
            stripped = self._command(line, stripped)
            if not stripped:
                return
            # What follows on the line is a row with the command's indentation.
            text = " " * (len(text) - len(stripped)) + stripped
            line = SourceLine(text, line.file, line.line, line.column, line.pasted_at)
        parts = split_row(text, self._dialect)
        if parts is None or self._continues_description(line, indent, stripped, parts):
            return
        if is_history(parts.word) and self._starts_history(line, indent, parts):
            return
        self._row(line, indent, parts)

    def _command(self, line: SourceLine, stripped: str) -> str:
        """Obey a command inside a table; return what of the line is still to be read."""
        found = _COMMAND.match(stripped)
        if found is None:
            return stripped
        word, rest = found[1], found[2].rstrip()
        if word == "HIDE":
            self._hidden = True
            return rest
        if word != "BIDTABLE":
            report_unknown_command(word, line, self._log)
        return ""

    def _continues_description(self, line: SourceLine, indent: int, stripped: str, parts: RowParts) -> bool:
        last = self._last
        if last is None or not last.text_column or indent < last.text_column:
            return False
        reads_as_row = _is_meant_as_call(parts.column) and not _LIST_MARK.match(stripped)
        # A tab reaches the description's column by chance, so below it a row is a row.
        is_deeper = indent > last.text_column or "\t" in line.text[: line.start]
        if is_deeper and reads_as_row and not _reads_as_sentence(parts, indent):
            return False
        if reads_as_row and parts.word[0] in "(1234567":
            self._log.report(
                "BML214" if _is_set_apart(stripped) else "BML223",
                f"This line looks like a row for {parts.word}, but it stands below the description above.",
                line.at(line.start),
                "To make it a row, indent it less or more than that description.",
            )
        self._describe(last, stripped.rstrip(), line.at(line.start))
        return True

    def _starts_history(self, line: SourceLine, indent: int, parts: RowParts) -> bool:
        is_first = self._last is None
        if not is_first and indent > self._base:
            return False
        if not is_first:
            calls = history_calls(parts.word, self._dialect)
            if not calls or not all(column.is_call for _, column in calls):
                return False
            self._log.report(
                "BML224",
                "A history line begins a new table.",
                line.at(line.start),
                "Put a blank line before it.",
            )
            self._finish(line.at(line.start))
            self._begin_table()
        self._open_history(line, indent, parts)
        return True

    def _open_history(self, line: SourceLine, indent: int, parts: RowParts) -> None:
        place = line.at(line.start)
        calls = tuple(
            self._call(column, line.at(line.start + offset))
            for offset, column in history_calls(parts.word, self._dialect)
        )
        self._history = History(calls, parts.word.endswith(";"), (), parts.word, place)
        node = _Node(None, place, indent, parts.text_offset if parts.text else 0)
        self._history_node = self._last = node
        self._base = indent
        if parts.text:
            self._describe(node, parts.text, line.at(self._offset(line, parts)))
            self._look_for_further_bid(parts, place)

    def _row(self, line: SourceLine, indent: int, parts: RowParts) -> None:
        self._count += 1
        if self._count > self._limits.table_rows:
            self._report_too_long(line)
            return
        if self._last is None or indent < self._base:
            self._base = indent
        place = line.at(line.start)
        # Straight behind a word, with one blank, a sentence goes on.
        is_sentence = _is_close(parts, indent) and not parts.column.theirs
        column = parts.column if is_sentence else as_label(parts.column)
        call = self._call(column, place, self._continuation_hint(indent))
        node = _Node(call, place, indent, parts.text_offset if parts.text else 0, parts.column.own_suit)
        if parts.text:
            self._describe(node, parts.text, line.at(self._offset(line, parts)))
            self._look_for_further_bid(parts, place)
        self._attach(node, line)
        self._last = node

    def _look_for_further_bid(self, parts: RowParts, place: Location) -> None:
        if parts.column.is_call:
            further = _FURTHER_BID.match(parts.text)
        else:
            further = _FURTHER_HISTORY.match(parts.text) if is_history(parts.word) else None
        if further is not None:
            before, call = parts.word.rstrip("-;"), next(filter(None, further.groups()))
            self._log.report(
                "BML226",
                f"{call} is read as a part of the description of {before}.",
                place,
                f"Write an auction without blanks, as in {before}-{call}.",
            )

    def _report_too_long(self, line: SourceLine) -> None:
        if self._count == self._limits.table_rows + 1:
            self._log.report(
                "BML205",
                f"A table may have {self._limits.table_rows:,} rows; the rest of this one is left out.",
                line.at(line.start),
                "Divide it with blank lines and history lines.",
            )

    def _attach(self, node: _Node, line: SourceLine) -> None:
        closed: _Node | None = None
        while self._open and self._open[-1].indent >= node.indent:
            closed = self._open.pop()
        if self._open and closed is not None and closed.indent > node.indent:
            self._report_odd_indentation(node, line)
        if len(self._open) > self._limits.nesting:
            self._report_too_deep(node)
            parent = self._open[-2].children if len(self._open) > 1 else self._roots
            parent.append(node)
            return
        (self._open[-1].children if self._open else self._roots).append(node)
        self._open.append(node)

    def _report_odd_indentation(self, node: _Node, line: SourceLine) -> None:
        parent = self._open[-1].call
        below = f" It is read as a row below {parent.text}." if parent else ""
        self._log.report(
            "BML211",
            f"This row is indented like no row above it.{below}",
            line.at(line.start),
            "Give rows of the same kind the same indentation.",
        )

    def _report_too_deep(self, node: _Node) -> None:
        if not self._too_deep:
            self._log.report(
                "BML205",
                f"Rows are nested more than {self._limits.nesting} deep; deeper rows stay at that depth.",
                node.location,
                "Begin a new table with a history line.",
            )
        self._too_deep = True

    def _continuation_hint(self, indent: int) -> str:
        """Return a hint for an unreadable line that was meant to go on with the description above."""
        last = self._last
        if last is None or indent <= last.indent or not last.text_column:
            return ""
        return f" To go on with the description above, begin the line at column {last.text_column + 1}."

    def _call(self, column: BidColumn, place: Location, more: str = "") -> RowCall:
        """Return the call of a row or a history; ``more`` is added to the hint of a column that is no bid."""
        wrong = column.diagnostic
        if wrong is not None:
            hint = wrong.hint + more if wrong.code == "BML201" else wrong.hint
            self._log.report(wrong.code, wrong.message, place, hint)
        return RowCall(column.text, column.patterns, column.theirs, column.alert, place)

    @staticmethod
    def _offset(line: SourceLine, parts: RowParts) -> int:
        """Return the offset of the description in the line as written, which may hold tabs."""
        return line.text.rfind(parts.text) if "\t" in line.text else parts.text_offset

    def _describe(self, node: _Node, text: str, place: Location) -> None:
        spans = parse_inline(text, place, own_suit=node.own_suit, in_description=True)
        if spans.diagnostics:
            self._log.add(spans.diagnostics)
        node.description.append(DescriptionLine(text, spans.value, place))

    def _finish(self, place: Location) -> None:
        rows = self._frozen(self._roots)
        history = self._history
        if history is not None and self._history_node is not None:
            description, condition = self._description(self._history_node)
            history = replace(history, description=description, condition=condition)
            place = history.location
        elif rows:
            place = rows[0].location
        if rows or history is not None:
            self._tables.append(BiddingTable(history, rows, place, self._scope, self._hidden, self._dialect))

    def _description(self, node: _Node) -> Description:
        lines = node.description
        if len(lines) > 1 and lines[-1].text == ".":
            lines[-1] = DescriptionLine("", (), lines[-1].location)
        open_brace = unclosed(lines)
        if open_brace is not None:
            self._log.report(
                "BML227",
                "This { is not closed, so it is text and no condition.",
                open_brace,
                "Write a } as the last character of the description.",
            )
        return split_condition(lines, node.own_suit)

    def _frozen(self, nodes: list[_Node]) -> tuple[Row, ...]:
        return tuple(self._frozen_row(node.call, node) for node in nodes if node.call is not None)

    def _frozen_row(self, call: RowCall, node: _Node) -> Row:
        description, condition = self._description(node)
        return Row(call, description, self._frozen(node.children), node.location, condition)
