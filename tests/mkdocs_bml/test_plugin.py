"""Whole sites: pages, style sheet, exported systems, strict builds."""

from __future__ import annotations

import logging
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

from bml_core import expand, parse
from bml_core.formats import bss
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
    def test_show_tables_and_headings(self, site: Site) -> None:
        site.write(PAGES)
        site.build()
        page = site.page("one/openings/index.html")
        assert page.select("div.bml-table")
        assert page.select_one("h2#limited")
        assert page.select_one('a[href="#limited"]'), "the theme's table of contents"
        assert site.page("one/club/index.html").select("div.bml-table details")

    @pytest.mark.parametrize(
        ("directory_urls", "path", "css"),
        [
            (True, "one/club/index.html", "../../assets/bml.css"),
            (False, "one/club.html", "../assets/bml.css"),
        ],
    )
    def test_with_bml_and_no_others_link_the_style_sheet(
        self, directory_urls: bool, path: str, css: str, site: Site
    ) -> None:
        site.write(PAGES, use_directory_urls=directory_urls)
        site.build()
        (link,) = site.page(path).select('link[rel="stylesheet"][href$="bml.css"]')
        assert link["href"] == css
        assert (site.output / path).parent.joinpath(css).resolve().read_text("utf-8") == style_sheet()
        assert "bml.css" not in (site.output / "index.html").read_text("utf-8")
        assert "bml.css" not in (site.output / "404.html").read_text("utf-8")

    def test_with_bml_and_no_others_link_the_script(self, site: Site) -> None:
        site.write(PAGES)
        site.build()
        (found,) = site.page("one/club/index.html").select('script[src$="bml.js"]')
        assert found["src"] == "../../assets/bml.js"
        assert found.has_attr("defer")
        assert (site.output / "assets/bml.js").read_text("utf-8") == script()
        assert "bml.js" not in (site.output / "index.html").read_text("utf-8")

    def test_with_links_to_auctions_alone_link_the_script(self, tmp_path: Path) -> None:
        site = Site(tmp_path)
        pages = {
            "index.md": "See [Stayman](auction:1N-2C).\n",
            "a.md": "```bml\n1N  15-17\n  2C  Stayman\n```\n",
        }
        site.write(pages)
        site.build()
        files = ("assets/bml.css", "assets/bml.js")
        assert all(name in (site.output / "index.html").read_text("utf-8") for name in files)

    def test_files_of_the_site_itself_stand(self, site: Site) -> None:
        site.write({**PAGES, "assets/bml.css": "/* mine */", "assets/bml.js": "// mine"})
        site.build()
        assert (site.output / "assets/bml.css").read_text("utf-8") == "/* mine */"
        assert (site.output / "assets/bml.js").read_text("utf-8") == "// mine"

    def test_have_suits_in_the_colours_of_the_site(self, site: Site) -> None:
        site.write(PAGES, {"suit_colors": "two"})
        site.build()
        sheet = (site.output / "assets/bml.css").read_text("utf-8")
        assert sheet == style_sheet(SuitColors.TWO) != style_sheet()

    def test_have_words_in_the_language_of_the_site(self, site: Site) -> None:
        site.write(PAGES | {"aside.md": fence("(1S)\n  D  Takeout")}, {"language": "nl"})
        site.build()
        calls = [call.get_text() for call in site.page("aside/index.html").select(".bml-call")]
        assert calls == ["(1S)", "Doublet"]

    def test_explain_the_abbreviations_of_the_site(self, site: Site) -> None:
        site.write(
            {"index.md": f"# T\n\n{fence('1C  FNT, GF')}"}, {"abbreviations": {"FNT": "forcing notrump"}}
        )
        site.build()
        words = site.page("index.html").select(".bml-text abbr")
        assert [word["title"] for word in words] == ["forcing notrump", "game forcing"]
        site.write({}, {"abbreviations": False})
        site.build()
        assert site.page("index.html").select(".bml-text abbr") == []

    def test_links_to_rows_are_right_and_others_are_reported(
        self, site: Site, caplog: pytest.LogCaptureFixture
    ) -> None:
        rows = fence("1N  x\n  (2C)  y\n    D  z")
        other = "[a](rows.md#1N-(2C)-D) [b](rows.md#1N-2C)"
        pages = {"index.md": f"# T\n\n{other}", "rows.md": f"# R\n\n[c](#1N)\n\n{rows}"}
        site.write(pages, validation={"anchors": "warn"})
        with pytest.raises(Abort, match="1 warnings"):
            site.build()
        told = [record.getMessage() for record in caplog.records if "anchor" in record.getMessage()]
        assert len(told) == 1
        assert "1N-2C" in told[0]

    @pytest.mark.parametrize(
        ("directory_urls", "target"), [(True, "../club/#club"), (False, "club.html#club")]
    )
    def test_links_in_bml_lead_to_pages(self, directory_urls: bool, target: str, site: Site) -> None:
        text = fence("* See [club](club.md#club)\n\n1C  [more](club.md#club)\n  1D  negative")
        site.write({**PAGES, "one/links.md": f"# Links\n\n{text}"}, use_directory_urls=directory_urls)
        site.build()
        page = site.page("one/links/index.html" if directory_urls else "one/links.html")
        assert [
            a["href"] for a in page.select("h2 a[href], .bml-links a") if a.get_text() in ("club", "more")
        ] == [target, target]

    def test_a_link_to_no_page_fails_a_strict_build(self, site: Site) -> None:
        site.write({"index.md": f"# T\n\n{fence('1C  [more](nowhere.md)')}"})
        with pytest.raises(Abort):
            site.build()

    def test_a_link_to_a_named_block_is_right(self, site: Site, caplog: pytest.LogCaptureFixture) -> None:
        site.write(
            {"index.md": f"# T\n\n[x](#stayman)\n\n{fence('1N-2C;', 'name=Stayman')}"},
            validation={"anchors": "warn"},
        )
        site.build()

    def test_a_page_that_begins_with_a_fence_has_its_heading_as_title(self, site: Site) -> None:
        site.write({"index.md": fence("* Precision\n\n1C  strong")})
        site.build()
        assert site.page("index.html").title
        assert "h1" in [tag.name for tag in site.page("index.html").find_all(id="precision")]

    def test_search_finds_calls(self, site: Site) -> None:
        site.write(PAGES, plugins=["search", "bml"])
        site.build()
        index = (site.output / "search/search_index.json").read_text("utf-8")
        assert "1D" in index
        assert "color-mix" not in index

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

    @pytest.mark.parametrize("plugins", [["search", "bml"], ["bml", "search"]])
    def test_a_hook_may_write_fences(self, site: Site, plugins: list[str]) -> None:
        """As plugins that include files or run macros do."""
        site.write({"index.md": "# T\n\n{{ rows }}\n"}, plugins=plugins, hooks=["hook.py"])
        code = f"def on_page_markdown(text, **_): return text.replace('{{{{ rows }}}}', {fence('1C  16+')!r})"
        (site.folder / "hook.py").write_text(code, encoding="utf-8")
        site.build()
        assert "16+" in site.page("index.html").get_text()
        assert "001C=" in site.bss()


class TestSystems:
    def test_are_written_in_the_order_of_the_navigation_and_the_rest_after(self, site: Site) -> None:
        site.write(PAGES, **NAV)
        site.build()
        texts = ["1D  11--15", PAGES["one/club.bml"], "1S  5+ spades"]
        expected = bss.dumps(expand([parse(text) for text in texts]), title="Site")
        assert site.bss() == expected

    def test_have_title_and_summary_of_the_site_unless_they_say_better(self, site: Site) -> None:
        pages = {
            "index.md": "# T\n\n"
            + fence("#+TITLE: Precision\n\n1C  strong", "system=precision")
            + "\n"
            + fence("1N  weak", "system=kamikaze")
            + "\n"
            + fence("1H  5+")
        }
        texts = {
            "acol": {"title": "Acol"},
            "precision": None,
            "kamikaze": {"title": "Kamikaze", "summary": "10--12"},
        }
        site.write(pages, {"systems": texts}, site_description="About it")
        site.build()
        heads = [site.bss(name).splitlines()[0] for name in ("precision", "kamikaze", "acol")]
        assert heads == [
            "*00{Precision}=NYYYYYYAbout it",
            "*00{Kamikaze}=NYYYYYY10--12",
            "*00{Acol}=NYYYYYYAbout it",
        ]

    def test_hold_a_page_whole_though_a_blog_shows_its_beginning_as_well(self) -> None:
        ours = BmlExtension()
        for text in (fence("1C") + fence("1D"), fence("1C")):
            md = markdown.Markdown(extensions=[ours])
            md.treeprocessors.register(FakeRelpath("post.md"), "relpath", 0)  # type: ignore[arg-type]
            md.convert(text)
        documents = [part.document for part in ours.facts["post.md"].parts]
        assert [document.tables[0].rows[0].call.text for document in documents] == ["1C", "1D"]

    def test_without_agreements_are_not_written(self, site: Site) -> None:
        site.write({"index.md": f"# T\n\n{fence('Only text.')}"})
        site.build()
        assert not list(site.output.glob("*.bss"))

    def test_of_drafts_are_not_written(self, site: Site) -> None:
        site.write(PAGES, draft_docs="aside.md", **NAV)
        site.build()
        assert "1S" not in site.bss()

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


class TestStrict:
    def test_an_error_fails_the_build_and_the_site_stays(
        self, site: Site, caplog: pytest.LogCaptureFixture
    ) -> None:
        site.write({"index.md": f"---\ntitle: T\n---\n# T\n\n{fence('1C  strong' + chr(10) + '9C')}"})
        with pytest.raises(Abort, match="1 errors"):
            site.build()
        assert not site.page("index.html").select(".bml-errors")
        messages = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
        assert messages[0].startswith(
            f"{os.path.relpath(site.folder)}/docs/index.md:8:1: BML202: "
        ) or messages[0].startswith(f"{site.folder}/docs/index.md:8:1: BML202: ")

    def test_without_strict_it_does_not(self, site: Site) -> None:
        site.write({"index.md": f"# T\n\n{fence('9C')}"})
        site.build(strict=False)

    def test_an_illegal_call_across_pages_is_reported(
        self, site: Site, caplog: pytest.LogCaptureFixture
    ) -> None:
        site.write({"index.md": f"# T\n\n{fence('1H  5+' + chr(10) + '  1C  impossible')}"})
        with pytest.raises(Abort, match="1 warnings"):
            site.build()
        assert any("index.md:5:" in r.getMessage() for r in caplog.records if r.levelno == logging.WARNING)


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

    def test_numbers_as_yaml_reads_them(self, site: Site) -> None:
        site.write({"index.md": f"# T\n\n{fence('2Y  two')}"}, {"dialect": 2.7, "collapse": 1})
        site.build()

    def test_include_roots_are_relative_to_the_configuration(self, site: Site) -> None:
        (site.folder / "club").mkdir()
        (site.folder / "club/a.bml").write_text("1C  strong\n", encoding="utf-8")
        site.write({"index.md": f"# T\n\n{fence('#INCLUDE ../club/a.bml')}"}, {"include_roots": ["club"]})
        site.build()
        assert "strong" in site.bss()

    @pytest.mark.parametrize("name", ["bml", "mkdocs_bml"])
    def test_a_listed_extension_is_replaced(self, name: str, site: Site) -> None:
        site.write(PAGES, markdown_extensions=[name, "pymdownx.superfences"])
        site.build()
        assert len(site.page("one/openings/index.html").select("div.bml-table")) == 1

    def test_the_options_of_a_listed_extension_are_a_warning(self, site: Site) -> None:
        site.write(PAGES, markdown_extensions=[{"bml": {"collapse": 2}}])
        with pytest.raises(Abort):
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
    @pytest.mark.parametrize(("text", "status"), [("1C  strong", 0), ("9C  strong", 1)])
    def test_build_strictly(self, program: str, text: str, status: int, site: Site) -> None:
        site.write({"index.md": f"# T\n\n{fence(text)}"}, theme="material")
        done = run(program, site.folder)
        assert done.returncode == status, done.stderr
        assert ("BML202" in done.stderr) == bool(status)
        assert site.page("index.html").select("div.bml-table")
        assert (site.output / "system.bss").exists() == (not status)

    def test_write_the_same_bytes(self, site: Site) -> None:
        site.write(PAGES, theme="material")
        written = []
        for program in ("mkdocs", "properdocs"):
            assert run(program, site.folder).returncode == 0
            written.append((site.bss(), site.page("one/club/index.html").select_one("div.bml-table")))
        assert written[0] == written[1]

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


def test_one_message_of_a_file_however_often_it_is_included(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    pages = {f"{name}.md": f"# {name}\n\n```bml\n#INCLUDE part.bml\n```\n" for name in ("index", "a", "b")}
    site.write({**pages, "part.bml": "8C  wrong\n"})
    for _ in range(2):
        caplog.clear()
        site.build(strict=False)
        (message,) = [m for record in caplog.records if "8C" in (m := record.getMessage())]
        assert "part.bml:1:1: BML202: 8C is" in message
