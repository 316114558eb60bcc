"""Pages offer exported files: links that lead to files, in every web site, and words elsewhere."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.sphinx_bml.projects import Build, Project
from tests.sphinx_bml.test_rebuilding import later

Make = Callable[..., Project]

FILES = ["system.bss", "system.bboalert.txt"]
PAGES = {
    "index.rst": "Page\n====\n\n.. toctree::\n\n   notes/system\n   notes/deep/club\n\n.. bml:download::\n",
    "notes/system.md": "# System\n\n```bml\n1N  15--17\n```\n\n```bml download\n```\n",
    "notes/deep/club.rst": "Club\n====\n\n.. bml::\n   :system: club\n\n   1C  Strong, any\n\n"
    ".. bml:download:: For the table, 1!c\n   :system: club\n   :formats: bboalert\n",
}


def links(build: Build, page: str) -> dict[str, str]:
    """What the links of a page say, by where they lead."""
    found = build.html(page).select("ul.bml-downloads a[download]")
    return {str(link["href"]): link.get_text() for link in found}


def lead_to_files(build: Build, page: str) -> bool:
    folder = Path(build.app.outdir, page).parent
    return all((folder / unquote(target)).is_file() for target in links(build, page))


@pytest.mark.parametrize(
    ("builder", "pages"),
    [
        ("html", {"index.html": "", "notes/system.html": "../", "notes/deep/club.html": "../../"}),
        (
            "dirhtml",
            {
                "index.html": "",
                "notes/system/index.html": "../../",
                "notes/deep/club/index.html": "../../../",
            },
        ),
    ],
)
def test_links_lead_to_files_from_every_folder(project: Make, builder: str, pages: dict[str, str]) -> None:
    build = project(PAGES).build(builder)
    assert build.warnings == []
    top, system, club = pages
    for page in (top, system):
        assert links(build, page) == {
            f"{pages[page]}system.bss": "system.bss (Full Disclosure)",
            f"{pages[page]}system.bboalert.txt": "system.bboalert.txt (BBOalert)",
        }
    assert links(build, club) == {f"{pages[club]}club.bboalert.txt": "club.bboalert.txt (BBOalert)"}
    assert all(lead_to_files(build, page) for page in pages)
    assert not Path(build.app.outdir, "club.bss").exists(), "nobody offers it"
    caption = build.html(club).select_one("figure.bml-figure figcaption")
    assert caption is not None
    assert caption.get_text() == "For the table, 1C"


def test_one_page_has_them_all(project: Make) -> None:
    build = project(PAGES).build("singlehtml")
    assert build.warnings == []
    assert list(links(build, "index.html")) == [*FILES, "club.bboalert.txt"]
    assert lead_to_files(build, "index.html")


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_files_are_those_of_their_builders(project: Make, builder: str) -> None:
    made = project(PAGES)
    build = made.build(builder, bml_systems={"system": {"title": "Ours"}, "club": {}})
    for name, export in (("system.bss", "bss"), ("system.bboalert.txt", "bboalert")):
        alone = made.build(export, bml_systems={"system": {"title": "Ours"}, "club": {}})
        assert build.text(name) == alone.text(name)


@pytest.mark.parametrize(
    "block",
    [
        "```bml download\n```",
        "```bml\n:download:\n```",
        '```bml download="yes" formats="bss bboalert"\n```',
        "```{bml:download}\n```",
        "```{bml:download} The files\n:formats: bss, bboalert\n:class: wide\n```",
    ],
)
def test_markdown_offers_them_in_its_own_ways(project: Make, block: str) -> None:
    build = project({"index.md": f"# Page\n\n```bml\n1C Strong\n```\n\n{block}\n"}).build()
    assert build.warnings == []
    assert list(links(build, "index.html")) == FILES
    assert build.text("system.bss").endswith("Strong\n")


def test_a_block_may_show_its_text_and_offer_the_files(project: Make) -> None:
    page = "Page\n====\n\n.. bml::\n   :download:\n\n   1C Strong\n\n   * Heading\n\n   More\n"
    build = project({"index.rst": page}).build()
    assert build.warnings == []
    assert list(links(build, "index.html")) == FILES
    assert build.text("system.bss").endswith("Strong\n")
    assert build.html().select("div.bml-table ~ ul.bml-downloads ~ section")


def test_names_that_are_not_ascii(project: Make) -> None:
    page = "Page\n====\n\n.. bml::\n   :system: Karō.2\n   :download:\n\n   1C Strong\n"
    build = project({"index.rst": page}).build()
    assert list(links(build, "index.html")) == ["Kar%C5%8D.2.bss", "Kar%C5%8D.2.bboalert.txt"]
    assert lead_to_files(build, "index.html")


class TestElsewhere:
    @pytest.mark.parametrize(
        ("builder", "output"),
        [
            ("text", "notes/deep/club.txt"),
            ("latex", "notes.tex"),
            ("man", "notes.1"),
            ("texinfo", "notes.texi"),
            ("xml", "notes/deep/club.xml"),
        ],
    )
    def test_the_file_is_named_in_words(self, project: Make, builder: str, output: str) -> None:
        build = project(PAGES).build(builder)
        assert build.warnings == []
        text = build.text(output).replace("\\-", "-").replace("\\sphinxhyphen{}", "-")
        assert "club.bboalert.txt (BBOalert)" in text
        assert not list(Path(build.app.outdir).rglob("*.bboalert.txt"))

    def test_a_book_has_no_links_to_them(self, project: Make) -> None:
        build = project(PAGES, 'copyright = "Nobody"\nversion = "1"').build("epub")
        assert build.warnings == []
        with zipfile.ZipFile(next(Path(build.app.outdir).glob("*.epub"))) as book:
            page = book.read("notes/deep/club.xhtml").decode()
            names = book.namelist()
        assert "club.bboalert.txt (BBOalert)" in page
        assert "download" not in page.replace("bml:download", "")
        assert not [name for name in names if name.endswith((".bss", ".bboalert.txt"))]

    @pytest.mark.parametrize("builder", ["gettext", "pseudoxml", "dummy", "linkcheck", "changes"])
    def test_nothing_stops_the_others(self, project: Make, builder: str) -> None:
        assert project(PAGES).build(builder).warnings == []

    def test_there_is_nothing_to_translate(self, project: Make) -> None:
        assert "BBOalert" not in project(PAGES).build("gettext").text("notes.pot")


class TestWarnings:
    @pytest.mark.parametrize("builder", ["html", "latex"])
    def test_a_system_without_agreements(self, project: Make, builder: str) -> None:
        page = "Page\n====\n\n.. bml::\n\n   1C  Strong\n\n.. bml:download::\n   :system: sytem\n"
        build = project({"index.rst": page}).build(builder)
        assert build.warnings == [
            "index.rst:8: WARNING: The system sytem has no agreements, so the files offered here are empty. "
            "The systems are system. [bml.download]"
        ]
        assert builder == "latex" or lead_to_files(build, "index.html")

    def test_a_project_without_agreements(self, project: Make) -> None:
        (warning,) = project({"index.rst": "Page\n====\n\n.. bml:download::\n"}).build().warnings
        assert warning.endswith("the files offered here are empty. Write a bidding table. [bml.download]")

    @pytest.mark.parametrize(
        ("options", "told"),
        [
            (
                "   :download:\n   :formats: pdf bss\n",
                'No file of the format "pdf" is written. Write bss or bboalert.',
            ),
            ("   :formats: bss\n", "The option formats is only for blocks that offer files."),
            (
                "   :download:\n   :formats:\n",
                "The option formats has no value. Write the formats of the files",
            ),
            (
                "   :download:\n   :system: none\n",
                "This block belongs to no system, so there are no files to offer. Name the system",
            ),
            ("   :download: perhaps\n", 'The option download cannot be "perhaps".'),
        ],
    )
    def test_an_option_that_cannot_be_used(self, project: Make, options: str, told: str) -> None:
        page = f"Page\n====\n\n.. bml::\n{options}\n   1C Strong\n\n.. bml::\n\n   1D Weak\n"
        build = project({"index.rst": page}).build()
        (warning,) = build.warnings
        assert warning.startswith(f"index.rst:4: WARNING: {told}")
        assert "Strong" in build.text("index.html")


class TestRebuilding:
    def test_a_change_on_another_page_renews_the_file(self, project: Make) -> None:
        made = project(PAGES)
        made.build()
        made.write("notes/system.md", PAGES["notes/system.md"].replace("15--17", "12--14"))
        later(made, "notes/system.md")
        build = made.build()
        assert build.read == ["notes/system"]
        assert "12--14" in build.text("system.bss")
        assert "12--14" in build.text("system.bboalert.txt")

    def test_a_file_that_is_gone_comes_back_and_others_are_left_alone(self, project: Make) -> None:
        made = project(PAGES)
        folder = Path(made.build().app.outdir)
        (folder / FILES[0]).unlink()
        moment = (folder / FILES[1]).stat().st_mtime_ns
        build = made.build()
        assert build.read == []
        assert lead_to_files(build, "index.html")
        assert (folder / FILES[1]).stat().st_mtime_ns == moment

    def test_a_page_that_offers_no_more(self, project: Make) -> None:
        made = project(PAGES)
        made.build()
        made.write("notes/deep/club.rst", ":orphan:\n\nClub\n====\n")
        later(made, "notes/deep/club.rst")
        assert made.build().warnings == []

    def test_parallel_builds_offer_the_same(self, project: Make) -> None:
        many = {
            f"p{n}.rst": f"P{n}\n==\n\n.. bml::\n   :system: s{n}\n   :download:\n\n   1C {n}\n"
            for n in range(8)
        }
        toctree = "".join(f"   p{n}\n" for n in range(8))
        made = project({"index.rst": f"Page\n====\n\n.. toctree::\n\n{toctree}", **many})
        build = made.build(jobs=3)
        assert build.warnings == []
        assert all(lead_to_files(build, f"p{n}.html") for n in range(8))
        assert all(list(links(build, f"p{n}.html")) for n in range(8))
