"""Sites that Zensical itself builds: it runs the extension, and no plugin."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from mkdocs_bml.__main__ import main as write_files
from tests.manual_pages import TOP

SETTINGS = """\
[project]
site_name = "Club notes"
extra_css = ["assets/bml.css"]

[project.markdown_extensions.pymdownx.superfences]

[project.markdown_extensions.bml]
suit_colors = "two"
"""
OPENINGS = "# Openings\n\n```bml\n1N  15--17 hcp, balanced\n2C  22+ hcp\n```\n"


class Zensical:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "docs").mkdir()
        self.write("../zensical.toml", SETTINGS)

    def write(self, name: str, text: str) -> None:
        path = self.folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def build(self) -> str:
        """Build the site, and return what was printed."""
        result = subprocess.run(
            [Path(sys.executable).parent / "zensical", "build", "--clean", "-f", "zensical.toml"],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(TOP)},
            text=True,
            capture_output=True,
            check=False,
        )
        assert result.returncode == 0, result.stderr
        return result.stdout + result.stderr

    def page(self, name: str) -> BeautifulSoup:
        return BeautifulSoup((self.folder / "site" / name / "index.html").read_text("utf-8"), "html.parser")


@pytest.fixture
def zensical(tmp_path: Path) -> Zensical:
    return Zensical(tmp_path)


def test_pages_show_tables_files_and_frequencies_of_the_whole_site(zensical: Zensical) -> None:
    zensical.write("index.md", OPENINGS)
    zensical.write("responses/after.md", '# After 1NT\n\n```bml file="notrump.bml"\n```\n')
    zensical.write("responses/notrump.bml", "1N---\n2C  Stayman\n")
    zensical.write("often.md", "# How often\n\n```bml frequencies\n```\n")
    assert "BML" not in zensical.build()
    calls = [call.get_text() for call in zensical.page(".").select(".bml-table .bml-call")]
    assert calls == ["1NT", "2C"]
    after = zensical.page("responses/after").select_one(".bml-table")
    assert after is not None
    assert "Stayman" in after.get_text()
    often = zensical.page("often").select_one(".bml-frequencies")
    assert often is not None
    assert "4.87" in often.get_text()
    assert [link["href"] for link in often.select("a")] == ["../#1N", "../#2C"]


def test_a_bidding_box_without_its_script_gets_one_warning(zensical: Zensical) -> None:
    zensical.write("index.md", OPENINGS + "\n```bml explore\n```\n")
    zensical.write("again.md", "# Again\n\n```bml explore\n```\n")
    assert zensical.build().count("does not load the files of its bidding boxes") == 1
    assert write_files([str(zensical.folder / "docs" / "assets")]) == 0
    zensical.write(
        "../zensical.toml", SETTINGS.replace("extra_css", 'extra_javascript = ["assets/bml.js"]\nextra_css')
    )
    assert "does not load" not in zensical.build()


def test_the_list_of_auctions_names_pages_by_their_headings(zensical: Zensical) -> None:
    settings = SETTINGS.replace("extra_css", 'extra_javascript = ["assets/bml-field.js"]\nextra_css')
    zensical.write("../zensical.toml", settings)
    zensical.write("index.md", OPENINGS.replace("# Openings", "# Our openings #"))
    zensical.write("weak-twos.md", "```bml\n2S  6 cards\n```\n")
    assert "does not load" not in zensical.build()
    listed = (zensical.folder / "site/assets/bml-auctions.js").read_text("utf-8")
    assert '"titles":["Our openings","Weak twos"]' in listed


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is printed for a site in which much is amiss; Zensical takes longest to begin."""
    site = Zensical(tmp_path_factory.mktemp("amiss"))
    site.write("../zensical.toml", SETTINGS.replace('extra_css = ["assets/bml.css"]\n', ""))
    site.write("index.md", OPENINGS + '\n```bml file="shown.bml"\n```\n')
    site.write("mistake.md", "# Mistake\n\n```bml\n1C  16+\n8C  Never\n```\n")
    site.write("wrong.bml", "1C  16+\n9C  Never, [x](auction:1D)\n")
    for name in ("again.md", "third.md", "fourth.md"):
        site.write(name, '# Page\n\n```bml file="wrong.bml"\n```\n')
    site.write("shown.bml", "#INCLUDE part.bml\n")
    site.write("part.bml", "1S  5+ cards\n")
    site.write("new/twos.bml", "2S  6 cards\n")
    return site.build()


def test_mistakes_are_printed_with_their_place(printed: str) -> None:
    assert "docs/mistake.md:5:1: BML202:" in printed


def test_a_mistake_in_a_file_that_several_pages_show_is_printed_once(printed: str) -> None:
    assert len(re.findall("wrong.bml:.*BML202", printed)) == 1


def test_a_file_on_no_page_is_named_once(printed: str) -> None:
    assert printed.count("No page shows") == 1
    assert "No page shows new/twos.bml. Run bml quickstart . again, or show it in a block" in printed


def test_a_site_without_the_style_sheet_gets_one_warning(printed: str) -> None:
    assert printed.count("does not load the style sheet") == 1
