"""Bidding tables: from lines to rows under rows."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bml_core.bridge import Bid, Scope, Suit
from bml_core.diagnostics import DiagnosticLog, Edit, Fix, Location
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
from bml_core.language import near_misses
from bml_core.language.bids import (
    OTHER_LETTERS,
    UNREADABLE,
    BidColumn,
    RowParts,
    as_label,
    better_call,
    has_shape_of_bid,
    history_calls,
    in_auction,
    is_history,
    is_nearly_call,
    part_of_bid,
    split_row,
)
from bml_core.language.inline import line_spans, split_condition, unclosed
from bml_core.language.lines import COMMANDS, SourceLine, expanded, lines_named, report_unknown_command
from bml_core.language.near_misses import MISSES, Placement, continues, goes_on, reads_like_sentence

# How a description ends, or what it is, where responses are to follow.
_ANNOUNCING = (
    r"(?is)(?:.*\S)?:|(?:.*\W)?(?:then|after which)|(?!\?+$)[-\u2013\u2014:;?\u2026>\u2192=\s]+|\.{3}"
    r"|responses|answers|replies|rebids|continuations"
)
# What no opening is described as.
_RESPONSE_WORDS = (
    r"(?i)(?:puppet )?stayman|negative|positive|waiting|(?:limit )?raise|splinter|drury|jacoby|smolen|gerber"
    r"|quantitative|transfer(?= to)"
)
_COMMAND = rf"(?s)#\s*(\+\w+|[A-Z]{{2,}}\b|(?i:{'|'.join(COMMANDS)})\b)\s*(.*)"

_HIGH_BID = re.compile("1N|[2-7]")
# Openings of four may be transfers.
_BID_OF_RESPONSE = re.compile("[1-3]|4N")
_SUITS = {"D": "diamonds", "H": "hearts"}
# Bids with letters of other languages.
_FOREIGN = re.compile(r"\(?[1-7](T|Tr|K|Ka|Co|P|Pi|SA|R|Ru|Ha)\)?")
_FEW_ROWS = 2
#: So many lines are looked at to tell whether they are responses.
_AHEAD = 500
_TABS = "Lines of this table begin with tabs, and others with spaces; use one of them."


class _Swallowed(NamedTuple):
    """A line of a description that begins as rows do; ``is_certain`` unless a sentence may as well.

    ``above`` is the word of the line above that it is indented below, if that is such a line, too.
    """

    word: str
    location: Location
    is_certain: bool
    indent: int
    above: str = ""


@dataclass(slots=True)
class _Node:
    """A row while the rows below it are still to come."""

    call: RowCall | None
    location: Location
    indent: int
    text_column: int = 0
    own_suit: Suit | None = None
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
        self._lines: list[SourceLine] = []
        self._number = 0
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
        self._indents: dict[bool, Location] = {}

    def parse(self, lines: list[SourceLine], placement: Placement = Placement.OPENINGS) -> list[BiddingTable]:
        """Return the tables of a block, rows that cannot be read kept as labels.

        ``placement`` is what is known of the auction of the first table.
        """
        self._placement = placement
        self._foreign = _foreign_letters({line.text.split(None, 1)[0] for line in lines})
        indents = "".join(line.text[: line.start] for line in lines)
        self._mixes_tabs = self._may_mislead = "\t" in indents and " " in indents
        self._lines = lines
        for number, line in enumerate(lines):
            self._number = number
            self._line(line)
        self._finish(lines[0].location)
        if self._may_mislead and len(self._indents) > 1:
            message = (
                "From here on rows are indented by tabs and by spaces, so their depth may not be as meant."
            )
            self._log.report("BML211", message, [*self._indents.values()][1], "Use one of them in a table.")
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
        if self._is_item(indent, parts):
            assert self._last is not None
            self._describe(self._last, line.text[line.start :].rstrip(), line.location)
            return
        if is_history(parts.word) and self._starts_history(line, indent, parts):
            return
        if self._is_opening(indent, parts):
            self._finish(line.location)
            self._begin_table()
        elif self._is_doubtful(indent, parts):
            self._finish(line.location)
            self._begin_table()
            self._placement = Placement.NAMED
            MISSES["left_of_rows"].report(self._log, line.location)
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

    def _is_item(self, indent: int, parts: RowParts) -> bool:
        """Return whether a line below a row is an item of a list in its description."""
        item = split_row(parts.text, self._dialect) if parts.word in ("-", "*") else None
        is_row = item and (item.column.is_meant_as_call or has_shape_of_bid(item))
        return item is not None and not is_row and self._last is not None and indent > self._last.indent

    def _continues_description(self, line: SourceLine, indent: int, parts: RowParts) -> bool:
        last = self._last
        if last is None or not last.text_column or indent < last.text_column:
            return False
        if indent == last.text_column and len(last.description) == 1 and self._has_responses_here(last):
            return False
        # A tab reaches the description's column by chance, so below it a row is a row.
        is_deeper = indent > last.text_column or "\t" in line.text[: line.start]
        # The row among the lines above that the line is indented below.
        above = next(
            (row.word for row in reversed(last.swallowed) if row.is_certain and row.indent < indent), ""
        )
        # Whose response it is nobody knows where the line above is not read as the row that it may be.
        if is_deeper and not above and parts.column.is_meant_as_call and not parts.reads_as_words:
            if parts.is_close and goes_on(last.description[-1].text):
                MISSES["sentence_below_row"].report(self._log, line.location, row=parts.word)
            return False
        self._look_for_row(last, line, parts, above)
        self._describe(last, line.text[line.start :].rstrip(), line.location)
        return True

    def _has_responses_here(self, node: _Node) -> bool:
        """Return whether all lines at the column of a description are calls, and some certainly responses.

        Steps of three spaces, or of four, may end where the description begins, as in "2C Stayman".
        """
        if node.call is None or goes_on(node.description[-1].text):
            return False
        are_certain = []
        for line in self._lines[self._number : self._number + _AHEAD]:
            column = _column(line.text, line.start)
            if column < node.text_column:
                break
            parts = split_row(line.text, self._dialect) if column == node.text_column else None
            if parts is None:
                continue
            are_certain.append(self._is_certainly_response(node.call, parts))
            # "P weak" and "2N asks the minor" may be text, but not beside "2S to play".
            may_be_row = parts.column.is_meant_as_call and not parts.reads_as_words
            if not (are_certain[-1] or (may_be_row and continues(node.call.text, parts.word))):
                return False
        return any(are_certain)

    def _is_certainly_response(self, call: RowCall, parts: RowParts) -> bool:
        # With one space after them, letters and words are text, and some sentences begin with a bid.
        if parts.is_close and (not parts.is_bid or reads_like_sentence(parts.text)):
            return False
        is_row = parts.column.is_meant_as_call or Label() in parts.column.patterns
        return is_row and continues(call.text, parts.word)

    def _look_for_row(self, node: _Node, line: SourceLine, parts: RowParts, above: str) -> None:
        """Note a line of a description that may be meant as a row."""
        is_call = parts.column.is_meant_as_call
        is_slip = is_nearly_call(parts.word) or (not parts.is_close and has_shape_of_bid(parts))
        if not (is_call or is_slip or Label() in parts.column.patterns):
            return
        # "any shape" and "Pass with less" go on with a description.
        may_be_text = parts.reads_as_words or goes_on(node.description[-1].text)
        # "nonJump" is not a call.
        is_certain = not (parts.is_close and may_be_text) and (
            is_call or is_slip or parts.word[0].isdecimal()
        )
        indent = _column(line.text, line.start)
        node.swallowed.append(_Swallowed(parts.word, line.location, is_certain, indent, above))

    def _report_swallowed(self, node: _Node) -> None:
        """Report rows that a description took in, where one of them is certainly a row."""
        # What a call means that is not read is not known either.
        if not any(row.is_certain for row in node.swallowed) or (
            node.call and UNREADABLE in node.call.patterns
        ):
            return
        first, *others = node.swallowed
        step = node.indent + 2 if node.indent + 2 < node.text_column else node.indent + 1
        what = "a row"
        if node.call:
            what = (
                f"a call after ({node.call.text})" if node.call.theirs else f"a response to {node.call.text}"
            )
        column = (step if node.call else node.indent) + 1
        hint = f"To make it {what}, begin it at column {column}"
        places = [row.location.line for row in node.swallowed]
        lines = f"{lines_named(places).capitalize()} look" if others else "This line looks"
        tabs = f" {_TABS}" if self._mixes_tabs else ""
        hint += f", and move the others with it.{tabs}" if others else f".{tabs}"
        # Without a line among them that may be words.
        lines_below = [
            line.location for line in node.description if line.location.line >= first.location.line
        ]
        is_sure = [row.location for row in node.swallowed if row.is_certain] == lines_below
        edits = (Edit(place._replace(column=1), first.indent - step, "") for place in lines_below)
        MISSES["row_in_description"].report(
            self._log,
            first.location,
            tuple(edits) if is_sure and node.call and not tabs and first.location.origin is None else None,
            lines=lines,
            rows="rows" if others else f"a row for {first.word}",
            end="go on" if others else "goes on",
            hint=hint,
        )

    def _starts_history(self, line: SourceLine, indent: int, parts: RowParts) -> bool:
        is_first = self._last is None
        if not is_first and indent > self._base:
            return False
        if not is_first:
            columns = [column for _, column in history_calls(parts.word, self._dialect)]
            if not columns or not all(column.is_call for column in columns):
                return False
            self._finish(line.location)
            self._begin_table()
        location = line.location
        calls = tuple(
            self._call(in_auction(column), line.at(parts.offset + offset))
            for offset, column in history_calls(parts.word, self._dialect)
        )
        self._history = History(calls, parts.word.endswith(";"), (), parts.word, location)
        self._history_node = self._last = _Node(None, location, indent)
        self._base = indent
        self._describe_row(self._last, parts, line)
        return True

    def _is_opening(self, indent: int, parts: RowParts) -> bool:
        """Return whether a bid left of the rows below a history begins a table of its own.

        It is ``(1S)`` alone, or one of ours that cannot go on: ``1D`` after the rows of ``1C-1H-``.
        """
        if self._history is None or not self._is_left_of_rows(indent):
            return False
        if parts.column.theirs:
            return parts.word[1:2].isdecimal() and parts.column.is_call and not parts.text
        is_bid = parts.word[:1].isdecimal() and parts.column.is_call
        return is_bid and not near_misses.continues(self._history.text, parts.word)

    def _is_doubtful(self, indent: int, parts: RowParts) -> bool:
        """Return whether a bid alone, left of the rows below a history, may be an opening or one of them.

        ``3N`` is after the rows of ``2N-3S---`` that have a 3N already.
        """
        is_there = any(node.call and node.call.text == parts.word for node in self._roots)
        return self._history is not None and self._is_left_of_rows(indent) and is_there and not parts.text

    def _is_left_of_rows(self, indent: int) -> bool:
        return bool(self._roots) and indent < self._roots[0].indent

    def _row(self, line: SourceLine, indent: int, parts: RowParts) -> None:
        self._count += 1
        most = self._limits.table_rows
        if self._count > most:
            if self._count == most + 1:
                message = f"A table may have {most:,} rows; the rest of this table is ignored."
                hint = "Divide it with blank lines and history lines."
                self._log.report("BML205", message, line.location, hint)
            return
        if self._last is None or indent < self._base:
            self._base = indent
        location = line.at(parts.offset)
        # Straight after a word, with one blank, a sentence goes on.
        is_sentence = parts.is_close and not parts.column.theirs
        column = parts.column if is_sentence else as_label(parts.column)
        fix = _fix(parts, location) if column.diagnostic else None
        together, length = near_misses.several_bids(parts) if column.diagnostic else ("", 0)
        if column.diagnostic and together:
            hint = near_misses.SEVERAL_BIDS.format(together)
            column = replace(column, diagnostic=replace(column.diagnostic, hint=hint))
            fix = (Edit(location, length, together),) if location.origin is None else None
        above = next((node.call for node in reversed(self._open) if node.indent < indent), None)
        if above and not fix and Label() in above.patterns:
            # It is not used whatever it says, and is looked at again when the row above it can be read.
            column = replace(column, diagnostic=None)
        last = above or (self._history.calls[-1] if self._history and self._history.calls else None)
        if column.diagnostic and last and isinstance(last.literal, Bid):
            hint = part_of_bid(column.text, min(last.literal.level + 1, 7)) or column.diagnostic.hint
            column = replace(column, diagnostic=replace(column.diagnostic, hint=hint))
        call = self._call(column, location, indent if parts.is_close else 0, fix)
        call = call._replace(target=parts.target) if parts.target else call
        node = _Node(call, location, indent, own_suit=parts.column.own_suit)
        self._describe_row(node, parts, line)
        is_word = parts.reads_as_words and call.patterns[0] != UNREADABLE
        if is_word and reads_like_sentence(parts.text):
            MISSES["sentence_below_row"].report(self._log, line.location, row=parts.word)
        self._attach(node, line)
        self._last = node

    def _attach(self, node: _Node, line: SourceLine) -> None:
        closed: _Node | None = None
        while self._open and self._open[-1].indent >= node.indent:
            closed = self._open.pop()
        if self._open and closed is not None and closed.indent > node.indent:
            parent = self._open[-1].call
            below = f" It is read as a row below {parent.text}." if parent else ""
            message = f"The indentation of this row matches no row above.{below}"
            hint = "Give rows of the same kind the same indentation."
            hint += f" {_TABS}" if self._mixes_tabs else ""
            self._log.report("BML211", message, line.location, hint)
            self._may_mislead = False
        elif self._mixes_tabs and node.indent:
            self._indents.setdefault("\t" in line.text[: line.start], line.location)
        most = self._limits.nesting
        if len(self._open) > most:
            if not self._too_deep:
                message = f"Rows are nested more than {most} deep; deeper rows stay at that depth."
                self._log.report("BML205", message, node.location, "Begin a new table with a history line.")
            self._too_deep = True
            (self._open[-2].children if len(self._open) > 1 else self._roots).append(node)
            return
        (self._open[-1].children if self._open else self._roots).append(node)
        self._open.append(node)

    def _call(
        self, column: BidColumn, location: Location, indent: int = 0, fix: Fix | None = None
    ) -> RowCall:
        """Return the call of a row or a history."""
        wrong = column.diagnostic
        letter = self._foreign.get(column.text[1:], "")
        if wrong is not None:
            hint, last = wrong.hint, self._last
            if letter:
                hint = f"Write {column.text[0]}{letter}: suits are C, D, H and S."
            elif wrong.code == "BML201" and last is not None and indent > last.indent and last.text_column:
                start = last.text_column + 1
                hint += f" To go on with the description above, begin the line at column {start}."
            if wrong.code == "BML204" and wrong.hint.startswith("Write #+BML"):
                hint = f"{hint[:-1]} everything else."
            self._log.report(wrong.code, wrong.message, location, hint, fix, cause=wrong.cause)
        elif letter:
            call = column.text
            message = f"{call} is read as clubs, though rows beside it have letters of another language."
            hint = f"Write {call[0]}{letter} if {_SUITS[letter]} are meant."
            self._log.report("BML204", message, location, hint, cause=OTHER_LETTERS)
        return RowCall(column.text, column.patterns, column.theirs, column.alert, location)

    def _describe_row(self, node: _Node, parts: RowParts, line: SourceLine) -> None:
        """Take the description that follows a bid column on its line, if there is one."""
        if not parts.text:
            return
        node.text_column = _column(line.text, parts.text_offset)
        location = line.at(parts.text_offset)
        self._describe(node, parts.text, location)
        if parts.text.startswith("|") and not self._has_bars:
            self._has_bars = True
            MISSES["bar"].report(self._log, location)
        near_misses.report_further_bid(parts, node.location, self._log)

    def _describe(self, node: _Node, text: str, location: Location) -> None:
        text = text.replace("\t", " ")
        spans = line_spans(text, location, self._log, own_suit=node.own_suit, in_description=True)
        node.description.append(DescriptionLine(text, spans, location))

    def _finish(self, location: Location) -> None:
        """End a table, or tables where each begins with the opponents' bid on a line of its own."""
        groups = self._below_their_bids() if self._history is None else []
        for node, rows in groups:
            assert node.call is not None
            self._history_node, self._roots = node, rows
            self._history = History((node.call,), False, (), f"({node.call.text})", node.location)
            self._finish_table(location)
        if not groups:
            self._finish_table(location)

    def _below_their_bids(self) -> list[tuple[_Node, list[_Node]]]:
        """Return the opponents' bids of a table with the rows that follow each, [] if they are rows as well.

        ``(1H)`` without a word and ``D  takeout`` below it are one table, however they are indented.
        """
        groups: list[tuple[_Node, list[_Node]]] = []
        for node in self._roots:
            if groups and not (node.call and node.call.theirs):
                groups[-1][1].append(node)
            elif _is_empty_bid_of_theirs(node):
                groups.append((node, []))
            else:
                return []
        return groups if all(nodes for _, nodes in groups) else []

    def _finish_table(self, location: Location) -> None:
        rows = self._frozen(self._roots)
        history = self._history
        if history is None and self._placement is Placement.OPENINGS:
            self._placement = self._report_response()
        is_unplaced = history is None and self._placement is Placement.NAMED
        self._placement = Placement.OPENINGS
        if history is not None and self._history_node is not None:
            description, condition = self._description(self._history_node)
            history = history._replace(description=description, condition=condition)
            location = history.location
        elif rows:
            location = rows[0].location
        if rows or history is not None:
            table = BiddingTable(
                history, rows, location, self._scope, self._hidden, self._dialect, is_unplaced=is_unplaced
            )
            self._tables.append(table)

    def _description(self, node: _Node) -> tuple[tuple[DescriptionLine, ...], Passage | None]:
        """Return a description without its condition, and the condition."""
        lines = node.description
        if node.swallowed:
            self._report_swallowed(node)
        if len(lines) > 1 and lines[-1].text == ".":
            lines[-1] = DescriptionLine("", (), lines[-1].location)
        if not any("{" in line.text or "}" in line.text for line in lines):
            return tuple(lines), None
        open_brace = unclosed(lines)
        if open_brace is not None:
            message = "This { is not closed, so it is text and no condition."
            hint = "Write a } as the last character of the description."
            self._log.report("BML227", message, open_brace, hint)
        return split_condition(lines, node.own_suit)

    def _frozen(self, nodes: list[_Node]) -> tuple[Row, ...]:
        for index, node in enumerate(nodes[:-1]):
            is_named = self._placement is Placement.NAMED
            if not (node.children or is_named) and self._announces(node, nodes):
                self._report_responses_beside(node, nodes[index + 1 :])
            # "(1S)" among our calls over their 1D, where a new table should begin.
            follower = nodes[index + 1].call
            if node.call and follower and _is_empty_bid_of_theirs(node) and not follower.theirs:
                MISSES["their_bid_beside"].report(
                    self._log, node.location, bid=f"({node.call.text})", call=follower.text
                )
        rows = []
        for node in nodes:
            description, condition = self._description(node)
            assert node.call is not None
            rows.append(Row(node.call, description, self._frozen(node.children), node.location, condition))
        return tuple(rows)

    def _announces(self, node: _Node, nodes: list[_Node]) -> bool:
        """Return whether responses to a row are to follow by what it ends with, or since it says nothing."""
        if node.description:
            return re.fullmatch(_ANNOUNCING, node.description[-1].text) is not None
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
            rows = f"{lines_named(lines)} {'is a row' if len(lines) == 1 else 'are rows'}"
            MISSES["responses_beside"].report(self._log, node.location, auction=node.call.text, lines=rows)
            self._placement = Placement.DOUBTFUL

    def _report_response(self) -> Placement:
        """Report the first row that is an opening by its place, and a response by its words.

        Where it is the first of the table, as "2C  Stayman" is, none of its rows are openings.
        """
        for node in self._roots:
            if node.call is None or UNREADABLE in node.call.patterns or node.call.target:
                break
            word = re.match(_RESPONSE_WORDS, node.description[0].text) if node.description else None
            if word is not None and _BID_OF_RESPONSE.match(node.call.text) and not node.call.theirs:
                # In a table of responses, no row is lower than the first one.
                bid, others = node.call.text, self._roots[1:]
                are_above = all(each.call and continues(bid, each.call.text) for each in others)
                is_first = node is self._roots[0] and others != [] and are_above
                miss = MISSES["responses_as_openings" if is_first else "response_as_opening"]
                miss.report(self._log, node.location, word=word[0])
                return Placement.NAMED if is_first else Placement.OPENINGS
        return Placement.OPENINGS


def _is_empty_bid_of_theirs(node: _Node) -> bool:
    """Return whether a row is a bid of the opponents, without words and without rows below it."""
    is_bid = node.call is not None and node.call.theirs and isinstance(node.call.literal, Bid)
    return is_bid and not (node.description or node.children)


def _fix(parts: RowParts, location: Location) -> Fix | None:
    """Return what writes the calls of a row as BML has them, None if that is not known."""
    better = {word: better_call(word) for word in parts.column.text.split("/")}
    edits = [
        Edit(location.shifted(parts.word.find(word)), len(word), call)
        for word, call in better.items()
        if call and word in parts.word
    ]
    return tuple(edits) if edits and location.origin is None and not parts.target else None


def _foreign_letters(words: Collection[str]) -> dict[str, str]:
    """Return what C and K mean beside the bids of a table, where these have letters of other languages.

    >>> _foreign_letters(["1T", "1K", "1C", "1P"]), _foreign_letters(["1K", "1R"])
    ({'C': 'H', 'K': 'D'}, {'K': 'C'})
    """
    letters = {found[1] for word in words if (found := _FOREIGN.fullmatch(word))}
    if letters & {"R", "Ru", "Ha"}:
        return {"K": "C"}
    return {"C": "H", "K": "D"} if len(letters) > 1 and letters - {"K", "SA"} else {}


def _column(text: str, offset: int) -> int:
    """Return the column, from 0, of an offset in a line that may hold tabs."""
    return len(expanded(text[:offset])) if "\t" in text else offset
