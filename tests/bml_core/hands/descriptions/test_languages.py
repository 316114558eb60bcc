"""The language of descriptions: what names it, and that nothing in any language stops the reader."""

from __future__ import annotations

import random

import pytest

from bml_core import expand, explain, parse
from bml_core.document import NOTE_LANGUAGES
from bml_core.hands.descriptions import ENGLISH, LONGEST_DESCRIPTION, parse_description, vocabulary_of
from bml_core.site import Site, read_configuration

ROW = "1N  15--17 FP, ausgeglichen"


def condition(text: str, language: str = "") -> str:
    (agreement,) = expand([parse(text)], language=language).agreements
    return str(explain(agreement).condition)


@pytest.mark.parametrize("named", ["de", "DE", "de-AT", "de_CH"])
def test_the_notes_name_their_language(named: str) -> None:
    assert condition(f"#+LANGUAGE: {named}\n\n{ROW}") == "15-17 hcp, balanced"
    assert condition(f"#+LANGUAGE: {named}\n\n{ROW}", language="pl") == "15-17 hcp, balanced"


def test_the_language_of_the_project_counts_where_notes_name_none() -> None:
    assert condition(ROW, language="de") == "15-17 hcp, balanced"
    assert condition(ROW) == "any"


def test_an_unknown_language_is_reported_and_read_as_english() -> None:
    system = expand([parse("#+LANGUAGE: es\n\n1N  15--17 hcp")])
    (found,) = system.diagnostics
    assert (found.code, found.location.line) == ("BML131", 1)
    assert str(explain(system.agreements[0]).condition) == "15-17 hcp"


@pytest.mark.parametrize("language", NOTE_LANGUAGES)
def test_a_site_takes_each_language(language: str) -> None:
    result = read_configuration({"language": language})
    assert not result.diagnostics
    assert result.value.language == language


def test_a_site_refuses_other_languages() -> None:
    (found,) = read_configuration({"language": "es"}).diagnostics
    assert found.code == "BML141"
    assert "pl" in found.hint
    assert Site(()).systems == {}


# ---------------------------------------------------------------- what notes define


@pytest.mark.parametrize(
    ("language", "defined", "row", "expected"),
    [
        ("nl", "krt = kaart, evw = evenwichtig", "1N  15-17 evw", "15-17 hcp, balanced"),
        ("fr", "C = coeurs, P = piques", "2H  6-10 hcp, 6C", "6-10 hcp, 6+ hearts"),
        ("fr", "C = coeurs, P = piques", "1S  11+ H, 5+ P, 0-3 C", "11+ hcp, 5+ spades, 0-3 hearts"),
        ("en", 'In these notes "opening" = 12+, as ever.', "1H  opening, 5+!h", "12+ hcp, 5+ hearts"),
        # What is said in brackets is a part of it.
        ("en", '"opening" = 12+ (good 11 with 5-5)', "1H  opening, 5+!h", "5+ hearts"),
        ("en", "cue = shortage", "1H  12+ hcp, cue", "12+ hcp"),
        ("en", "Flat means 4333, 4432 or 5332.", "1N  15-17 flat", "15-17 hcp, balanced"),
        ("de", "SA-Vert. = 4333, 4432 oder 5332", "1N  15-17, SA-Vert.", "15-17 hcp, balanced"),
        (
            "en",
            "NT-hand = 4333/4432/5332 without 5 card major",
            "1N  15-17 NT-hand",
            "15-17 hcp, balanced, no 5-card major",
        ),
        (
            "en",
            "Supp is support, tks are playing tricks, n/f is not forcing.",
            "1H  5+!h, 12+ hcp, n/f",
            "5+ hearts, 12+ hcp",
        ),
        # One sentence with "is" defines nothing.
        ("en", "It is interesting.", "1N  15-17 it", "15-17 hcp"),
    ],
)
def test_what_the_text_defines_is_read_so(language: str, defined: str, row: str, expected: str) -> None:
    assert condition(f"#+LANGUAGE: {language}\n\n{defined}\n\n{row}") == expected


def test_letters_of_other_languages_are_no_english_suits() -> None:
    assert condition("2H  6-10 H, 6C", language="fr") == "6-10 hcp"
    assert condition("2N  8H+", language="fr") == "8+ hcp"
    assert condition("1C  12+ hcp, 3+ T", language="fr") == "12+ hcp, 3+ clubs"


# ---------------------------------------------------------------- hostile texts


MARKS = "( ) [ ] { } , ; : . / + - -- 5 15--17 5+ 4-4-3-2 4432 (31)(54) a) 1) !s ♠ 2N or no ask ~ <"


def tokens(language: str) -> list[str]:
    """Return some words of a language, and what has a meaning in a text."""
    vocabulary = vocabulary_of(language)
    tables = (vocabulary.same, vocabulary.suits, vocabulary.roles)
    words = [texts[0] for table in tables for texts in table.values()]
    return [*words, *MARKS.split(), *sorted(vocabulary.conditionals)[:3], *sorted(vocabulary.hedges)[:3]]


@pytest.mark.parametrize(
    ("language", "tokens", "length"),
    [(language, tokens(language), 100) for language in NOTE_LANGUAGES] + [("en", MARKS.split(), 600)],
    ids=[*NOTE_LANGUAGES, "marks at length"],
)
def test_each_word_repeated_is_read(language: str, tokens: list[str], length: int) -> None:
    for token in tokens:
        for glue in (" ", ""):
            text = (f"{token}{glue}" * length)[:length]
            reading = parse_description(text, {}, vocabulary=vocabulary_of(language))
            assert all(span.text in text for span in reading.spans)


@pytest.mark.parametrize("language", NOTE_LANGUAGES)
def test_noise_is_read(language: str) -> None:
    noise = random.Random(1)
    for _ in range(20):
        text = bytes(noise.randrange(256) for _ in range(200)).decode("utf-8", "replace")
        parse_description(text, {}, vocabulary=vocabulary_of(language))


def test_deep_brackets_are_read() -> None:
    for text in ("(" * 1000 + ")" * 1000, "(5+!h " * 800, "5+!h)" * 1000, "((5+!h) or " * 450):
        assert len(text) <= LONGEST_DESCRIPTION
        assert str(parse_description(text, {}).condition) == "any"


def test_words_are_those_of_the_language_with_english_beside() -> None:
    german = vocabulary_of("de")
    assert german.needs.keys() == ENGLISH.needs.keys()
    assert vocabulary_of("es") is ENGLISH
