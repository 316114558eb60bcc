"""Options of deals are read from any text, and any board of a file has blocks for a page."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core import Location
from bml_core.formats import deals, lin
from bml_core.notes import BlockOptions, Kind, parse_options
from bml_core.render.html import render_blocks
from bml_core.site.boards import shown_board

NAMES = st.sampled_from(["deal", "boards", "show", "hide", "answers", "bbo", "dd", "caption", "file"])
PLACE = Location("page.md", 1)


@given(st.dictionaries(NAMES, st.text(max_size=20)))
def test_any_options_are_read(raw: dict[str, str]) -> None:
    result = parse_options(raw, PLACE)
    assert isinstance(result.value, BlockOptions)
    assert len(result.diagnostics) <= len(raw)
    assert all(fault.location == PLACE for fault in result.diagnostics)


@given(st.text(alphabet='[]"DealPyContrsuioAg N:AKQ.12|mdpcb,\n', max_size=80))
def test_any_board_has_a_page(text: str) -> None:
    options = parse_options({"deal": "a.pbn", "hide": "EW play"}).value
    for dealt in deals.read(f'[Deal "N:AK.Q.J.T - - -"]\n{text}'):
        shown = shown_board(dealt.board, options, PLACE)
        assert isinstance(render_blocks((*shown.blocks, *shown.answer)), str)


LIN = (
    "pn|,,,|md|1SAKQ4H83DAJ5CKQ42,ST93HQJT6D84CAJ76,SJ52HAK74DK962C95,S876H952DQT73CT83|ah|Board 7|sv|o|"
    "nt|before|mb|1N|nt|bidding|mb|p|mb|3N|mb|p|mb|p|mb|p|pc|HQ|nt|playing|pc|HA|pc|H2|pc|H3|mc|9|"
)


@pytest.mark.parametrize(
    ("options", "in_answer", "absent"),
    [
        ("", False, ""),
        ("show: hands", False, ""),
        ("hide: EW", True, ""),
        ("hide: EW play; answers: none", True, ""),
        ("hide: auction play comments", True, ""),
        # Nothing shows the hands, so nothing may say them.
        ("show: auction; hide: hands", False, "ST93 SJ52 SAKQ4 before"),
        ("show: auction; hide: EW", False, "ST93"),
        ("show: play; hide: EW play", True, "ST93"),
        # Not even the answer has the auction, but it has the contract.
        ("show: hands; hide: auction", True, "mb| bidding"),
        ("show: hands auction comments; hide: play", True, "pc| mc| playing"),
        ("show: hands auction; hide: comments", False, "before bidding playing"),
        ("show: auction; hide: EW comments auction", True, "before bidding playing ST93"),
    ],
)
def test_the_link_to_bbo_holds_nothing_that_stays_hidden(options: str, in_answer: bool, absent: str) -> None:
    raw = dict(option.split(": ") for option in options.split("; ") if option)
    (board,) = lin.loads(LIN)
    shown = shown_board(board, parse_options({"deal": "a.lin", "bbo": "", **raw}).value, PLACE)
    assert bool(shown.answer) is in_answer
    link = unquote(shown.viewer_url)
    parts = ["ST93", "SJ52", "SAKQ4", "mb|", "pc|", "mc|", "before", "bidding", "playing"]
    assert {part for part in parts if part not in link} == set(absent.split())


def test_a_link_to_bbo_is_there_only_if_it_is_asked_for() -> None:
    (board,) = lin.loads(LIN)
    assert shown_board(board, BlockOptions(Kind.DEALS), PLACE).viewer_url == ""
