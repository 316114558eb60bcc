"""What pages look like in every theme: colours, columns, widths, and pictures of them."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

from tests.browser.cases import every_mode, every_theme
from tests.browser.conftest import PHONE, WIDE, OpenPage
from tests.browser.sites import THEMES, TOP, Theme

SCREENSHOTS = TOP / "demo_docs" / "_build" / "screenshots"
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
)
LEAST_CONTRAST = 4.5
LEAST_CONTRAST_OF_PICTURES = 3
MOST_LUMINANCE_IN_THE_DARK = 0.1
#: The theme alone gives these their colour.
OF_THE_THEME = ("<a ", "<code", '<span class="pre"')


@every_mode
def test_suits_are_as_easy_to_read_as_text(theme: Theme, mode: str, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("constructs"), mode=mode) as page:
        is_dark = page.evaluate("probes.pageLuminance()") < MOST_LUMINANCE_IN_THE_DARK
        contrasts = page.evaluate("probes.suitContrasts()")
    assert is_dark == (mode == "dark")
    assert set(contrasts) == {f"bml-{suit}" for suit in ("clubs", "diamonds", "hearts", "spades")}
    assert {suit: ratio for suit, ratio in contrasts.items() if ratio < LEAST_CONTRAST} == {}


@every_mode
def test_axe_finds_nothing_in_our_markup(theme: Theme, mode: str, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("constructs"), mode=mode) as page:
        found = run_axe(page)
    assert found["passes"]
    assert violations(found) == []


@every_mode
def test_axe_finds_nothing_in_a_quiz(theme: Theme, mode: str, open_page: OpenPage) -> None:
    for width in (WIDE, PHONE):
        with open_page(theme, theme.page("quiz"), mode=mode, width=width) as page:
            found = run_axe(page)
            contrasts = page.evaluate("probes.suitContrasts()")
        assert found["passes"]
        assert violations(found) == []
        assert min(contrasts.values()) >= LEAST_CONTRAST


@every_mode
def test_axe_finds_nothing_in_numbers_and_hands(theme: Theme, mode: str, open_page: OpenPage) -> None:
    for width in (WIDE, PHONE):
        with open_page(theme, theme.page("numbers"), mode=mode, width=width) as page:
            found = run_axe(page)
            contrasts = page.evaluate("probes.suitContrasts()")
            chart = page.evaluate("probes.chartContrasts()")
        assert found["passes"]
        assert violations(found) == []
        assert min(contrasts.values()) >= LEAST_CONTRAST
        assert chart["text"] >= LEAST_CONTRAST
        assert chart["rect"] >= LEAST_CONTRAST_OF_PICTURES


@every_theme
def test_axe_finds_nothing_in_unusual_markup(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("trials")) as page:
        assert violations(run_axe(page)) == []


def run_axe(page: Page) -> dict[str, Any]:
    page.evaluate("probes.openAll()")
    page.evaluate(AXE)
    include = [[selector] for selector in OURS if page.query_selector(selector)]
    # What passes is counted, not described.
    options = {"resultTypes": ["violations"], "selectors": False}
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
def test_nothing_leaves_a_narrow_window(theme: Theme, open_page: OpenPage) -> None:
    for name in ("constructs", "trials", "one-notrump", "competition", "quiz", "numbers"):
        with open_page(theme, theme.page(name), width=PHONE) as page:
            page.evaluate("probes.openAll()")
            assert (name, page.evaluate("probes.overflowing()")) == (name, [])


@every_theme
def test_bids_and_descriptions_stand_in_columns(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("one-notrump")) as page:
        page.evaluate("probes.openAll()")
        columns = page.evaluate("probes.columns()")
    assert columns
    for column in columns:
        assert len(set(column["bids"])) == 1
        assert len({left for left in column["texts"] if left is not None}) <= 1


@every_theme
def test_blocks_begin_where_text_begins(theme: Theme, open_page: OpenPage) -> None:
    for name in ("constructs", "numbers"):
        with open_page(theme, theme.page(name)) as page:
            edges = page.evaluate("probes.leftEdges()")
        # A theme may set its own tables in by the width of a shadow.
        apart = [block for block, left in edges["blocks"] if abs(left - edges["text"]) > 4]
        assert (name, apart) == (name, [])


@every_theme
def test_theme_does_not_dress_what_is_ours(theme: Theme, open_page: OpenPage) -> None:
    for name in ("constructs", "numbers"):
        with open_page(theme, theme.page(name)) as page:
            assert (name, page.evaluate("probes.dressed()")) == (name, [])


def test_style_sheet_of_a_site_goes_before(open_page: OpenPage) -> None:
    theme = THEMES[0]
    colour = "getComputedStyle(document.querySelector('.bml-clubs'), '::after').color"
    with open_page(theme, theme.page("constructs")) as page:
        usual = page.evaluate(colour)
        page.evaluate("probes.addStyleFirst('.bml-table { --bml-bid: 10em } :root { --bml-clubs: blue }')")
        bid, description = page.evaluate("probes.boxes('[id=\"1N-2C\"] > details > summary > *')")
        assert page.evaluate(colour) != usual
    assert bid["right"] - bid["left"] >= 10 * 16
    assert bid["right"] < description["left"]


def test_result_is_beside_its_source_where_there_is_room(open_page: OpenPage) -> None:
    theme = THEMES[0]
    for room, beside in (("61em", True), ("59em", False)):
        with open_page(theme, theme.page("constructs")) as page:
            page.eval_on_selector(".bml-both", "(both, room) => { both.style.width = room }", room)
            source, result = page.evaluate("probes.boxes('.bml-both > *')")
        assert (abs(source["top"] - result["top"]) < 1) == beside
        assert (source["right"] < result["left"]) == beside
        assert (source["bottom"] < result["top"]) != beside


@every_mode
def test_pictures_are_taken(theme: Theme, mode: str, open_page: OpenPage) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for width, word in ((WIDE, "wide"), (PHONE, "phone")):
        picture = SCREENSHOTS / f"{theme.name}-{mode}-{word}.png"
        picture.unlink(missing_ok=True)
        with open_page(theme, theme.page("constructs"), mode=mode, width=width) as page:
            page.screenshot(path=picture, full_page=True)
        assert picture.stat().st_size
