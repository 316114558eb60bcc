"""Take the pictures of the players' part of the manual: a new example, built with MkDocs, in Chromium.

python .ci/pictures.py
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).parents[1] / "demo_docs" / "pictures"
CHROMIUM = "/usr/bin/chromium"


def main() -> None:
    """Write the pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for line in (
            ["bml_core", "quickstart", folder, "-y"],
            ["mkdocs", "build", "-q", "-f", f"{folder}/mkdocs.yml"],
        ):
            subprocess.run([sys.executable, "-m", *line], check=True, stdout=subprocess.DEVNULL)
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        home = f"file://{folder}/site"
        wide = browser.new_page(viewport={"width": 1100, "height": 620})
        take(wide, f"{home}/index.html", "first-page")
        take(wide, f"{home}/index.html#how-often-we-open", "frequencies")
        take(wide, f"{home}/bidding-box.html#auction=1N-2C", "bidding-box")
        narrow = browser.new_page(viewport={"width": 390, "height": 700}, color_scheme="dark")
        take(narrow, f"{home}/index.html", "first-page-phone")


def take(page: Page, address: str, name: str) -> None:
    """Take a picture of what a page shows first."""
    page.goto(address)
    page.wait_for_timeout(1500)
    page.screenshot(path=PICTURES / f"{name}.png")


if __name__ == "__main__":
    main()
