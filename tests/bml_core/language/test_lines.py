"""No line is lost: each line of a table is a row or a description, or there is a diagnostic at it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bml_core import Document, expand, parse, parse_file
from bml_core.document import BiddingTable, History, Label, Row, walk_rows
from tests.bml_core.texts import BIDS, any_texts, split

PROSE = Path(__file__).parent / "fixtures" / "prose.bml"
SLIPS = ["1C:", "1c", "(1S", "1H)", "1NTs", "1Cd", "2H,", "1♠:", "5trump", "**1D**", "1D*", "[1D]", "1C-2D:"]
words = st.one_of(
    st.sampled_from(BIDS),
    st.sampled_from(BIDS),
    st.sampled_from(
        [*SLIPS, "1!h", "2♦", "2!d!h", "(2C)", "P", "(D)", "XX", "any", "cue", "[1D](#1D)", "2M", "3x"]
    ),
)
rows_set_apart = st.builds(
    "{}{}{}{}".format,
    st.integers(0, 7).map(lambda width: " " * width),
    words,
    st.sampled_from(["  ", "   ", " = ", "\t"]),
    st.sampled_from(["strong", "0--7", "5+ cards, forcing", "values", "raise"]),
)


_OTHER_BIDS = "One club|2 hearts|1 NT|1 ♣|1SA|1K|2Tr|1Pi|(1 spade)|2♥️|3♤|2-clubs"
OTHER_BIDS = _OTHER_BIDS.split("|")
MARKS = ["- ", "1. ", "2) ", "a) ", "• ", "  ◦ ", "– ", "* ", "| "]
_TITLES = "1N then:|1N - ?|After 1N:|* Responses to 1N|** 1N opening|1N;|Over 1N then|# After 1N"
TITLES = _TITLES.split("|")
HEIGHTS = {bid: n for n, bid in enumerate(["2C", "2D", "2♥", "2S", "2N", "3C", "3m", "4N"])}
bids_of_answers = st.sampled_from(list(HEIGHTS))
points = st.sampled_from(["16+", "11-15", "0--7, any", "5+ cards", "four hearts"])


def lines_of_rows(document: Document) -> set[int]:
    """The lines that are rows or histories."""
    rows = {row.location.line for table in document.tables for _, row in walk_rows(table.rows)}
    return rows | {table.history.location.line for table in document.tables if table.history}


def lines_of_diagnostics(document: Document) -> set[int]:
    found = (*document.diagnostics, *expand([document]).diagnostics)
    return {diagnostic.location.line for diagnostic in found}


def lines_of_descriptions(document: Document) -> Iterator[int]:
    for table in document.tables:
        holders: list[Row | History] = [row for _, row in walk_rows(table.rows)]
        for holder in [*holders, *([table.history] if table.history else [])]:
            yield from (line.location.line for line in holder.description)
            yield from (place.line for place in (holder.condition.locations if holder.condition else ()))


@given(any_texts.filter(lambda text: not any(word in text for word in ("CUT", "COPY", "PASTE"))))
@example("1C  x\n  zoo\n // y\n#FOO\nP\n# z")
@example("1C  x\n    {}")
def test_every_line_of_a_table_is_accounted_for(text: str) -> None:
    document = parse(text)
    accounted = (
        lines_of_rows(document) | lines_of_diagnostics(document) | set(lines_of_descriptions(document))
    )
    begins = {block.location.line for block in document.blocks}
    source = split(text)
    for table in document.blocks:
        if not isinstance(table, BiddingTable):
            continue
        number = table.location.line
        while number <= len(source) and source[number - 1].strip():
            if number != table.location.line and number in begins:
                break
            line = source[number - 1].strip()
            # Empty braces say that those before them are text.
            assert number in accounted or line[0] in "#/*" or line == "{}", line
            number += 1


@given(st.lists(rows_set_apart, min_size=2, max_size=8))
@example(["1C:  strong", "  1D  negative"])
@example(["P  values", "cue  raise"])
def test_every_line_like_a_row_is_one_or_has_a_diagnostic(lines: list[str]) -> None:
    document = parse("\n".join(lines))
    known = lines_of_rows(document) | lines_spoken_for(document)
    # Among text, the first of such lines speaks for those below it.
    first = min((d.location.line for d in document.diagnostics if d.code == "BML213"), default=len(lines) + 1)
    for number, line in enumerate(lines, 1):
        assert number in known or (number > first and not document.tables), line


def lines_spoken_for(document: Document) -> set[int]:
    """The lines with a diagnostic, and those that one names."""
    found = (*document.diagnostics, *expand([document]).diagnostics)
    named: set[int] = set()
    for diagnostic in found:
        for first, last in re.findall(r"\b(\d+)(?: to (\d+))?", diagnostic.message.partition("ines ")[2]):
            named.update(range(int(first), int(last or first) + 1))
    return named | {diagnostic.location.line for diagnostic in found}


@given(st.lists(st.tuples(st.sampled_from(OTHER_BIDS), points), min_size=1, max_size=5))
def test_bids_in_other_words_are_reported(rows: list[tuple[str, str]]) -> None:
    document = parse("\n".join(f"{bid}  {text}" for bid, text in rows))
    for number in range(1, len(rows) + 1):
        assert number in lines_of_rows(document) | lines_spoken_for(document), rows
    for call in (row.call for table in document.tables for _, row in walk_rows(table.rows)):
        assert call.patterns != (Label(),)


@given(st.sampled_from(MARKS), st.lists(st.tuples(bids_of_answers, points), min_size=2, max_size=5))
def test_rows_behind_marks_are_reported(mark: str, rows: list[tuple[str, str]]) -> None:
    between = " | " if mark == "| " else "  "
    document = parse("\n".join(f"{mark}{bid}{between}{text}" for bid, text in rows))
    spoken = lines_spoken_for(document)
    # A heading speaks for the one straight below.
    assert set(range(1, len(rows) + (mark != "* "))) <= spoken


@example("1N - ?", ["2C", "2D"], False)
@example("1N – ??", ["2C", "3m"], False)
@given(st.sampled_from(TITLES), st.lists(bids_of_answers, min_size=2, max_size=4, unique=True), st.booleans())
def test_answers_in_the_place_of_openings_are_reported(title: str, bids: list[str], is_apart: bool) -> None:
    rows = [f"{bid}  five cards" for bid in sorted(bids, key=HEIGHTS.__getitem__)]
    document = parse("\n".join((title, *([""] if is_apart else []), *rows)))
    openings = [a for a in expand([document]).agreements if len(a.auction) == 1 and str(a.auction) != "1NT"]
    assert not openings or lines_spoken_for(document), document


@pytest.mark.parametrize("end", ["\u2028", "\u2029"])
def test_the_end_of_a_line_that_only_some_programs_know_is_reported(end: str) -> None:
    document = parse(f"1N  15--17{end}2C  Stayman\n1S  five")
    assert [(found.code, found.location.column) for found in document.diagnostics] == [("BML121", 11)]


def test_ordinary_prose_with_bids_in_it_is_text_without_a_diagnostic() -> None:
    document = parse_file(PROSE)
    assert [str(found) for found in document.diagnostics] == []
    assert document.tables == ()
