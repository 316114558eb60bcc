"""Boards of files on the pages of Sphinx: what is shown, hidden, offered and refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest

from bml_core.formats import deals
from tests.pretended_endplay import pretend_endplay
from tests.sphinx_bml.projects import Build, Project
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
LIN = "md|1SAKQ4H83DAJ5CKQ42,ST93HQJT6D84CAJ76,SJ52HAK74DK962C95,S876H952DQT73CT83|ah|Board 7|"


def page(options: str = "", name: str = "hands.pbn") -> dict[str, str]:
    lines = "".join(f"   :{line}\n" for line in options.split("; ") if line)
    return {"index.rst": f"Page\n====\n\n.. bml:deal:: {name}\n{lines}", "hands.pbn": PBN, "hands.lin": LIN}


def built(project: Make, options: str = "", name: str = "hands.pbn", builder: str = "html") -> Build:
    build = project(page(options, name)).build(builder)
    assert build.warnings == []
    return build


@pytest.mark.parametrize(
    ("options", "times"),
    [
        ("hide: EW", 2),
        ("hide: EW; answers: end", 2),
        ("hide: EW; answers: below", 2),
        ("hide: EW; answers: none", 1),
    ],
)
@pytest.mark.parametrize(
    ("builder", "file"),
    [("text", "index.txt"), ("latex", "notes.tex"), ("man", "notes.1"), ("texinfo", "notes.texi")],
)
def test_on_paper_answers_are_there_or_nowhere(
    project: Make, builder: str, file: str, options: str, times: int
) -> None:
    build = built(project, f"boards: 9; {options}", builder=builder)
    assert build.text(file).count("Board 9") == times


def test_a_character_without_a_glyph_is_reported_once_for_all_boards(project: Make) -> None:
    face = PBN.replace("Berg", "\U0001f600")
    build = project({**page(), "hands.pbn": f"{face}\n{face}"}).build("latex")
    assert len([warning for warning in build.warnings if "bml.glyph" in warning]) == 1


def test_the_link_to_bbo_holds_the_board(project: Make) -> None:
    links = built(project, "boards: 4; bbo:").html().select(".bml-play a")
    assert len(links) == 1
    assert "bridgebase.com/tools/handviewer.html?lin=" in str(links[0]["href"])
    found = next(deals.read(str(links[0]["href"])))
    assert found.number == 4


def test_the_link_to_bbo_belongs_to_the_answer(project: Make) -> None:
    board = built(project, "boards: 4; bbo:; hide: EW").html().select_one(".bml-board")
    assert board is not None
    answer = board.select_one("details.bml-answer")
    assert answer is not None
    assert len(answer.select(".bml-play a")) == 1
    answer.extract()
    # Neither text nor an attribute outside of the answer has a hidden card.
    assert "handviewer" not in str(board)
    assert "T962" not in str(board)


@pytest.mark.parametrize(
    ("builder", "file"),
    [("text", "index.txt"), ("latex", "notes.tex"), ("man", "notes.1"), ("epub", "index.xhtml")],
)
def test_without_an_answer_there_is_no_link_that_holds_it(project: Make, builder: str, file: str) -> None:
    build = project(page("boards: 4; bbo:; hide: EW; answers: none")).build(builder)
    text = build.text(file)
    assert "KQ5" in text
    assert "handviewer" not in text
    assert "T962" not in text


OFFERS = {
    "index.rst": "Page\n====\n\n.. toctree::\n\n   notes/quiz\n\n.. bml:deal:: /hands.pbn\n\n"
    ".. bml:download:: All deals\n   :deals: site\n",
    "notes/quiz.md": "# Quiz\n\n```bml\n:deal: /hands.lin\n```\n\n"
    "```bml\n:download:\n:deals: page\n:formats: pbn\n```\n\n"
    "```bml\n#12, dealer S\nS: AKxx xxx xxx xxx\n```\n",
    "hands.pbn": PBN,
    "hands.lin": LIN,
}


def test_the_search_gives_no_answer_away(project: Make) -> None:
    # A second build of the same folder keeps words that no page has any more.
    hidden = built(project, "hide: EW auction comments").text("searchindex.js")
    shown = built(project).text("searchindex.js")
    assert "kt93" in shown
    assert "look" in shown
    assert "kt93" not in hidden
    assert "look" not in hidden
    assert "aj6" in hidden


def numbers(file: Path) -> list[int | None]:
    return [dealt.number for dealt in deals.read(file.read_bytes())]


def test_deals_of_a_page_and_of_the_site_are_offered(project: Make) -> None:
    build = project(OFFERS).build()
    assert build.warnings == []
    out = Path(build.app.outdir)
    links = [str(link["href"]) for link in build.html("notes/quiz.html").select("a.bml-download")]
    assert links == ["../deals/notes/quiz.pbn"]
    assert numbers(out / "notes" / unquote(links[0])) == [7]
    assert [str(link["href"]) for link in build.html().select("a.bml-download")] == ["deals.pbn", "deals.lin"]
    assert numbers(out / "deals.pbn") == numbers(out / "deals.lin") == [4, 9, 7]


def test_builders_write_the_deals_of_the_site(project: Make) -> None:
    made = project(OFFERS)
    for name in ("pbn", "lin"):
        build = made.build(name)
        assert numbers(Path(build.app.outdir, f"deals.{name}")) == [4, 9, 7]
        # What a file cannot hold is not a fault of a page.
        assert build.warnings == []
        assert f"deals.{name} leaves out something of " in build.status


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
