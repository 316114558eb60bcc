"""Catalogues hold BML: translated pages keep their suits, exported files keep their language."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]

PAGE = """\
Page
====

.. bml::
   :caption: Opening bids

   * The strong !c

   Opens *all* hands.

   1C  16+ hcp
       any shape
     1D  Negative, see [there](#the-strong-c)
       2C  5+#

   - term :: meaning

   | Cell |
"""

GERMAN = {
    "Opening bids": "Eröffnungen",
    "The strong !c": "Das starke !c",
    "Opens *all* hands.": "Eröffnet *alle* Blätter.",
    "16+ hcp\nany shape": "16+ Punkte, *stark\njede Verteilung, 4+!h",
    "Negative, see [there](#the-strong-c)": "Negativ, siehe [dort](#the-strong-c)",
    "5+#": "mindestens 5 in #",
    "term": "Begriff",
    "meaning": "Bedeutung",
    "Cell": "Zelle",
}


def translate(made: Project) -> None:
    """Write a German catalogue with all of ``GERMAN``."""
    lines = ['msgid ""', 'msgstr "Content-Type: text/plain; charset=utf-8\\n"', ""]
    for source, text in GERMAN.items():
        quoted = [part.replace("\n", "\\n") for part in (source, text)]
        lines += [f'msgid "{quoted[0]}"', f'msgstr "{quoted[1]}"', ""]
    made.write("locale/de/LC_MESSAGES/index.po", "\n".join(lines))
    folder = made.folder / "locale/de/LC_MESSAGES"
    with (folder / "index.po").open("rb") as source_file, (folder / "index.mo").open("wb") as compiled:
        write_mo(compiled, read_po(source_file, "de"))


def test_gettext_extracts_every_text_as_bml(project: Make) -> None:
    text = project({"index.rst": PAGE}).build("gettext").text("index.pot")
    messages = re.findall(r'^msgid ((?:".*"\n)+)', text, re.MULTILINE)
    found = {"".join(re.findall(r'"(.*)"', message)).replace("\\n", "\n") for message in messages}
    assert found == {"", "Page", *GERMAN}


def test_extracted_texts_know_their_line(project: Make) -> None:
    text = project({"index.rst": PAGE}).build("gettext").text("index.pot")
    assert re.search(r'index\.rst:11\nmsgid "16\+ hcp', text)
    assert re.search(r'index\.rst:13\nmsgid "Negative', text)


@pytest.mark.parametrize("builder", ["html", "text", "latex"])
def test_a_translated_build_shows_the_translation_without_warnings(project: Make, builder: str) -> None:
    made = project({"index.rst": PAGE}, conf='language = "de"\nlocale_dirs = ["locale"]')
    translate(made)
    build = made.build(builder, nitpicky=True)
    assert build.warnings == []
    output = build.text({"html": "index.html", "text": "index.txt", "latex": "notes.tex"}[builder])
    for word in ("Eröffnungen", "Das starke", "16+ Punkte, *stark", "Negativ", "Begriff", "Zelle"):
        assert word in output
    assert "16+ hcp" not in output


def test_translations_are_read_as_bml(project: Make) -> None:
    made = project({"index.rst": PAGE}, conf='language = "de"\nlocale_dirs = ["locale"]')
    translate(made)
    body = made.build().html()
    description = body.select_one("details .bml-text")
    assert description is not None
    assert description.select_one(".bml-hearts") is not None
    assert description.select_one("br") is not None
    assert [strong.get_text() for strong in body.select("p strong")] == ["alle"]
    own = next(text for text in body.select(".bml-text") if "mindestens 5 in" in text.get_text())
    assert own.select_one(".bml-clubs") is not None


def test_the_title_in_the_contents_is_translated_too(project: Make) -> None:
    made = project({"index.rst": PAGE}, conf='language = "de"\nlocale_dirs = ["locale"]')
    translate(made)
    assert "Das starke" in made.build("singlehtml").text("index.html")


def test_exported_files_stay_in_the_language_of_the_source(project: Make) -> None:
    made = project({"index.rst": PAGE}, conf='language = "de"\nlocale_dirs = ["locale"]')
    translate(made)
    assert "16+ hcp\\nany shape" in made.build("bss").text("system.bss")


def test_a_translated_build_extracts_the_source(project: Make) -> None:
    made = project({"index.rst": PAGE}, conf='language = "de"\nlocale_dirs = ["locale"]')
    translate(made)
    assert "Punkte" not in made.build("gettext").text("index.pot")
