"""Frequencies and example hands in MkDocs: made of all pages, wherever their own is."""

from __future__ import annotations

import logging

import pytest

from tests.mkdocs_bml.pages import fence
from tests.mkdocs_bml.sites import Site

NOTES = fence("1C  16+ hcp\n1N  12-14 hcp, balanced\n  2D  5+ hearts\n2C  Grumpf")
FREQUENCIES = fence(":frequencies:\n:caption: Our openings, 1!c\n:name: often")
EXAMPLES = fence(":examples: 1N-2D\n:n: 3")
PAGES = {"index.md": f"# Notes\n\n{FREQUENCIES}\n{EXAMPLES}", "notes/system.md": f"# System\n\n{NOTES}"}
SHARES = {"1C": "9.76 %", "1NT": "9.68 %", "Pass": "26.08 %", "Not known": "54.47 %"}


def shares(site: Site, page: str = "index.html") -> dict[str, str]:
    rows = site.page(page).select("table.bml-shares tbody tr")
    cells = ([cell.get_text() for cell in row.select("th, td")] for row in rows)
    return {call: share.replace("\u00a0", " ") for call, share, *_ in cells}


def test_the_beginning_of_a_post_is_filled_in_as_well(site: Site) -> None:
    post = f"---\ndate: 2026-01-01\n---\n# Post\n\n{FREQUENCIES}\n<!-- more -->\n\nMore.\n"
    pages = {"index.md": NOTES, "blog/index.md": "# Blog", "blog/posts/post.md": post}
    site.write(pages, theme="material", plugins=["blog", "bml"])
    site.build()
    assert shares(site, "blog/index.html") == SHARES
    links = [link["href"] for link in site.page("blog/index.html").select(".bml-shares a")]
    assert links == ["../#1C", "../#1N"]


def test_a_second_build_works_out_nothing_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.write(PAGES)
    site.build()
    before = shares(site)

    def fail(*_: object) -> None:
        raise AssertionError("worked out again")

    monkeypatch.setattr("bml_core.site.answers.answer", fail)
    site.build()
    assert shares(site) == before


def test_a_build_of_changed_pages_does_not_guess(site: Site) -> None:
    site.write(PAGES)
    site.build(strict=False, dirty=True)
    assert "This needs all pages:" in site.page("index.html").get_text()


def test_a_fault_of_this_program_does_not_cost_the_site(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("bml_core.site.site._answer", fail)
    site.write(PAGES)
    with caplog.at_level(logging.ERROR):
        site.build(strict=False)
    assert "This block cannot be shown." in caplog.text
    assert site.page("index.html").select(".bml-errors")
