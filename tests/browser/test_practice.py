"""A quiz and boards to bid, as pages of their own: answered by keys, bid in the box, clear to everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bml_core.commands import main
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_looks import run_axe

NOTES = Path(__file__).parents[1] / "bml_core" / "practice" / "fixtures" / "notes.bml"
CALLS = ["P", "D", "R", *(f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN")]
every_look = pytest.mark.parametrize(("mode", "width"), [("light", PHONE), ("dark", WIDE)])


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the page of a quiz, and one with boards to bid."""
    folder = tmp_path_factory.mktemp("practice")
    for options in (
        ["--quiz", "-n", "6", "-o", "quiz.html"],
        ["--auction", "1N-2C", "-n", "4", "-o", "boards"],
    ):
        name = str(folder / options.pop())
        assert main(["practice", str(NOTES), *options, name, "--seed", "7"]) == 0
    return folder


@pytest.fixture
def shown(tab: Callable[[bool], Page], pages: Path) -> Callable[[str, str, int], Page]:
    def show(name: str, mode: str, width: int) -> Page:
        page = tab(True)
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="dark" if mode == "dark" else "light")
        page.goto((pages / name).as_uri())
        return page

    return show


def faults(page: Page) -> list[str]:
    """What axe finds on the page, and whether it is wider than its window."""
    found = run_axe(page, "html")
    wide = ["wide"] if page.evaluate("document.documentElement.scrollWidth > innerWidth") else []
    return [rule["id"] for rule in found["violations"]] + wide


@every_look
def test_a_quiz_is_answered_by_keys(mode: str, width: int, shown: Callable[[str, str, int], Page]) -> None:
    page = shown("quiz.html", mode, width)
    question, score = page.locator(".bml-question:visible"), page.locator(".bml-quiz-score")
    assert faults(page) == []

    def right() -> int:
        return int(re.findall(r"bml-right-(\d)", question.get_attribute("class") or "")[0])

    page.keyboard.press("1" if right() != 1 else "2")
    expect(score).to_have_text("0 of 1 right, 0 in a row · 6 to go")
    # The answer stays until the reader goes on.
    page.keyboard.press(str(right()))
    expect(score).to_have_text("0 of 1 right, 0 in a row · 6 to go")
    assert faults(page) == []
    for _ in range(6):
        page.keyboard.press("Enter")
        page.keyboard.press(str(right()))
    page.keyboard.press("Enter")
    expect(score).to_have_text("6 of 7 right, 6 in a row · 0 to go")
    assert faults(page) == []


@every_look
def test_partner_bids_by_the_notes(mode: str, width: int, shown: Callable[[str, str, int], Page]) -> None:
    page = shown("boards/bid.html", mode, width)
    boards = page.evaluate("JSON.parse(document.querySelector('.bml-bid script').textContent)")
    box, status = page.locator(".bml-bid-box"), page.get_by_role("status")
    assert faults(page) == []
    for number, board in enumerate(boards):
        page.get_by_label("Choose a board").select_option(str(number))
        before = "NESW".index(board["dealer"]) + 1
        while box.count():
            made = page.locator(".bml-bid tbody td").count() - 1 - before % 4
            call = board["notes"][made][0] if made < len(board["notes"]) else "P"
            box.get_by_role("button").nth(CALLS.index(call)).click()
        expect(status).to_have_text("This is how the notes bid it.")
    assert faults(page) == []
    page.get_by_role("button", name="Bid it again").click()
    box.get_by_role("button").nth(CALLS.index("7N")).click()
    while box.count():
        box.get_by_role("button").first.click()
    expect(status).to_have_text("The notes bid it otherwise, from the call that is marked.")
    expect(page.locator(".bml-bid-other")).to_have_count(1)
    page.get_by_label("Who bids").select_option("shared")
    expect(page.locator(".bml-bid-hand")).to_have_count(0)
    assert faults(page) == []
