"""What the filter of bidding tables finds, shows and says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.serving import STRICT
from tests.browser.tables import found, in_view, shown
from tests.browser.test_looks import run_axe

NOTHING = "No row fits. Try fewer words, or an auction such as 1N-2C."


def test_the_filter_shows_rows_with_those_above_and_below_them(open_table: OpenTable) -> None:
    page = open_table()
    page.get_by_role("searchbox").first.fill("weak")
    expect(page.get_by_role("status").first).to_have_text("1 of 10 rows")
    assert shown(page) == ["1C", "1C-(1S)", "1C-(1S)-P"]
    assert page.locator(".bml-match").count() == 1


@pytest.mark.parametrize("words", ["5+h", "5+♥", "5+!h", "5+H", "  GAME   forcing "])
def test_suits_are_found_however_they_are_written(words: str, open_table: OpenTable) -> None:
    page = open_table()
    page.get_by_role("searchbox").first.fill(words)
    expect(page.get_by_role("status").first).to_have_text("1 of 10 rows")
    assert page.locator(".bml-match").get_attribute("id") == "1C-1H"


def test_what_answers_a_found_row_can_still_be_opened(open_table: OpenTable) -> None:
    page = open_table()
    page.get_by_role("searchbox").first.fill("relay")
    expect(page.get_by_role("status").first).to_have_text("1 of 10 rows")
    page.locator('[id="1C-1D-1H"] summary').click()
    assert "1C-1D-1H-1S" in shown(page)


def test_escape_brings_everything_back_as_it_was(open_table: OpenTable) -> None:
    page = open_table()
    page.locator('[id="1C"] > details > summary').click()
    before = shown(page)
    page.get_by_role("searchbox").first.fill("negative")
    expect(page.get_by_role("status").first).to_have_text("2 of 10 rows")
    page.keyboard.press("Escape")
    expect(page.get_by_role("status").first).to_have_text("")
    assert page.get_by_role("searchbox").first.input_value() == ""
    assert shown(page) == before


def test_a_word_that_no_row_has_hides_all_and_says_so(open_table: OpenTable) -> None:
    page = open_table()
    page.get_by_role("searchbox").first.fill("<img src=x onerror=alert(1)>")
    expect(page.get_by_role("status").first).to_have_text(NOTHING)
    assert shown(page) == []
    assert page.locator("img").count() == 0


def test_rows_of_a_table_with_columns_are_filtered_as_well(open_table: OpenTable) -> None:
    page = open_table("columns.html")
    page.get_by_role("searchbox").fill("2n")
    expect(page.get_by_role("status")).to_have_text("1 of 15 rows")
    assert shown(page) == ["2N"]


FOUND = {
    "hearts 17": ["1M"],
    "17 ♥": ["1M"],
    "17 h": ["1M"],
    "herz 17": ["1M"],
    "invitational six": ["1M-2N"],
    "SIX inv": ["1M-2N"],
    "transfer hearts": ["1N-2D"],
    "117": ["1N-2H"],
    "5+ hearts": ["1M"],
    "5+ spades": ["1M", "2C-(P)-2D-2S"],
    "5+s": ["2C-(P)-2D-2S"],
    "15-17": ["1N"],
    "15 – 17": ["1N"],
    "slam tries": ["2C-(P)-2D-Slam"],
    # What an abbreviation stands for, which a table explains once.
    "game forcing": ["2C-(P)-2D-3S", "2C-(P)-2D-3N"],
    "gf": ["2C-(P)-2D-3S", "2C-(P)-2D-3N"],
    # Numbers in words and digits.
    "three hearts": ["1N-2D-(D)-2H"],
    "3 !h": ["1N-2D-(D)-2H"],
    "3♥": ["1N-2D-(D)-2H"],
    "drei herz": ["1N-2D-(D)-2H"],
    "6-card suit": ["1M-1N"],
    "suit six-card": ["1M-1N"],
    "4-card": ["1N-2C-2D"],
    "five-card": ["1M", "2C-(P)-2D-2S"],
    "five+ spades": ["1M", "2C-(P)-2D-2S"],
    "6+": ["2C-(P)-2D-Slam"],
    "six or more": ["2C-(P)-2D-Slam"],
    "eleven-17": ["1M"],
    "one notrump": ["1M-1N", "1N"],
    "one no-trump 2c": ["1N-2C", "1N-(2C)"],
    "twentytwo": [],
    # Auctions, with any sign between the calls and any spelling of them.
    "1N-2C": ["1N-2C", "1N-(2C)"],
    "1nt 2c": ["1N-2C", "1N-(2C)"],
    "1NT – 2♣": ["1N-2C", "1N-(2C)"],
    "1n, !2c": [],
    "1n-(2c)": ["1N-(2C)"],
    "1n-(2c)-x": ["1N-(2C)-D"],
    "1n 2c dbl": ["1N-(2C)-D"],
    "1n p 2c p 2d": ["1N-2C-2D", "1N-2C-2red"],
    "1n 2d x p": ["1N-2D-(D)", "1N-2D-(D)-P"],
    "1s 2nt": ["1M-2N"],
    "1h-(x)-xx": ["1M-(D)-R"],
    "1m x redouble": ["1M-(D)-R"],
    "2c 2d 2h": ["2C-(P)-2D-2H"],
    "2c p 2d 2s": ["2C-(P)-2D-2S"],
    # An auction and words: rows below it.
    "1n-2d weak": ["1N-2D-(D)-P"],
    "1n three": ["1N-2D-(D)-2H"],
    # One word.
    "stayman": ["1N-2C"],
    "2♣": ["1N-2C", "1N-(2C)"],
    "(2c)": ["1N-(2C)"],
    "x": ["1M-(D)", "1N-2D-(D)", "1N-(2C)-D"],
    "117 ways weak": [],
    "1n-3c": [],
    "\\ [a-z]* (": [],
}


@pytest.fixture(scope="module")
def system_page(browser: Browser, place: str) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(f"{place}/system.html")
    yield page
    page.close()


@pytest.mark.parametrize("words", FOUND)
def test_words_and_auctions_find_their_rows(words: str, system_page: Page) -> None:
    assert sorted(found(system_page, words)) == sorted(FOUND[words])


def test_every_field_of_a_page_filters_all_its_tables(open_table: OpenTable) -> None:
    page = open_table("several.html")
    expect(page.get_by_role("searchbox")).to_have_count(2)
    page.get_by_role("searchbox").nth(1).fill("16+")
    expect(page.get_by_role("status").filter(has_text="1 of 25 rows")).to_have_count(1)
    assert shown(page) == ["1C"]
    assert page.get_by_role("searchbox").first.input_value() == "16+"
    page.get_by_role("searchbox").first.press("Escape")
    expect(page.locator(".bml-table li[hidden]")).to_have_count(0)
    assert [field.input_value() for field in page.get_by_role("searchbox").all()] == ["", ""]
    assert page.get_by_role("status").all_text_contents() == ["", ""]


def test_the_first_of_many_small_tables_has_a_field(open_table: OpenTable) -> None:
    page = open_table("small.html")
    expect(page.get_by_role("searchbox")).to_have_count(1)
    expect(page.get_by_role("button")).to_have_count(0)
    page.get_by_role("searchbox").fill("2n")
    expect(page.get_by_role("status")).to_have_text("1 of 15 rows")
    assert shown(page) == ["2N"]


def test_the_field_stays_where_it_is_while_rows_above_it_come_and_go(open_table: OpenTable) -> None:
    page = open_table("several.html")
    field = page.locator(".bml-tools > input").nth(1)
    field.scroll_into_view_if_needed()
    before = field.bounding_box()
    assert before is not None
    for words, said in (("row", "15 of 25 rows"), ("", "")):
        field.fill(words)
        expect(page.locator(".bml-tools > [role=status]").nth(1)).to_have_text(said)
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        after = field.bounding_box()
        assert after is not None
        assert abs(after["y"] - before["y"]) < 2


def test_enter_leads_to_the_next_row_that_fits(open_table: OpenTable) -> None:
    page = open_table("several.html")
    page.get_by_role("searchbox").nth(1).fill("3n")
    page.keyboard.press("Enter")
    expect(page.locator('[id="3N"] > a.bml-link')).to_be_focused()
    assert in_view(page, "3N")


def test_a_table_without_rows_that_fit_leads_to_the_first_that_does(open_table: OpenTable) -> None:
    page = open_table("several.html")
    first = page.locator(".bml-first")
    page.get_by_role("searchbox").first.fill("3n")
    expect(first.first).to_have_text("3N")
    page.get_by_role("link", name="Link to 3N").first.click()
    assert in_view(page, "3N")
    assert page.get_by_role("searchbox").first.input_value() == "3n"
    page.get_by_role("searchbox").first.fill("weak")
    expect(page.get_by_role("status").first).to_have_text("1 of 25 rows")
    expect(first.first).to_be_hidden()


def test_tools_of_tables_without_rows_that_fit_are_not_in_the_way(open_table: OpenTable) -> None:
    page = open_table("several.html")
    page.get_by_role("searchbox").first.fill("weak")
    expect(page.get_by_role("searchbox")).to_have_count(1)
    page.get_by_role("searchbox").press("Escape")
    expect(page.get_by_role("searchbox")).to_have_count(2)


def test_rows_of_a_table_with_columns_are_shown_with_those_above_them(open_table: OpenTable) -> None:
    page = open_table("system-columns.html")
    page.get_by_role("searchbox").first.fill("1n-2d weak")
    expect(page.get_by_role("status").first).to_have_text("1 of 22 rows")
    assert shown(page) == ["1N", "1N-2D", "1N-2D-(D)", "1N-2D-(D)-P"]


def test_a_reader_hears_what_the_field_is_and_how_many_rows_fit(open_table: OpenTable) -> None:
    page = open_table("several.html")
    field = page.get_by_role("searchbox", name="Filter rows").first
    expect(field).to_have_accessible_description("Words in any order, or an auction: hearts 17, 1N-2C")
    field.fill("weak")
    expect(page.get_by_role("status").first).to_have_text("1 of 25 rows")
    spoken = [text for text in page.get_by_role("status").all_text_contents() if text]
    assert spoken == ["1 of 25 rows"], "said once, not by every field"


@pytest.mark.parametrize(("words", "mode"), [("weak", "light"), ("3n", "dark"), ("nowhere", "light")])
def test_axe_finds_nothing_in_what_a_filter_left(words: str, mode: str, browser: Browser, place: str) -> None:
    page = browser.new_page(color_scheme="dark" if mode == "dark" else "light")
    page.goto(f"{place.removesuffix(STRICT)}/several.html")
    page.set_viewport_size({"width": 320, "height": 600})
    found(page, words)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    checked = run_axe(page, ".bml-table", ".bml-tools")
    page.close()
    assert checked["passes"]
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in checked["violations"]] == []
