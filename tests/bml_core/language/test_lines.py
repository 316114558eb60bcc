"""No line is lost: each line of a table is a row or a description, or there is a diagnostic at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from bml_core import Document, expand, parse, parse_file
from bml_core.document import BiddingTable, History, Row, walk_rows
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
            yield from (place.line for place in (holder.condition.places if holder.condition else ()))


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
    known = lines_of_rows(document) | lines_of_diagnostics(document)
    # Among text, the first of such lines speaks for those below it.
    first = min((d.location.line for d in document.diagnostics if d.code == "BML213"), default=len(lines) + 1)
    for number, line in enumerate(lines, 1):
        assert number in known or (number > first and not document.tables), line


def test_ordinary_prose_with_bids_in_it_is_text_without_a_diagnostic() -> None:
    document = parse_file(PROSE)
    assert [str(found) for found in document.diagnostics] == []
    assert document.tables == ()
