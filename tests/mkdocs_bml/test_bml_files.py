"""BML files as pages of a MkDocs site."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import ClassVar

import pytest

from tests.estate import SYSTEM, write_estate
from tests.mkdocs_bml.sites import Site, run

ANCHORS = {"validation": {"anchors": "warn"}}


@pytest.fixture
def estate(site: Site) -> Site:
    """The estate, with its odd file in UTF-8, so that a strict build has nothing to say."""
    write_estate(site.folder / "docs")
    odd = site.folder / "docs/defence.bml"
    odd.write_text(odd.read_text("latin-1"), "utf-8")
    site.write({}, **ANCHORS)
    return site


def messages(caplog: pytest.LogCaptureFixture, level: int = logging.WARNING) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= level]


class TestEstate:
    def test_is_a_site_with_all_its_pages_in_the_navigation(self, estate: Site) -> None:
        estate.build()
        page = estate.page("index.html")
        names = [a.get_text(strip=True) for a in page.select("ul.navbar-nav a")]
        assert names[:5] == ["Lighthouse Precision", "Défense", "Answers", "After one club", "Two clubs"]
        assert page.title
        assert page.title.get_text() == "Site"
        assert [f"{tag.name} {tag.get_text()}" for tag in page.select("[role=main] :is(h1, h2, h3)")] == [
            "h1 Lighthouse Precision",
            "h2 Openings",
            "h3 In short",
        ]

    def test_is_exported_once_in_the_order_of_the_navigation(self, estate: Site) -> None:
        estate.build()
        assert estate.bss() == SYSTEM

    def test_says_what_is_part_of_what(self, estate: Site, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.INFO):
            estate.build()
        for part in ("parts/deeper/two.bml", "parts/openings.bml"):
            assert f"{part} is included in index.bml" in messages(caplog, logging.INFO)

    @pytest.mark.parametrize(
        ("directory_urls", "page"), [(True, "answers/one-club/"), (False, "answers/one-club.html")]
    )
    def test_links_lead_to_pages_rows_and_headings(
        self, directory_urls: bool, page: str, estate: Site
    ) -> None:
        estate.write({}, use_directory_urls=directory_urls, **ANCHORS)
        estate.build()
        links = [a["href"] for a in estate.page("index.html").select("[role=main] p a")]
        assert links == [page, f"{page}#1C-1D", f"{page}#interference"]

    def test_search_finds_its_calls_and_words(self, estate: Site) -> None:
        estate.write({}, plugins=["search", "bml"])
        estate.build()
        index = json.loads((estate.output / "search/search_index.json").read_text("utf-8"))
        found = {entry["location"]: entry["text"] for entry in index["docs"]}
        assert "1D" in found["#openings"]
        assert "Punitif" in found["defence/"]

    @pytest.mark.parametrize("program", ["mkdocs", "properdocs"])
    def test_builds_strictly_with_either_program(self, program: str, estate: Site) -> None:
        estate.write({}, theme="material", repo_url="https://git.example/notes", **ANCHORS)
        done = run(program, estate.folder)
        assert (done.returncode, "WARNING" in done.stderr) == (0, False), done.stderr
        assert estate.bss() == SYSTEM
        contents = estate.page("index.html").select(".md-nav--secondary a")
        assert {a.get_text(strip=True) for a in contents} == {"Openings", "In short"}


class TestPage:
    def test_knows_its_description_and_author(self, estate: Site) -> None:
        estate.write({}, theme="material")
        estate.build()
        page = estate.page("index.html")
        assert page.select('meta[name="description"][content="Strong C, five-card majors"]')
        assert page.select('meta[name="author"][content="Anna & Bert"]')

    def test_is_edited_where_it_is(self, estate: Site) -> None:
        estate.write({}, repo_url="https://git.example/notes", edit_uri="edit/main/docs/")
        estate.build()
        links = [a["href"] for a in estate.page("defence/index.html").select("a[href*='edit/main']")]
        assert links == ["https://git.example/notes/edit/main/docs/defence.bml"]

    @pytest.mark.parametrize(
        "text",
        ["", "\n", "\ufeff", "template: x\n", "---\ntitle: x\n---\n", "1C\n", "{{ x }} <b>\n", "* A\n* A\n"],
    )
    def test_may_hold_anything(self, text: str, site: Site) -> None:
        site.write({"index.bml": text})
        site.build()
        assert site.page("index.html").select("h1")

    def test_may_have_any_encoding(self, site: Site, caplog: pytest.LogCaptureFixture) -> None:
        write_estate(site.folder / "docs")
        site.write({})
        site.build(strict=False)
        assert "à partir de 15" in site.page("defence/index.html").get_text()
        assert [line.split(": ")[1] for line in messages(caplog)] == ["BML121"]

    @pytest.mark.slow
    def test_may_be_huge(self, site: Site) -> None:
        tables = "".join(
            f"1C-{1 + n // 5}{'CDHSN'[n % 5]}---\n" + "7N  x\n" * 100 + "\n" for n in range(1, 34)
        )
        site.write({"index.bml": tables})
        site.build()
        assert len(site.page("index.html").select(".bml-row")) > 3_000


class TestNames:
    @pytest.mark.parametrize("name", ["after 1NT", "défense à 1SA", "a[1]", "x*y?", "1♣", "a'b\"c", "a.b"])
    def test_of_pages_and_parts_may_be_anything(self, name: str, site: Site) -> None:
        files = {
            "index.bml": "Text.\n",
            f"{name}.bml": f"1C\n\n#INCLUDE parts/{name}.bml\n",
            f"parts/{name}.bml": "1D  part\n",
        }
        site.write(files)
        site.build()
        assert site.page(f"{name}/index.html").select(".bml-table")
        assert site.bss().count("part") == 1


class TestWishesOfTheSite:
    FILES: ClassVar[dict[str, str]] = {
        "index.md": "# T\n",
        "a.bml": "1C  a\n\n#INCLUDE b.bml\n",
        "b.bml": "1D  b\n",
    }

    @pytest.mark.parametrize("quiet", [True, False])
    def test_pages_outside_the_navigation_are_reported_unless_meant(
        self, quiet: bool, site: Site, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.INFO):
            site.write(self.FILES, nav=["index.md"], not_in_nav="a.bml\n" if quiet else "")
            site.build()
        told = [line for line in messages(caplog, logging.INFO) if "not included in the" in line]
        assert bool(told) is not quiet

    def test_a_link_out_of_the_documentation_is_a_page_as_markdown_would_be(self, site: Site) -> None:
        (site.folder / "outside.bml").write_text("1C  outside\n", "utf-8")
        site.write({"index.md": "# T\n"})
        Path(site.folder, "docs/linked.bml").symlink_to("../outside.bml")
        site.build()
        assert "outside" in site.page("linked/index.html").get_text()


# What plugins for several languages do: each page comes from the folder of its language, as a file anew.
LANGUAGES = """\
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files


@event_priority(-100)
def on_files(files, config):
    found = [file for file in files if not file.abs_src_path.startswith(config.docs_dir)]
    for file in files:
        if file not in found and file.src_uri.startswith("en/"):
            dest = file.dest_uri.removeprefix("en/")
            found.append(File(file.src_uri, config.docs_dir, config.site_dir, True, dest_uri=dest))
    return Files(found)
"""


def test_pages_stay_pages_where_a_plugin_for_several_languages_replaces_the_files(site: Site) -> None:
    page = "# Start\n\nSee [](auction:1N-2C).\n\n```bml\n1C  16+\n```\n"
    pages = {"en/index.md": page, "en/notrump.bml": "1N  15--17\n  2C  Stayman\n", "de/index.md": "# x\n"}
    site.write(pages, hooks=["languages.py"])
    (site.folder / "languages.py").write_text(LANGUAGES, "utf-8")
    site.build()
    assert site.page("index.html").select("a[href='notrump/#1N-2C']")
    assert site.page("notrump/index.html").select_one(".bml-table [id='1N-2C']")
    assert (site.output / "assets/bml.css").is_file()
    assert "001NP2C=" in site.bss()
