"""Pages that stand alone: valid, whole, and shut against whatever a text says."""

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest
from bs4 import BeautifulSoup
from hypothesis import given

from bml_core import parse
from bml_core.render import SuitColors
from bml_core.render.html import PageOptions, page_files, write_page
from tests.bml_core.texts import any_texts

NOTES = (Path(__file__).parents[3] / "browser" / "roots" / "standalone" / "notes.bml").read_text("utf-8")
HOSTILE = (
    "</script></style></title></h1><script>alert(1)</script>\" onload='alert(1)' &amp; \x00\x1b\ud800\ufffe"
)
EVERYWHERE = f"""\
#+TITLE: {HOSTILE}
#+DESCRIPTION: {HOSTILE}
#+AUTHOR: {HOSTILE}

* {HOSTILE}

** {HOSTILE}

** {HOSTILE}

{HOSTILE} [{HOSTILE}](https://example.org/"{HOSTILE})

- {HOSTILE}

| {HOSTILE} | b |

1N  {HOSTILE}
  {HOSTILE}  {HOSTILE}
"""
with_and_without_tree = pytest.mark.parametrize("tree", [True, False], ids=["tree", "columns"])


def valid(page: str) -> BeautifulSoup:
    """The page as a tree; HTML that a browser would have to mend fails."""
    html5lib.HTMLParser(strict=True).parse(page)
    return BeautifulSoup(page, "html.parser")


def words(page: BeautifulSoup) -> str:
    return " ".join(page.get_text(" ").split())


def deep(levels: int) -> str:
    return "".join(f"{'  ' * n}{n % 7 + 1}C  Level {n} down\n" for n in range(levels))


@with_and_without_tree
def test_page_is_valid_and_tells_of_itself(tree: bool) -> None:
    page = valid(write_page(parse(NOTES), tree=tree))
    head = {str(meta.get("name")): meta.get("content") for meta in page.select("meta")}
    assert page.select_one("html[lang=en]")
    assert words(BeautifulSoup(str(page.title), "html.parser")) == "Harbour Club"
    assert head["author"] == "Ann & Bob"
    assert head["description"] == "Strong club, weak notrump, and two-way checkback"
    assert head["generator"] == "bml-docs"
    assert head["viewport"] == "width=device-width, initial-scale=1"


def test_characters_are_said_to_be_utf_8_where_browsers_look_for_it() -> None:
    assert '<meta charset="utf-8" />' in write_page(parse(NOTES))[:1024]


def test_both_forms_hold_the_same_words_in_the_same_order() -> None:
    with_tree, without = (valid(write_page(parse(NOTES), tree=tree)) for tree in (True, False))
    for path in without.select(".bml-path"):
        path.decompose()
    assert words(with_tree) == words(without)
    assert [row["id"] for row in with_tree.select("li[id]")] == [
        row["id"] for row in without.select("tr[id]")
    ]


def test_names_on_a_page_are_unique() -> None:
    page = valid(write_page(parse("* 1C\n\n* 1C\n\n* Ünïcode — 2!h\n\n1C\n\n1C\n" + NOTES)))
    idents = [str(element["id"]) for element in page.select("[id]")]
    assert len(idents) == len(set(idents))
    assert idents[:3] == ["1c", "1c_1", "unicode-2h"]
    targets = {str(link["href"]).removeprefix("#") for link in page.select("nav a")}
    assert targets == {str(heading["id"]) for heading in page.select("h1[id], h2[id], h3[id]")}


def test_a_text_without_title_takes_the_name_it_is_given() -> None:
    assert "<title>Bidding system</title>" in write_page(parse("1C"))
    assert "<title>a &lt; b</title>" in write_page(parse("1C"), options=PageOptions(name="a < b"))


def test_page_speaks_its_language() -> None:
    page = valid(write_page(parse(NOTES), options=PageOptions(language="de")))
    assert page.select_one("html[lang=de]")
    assert "Inhalt" in words(page)
    assert "Kontra" in words(page)
    with pytest.raises(ValueError, match=r"^Write en, de, fr or nl\.$"):
        write_page(parse("1C"), options=PageOptions(language="xx"))


def test_branches_start_closed_where_they_are_told_to() -> None:
    page = valid(write_page(parse(NOTES), options=PageOptions(collapse=1)))
    assert page.select("details")
    assert not page.select("details[open]")


# ---------------------------------------------------------------- files


def test_page_is_one_file_that_asks_for_nothing() -> None:
    page = valid(write_page(parse(NOTES)))
    asked = [str(tag.get("src") or tag.get("href")) for tag in page.select("link, script[src], img, iframe")]
    assert [address[:5] for address in asked] == ["data:"]
    assert not re.search(r"@import|url\(", str(page.style))


def test_files_may_stand_beside_the_page() -> None:
    page = valid(write_page(parse(NOTES), self_contained=False))
    assert not page.select("style")
    assert [link["href"] for link in page.select("link[rel=stylesheet]")] == ["bml.css"]
    assert [script["src"] for script in page.select("script[defer]")] == ["bml.js"]
    assert list(page_files()) == ["bml.css", "bml.js"]


@pytest.mark.parametrize("colors", SuitColors)
def test_files_in_a_page_cannot_end_it(colors: SuitColors) -> None:
    assert not re.search(r"</|<!--", "".join(page_files(colors).values()))
    page = valid(write_page(parse("1C"), options=PageOptions(suit_colors=colors)))
    assert page.style is not None
    assert page.style.string == page_files(colors)["bml.css"]


# ---------------------------------------------------------------- hostile and huge


@with_and_without_tree
@pytest.mark.parametrize("self_contained", [True, False])
def test_no_text_gets_out_of_its_place(tree: bool, self_contained: bool) -> None:
    page = valid(write_page(parse(EVERYWHERE), tree=tree, self_contained=self_contained))
    assert len(page.select("script")) == 1
    assert not page.select("[onload]")
    assert not re.search("[\x00\x1b\ud800\ufffe]", str(page))
    said = words(page)
    assert said.count("<script>alert(1)</script>") >= 12


@given(any_texts)
def test_any_text_makes_a_valid_page(text: str) -> None:
    valid(write_page(parse(text)))


@with_and_without_tree
def test_sixty_levels_and_two_thousand_rows(tree: bool) -> None:
    rows = [f"{n % 7 + 1}{'CDHSN'[n % 5]}  Row {n} of many\n" for n in range(2000)]
    # What each row is written as is the same in a small table and in a large one.
    valid(write_page(parse(f"{deep(60)}\n{''.join(rows[:100])}"), tree=tree))
    page = write_page(parse(f"{deep(60)}\n{''.join(rows)}"), tree=tree)
    said = words(BeautifulSoup(page, "html.parser"))
    assert all(f"Level {n} down" in said for n in range(60))
    assert all(f"Row {n} of many" in said for n in range(2000))


def test_links_lead_to_places_in_any_spelling() -> None:
    anchors = ["Q-Minorwood", "q-minorwood", "1n-2c", "1N-2C", "Sp\u00e4te Runde", "nowhere"]
    links = " ".join(f"[x](#{anchor})" for anchor in anchors)
    page = write_page(parse(f"* Q-Minorwood\n\n* Sp\u00e4te Runde\n\n1N  15-17\n  2C  {links}\n"))
    assert re.findall('<a href="([^"]*)">x<', page) == [
        *["#q-minorwood"] * 2,
        *["#1N-2C"] * 2,
        "#spate-runde",
        "#nowhere",
    ]
    assert {"q-minorwood", "1N-2C", "spate-runde"} <= set(re.findall('id="([^"]*)"', page))
