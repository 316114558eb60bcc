"""Boards of files on the pages of Sphinx, beside the scripts: what is hidden, and double dummy."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from tests.pretended_endplay import pretend_endplay
from tests.sphinx_bml.projects import Project
from tests.sphinx_bml.test_rebuilding import later

Make = Callable[..., Project]

HANDS = "N:AJ6.KQ5.K72.AT83 KT93.J84.Q95.J72 842.A73.A863.KQ5 Q75.T962.JT4.964"
PBN = f"""\
[Board "4"]
[North "Berg"]
[Dealer "W"]
[Vulnerable "All"]
[Deal "{HANDS}"]
[Declarer "N"]
[Contract "3NT"]
[Result "10"]
{{Look at the \\SA.}}
[Auction "W"]
Pass 1NT =1= Pass 3NT
Pass Pass Pass
[Note "1:15-17"]
[Play "E"]
H4 H3 HT HK
*

[Board "9"]
[Deal "{HANDS}"]
"""


def page(options: str) -> dict[str, str]:
    lines = "".join(f"   :{line}\n" for line in options.split("; "))
    return {"index.rst": f"Page\n====\n\n.. bml:deal:: hands.pbn\n{lines}", "hands.pbn": PBN}


def test_the_link_to_bbo_belongs_to_the_answer(project: Make) -> None:
    board = project(page("boards: 4; bbo:; hide: EW")).build().html().select_one(".bml-board")
    assert board is not None
    answer = board.select_one("details.bml-answer")
    assert answer is not None
    assert len(answer.select(".bml-play a")) == 1
    answer.extract()
    # Neither text nor an attribute outside of the answer has a hidden card.
    assert "handviewer" not in str(board)
    assert "T962" not in str(board)


def test_without_endplay_the_page_exists_and_a_warning_names_the_extra(
    project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "endplay", None)
    made = project({**page("dd:"), "hands.pbn": PBN + "\n" + PBN})
    build = made.build()
    assert len([warning for warning in build.warnings if " -m pip install 'endplay>=" in warning]) == 1
    assert build.html().select(".bml-deal")
    # The page has its tables as soon as endplay is there, though nothing else has changed.
    pretend_endplay(monkeypatch)
    again = made.build()
    assert again.warnings == []
    assert "Double dummy" in again.html().get_text()


def test_a_second_build_solves_nothing(project: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = pretend_endplay(monkeypatch)
    made = project(page("boards: 9; dd:"))
    first = made.build()
    made.write("index.rst", made.folder.joinpath("index.rst").read_text() + "\nMore.\n")
    later(made, "index.rst")
    second = made.build()
    assert first.warnings == second.warnings == []
    assert solved == [HANDS]
    for build in (first, second):
        cells = [cell.get_text() for cell in build.html().select(".bml-text-table td")]
        assert cells[:6] == ["North", "7", "8", "9", "10", "11"]
    assert "More." in second.html().get_text()
