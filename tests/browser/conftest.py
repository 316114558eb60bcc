"""What the tests with a browser share: the sites, the server, the browser and its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.serving import NOWHERE, STRICT, served
from tests.browser.sites import Theme, build_site, prepare_source
from tests.shared import alone, made_once, run_folder
from tests.system_tools import require_tool

PROBES = (Path(__file__).parent / "probes.js").read_text("utf-8")
PHONE, WIDE = 320, 1440
#: A sandbox needs rights that a container often lacks; what is opened here is ours.
BROWSER_OPTIONS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--force-color-profile=srgb"),
    # Nothing of a page may depend on other machines, so none is found.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

OpenPage = Callable[..., AbstractContextManager[Page]]
BuildSite = Callable[[Theme], Path]


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
    program = require_tool("chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=BROWSER_OPTIONS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def context(browser: Browser) -> Callable[[str, bool], BrowserContext]:
    """Return a context in light or dark, with scripts or without; its pages share what was loaded."""

    @cache
    def made(mode: str, scripts: bool) -> BrowserContext:
        context = browser.new_context(
            color_scheme="dark" if mode == "dark" else "light",
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        context.set_default_timeout(10_000)
        if scripts:
            context.add_init_script(PROBES)
        return context

    return made


@pytest.fixture
def open_page(context: Callable[[str, bool], BrowserContext], address: str, built: BuildSite) -> OpenPage:
    """Open a page of a theme for the length of a ``with`` block, as for a reader who was never here."""

    @contextmanager
    def opened(
        theme: Theme,
        path: str,
        *,
        mode: str = "light",
        width: int = WIDE,
        scripts: bool = True,
        strict: bool = False,
    ) -> Iterator[Page]:
        built(theme)
        page = context(mode, scripts).new_page()
        try:
            page.set_viewport_size({"width": width, "height": 900})
            prefix = STRICT if strict else ""
            page.goto(f"{address}{prefix}/{theme.name}/{path}")
            yield page
        finally:
            if scripts:
                page.goto(f"{address}{NOWHERE}")
                page.evaluate("localStorage.clear(); sessionStorage.clear()")
            page.context.clear_cookies()
            page.close()

    return opened
