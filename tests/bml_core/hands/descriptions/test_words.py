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

S, H = "S", "H"
FIXTURES = Path(__file__).parent / "fixtures"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("12-19 hcp, 4+ spades", c.points(12, 19) & c.cards(4, 13, S)),
        ("12--19 HCP and 4+!s", c.points(12, 19) & c.cards(4, 13, S)),
        ("12–19 points with at least 4 ♠", c.points(12, 19) & c.cards(4, 13, S)),
        ("12 to 19 hcp, > 3 spades", c.points(12, 19) & c.cards(4, 13, S)),
        ("up to 10 hcp", c.points(0, 10)),
        ("< 11 hcp", c.points(0, 10)),
        ("at most 10 hcp", c.points(0, 10)),
        ("<=10 hcp", c.points(0, 10)),
        ("exactly 5 hearts", c.cards(5, 5, H)),
        ("5 cards in hearts", c.cards(5, 5, H)),
        ("bal", c.balanced()),
        ("no void", ~c.shortness(0, "void")),
        ("a void in hearts", c.cards(0, 0, H)),
        ("singleton", c.shortness(1, "singleton")),
        ("!h > !s", c.longer(H, S)),
        ("h > s", c.longer(H, S)),
        ("hearts longer than spades", c.longer(H, S)),
        ("AKQ of hearts", c.honours(3, 3, "AKQ", H)),
        ("a in hearts", c.honours(1, 1, "A", H)),
        ("a stopper in hearts", c.stopper(H)),
        ("ace of hearts", c.honours(1, 1, "A", H)),
        ("2+ of QKA in hearts", c.honours(2, 3, "AKQ", H)),
        ("hearts stopped", c.stopper(H)),
        ("good hearts", c.good_suit(H)),
        ("2 keycards in hearts", c.keycards(2, 2, H)),
        ("any", c.ANY),
        ("not balanced", ~c.balanced()),
        ("no singleton or void", ~(c.shortness(1, "") | c.shortness(0, ""))),
        ("no 4-card major", c.cards(0, 3, S) & c.cards(0, 3, H)),
        ("6-card suit", c.some_suit(6, "SHDC", "suit")),
        ("5-5 minors", c.cards(5, 13, "D") & c.cards(5, 13, "C")),
        ("54 majors", c.two_suits(5, 4, S, H, "majors")),
        ("hearts longest", c.longer(H, S, ">=") & c.longer(H, "D", ">=") & c.longer(H, "C", ">=")),
        ("any 4441", parse_condition("shape (4441)").value),
        ("4-4-4-1", parse_condition("shape (4441)").value),
        ("4=4=1=4", parse_condition("shape 4414").value),
        ("no 4 hearts", c.cards(0, 3, H)),
        ("not 4 hearts", ~c.cards(4, 4, H)),
        ("4+ minor", c.some_suit(4, "DC", "minor")),
        ("singleton hearts", c.cards(1, 1, H)),
        ("short hearts", c.cards(0, 1, H)),
        ("5-5 hearts and a minor", c.cards(5, 13, H) & c.some_suit(5, "DC", "minor")),
        ("4414, 4405 or 3415", parse_condition("4=4=1=4 or 4=4=0=5 or 3=4=1=5").value),
        ("11-15 hcp, 4414, 4405", parse_condition("11-15 hcp, 4=4=1=4 or 4=4=0=5").value),
        ("two aces", c.tally(2, 2, "A", "SHDC", "")),
        ("5332", parse_condition("shape (5332)").value),
        ("balanced 12-14 hcp", c.points(12, 14) & c.balanced()),
        ("12-14 bal or 18-19 bal", (c.points(12, 14) | c.points(18, 19)) & c.balanced()),
        ("BAL, without 5!h", c.balanced() & c.cards(0, 4, H)),
    ],
)
def test_words_have_their_meaning(text: str, meaning: c.Formula) -> None:
    assert parse_condition(text).value == meaning


def test_and_binds_before_or_and_a_comma_last() -> None:
    text = "12-14 hcp and balanced or 20+ hcp, 4 spades or 4 hearts"
    low = c.points(12, 14) & c.balanced() | c.points(20, 37)
    assert parse_condition(text).value == low & (c.cards(4, 4, S) | c.cards(4, 4, H))


def wrong_conditions() -> list[tuple[str, int, str, str]]:
    lines = (FIXTURES / "wrong_conditions.txt").read_text("utf-8").splitlines()[2:]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
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


SAID = """
1 aces | 1 ace
not 1+ aces | no ace
not 1+ aces or 5+ spades | (no ace) or 5+ spades
no ace of diamonds | no ace of diamonds
1 of A in diamonds | ace of diamonds
3 of AKQ in clubs | AKQ of clubs
1 keycards in clubs | 1 keycard in clubs
4+ card major | a 4-card major
not 8+ card suit | no 8-card suit
8+ card suit | an 8-card suit
"""


@pytest.mark.parametrize(("text", "said"), [line.split(" | ") for line in SAID.strip().splitlines()])
def test_a_condition_is_said_as_a_player_says_it(text: str, said: str) -> None:
    condition = parse_condition(text).value
    assert str(condition) == said
    assert parse_condition(said).value == condition


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
