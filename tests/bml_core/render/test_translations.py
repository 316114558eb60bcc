"""Our own words in other languages: whole catalogues, on every kind of page."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from bs4 import BeautifulSoup, Tag

from bml_core import parse
from bml_core.render import (
    CATALOGUE,
    ENGLISH,
    LANGUAGES,
    UiTexts,
    filled,
    latex,
    read_catalogue,
    read_language,
    translated,
    ui_texts,
)
from bml_core.render.html import HtmlOptions, RowIds, render_blocks
from bml_core.render.latex import LatexOptions, write_document

TRANSLATED = LANGUAGES[1:]
TABLE = """\
#VUL N0
#SEAT 3
1N!  15--17
  (D)
    R  Values
    P  Weak
  2M  Natural
  2red  Transfer
"""
DEAL = """\
#7, dealer S, All vul, played 4HXW with sK lead
N: KQJT98765432 A - -
S: A KQJT KQJT KQJT
"""
AUCTION = """\
W N E S
1C D R! P
AP
"""
GERMAN = read_language("de")


def soup(text: str, words: UiTexts = GERMAN) -> Tag:
    options = HtmlOptions(words=words, row_id=RowIds(), hcp=True)
    return BeautifulSoup(render_blocks(parse(text).blocks, options), "html.parser")


def catalogue(language: str) -> Path:
    return Path(ui_texts.__file__).parent / "locale" / language / "LC_MESSAGES" / f"{CATALOGUE}.po"


def places(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}", text))


# ---------------------------------------------------------------- catalogues


def test_no_two_english_words_are_the_same_message() -> None:
    texts = list(ENGLISH.by_name.values())
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogues_hold_every_word_and_no_other(language: str) -> None:
    with catalogue(language).open("rb") as file:
        messages = {str(message.id): str(message.string) for message in read_po(file) if message.id}
    assert set(messages) == set(ENGLISH.by_name.values())
    assert all(messages.values())


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogues_are_read_as_other_programs_do(language: str) -> None:
    with catalogue(language).open("rb") as file:
        expected = {str(message.id): str(message.string) for message in read_po(file) if message.id}
    assert {id_: text for id_, text in read_catalogue(language).items() if id_} == expected


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_fill_in_what_english_does(language: str) -> None:
    words = read_language(language).by_name
    for name, english in ENGLISH.by_name.items():
        assert places(words[name]) == places(english), name


@pytest.mark.parametrize("language", TRANSLATED)
def test_seats_have_letters_of_their_own(language: str) -> None:
    words = read_language(language)
    assert len({word[0] for word in (words.north, words.east, words.south, words.west)}) == 4


def test_english_needs_no_catalogue() -> None:
    assert read_language("en") == ENGLISH
    assert read_catalogue("en") == {}


@pytest.mark.parametrize("value", ["xx", "", None, 3, "../de"])
def test_other_languages_are_refused_with_those_there_are(value: object) -> None:
    with pytest.raises(ValueError, match=r"^Write en, de, fr or nl\.$"):
        read_language(value)


def test_a_slip_in_a_catalogue_costs_no_page() -> None:
    assert filled("{seat} {0} {seat.x} {", seat="N") == "N {0} {seat.x} {"
    odd = replace(GERMAN, lead="Ausspiel", declared="{kontrakt}", dealer="{", points="%s")
    assert "Ausspiel" in soup(DEAL, odd).get_text()
    assert "Ausspiel" in latex.render_blocks(parse(DEAL).blocks, odd)


# ---------------------------------------------------------------- pages


def test_words_of_a_catalogue_are_escaped() -> None:
    evil = translated(lambda text: f"{text}<x>\"'&")
    for text in (TABLE, DEAL, AUCTION):
        assert soup(text, evil).select("x") == []


def test_latex_documents_say_where_tables_go_on() -> None:
    document = parse(TABLE)
    german = write_document(document, self_contained=False, options=LatexOptions(language="de"))
    assert "\\renewcommand*{\\bmlcontinuedname}{Fortsetzung}" in german
    assert "\\bmlcontinuedname" not in write_document(document, self_contained=False)
