"""Catalogues hold BML: translated pages keep their suits, exported files keep their language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

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


def messages(text: str) -> set[str]:
    """The messages of a template."""
    found = re.findall(r'^msgid ((?:".*"\n)+)', text, re.MULTILINE)
    return {"".join(re.findall(r'"(.*)"', message)).replace("\\n", "\n") for message in found}


def translate(made: Project, texts: Mapping[str, str] = GERMAN) -> None:
    """Write a German catalogue for the page ``index``."""
    lines = ['msgid ""', 'msgstr "Content-Type: text/plain; charset=utf-8\\n"', ""]
    for source, text in texts.items():
        quoted = [part.replace("\n", "\\n") for part in (source, text)]
        lines += [f'msgid "{quoted[0]}"', f'msgstr "{quoted[1]}"', ""]
    made.write("locale/de/LC_MESSAGES/index.po", "\n".join(lines))
    folder = made.folder / "locale/de/LC_MESSAGES"
    with (folder / "index.po").open("rb") as source_file, (folder / "index.mo").open("wb") as compiled:
        write_mo(compiled, read_po(source_file, "de"))


def test_gettext_extracts_every_text_as_bml(project: Make) -> None:
    text = project({"index.rst": PAGE}).build("gettext").text("index.pot")
    assert messages(text) == {"", "Page", *GERMAN}


BOARDS = """\
Boards
======

.. bml:deal::
   :caption: A *strong* hand with !s

   dealer N
   N: AKxx xx AQx Kxxx

.. bml::
   :caption: How it went

   We bid too much.

   W N E S
   1C D R P

   Now 1NT is down.

.. bml::
   :style: table

   * After the double

   1C-(D); what we play
   1N  To play
"""
BOARD_TEXTS = {
    "A *strong* hand with !s": "Ein *starkes* Blatt mit !s",
    "How it went": "So lief es",
    "We bid too much.": "Wir reizten zu viel.",
    "Now 1NT is down.": "Jetzt fällt 1NT.",
    "After the double": "Nach dem Kontra",
    "what we play": "was wir spielen",
    "To play": "Zum Spielen",
}


def test_captions_of_deals_and_auctions_and_the_notes_beside_them_are_extracted(project: Make) -> None:
    assert messages(project({"index.rst": BOARDS}).build("gettext").text("index.pot")) == {
        "",
        "Boards",
        *BOARD_TEXTS,
    }


@pytest.mark.parametrize("builder", ["html", "text", "latex"])
def test_captions_of_deals_and_auctions_are_translated(project: Make, builder: str) -> None:
    made = project({"index.rst": BOARDS}, conf='language = "de"\nlocale_dirs = ["locale"]')
    translate(made, BOARD_TEXTS)
    build = made.build(builder, nitpicky=True)
    assert build.warnings == []
    output = build.text({"html": "index.html", "text": "index.txt", "latex": "notes.tex"}[builder])
    for word in (
        "Blatt mit",
        "So lief es",
        "reizten",
        "Jetzt fällt",
        "Nach dem",
        "was wir spielen",
        "Zum Spielen",
    ):
        assert word in output
    for word in BOARD_TEXTS:
        assert word not in output


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
