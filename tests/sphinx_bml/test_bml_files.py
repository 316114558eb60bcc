"""BML files as pages of a Sphinx project."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import ClassVar

import pytest
from bs4 import BeautifulSoup

from tests.estate import LATIN_1, SYSTEM, write_estate
from tests.sphinx_bml.projects import Build, Project
from tests.sphinx_bml.test_builders import BUILDERS

Make = Callable[..., Project]

ALONE = 'source_suffix = {".bml": "bml"}\n'
BESIDE = 'source_suffix = {".rst": "restructuredtext", ".md": "markdown", ".bml": "bml"}\n'
QUIET = 'suppress_warnings = ["bml.BML121"]\n'
PARTS = ["parts/deeper/two", "parts/openings"]


@pytest.fixture
def estate(project: Make) -> Project:
    made = project({}, ALONE + QUIET + 'copyright = "us"\nversion = "1"\n')
    write_estate(made.folder)
    return made


def later(project: Project, name: str, text: str) -> None:
    """Change a file, and date it into the future as if that had been after the last build."""
    project.write(name, text)
    path = project.folder / name
    moment = path.stat().st_mtime + 60
    os.utime(path, (moment, moment))


def contents(build: Build, docname: str = "index") -> list[str]:
    found: list[str] = build.app.env.toctree_includes.get(docname, [])
    return found


class TestEstate:
    @pytest.mark.parametrize("builder", BUILDERS)
    def test_builds_with_every_builder_without_a_warning(self, estate: Project, builder: str) -> None:
        assert estate.build(builder, jobs=2, nitpicky=True).warnings == []

    def test_is_a_site_with_all_its_pages_in_the_contents(self, estate: Project) -> None:
        build = estate.build()
        assert contents(build) == ["defence", "answers/one-club", "answers/two_clubs"]
        assert [a.get_text() for a in build.html().select(".toctree-l1 > a")] == [
            "Défense",
            "After one club",
            "Two clubs",
            "When they double",
        ]

    def test_is_exported_once_in_the_order_of_the_contents(self, estate: Project) -> None:
        assert estate.build("bss").text("system.bss") == SYSTEM
        assert estate.build("bss", jobs=2).text("system.bss") == SYSTEM

    def test_says_what_is_part_of_what(self, estate: Project) -> None:
        status = estate.build().app.status.getvalue()
        for part in PARTS:
            assert f"{part}.bml is included in index.bml" in status

    def test_old_encodings_are_read_and_reported(self, estate: Project) -> None:
        build = estate.build(suppress_warnings=[])
        assert "Punitif, à partir de 15" in build.text("defence.html")
        (warning,) = build.warnings
        assert warning.startswith(f"{next(iter(LATIN_1))}:1: WARNING: The file is not UTF-8")

    def test_links_lead_to_pages_rows_and_headings(self, estate: Project) -> None:
        links = [a["href"] for a in estate.build().html().select("p a.reference")]
        page = "answers/one-club.html"
        assert links == [page, f"{page}#1C-1D", f"{page}#interference"]

    @pytest.mark.parametrize(("author", "shown"), [("", r"Anna \& Bert"), ('author = "Carla"\n', "Carla")])
    def test_has_the_author_of_its_first_page_unless_conf_py_says_one(
        self, author: str, shown: str, estate: Project
    ) -> None:
        conf = estate.folder / "conf.py"
        conf.write_text(conf.read_text("utf-8") + author, "utf-8")
        build = estate.build("latex")
        assert rf"\author{{{shown}}}" in build.text("notes.tex")
        assert estate.build("latex").read == []

    def test_search_finds_its_calls_and_words(self, estate: Project) -> None:
        index = estate.build().text("searchindex.js")
        assert all(word in index for word in ("1d", "punitif", "lighthous"))


class TestPage:
    def test_has_sections_title_and_metadata(self, estate: Project) -> None:
        build = estate.build()
        headings = [
            tag.name + " " + tag.get_text().rstrip("¶")
            for tag in build.html().select("section > :is(h1, h2, h3)")
        ]
        assert headings == ["h1 Lighthouse Precision", "h2 Openings", "h3 In short"]
        page = BeautifulSoup(build.text("index.html"), "html.parser")
        said = {tag["name"]: tag["content"] for tag in page.select("meta[name][content]")}
        assert (said["description"], said["author"]) == ("Strong C, five-card majors", "Anna & Bert")
        assert build.app.env.metadata["index"]["author"] == "Anna & Bert"

    def test_takes_its_options_from_its_metadata(self, project: Make) -> None:
        page = "#+SYSTEM: acol\n#+STYLE: table\n#+HCP: yes\n\n1N  12--14\n\nN AKQ xxx xxx xxxx\n"
        made = project({"index.bml": page}, ALONE)
        build = made.build()
        assert build.warnings == []
        assert build.html().select("table.bml-rows")
        assert build.html().select(".bml-hcp")
        assert "12--14" in made.build("bss").text("acol.bss")

    def test_opens_and_closes_its_rows_as_it_says(self, estate: Project) -> None:
        assert estate.build().html("answers/one-club.html").select("details:not([open])")

    def test_has_the_files_line_in_its_warnings(self, project: Make) -> None:
        files = {
            "index.bml": "#+COLLAPSE: deep\n\n* One\n\n9C  no bid\n\n#INCLUDE parts/a.bml\n",
            "parts/a.bml": "\n\n8D\n",
        }
        warnings = project(files, ALONE).build().warnings
        assert [line.split(": WARNING")[0] for line in warnings] == [
            "index.bml:5",
            "parts/a.bml:3",
            "index.bml:1",
        ]

    @pytest.mark.parametrize("text", ["", "\n", "\ufeff", "1C\n", "text\n\n* H\n\n1C\n", "* A\n* A\n*** B\n"])
    def test_may_hold_anything(self, text: str, project: Make) -> None:
        build = project({"index.bml": text}, ALONE).build("html", nitpicky=True)
        assert build.warnings == []
        assert build.html().select("h1")

    @pytest.mark.slow
    def test_may_be_huge(self, project: Make) -> None:
        rows = "".join(
            f"1C-{level}{strain}---\n2N  {n}\n\n" for n in range(15) for level in (3, 4) for strain in "CDHSN"
        )
        tree = "".join(f"{1 + n // 5}{'CDHSN'[n % 5]}  x\n" + "  D  y\n    R  z\n" * 100 for n in range(10))
        build = project({"index.bml": tree + "\n" + rows}, ALONE).build()
        assert len(build.text("index.html")) > 150_000

    def test_is_translated_like_any_other(self, estate: Project) -> None:
        assert 'msgid "Lighthouse Precision"' in estate.build("gettext").text("index.pot")


class TestNames:
    @pytest.mark.parametrize("name", ["after 1NT", "défense à 1SA", "a[1]", "x*y?", "1♣", "a.b"])
    def test_of_pages_and_parts_may_be_anything(self, name: str, project: Make) -> None:
        files = {
            "index.bml": "Text.\n",
            f"{name}.bml": f"1C\n\n#INCLUDE parts/{name}.bml\n",
            f"parts/{name}.bml": "1D  part\n",
        }
        made = project(files, ALONE)
        build = made.build()
        assert build.warnings == []
        assert contents(build) == [name]
        assert "part" in made.build("bss").text("system.bss")

    def test_beside_another_page_of_that_name_are_reported_by_sphinx(self, project: Make) -> None:
        made = project({"index.rst": "T\n=\n", "index.bml": "1C\n"}, BESIDE)
        assert "multiple files found" in "".join(made.build().warnings)

    def test_in_a_list_of_endings_are_bml_all_the_same(self, project: Make) -> None:
        build = project({"index.bml": "* T\n\n1C  strong\n"}, 'source_suffix = [".rst", ".bml"]\n').build()
        assert build.warnings == []
        assert build.html().select(".bml-table")


class TestBesideOtherPages:
    PAGES: ClassVar = {
        "index.rst": """\
            Notes
            =====

            :bml:`see [a row](more.bml#1C-1D)`, :doc:`more`

            .. bml:: shown.bml

            .. toctree::

               more
               other
            """,
        "other.md": "# Other\n\n[page](more.bml), [row](more.bml#1C-1D), [heading](more.bml#part-two)\n",
        "more.bml": "#+TITLE: More\n\n1C\n  1D  relay\n\n* Part two\n",
        "shown.bml": "2N  20--21\n",
    }

    def test_links_lead_there_from_both(self, project: Make) -> None:
        build = project(self.PAGES, BESIDE).build(nitpicky=True)
        assert build.warnings == []
        assert build.html().select('p a[href="more.html#1C-1D"]')
        links = [a["href"] for a in build.html("other.html").select("p a.reference")]
        assert links == ["more.html", "more.html#1C-1D", "more.html#part-two"]

    def test_names_with_blanks_are_written_as_in_addresses(self, project: Make) -> None:
        pages = {
            "index.bml": "#+TITLE: Club\n\n"
            "[page](one%20club.bml), [row](one%20club.bml#1C), [card](our%20card.txt)\n",
            "one club.bml": "#+TITLE: One club\n\n1C  16+\n",
            "our card.txt": "A card.\n",
        }
        build = project(pages, BESIDE).build()
        assert build.warnings == []
        links = [a["href"] for a in build.html().select("p a.reference")]
        page, row, card = links
        assert (page, row) == ("one%20club.html", "one%20club.html#1C")
        assert str(card).endswith("/our%20card.txt")

    def test_what_they_show_is_not_a_page(self, project: Make) -> None:
        build = project(self.PAGES, BESIDE).build("bss")
        assert sorted(build.app.env.all_docs) == ["index", "more", "other"]
        assert build.text("system.bss").count("20--21") == 1

    def test_without_the_setting_bml_files_are_not_pages(self, project: Make) -> None:
        pages = {"index.rst": "T\n=\n\n.. bml:: a.bml\n", "a.bml": "1C\n", "b.bml": "1D\n"}
        build = project(pages).build()
        assert build.warnings == []
        assert sorted(build.app.env.all_docs) == ["index"]


class TestContents:
    FILES: ClassVar = {
        "index.bml": "#+PAGES: two sub/*\n",
        "two.bml": "* Two\n",
        "sub/a.bml": "#+PAGES: deep/*\n",
        "sub/b.bml": "",
        "sub/deep/c.bml": "",
    }

    def test_are_what_pages_list(self, project: Make) -> None:
        build = project(self.FILES, ALONE).build()
        assert build.warnings == []
        assert contents(build) == ["two", "sub/a", "sub/b"]
        assert contents(build, "sub/a") == ["sub/deep/c"]

    def test_without_a_list_are_the_pages_that_no_other_lists(self, project: Make) -> None:
        build = project({**self.FILES, "index.bml": ""}, ALONE).build()
        assert contents(build) == ["two", "sub/a", "sub/b"]

    def test_name_pages_that_are_not_there(self, project: Make) -> None:
        build = project({"index.bml": "\n#+PAGES: two nowhere\n", "two.bml": ""}, ALONE).build()
        assert build.warnings == [
            "index.bml:2: WARNING: Page not found: nowhere. The names of #+PAGES: are relative to the page, "
            "or with a leading / to the source folder. [bml.pages]"
        ]


class TestRebuilding:
    def test_without_a_change_nothing_is_read(self, estate: Project) -> None:
        assert estate.build().read == ["answers/one-club", "answers/two_clubs", "defence", "index"]
        assert estate.build().read == []

    def test_a_change_of_a_part_reads_the_page(self, estate: Project) -> None:
        estate.build()
        later(estate, "parts/deeper/two.bml", "2C  changed\n")
        build = estate.build("bss")
        assert build.read == ["index"]
        assert "changed" in build.text("system.bss")

    def test_a_new_page_gets_into_the_contents(self, estate: Project) -> None:
        estate.build()
        estate.write("leads.bml", "* Leads\n")
        build = estate.build()
        assert build.read == ["index", "leads"]
        assert "leads" in contents(build)

    def test_a_page_that_is_gone_leaves_them(self, estate: Project) -> None:
        estate.build()
        (estate.folder / "defence.bml").unlink()
        build = estate.build()
        assert build.warnings == []
        assert "defence" not in contents(build)

    def test_a_list_elsewhere_takes_a_page_out_of_the_first(self, estate: Project) -> None:
        estate.build()
        later(estate, "answers/two_clubs.bml", "* Two clubs\n\n#+PAGES: one-club\n")
        build = estate.build()
        assert contents(build) == ["defence", "answers/two_clubs"]

    def test_a_page_becomes_a_part_and_a_page_again(self, estate: Project) -> None:
        before = estate.build("bss").text("system.bss")
        text = (estate.folder / "index.bml").read_text("utf-8")
        later(estate, "index.bml", f"{text}\n#INCLUDE answers/two_clubs.bml\n")
        build = estate.build("bss", jobs=2)
        assert "answers/two_clubs" not in build.app.env.all_docs
        assert build.text("system.bss").count("Relay") == 1
        later(estate, "index.bml", text)
        assert estate.build("bss").text("system.bss") == before


def test_anchors_in_any_spelling(project: Make) -> None:
    text = "* Q-Minorwood\n\n* 1C--1D\n\n1C  16+\n  1D  0--7\n"
    links = "[a](a.md#Q-MINORWOOD), [b](a.md#1C--1D), [c](a.md#1C-1D), [d](a.md#1c-1d), [e](a.md#c1d)"
    pages = {
        "index.md": f"# T\n\n```bml\n{links}\n```\n\n[f](a.md#Q-Minorwood)\n\n```{{toctree}}\na\n```\n",
        "a.md": f"# A\n\n```bml\n{text}```\n",
    }
    built = project(pages).build()
    assert built.warnings == []
    found = {
        link.get_text(): link["href"]
        for link in built.html("index.html").select("p > a")
        if link.get_text() in "abcdef"
    }
    assert found == {
        "a": "a.html#q-minorwood",
        "b": "a.html#1c1d",
        "c": "a.html#1C-1D",
        "d": "a.html#1c1d",
        "e": "a.html#c1d",
        "f": "a.html#q-minorwood",
    }
    ids = [section["id"] for section in built.html("a.html").select("section section")]
    assert ids == ["q-minorwood", "1c1d"]
    # The contents, which show suits, are on a page without BML of its own, too.
    assert "bml.css" in built.text("genindex.html")
