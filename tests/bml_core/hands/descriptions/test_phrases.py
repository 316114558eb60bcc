"""What players write about bids, read as they mean it, and never guessed at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core import Agreement, expand, parse
from bml_core.bridge import Suit
from bml_core.document import NOTE_LANGUAGES
from bml_core.hands.conditions import ANY
from bml_core.hands.counting import same_hands
from bml_core.hands.descriptions import (
    ENGLISH,
    LONGEST,
    CallContext,
    Explanation,
    Sense,
    check_conditions,
    explain,
    parse_condition,
    parse_description,
)
from tests.examples import examples

TABLE = Path(__file__).parent / "fixtures" / "phrases.txt"
LANGUAGES = {path.stem: path for path in sorted((TABLE.parent / "languages").glob("*.txt"))}


class Phrase(NamedTuple):
    """A row of the table."""

    call: str
    text: str
    condition: str
    left: tuple[str, ...]


def phrases(table: Path = TABLE) -> list[Phrase]:
    return list(_phrases(table))


def _phrases(table: Path) -> Iterator[Phrase]:
    for line in table.read_text(encoding="utf-8").splitlines():
        if " | " in line and not line.startswith("What players"):
            call, text, condition, *left = (cell.strip() for cell in line.split("|"))
            yield Phrase(
                call,
                text.replace(" / ", "\n"),
                condition,
                tuple(part.strip() for part in left[0].split(";")) if left else (),
            )


def agreement(call: str, text: str, language: str = "") -> Agreement:
    """The first agreement of a row with a text."""
    before, _, last = call.rpartition("-")
    lines = text.split("\n")
    indent = " " * (len(last) + 2)
    row = "\n".join([f"{last}  {lines[0]}", *(f"{indent}{line}" for line in lines[1:])])
    notes = f"{before}-\n{row}" if before else f"#BIDTABLE\n{row}"
    found = expand([parse(notes)], language=language).agreements
    return next(each for each in found if each.is_described)


@pytest.mark.parametrize("phrase", phrases(), ids=lambda phrase: f"{phrase.call} {phrase.text}")
def test_phrase_means_what_a_player_means(phrase: Phrase) -> None:
    check(phrase, explain(agreement(phrase.call, phrase.text)))


@pytest.mark.parametrize(
    ("language", "phrase"),
    [(language, phrase) for language, table in LANGUAGES.items() for phrase in phrases(table)],
    ids=lambda each: each if isinstance(each, str) else f"{each.call} {each.text}",
)
def test_phrase_of_another_language_means_what_its_players_mean(language: str, phrase: Phrase) -> None:
    check(phrase, explain(agreement(phrase.call, phrase.text, language)))


@pytest.mark.parametrize(
    "line", (Path(__file__).parent / "fixtures" / "likely.txt").read_text("utf-8").splitlines()[2:]
)
def test_words_that_are_not_understood_hide_nothing_that_players_see(line: str) -> None:
    call, text, condition, likely = (part.strip() for part in line.split("|"))
    reading = explain(agreement(call, text))
    assert reading.not_understood
    assert same_hands(reading.condition, parse_condition(condition).value or ANY)
    assert same_hands(reading.likely, parse_condition(likely).value or ANY)


def test_each_language_but_english_has_forty_phrases() -> None:
    assert [*LANGUAGES] == [language for language in sorted(NOTE_LANGUAGES) if language != "en"]
    assert min(len(phrases(table)) for table in LANGUAGES.values()) >= 40


def check(phrase: Phrase, reading: Explanation) -> None:
    if phrase.condition == "nothing":
        assert reading.is_silent
        return
    expected = parse_condition(phrase.condition).value
    assert expected is not None
    assert reading.not_understood == phrase.left
    assert same_hands(reading.condition, expected)
    assert reading.is_read == (not phrase.left)


@pytest.mark.parametrize(
    ("call", "text"), [("1S-2S", "3 spades, 6--9 / 4 spades, 4--6"), ("1N-2S", "12+ / 4+ spades, balanced")]
)
def test_a_slash_with_blanks_divides_alternatives_whose_ends_are_not_clear(call: str, text: str) -> None:
    assert not explain(agreement(call, text)).understood


def test_the_table_has_five_hundred_phrases() -> None:
    assert len(phrases()) >= 500


_PARTS = """15--17 5+!h 4 !s bal or and with no ( ) , ; : . a) b) without asks may hold 4-card major + - 5-5
hcp at least two of the top three honours shape{4432 99999999999999999999 if usually partner denies"""
_WORDS = st.sampled_from(
    (*_PARTS.split(), "\n", *(word for words in ENGLISH.needs.values() for word in words))
)
_TEXTS = st.one_of(st.text(max_size=60), st.lists(_WORDS, max_size=14).map(" ".join))


@given(_TEXTS)
@examples(100)
def test_any_text_is_read_and_every_part_is_where_it_says(text: str) -> None:
    reading = parse_description(text, {}, CallContext(bid=Suit.HEARTS))
    end = 0
    for span in reading.spans:
        assert text[span.offset : span.offset + len(span.text)] == span.text != ""
        assert span.offset >= end
        end = span.offset + len(span.text)
    if not any(span.sense is Sense.HAND for span in reading.spans):
        assert str(reading.condition) == "any"


def written_otherwise(phrase: Phrase) -> str:
    """Return a phrase with more blanks, and in capitals unless those say something: 4M, 4c, PTs, !ss."""
    meaning = re.compile(r"[Mm]\b|[AK] or|\dcd?\b|[1-7](?:[CDHS]|NT)|PTs|![cdhs]s")
    keeps_case = meaning.search(phrase.text) or any(letter in phrase.call for letter in "MmX")
    return (phrase.text if keeps_case else phrase.text.upper()).replace(" ", "  ")


def test_case_and_blanks_do_not_matter() -> None:
    def read(text: str) -> tuple[object, list[Sense]]:
        reading = parse_description(text, {}, CallContext(bid=Suit.HEARTS))
        return reading.condition, [span.sense for span in reading.spans]

    changed = [phrase for phrase in phrases() if read(phrase.text) != read(written_otherwise(phrase))]
    assert changed == []


def test_a_huge_description_is_not_read() -> None:
    for text in ("5+!h, " * 200_000, "(" * 1_000_000, "{" * 1_000_000, "5+!h or " * 100_000):
        reading = parse_description(text, {})
        assert [span.sense for span in reading.spans] == [Sense.UNKNOWN]


@pytest.mark.parametrize("part", ["(", "5+!h, ", "or ", "a) ", "5+!h or ", "weak, ", "4-", "no ", "(5+!h) "])
def test_the_longest_description_is_read(part: str) -> None:
    text = (part * LONGEST)[:LONGEST]
    assert all(span.text in text for span in parse_description(text, {}).spans)


# ---------------------------------------------------------------- conditions in braces


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("1C  strong, any shape {16+ hcp}", ["16+ hcp"]),
        ("1M  good hand {5+M, 0--3oM}", ["5+ hearts, 0-3 spades", "5+ spades, 0-3 hearts"]),
        (
            "2X  {6# and\n     5--10 hcp}",
            [f"6 {s}, 5-10 hcp" for s in ("clubs", "diamonds", "hearts", "spades")],
        ),
        ("1N  12--14 hcp {15--17 hcp, shape{(4432)}}", ["15-17 hcp, shape (4432)"]),
    ],
)
def test_braces_say_what_a_hand_is_like_whatever_the_text_says(text: str, conditions: list[str]) -> None:
    readings = [explain(each) for each in expand([parse(text)]).agreements]
    assert [reading.condition for reading in readings] == [
        parse_condition(words).value for words in conditions
    ]
    assert all(reading.is_whole and reading.in_braces for reading in readings)


def test_a_wrong_condition_is_reported_once_where_it_is_wrong() -> None:
    system = expand([parse("1M  Good {5+M,\n      11--51 hcp}")])
    (found,) = check_conditions(system)
    assert (found.code, found.location.line, found.location.column) == ("BML612", 2, 11)
    assert not any(explain(each).is_whole for each in system.agreements)


@pytest.mark.parametrize("number", ["14", "16+", "14-16", "at least 20", "99-card", "no 14+", "at most 14"])
@pytest.mark.parametrize(
    "noun", ["M", "m", "major", "minor", "!h", "suit", "card suit", "in a major", "unbid suit"]
)
def test_more_cards_than_a_suit_has_are_an_error(number: str, noun: str) -> None:
    read = parse_condition(f"{number} {noun}".replace("+ ", "+").replace("card card", "card"))
    assert read.value is None
    assert {found.code for found in read.diagnostics} <= {"BML611", "BML612", "BML613", "BML614"}
