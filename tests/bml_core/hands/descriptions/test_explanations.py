"""Rows and what they mean, and how much of the demonstration system is understood."""

from __future__ import annotations

import pytest

from bml_core import expand, parse
from bml_core.hands.descriptions import (
    ExplainedRow,
    Explanation,
    Understanding,
    count_understanding,
    explain,
    explain_rows,
)
from tests.bml_core.hands.descriptions.test_words import cells
from tests.manual_pages import demonstration


def last_row(text: str) -> tuple[Explanation, str]:
    """The explanation of the last row of notes whose rows are set apart by `` / ``."""
    notes = expand([parse(text.replace(" / ", "\n"))])
    explanation = explain(notes.agreements[-1], notes)
    return explanation, "; ".join([str(explanation.condition), *explanation.not_understood])


@pytest.mark.parametrize(("rows", "said"), cells("rows.txt"))
def test_earlier_rows_say_what_a_row_means(rows: str, said: str) -> None:
    explanation, shown = last_row(rows)
    assert shown == said
    assert explanation.is_read != said.startswith("any")


def test_rows_are_graded() -> None:
    notes = "1C  16+ hcp\n  1D  0-7 hcp, sad\n  1H  Sad\n  1S  To play\n  1N\n  2C  {5+!c}\n  2D  {5+!q}"
    rows = explain_rows(expand([parse(notes)]))
    assert [row.understanding for row in rows] == [
        Understanding.WHOLE,
        Understanding.PART,
        Understanding.NOTHING,
        Understanding.SILENT,
        Understanding.WHOLE,
        Understanding.NOTHING,
    ]


def test_a_row_is_as_good_as_the_worst_of_its_agreements() -> None:
    (row,) = explain_rows(expand([parse("1X  5+X, 4+!h, 11--21")]))
    assert len(row.agreements) == 4
    assert row.understanding is Understanding.WHOLE


def test_abbreviations_of_a_project_are_read_in_texts_and_braces() -> None:
    own = (("5CM", "five-card major: as in Standard American"), ("GMT", "11--15 hcp"))
    rows = explain_rows(expand([parse("1H  5CM, GMT\n1S  Good {GMT, 5+!s}")], abbreviations=own))
    assert [str(row.explanations[0].condition) for row in rows] == [
        "5+ hearts, 11-15 hcp",
        "11-15 hcp, 5+ spades",
    ]


def test_abbreviations_are_the_usual_ones_or_none_at_all() -> None:
    document = parse("1H  S/T, 5+!h, 11--21")
    (usual,) = explain_rows(expand([document]))
    (none,) = explain_rows(expand([document], abbreviations=()))
    assert (usual.understanding, none.understanding) == (Understanding.WHOLE, Understanding.PART)


def test_a_row_for_two_calls_gives_each_its_own_suit() -> None:
    (row,) = explain_rows(expand([parse("1HS  5+!h/!s, 11--15")]))
    assert [str(each.condition) for each in row.explanations] == [
        "5+ hearts, 11-15 hcp",
        "5+ spades, 11-15 hcp",
    ]


@pytest.fixture(scope="module")
def rows() -> tuple[ExplainedRow, ...]:
    return explain_rows(demonstration())


def _is_opening(row: ExplainedRow) -> bool:
    agreement = row.agreements[0]
    return len(agreement.auction) == 1 and agreement.auction.we_deal


def _is_first_response(row: ExplainedRow) -> bool:
    agreement = row.agreements[0]
    calls = agreement.auction.calls
    return len(calls) == 3 and agreement.auction.we_deal and str(calls[0]) != "P"


def test_four_of_five_openings_and_first_responses_are_understood_in_full(
    rows: tuple[ExplainedRow, ...],
) -> None:
    for kind in (_is_opening, _is_first_response):
        found = count_understanding(filter(kind, rows))
        assert found[Understanding.WHOLE] >= 0.8 * sum(found.values()), found


def test_a_large_part_of_all_rows_is_understood_in_full(rows: tuple[ExplainedRow, ...]) -> None:
    found = count_understanding(rows)
    assert sum(found.values()) > 1500
    assert found[Understanding.WHOLE] >= 0.65 * sum(found.values()), found


@pytest.mark.parametrize(
    ("text", "is_impossible"),
    [
        ("7+!s, 7+!h", True),
        ("7+!s, bal", True),
        # One of them is enough, or they are meant for different hands.
        ("7+!s or 7+!h, 5+!d", False),
        ("7!d or 7!h, 7!s", False),
        ("7+!s; 7+!h", False),
    ],
)
def test_alternatives_do_not_exclude_each_other(text: str, is_impossible: bool) -> None:
    # In a row of two bids, each of these may be meant for one of them.
    assert not any(explain(row).diagnostics for row in expand([parse(f"1M  {text}")]).agreements)
    (agreement,) = expand([parse(f"1D  {text}")]).agreements
    assert [found.code for found in explain(agreement).diagnostics] == ["BML903"] * is_impossible
