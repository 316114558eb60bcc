"""What the tests with a browser share: the sites, the server, the browser and its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, sync_playwright

from tests.browser.cases import place_of
from tests.browser.serving import STRICT, served
from tests.browser.sites import Theme, build_site, prepare_source
from tests.browser.tables import write_pages
from tests.shared import alone, made_once, run_folder
from tests.system_tools import require_browser

PROBES = (Path(__file__).parent / "probes.js").read_text("utf-8")
PHONE, WIDE = 320, 1440
#: What a theme stored on an earlier page; a page without an address has no storage.
FORGET = "try { localStorage.clear(); sessionStorage.clear(); } catch {}"
#: A sandbox needs rights that a container often lacks; what is opened here is ours.
BROWSER_OPTIONS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--force-color-profile=srgb"),
    # Nothing of a page may depend on other machines, so none is found.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    # No page stays long enough for a script to earn back what compiling it twice takes.
    "--js-flags=--no-maglev --no-turbofan",
]

OpenPage = Callable[..., AbstractContextManager[Page]]
OpenTable = Callable[..., Page]
BuildSite = Callable[[Theme], Path]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests of themes in the order of their pages."""
    found = [(place, number) for number, item in enumerate(items) if (place := place_of(item))]
    ordered = [items[number] for _, number in sorted(found)]
    for (_, number), item in zip(found, ordered, strict=True):
        items[number] = item


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the sites are; all processes of a test run share them."""
    folder = run_folder(tmp_path_factory) / "themes"
    made_once(folder / "source", prepare_source)
    return folder


@pytest.fixture(scope="session")
def built(sites: Path) -> BuildSite:
    """Build the site of a theme, once: ``built(theme)`` is its folder."""

    def build(theme: Theme) -> Path:
        # The themes of Sphinx share what was read, so one is built after the other.
        with alone(sites / "build"):
            return made_once(sites / theme.name, lambda _: build_site(theme, sites))

    return build


@pytest.fixture(scope="session")
def address(sites: Path) -> Iterator[str]:
    """Where the sites are served."""
    with served(sites) as place:
        yield place


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's own Chromium."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=require_browser(), args=BROWSER_OPTIONS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Callable[[bool], Page]:
    """Return the one page with scripts, or without, in which every test opens what it looks at."""

    @cache
    def made(scripts: bool) -> Page:
        context = browser.new_context(java_script_enabled=scripts, reduced_motion="reduce")
        context.set_default_timeout(10_000)
        context.add_init_script(FORGET)
        context.add_init_script(PROBES)
        return context.new_page()

    return made


@pytest.fixture
def open_page(tab: Callable[[bool], Page], address: str, built: BuildSite) -> OpenPage:
    """Open a page of a theme for the length of a ``with`` block, as for a reader who was never here.

    The same page again is not loaded again, but as it was when it had been loaded; ``afresh`` loads it.
    """

    @contextmanager
    def opened(
        theme: Theme,
        path: str,
        *,
        mode: str = "light",
        width: int = WIDE,
        scripts: bool = True,
        strict: bool = False,
        afresh: bool = False,
    ) -> Iterator[Page]:
        built(theme)
        page = tab(scripts)
        is_other_mode = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") != (
            mode == "dark"
        )
        page.set_viewport_size({"width": width, "height": 900})
        page.mouse.move(0, 0)
        page.emulate_media(color_scheme="dark" if mode == "dark" else "light")
        wanted = f"{address}{STRICT if strict else ''}/{theme.name}/{path}"
        is_here = page.url == wanted and "#" not in path and not afresh
        if is_here and scripts and (theme.switches or not is_other_mode):
            page.evaluate("probes.reset()")
        else:
            if page.url.partition("#")[0] == wanted.partition("#")[0]:
                # Another fragment alone would load nothing.
                page.goto("about:blank")
            page.goto(wanted)
        yield page
        page.emulate_media(media="null")

    return opened


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the pages with tables alone are served with a strict policy."""
    folder = tmp_path_factory.mktemp("tables")
    write_pages(folder)
    with served(folder) as address:
        yield f"{address}{STRICT}"


@pytest.fixture
def open_table(tab: Callable[[bool], Page], place: str) -> Iterator[OpenTable]:
    """Open a page and hold it to the policy: whatever the console complains of fails the test."""
    complaints: list[str] = []

    def hear_console(message: ConsoleMessage) -> None:
        complaints.append(message.text)

    def hear_error(error: Error) -> None:
        complaints.append(str(error))

    def opened(path: str = "index.html", *, scripts: bool = True) -> Page:
        page = tab(scripts)
        page.set_viewport_size({"width": 800, "height": 600})
        page.mouse.move(0, 0)
        page.emulate_media(media="null", color_scheme="light")
        page.goto("about:blank")
        page.on("console", hear_console)
        page.on("pageerror", hear_error)
        page.goto(f"{place}/{path}")
        return page

    yield opened
    for scripts in (True, False):
        tab(scripts).remove_listener("console", hear_console)
        tab(scripts).remove_listener("pageerror", hear_error)
    assert [text for text in complaints if "favicon" not in text and "404" not in text] == []
