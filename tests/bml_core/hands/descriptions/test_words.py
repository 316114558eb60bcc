"""Words for conditions: read, written, and reported when they cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.diagnostics import CODES, Location, Severity, has_errors
from bml_core.hands import conditions as c
from bml_core.hands.counting import count, same_hands
from bml_core.hands.descriptions import DEEPEST, LONGEST, parse_condition
from tests.bml_core.hands.strategies import conditions
from tests.examples import examples

FIXTURES = Path(__file__).parent / "fixtures"


def cells(name: str) -> list[list[str]]:
    """The cells of each line of a fixture, below its heading."""
    lines = (FIXTURES / name).read_text("utf-8").splitlines()[2:]
    return [[cell.strip() for cell in line.split("|")] for line in lines]


@pytest.mark.parametrize(("text", "said"), cells("conditions.txt"))
def test_a_condition_is_said_as_a_player_says_it(text: str, said: str) -> None:
    condition = parse_condition(text).value
    assert str(condition) == said
    assert parse_condition(said).value == condition


def test_and_binds_before_or_and_a_comma_last() -> None:
    text = "12-14 hcp and balanced or 20+ hcp, 4 spades or 4 hearts"
    low = c.points(12, 14) & c.balanced() | c.points(20, 37)
    assert parse_condition(text).value == low & (c.cards(4, 4, "S") | c.cards(4, 4, "H"))


def wrong_conditions() -> list[tuple[str, int, str, str]]:
    rows = cells("wrong_conditions.txt")
    return [
        *((text, int(column), code, message) for text, column, code, message in rows),
        ("balanced " * LONGEST, 1, "BML614", "This condition has more than 2,000 characters."),
        ("(" * 999, DEEPEST + 1, "BML614", "More than 40 brackets are open."),
    ]


@pytest.mark.parametrize(("text", "column", "code", "message"), wrong_conditions())
def test_what_cannot_be_read_is_reported_at_its_place(
    text: str, column: int, code: str, message: str
) -> None:
    reading = parse_condition(text)
    assert reading.value is None
    (found,) = reading.diagnostics
    assert (found.code, found.message, found.location.column) == (code, message, column)
    assert found.hint


def test_a_shape_is_reported_at_its_place() -> None:
    (found,) = parse_condition("balanced, shape (4432").diagnostics
    assert found.location.column == 17
    assert found.code.startswith("BML60")


def test_single_cards_may_be_asked_for_a_few_times() -> None:
    suits = ("spades", "hearts", "diamonds", "clubs")
    stoppers = [f"stopper in {suit}" for suit in suits]
    good = [f"good {suit}" for suit in suits]
    condition = parse_condition(", ".join(stoppers + good)).value
    assert condition is not None
    assert count(condition) > 0
    (found,) = parse_condition(" or ".join([*stoppers, *good, "2 aces"])).diagnostics
    assert found.code == "BML614"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("5+ spaeds", "Did you mean spades?"),
        ("5 major", "Write 5-card major."),
        ("4-5 card suit", "Write the suit."),
        ("shape", "Write a shape, such as shape (4432)."),
    ],
)
def test_a_hint_says_what_to_write(text: str, hint: str) -> None:
    (found,) = parse_condition(text).diagnostics
    assert found.hint == hint


@pytest.mark.parametrize(
    ("text", "column"),
    [("16+ hcp, 12-14 hcp", 10), ("7+ spades and 7+ hearts", 15), ("bal, (4 !s), void", 14)],
)
def test_parts_that_leave_no_hand_are_reported(text: str, column: int) -> None:
    reading = parse_condition(text)
    assert reading.value == c.NONE
    (found,) = reading.diagnostics
    assert (found.code, found.severity, found.location.column) == ("BML615", Severity.WARNING, column)


@given(conditions())
@examples(40)
def test_what_is_said_is_read_with_the_same_meaning(condition: c.Formula) -> None:
    again = parse_condition(str(condition)).value
    assert again is not None
    assert again == condition or same_hands(again, condition)


WORDS = """12 - 19 + hcp , ( ) or and not no 4 spades !h > shape shape{ } (4432) a A AKQ in of at least good
void keycards"""


@given(st.one_of(st.text(), st.lists(st.sampled_from(WORDS.split())).map(" ".join)))
@examples(60)
def test_no_text_raises(text: str) -> None:
    reading = parse_condition(text)
    assert (reading.value is None) == has_errors(reading.diagnostics)
    assert all(found.code in CODES and found.location.column >= 1 for found in reading.diagnostics)


def test_what_cannot_be_read_is_reported_in_its_own_line() -> None:
    (found,) = parse_condition("5+ hearts,\n flat", Location("notes", 3, 8)).diagnostics
    assert (found.location.line, found.location.column) == (4, 2)
