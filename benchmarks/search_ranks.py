"""Where the searches of hosts list the row of an auction that a reader types.

    python benchmarks/search_ranks.py

Two systems, that of the demonstration and a made-up one of 2,000 rows, are built by Sphinx with furo, by
MkDocs with Material and by Zensical; 24 random auctions of each are typed into the search of the site in
Chromium.
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
from bml_core.render.html import site_files

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
        found = {
            auction: _search(page, host, address, _typed(auction, number))
            for number, auction in enumerate(wanted)
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


#: The field of the search of a host, and what opens it.
_FIELDS = {
    "mkdocs": (".md-search__input", ".md-search__input"),
    "zensical": (".md-search__button", "dialog [role=combobox]"),
}
#: What a reader sees listed, ours first; Material has rows that wait below "more on this page".
_LISTED = ".bml-found a, #search-results li > a, .md-search-result__list a, dialog [role=option]"


def _search(page: Page, host: str, address: str, auction: str) -> list[str]:
    if host == "sphinx":
        page.goto(f"{address}/search.html?q={quote(auction)}")
    else:
        page.goto(f"{address}/index.html")
        opener, field = _FIELDS[host]
        page.locator(opener).first.click()
        page.locator(field).fill(auction)
    page.locator(_LISTED).first.wait_for()
    page.wait_for_timeout(300)
    links = page.locator(_LISTED).filter(visible=True)
    found: list[str] = links.evaluate_all(f"links => links.slice(0, {_SHOWN}).map(link => link.href)")
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
    is_material = host == "mkdocs"
    settings = {
        "site_name": "Benchmark",
        "docs_dir": str(folder) if is_material else folder.name,
        "site_dir": str(site) if is_material else site.name,
        "use_directory_urls": False,
        "theme": {"name": "material", "font": False} if is_material else {"font": False},
        "markdown_extensions": ["pymdownx.superfences", *([] if is_material else ["bml"])],
        "exclude_docs": "conf.py\n*.bml\n",
    }
    if is_material:
        settings["plugins"] = ["search", {"bml": {"checks": False}}]
    else:
        (folder / "assets").mkdir(exist_ok=True)
        for name, text in site_files().items():
            (folder / "assets" / name).write_text(text, "utf-8")
        settings["extra_css"] = ["assets/bml.css", "assets/bml-field.css"]
        settings["extra_javascript"] = ["assets/bml.js", "assets/bml-field.js"]
    configuration = folder.with_name(f"{site.name}.yml")
    configuration.write_text(json.dumps(settings), "utf-8")
    command = ("mkdocs", "--quiet", "build") if is_material else ("zensical", "build", "--clean")
    run_process(python("-m", *command, "-f", configuration), python_path=REPOSITORY)
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
    for each in sys.argv[1:] or ("sphinx", "mkdocs", "zensical"):
        print(measure(each).value)
