"""Frequencies and example hands in MkDocs: made of all pages, wherever their own is."""

from __future__ import annotations

import logging

import pytest
from mkdocs.exceptions import Abort

from tests.mkdocs_bml.pages import convert, fence
from tests.mkdocs_bml.sites import Site

NOTES = fence("1C  16+ hcp\n1N  12-14 hcp, balanced\n  2D  5+ hearts\n2C  Grumpf")
FREQUENCIES = fence(":frequencies:\n:caption: Our openings, 1!c\n:name: often")
EXAMPLES = fence(":examples: 1N-2D\n:n: 3")
PAGES = {"index.md": f"# Notes\n\n{FREQUENCIES}\n{EXAMPLES}", "notes/system.md": f"# System\n\n{NOTES}"}
SHARES = {"1C": "9.76 %", "1NT": "9.68 %", "Pass": "55.88 %", "Not known": "24.68 %"}


def shares(site: Site, page: str = "index.html") -> dict[str, str]:
    rows = site.page(page).select("table.bml-shares tbody tr")
    cells = ([cell.get_text() for cell in row.select("th, td")] for row in rows)
    return {call: share.replace("\u00a0", " ") for call, share, *_ in cells}


def test_a_page_shows_what_other_pages_agree_on(site: Site) -> None:
    site.write(PAGES)
    site.build()
    assert shares(site) == SHARES
    page = site.page("index.html")
    assert page.select_one("svg.bml-chart[role=img] > title")
    caption = page.select_one("figure#often > figcaption")
    assert caption is not None
    assert caption.get_text() == "Our openings, 1C"
    assert "2C" in page.select("p.bml-share-note")[0].get_text()
    assert len(page.select(".bml-examples > .bml-deal")) == 3
    assert page.select("link[href$='bml.css']")


@pytest.mark.parametrize(("directory_urls", "way"), [(True, "notes/system/#"), (False, "notes/system.html#")])
def test_calls_lead_to_their_rows(site: Site, directory_urls: bool, way: str) -> None:
    site.write(PAGES, use_directory_urls=directory_urls)
    site.build()
    links = [str(link["href"]) for link in site.page("index.html").select(".bml-frequencies a")]
    assert links == [f"{way}1C", f"{way}1N", f"{way}2C"]
    target = site.page("notes/system/index.html" if directory_urls else "notes/system.html")
    assert all(target.find(id=link.split("#")[1]) for link in links)


def test_the_search_of_the_site_knows_what_is_shown(site: Site) -> None:
    site.write(PAGES, plugins=["search", "bml"])
    site.build()
    assert "None of these rows fits" in (site.output / "search" / "search_index.json").read_text("utf-8")


def test_the_beginning_of_a_post_is_filled_in_as_well(site: Site) -> None:
    post = f"---\ndate: 2026-01-01\n---\n# Post\n\n{FREQUENCIES}\n<!-- more -->\n\nMore.\n"
    pages = {"index.md": NOTES, "blog/index.md": "# Blog", "blog/posts/post.md": post}
    site.write(pages, theme="material", plugins=["blog", "bml"])
    site.build()
    assert shares(site, "blog/index.html") == SHARES
    links = [link["href"] for link in site.page("blog/index.html").select(".bml-shares a")]
    assert links == ["../#1C", "../#1N"]


def test_systems_are_counted_by_themselves(site: Site) -> None:
    pages = {
        **PAGES,
        "teams.md": f"# Teams\n\n{fence('1N  15-17 hcp, balanced', 'system=teams')}\n"
        f"{fence(':frequencies:', 'system=teams')}",
    }
    site.write(pages, {"systems": {"system": {}, "teams": {}}})
    site.build()
    assert shares(site) == SHARES
    assert shares(site, "teams/index.html") == {"1NT": "4.87 %", "Pass": "71.11 %", "Not known": "24.02 %"}


def test_words_are_those_of_the_site(site: Site) -> None:
    site.write(PAGES, {"language": "de"})
    site.build()
    assert shares(site)["1C"] == "9,76 %"


def test_what_is_wrong_is_reported_and_is_on_the_page(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    blocks = (":frequencies:\n:after: 1H", ":examples: 2C", ":examples: 1N-7N", ":examples: 1N\n:n: x")
    site.write({**PAGES, "wrong.md": "\n".join(map(fence, blocks))})
    with pytest.raises(Abort), caplog.at_level(logging.WARNING):
        site.build()
    told = [record.getMessage().split("docs/")[-1].split(": ", 1) for record in caplog.records]
    assert [place for place, _ in told if place.startswith("wrong")] == [
        "wrong.md:14:1",
        "wrong.md:1:1",
        "wrong.md:6:1",
        "wrong.md:10:1",
    ]
    site.build(strict=False)
    boxes = [box.get_text() for box in site.page("wrong/index.html").select(".bml-errors li")]
    assert [text.split(":")[1] for text in boxes] == ["1", "6", "10"]
    assert "1H is not in the notes" in boxes[0]


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


# ---------------------------------------------------------------- without MkDocs


def test_a_text_alone_is_counted_by_itself() -> None:
    page = convert(f"{NOTES}\n{FREQUENCIES}\n{EXAMPLES}").soup
    assert [link["href"] for link in page.select(".bml-frequencies a")] == ["#1C", "#1N", "#2C"]
    assert len(page.select(".bml-examples > .bml-deal")) == 3


def test_without_notes_the_text_says_so() -> None:
    assert "The system system has no agreements." in convert(FREQUENCIES).errors[0]


def test_one_instance_converts_many_texts() -> None:
    assert "1NT" in convert(f"{NOTES}\n{FREQUENCIES}").html
    assert "bml-shares" not in convert("No block.").html


@pytest.mark.parametrize("text", ['<div class="bml-hands" data-bml="0123456789abcdef"></div>', "data-bml"])
def test_what_looks_like_a_place_of_ours_is_nothing(text: str) -> None:
    assert "bml-shares" not in convert(f"{NOTES}\n{text}").html
