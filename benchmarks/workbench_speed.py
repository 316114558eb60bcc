"""How fast the workbench is: python -m benchmarks.workbench_speed, after make workbench.

A slow computer is taken to need four times as long as this one. Chromium can slow the thread of a page, but
not that of a worker, where nearly all is done: so what counts is the time that the processor works on the
page, with all that runs beside it, multiplied. Of several starts and edits the shortest counts, since other
programs only make them longer. The findings of an edit are those of reading; checks of what notes mean follow
when nothing was typed for a while.
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
STARTS, EDITS = 4, 12
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


def _wait(page: Page, question: str) -> None:
    """Wait until the page answers with true, asking so seldom that it costs next to nothing."""
    page.evaluate(
        """(question) => new Promise((resolve) => {
            const ask = () => { if (eval(question)) { clearInterval(asking); resolve(); } };
            const asking = setInterval(ask, 10);
        })""",
        question,
    )


def _rest(page: Page) -> None:
    """Wait until nothing is asked any more, and what was found is drawn."""
    page.wait_for_timeout(2_000)
    _wait(page, f"document.querySelector('{_READY}')")
    page.wait_for_timeout(500)


def _start(browser: Browser, address: str) -> tuple[Page, dict[str, float]]:
    # The policy of the page forbids what the questions of this script need, and nothing else of it changes.
    page = browser.new_context(bypass_csp=True).new_page()
    page.set_default_timeout(300_000)
    begun = _worked(browser)
    page.goto(address, wait_until="commit")
    times = {}
    for name, question in (
        ("first view", "document.querySelector('#open')?.textContent"),
        ("editor", "document.querySelector('#editor .cm-content')"),
        (
            "first findings",
            f"document.querySelector('{_READY}') && document.querySelector('#panel-page iframe')",
        ),
    ):
        _wait(page, question)
        times[name] = _worked(browser) - begun
    return page, times


def _edits(browser: Browser, page: Page) -> dict[str, float]:
    """Return the time of an edit, the shortest of several, since other programs only make it longer."""
    page.set_input_files("#chooser", {"name": "big.bml", "mimeType": "", "buffer": notes().encode()})
    page.wait_for_selector("#files >> text=big.bml")
    _rest(page)
    times: dict[str, float] = {}
    frame = "document.querySelector('#panel-page iframe').contentDocument"
    for name, view, shown in (
        ("findings of an edit", "findings", "document.querySelector('#panel-findings ul')?.textContent"),
        ("page of an edit", "page", f"{frame}.querySelector('li li:nth-child(2)')?.textContent"),
    ):
        page.click(f"#tab-{view}")
        for _ in range(EDITS):
            _rest(page)
            page.click("#editor .cm-content")
            for key in ("Control+Home", "ArrowDown", "ArrowDown", "ArrowDown", "End"):
                page.keyboard.press(key)
            begun = _worked(browser)
            page.keyboard.insert_text("\n  8C  3")
            _wait(page, f"{shown}.includes('8C')")
            times[name] = min(times.get(name, 99.0), _worked(browser) - begun)
            page.keyboard.press("Control+z")
    return times


def _megabytes(browser: Browser) -> float:
    """Return the memory of the page and its worker, without what Chromium shares with other pages."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = []
    for process in processes:
        if process["type"] == "renderer":
            status = Path(f"/proc/{process['id']}/status").read_text("utf-8")
            sizes.append(
                next(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon"))
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
        address = f"http://127.0.0.1:{server.server_port}/"
        times: dict[str, float] = {}
        for start in range(STARTS):
            page, found = _start(browser, address)
            times = {name: min(seconds, times.get(name, seconds)) for name, seconds in found.items()}
            _rest(page)
            if start < STARTS - 1:
                page.context.close()
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
