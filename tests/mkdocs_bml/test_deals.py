"""Boards of files on the pages of a site: shown, hidden behind answers, offered as files."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from bml_core.formats import deals
from tests.mkdocs_bml.pages import fence
from tests.mkdocs_bml.sites import Site
from tests.pretended_endplay import pretend_endplay

LIN = "md|1SAKQ4H83DAJ5CKQ42,ST93HQJT6D84CAJ76,SJ52HAK74DK962C95,S876H952DQT73CT83|ah|Board 7|"


def test_a_board_with_an_answer_and_files(site: Site) -> None:
    quiz = fence("", "deal=hands.lin hide=EW bbo caption='Your plan'")
    site.write({"index.md": f"# Quiz\n\n{quiz}\n{fence('', 'download deals=page')}", "hands.lin": LIN}, {})
    site.build()
    page = site.page("index.html")
    assert [len(deal.select(".bml-hand")) for deal in page.select(".bml-deal")] == [2, 4]
    assert len(page.select("details.bml-answer > summary")) == 1
    # The link holds the hidden hands.
    for selector in (".bml-answer .bml-play a", "a[href*=handviewer]"):
        assert [link.get_text() for link in page.select(selector)] == ["Play this board on BBO"]
    links = [str(link["href"]) for link in page.select("a.bml-download")]
    assert links == ["deals/index.pbn", "deals/index.lin"]
    for link in links:
        assert [dealt.number for dealt in deals.read(Path(site.output, link).read_bytes())] == [7]


def test_a_second_build_solves_no_deal_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = pretend_endplay(monkeypatch)
    for more in ("", "More.\n"):
        site.write({"index.md": f"# Quiz\n\n{fence('', 'deal=hands.lin dd')}\n{more}", "hands.lin": LIN})
        site.build()
        cells = [cell.get_text() for cell in site.page("index.html").select(".bml-text-table td")]
        assert cells[:6] == ["North", "7", "8", "9", "10", "11"]
    assert len(solved) == 1
    assert list(site.folder.glob(".cache/bml-double-dummy/*.json"))


def test_what_a_file_cannot_hold_is_said_and_fails_no_strict_build(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    spots = fence("#12, dealer S\nN: AKQJ T98 765 432\nS: 5432 xxx xxx xxx")
    site.write({"index.md": f"# Notes\n\n{spots}\n{fence('', 'download deals=page formats=pbn')}"})
    with caplog.at_level(logging.INFO):
        site.build()
    assert "deals/index.pbn leaves out something of 1 deal, which PBN cannot hold." in caplog.text
    assert [dealt.number for dealt in deals.read((site.output / "deals/index.pbn").read_bytes())] == [12]


def test_the_search_gives_no_answer_away(site: Site) -> None:
    pages = {"index.md": f"# Quiz\n\n{fence('', 'deal=hands.lin hide=EW')}", "hands.lin": LIN}
    site.write(pages, plugins=["search", "bml"])
    site.build()
    board = next(deals.read(LIN)).board
    assert board.deal.north is not None
    search = (site.output / "search/search_index.json").read_text()
    page = (site.output / "index.html").read_text()
    assert board.deal.north.spades in search
    for hand in (board.deal.east, board.deal.west):
        assert hand is not None
        assert max(hand.holdings, key=len) not in search
        assert max(hand.holdings, key=len) in page
