"""What links to rows show before they are followed: by mouse, keys and touch, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.tables import PROMISE
from tests.browser.test_looks import run_axe

OpenLinks = Callable[..., Page]


@pytest.fixture
def open_links(browser: Browser, place: str) -> Iterator[OpenLinks]:
    """Opens the page with links for a finger or a mouse, as wide as is wanted."""
    contexts = []

    def opened(*, width: int = 800, touch: bool = False, scripts: bool = True, anchored: bool = True) -> Page:
        size = {"width": width, "height": 600}
        contexts.append(browser.new_context(viewport=size, has_touch=touch, java_script_enabled=scripts))  # type: ignore[arg-type]
        page = contexts[-1].new_page()
        if not anchored:
            page.add_init_script("CSS.supports = () => false")
        page.goto(f"{place}/links.html")
        return page

    yield opened
    for context in contexts:
        context.close()


def preview(page: Page) -> Locator:
    return page.get_by_role("tooltip")


def test_pointing_at_a_link_shows_what_its_row_says(open_links: OpenLinks) -> None:
    page = open_links()
    link = page.locator("p > a.bml-way").first
    link.hover()
    expect(preview(page)).to_have_text(PROMISE)
    assert link.get_attribute("title") is None
    assert link.get_attribute("aria-describedby") == preview(page).get_attribute("id")
    # The box itself can be pointed at, and stays.
    preview(page).hover()
    page.wait_for_timeout(400)
    expect(preview(page)).to_be_visible()
    page.mouse.move(5, 500)
    expect(preview(page)).to_have_count(0)
    assert link.get_attribute("title") == PROMISE


def test_the_keyboard_shows_it_and_escape_takes_it_away(open_links: OpenLinks) -> None:
    page = open_links()
    page.keyboard.press("Tab")
    expect(preview(page)).to_have_text(PROMISE)
    page.keyboard.press("Escape")
    expect(preview(page)).to_have_count(0)
    page.keyboard.press("Tab")
    expect(preview(page)).to_have_text("<b>Hostile</b> & so on")
    assert page.locator("b").count() == 0
    page.keyboard.press("Enter")
    expect(preview(page)).to_have_count(0)
    expect(page).to_have_url(re.compile("#2N$"))


def test_a_finger_shows_it_and_follows_with_the_second_tap(open_links: OpenLinks) -> None:
    page = open_links(touch=True, width=320)
    link = page.locator("p > a.bml-way").first
    link.tap()
    expect(preview(page)).to_have_text(PROMISE)
    assert "#" not in page.url
    page.locator("h1").tap()
    expect(preview(page)).to_have_count(0)
    link.tap()
    link.tap()
    expect(page).to_have_url(re.compile("#1N$"))


@pytest.mark.parametrize("anchored", [True, False], ids=["by the browser", "by hand"])
@pytest.mark.parametrize("width", [320, 800])
def test_the_box_is_within_the_window(width: int, anchored: bool, open_links: OpenLinks) -> None:
    page = open_links(width=width, anchored=anchored)
    page.locator("a.bml-way").last.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    box, at = preview(page).bounding_box(), page.locator("a.bml-way").last.bounding_box()
    assert box is not None
    assert at is not None
    assert preview(page).evaluate("box => box.matches('[popover]:popover-open')") is anchored
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 600
    assert box["y"] >= at["y"] + at["height"] or box["y"] + box["height"] <= at["y"]


def test_axe_finds_nothing_in_the_box(open_links: OpenLinks) -> None:
    page = open_links()
    page.keyboard.press("Tab")
    found = run_axe(page, ".bml-preview", ".bml-way")
    assert [rule["id"] for rule in found["violations"]] == []


def test_without_scripts_the_title_says_it(open_links: OpenLinks) -> None:
    page = open_links(scripts=False)
    assert page.locator("a.bml-way").first.get_attribute("title") == PROMISE
