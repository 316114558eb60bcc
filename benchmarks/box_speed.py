"""Claim: a bidding box of 20,000 agreements opens in a second on a phone, from the disk.

A phone is taken to be six times slower than this machine. What counts is the time that the processor works on
the page until the first call can be made; the peer is a page with the same data in one file.
"""

from __future__ import annotations

import shutil
import statistics
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks import systems
from benchmarks.measure import WORK, CannotMeasureError, Outcome, say
from bml_core.diagnostics import Location
from bml_core.language import parse
from bml_core.notes import DEFAULT_SYSTEM, BlockOptions, Kind
from bml_core.render import ENGLISH
from bml_core.render.html import BOX_FILES, RowIds, asset_path, script, style_sheet, walk_paths
from bml_core.site import PageFacts, Query, QueryResult, Site, SystemPart, box_close, box_open

AGREEMENTS = 20_000
ROWS = 12_800
SLOWER = 6
TARGET = 1.0
REPEATS = 5
_OPEN = ".bml-box-open [data-call='1C']"


def measure() -> Outcome:
    """Write both pages, then open them in turns."""
    program = shutil.which("chromium")
    if program is None:
        raise CannotMeasureError("chromium is not installed")
    answer, number = _answer()
    if number < AGREEMENTS or answer.box is None:
        raise CannotMeasureError(f"the system has {number} agreements, not {AGREEMENTS}")
    folder = WORK / "box"
    for name, text in (("bml.js", script()), ("bml.css", style_sheet())):
        _write(folder / name, text)
    for name in BOX_FILES:
        _write(folder / name, asset_path(name).read_text("utf-8"))
    for file in answer.box.files(lambda page: f"{page}.html", ENGLISH):
        _write(folder / file.name, file.content)
    whole = answer.box.whole(lambda page: f"{page}.html", ENGLISH)
    pages = {
        "ours": _page(folder / "ours.html", box_open(answer.box, ENGLISH, top="./")),
        "peer": _page(folder / "peer.html", box_open(answer.box, ENGLISH, whole=whole)),
    }
    say(f"{number:,} agreements, opened {REPEATS} times each in parts and as a whole")
    seconds: dict[str, list[float]] = {name: [] for name in pages}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(REPEATS):
            for name, page in pages.items():
                seconds[name].append(_opened(browser, page))
        browser.close()
    ours, peer = (statistics.median(seconds[name]) for name in ("ours", "peer"))
    return Outcome(
        claim=f"bidding box of {number:,} agreements, phone, against one file",
        ours=ours,
        peer=peer,
        value=f"{ours:.2f} s",
        target=f"<= {TARGET} s",
        holds=ours <= TARGET,
    )


def _answer() -> tuple[QueryResult, int]:
    document, ids = parse(systems.bml(ROWS)), RowIds()
    for table in document.tables:
        for _, row, path in walk_paths(table):
            ids(path, row.call.location)
    facts = PageFacts(parts=(SystemPart(DEFAULT_SYSTEM, document),), rows=ids.places)
    site = Site([("notes", facts)])
    request = Query(BlockOptions(Kind.EXPLORE, hands=False), DEFAULT_SYSTEM, Location("box.md", 1))
    return site.answer(request), len(site.system(DEFAULT_SYSTEM))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _page(path: Path, opened: str) -> Path:
    head = '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Box</title>'
    files = '<link rel="stylesheet" href="bml.css"><script defer src="bml.js"></script>'
    _write(path, f"{head}{files}\n{opened}{box_close()}")
    return path


def _opened(browser: Browser, page: Path) -> float:
    """Return after how many seconds of a phone's processor a call can be made."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    tab = context.new_page()
    session = context.new_cdp_session(tab)
    # Time of the processor, since a busy machine makes every page wait.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    tab.goto(page.as_uri(), wait_until="commit")
    tab.wait_for_selector(_OPEN)
    metrics = session.send("Performance.getMetrics")["metrics"]
    context.close()
    return SLOWER * next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")
