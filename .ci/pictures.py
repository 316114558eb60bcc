"""Take the pictures of the README and of the players' part, in Chromium: a table, and a new example.

python .ci/pictures.py
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bml_core import html, loads

TOP = Path(__file__).parents[1]
PICTURES = TOP / "demo_docs" / "pictures"
CHROMIUM = "/usr/bin/chromium"


def main() -> None:
    """Write the pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        rows = (TOP / "README.md").read_text("utf-8").partition("```bml\n")[2].partition("```")[0]
        for line in (
            ["bml_core", "quickstart", folder, "-y"],
            ["mkdocs", "build", "-q", "-f", f"{folder}/mkdocs.yml"],
        ):
            subprocess.run([sys.executable, "-m", *line], check=True, stdout=subprocess.DEVNULL)
        table_page = Path(folder, "table.html")
        table_page.write_text(html.dumps(loads(f"#+TITLE: Our notrump\n\n{rows}")), "utf-8")
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        table = browser.new_page(viewport={"width": 760, "height": 700}, device_scale_factor=1.5)
        take(table, table_page.as_uri(), "bidding-table")
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
