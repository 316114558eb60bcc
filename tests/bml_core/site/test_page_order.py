"""``#+PAGES:``: what the names of a list stand for."""

from __future__ import annotations

import pytest

from bml_core.site import listed_pages, read_page_list
from bml_core.site.page_files import folder_order

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
    assert sorted(names, key=folder_order) == ["index", "B", "a", "c", "b/index", "b/a", "b/c/a"]
