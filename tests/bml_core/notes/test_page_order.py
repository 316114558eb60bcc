"""The order of pages: what the names of ``#+PAGES:`` stand for, and what navigations and contents name."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core.notes import in_page_order, listed_pages, read_page_list
from bml_core.notes.note_files import _folder_order

KNOWN = ["index", "openings", "sub/index", "sub/two", "sub/deep/three", "after 1NT", "a.b"]


@pytest.mark.parametrize(
    ("names", "pages"),
    [
        ("openings sub/two", ["openings", "sub/two"]),
        ("openings.bml sub/two.md", ["openings", "sub/two"]),
        ('"after 1NT"', ["after 1NT"]),
        ("a.b a.b.bml", ["a.b"]),
        ("sub/*", ["sub/index", "sub/two"]),
        ("*", ["a.b", "after 1NT", "openings"]),
        ("sub/** *", ["sub/index", "sub/two", "sub/deep/three", "a.b", "after 1NT", "openings"]),
        ("op?nings", ["openings"]),
        ("./sub/../openings /sub/two", ["openings", "sub/two"]),
    ],
)
def test_names(names: str, pages: list[str]) -> None:
    page_list = read_page_list(f"#+TITLE: x\n#+pages: {names}\r\n")
    assert page_list is not None
    assert page_list.line == 2
    found = listed_pages(page_list.names, "index", KNOWN)
    assert (list(found.pages), found.unknown) == (pages, ())


def test_names_are_relative_to_the_page() -> None:
    found = listed_pages(["two", "/openings", "../openings", "index"], "sub/index", KNOWN)
    assert found.pages == ("sub/two", "openings")
    assert found.unknown == ("index",)


@pytest.mark.parametrize("name", ["nowhere", "../out", "[", "sub", "", "x" * 9999, "a/*/b"])
def test_unknown_names_are_reported(name: str) -> None:
    assert listed_pages([name], "index", KNOWN).unknown == (name,)


def test_a_text_without_a_list_has_none() -> None:
    assert read_page_list("1C  #+PAGES: no\n") is None


def test_pages_are_in_the_order_of_their_folders() -> None:
    names = ["b/a", "b/c/a", "b/index", "c", "a", "index", "B"]
    assert sorted(names, key=_folder_order) == ["index", "B", "a", "c", "b/index", "b/a", "b/c/a"]


TOCTREE = "One heart, two.\n\n.. toctree::\n   :maxdepth: 1\n\n   three\n   two\n\nThe one page left.\n"


@pytest.mark.parametrize(
    ("files", "order"),
    [
        pytest.param({}, "one two three", id="no list"),
        pytest.param({"index.rst": TOCTREE}, "three two one", id="words around a table of contents"),
        pytest.param(
            {"index.rst": ".. toctree::\n\n   Our two <three>\n   /two\n   one\n"},
            "three two one",
            id="titles",
        ),
        pytest.param(
            {"index.md": "one two\n\n```{toctree}\n:maxdepth: 2\n\nthree\nOne club <one>\n```\ntwo\n"},
            "three one two",
            id="a fence",
        ),
        pytest.param(
            {
                "index.rst": ".. toctree::\n   part/index\n   one\n",
                "part/index.rst": ".. toctree::\n   ../three\n   ../two\n",
            },
            "three two one",
            id="a table of contents within another",
        ),
        pytest.param(
            {
                "index.rst": ".. toctree::\n   three\n   two\n",
                "three.rst": ".. toctree::\n   index\n   one\n",
            },
            "three one two",
            id="a circle",
        ),
        pytest.param(
            {"index.md": "See [three](three.rst), one, and [two](two.rst)."}, "three two one", id="links"
        ),
        pytest.param(
            {"mkdocs.yml": "site_name: one.rst two.rst\nnav:\n  - three.rst\n  - One: one.rst\ntheme: x\n"},
            "three one two",
            id="a navigation",
        ),
        pytest.param(
            {"mkdocs.yml": "exclude_docs: three.rst two.rst\n"}, "one two three", id="other settings"
        ),
    ],
)
def test_lists_around_the_pages(tmp_path: Path, files: dict[str, str], order: str) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    names = [str(tmp_path / f"{name}.rst") for name in ("one", "two", "three")]
    assert [Path(name).stem for name in in_page_order(names)] == order.split()
