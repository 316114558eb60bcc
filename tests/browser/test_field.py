"""The field of every page that finds auctions: what it finds, by which keys, and where it leads."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from bml_core.bridge import Auction
from tests.bml_core.bridge.test_patterns import pattern_cases
from tests.browser.cases import FURO, every_host, every_mode, every_search, every_theme, pages
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.sites import Theme
from tests.browser.test_looks import AXE, violations

PAGE = "plain"
FIELD = ".bml-field > input"


def ask(page: Page, text: str) -> list[str]:
    """Type into the field and return the auctions that it lists."""
    page.locator(FIELD).fill(text)
    page.locator(".bml-field a, .bml-field p:not(:empty)").first.wait_for()
    return [entry.split("\n")[0] for entry in page.locator(".bml-field a b").all_inner_texts()]


@every_theme
def test_every_page_of_every_theme_finds_an_auction(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("plain")) as page:
        assert ask(page, "1n2c")[0] == "1NT–2♣"
        page.keyboard.press("Enter")
        page.wait_for_url("**/*1N-2C*")
        expect(page.locator('[id="1N-2C"]')).to_be_in_viewport()


@every_theme
@pages("constructs")
def test_the_field_does_not_push_the_text_aside(theme: Theme, name: str, open_page: OpenPage) -> None:
    with open_page(theme, theme.page(name)) as page:
        ask(page, "1n2c")
        assert page.evaluate("document.querySelector('#bml-field-list').getBoundingClientRect().left") >= 0
        left = "document.querySelector('h1').getBoundingClientRect().left"
        before = page.evaluate(left)
        page.evaluate("document.querySelector('.bml-field').style.display = 'none'")
        assert page.evaluate(left) == before


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("1NT–2♣", "1NT–2♣"),
        ("1n 2c", "1NT–2♣"),
        ("1NT-(P)-2C", "1NT–2♣"),
        ("1c(1s)x", "1♣–(1♠)–X"),
        ("1C (1S) dbl", "1♣–(1♠)–X"),
        ("stayman", "1NT–2♣"),
        ("1n stayman", "1NT–2♣"),
        ("stayman 2C", "1NT–2♣"),
        ("1 nt 2 clubs", "1NT–2♣"),
        ("p p 1 nt", "1NT"),
        ("1c 1d x", "1♣–(1♦)–X"),
    ],
)
def test_an_auction_is_found_as_players_type_it(typed: str, first: str, open_page: OpenPage) -> None:
    with open_page(FURO, FURO.page("plain")) as page:
        assert ask(page, typed)[0] == first


def test_arrows_choose_and_escape_closes(open_page: OpenPage) -> None:
    with open_page(FURO, FURO.page("plain")) as page:
        assert len(ask(page, "1n")) > 1
        field = page.locator(FIELD)
        expect(field).to_have_attribute("aria-activedescendant", "bml-field-0")
        page.keyboard.press("ArrowDown")
        expect(field).to_have_attribute("aria-activedescendant", "bml-field-1")
        page.keyboard.press("Escape")
        expect(page.locator(".bml-field a")).to_have_count(0)
        expect(field).to_have_value("")


def test_a_key_opens_the_field_from_the_end_of_a_page(open_page: OpenPage) -> None:
    with open_page(FURO, FURO.page("constructs")) as page:
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.keyboard.press("Control+Shift+K")
        expect(page.locator(FIELD)).to_be_focused()
        expect(page.locator(FIELD)).to_be_in_viewport()


def test_what_no_auction_fits_is_said(open_page: OpenPage) -> None:
    with open_page(FURO, FURO.page("plain")) as page:
        assert ask(page, "<img src=x> 7n7n") == []
        expect(page.locator(".bml-field [role=status]")).to_have_text("No auction fits.")


def test_nothing_is_loaded_before_the_field_is_used(open_page: OpenPage) -> None:
    with open_page(FURO, FURO.page("plain"), afresh=True) as page:
        loaded = (
            "performance.getEntriesByType('resource').filter(e => e.name.endsWith('bml-auctions.js')).length"
        )
        assert page.evaluate(loaded) == 0
        ask(page, "1n")
        assert page.evaluate(loaded) == 1


def test_the_field_reads_patterns_as_the_library_does(open_page: OpenPage) -> None:
    """Every case of ``bml_core.bridge.patterns`` but those of scopes."""
    cases = [
        (pattern, f"{Auction.parse(auction):bml}", is_selected)
        for pattern, auction, is_selected in pattern_cases()
        if "@" not in pattern and pattern != "P"
    ]
    with open_page(FURO, FURO.page("plain")) as page:
        selected = page.evaluate(
            """cases => cases.map(([pattern, name]) => {
                const { calls, seat, rest } = bmlField.readPattern(pattern);
                const row = bmlField.rowOf([name, 0, "", ""], {titles: [""], pages: [""]});
                return !rest && bmlField.taken(calls, row) > 0 && bmlField.fitsSeat(row, seat);
            })""",
            cases,
        )
    wrong = [case for case, is_selected in zip(cases, selected, strict=True) if case[2] is not is_selected]
    assert wrong == []


#: The field of the search of a theme, and what opens it.
SEARCHES = {
    "mkdocs": ("[data-bs-target='#mkdocs_search_modal']", "#mkdocs-search-query"),
    "material": (".md-search__input", ".md-search__input"),
    "zensical": (".md-search__button", "dialog [role=combobox]"),
}


@every_search
def test_the_search_of_the_site_lists_rows_first(theme: Theme, open_page: OpenPage) -> None:
    faults: list[str] = []
    for words in ("1n 2c", "Stayman"):
        name = f"search.html?q={words}" if theme.host == "sphinx" else theme.page("plain")
        with open_page(theme, name, afresh=True) as page:
            page.on("pageerror", lambda fault: faults.append(str(fault)))
            if theme.host != "sphinx":
                opener, field = SEARCHES[theme.name]
                page.locator(opener).first.click()
                page.locator(field).fill(words)
            row = page.locator(".bml-found a").first
            expect(row).to_contain_text("1NT–2♣")
            expect(row).to_contain_text("Stayman")
            expect(row).to_be_in_viewport()
            # The list looks the same and leads to the same whatever found it.
            if words == "Stayman":
                assert axe_faults(page, ".bml-found") == []
                row.click()
                expect(page.locator('[id="1N-2C"]').first).to_be_in_viewport()
    # The theme mkdocs expects a script of another machine.
    assert [fault for fault in faults if "hljs" not in fault] == []


@every_mode
def test_the_list_can_be_read_on_a_phone(theme: Theme, mode: str, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("plain"), mode=mode, width=PHONE, strict=True) as page:
        page.wait_for_function("probes.isStill()")
        listed = ask(page, "1n")
        texts = page.evaluate("probes.texts()")
        box = page.locator(".bml-field > div").bounding_box()
    assert texts["number"] >= len(listed)
    assert texts["weak"] == []
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE


@every_host
def test_axe_finds_nothing_in_the_list(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("plain"), width=PHONE, strict=True) as page:
        ask(page, "1n")
        assert axe_faults(page, ".bml-field") == []


def axe_faults(page: Page, selector: str) -> list[tuple[str, str]]:
    """Return what axe finds in a part of the page, which a theme may hold in a shadow."""
    page.evaluate(AXE)
    options = {"resultTypes": ["violations"], "selectors": False}
    found = page.locator(selector).evaluate("(part, options) => axe.run(part, options)", options)
    return violations(found)
