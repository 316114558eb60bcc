"""Frequencies and example hands in Sphinx: made of all pages, in every builder, and up to date."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]

NOTES = "# Notes\n\n```bml\n1C  16+ hcp\n1N  12-14 hcp, balanced\n  2D  5+ hearts\n2C  Grumpf\n```\n"
FREQUENCIES = ".. bml:frequencies:: Our openings, 1!c\n   :name: often\n"
EXAMPLES = ".. bml:examples:: 1N-2D\n   :n: 3\n"
INDEX = "Page\n====\n\n.. toctree::\n\n   notes/all\n\n"
PAGES = {"index.rst": f"{INDEX}{FREQUENCIES}\n{EXAMPLES}", "notes/all.md": NOTES}


def test_without_a_change_nothing_is_written(project: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    made = project(PAGES)
    made.build()

    def fail(*_: object) -> None:
        raise AssertionError("worked out again")

    monkeypatch.setattr("bml_core.site.site._answer", fail)
    monkeypatch.setattr("bml_core.notes.loading.expand", fail)
    build = made.build()
    assert build.read == []
    assert "no targets are out of date" in build.app.status.getvalue()


def test_parallel_builds_show_the_same(project: Make) -> None:
    many = {f"page{number}.rst": f"P{number}\n==\n\n{EXAMPLES}" for number in range(8)}
    index = INDEX.replace("notes/all", "notes/all\n   page*").replace("::\n", "::\n   :glob:\n")
    made = project({"index.rst": index + FREQUENCIES, "notes/all.md": NOTES, **many})
    alone = {name: made.build().text(f"{name}.html") for name in ("index", "page3")}
    (made.folder / "_build").rename(made.folder.parent / "alone")
    build = made.build(jobs=4)
    assert build.warnings == []
    assert {name: build.text(f"{name}.html") for name in alone} == alone
