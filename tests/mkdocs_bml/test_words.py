"""The option ``language``: our own words in the language of the site."""

from __future__ import annotations

import json

import pytest

from mkdocs_bml.extension import read_settings
from tests.mkdocs_bml.pages import convert, fence

DEAL = "dealer S, All vul\nN: AKxx xx AQx Kxxx\nS: QJx  Ax KJT9 Axxx"


def test_pages_are_in_the_language_of_the_site() -> None:
    page = convert(fence(f"1N  15--17\n  (D)\n    P  Weak\n\n{DEAL}"), language="fr").soup
    assert [call.get_text() for call in page.select(".bml-call")] == ["1NT", "(Contre)", "Passe"]
    assert [fact.get_text() for fact in page.select(".bml-facts li")] == ["Donneur Sud", "Tous vulnérables"]
    words = json.loads(str(page.select(".bml-table")[0]["data-words"]))
    assert (words["open"], words["link_to"]) == ("Tout ouvrir", "Lien vers {row}")


def test_pages_are_english_where_nobody_says() -> None:
    page = convert(fence(DEAL)).soup
    assert page.select(".bml-facts li")[0].get_text() == "Dealer South"


def test_exports_are_the_same_in_every_language() -> None:
    text = fence("1N  15--17\n  (D)\n    P  Weak")
    assert convert(text, language="nl").exports == convert(text).exports


def test_a_language_without_a_catalogue_is_refused() -> None:
    with pytest.raises(ValueError, match=r"language cannot be 'it'\. Write en, de, fr, nl or pl\.$"):
        read_settings({"language": "it"})
