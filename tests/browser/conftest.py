"""What the tests with a browser share: the sites, the server, the browser and its pages."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.serving import STRICT, served
from tests.browser.sites import Theme, build_site, prepare_source
from tests.system_tools import require_tool

PROBES = (Path(__file__).parent / "probes.js").read_text("utf-8")
PHONE, WIDE = 320, 1440
#: A sandbox needs rights that a container often lacks; what is opened here is ours.
BROWSER_OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--force-color-profile=srgb"]

OpenPage = Callable[..., AbstractContextManager[Page]]
BuildSite = Callable[[Theme], Path]


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep the other processes of the test run out of ``folder``."""
    with (folder.parent / f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the sites are; all processes of a test run share them."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "themes"
    with _alone(folder):
        if not folder.exists():
            prepare_source(folder / "source")
    return folder


@pytest.fixture(scope="session")
def built(sites: Path) -> BuildSite:
    """Builds the site of a theme, once: ``built(theme)`` is its folder."""

    def build(theme: Theme) -> Path:
        mark = sites / f"{theme.name}.built"
        with _alone(sites):
            if not mark.exists():
                build_site(theme, sites)
                mark.touch()
        return sites / theme.name

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


@pytest.fixture
def open_page(browser: Browser, address: str, built: BuildSite) -> OpenPage:
    """Opens a page of a theme for the length of a ``with`` block."""

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
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if mode == "dark" else "light",
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        context.set_default_timeout(10_000)
        # Nothing of a page may depend on other machines, so none is asked.
        context.route(lambda url: not url.startswith(address), lambda route: route.abort())
        if scripts:
            context.add_init_script(PROBES)
        try:
            page = context.new_page()
            prefix = STRICT if strict else ""
            page.goto(f"{address}{prefix}/{theme.name}/{path}")
            yield page
        finally:
            context.close()

    return opened
