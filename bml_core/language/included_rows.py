"""Where an ``#INCLUDE`` stands in a bidding table: the rows of the file, set in as far as the command is."""

from __future__ import annotations

from collections.abc import Sequence

from bml_core.document import Dialect
from bml_core.language.row_parts import is_history
from bml_core.language.source_lines import DiagnosticLog, SourceLine, expanded
from bml_core.language.table_beginnings import begins_table, is_row


def is_in_table(above: Sequence[SourceLine], line: SourceLine, dialect: Dialect) -> bool:
    """Return whether a line is among the rows of a table: further in than a row, or below an auction."""
    for other in reversed(above):
        if other.is_blank:
            return False
        if other.start <= line.start and begins_table(other.text, dialect):
            is_deeper = other.start < line.start
            return is_deeper or is_history(other.text.split()[0])
    return False


def set_in_rows(
    included: list[SourceLine], line: SourceLine, dialect: Dialect, log: DiagnosticLog
) -> list[SourceLine] | None:
    """Return the lines of a file without blank ones, set in like ``line``; None, reported, if not rows alone.

    A file is rows if each block begins with one; comments and commands may stand above it.
    """
    begins_block = True
    for read in included:
        if read.is_blank:
            begins_block = True
        elif begins_block and not read.text.lstrip().startswith(("//", "#")):
            if not is_row(read.text, dialect):
                _report(read, line, log)
                return None
            begins_block = False
    return [_set_in(read, line.text[: line.start]) for read in included if not read.is_blank]


def _set_in(line: SourceLine, indentation: str) -> SourceLine:
    if not indentation or line.text.startswith("//"):
        return line
    text = indentation + expanded(line.text)
    return SourceLine(text, line.file, line.line, line.column - len(indentation), line.pasted_at)


def _report(read: SourceLine, line: SourceLine, log: DiagnosticLog) -> None:
    log.report(
        "BML217",
        f"This file is not read as rows of the table, which ends here: its line {read.line} is not a row.",
        line.at(line.start),
        "Include files of rows alone in a table, or leave a blank line above.",
    )
