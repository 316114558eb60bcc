"""Find the bidding table in a block, and report lines that read like rows if there is none."""

from __future__ import annotations

from bml_core.diagnostics import DiagnosticLog
from bml_core.document import Dialect
from bml_core.language.block_kinds import BULLET, HEADING, NUMBER, TABLE_ROW, diagram_length, is_auction
from bml_core.language.row_parts import is_history, split_row
from bml_core.language.source_lines import SourceLine
from bml_core.language.table_beginnings import LinesOfBlock, auction_named, begins_table, continues

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
