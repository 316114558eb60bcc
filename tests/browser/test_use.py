"""What readers do with a page, with and without scripts: open branches, follow links, print."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.cases import every_host, every_theme, pages
from tests.browser.conftest import PHONE, BuildSite, OpenPage
from tests.browser.sites import SITE_ADDRESS, THEMES, Theme
from tests.system_tools import require_tool

CLOSED_BRANCH = "2C"
CLOSED_INNER_BRANCH = "2C-2D"
HIDDEN_ROW = "2C-2D-2H"
HIDDEN_TEXT = "Kokish, hidden until asked for"
FOCUSED = "[document.activeElement.tagName, getComputedStyle(document.activeElement).outlineStyle]"


def row(page: Page, name: str) -> Locator:
    return page.locator(f'[id="{name}"]')


def branch(page: Page, name: str) -> Locator:
    return row(page, name).locator("> details")


def press(page: Page, name: str, key: str) -> None:
    branch(page, name).locator("> summary").focus()
    page.keyboard.press(key)


@every_theme
def test_keys_open_and_close_branches(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("constructs")) as page:
        open_and_close_branches(page)


def open_and_close_branches(page: Page) -> None:
    assert not row(page, HIDDEN_ROW).is_visible()
    press(page, CLOSED_BRANCH, "Enter")
    press(page, CLOSED_INNER_BRANCH, "Space")
    assert row(page, HIDDEN_ROW).is_visible()
    press(page, CLOSED_BRANCH, "Space")
    assert not row(page, HIDDEN_ROW).is_visible()


@every_theme
def test_tab_shows_where_it_is(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("constructs")) as page:
        branch(page, CLOSED_BRANCH).locator("> summary").focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(FOCUSED) == ["SUMMARY", "solid"]


@every_theme
@pages("quiz")
def test_keys_go_through_a_quiz(theme: Theme, name: str, open_page: OpenPage) -> None:
    with open_page(theme, theme.page(name), width=PHONE) as page:
        open_and_close_an_answer(page)
        # The link holds the hidden hands, so it is in the answer.
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.href").startswith("https://www.bridgebase.com/")
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(FOCUSED) == ["SUMMARY", "solid"]


def open_and_close_an_answer(page: Page) -> None:
    answer = page.locator("details.bml-answer").first
    hands = page.locator(".bml-board").first.locator(".bml-hand:visible")
    expect(hands).to_have_count(2)
    answer.locator("> summary").focus()
    page.keyboard.press("Enter")
    expect(hands).to_have_count(6)
    expect(answer.get_by_text("Declarer took 10 tricks")).to_be_visible()
    page.keyboard.press("Space")
    expect(hands).to_have_count(2)


@every_host
def test_an_address_on_the_page_opens_the_branches_of_its_row(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("constructs"), width=PHONE, afresh=True) as page:
        page.wait_for_function("document.querySelector('.bml-tools button')")
        page.evaluate("name => { location.hash = name }", HIDDEN_ROW)
        expect(row(page, HIDDEN_ROW)).to_be_in_viewport()


@every_host
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_address_of_a_row_opens_its_branches(theme: Theme, scripts: bool, open_page: OpenPage) -> None:
    path = f"{theme.page('constructs')}#{HIDDEN_ROW}"
    with open_page(theme, path, scripts=scripts, width=PHONE) as page:
        expect(row(page, HIDDEN_ROW)).to_be_in_viewport()


@every_host
def test_page_works_under_a_strict_policy(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("constructs"), strict=True) as page:
        page.wait_for_function("document.querySelector('.bml-tools button')")
        styles = page.eval_on_selector(".bml-table ul", "list => getComputedStyle(list).listStyleType")
        assert styles == '""'
        page.locator(".bml-table", has=row(page, CLOSED_BRANCH)).get_by_role("button").first.click()
        assert row(page, HIDDEN_ROW).is_visible()


# ---------------------------------------------------------------- paper


@every_theme
def test_theme_prints_closed_branches(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("constructs")) as page:
        assert not row(page, HIDDEN_ROW).is_visible()
        page.emulate_media(media="print")
        expect(row(page, HIDDEN_ROW)).to_be_visible()
        expect(page.get_by_role("button", name="Open all").first).to_be_hidden()


@every_theme
@pages("quiz")
def test_theme_prints_answers(theme: Theme, name: str, open_page: OpenPage) -> None:
    with open_page(theme, theme.page(name)) as page:
        answer = page.get_by_text("Declarer took 10 tricks").first
        assert not answer.is_visible()
        page.emulate_media(media="print")
        expect(answer).to_be_visible()


@every_theme
def test_theme_prints_no_empty_sheet(theme: Theme, open_page: OpenPage, tmp_path: Path) -> None:
    with open_page(theme, theme.page("index")) as page:
        *sheets, behind = printed(page, tmp_path).split("\f")
    assert all(sheet.strip() for sheet in sheets), sheets
    assert behind == ""
    assert "skip to" not in sheets[0].lower()


# ---------------------------------------------------------------- without scripts


@every_host
def test_page_is_whole_without_scripts(theme: Theme, open_page: OpenPage, tmp_path: Path) -> None:
    with open_page(theme, theme.page("constructs"), scripts=False) as page:
        assert row(page, "1N-2C-2D-3M").is_visible()
        assert page.locator(".bml-tools").count() == 0
        open_and_close_branches(page)
        text = printed(page, tmp_path)
    assert HIDDEN_TEXT in text
    assert "At least one four-card major" in text


@every_host
@pages("quiz")
def test_quiz_is_whole_without_scripts(theme: Theme, name: str, open_page: OpenPage, tmp_path: Path) -> None:
    with open_page(theme, theme.page(name), scripts=False) as page:
        open_and_close_an_answer(page)
        text = printed(page, tmp_path)
    assert "Declarer took 10 tricks" in text


def printed(page: Page, folder: Path) -> str:
    """Return what is on paper."""
    pdftotext = require_tool("pdftotext")
    file = folder / "page.pdf"
    page.pdf(path=file, format="A4")
    return subprocess.run(
        [pdftotext, "-layout", file, "-"], capture_output=True, text=True, check=True
    ).stdout


# ---------------------------------------------------------------- pages that a theme exchanges


@pytest.mark.parametrize("name", ["material", "zensical"])
def test_theme_may_exchange_pages_without_loading_them(
    name: str, open_page: OpenPage, built: BuildSite, address: str
) -> None:
    theme = next(theme for theme in THEMES if theme.name == name)
    sitemap = (built(theme) / "sitemap.xml").read_text("utf-8").replace(SITE_ADDRESS, address)
    with open_page(theme, theme.page("plain")) as page:
        page.route("**/sitemap.xml", lambda route: route.fulfill(body=sitemap, content_type="text/xml"))
        page.reload(wait_until="networkidle")
        page.evaluate("window.isStillThere = true")

        def go_to(title: str, tools: int) -> None:
            page.get_by_role("link", name=title, exact=True).first.click()
            expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
            expect(page.locator(".bml-tools")).to_have_count(tools)

        go_to("Constructs", 2)
        branch(page, CLOSED_BRANCH).locator("> summary").click()
        branch(page, CLOSED_INNER_BRANCH).locator("> summary").click()
        expect(row(page, HIDDEN_ROW)).to_be_visible()
        go_to("Trials", 2)
        # Who comes back finds open what was open, and who comes by a link finds it as it is written.
        page.go_back()
        expect(row(page, HIDDEN_ROW)).to_be_visible()
        go_to("Trials", 2)
        go_to("Constructs", 2)
        expect(row(page, CLOSED_INNER_BRANCH)).to_be_hidden()
        page.get_by_role("searchbox", name="Filter rows").first.fill("kokish hidden")
        expect(page.get_by_role("status").first).to_have_text(re.compile("^1 of [0-9]+ rows$"))
        expect(row(page, HIDDEN_ROW)).to_be_visible()
        assert page.evaluate("window.isStillThere")
        assert page.eval_on_selector(".bml-table ul", "list => getComputedStyle(list).listStyleType") == '""'
