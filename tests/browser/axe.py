"""What axe finds in our parts of the pages of sites, at two widths, light and dark.

    python -m tests.browser.axe PAGES SITE [SITE ...]

looks at this many pages of each folder with a site, those with the most of what is ours.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import BROWSER_OPTIONS, PHONE, PROBES, WIDE
from tests.browser.serving import served
from tests.browser.test_looks import OURS, run_axe, violations
from tests.system_tools import require_browser

_SHOWN = 3


def chosen(site: Path, number: int) -> list[str]:
    """Return the paths of the pages with the most kinds of blocks, and then with the most of them."""
    found = []
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        counts = [text.count(f'class="{selector[1:]}') for selector in OURS]
        if any(counts):
            found.append((-sum(map(bool, counts)), -sum(counts), page.relative_to(site).as_posix()))
    return [path for *_, path in sorted(found)[:number]]


def main(number: int, sites: list[Path]) -> int:
    """Print what is found, and return how many faults these are."""
    faults = pages = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=require_browser(), args=BROWSER_OPTIONS)
        for site in sites:
            for width, mode in ((PHONE, "light"), (PHONE, "dark"), (WIDE, "light"), (WIDE, "dark")):
                context = browser.new_context(
                    viewport={"width": width, "height": 900},
                    color_scheme="dark" if mode == "dark" else "light",
                    reduced_motion="reduce",
                )
                context.add_init_script(PROBES)
                page = context.new_page()
                with served(site) as address:
                    for path in chosen(site, number):
                        page.goto(f"{address}/{path}")
                        page.evaluate("probes.openAll()")
                        page.evaluate("document.querySelector('.bml-table li li .bml-row')?.click()")
                        page.wait_for_timeout(300)
                        found = violations(run_axe(page))
                        faults, pages = faults + len(found), pages + 1
                        print(f"{site.name} {path}, {width} px, {mode}: {found[:_SHOWN] or 'nothing'}")
                context.close()
        browser.close()
    print(f"{pages} pages, {faults} faults")
    return faults


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]), [Path(site) for site in sys.argv[2:]])))
