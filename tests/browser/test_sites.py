"""What the sites of every theme consist of: files, links to them, valid HTML, and what their search finds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import html5lib
import pytest
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config
from playwright.sync_api import Browser, Locator, Page, expect

from bml_core.render.html import site_files
from tests.bml_core.commands.quickstart.folders import next_commands, paste, put, quickstart
from tests.browser.cases import every_host, every_search, every_theme, themes
from tests.browser.conftest import PHONE, BuildSite, OpenPage
from tests.browser.sites import THEMES, TOP, Theme
from tests.manual_pages import MANUAL, code_words, table

PAGES = ("index", "constructs", "trials", "one-notrump", "competition", "numbers", "box")


def test_manual_names_the_themes() -> None:
    rows = table((MANUAL / "themes.md").read_text("utf-8"))
    hosts = {"Sphinx": "sphinx", "MkDocs": "mkdocs", "Zensical": "zensical"}
    named = [(code_words(name)[0], hosts[host], dark == "yes") for name, host, dark in rows]
    assert named == [(theme.name, theme.host, theme.has_dark) for theme in THEMES]


@every_theme
def test_only_pages_with_bml_load_its_files(theme: Theme, built: BuildSite) -> None:
    if theme.host == "zensical":
        pytest.skip("Zensical loads them on every page")
    site = built(theme)
    for name in ("bml.css", "bml.js"):
        loading = [page for page in (*PAGES, "plain") if name in (site / theme.page(page)).read_text("utf-8")]
        assert loading == list(PAGES)


@every_host
def test_html_is_valid(theme: Theme, built: BuildSite) -> None:
    """No page has an error that a page without BML has not: themes bring errors of their own."""
    site = built(theme)
    usual = set(html_errors((site / theme.page("plain")).read_text("utf-8")))
    for name in PAGES:
        found = html_errors((site / theme.page(name)).read_text("utf-8"))
        assert (name, [error for error in found if error not in usual]) == (name, [])


def html_errors(text: str) -> list[str]:
    parser = html5lib.HTMLParser()
    parser.parse(text)
    return [f"{code} {detail}" for _, code, detail in parser.errors]


@every_theme
def test_names_of_elements_are_unique(theme: Theme, built: BuildSite) -> None:
    for name in PAGES:
        text = (built(theme) / theme.page(name)).read_text("utf-8")
        counted = Counter(re.findall(r'<(?:li|tr|div|figure|h\d|section)\b[^>]* id="([^"]*)"', text))
        assert (name, [ident for ident, number in counted.items() if number > 1]) == (name, [])


@every_search
@pytest.mark.parametrize("word", ["1H", "Kokish"])
def test_search_of_the_site_finds_bids_and_descriptions(theme: Theme, word: str, open_page: OpenPage) -> None:
    with open_page(theme, search_page(theme, word), afresh=True) as page:
        links = SEARCHES[theme.host if theme.host == "sphinx" else theme.name](page, word)
        expect(links.and_(page.locator("[href*=constructs]")).first).to_be_attached()


@themes("furo", "material")
def test_headings_and_rows_lead_from_table_to_table(theme: Theme, open_page: OpenPage) -> None:
    with open_page(theme, theme.page("one-notrump"), width=PHONE, strict=True) as page:
        page.evaluate("probes.openAll()")
        row = page.locator('[id="1N-2H"]')
        row.locator("a.bml-responses").last.click()
        heading = page.locator(".bml-history a.bml-way[href$='#1N-2H']").first
        heading.focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        expect(page.get_by_role("tooltip")).to_contain_text("Transfer")
        assert page.evaluate("probes.overflowing()") == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("tooltip")).to_have_count(0)
        heading.press("Enter")
        expect(row).to_be_in_viewport()


def search_page(theme: Theme, word: str) -> str:
    return f"search.html?q={word}" if theme.host == "sphinx" else theme.page("index")


def search_sphinx(page: Page, word: str) -> Locator:
    # Results come in one by one, agreements before text.
    page.wait_for_function(
        """() => document.querySelector(".search-summary")?.innerText.includes("finished")"""
    )
    return page.locator("#search-results li a")


def search_mkdocs(page: Page, word: str) -> Locator:
    page.locator("[data-bs-target='#mkdocs_search_modal']").first.click()
    # The index is still being read when the window opens, and letters typed until then are not heard.
    page.wait_for_function(
        """word => {
            const input = document.querySelector("#mkdocs-search-query");
            input.value = word;
            input.dispatchEvent(new KeyboardEvent("keyup"));
            return document.querySelector("#mkdocs-search-results a");
        }""",
        arg=word,
        polling=100,
    )
    return page.locator("#mkdocs-search-results a")


def search_material(page: Page, word: str) -> Locator:
    page.keyboard.press("/")
    # What is typed before the field has the focus is lost, since its text is selected then.
    field = page.locator(".md-search__input")
    expect(field).to_be_focused()
    field.press_sequentially(word)
    expect(field).to_have_value(word)
    # The search looks when a key comes up, and 2♣ is not typed by keys.
    field.press("Shift")
    return page.locator(".md-search-result__list a")


def test_search_of_the_manual_works_from_the_disk(browser: Browser, tmp_path: Path) -> None:
    manual = yaml.load((TOP / "mkdocs.yml").read_text("utf-8"), yaml.BaseLoader)
    (script,) = manual["extra"]["polyfills"]
    (tmp_path / "docs" / "notes").mkdir(parents=True)
    (tmp_path / "docs" / script).parent.mkdir()
    (tmp_path / "docs" / script).write_text(site_files()[Path(script).name], "utf-8")
    for name in ("index", "notes/transfers"):
        text = f"# Page {name}\n\n```bml\n1N  15--17\n  2C  Kokish\n```\n"
        (tmp_path / "docs" / f"{name}.md").write_text(text, "utf-8")
    settings = {
        "site_name": "Notes",
        "extra": manual["extra"],
        "theme": {"name": "material", "font": False, "features": manual["theme"]["features"]},
        "plugins": [name for name in manual["plugins"] if isinstance(name, str)],
    }
    (tmp_path / "mkdocs.yml").write_text(yaml.safe_dump(settings), "utf-8")
    build(load_config(str(tmp_path / "mkdocs.yml")))
    with opened_from_disk(browser, tmp_path / "site/notes/transfers.html") as page:
        links = search_material(page, "Kokish")
        expect(links.first).to_be_attached()
        assert [str(link.get_attribute("href")).rpartition("/site/")[2] for link in links.all()]


@contextmanager
def opened_from_disk(browser: Browser, path: Path) -> Iterator[Page]:
    """Open a page from the disk; at the end, nothing may have been asked of other places."""
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    yield page
    here = ("file:", "about:", "data:", "blob:")
    assert [address for address in asked if not address.startswith(here)] == []
    page.close()


@pytest.mark.parametrize("host", ["mkdocs", "sphinx", "zensical"])
def test_search_of_a_quick_start_works_from_the_disk(
    host: str,
    browser: Browser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    put(Path("notes"), {"docs/index.bml": b"#+TITLE: Ours\n\n1N  15--17\n  2C  Kokish\n"})
    quickstart("notes", "--host", host)
    report = capsys.readouterr().out
    paste(next_commands(report)[-1], tmp_path, in_shell=host == "zensical", strict=False)
    home = tmp_path / report.rpartition("Then open ")[2].strip().removesuffix(".")
    with opened_from_disk(browser, home) as page:
        if host == "sphinx":
            page.locator("input[name=q]").first.fill("Kokish")
            page.locator("input[name=q]").first.press("Enter")
            expect(search_sphinx(page, "Kokish").first).to_be_attached()
        else:
            search = search_material if host == "mkdocs" else search_zensical
            expect(search(page, "Kokish").first).to_be_attached()


def search_zensical(page: Page, word: str) -> Locator:
    # The window of the search is put on the page by a script, which hears no keys before.
    page.locator("dialog").wait_for(state="attached")
    page.keyboard.press("Control+k")
    field = page.locator("dialog input").first
    field.press_sequentially(word, delay=50)
    expect(field).to_have_value(word)
    return page.locator("dialog a")


SEARCHES = {
    "sphinx": search_sphinx,
    "mkdocs": search_mkdocs,
    "material": search_material,
    "zensical": search_zensical,
}
