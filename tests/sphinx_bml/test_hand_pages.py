"""Frequencies and example hands in Sphinx: made of all pages, in every builder, and up to date."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sphinx_bml.projects import Build, Project
from tests.sphinx_bml.test_rebuilding import later
from tests.sphinx_bml.test_warnings import places

Make = Callable[..., Project]

NOTES = "# Notes\n\n```bml\n1C  16+ hcp\n1N  12-14 hcp, balanced\n  2D  5+ hearts\n2C  Grumpf\n```\n"
FREQUENCIES = ".. bml:frequencies:: Our openings, 1!c\n   :name: often\n"
EXAMPLES = ".. bml:examples:: 1N-2D\n   :n: 3\n"
INDEX = "Page\n====\n\n.. toctree::\n\n   notes/all\n\n"
PAGES = {"index.rst": f"{INDEX}{FREQUENCIES}\n{EXAMPLES}", "notes/all.md": NOTES}


def shares(build: Build, page: str = "index.html") -> dict[str, str]:
    rows = build.html(page).select("table.bml-shares tbody tr")
    cells = ([cell.get_text() for cell in row.select("th, td")] for row in rows)
    return {call: share.replace("\u00a0", " ") for call, share, *_ in cells}


def test_a_page_shows_what_other_pages_agree_on(project: Make) -> None:
    build = project(PAGES).build()
    assert build.warnings == []
    assert shares(build) == {"1C": "9.76 %", "1NT": "9.68 %", "Pass": "55.88 %", "Not known": "24.68 %"}
    page = build.html()
    assert page.select_one("svg.bml-chart[role=img] > title")
    caption = page.select_one("figure#often > figcaption")
    assert caption is not None
    assert caption.get_text() == "Our openings, 1C"
    assert "2C" in page.select("p.bml-share-note")[0].get_text()
    assert len(page.select(".bml-examples > .bml-deal")) == 3
    assert "bml.css" in build.text("index.html")


@pytest.mark.parametrize(
    ("builder", "page", "way"),
    [("html", "index.html", "notes/all.html#"), ("dirhtml", "index.html", "notes/all/#")],
)
def test_calls_lead_to_their_rows(project: Make, builder: str, page: str, way: str) -> None:
    build = project(PAGES).build(builder)
    links = [str(link["href"]) for link in build.html(page).select(".bml-frequencies a")]
    assert links == [f"{way}1C", f"{way}1N", f"{way}2C"]
    targets = build.html("notes/all.html" if builder == "html" else "notes/all/index.html")
    assert all(targets.find(id=link.split("#")[1]) for link in links)


def test_on_the_page_of_the_rows_links_stay_there(project: Make) -> None:
    build = project({"index.md": f"{NOTES}\n```bml frequencies\n```\n"}).build()
    links = [link["href"] for link in build.html().select(".bml-frequencies a")]
    assert links == ["#1C", "#1N", "#2C"]


def test_singlehtml_has_no_links_that_might_lead_elsewhere(project: Make) -> None:
    page = project(PAGES).build("singlehtml").html()
    assert page.select(".bml-shares")
    assert not page.select(".bml-frequencies a")


@pytest.mark.parametrize(
    ("builder", "file", "shown"),
    [
        ("text", "index.txt", ["1♣ ", "9.76", "None of these rows fits", "1NT – 2♦", "hcp"]),
        ("man", "notes.1", ["9.76", "None of these rows fits", "1NT – 2♦"]),
        ("texinfo", "notes.texi", ["9.76", "None of these rows fits", "1NT – 2♦"]),
        ("latex", "notes.tex", ["9.76", "\\bmlshare{", "\\bmlonehand"]),
        ("xml", "index.xml", ["9.76", 'kind="examples"']),
        ("epub", "index.xhtml", ["9.76", "bml-examples"]),
    ],
)
def test_every_builder_shows_them(project: Make, builder: str, file: str, shown: list[str]) -> None:
    conf = """\
        copyright = "Nobody"
        version = "1"
        latex_documents = [("index", "notes.tex", "Notes", "Nobody", "howto")]
        man_pages = [("index", "notes", "Notes", "Nobody", 1)]
        texinfo_documents = [("index", "notes", "Notes", "Nobody", "Notes", "Notes", "Games")]
    """
    build = project(PAGES, conf).build(builder)
    assert build.warnings == []
    text = build.text(file)
    assert [word for word in shown if word not in text] == []


def test_books_have_no_picture_that_nobody_announced(project: Make) -> None:
    conf = 'copyright = "Nobody"\nversion = "1"\n'
    assert "<svg" not in project(PAGES, conf).build("epub").text("index.xhtml")


def test_the_catalogue_of_texts_has_the_caption_alone(project: Make) -> None:
    text = project(PAGES).build("gettext").text("index.pot")
    assert "Our openings, 1!c" in text
    assert "hcp" not in text


# ---------------------------------------------------------------- up to date


def test_a_change_elsewhere_writes_the_page_anew(project: Make) -> None:
    made = project(PAGES)
    before = shares(made.build())
    made.write("notes/all.md", NOTES.replace("16+", "17+"))
    later(made, "notes/all.md")
    build = made.build()
    assert build.read == ["notes/all"]
    assert shares(build)["1C"] != before["1C"]


def test_every_builder_hears_of_the_change(project: Make) -> None:
    made = project(PAGES)
    before = made.build("text").text("index.txt")
    made.build()
    made.write("notes/all.md", NOTES.replace("16+", "17+"))
    later(made, "notes/all.md")
    made.build()
    assert made.build("text").text("index.txt") != before


def test_a_page_that_joins_is_counted(project: Make) -> None:
    made = project(PAGES)
    made.build()
    made.write("more.md", "# More\n\n```bml\n2N  20-21 hcp, balanced\n```\n")
    made.write("notes/all.md", f"{NOTES}\n```{{toctree}}\n/more\n```\n")
    later(made, "notes/all.md")
    assert "2NT" in shares(made.build())


def test_without_a_change_nothing_is_written(project: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    made = project(PAGES)
    made.build()

    def fail(*_: object) -> None:
        raise AssertionError("worked out again")

    monkeypatch.setattr("bml_core.site.site._answer", fail)
    monkeypatch.setattr("bml_core.notes.site_settings.expand", fail)
    build = made.build()
    assert build.read == []
    assert "no targets are out of date" in build.app.status.getvalue()


def test_parallel_builds_show_the_same(project: Make) -> None:
    many = {f"page{number}.rst": f"P{number}\n==\n\n{EXAMPLES}" for number in range(8)}
    index = INDEX.replace("notes/all", "notes/all\n   page*").replace("::\n", "::\n   :glob:\n")
    made = project({"index.rst": index + FREQUENCIES, "notes/all.md": NOTES, **many})
    alone = {name: made.build().text(f"{name}.html") for name in ("index", "page3")}
    (made.folder / "_build").rename(made.folder.parent / "alone")
    build = made.build(jobs=4)
    assert build.warnings == []
    assert {name: build.text(f"{name}.html") for name in alone} == alone


# ---------------------------------------------------------------- what is wrong


def test_what_is_wrong_is_reported_at_its_place_and_on_the_page(project: Make) -> None:
    page = f"""{INDEX}
.. bml:frequencies::
   :after: 1H

.. bml:examples:: 2C

.. bml:examples:: 1N-7N

.. bml:frequencies::
   :system: club
"""
    build = project({"index.rst": page, "notes/all.md": NOTES}).build()
    assert places(build.warnings) == [
        ("index.rst:9", "bml.BML633"),
        ("index.rst:12", "bml.hands"),
        ("index.rst:14", "bml.BML633"),
        ("index.rst:16", "bml.hands"),
    ]
    said = [box.get_text() for box in build.html().select("div.admonition.warning")]
    assert len(said) == 4
    assert "1H is not in the notes" in said[0]
    assert "The system club has no agreements." in said[3]


def test_options_that_cannot_be_used_cost_no_block(project: Make) -> None:
    page = f"{INDEX}.. bml:examples:: 1N-2D\n   :n: many\n   :colapse: 2\n\n   1C  Text\n"
    build = project({"index.rst": page, "notes/all.md": NOTES}).build()
    assert places(build.warnings) == [("index.rst:8", "bml.option")] * 3
    assert len(build.html().select(".bml-examples > .bml-deal")) == 5


def test_markdown_takes_the_same_blocks(project: Make) -> None:
    tables = "```bml\n:frequencies:\n:no-chart:\n```\n"
    hands = "```bml\n:examples: 1N-2D\n:show: partners\n```\n"
    directive = "\n```{bml:frequencies} Ours\n:after: 1N\n```\n\n```{toctree}\nnotes/all\n```\n"
    build = project({"index.md": f"# Page\n\n{tables}\n{hands}{directive}", "notes/all.md": NOTES}).build()
    assert build.warnings == []
    assert len(build.html().select("table.bml-shares")) == 2
    assert len(build.html().select("svg.bml-chart")) == 1
    assert len(build.html().select(".bml-seats-ew")) == 5


def test_blocks_stand_wherever_blocks_may(project: Make) -> None:
    inside = FREQUENCIES.replace("\n", "\n   ").replace("   :name: often", "")
    page = f"{INDEX}.. note::\n\n   {inside}\n\n* item\n\n  .. bml:examples:: 1N-2D\n"
    build = project({"index.rst": page, "notes/all.md": NOTES}).build()
    assert build.warnings == []
    assert build.html().select(".note table.bml-shares")
    assert build.html().select("li .bml-examples")
