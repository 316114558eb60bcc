"""BML files as pages of a MkDocs site."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any, ClassVar

import pytest
from mkdocs.exceptions import Abort

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

    def test_takes_its_options_from_its_metadata(self, site: Site) -> None:
        site.write({"index.bml": "#+SYSTEM: acol\n#+STYLE: table\n\n1N  12--14\n"}, {"systems": {"acol": {}}})
        site.build()
        assert site.page("index.html").select("table.bml-rows")
        assert "12--14" in site.bss("acol")

    def test_has_its_first_heading_as_title_wherever_it_is(self, site: Site) -> None:
        site.write({"index.md": "# T\n", "a.bml": "Text.\n\n* About !h\n"})
        site.build()
        title = site.page("a/index.html").title
        assert title
        assert title.get_text() == "About ♥ - Site"

    def test_shows_its_errors_at_its_end(self, site: Site, caplog: pytest.LogCaptureFixture) -> None:
        pages = {
            "index.bml": "#+TITLE: T\n#+COLLAPSE: x\n\n9C\n\n#INCLUDE sub/a.bml\n",
            "sub/a.bml": "\n8D\n",
        }
        site.write(pages, {"errors": "show"})
        with pytest.raises(Abort):
            site.build()
        page = site.page("index.html")
        assert [item.get_text()[:12] for item in page.select("ul.bml-errors li")] == [
            "index.bml:4:",
            "a.bml:2: 8D ",
        ]
        places = [line.split(": ")[0].rpartition("docs/")[2] for line in messages(caplog)]
        assert places == ["index.bml:4:1", "sub/a.bml:2:1", "index.bml:2:1"]

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

    @pytest.mark.parametrize(
        ("files", "kept"),
        [
            ({"index.md": "# T\n", "a.md": "# Markdown\n", "a.bml": "* BML\n"}, "a.md"),
            ({"index.bml": "* T\n", "README.bml": "* R\n"}, "index.bml"),
        ],
    )
    def test_with_one_address_are_reported(
        self, files: dict[str, str], kept: str, site: Site, caplog: pytest.LogCaptureFixture
    ) -> None:
        site.write(files)
        with pytest.raises(Abort, match="1 warnings"):
            site.build()
        (message,) = messages(caplog)
        assert f" gets no page, since {kept} has the same address." in message

    def test_in_capitals_are_names_all_the_same(self, site: Site) -> None:
        site.write({"index.md": "[a](NOTES.BML)\n", "NOTES.BML": "1C\n"})
        site.build()
        assert site.page("NOTES/index.html").select(".bml-table")


class TestBesideMarkdown:
    PAGES: ClassVar[dict[str, str]] = {
        "index.md": "# Notes\n\n[p](sub/more.bml) [r](sub/more.bml#1C-1D) [h](sub/more.bml#part-two)\n",
        "shows.md": "# Shows\n\n```bml shown.bml\n```\n",
        "sub/more.bml": "#+TITLE: More\n\n1C\n  1D  relay\n\n* Part two\n\n[back](../index.md)\n",
        "shown.bml": "2N  20--21\n",
    }

    @pytest.mark.parametrize("anchor", ["1C-1D", "1C-1H"])
    def test_links_lead_there_and_others_are_reported(self, anchor: str, site: Site) -> None:
        site.write({**self.PAGES, "more.md": f"# M\n\n[x](sub/more.bml#{anchor})\n"}, **ANCHORS)
        if anchor == "1C-1H":
            with pytest.raises(Abort, match="1 warnings"):
                site.build()
        else:
            site.build()
        links = [a["href"] for a in site.page("index.html").select("[role=main] p a")]
        assert links == ["sub/more/", "sub/more/#1C-1D", "sub/more/#part-two"]

    def test_what_markdown_shows_is_not_a_page(self, site: Site) -> None:
        site.write(self.PAGES)
        site.build()
        assert (site.output / "shown.bml").is_file()
        assert not (site.output / "shown").exists()
        assert site.bss().count("20--21") == 1

    def test_the_navigation_names_them(self, site: Site) -> None:
        nav: list[Any] = ["index.md", {"First": "sub/more.bml"}, "shows.md"]
        site.write(self.PAGES, nav=nav)
        site.build()
        assert site.bss().index("relay") < site.bss().index("20--21")
        title = site.page("sub/more/index.html").title
        assert title
        assert title.get_text() == "First - Site"

    def test_a_part_in_the_navigation_is_reported(self, site: Site, caplog: pytest.LogCaptureFixture) -> None:
        site.write(self.PAGES, nav=["index.md", "shows.md", "sub/more.bml", {"Shown": "shown.bml"}])
        with pytest.raises(Abort):
            site.build()
        assert messages(caplog)[0].startswith(
            "The nav lists shown.bml, but it is included in shows.md and gets no page."
        )


class TestPageLists:
    FILES: ClassVar[dict[str, str]] = {
        "index.bml": "#+TITLE: Top\n#+PAGES: slam bids/* more\n",
        "a.bml": "1C  a\n",
        "bids/one.bml": "1D  one\n",
        "bids/two.md": "# Two\n\n```bml\n1H  two\n```\n",
        "more.bml": "#+PAGES: a\n\n1S  more\n",
        "slam.bml": "4N  slam\n",
        "zero.md": "# Zero\n\n```bml\n2C  zero\n```\n",
    }

    def test_pages_follow_the_one_that_lists_them(self, site: Site) -> None:
        site.write(self.FILES)
        site.build()
        names = [
            a.get_text(strip=True) for a in site.page("index.html").select("ul.navbar-nav:first-child a")
        ]
        assert names == ["Top", "Slam", "Bids", "One", "Two", "More", "A", "Zero"]
        assert re.findall(r"\n00(\d.)=", site.bss()) == ["4N", "1D", "1H", "1S", "1C", "2C"]

    def test_a_nav_goes_before(self, site: Site) -> None:
        site.write(self.FILES, nav=["index.bml", "a.bml", "slam.bml"])
        site.build()
        assert re.findall(r"\n00(\d.)=", site.bss())[:2] == ["1C", "4N"]

    def test_circles_end(self, site: Site) -> None:
        site.write(
            {"index.bml": "#+PAGES: b a\n", "a.bml": "#+PAGES: b\n\n1C\n", "b.bml": "#+PAGES: a\n\n1D\n"}
        )
        site.build()
        assert re.findall(r"\n00(\d.)=", site.bss()) == ["1D", "1C"]

    def test_a_name_of_no_page_is_reported(self, site: Site, caplog: pytest.LogCaptureFixture) -> None:
        site.write({"index.bml": "#+TITLE: x\n#+PAGES: none\n", "a.bml": "1C\n"})
        with pytest.raises(Abort):
            site.build()
        assert "index.bml:2:1: BML139: Page not found: none. The names of #+PAGES:" in messages(caplog)[0]


class TestWishesOfTheSite:
    FILES: ClassVar[dict[str, str]] = {
        "index.md": "# T\n",
        "a.bml": "1C  a\n\n#INCLUDE b.bml\n",
        "b.bml": "1D  b\n",
    }

    def test_excluded_files_are_not_pages_and_include_nothing(self, site: Site) -> None:
        site.write(self.FILES, exclude_docs="a.bml\n")
        site.build()
        assert not (site.output / "a").exists()
        assert site.page("b/index.html").select(".bml-table")

    def test_excluded_parts_are_included_all_the_same(self, site: Site) -> None:
        site.write(self.FILES, exclude_docs="b.bml\n")
        site.build()
        assert not (site.output / "b.bml").exists()
        assert "1D=NYYYYYY008b" in site.bss()

    @pytest.mark.parametrize("quiet", [True, False])
    def test_pages_outside_the_navigation_are_reported_unless_meant(
        self, quiet: bool, site: Site, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.INFO):
            site.write(self.FILES, nav=["index.md"], not_in_nav="a.bml\n" if quiet else "")
            site.build()
        told = [line for line in messages(caplog, logging.INFO) if "not included in the" in line]
        assert bool(told) is not quiet

    def test_drafts_are_not_pages_of_a_finished_site(self, site: Site) -> None:
        site.write(self.FILES, draft_docs="a.bml\n")
        site.build()
        assert not (site.output / "a").exists()
        assert "b" in site.bss()

    def test_a_second_build_sees_what_has_changed(self, site: Site) -> None:
        site.write(self.FILES)
        site.build()
        site.write({"a.bml": "1C  changed\n"})
        site.build()
        assert "changed" in site.bss()
        assert site.page("b/index.html").select(".bml-table")

    def test_a_link_out_of_the_documentation_is_a_page_as_markdown_would_be(self, site: Site) -> None:
        (site.folder / "outside.bml").write_text("1C  outside\n", "utf-8")
        site.write({"index.md": "# T\n"})
        Path(site.folder, "docs/linked.bml").symlink_to("../outside.bml")
        site.build()
        assert "outside" in site.page("linked/index.html").get_text()


def test_anchors_in_any_spelling(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    text = "* Q-Minorwood\n\n* 1C--1D\n\n1C  16+\n  1D  0--7\n"
    links = "[a](a.md#Q-MINORWOOD), [b](a.md#1C--1D), [c](a.md#1C-1D), [d](a.md#1c-1d), [e](a.md#none)"
    site.write({"index.md": f"# T\n\n```bml\n{links}\n```\n", "a.md": f"# A\n\n```bml\n{text}```\n"})
    caplog.set_level("INFO")
    site.build(strict=False)
    found = {
        link.get_text(): link["href"]
        for link in site.page("index.html").select("p > a")
        if link.get_text() in "abcdef"
    }
    assert found == {"a": "a/#q-minorwood", "b": "a/#1c1d", "c": "a/#1C-1D", "d": "a/#1c1d", "e": "a/#none"}
    assert ["'#none'" in message for message in caplog.messages if "an anchor '" in message] == [True]


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
