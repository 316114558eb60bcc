"""What the script adds to bidding tables beside the filter, and what works without it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import OpenTable
from tests.browser.serving import STRICT
from tests.browser.tables import in_view, shown
from tests.browser.test_looks import run_axe


def test_everything_opens_and_closes_at_once(open_table: OpenTable) -> None:
    page = open_table()
    assert shown(page) == ["1C", "1N", "2N"]
    page.get_by_role("button", name="Open all").first.click()
    assert len(shown(page)) == 10
    page.get_by_role("button", name="Close all").first.click()
    assert shown(page) == ["1C", "1N", "2N"]


def test_levels_open_at_once(open_table: OpenTable) -> None:
    page = open_table()
    page.get_by_role("button", name="Open to level 2").click()
    assert shown(page) == ["1C", "1C-1D", "1C-(1S)", "1C-1H", "1N", "2N"]
    page.get_by_role("button", name="Open to level 3").click()
    assert "1C-1D-1H" in shown(page)
    assert "1C-1D-1H-1S" not in shown(page)


def test_the_auction_stays_in_view_while_a_long_table_scrolls(open_table: OpenTable) -> None:
    page = open_table("system.html")
    here = page.get_by_role("navigation")
    page.set_viewport_size({"width": 390, "height": 300})
    page.get_by_role("button", name="Open all").nth(1).click()
    expect(here).to_be_hidden()
    for path, ident, auction in (
        ("system.html", "1N-2D-(D)-P", "1NT – 2D – (Dbl) – Pass"),
        ("system-columns.html", "1N-2D-(D)-P", "1NT – 2D – (Dbl) – Pass"),
        ("system.html", "2C-(P)-2D-3S", "2C – (Pass) – 2D – 3S"),
    ):
        page.goto(f"{page.url.rpartition('/')[0]}/{path}")
        page.evaluate("document.querySelectorAll('details').forEach(branch => { branch.open = true; })")
        page.evaluate("document.body.style.paddingBottom = '100vh'")
        at = f"document.getElementById('{ident}').getBoundingClientRect().top - innerHeight / 5 + 4"
        page.evaluate(f"scrollBy({{top: {at}, behavior: 'instant'}})")
        expect(here.locator("span").first).to_have_text(auction)
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    expect(here).to_be_hidden()


def test_an_auction_is_copied_and_sent(open_table: OpenTable) -> None:
    page = open_table()
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.evaluate("navigator.share = async (data) => { window.sent = data; }")
    page.evaluate("location.hash = '#1C-1H'")
    page.locator('[id="1C-1H"] > .bml-row').click()
    here = page.get_by_role("navigation", name="1♣–1♥")
    here.get_by_role("button", name="Copy").click()
    expect(here.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("copied") == f"1♣–1♥: 5+♥, game forcing\n{page.url}"
    here.get_by_role("button", name="Send").click()
    assert page.evaluate("sent.url") == page.url


def test_who_comes_back_finds_open_what_was_open(browser: Browser, place: str) -> None:
    page = browser.new_page()
    page.goto(f"{place}/index.html")
    page.locator('[id="1C"] > details > summary').click()
    page.locator('[id="1C-1D"] > details > summary').click()
    rows = shown(page)
    # The policy of this server forbids what wait_for_function runs, so it is asked from outside.
    for _ in range(500):
        if "110" in (page.evaluate("sessionStorage.getItem('bml-open')") or ""):
            break
        page.wait_for_timeout(20)
    page.goto(f"{place}/few.html")
    page.go_back()
    page.locator(".bml-tools").first.wait_for()
    assert shown(page) == rows
    # Who comes by a link finds it as it is written.
    page.goto(f"{place}/index.html?again")
    assert shown(page) == ["1C", "1N", "2N"]
    page.close()


LEFT = "element => element.getBoundingClientRect().left"


def test_signs_of_the_page_are_explained(open_table: OpenTable) -> None:
    page = open_table("system.html")
    page.get_by_text("Signs").click()
    signs = page.locator(".bml-signs :is(dt, dd)").all_text_contents()
    assert signs == ["( )", "calls of opponents", "M", "a major", "GF", "game forcing"]
    assert open_table("many.html").locator(".bml-signs").count() == 0
    # A table that needs no tools has them as well.
    few = open_table("few.html")
    assert few.locator(".bml-signs :is(dt, dd)").all_text_contents() == ["!", "alert"]
    assert few.locator(".bml-tools input").count() == 0
    # They leave no room for marks of branches beside rows that have none.
    lefts = {few.locator(each).first.evaluate(LEFT) for each in (".bml-table ul", ".bml-row .bml-call")}
    assert len(lefts) == 1


def test_the_buttons_work_by_keyboard(open_table: OpenTable) -> None:
    page = open_table()
    page.get_by_role("button", name="Open all").first.focus()
    page.keyboard.press("Enter")
    assert "1C-1D-1H-1S" in shown(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert shown(page) == ["1C", "1N", "2N"]


@pytest.mark.parametrize(
    ("path", "boxes", "buttons"),
    [("few.html", 0, 0), ("many.html", 1, 0), ("columns.html", 1, 0), ("index.html", 1, 4)],
)
def test_only_tables_that_need_them_get_helpers(
    path: str, boxes: int, buttons: int, open_table: OpenTable
) -> None:
    page = open_table(path)
    assert page.get_by_role("searchbox").count() == boxes
    assert page.get_by_role("button").count() == buttons


def test_words_are_in_the_language_of_the_page(open_table: OpenTable) -> None:
    page = open_table("german.html")
    assert page.get_by_role("button").all_text_contents() == ["Alle öffnen", "Alle schließen", "2", "3"]
    assert page.get_by_role("button", name="Bis Stufe 3 öffnen").count() == 1
    assert page.locator("a.bml-link").first.get_attribute("aria-label") == "Link zu 1C"
    page.get_by_role("searchbox").fill("weak")
    expect(page.get_by_role("status")).to_have_text("1 von 10 Zeilen")


# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize("ident", ["1C-1D-1H", "1C-(1S)-D", "1N", "1C-%281S%29-D"])
def test_an_address_opens_its_row_and_shows_it(ident: str, open_table: OpenTable) -> None:
    page = open_table(f"index.html#{ident}")
    name = ident.replace("%28", "(").replace("%29", ")")
    assert name in shown(page)
    assert in_view(page, name)


def test_the_row_itself_opens_too(open_table: OpenTable) -> None:
    assert "1C-1D-1H-1S" in shown(open_table("index.html#1C-1D-1H"))


def test_an_address_opens_the_rows_around_it_without_the_script(open_table: OpenTable) -> None:
    page = open_table("index.html#1C-1D-1H", scripts=False)
    row = page.locator('[id="1C-1D-1H"]')
    expect(row).to_be_visible()
    assert in_view(page, "1C-1D-1H")


@pytest.mark.parametrize("ident", ["nowhere", "%", "%E0%A4%A", "top", "<b>", "1C'\""])
def test_other_addresses_do_no_harm(ident: str, open_table: OpenTable) -> None:
    assert shown(open_table(f"index.html#{ident}")) == ["1C", "1N", "2N"]


def test_a_link_on_the_page_opens_its_row_again_and_again(open_table: OpenTable) -> None:
    page = open_table("index.html#1C-1D-1H")
    for _ in range(2):
        page.get_by_role("button", name="Close all").first.click()
        assert "1C-1D-1H" not in shown(page)
        page.evaluate("document.querySelector('a[href=\"#1C-1D-1H\"]').click()")
        assert "1C-1D-1H" in shown(page)


def test_an_address_shows_its_row_though_the_filter_hid_it(open_table: OpenTable) -> None:
    page = open_table()
    page.get_by_role("searchbox").first.fill("weak")
    expect(page.get_by_role("status").first).to_have_text("1 of 10 rows")
    page.evaluate("location.hash = '#1C-1D'")
    expect(page.locator('[id="1C-1D"]')).to_be_visible()
    assert page.get_by_role("searchbox").first.input_value() == ""


def test_the_sign_of_a_link_is_there_when_pointed_at_or_reached_by_keyboard(open_table: OpenTable) -> None:
    page = open_table()
    link, row = page.locator('[id="2N"] > a.bml-link'), page.locator('[id="2N"] > .bml-row')
    expect(link).to_have_css("opacity", "0")
    row.hover()
    expect(link).to_have_css("opacity", "1")
    page.mouse.move(0, 0)
    expect(link).to_have_css("opacity", "0")
    page.locator('[id="1N"] > a.bml-link').focus()
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    expect(link).to_have_css("opacity", "1")


def test_what_the_script_adds_is_not_printed(open_table: OpenTable) -> None:
    page = open_table()
    page.emulate_media(media="print")
    expect(page.locator(".bml-tools").first).to_be_hidden()
    expect(page.locator("a.bml-link").first).to_be_hidden()


def test_tables_that_a_theme_brings_later_get_helpers_too(open_table: OpenTable) -> None:
    page = open_table("few.html")
    page.evaluate(
        """() => {
            const main = document.createElement("main");
            main.innerHTML = '<div class="bml-table"><ul><li><details><summary class="bml-row">' +
                '<span class="bml-call">1C</span></summary><ul><li>x</li></ul></details></li></ul></div>';
            document.body.append(main);
        }"""
    )
    expect(page.locator("main .bml-tools")).to_have_count(1)


# ---------------------------------------------------------------- eyes and ears


@pytest.mark.parametrize("path", ["index.html", "columns.html", "trials.html"])
def test_axe_finds_nothing(path: str, browser: Browser, place: str) -> None:
    page = browser.new_page()
    page.goto(f"{place.removesuffix(STRICT)}/{path}")
    page.evaluate("document.querySelectorAll('details').forEach(branch => { branch.open = true; })")
    found = run_axe(page, ".bml-table")
    page.close()
    assert found["passes"]
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found["violations"]] == []


@pytest.mark.parametrize("path", ["index.html", "columns.html", "trials.html"])
def test_nothing_leaves_a_narrow_window(path: str, open_table: OpenTable) -> None:
    page = open_table(path)
    page.set_viewport_size({"width": 320, "height": 600})
    page.evaluate("document.querySelectorAll('details').forEach(branch => { branch.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
