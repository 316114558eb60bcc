"""Our own words are in the language of the project, and a project may say them in its own way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.pdf import typeset
from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]

PAGE = """\
Page
====

.. bml::

   #SEAT 3
   1N  15--17
     (D)
       R  Values
     2M!  Natural

.. bml::
   :style: table

   1N-(P); as above
   2red  Transfer

.. bml:deal::
   :hcp:

   #7, dealer S, All vul, played 4HXW with sK lead
   N: KQJT98765432 A - -
   S: A KQJT KQJT KQJT

.. bml::

   W N E S
   1C D R P
"""
CATALOGUE = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
OWN = CATALOGUE + 'msgid "Dealer {seat}"\nmsgstr "Geber <{seat}>"\n'


def german(made: Make, conf: str = "") -> Project:
    return made({"index.rst": PAGE}, conf=f'language = "de"\n{conf}')


def test_web_pages_are_in_the_language_of_the_project(project: Make) -> None:
    build = german(project).build(nitpicky=True)
    assert build.warnings == []
    body = build.html()
    calls = [call.get_text() for call in body.select(".bml-call")]
    assert calls[:7] == ["1NT", "(Kontra)", "Rekontra", "2M!", "1NT", "(Pass)", "2red"]
    assert calls[7:] == ["1C", "Kontra", "Rekontra", "Pass"]
    assert body.select(".bml-scope")[0].get_text() == "3. Hand"
    facts = [fact.get_text() for fact in body.select(".bml-facts li")]
    assert facts == ["Board 7", "Teiler Süd", "Alle in Gefahr", "4H kontriert von West", "Ausspiel SK"]
    assert [seat.get_text() for seat in body.select("th[scope=col]")] == ["West", "Nord", "Ost", "Süd"]
    labels = [str(link["aria-label"]) for link in body.select("a.bml-link")]
    assert len(labels) == 5
    assert all(label.startswith("Link zu 1N") for label in labels)
    assert [table["data-close"] for table in body.select(".bml-table")] == ["Alle schließen"] * 2


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", ("Donneur Sud", "Surcontre", "Entame ♠K")), ("nl", ("Gever Zuid", "Redoublet", "Uitkomst ♠K"))],
)
@pytest.mark.parametrize(("builder", "output"), [("text", "index.txt"), ("man", "notes.1")])
def test_plain_pages_are_in_the_language_of_the_project(
    project: Make, language: str, words: tuple[str, ...], builder: str, output: str
) -> None:
    conf = 'man_pages = [("index", "notes", "Notes", [], 1)]'
    text = project({"index.rst": PAGE}, conf=f'language = "{language}"\n{conf}').build(builder).text(output)
    for word in words:
        assert word in text


def test_books_are_in_the_language_of_the_project(project: Make) -> None:
    assert "Ausspiel" in german(project).build("epub").text("index.xhtml")


def test_pdf_is_in_the_language_of_the_project(project: Make) -> None:
    build = german(project, 'latex_elements = {"preamble": "\\\\def\\\\ours{}"}').build("latex")
    text = build.text("notes.tex")
    assert "\\renewcommand*{\\bmlcontinuedname}{Fortsetzung}\n\\def\\ours{}" in text
    for word in ("Teiler Süd", "Rekontra", "3. Hand", "Ausspiel"):
        assert word in text


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_pdf_says_at_the_top_of_a_page_where_a_table_goes_on(project: Make, language: str) -> None:
    rows = "\n".join(f"     {level}{strain}  Row" for level in range(2, 8) for strain in "CDHSN")
    table = f".. bml::\n\n   1N  Opening\n{rows}\n{rows}\n"
    conf = f'language = "{language}"\nlatex_engine = "lualatex"'
    build = project({"index.rst": f"Page\n====\n\n{table}"}, conf=conf).build("latex")
    pages = typeset(build.app.outdir / "notes.tex", "lualatex").pages
    word = {"de": "Fortsetzung", "fr": "suite", "nl": "vervolg"}[language]
    assert any(word in line for page in pages for line in page[:3])


def test_exported_files_have_no_words_of_ours(project: Make) -> None:
    text = german(project).build("bss").text("system.bss")
    assert "Natural" in text
    assert "Kontra" not in text


def test_nothing_of_ours_is_there_to_be_translated_page_by_page(project: Make) -> None:
    text = german(project).build("gettext").text("index.pot")
    assert "Natural" in text
    assert "Kontra" not in text
    assert "Teiler" not in text


def test_a_catalogue_of_the_project_goes_before_ours(project: Make) -> None:
    made = german(project, 'locale_dirs = ["words"]')
    made.write("words/de/LC_MESSAGES/bml.po", OWN)
    body = made.build().html()
    facts = [fact.get_text() for fact in body.select(".bml-facts li")]
    assert facts[1:3] == ["Geber <Süd>", "Alle in Gefahr"]


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_project_can_bring_another_language(project: Make, language: str) -> None:
    made = project({"index.rst": PAGE}, conf=f'language = "{language}"')
    made.write(f"locales/{language}/LC_MESSAGES/bml.po", CATALOGUE + 'msgid "Pass"\nmsgstr "Passo"\n')
    calls = [call.get_text() for call in made.build().html().select(".bml-call")]
    assert calls[5] == "(Passo)"
    assert calls[1] == "(Dbl)"


def test_a_language_without_a_catalogue_is_english(project: Make) -> None:
    body = project({"index.rst": PAGE}, conf='language = "ja"').build().html()
    assert "Dealer South" in body.get_text()


def test_another_language_makes_every_page_anew(project: Make) -> None:
    made = german(project)
    assert "Teiler Süd" in made.build("text").text("index.txt")
    assert "Gever Zuid" in made.build("text", language="nl").text("index.txt")
    assert "Dealer South" in made.build("text", language="en").text("index.txt")
