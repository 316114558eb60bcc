"""Bidding tables: from lines to rows under rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from bml_core.bridge import Scope, Suit
from bml_core.diagnostics import DiagnosticLog, Location
from bml_core.document import (
    BiddingTable,
    DescriptionLine,
    Dialect,
    History,
    Label,
    Limits,
    Passage,
    Row,
    RowCall,
)
from bml_core.language.block_beginnings import continues
from bml_core.language.inline_text import goes_on, line_spans, reads_like_sentence, split_condition, unclosed
from bml_core.language.row_parts import (
    UNREADABLE,
    BidColumn,
    RowParts,
    as_label,
    foreign_meaning,
    history_calls,
    is_history,
    is_nearly_call,
    split_row,
)
from bml_core.language.source_lines import COMMANDS, SourceLine, expanded, lines_named, report_unknown_command
from bml_core.language.table_beginnings import has_shape_of_bid

# What ends a row when responses to it are to come: the last characters, and the whole description then.
_LAST_WORDS = ("then", "after which", "responses", "answers", "replies", "rebids", "continuations")
_LAST_CHARACTERS = (*_LAST_WORDS, *":;-\u2013\u2014?\u2026>\u2192=", "...")
_ANNOUNCING = (
    r"(?is)(?:.*\S)?:|(?:.*\W)?(?:then|after which)|[-\u2013\u2014:;?\u2026>\u2192=\s]+|\.{3}"
    r"|responses|answers|replies|rebids|continuations"
)
# What no opening is described as.
_RESPONSE_WORDS = (
    r"(?i)(?:puppet )?stayman|negative|positive|waiting|(?:limit )?raise|splinter|drury|jacoby|smolen|gerber"
    r"|quantitative|transfer(?= to)"
)
_LIST_MARK = r"(?:(?:[A-Za-z]|[0-9]{1,2}|[ivx]{2,4})[).]|[-*\u2022])(?:\s|$)"
_COMMAND = rf"(?s)#\s*(\+\w+|[A-Z]{{2,}}\b|(?i:{'|'.join(COMMANDS)})\b)\s*(.*)"

_HIGH_BID = re.compile("1N|[2-7]")
# Openings of four may be transfers.
_BID_OF_RESPONSE = re.compile("[1-3]|4N")
_SUITS = {"D": "diamonds", "H": "hearts"}
_FEW_ROWS = 2


class _Swallowed(NamedTuple):
    """A line of a description that begins as rows do; ``is_certain`` unless a sentence may as well.

    ``above`` is the word of the line above that it is indented below, if that is such a line, too.
    """

    word: str
    place: Location
    is_certain: bool
    indent: int
    above: str = ""


@dataclass(slots=True)
class _Node:
    """A row while its sub-bids are still to come."""

    call: RowCall | None
    location: Location
    indent: int
    text_column: int
    own_suit: Suit | None = None
    has_braces: bool = False
    description: list[DescriptionLine] = field(default_factory=list)
    swallowed: list[_Swallowed] = field(default_factory=list)
    children: list[_Node] = field(default_factory=list)


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
        self._has_bars = False

    def parse(self, lines: list[SourceLine], *, is_misplaced: bool = False) -> list[BiddingTable]:
        """Return the tables of a block, rows that cannot be read kept as labels.

        ``is_misplaced`` says that the place of the first table is reported already.
        """
        self._is_misplaced = is_misplaced
        self._meaning = foreign_meaning({line.text.split(None, 1)[0] for line in lines})
        for line in lines:
            self._line(line)
        self._finish(lines[0].place)
        return self._tables

    def _line(self, line: SourceLine) -> None:
        start = line.start
        indent = _column(line.text, start)
        if line.text[start] == "#":
            rest = self._command(line, line.text[start:])
            if not rest:
                return
            # What follows on the line is a row with the command's indentation.
            line = line.cut(len(line.text.rstrip()) - len(rest))
            line.text, line.column = f"{' ' * indent}{line.text}", line.column - indent
        parts = split_row(line.text, self._dialect)
        if parts is None or self._continues_description(line, indent, parts):
            return
        if is_history(parts.word) and self._starts_history(line, indent, parts):
            return
        self._row(line, indent, parts)

    def _command(self, line: SourceLine, stripped: str) -> str:
        """Obey a command inside a table; return what of the line is still to be read."""
        found = re.match(_COMMAND, stripped)
        if found is None:
            return stripped
        word, rest = found[1], found[2].rstrip()
        if word == "HIDE":
            self._hidden = True
        elif word != "BIDTABLE":
            report_unknown_command(word, line, self._log)
            return ""
        return rest

    def _continues_description(self, line: SourceLine, indent: int, parts: RowParts) -> bool:
        last = self._last
        if last is None or not last.text_column or indent < last.text_column:
            return False
        text = line.text[line.start :].rstrip()
        is_listed = re.match(_LIST_MARK, text) is not None
        # A tab reaches the description's column by chance, so below it a row is a row.
        is_deeper = indent > last.text_column or "\t" in line.text[: line.start]
        above = _row_above(last, indent)
        # Whose response it is nobody knows where the line above is not read as the row that it may be.
        if (
            is_deeper
            and not above
            and parts.column.is_meant_as_call
            and not is_listed
            and not parts.reads_as_words
        ):
            if parts.is_close and goes_on(last.description[-1].text):
                self._report_sentence(parts, line)
            return False
        if not is_listed:
            self._look_for_row(last, line, parts, above)
        self._describe(last, text, line.place)
        return True

    def _look_for_row(self, node: _Node, line: SourceLine, parts: RowParts, above: str) -> None:
        """Note a line of a description that may be meant as a row."""
        is_call = parts.column.is_meant_as_call
        is_slip = is_nearly_call(parts.word) or (not parts.is_close and has_shape_of_bid(parts))
        if not (is_call or is_slip or Label() in parts.column.patterns):
            return
        may_be_text = goes_on(node.description[-1].text) or parts.reads_as_words or not parts.text
        is_certain = not (parts.is_close and may_be_text)
        indent = _column(line.text, line.start)
        node.swallowed.append(_Swallowed(parts.word, line.place, is_certain, indent, above))

    def _report_swallowed(self, node: _Node) -> None:
        """Report rows that a description took in; what may be a sentence, only beside what is certain."""
        if not any(row.is_certain for row in node.swallowed):
            return
        step = node.indent + 2 if node.indent + 2 < node.text_column else node.indent + 1
        name = f"a response to {node.call.text}" if node.call else "a row"
        for row in node.swallowed:
            column = (step if node.call else node.indent) + 1
            self._log.report(
                "BML214",
                f"This line looks like a row for {row.word}, but goes on with the description above.",
                row.place,
                f"To make it a response to {row.above}, move it with that line."
                if row.above
                else f"To make it {name}, begin it at column {column}.",
            )

    def _report_sentence(self, parts: RowParts, line: SourceLine) -> None:
        self._log.report(
            "BML216",
            f"This is read as a row for {parts.word}, but looks like a sentence.",
            line.place,
            f"Write two spaces after {parts.word} for a row; a description goes on in its own column.",
        )

    def _starts_history(self, line: SourceLine, indent: int, parts: RowParts) -> bool:
        is_first = self._last is None
        if not is_first and indent > self._base:
            return False
        if not is_first:
            calls = history_calls(parts.word, self._dialect)
            if not calls or not all(column.is_call for _, column in calls):
                return False
            self._log.report(
                "BML224", "A history line begins a new table.", line.place, "Put a blank line before it."
            )
            self._finish(line.place)
            self._begin_table()
        self._open_history(line, indent, parts)
        return True

    def _open_history(self, line: SourceLine, indent: int, parts: RowParts) -> None:
        place = line.place
        calls = tuple(
            self._call(column, line.at(parts.offset + offset))
            for offset, column in history_calls(parts.word, self._dialect)
        )
        self._history = History(calls, parts.word.endswith(";"), (), parts.word, place)
        node = _Node(None, place, indent, _column(line.text, parts.text_offset) if parts.text else 0)
        self._history_node = self._last = node
        self._base = indent
        if parts.text:
            self._describe(node, parts.text, line.at(parts.text_offset))
            self._look_for_further_bid(parts, place)

    def _row(self, line: SourceLine, indent: int, parts: RowParts) -> None:
        self._count += 1
        if self._count > self._limits.table_rows:
            self._report_too_long(line)
            return
        if self._last is None or indent < self._base:
            self._base = indent
        place = line.at(parts.offset)
        # Straight after a word, with one blank, a sentence goes on.
        is_sentence = parts.is_close and not parts.column.theirs
        column = parts.column if is_sentence else as_label(parts.column)
        call = self._call(column, place, indent)
        call = call._replace(target=parts.target) if parts.target else call
        text_column = _column(line.text, parts.text_offset) if parts.text else 0
        node = _Node(call, place, indent, text_column, parts.column.own_suit)
        if parts.text:
            self._describe(node, parts.text, line.at(parts.text_offset))
            self._look_for_further_bid(parts, place)
            if parts.reads_as_words and call.patterns[0] != UNREADABLE and reads_like_sentence(parts.text):
                self._report_sentence(parts, line)
        self._attach(node, line)
        self._last = node

    def _look_for_further_bid(self, parts: RowParts, place: Location) -> None:
        if parts.text.startswith("|") and not self._has_bars:
            self._has_bars = True
            message = "The bar is read as a part of the description."
            hint = "Write two spaces or = between a bid and its description, here and in the rows below."
            self._log.report("BML226", message, place.shifted(parts.text_offset - parts.offset), hint)
        if not parts.may_begin_with_call:
            return
        before = parts.word.rstrip("-;")
        if further := parts.further_bid:
            hint = f"Write an auction without spaces, as in {before}-{further}."
        elif further := parts.sharing_bid:
            hint = f"Write bids that share a description without spaces, as in {before}/{further}."
        else:
            return
        message = f"{further} is read as a part of the description of {before}."
        self._log.report("BML226", message, place, hint)

    def _report_too_long(self, line: SourceLine) -> None:
        if self._count == self._limits.table_rows + 1:
            self._log.report(
                "BML205",
                f"A table may have {self._limits.table_rows:,} rows; the rest of this table is ignored.",
                line.place,
                "Divide it with blank lines and history lines.",
            )

    def _attach(self, node: _Node, line: SourceLine) -> None:
        closed: _Node | None = None
        while self._open and self._open[-1].indent >= node.indent:
            closed = self._open.pop()
        if self._open and closed is not None and closed.indent > node.indent:
            self._report_odd_indentation(line)
        if len(self._open) > self._limits.nesting:
            self._report_too_deep(node)
            parent = self._open[-2].children if len(self._open) > 1 else self._roots
            parent.append(node)
            return
        (self._open[-1].children if self._open else self._roots).append(node)
        self._open.append(node)

    def _report_odd_indentation(self, line: SourceLine) -> None:
        parent = self._open[-1].call
        below = f" It is read as a row below {parent.text}." if parent else ""
        self._log.report(
            "BML211",
            f"The indentation of this row matches no row above.{below}",
            line.place,
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

    def _call(self, column: BidColumn, place: Location, indent: int = 0) -> RowCall:
        """Return the call of a row or a history."""
        wrong = column.diagnostic
        letter = self._meaning.get(column.text[1:], "")
        if wrong is not None:
            hint = column.hint + (self._continuation_hint(indent) if wrong.code == "BML201" else "")
            hint = f"Write {column.text[0]}{letter}: suits are C, D, H and S." if letter else hint
            self._log.report(wrong.code, wrong.message, place, hint)
        elif letter:
            message = (
                f"{column.text} is read as clubs, though rows beside it have letters of another language."
            )
            hint = f"Write {column.text[0]}{letter} if {_SUITS[letter]} are meant."
            self._log.report("BML204", message, place, hint)
        return RowCall(column.text, column.patterns, column.theirs, column.alert, place)

    def _describe(self, node: _Node, text: str, place: Location) -> None:
        text = text.replace("\t", " ")
        spans = line_spans(text, place, self._log, own_suit=node.own_suit, in_description=True)
        node.description.append(DescriptionLine(text, spans, place))
        node.has_braces = node.has_braces or "{" in text or "}" in text

    def _finish(self, place: Location) -> None:
        rows = self._frozen(self._roots)
        history = self._history
        if history is None and not self._is_misplaced:
            self._report_response()
        self._is_misplaced = False
        if history is not None and self._history_node is not None:
            description, condition = self._description(self._history_node)
            history = history._replace(description=description, condition=condition)
            place = history.location
        elif rows:
            place = rows[0].location
        if rows or history is not None:
            self._tables.append(BiddingTable(history, rows, place, self._scope, self._hidden, self._dialect))

    def _description(self, node: _Node) -> tuple[tuple[DescriptionLine, ...], Passage | None]:
        """Return a description without its condition, and the condition."""
        lines = node.description
        if node.swallowed:
            self._report_swallowed(node)
        if len(lines) > 1 and lines[-1].text == ".":
            lines[-1] = DescriptionLine("", (), lines[-1].location)
        if not node.has_braces:
            return tuple(lines), None
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
        for number, node in enumerate(nodes[:-1]):
            if not node.children and self._announces(node, nodes):
                self._report_responses_beside(node, nodes[number + 1 :])
        return tuple([self._frozen_row(node.call, node) for node in nodes if node.call is not None])

    def _announces(self, node: _Node, nodes: list[_Node]) -> bool:
        """Return whether responses to a row are to follow by what it ends with, or since it says nothing."""
        if node.description:
            return _announces_responses(node.description[-1].text)
        # Many openings begin with a suit of one; a higher bid without words is there for its responses.
        is_high = node.call is not None and _HIGH_BID.match(node.call.text) is not None
        is_first = nodes is self._roots and node is nodes[0] and self._history is None
        return (
            is_high and is_first and len(nodes) > _FEW_ROWS and all(other.description for other in nodes[1:])
        )

    def _report_responses_beside(self, node: _Node, others: list[_Node]) -> None:
        if node.call is None or not node.call.text[:1].isdecimal() or UNREADABLE in node.call.patterns:
            return
        lines = []
        for other in others:
            if other.call is None or not continues(node.call.text, other.call.text):
                break
            lines.append(other.location.line)
        if lines:
            rows = "is a row" if len(lines) == 1 else "are rows"
            message = (
                f"Responses to {node.call.text} seem to follow, but {lines_named(lines)} {rows} beside it."
            )
            hint = (
                f"Indent the responses, or begin a table of them with the auction, as in {node.call.text}---."
            )
            self._log.report("BML218", message, node.location, hint)
            self._is_misplaced = True

    def _report_response(self) -> None:
        """Report the first row that is an opening by its place, and a response by its words."""
        for node in self._roots:
            if node.call is None or UNREADABLE in node.call.patterns or node.call.target:
                return
            word = re.match(_RESPONSE_WORDS, node.description[0].text) if node.description else None
            if word is not None and _BID_OF_RESPONSE.match(node.call.text) and not node.call.theirs:
                message = f"This row is an opening, though {word[0]} is a response to a bid."
                hint = "Indent it below that bid, or begin its table with the auction, as in 1N---."
                self._log.report("BML218", message, node.location, hint)
                return

    def _frozen_row(self, call: RowCall, node: _Node) -> Row:
        description, condition = self._description(node)
        return Row(call, description, self._frozen(node.children), node.location, condition)


def _announces_responses(description: str) -> bool:
    """Return whether responses are to follow by the end of a description, as of most it is seen at once."""
    return (
        description.lower().endswith(_LAST_CHARACTERS) and re.fullmatch(_ANNOUNCING, description) is not None
    )


def _row_above(node: _Node, indent: int) -> str:
    """Return the word of the swallowed row that a line is indented below, "" if there is none."""
    for row in reversed(node.swallowed):
        if row.is_certain and row.indent < indent:
            return row.word
        if row.indent == indent:
            return row.above
    return ""


def _column(text: str, offset: int) -> int:
    """Return the column, from 0, of an offset in a line that may hold tabs."""
    return len(expanded(text[:offset])) if "\t" in text else offset
