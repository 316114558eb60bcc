"""Options of deals are read from any text, and any board of a file has blocks for a page."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core import Location
from bml_core.document import Diagram
from bml_core.formats import deals, lin
from bml_core.language import Page
from bml_core.notes import BlockOptions, Kind, PageBlock, parse_options, read_block
from bml_core.render.html import render_blocks
from bml_core.site.boards import shown_board

PLACE = Location("page.md", 1)


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
        ("show: auction; hide: hands", False, "ST93 SJ52 SAKQ4 before pc| mc| playing"),
        ("show: auction; hide: EW", False, "ST93 pc| mc| playing"),
        ("show: play; hide: EW play", True, "ST93"),
        # Not even the answer has the auction, but it has the contract.
        ("show: hands; hide: auction", True, "mb| bidding pc| mc| playing"),
        ("show: hands auction comments; hide: play", True, "pc| mc| playing"),
        ("show: hands auction; hide: comments", False, "before bidding playing"),
        ("show: auction; hide: EW comments auction", True, "before bidding playing ST93 pc| mc|"),
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


def test_a_play_to_its_end_is_in_the_answer_and_one_without_a_result_is_a_part_of_the_question() -> None:
    for text, is_open in ((LIN, False), (LIN.replace("mc|9|", ""), True)):
        shown = shown_board(lin.loads(text)[0], parse_options({"deal": "a.lin", "hide": "EW"}).value, PLACE)
        assert ("playing" in render_blocks(shown.blocks)) is is_open
        assert ("playing" in render_blocks(shown.answer)) is not is_open
        # The card led is a part of either.
        assert isinstance(shown.blocks[0], Diagram)
        assert shown.blocks[0].lead is not None


def test_a_link_to_bbo_is_there_only_if_it_is_asked_for() -> None:
    (board,) = lin.loads(LIN)
    assert shown_board(board, BlockOptions(Kind.DEALS), PLACE).viewer_url == ""


BOARDS = '[Board "4"]\n[Deal "N:AK.Q.J.T - - -"]\n\n[Board "9"]\n[Deal "N:AA.K.Q.J - - -"]\n'


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("file: missing.pbn", "File not found: missing.pbn"),
        ("file: ../outside.pbn", "outside the folders"),
        ("file: empty.pbn", "The file empty.pbn has no deal."),
        ("boards: 5", "The file hands.pbn contains none of these boards. It has 2 boards."),
        ("boards: 3-5", "The file hands.pbn has no board 3, 5."),
        ("boards: 4, 100-900", "has no board 100, 101, 102, 103, 104, 105 and more."),
        ("boards: five", 'The option boards cannot be "five".'),
        ("hide: Q", 'The option hide cannot be "Q".'),
        ("show: all", 'The option show cannot be "all".'),
        ("bords: 4", 'Unknown option: "bords"'),
        ("boards: 9", "The card SA appears twice in the hand of North."),
        # Board 9 is not shown.
        ("boards: 4", ""),
    ],
)
def test_what_is_wrong_with_a_block_is_reported(tmp_path: Path, options: str, said: str) -> None:
    tmp_path = tmp_path / "docs"
    tmp_path.mkdir()
    for name, text in (("hands.pbn", BOARDS), ("empty.pbn", ""), ("../outside.pbn", BOARDS)):
        (tmp_path / name).write_text(text)
    raw = {"deal": "", "file": "hands.pbn", **dict(option.split(": ") for option in options.split("; "))}
    raw["deal"] = raw.pop("file")
    page = Page(str(tmp_path / "page.md"), include_roots=[tmp_path])
    block = read_block(page, PageBlock(1, 1, raw, "", 2, 1), lambda name: tmp_path / name)
    found = " ".join(f"{error.message} {error.hint}" for error in block.diagnostics)
    assert said in found
    assert bool(found) is bool(said)
