"""Our own words in other languages: whole catalogues, on every kind of page."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from bs4 import BeautifulSoup, Tag

from bml_core import parse
from bml_core.document import AuctionBlock, Diagram
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
from bml_core.render.plain import auction_lines, deal_lines

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


def test_calls_are_translated() -> None:
    calls = [call.get_text() for call in soup(TABLE).select(".bml-call")]
    assert calls == ["1NT!", "(Kontra)", "Rekontra", "Pass", "2M", "2red"]


def test_meanings_are_translated() -> None:
    titles = [str(found["title"]) for found in soup(TABLE).select("abbr")]
    assert titles == ["2♥ oder 2♠", "2♦ oder 2♥"]


def test_scope_and_marks_are_translated() -> None:
    page = soup(TABLE)
    assert [scope.get_text() for scope in page.select(".bml-scope")] == ["3. Hand, wir sind nicht in Gefahr"]
    assert [mark["title"] for mark in page.select(".bml-alert")] == ["Alert"]
    assert soup(TABLE, read_language("fr")).select(".bml-alert")[0]["title"] == "Alerte"


def test_tables_bring_the_words_of_the_script_along() -> None:
    table = soup(TABLE).select(".bml-table")[0]
    words = json.loads(str(table["data-words"]))
    assert (words["open"], words["link_to"]) == ("Alle öffnen", "Link zu {row}")
    assert words["matches"] == "{count} von {all} Zeilen"
    assert soup(TABLE, ENGLISH).select("[data-words]") == []


def test_deals_are_translated() -> None:
    page = soup(DEAL)
    facts = [fact.get_text() for fact in page.select(".bml-facts li")]
    assert facts == ["Board 7", "Teiler Süd", "Alle in Gefahr", "4H kontriert von West", "Ausspiel SK"]
    assert [seat.get_text() for seat in page.select(".bml-seat")] == ["Nord", "Süd"]
    assert {void["title"] for void in page.select(".bml-void")} == {"Chicane"}
    assert [points.get_text() for points in page.select(".bml-hcp")] == ["10 FP", "22 FP"]


def test_places_around_the_table_are_found_in_every_language() -> None:
    page = soup(DEAL, read_language("fr"))
    assert [str(hand["class"]) for hand in page.select(".bml-hand")] == [
        "['bml-hand', 'bml-north', 'bml-vulnerable']",
        "['bml-hand', 'bml-south', 'bml-vulnerable']",
    ]
    compass = page.select(".bml-compass")[0]
    assert [compass[f"data-{seat}"] for seat in ("north", "east", "south", "west")] == ["N", "E", "S", "O"]


def test_auctions_are_translated() -> None:
    page = soup(AUCTION, read_language("nl"))
    assert [cell.get_text() for cell in page.select("th")] == ["West", "Noord", "Oost", "Zuid"]
    assert [cell.get_text() for cell in page.select("td")] == [
        "1C",
        "Doublet",
        "Redoublet!",
        "Pas",
        "Allen passen",
        "",
        "",
        "",
    ]


def test_words_of_a_catalogue_are_escaped() -> None:
    evil = translated(lambda text: f"{text}<x>\"'&")
    for text in (TABLE, DEAL, AUCTION):
        assert soup(text, evil).select("x") == []


def test_latex_is_translated() -> None:
    body = latex.render_blocks(parse(f"{DEAL}\n\n{AUCTION}\n{TABLE}").blocks, GERMAN)
    for word in ("Teiler Süd", "Alle in Gefahr", "Ausspiel", "Rekontra", "3. Hand, wir sind nicht in Gefahr"):
        assert word in body
    assert "Dealer" not in body


def test_latex_documents_say_where_tables_go_on() -> None:
    document = parse(TABLE)
    german = write_document(document, self_contained=False, options=LatexOptions(language="de"))
    assert "\\renewcommand*{\\bmlcontinuedname}{Fortsetzung}" in german
    assert "\\bmlcontinuedname" not in write_document(document, self_contained=False)


def test_text_is_translated() -> None:
    deal, auction = parse(f"{DEAL}\n\n{AUCTION}").blocks
    assert isinstance(deal, Diagram)
    assert isinstance(auction, AuctionBlock)
    french = read_language("fr")
    assert deal_lines(deal, hcp=True, words=french)[0].startswith("Donne 7, Donneur Sud, Tous vulnérables")
    assert "22 H" in "\n".join(deal_lines(deal, hcp=True, words=french))
    assert auction_lines(auction, french)[1].split() == ["1♣", "Contre", "Surcontre!", "Passe"]
