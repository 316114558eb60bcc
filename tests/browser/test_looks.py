"""What pages look like in every theme: colours, columns and widths."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.cases import FURO, MATERIAL, every_host, every_mode, every_theme, pages
from tests.browser.conftest import PHONE, WIDE, OpenPage
from tests.browser.sites import THEMES, Theme

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
OURS = (
    ".bml-figure",
    ".bml-table",
    ".bml-deal",
    ".bml-auction",
    ".bml-result",
    ".bml-board",
    ".bml-frequencies",
    ".bml-examples",
    ".bml-box",
    ".bml-field",
    ".bml-here",
)
LEAST_CONTRAST = 4.5
LEAST_CONTRAST_OF_PICTURES = 3
#: The theme alone gives these their colour.
OF_THE_THEME = ("<a ", "<code", '<span class="pre"')


@every_mode
@pages("constructs", "quiz", "numbers")
def test_texts_suits_and_charts_are_easy_to_read(
    theme: Theme, mode: str, name: str, open_page: OpenPage
) -> None:
    with open_page(theme, theme.page(name), mode=mode) as page:
        page.wait_for_function(f"probes.isDark() === {str(mode == 'dark').lower()} && probes.isStill()")
        suits = page.evaluate("probes.suitContrasts()")
        page.evaluate("probes.openAll()")
        texts = page.evaluate("probes.texts()")
        chart = page.evaluate("probes.chartContrasts()") if name == "numbers" else None
    assert texts["number"] > 10
    assert texts["weak"] == []
    assert len(suits) == 4
    assert {suit: ratio for suit, ratio in suits.items() if ratio < LEAST_CONTRAST} == {}
    if chart:
        assert chart["text"] >= LEAST_CONTRAST
        assert chart["rect"] >= LEAST_CONTRAST_OF_PICTURES


# Both hosts show what one writer has made of the notes.
@pytest.mark.parametrize(
    ("theme", "name", "width"),
    [
        (FURO, "constructs", WIDE),
        (MATERIAL, "numbers", PHONE),
        (MATERIAL, "trials", WIDE),
        (MATERIAL, "quiz", WIDE),
    ],
    ids=lambda each: getattr(each, "name", None),
)
def test_axe_finds_nothing(theme: Theme, name: str, width: int, open_page: OpenPage) -> None:
    with open_page(theme, theme.page(name), width=width) as page:
        page.evaluate("probes.openAll()")
        found = run_axe(page)
    assert found["passes"]
    assert violations(found) == []


def run_axe(page: Page, *selectors: str, **more: object) -> dict[str, Any]:
    """Return what axe finds in these parts of the page, or in all that are ours."""
    page.evaluate(AXE)
    include = [[selector] for selector in selectors or OURS if page.query_selector(selector)]
    # What passes is counted, not described.
    options = {"resultTypes": ["violations"], "selectors": False, **more}
    found: dict[str, Any] = page.evaluate(
        "([include, options]) => axe.run({include}, options)", [include, options]
    )
    return found


def violations(found: dict[str, Any]) -> list[tuple[str, str]]:
    every = [(rule["id"], node["html"]) for rule in found["violations"] for node in rule["nodes"]]
    return [
        (rule, html)
        for rule, html in every
        if not (rule == "color-contrast" and html.startswith(OF_THE_THEME))
    ]


@every_theme
@pages("constructs", "trials", "quiz", "numbers")
def test_nothing_leaves_a_narrow_window(theme: Theme, name: str, open_page: OpenPage) -> None:
    with open_page(theme, theme.page(name), width=PHONE) as page:
        page.evaluate("probes.openAll()")
        assert page.evaluate("probes.overflowing()") == []


@every_host
@pages("one-notrump", "competition")
def test_no_notes_of_a_partnership_leave_a_narrow_window(
    theme: Theme, name: str, open_page: OpenPage
) -> None:
    with open_page(theme, theme.page(name), width=PHONE) as page:
        page.evaluate("probes.openAll()")
        assert page.evaluate("probes.overflowing()") == []


@every_theme
def test_bids_and_descriptions_stand_in_columns(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("constructs")) as page:
        page.evaluate("probes.openAll()")
        columns = page.evaluate("probes.columns()")
    assert columns
    for column in columns:
        assert len(set(column["bids"])) == 1
        assert len({left for left in column["texts"] if left is not None}) <= 1


@every_theme
@pages("constructs", "numbers")
def test_blocks_begin_where_text_begins(theme: Theme, name: str, open_page: OpenPage) -> None:
    with open_page(theme, theme.page(name)) as page:
        edges = page.evaluate("probes.leftEdges()")
    # A theme may set its own tables in by the width of a shadow.
    assert [block for block, left in edges["blocks"] if abs(left - edges["text"]) > 4] == []


@every_theme
@pages("constructs", "numbers")
def test_theme_does_not_dress_what_is_ours(theme: Theme, name: str, open_page: OpenPage) -> None:
    with open_page(theme, theme.page(name)) as page:
        assert page.evaluate("probes.dressed()") == []


def test_style_sheet_of_a_site_goes_before(open_page: OpenPage) -> None:
    theme = THEMES[0]
    colour = "getComputedStyle(document.querySelector('.bml-clubs'), '::after').color"
    with open_page(theme, theme.page("constructs"), scripts=False) as page:
        usual = page.evaluate(colour)
        style = ".bml-table { --bml-bid: 10em } :root { --bml-clubs: blue }"
        page.evaluate(
            "style => document.head.prepend(Object.assign(document.createElement('style'),"
            " { textContent: style }))",
            style,
        )
        bid, description = (
            page.locator("[id='1N-2C'] > details > summary > *").nth(number).bounding_box()
            for number in (0, 1)
        )
        assert page.evaluate(colour) != usual
    assert bid is not None
    assert description is not None
    assert bid["width"] >= 10 * 16
    assert bid["x"] + bid["width"] < description["x"]


def test_result_is_beside_its_source_where_there_is_room(open_page: OpenPage) -> None:
    theme = THEMES[0]
    for room, beside in (("61em", True), ("59em", False)):
        with open_page(theme, theme.page("constructs")) as page:
            page.eval_on_selector(".bml-both", "(both, room) => { both.style.width = room }", room)
            source, result = page.evaluate("probes.boxes('.bml-both > *')")
            page.eval_on_selector(".bml-both", "both => both.removeAttribute('style')")
        assert (abs(source["top"] - result["top"]) < 1) == beside
        assert (source["right"] < result["left"]) == beside
        assert (source["bottom"] < result["top"]) != beside
