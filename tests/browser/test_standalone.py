"""Pages that stand alone, opened from the disk: looks, use, paper, and that they ask nobody for anything."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import ConsoleMessage, Page, Request, expect

from bml_core import parse, parse_file
from bml_core.render.html import PageOptions, page_files, write_page
from tests.bml_core.render.html.test_page import deep
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_looks import LEAST_CONTRAST, run_axe
from tests.system_tools import require_tool

NOTES = Path(__file__).parent / "roots" / "standalone" / "notes.bml"
DEEP_ROW = "1N-2C-2D-2H"
OpenNotes = Callable[..., AbstractContextManager[Page]]

every_form = pytest.mark.parametrize("tree", [True, False], ids=["tree", "columns"])


@pytest.fixture
def open_notes(tab: Callable[[bool], Page], tmp_path: Path) -> OpenNotes:
    """Opens a page from the disk for the length of a ``with`` block; fails if it asks for anything else."""

    @contextmanager
    def opened(
        *,
        tree: bool = True,
        self_contained: bool = True,
        collapse: int = 0,
        mode: str = "light",
        width: int = 1000,
        scripts: bool = True,
        row: str = "",
        text: str = "",
        is_silent: bool = True,
    ) -> Iterator[Page]:
        options = PageOptions(collapse=collapse)
        document = parse(text) if text else parse_file(NOTES)
        file = tmp_path / "notes.html"
        file.write_text(
            write_page(document, tree=tree, self_contained=self_contained, options=options), "utf-8"
        )
        asked: list[str] = []
        said: list[str] = []

        def hear_request(request: Request) -> None:
            asked.append(request.url.partition("#")[0])

        def hear_console(message: ConsoleMessage) -> None:
            said.append(message.text)

        page = tab(scripts)
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="dark" if mode == "dark" else "light")
        page.goto("about:blank")
        page.on("request", hear_request)
        page.on("console", hear_console)
        try:
            page.goto(f"{file.as_uri()}{row and '#' + row}")
            yield page
        finally:
            page.remove_listener("request", hear_request)
            page.remove_listener("console", hear_console)
        beside = [] if self_contained else [(tmp_path / name).as_uri() for name in page_files()]
        assert [address for address in asked if not address.startswith("data:")] == [file.as_uri(), *beside]
        assert bool(said) != is_silent

    return opened


@pytest.mark.parametrize(("tree", "mode", "width"), [(True, "light", WIDE), (False, "dark", PHONE)])
def test_axe_finds_nothing(tree: bool, mode: str, width: int, open_notes: OpenNotes) -> None:
    with open_notes(tree=tree, mode=mode, width=width) as page:
        found = run_axe(page, "html")
    assert len(found["passes"]) > 20
    assert [(rule["id"], node["html"]) for rule in found["violations"] for node in rule["nodes"]] == []


@every_form
def test_texts_and_suits_are_easy_to_read(tree: bool, open_notes: OpenNotes) -> None:
    with open_notes(tree=tree) as page:
        for mode, is_dark in (("light", False), ("dark", True)):
            page.emulate_media(color_scheme="dark" if is_dark else "light")
            assert page.evaluate("probes.isDark()") == is_dark
            assert (mode, page.evaluate("probes.texts()")["weak"]) == (mode, [])
            contrasts = page.evaluate("probes.suitContrasts()")
            assert len(contrasts) == 4
            assert {suit: ratio for suit, ratio in contrasts.items() if ratio < LEAST_CONTRAST} == {}


LONG_WORDS = f"#+TITLE: {'x' * 100}\n\n* {'y' * 100}\n\n| {'z' * 100} | b |\n\n{deep(60)}"


@every_form
@pytest.mark.parametrize("text", ["", LONG_WORDS], ids=["notes", "long-words"])
def test_nothing_leaves_the_window(tree: bool, text: str, open_notes: OpenNotes) -> None:
    with open_notes(tree=tree, text=text) as page:
        for width in (PHONE, 1000, WIDE):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.evaluate("probes.overflowing()") == []


def test_contents_stand_beside_the_text_where_there_is_room(open_notes: OpenNotes) -> None:
    for width, beside in ((WIDE, True), (1000, False)):
        with open_notes(width=width) as page:
            contents, text = page.evaluate("probes.boxes('nav:has(.page-contents), main')")
        assert (contents["right"] < text["left"]) == beside
        assert (contents["bottom"] <= text["top"]) != beside


def test_rows_are_filtered_opened_and_closed(open_notes: OpenNotes) -> None:
    with open_notes(collapse=1) as page:
        row = page.locator(f'[id="{DEEP_ROW}"]')
        assert not row.is_visible()
        page.get_by_role("button", name="Open all").first.click()
        assert row.is_visible()
        page.get_by_role("searchbox").first.fill("Smolen")
        expect(page.locator('[id="1N-2C-2D-3M"]')).to_be_visible()
        expect(row).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_address_of_a_row_leads_to_it(scripts: bool, open_notes: OpenNotes) -> None:
    with open_notes(collapse=1, scripts=scripts, row=DEEP_ROW) as page:
        expect(page.locator(f'[id="{DEEP_ROW}"]')).to_be_in_viewport()


def test_page_is_whole_without_scripts(open_notes: OpenNotes) -> None:
    with open_notes(scripts=False) as page:
        assert page.locator(f'[id="{DEEP_ROW}"]').is_visible()
        assert page.locator(".bml-tools").count() == 0


def test_files_beside_the_page_are_used(open_notes: OpenNotes, tmp_path: Path) -> None:
    for name, text in page_files().items():
        (tmp_path / name).write_text(text, "utf-8")
    with open_notes(self_contained=False) as page:
        page.get_by_role("button", name="Open all").first.click()
        assert page.eval_on_selector(".bml-table ul", "list => getComputedStyle(list).listStyleType") == '""'


def test_scripts_that_are_not_ours_do_not_run(open_notes: OpenNotes) -> None:
    put_in = (
        "const s = document.createElement('script'); s.text = 'window.isIn = true'; document.body.append(s)"
    )
    with open_notes(is_silent=False) as page:
        page.evaluate(put_in)
        assert not page.evaluate("window.isIn")


@pytest.mark.parametrize(("tree", "paper"), [(True, "A4"), (False, "Letter")])
def test_paper_shows_every_row_once_and_no_tools(
    tree: bool, paper: str, open_notes: OpenNotes, tmp_path: Path
) -> None:
    file = tmp_path / "notes.pdf"
    with open_notes(tree=tree, collapse=1, scripts=False, mode="dark") as page:
        page.pdf(path=file, format=paper)
    command = [str(require_tool("pdftotext")), "-layout", str(file), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for words in ("Both majors, weak", "Second negative", "Light, 4+", "Raise with four"):
        assert text.count(words) == 1
    assert "Open all" not in text
    assert "Contents" not in text
