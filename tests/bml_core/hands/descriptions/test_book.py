"""The book of usual meanings: its entries hold for their hands, and apply only where they should."""

from __future__ import annotations

import re

import pytest

from bml_core import Agreement, Hand, expand, parse
from bml_core.hands.descriptions import Explanation, UsualMeaning, explain, usual_meanings

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


def test_the_book_has_a_hundred_and_twenty_entries_and_no_name_twice() -> None:
    names = [meaning.name for meaning in BOOK]
    assert len(set(names)) == len(names) >= 120
