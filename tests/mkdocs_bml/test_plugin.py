"""Whole sites beside the scripts: strict builds, dirty builds, programs in processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import markdown
import pytest
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError

from bml_core.render import SuitColors
from bml_core.render.html import script, style_sheet
from mkdocs_bml.extension import BmlExtension
from mkdocs_bml.plugin import BmlPlugin
from tests.mkdocs_bml.pages import fence
from tests.mkdocs_bml.sites import Site, run

PAGES = {
    "index.md": "# Notes\n\nNo tables here.\n",
    "one/openings.md": f"# Openings\n\n{fence('* Limited')}\n{fence('1D  11--15')}\n[back](../index.md)\n",
    "one/club.md": f"# Club\n\n{fence(':file: club.bml')}",
    "one/club.bml": "1C  16+ hcp\n  1D  0--7 hcp\n",
    "aside.md": f"# Aside\n\n{fence('1S  5+ spades')}",
}


NAV: dict[str, Any] = {
    "nav": ["index.md", {"One": ["one/openings.md", "one/club.md"]}],
    "validation": {"omitted_files": "ignore"},
}


class TestPages:
    def test_titles_are_plain_text_in_the_auction_field(self, site: Site) -> None:
        site.write({"index.md": f"# Bob & *Carol*\n\n{fence('1C  16+')}"})
        site.build()
        listed = (site.output / "assets/bml-auctions.js").read_text("utf-8")
        assert '"titles":["Bob \\u0026 Carol"]' in listed

    def test_have_suits_in_the_colours_of_the_site(self, site: Site) -> None:
        site.write(PAGES, {"suit_colors": "two"})
        site.build()
        sheet = (site.output / "assets/bml.css").read_text("utf-8")
        assert sheet == style_sheet(SuitColors.TWO) != style_sheet()
        assert (site.output / "assets/bml.js").read_text("utf-8") == script()

    def test_the_order_of_plugins_makes_no_difference(self, site: Site) -> None:
        built = []
        for plugins in (
            ["bml", "search", "autorefs"],
            ["search", "autorefs", "bml"],
            ["autorefs", "bml", "search"],
        ):
            site.write(PAGES, plugins=plugins)
            site.build()
            files = [path for path in site.output.rglob("*") if path.suffix in (".html", ".json", ".bss")]
            built.append({path.name: re.sub("Build Date.*", "", path.read_text("utf-8")) for path in files})
        assert built[0] == built[1]
        assert "001CP1D=" in built[0]["system.bss"]

    def test_a_build_is_the_same_after_that_of_another_site(self, site: Site, tmp_path: Path) -> None:
        other = Site(tmp_path / "other")
        other.write({"index.md": f"# Other\n\n{fence('1C  strong')}"}, {"collapse": 1})
        built = []
        for _ in range(2):
            site.write(PAGES)
            site.build()
            built.append((site.bss(), str(site.page("one/club/index.html"))))
            other.build()
        assert built[0] == built[1]


class TestSystems:
    def test_hold_a_page_whole_though_a_blog_shows_its_beginning_as_well(self) -> None:
        ours = BmlExtension()
        for text in (fence("1C") + fence("1D"), fence("1C")):
            md = markdown.Markdown(extensions=[ours])
            md.treeprocessors.register(FakeRelpath("post.md"), "relpath", 0)  # type: ignore[arg-type]
            md.convert(text)
        documents = [part.document for part in ours.facts["post.md"].parts]
        assert [document.tables[0].rows[0].call.text for document in documents] == ["1C", "1D"]

    def test_are_not_written_by_a_build_of_changed_pages_alone(self, site: Site) -> None:
        site.write(PAGES, **NAV)
        site.build()
        before = site.bss()
        os.utime(site.folder / "docs/aside.md", (2e9, 2e9))
        site.build(strict=False, dirty=True)
        assert site.bss() == before

    def test_end_their_lines_alike_everywhere(self, site: Site) -> None:
        site.write(PAGES)
        site.build()
        assert "\r" not in site.bss()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1C  strong\n9C", "1 errors"),
        ("1H  5+\n  1C  impossible", "1 errors"),
        ("1C  [x](nowhere.md)", "1 warnings"),
    ],
)
def test_a_fault_fails_a_strict_build(text: str, count: str, site: Site) -> None:
    site.write({"index.md": f"# T\n\n{fence(text)}"})
    with pytest.raises(Abort, match=count):
        site.build()


class TestConfiguration:
    @pytest.mark.parametrize(
        "options",
        [
            {"dialect": "9"},
            {"colapse": 2},
            {"limits": {"x": 1}},
            {"include_roots": ["nowhere"]},
            {"systems": 3},
            {"suit_colors": "three"},
            {"abbreviations": "GF"},
            {"language": "it"},
        ],
    )
    def test_mistakes_stop_the_build(self, options: dict[str, object], site: Site) -> None:
        site.write(PAGES, options)
        with pytest.raises((ConfigurationError, Abort)):
            site.build()

    def test_folders_that_files_come_from_are_watched(self, site: Site) -> None:
        (site.folder / "club").mkdir()
        site.write(PAGES, {"include_roots": ["club"]})
        config = load_config(str(site.folder / "mkdocs.yml"))
        plugin = config.plugins["bml"]
        assert isinstance(plugin, BmlPlugin)
        watched: list[str] = []
        server: Any = type("Server", (), {"watch": lambda self, path: watched.append(path)})()
        plugin.on_serve(server, config=config, builder=lambda: None)
        assert watched == [str(site.folder / "club")]


class TestPrograms:
    """The programs themselves, in processes of their own."""

    @pytest.mark.parametrize("program", ["mkdocs", "properdocs"])
    def test_stop_at_a_mistake(self, program: str, site: Site) -> None:
        site.write({"index.md": f"# T\n\n{fence('9C  strong')}"}, theme="material")
        done = run(program, site.folder)
        assert done.returncode == 1, done.stderr
        assert "BML202" in done.stderr
        assert site.page("index.html").select("div.bml-table")
        assert not (site.output / "system.bss").exists()

    def test_write_the_same_bytes(self, site: Site) -> None:
        site.write(PAGES, theme="material")
        written = []
        for program in ("mkdocs", "properdocs"):
            done = run(program, site.folder)
            assert done.returncode == 0, done.stderr
            assert "BML" not in done.stderr
            written.append((site.bss(), site.page("one/club/index.html").select_one("div.bml-table")))
        assert written[0] == written[1]
        assert written[0][1]

    @pytest.mark.parametrize(("name", "content"), [("bml.css", style_sheet()), ("bml.js", script())])
    def test_write_style_sheet_and_script_for_other_hosts(
        self, name: str, content: str, tmp_path: Path
    ) -> None:
        file = tmp_path / name
        subprocess.run([sys.executable, "-m", "mkdocs_bml", str(file)], check=True)
        assert file.read_text("utf-8") == content


class FakeRelpath:
    """What MkDocs leaves in a conversion to tell its page."""

    def __init__(self, uri: str) -> None:
        self.file = SimpleNamespace(src_uri=uri, abs_src_path=None)
        self.config = {"docs_dir": "/nowhere"}

    def run(self, root: object) -> None:
        """Leave the page as it is."""
