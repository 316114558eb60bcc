"""Abbreviations are explained where a table first uses them, and nowhere else."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from bml_core import parse
from bml_core.language import DEFAULT_ABBREVIATIONS, read_abbreviations
from bml_core.render import Abbreviations, Style
from bml_core.render.html import HtmlOptions, render_blocks


def explained(text: str, words: Abbreviations | None = None, *, style: Style = Style.TREE) -> list[str]:
    """What is explained in the text, in order."""
    options = HtmlOptions(abbreviations=words or Abbreviations(read_abbreviations({})), style=style)
    page = BeautifulSoup(render_blocks(parse(text).blocks, options), "html.parser")
    return [f"{word.get_text()}: {word['title']}" for word in page.select(".bml-text abbr")]


@pytest.mark.parametrize("style", list(Style))
def test_the_first_use_in_a_table_is_explained(style: Style) -> None:
    text = "1N-2C; GF\n2D GF, INV\n  2H INV\n\n# Next\n\n1C GF"
    assert explained(text, style=style) == ["GF: game forcing", "INV: invitational", "GF: game forcing"]


@pytest.mark.parametrize("text", ["GFX", "XGF", "gf", "GF2"])
def test_parts_of_words_and_other_case_are_not_abbreviations(text: str) -> None:
    assert explained(f"1C {text}") == []


@pytest.mark.parametrize("text", ["a =GF= b", "[GF](x.html)", "[*GF* it](x.html)"])
def test_code_and_links_stay_as_they_are(text: str) -> None:
    assert explained(f"1C {text}\n  1D x") == []
    assert explained(f"1C {text}") == []


def test_the_longer_of_two_abbreviations_is_meant() -> None:
    assert explained("1C INV+ or F1R") == ["INV+: invitational or better", "F1R: forcing for one round"]


def test_text_outside_of_tables_is_not_explained() -> None:
    options = HtmlOptions(abbreviations=Abbreviations(read_abbreviations({})))
    assert "abbr" not in render_blocks(parse("GF it is\n\n- GF").blocks, options)


def test_a_project_adds_words_and_takes_some_away() -> None:
    words = Abbreviations(read_abbreviations({"FNT": "forcing notrump", "GF": "", "INV": None}))
    assert explained("1C FNT, GF, INV, NF", words) == ["FNT: forcing notrump", "NF: not forcing"]


def test_a_project_may_want_none() -> None:
    assert explained("1C GF", Abbreviations(read_abbreviations(False))) == []


def test_hostile_words_and_meanings_stay_text() -> None:
    words = Abbreviations(
        read_abbreviations({"<b>": '"><script>alert(1)</script>', "a&b": "<i>", "(.*": "x"})
    )
    markup = render_blocks(parse("1C <b> a&b (.* y").blocks, HtmlOptions(abbreviations=words))
    page = BeautifulSoup(markup, "html.parser")
    assert page.select("script, b, abbr i") == []
    assert [word["title"] for word in page.select("abbr")] == ['"><script>alert(1)</script>', "<i>", "x"]


@pytest.mark.parametrize(
    "value",
    [
        "GF",
        7,
        ["GF"],
        {"": "x"},
        {" GF": "x"},
        {7: "x"},
        {"x" * 41: "x"},
        {"GF": 7},
        {"GF": "x" * 301},
        {str(number): "x" for number in range(1001)},
    ],
)
def test_what_is_not_a_list_of_abbreviations_is_reported(value: object) -> None:
    with pytest.raises(ValueError, match=r"abbreviation|Write words|meaning"):
        read_abbreviations(value)


def test_the_usual_words_have_meanings_of_a_few_words() -> None:
    assert len(DEFAULT_ABBREVIATIONS) > 30
    for word, meaning in DEFAULT_ABBREVIATIONS.items():
        assert word == word.strip()
        assert 1 <= len(meaning.split()) <= 7
