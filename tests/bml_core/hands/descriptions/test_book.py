"""The book of usual meanings: its entries hold for their hands, and apply only where they should."""

from __future__ import annotations

import gc
import re

import pytest

from bml_core import Agreement, Hand, expand, parse
from bml_core.bridge import STRAINS
from bml_core.hands.descriptions import (
    Explanation,
    UsualMeaning,
    check_conditions,
    explain,
    parse_condition,
    usual_meanings,
)
from bml_core.hands.descriptions.vocabulary import Vocabulary

BOOK = usual_meanings()


def said(meaning: UsualMeaning, auction: str) -> Explanation:
    """What the first of its words says in an auction."""
    word = next(word for word in meaning.words if not re.search("[A-Z]{3}|[?|+]", word))
    return explain(row(auction, word))


def row(auction: str, text: str, heading: str = "") -> Agreement:
    """The row of a call with a text."""
    before, _, call = auction.rpartition("-")
    notes = f"{heading}{before}-\n{call}  {text}" if before else f"{heading}#BIDTABLE\n{call}  {text}"
    return next(each for each in expand([parse(notes)]).agreements if each.is_described)


@pytest.mark.parametrize("meaning", [each for each in BOOK if each.fits], ids=lambda each: each.name)
def test_its_hands_fit_and_the_others_do_not(meaning: UsualMeaning) -> None:
    for text, expected in ((meaning.fits, True), (meaning.misfits, False)):
        auction, _, hand = text.partition(" ")
        explanation = said(meaning, auction)
        assert meaning.name in [source.name for source in explanation.reading.sources]
        assert explanation.condition.fits(Hand.parse(hand)) is expected, text


@pytest.mark.parametrize("meaning", [each for each in BOOK if each.never], ids=lambda each: each.name)
def test_it_does_not_apply_elsewhere(meaning: UsualMeaning) -> None:
    for auction in meaning.never:
        assert meaning.name not in [source.name for source in said(meaning, auction).reading.sources], auction


@pytest.mark.parametrize("meaning", [each for each in BOOK if each.answers], ids=lambda each: each.name)
def test_its_answers_are_conditions(meaning: UsualMeaning) -> None:
    for call, text in meaning.answers.items():
        assert call in ("P", *(strain.value for strain in STRAINS))
        assert parse_condition(text).diagnostics == ()


def test_the_book_has_a_hundred_and_twenty_entries_and_no_name_twice() -> None:
    names = [meaning.name for meaning in BOOK]
    assert len(set(names)) == len(names) >= 120


def test_small_letters_after_a_length_are_suits_and_capitals_are_bids() -> None:
    assert str(explain(row("2D", "5h4s")).condition) == "5 hearts, 4 spades"
    assert explain(row("2D", "5H4S")).not_understood == ("5H4S",)


def test_the_row_says_more_than_the_book() -> None:
    assert str(explain(row("2S", "weak two, 5+!s, 3--7")).condition) == "5+ spades, 3-7 hcp"
    assert str(explain(row("1N-2C", "Stayman, weak")).condition) == "4+ hearts or 4+ spades"


def test_points_follow_from_the_range_of_partner() -> None:
    for points, shown in (("15-17", "8+"), ("12-14", "11+"), ("20-21", "3+")):
        notes = expand([parse(f"1N  {points}, balanced\n  2C  Stayman")])
        condition = explain(notes["1N-2C"], notes).condition
        assert str(condition) == f"4+ hearts or 4+ spades, {shown} hcp"


def test_notes_change_meanings_add_some_and_switch_them_off() -> None:
    assert str(explain(row("2S", "weak two", "#+MEANINGS: weak two = 6-9\n")).condition) == "6-9 hcp"
    added = explain(row("3C", "kantar", "#+MEANING: kantar = 5+ spades, 8-11 hcp\n"))
    assert [str(source) for source in added.sources] == ["kantar: meaning of the notes"]
    placed = "#+MEANING: bergen at 1M-3C = 4+ {M}, 6-9 hcp\n"
    assert str(explain(row("1S-3C", "bergen", placed)).condition) == "4+ spades, 6-9 hcp"
    assert explain(row("2S", "weak two", "#+MEANINGS: none\n")).condition.fits(
        Hand.parse("- - - AKQJT98765432")
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("weak twoo = 6-9", "No usual meaning is called weak twoo. Did you mean weak two?"),
        ("stayman = 4+ heartz", "heartz is not understood here. Did you mean hearts?"),
        ("splinter", "A meaning is a name, = and a condition. Write weak two = 6-10 hcp."),
        ("jacoby = 4+ {foo}", "No auction names a suit {foo}."),
        ("x = " + "5+ !h, " * 200, "This meaning is too long, or one too many."),
        ("weak two = 99 hcp", "A hand has at most 37 hcp, not 99. Correct the number."),
    ],
)
def test_meanings_that_cannot_be_used_are_reported_at_their_line(line: str, said: str) -> None:
    system = expand([parse(f"#+TITLE: Notes\n#+MEANING: {line}\n1C  16+", file="a.bml")])
    (found,) = check_conditions(system)
    assert (found.code, found.location.line) == ("BML616", 2)
    assert found.sentence.startswith(said)


def test_a_word_with_two_meanings_and_one_that_contradicts_its_row_are_reported() -> None:
    lines = "#+MEANING: weak two = 6-9\n#+MEANING: weak two = 5-10\n#+MEANING: kantar = 5+ spades\n"
    system = expand([parse(f"{lines}2S  kantar, 0--4!s")])
    assert [found.code for found in check_conditions(system)] == ["BML616"]
    system = expand([parse("#+MEANING: kantar = 12+ spades, 12+ hearts\n2S  kantar, 5--9")])
    assert [found.code for found in check_conditions(system)] == ["BML617"]
    assert str(explain(system["2S"], system).condition) == "5-9 hcp"


def test_books_of_earlier_notes_are_given_back() -> None:
    for number in range(40):
        heading = f"#+MEANING: Fred = 5+ spades\n#+MEANING: Jim{number} = 4+ hearts\n\n"
        assert str(explain(row("1S", "Fred", heading)).condition) == "5+ spades"
    assert sum(isinstance(each, Vocabulary) for each in gc.get_objects()) < 25
