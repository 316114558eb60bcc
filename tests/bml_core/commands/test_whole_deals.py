"""``bml compare`` double dummy; transcripts have the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core.commands import main
from tests.pretended_endplay import pretend_endplay

SYSTEM = """\
1C  3+!c, 11--21
1H  5+!h, 11--21
1N  15--17, balanced
  2D  Transfer, 5+!h
    2H  Completes the transfer
  3N  10--15, balanced, to play
"""
EVENING = """\
[Board "7"]
[Dealer "N"]
[Vulnerable "All"]
[Deal "N:KQ5.AJ32.KJ4.Q82 A74.T4.Q9753.KT7 J862.K87.A62.A94 T93.Q965.T8.J653"]

[Board "8"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "E:A742.Q86.J95.K83 5.K9542.Q8432.74 QJ986.T3.AK7.T65 KT3.AJ7.T6.AQJ92"]
"""

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(notes: Path) -> Path:
    (notes / "club.bml").write_text(SYSTEM)
    (notes / "flat.bml").write_text(SYSTEM.replace("15--17, balanced", "12--14, balanced"))
    (notes / "evening.pbn").write_text(EVENING)
    return notes


def test_which_scores_better(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = pretend_endplay(monkeypatch)
    monkeypatch.setattr("bml_core.commands.compare.find_spec", lambda name: name)
    assert main(["compare", "club.bml", "flat.bml", "--deals", "evening.pbn", "--dd"]) == 0
    out = capsys.readouterr().out
    assert len(solved) == 2
    assert "Double dummy, where the contracts differ (2 deals):" in out
    assert "club minus flat, " in out


def test_without_endplay(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bml_core.commands.compare.find_spec", lambda name: None)
    assert main(["compare", "club.bml", "flat.bml", "--deals", "evening.pbn", "--dd"]) == 1
    assert "endplay, which is not installed" in capsys.readouterr().err
