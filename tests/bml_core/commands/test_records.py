"""Hand record sheets, as web pages and as PDF."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from bml_core.commands import main
from tests.pretended_endplay import pretend_endplay
from tests.system_tools import require_tool

BOARD = """\
[Board "{number}"]
[Deal "N:AJ6.KQ5.K72.AT83 KT93.J84.Q95.J72 842.A73.A863.KQ5 Q75.T962.JT4.964"]
[DoubleDummyTricks "87889878894344443445"]
[OptimumScore "NS 430"]
"""


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    path = tmp_path / "evening.pbn"
    path.write_text("\n".join(BOARD.format(number=number) for number in range(1, 21)))
    return path


@pytest.mark.parametrize(("per_page", "sheets"), [(9, [9, 9, 2]), (12, [12, 8]), (18, [18, 2])])
def test_boards_are_on_sheets(evening: Path, per_page: int, sheets: list[int]) -> None:
    output = evening.with_suffix(".html")
    assert main(["deals", str(evening), "-o", str(output), "--per-page", str(per_page)]) == 0
    page = BeautifulSoup(output.read_text("utf-8"), "html.parser")
    assert [len(sheet.select("article")) for sheet in page.select("section")] == sheets
    assert page.select_one("main > h1") is not None
    first = page.select("article")[0]
    assert " ".join(first.get_text(" ").replace("\ufe0e", "").split()) == (
        "1 Dealer N – ♠ AJ6 ♥ KQ5 ♦ K72 ♣ AT83 ♠ KT93 ♥ J84 ♦ Q95 ♣ J72 ♠ 842 ♥ A73 ♦ A863 ♣ KQ5"
        " ♠ Q75 ♥ T962 ♦ JT4 ♣ 964 17 3 7 13 ♣ ♦ ♥ ♠ NT N 9 8 8 7 8 S 9 8 8 7 8"
        " E 4 4 4 3 4 W 5 4 4 3 4 Par: NS 430"
    )


def test_the_par_that_endplay_finds_is_short(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_endplay(monkeypatch)
    evening.write_text(BOARD.format(number=1).partition("[Double")[0])
    output = evening.with_suffix(".html")
    assert main(["deals", str(evening), "-o", str(output)]) == 0
    assert "Par: 5NT N, N–S +460" in output.read_text("utf-8")


@pytest.mark.slow
def test_a_browser_prints_them(evening: Path) -> None:
    require_tool("chromium")
    pdfinfo, output = require_tool("pdfinfo"), evening.with_suffix(".pdf")
    assert main(["deals", str(evening), "-o", str(output), "--paper", "letter"]) == 0
    told = subprocess.run([pdfinfo, output], capture_output=True, text=True, check=True).stdout
    assert "Pages:           2" in told
    assert "(letter)" in told


def test_without_a_browser_one_sentence_says_what_to_do(
    evening: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["deals", str(evening), "-o", str(evening.with_suffix(".pdf"))]) != 0
    assert capsys.readouterr().err.strip().splitlines()[-1] == (
        "bml deals: a PDF needs Chromium or Chrome; write -o records.html, and print it from a browser."
    )
    assert not evening.with_suffix(".pdf").exists()


def test_hidden_hands_are_not_on_the_sheet(evening: Path) -> None:
    hidden = BOARD.format(number=1) + '[Hidden "EW"]\n'
    evening.write_text(hidden)
    output = evening.with_suffix(".html")
    assert main(["deals", str(evening), "-o", str(output)]) == 0
    page = output.read_text("utf-8")
    assert "A863" in page
    assert not [cards for cards in ("KT93", "Q75", "T962", "NS 430", "<td>8</td>") if cards in page]


def test_a_file_without_hands_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "none.pbn").write_text('[Board "1"]\n[Dealer "N"]\n')
    output = tmp_path / "none.html"
    assert main(["deals", str(tmp_path / "none.pbn"), "-o", str(output)]) != 0
    assert "No board has hands" in capsys.readouterr().err
    assert not output.exists()
