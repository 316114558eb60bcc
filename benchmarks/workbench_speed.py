"""How fast the workbench is: python -m benchmarks.workbench_speed, after make workbench.

A slow computer is taken to need four times as long as this one. Chromium can slow the thread of a page, but
not that of a worker, where nearly all is done: so what counts is the time that the processor works on the
page, multiplied. Other programs that run meanwhile do not change it. The findings of an edit are those of
reading; checks of what notes mean follow when nothing was typed for a while.
"""

from __future__ import annotations

import shutil
import sys
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.measure import say
from bml_core.commands.serving import _Handler

SLOWER = 4
ROWS = 1_000
MOST = {
    "first view": 2.0,
    "editor": 3.0,
    "first findings": 12.0,
    "findings of an edit": 0.6,
    "page of an edit": 0.6,
}
MOST_MEGABYTES = 400
_BUILT = Path(__file__).parents[1] / "build" / "workbench"
_READY = '#status[data-say="ready"]'
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "N": "hearts"}


def notes() -> str:
    """Return notes of a thousand rows: ten openings with answers and rebids."""
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
    lines = ["#+TITLE: A thousand rows", ""]
    for first in range(10):
        lines.append(f"{bids[first]}  {3 + first % 4}+ {_SUITS[bids[first][1]]}, {11 + first}-21 hcp")
        for second in range(first + 1, first + 13):
            lines.append(f"  {bids[second]}  4+ {_SUITS[bids[second][1]]}, {5 + second % 5}+ hcp")
            lines.extend(
                f"    {bids[third]}  {third % 5 + 2}+ {_SUITS[bids[third][1]]}, 12-14 hcp"
                for third in range(second + 1, second + 8)
            )
    return "\n".join(lines[: ROWS + 2]) + "\n"


def _worked(browser: Browser) -> float:
    """Return the seconds that the processor has worked on pages and their workers."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(process["cpuTime"] for process in processes if process["type"] == "renderer"))


def _start(browser: Browser, address: str) -> tuple[Page, dict[str, float]]:
    page = browser.new_page()
    page.set_default_timeout(300_000)
    begun = _worked(browser)
    page.goto(address, wait_until="commit")
    page.wait_for_selector("#open")
    view = _worked(browser) - begun
    page.wait_for_selector("#editor .cm-content")
    editor = _worked(browser) - begun
    page.wait_for_selector("#panel-page iframe")
    page.wait_for_timeout(300)
    page.wait_for_selector(_READY)
    findings = _worked(browser) - begun
    return page, {"first view": view, "editor": editor, "first findings": findings}


def _edits(browser: Browser, page: Page) -> dict[str, float]:
    page.set_input_files("#chooser", {"name": "big.bml", "mimeType": "", "buffer": notes().encode()})
    page.wait_for_timeout(2000)
    page.wait_for_selector(_READY)
    times = {}
    for name, view in (("findings of an edit", "findings"), ("page of an edit", "page")):
        page.click(f"#tab-{view}")
        page.wait_for_timeout(1000)
        page.wait_for_selector(_READY)
        page.click("#editor .cm-content")
        begun = _worked(browser)
        page.keyboard.type("x")
        page.wait_for_selector('#status[data-say="working"]')
        page.wait_for_selector(_READY)
        times[name] = _worked(browser) - begun
    return times


def _megabytes(browser: Browser) -> float:
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = []
    for process in processes:
        if process["type"] == "renderer":
            status = Path(f"/proc/{process['id']}/status").read_text("utf-8")
            sizes.append(
                next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
            )
    return max(sizes) / 1000


def main() -> int:
    """Measure, and print a line for each figure."""
    program = shutil.which("chromium")
    if program is None or not (_BUILT / "index.html").is_file():
        say("This needs chromium, and make workbench before.")
        return 1
    handler = partial(_Handler, directory=str(_BUILT))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page, times = _start(browser, f"http://127.0.0.1:{server.server_port}/")
        times |= _edits(browser, page)
        size = _megabytes(browser)
        browser.close()
        server.shutdown()
    for name, seconds in times.items():
        met = "met" if SLOWER * seconds <= MOST[name] else "NOT met"
        say(f"{name:<20} {seconds:6.2f} s, slowed {SLOWER * seconds:6.2f} s of {MOST[name]} s: {met}")
    met = "met" if size <= MOST_MEGABYTES else "NOT met"
    say(f"{'memory':<20} {size:6.0f} MB of {MOST_MEGABYTES} MB: {met}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
