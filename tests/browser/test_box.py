"""Bidding boxes on pages: mouse, keys, touch, phones, the dark, strict policies, no scripts, the disk."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.cases import FURO, MATERIAL, every_host, themes
from tests.browser.conftest import PHONE, WIDE, BuildSite, OpenPage
from tests.browser.sites import THEMES, Theme
from tests.browser.test_looks import LEAST_CONTRAST, run_axe, violations

PAGE = "box"
#: How often, and after how many milliseconds, it is looked whether a box has changed.
_LOOKS, _PAUSE = 200, 25
#: What the script alone decides is the same in every host.
one_host, two_hosts = themes("furo"), themes("furo", "material")


def box(page: Page, number: int = 0) -> Locator:
    """A box of the page, opened."""
    found = page.locator(".bml-box").nth(number)
    expect(found).to_have_class(re.compile("bml-box-open"))
    return found


def call(within: Locator, code: str) -> Locator:
    return within.locator(f'.bml-box-grid [data-call="{code}"]')


def auction(within: Locator) -> list[str]:
    """The cells of the auction, row after row, as read aloud."""
    cells = within.locator(".bml-box-auction tbody td").all_text_contents()
    return " ".join(cell for cell in cells if cell).split()


def expect_auction(within: Locator, cells: list[str]) -> None:
    """Wait until these are the cells: the script may load a file before it shows a call."""
    for _ in range(_LOOKS):
        if auction(within) == cells:
            return
        within.page.wait_for_timeout(_PAUSE)
    assert auction(within) == cells


def meanings(within: Locator) -> Locator:
    return within.locator(".bml-box-path > li")


def ending(address: str) -> re.Pattern[str]:
    """What an address matches that ends so."""
    return re.compile(f"{re.escape(address)}$")


@two_hosts
def test_clicks_make_an_auction_with_its_meanings(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("box"), afresh=True) as page:
        first = box(page)
        call(first, "1N").click()
        call(first, "2C").click()
        expect_auction(first, ["1NT", "(Pass)", "2C", "(Pass)", "?"])
        expect(meanings(first)).to_have_text([re.compile("^1NT 13–15, balanced"), re.compile("Stayman")])
        expect(page).to_have_url(ending("#auction=system:1N-2C"))
        expect(call(first, "1S")).to_be_disabled()
        expect(call(first, "2D")).to_have_class(re.compile("bml-box-known"))
        expect(call(first, "7H")).not_to_have_class(re.compile("bml-box-known"))
        first.get_by_role("button", name="Undo").click()
        expect_auction(first, ["1NT", "(Pass)", "?"])
        first.get_by_role("button", name="New auction").click()
        expect_auction(first, ["?"])


@one_host
def test_a_call_that_the_notes_lack_is_said(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("box"), afresh=True) as page:
        first = box(page)
        call(first, "7S").click()
        expect(first.get_by_role("status")).to_contain_text("The notes do not have 7S here.")
        expect(first.get_by_role("status")).to_contain_text("The notes have no calls here.")
        expect(meanings(first)).to_have_text(["7S The notes do not have 7S here."])


@one_host
def test_a_pattern_finds_its_auctions(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("box"), afresh=True) as page:
        first = box(page)
        first.get_by_role("searchbox", name="Auction or words").fill("1x-2NT")
        found = first.locator(".bml-box-results button b")
        found.first.wait_for()
        assert [
            text for text in found.all_inner_texts() if not re.search(r"1\s*[CDHS].*2NT", text, re.S)
        ] == []


@one_host
def test_keys_alone_are_enough(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("box"), afresh=True) as page:
        first = box(page)
        first.get_by_role("searchbox", name="Auction or words").press_sequentially("1n 2c")
        page.keyboard.press("Enter")
        expect(first.locator(".bml-box-auction")).to_contain_text("2C")
        for _ in range(9):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.call"):
                break
        # The box is one stop: the first call, then down to 2C and right to 2D.
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.dataset.call") == "2D"
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        page.keyboard.press("Enter")
        assert auction(first)[:5] == ["1NT", "(Pass)", "2C", "(Pass)", "2D"]
        assert page.evaluate("document.activeElement.dataset.call") == "2D"


@two_hosts
def test_going_back_undoes_a_call(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("box"), afresh=True) as page:
        first = box(page)
        call(first, "1N").click()
        expect_auction(first, ["1NT", "(Pass)", "?"])
        call(first, "2C").click()
        expect_auction(first, ["1NT", "(Pass)", "2C", "(Pass)", "?"])
        page.go_back()
        expect_auction(first, ["1NT", "(Pass)", "?"])
        # Undo takes the same step, so that going back from there does not meet the call again.
        call(first, "2D").click()
        expect_auction(first, ["1NT", "(Pass)", "2D", "(Pass)", "?"])
        first.get_by_role("button", name="Undo").click()
        expect_auction(first, ["1NT", "(Pass)", "?"])
        page.go_back()
        expect_auction(first, ["?"])
        # The theme may have exchanged the page, with its head.
        assert call(first, "7N").evaluate("call => getComputedStyle(call).display") == "flex"
        page.go_forward()
        expect_auction(first, ["1NT", "(Pass)", "?"])


@two_hosts
def test_a_thumb_reaches_the_calls_of_the_notes_at_once(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("box"), width=390, afresh=True) as page:
        page.set_viewport_size({"width": 390, "height": 844})
        cards = box(page).locator(".bml-box-next > li")
        expect(cards).to_have_count(14)
        for number in range(10):
            expect(cards.nth(number)).to_be_in_viewport(ratio=1)
        one, other = cards.nth(0).bounding_box(), cards.nth(1).bounding_box()
        assert one is not None
        assert other is not None
        assert one["y"] == other["y"]
        assert one["height"] >= 44
        # The whole card is the button.
        cards.nth(4).click(position={"x": 160, "y": 8})
        expect_auction(box(page), ["1NT", "(Pass)", "?"])


@one_host
def test_opponents_may_call(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("box"), afresh=True) as page:
        first = box(page)
        first.get_by_label("Opponents pass").uncheck()
        expect(first.get_by_role("status")).to_contain_text("in the notes.")
        call(first, "1N").click()
        call(first, "D").click()
        expect_auction(first, ["1NT", "(Dbl)", "?"])
        expect(page).to_have_url(ending("#auction=system:1N-(D)"))
        expect(call(first, "R")).to_be_enabled()
        expect(call(first, "D")).to_be_disabled()
        first.get_by_role("button", name="Undo").click()
        expect_auction(first, ["1NT", "?"])
        first.get_by_role("searchbox").fill("(1h) 2c")
        page.keyboard.press("Enter")
        expect(first.locator(".bml-box-auction")).to_contain_text("(1H)")
        expect_auction(first, ["(1H)", "2C", "?"])
        first.get_by_label("Opponents pass").check()
        expect_auction(first, ["(1H)", "2C", "(Pass)", "?"])
        first.get_by_role("button", name="Undo").click()
        expect_auction(first, ["(1H)", "?"])


@one_host
def test_words_find_auctions(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("box"), afresh=True) as page:
        first = box(page)
        field = first.get_by_role("searchbox")
        field.fill("no such words")
        expect(first.get_by_role("status")).to_have_text("Nothing found.")
        field.fill("stayman")
        result = first.locator(".bml-box-results button").first
        expect(result).to_contain_text("Stayman")
        result.click()
        expect(first.locator(".bml-box-results")).to_be_hidden()
        assert auction(first)[:3] == ["1NT", "(Pass)", "2C"]


@one_host
def test_seat_and_vulnerability_decide(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, f"{theme.page('box')}#auction=club:P-P-1N@both&dealer=S") as page:
        second = box(page, 1)
        expect_auction(second, ["Pass", "(Pass)", "1NT", "(Pass)", "?"])
        first_row = second.locator(".bml-box-auction tbody tr").first.locator("td").all_text_contents()
        assert first_row == ["", "", "Pass", "(Pass)"]
        assert second.get_by_label("Vulnerability").input_value() == "both"
        assert second.get_by_label("Dealer").input_value() == "2"
        # The other box of the page is not asked.
        expect_auction(box(page), ["?"])
        second.get_by_label("Vulnerability").select_option("we")
        expect(page).to_have_url(ending("#auction=club:P-P-1N@we&dealer=S"))


@every_host
def test_every_meaning_leads_to_its_row(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, f"{theme.page('box')}#auction=system:1N-2C") as page:
        first = box(page)
        expect(first.locator(".bml-box-path a")).to_have_count(2)
        first.locator(".bml-box-path a").nth(1).click()
        page.wait_for_url(re.compile("constructs"))
        ident = page.evaluate("decodeURIComponent(location.hash.slice(1))")
        expect(page.locator(f'[id="{ident}"]')).to_contain_text("Stayman")


@every_host
def test_two_systems_are_apart_under_a_strict_policy(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("box"), strict=True) as page:
        first, second = box(page), box(page, 1)
        expect_auction(first, ["?"])
        expect_auction(second, ["1NT", "(Pass)", "?"])
        expect(meanings(second).first).to_contain_text("14–16")
        call(first, "1N").click()
        expect(meanings(first).first).to_contain_text("13–15")
        columns = first.locator(".bml-box-grid").evaluate(
            "grid => getComputedStyle(grid).gridTemplateColumns"
        )
        assert len(columns.split()) == 5


@one_host
def test_numbers_and_a_hand_stand_where_the_notes_are_understood(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("box"), afresh=True) as page:
        first, second = box(page), box(page, 1)
        expect(second.locator(".bml-box-hand")).to_contain_text("Example hand for 1NT")
        expect(second.locator(".bml-box-next .bml-box-share").first).to_contain_text("%")
        assert second.locator(".bml-box-hand > span").count() == 5
        second.get_by_label("Dealer").select_option("1")
        expect(second.locator(".bml-box-share")).to_have_count(0)
        call(first, "1N").click()
        expect(first.locator(".bml-box-hand")).to_be_hidden()


@pytest.mark.parametrize(
    ("theme", "mode", "width"), [(FURO, "light", WIDE), (MATERIAL, "dark", PHONE)], ids=["light", "dark"]
)
def test_axe_finds_nothing_in_a_box(theme: Theme, mode: str, width: int, open_page: OpenPage) -> None:
    path = f"{theme.page('box')}#auction=system:1N-2C"
    with open_page(theme, path, mode=mode, width=width) as page:
        call(box(page), "2D").focus()
        box(page).get_by_role("searchbox").fill("stayman")
        expect(box(page).locator(".bml-box-results button").first).to_be_visible()
        assert violations(run_axe(page)) == []
        contrasts = page.evaluate("probes.suitContrasts()")
    assert set(contrasts) == {f"bml-{suit}" for suit in ("clubs", "diamonds", "hearts", "spades")}
    assert min(contrasts.values()) >= LEAST_CONTRAST


@two_hosts
def test_phones_show_all_of_it(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, f"{theme.page('box')}#auction=system:1N-2C-2D-2H", width=PHONE) as page:
        first = box(page)
        sides = first.evaluate(
            "box => [...box.querySelectorAll('*')]"
            ".filter(each => each.getBoundingClientRect().right > innerWidth).map(each => each.className)"
        )
        assert sides == []
        assert call(first, "7N").bounding_box()["width"] >= 40  # type: ignore[index]
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


def test_fingers_are_enough(browser: Browser, built: BuildSite, address: str) -> None:
    theme = THEMES[1]
    built(theme)
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": PHONE, "height": 640})
    page = context.new_page()
    page.goto(f"{address}/{theme.name}/{theme.page('box')}")
    first = box(page)
    call(first, "1N").tap()
    first.locator(".bml-box-next").get_by_role("button", name="2C").tap()
    assert auction(first)[:3] == ["1NT", "(Pass)", "2C"]
    context.close()


@two_hosts
@pytest.mark.parametrize("scripts", [True, False], ids=["broken", "no-scripts"])
def test_without_the_script_the_index_is_there(theme: Theme, scripts: bool, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("plain"), scripts=scripts) as page:
        page.route("**/openings.js*", lambda route: route.abort())
        page.goto(page.url.replace(theme.page("plain"), theme.page("box")))
        expect(page.locator(".bml-box-index .bml-row").first).to_be_visible()
        assert page.locator(".bml-box-tools").count() == 0
        page.unroute_all()


@pytest.fixture
def from_disk(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


@two_hosts
def test_box_works_from_the_disk(theme: Theme, built: BuildSite, from_disk: Page) -> None:
    asked: list[str] = []
    from_disk.on("request", lambda request: asked.append(request.url))
    from_disk.goto((built(theme) / theme.page("box")).as_uri())
    first = box(from_disk)
    loaded = [url for url in asked if "/bml-box/system/" in url]
    assert [url.rpartition("/")[2].partition("?")[0] for url in loaded] == ["openings.js"]
    call(first, "1N").click()
    expect(first.locator(".bml-box-next li").first).to_be_visible()
    assert sum("/system/without-hands/1N.js" in url for url in asked) == 1
    expect(from_disk).to_have_url(ending("#auction=system:1N"))
