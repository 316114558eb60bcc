"""Where the searches of hosts list the row of an auction that a reader types.

    python benchmarks/search_ranks.py

Two systems, that of the demonstration and a made-up one of 2,000 rows, are built by Sphinx with furo and by
MkDocs with Material; 24 random auctions of each are typed into the search of the site in Chromium.
"""

from __future__ import annotations

import functools
import json
import random
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Page, sync_playwright

from benchmarks.measure import REPOSITORY, WORK, CannotMeasureError, Outcome, python, run_process, say
from benchmarks.systems import single_bml
from bml_core.bridge import Suit

AUCTIONS = 24
FIRST = 5
TARGET = 22
ROWS = 2_000
_SHOWN = 60
_WAIT = 60_000

_CONF = """\
project = "Benchmark"
extensions = ["myst_parser", "sphinx_bml"]
html_theme = "furo"
source_suffix = {".md": "markdown", ".bml": "bml"}
root_doc = "index"
myst_fence_as_directive = ["bml"]
exclude_patterns = ["auctions.md"]
suppress_warnings = ["myst", "toc"]
bml_checks = False
"""


def measure(host: str) -> Outcome:
    """Count the auctions that are listed among the first, of both systems together."""
    ranks = [rank for name in ("demo", "made") for rank in _ranks(host, name)]
    listed = sum(rank is not None and rank <= FIRST for rank in ranks)
    return Outcome(
        claim=f"{host}: auctions typed into the search, their row among the first {FIRST}",
        ours=listed,
        peer=len(ranks),
        value=f"{listed} of {len(ranks)}",
        target=f">= {2 * TARGET}",
        holds=listed >= 2 * TARGET,
    )


def _ranks(host: str, name: str) -> list[int | None]:
    site = _build(host, _pages(name), WORK / "search" / f"{name}-{host}")
    rows = _rows(site)
    wanted = random.Random(7).sample(sorted(rows), AUCTIONS)
    with _served(site) as address, sync_playwright() as playwright:
        program = shutil.which("chromium")
        if program is None:
            raise CannotMeasureError("Chromium is missing")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.set_default_timeout(_WAIT)
        search = {"sphinx": _search_sphinx, "mkdocs": _search_material}[host]
        found = {
            auction: search(page, address, _typed(auction, number)) for number, auction in enumerate(wanted)
        }
        browser.close()
    ranks = {auction: _rank(rows[auction], links) for auction, links in found.items()}
    say(
        f"{host}, {name}: "
        + ", ".join(f"{auction} {rank or 'not listed'}" for auction, rank in ranks.items())
    )
    return list(ranks.values())


def _typed(auction: str, number: int) -> str:
    """Return an auction as players type it, each time in another way: 1N-2C, 1NT 2C, 1NT-2♣, 1n 2c."""
    text = re.sub(r"-\(P\)(?=-)", "", auction)
    text = re.sub(r"(?<![1-7])D", ("X", "Dbl", "D", "x")[number % 4], text)
    if number % 4 == 1:
        text = re.sub(r"(?<=[1-7])N", "NT", text).replace("-", " ")
    if number % 4 == 2:
        text = re.sub(r"(?<=[1-7])N", "NT", text)
        text = re.sub(r"(?<=[1-7])[CDHS]", lambda suit: Suit(suit[0]).symbol, text)
    return text.lower().replace("-", " ") if number % 4 == 3 else text


def _rank(row: str, links: list[str]) -> int | None:
    return next((number for number, link in enumerate(links, 1) if unquote(link).endswith(f"#{row}")), None)


def _rows(site: Path) -> dict[str, str]:
    """Return the auctions of a site, each with the id of its row."""
    (script,) = site.rglob("bml-auctions.js")
    data = json.loads(script.read_text("utf-8").partition("=")[2].rstrip(";\n"))
    return {name: ident or name for name, _, ident, *_ in data["rows"] if "@" not in name and "-" in name}


def _search_sphinx(page: Page, address: str, auction: str) -> list[str]:
    page.goto(f"{address}/search.html?q={quote(auction)}")
    said = "document.querySelector('#search-results p')?.textContent ?? ''"
    page.wait_for_function(f"/found|did not match/.test({said})")
    page.wait_for_timeout(300)
    return _addresses(page, "[...document.querySelectorAll('#search-results li > a')]")


def _search_material(page: Page, address: str, auction: str) -> list[str]:
    page.goto(f"{address}/index.html")
    page.locator("[data-md-component=search-query]").fill(auction)
    page.locator(".md-search-result__list a").first.wait_for()
    page.wait_for_timeout(300)
    # What a reader sees: rows, without those that wait below "more on this page".
    links = "[...document.querySelectorAll('.md-search-result__list a.md-search-result__link[href*=\"#\"]')]"
    seen = f"{links}.filter(a => !a.closest('details:not([open])'))"
    return _addresses(page, seen)


def _addresses(page: Page, links: str) -> list[str]:
    """Return the addresses of the first links that a script selects."""
    found: list[str] = page.evaluate(f"{links}.slice(0, {_SHOWN}).map(a => a.href)")
    return found


def _pages(name: str) -> Path:
    folder = WORK / "search" / name
    shutil.rmtree(folder, ignore_errors=True)
    if name == "demo":
        shutil.copytree(REPOSITORY / "demo_docs" / "system", folder)
        return folder
    folder.mkdir(parents=True)
    tables = single_bml(ROWS).split("\n\n")
    head, tables = "\n\n".join(tables[:3]), tables[3:]
    names = []
    for number in range(0, len(tables), 8):
        names.append(f"page{number}")
        text = "\n\n".join(tables[number : number + 8])
        (folder / f"page{number}.md").write_text(
            f"# Page {number}\n\n```bml\n{head}\n\n{text}\n```\n", "utf-8"
        )
    contents = "```{toctree}\n" + "\n".join(names) + "\n```"
    (folder / "index.md").write_text(f"# Notes\n\n{contents}\n", "utf-8")
    return folder


def _build(host: str, folder: Path, site: Path) -> Path:
    shutil.rmtree(site, ignore_errors=True)
    if host == "sphinx":
        (folder / "conf.py").write_text(_CONF, "utf-8")
        run_process(python("-m", "sphinx", "-q", "-b", "html", folder, site), python_path=REPOSITORY)
        return site
    settings = {
        "site_name": "Benchmark",
        "docs_dir": str(folder),
        "site_dir": str(site),
        "use_directory_urls": False,
        "theme": {"name": "material", "font": False},
        "plugins": ["search", {"bml": {"checks": False}}],
        "markdown_extensions": ["pymdownx.superfences"],
        "exclude_docs": "conf.py\n*.bml\n",
    }
    configuration = folder.with_name(f"{folder.name}.yml")
    configuration.write_text(json.dumps(settings), "utf-8")
    run_process(python("-m", "mkdocs", "--quiet", "build", "-f", configuration), python_path=REPOSITORY)
    return site


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()


if __name__ == "__main__":
    for each in sys.argv[1:] or ("sphinx", "mkdocs"):
        print(measure(each).value)
