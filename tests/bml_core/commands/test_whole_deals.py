"""``bml bid --deals`` and ``bml compare``: whole deals on the command line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from bml_core.commands import main
from bml_core.formats import deals
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


class TestBid:
    def test_each_call_has_its_row(self, capsys: Capture) -> None:
        assert main(["bid", "club.bml", "--deals", "evening.pbn"]) == 0
        out, err = capsys.readouterr()
        assert err == "2 deals: 1 bid to the end, 1 bid to the end of the notes.\n"
        lines = out.splitlines()
        assert lines[0] == "Board 7, North deals, all vulnerable"
        assert lines[5:12] == [
            "  North  1NT  15–17, balanced  (club.bml:3)",
            "  East   P",
            "  South  3NT  10–15, balanced, to play  (club.bml:6)",
            "  West   P",
            "  North  P    3NT is to play.",
            "  East   P",
            "  3NT by North",
        ]
        assert lines[-2:] == [
            "  South  ?    The notes have no rows there.",
            "  The notes end here, so far with 2H by North.",
        ]

    @pytest.mark.parametrize("kind", ["pbn", "lin", "bml"])
    def test_boards_with_their_auctions(self, kind: str, folder: Path) -> None:
        assert main(["bid", "club.bml", "--deals", "evening.pbn", "-o", f"out.{kind}"]) == 0
        data = (folder / f"out.{kind}").read_bytes()
        if kind == "bml":
            assert b"1N" in data
            return
        first, second = (dealt.board for dealt in deals.read(io.BytesIO(data), "out", kind))
        calls = [str(made.call) for made in first.auction]
        assert calls == ["1NT", "P", "3NT", "P", "P", "P"]
        assert first.auction[0].note == "15–17, balanced"
        assert str(first.contract) == "3NTN"
        assert [str(made.call) for made in second.auction][-2:] == ["2H", "P"]
        assert second.comments[0].text == "South is next. The notes have no rows there."
        assert second.contract is None

    def test_files_that_were_written_can_be_bid_again(self, folder: Path, capsys: Capture) -> None:
        assert main(["bid", "club.bml", "--deals", "evening.pbn", "-o", "out.lin"]) == 0
        capsys.readouterr()
        assert main(["bid", "club.bml", "--deals", "out.lin"]) == 0
        again = capsys.readouterr().out
        assert main(["bid", "club.bml", "--deals", "evening.pbn"]) == 0
        assert again == capsys.readouterr().out

    def test_opponents_with_notes(self, folder: Path, capsys: Capture) -> None:
        (folder / "theirs.bml").write_text("(1N)\n  2D  5+!d, 8--14\n")
        assert main(["bid", "club.bml", "--deals", "evening.pbn", "--them", "theirs.bml"]) == 0
        assert "  East   2D   5+♦, 8–14  (theirs.bml:2)" in capsys.readouterr().out

    def test_a_board_without_the_cards(self, folder: Path, capsys: Capture) -> None:
        (folder / "half.pbn").write_text('[Board "3"]\n[Deal "N:KQ5.AJ32.KJ4.Q82 - - -"]\n')
        assert main(["bid", "club.bml", "--deals", "half.pbn"]) == 1
        assert "Board 3 cannot be bid: South must have 13 known cards." in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("words", "status", "message"),
        [
            (["--deals", "missing.pbn"], 1, "missing.pbn"),
            (["--deals", "good.bml"], 1, "This file has no deals."),
            (["--deals", "evening.pbn", "--auction", "1N"], 2, "are for one hand"),
            (["--hand", "AK843 Q5 KJ4 982", "--to", "pbn"], 2, "go with --deals"),
            (["--deals", "evening.pbn", "-o", "evening.pbn"], 2, "evening.pbn is an input file"),
            (["--deals", "evening.pbn", "--them", "missing.bml"], 1, "missing.bml"),
        ],
    )
    def test_what_cannot_be_done(self, words: list[str], status: int, message: str, capsys: Capture) -> None:
        assert main(["bid", "club.bml", *words]) == status
        assert message in capsys.readouterr().err


class TestCompare:
    def test_a_system_and_itself(self, capsys: Capture) -> None:
        assert main(["compare", "club.bml", "club.bml", "--deals", "evening.pbn"]) == 0
        out = capsys.readouterr().out
        assert out.splitlines()[-1] == "Both reach a contract on 2 deals; the contracts differ on 0 (0.0%)."

    def test_differences_and_examples(self, capsys: Capture) -> None:
        assert main(["compare", "club.bml", "flat.bml", "-n", "200", "--seed", "1", "--examples", "1"]) == 0
        out = capsys.readouterr().out
        assert out.startswith("200 deals, seed 1\n")
        assert "Deals  club" in out
        assert out.count("\nBoard ") == 1
        assert main(["compare", "club.bml", "flat.bml", "-n", "200", "--seed", "1", "--examples", "1"]) == 0
        assert capsys.readouterr().out == out

    def test_which_scores_better(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        solved = pretend_endplay(monkeypatch)
        monkeypatch.setattr("bml_core.commands.compare.find_spec", lambda name: name)
        assert main(["compare", "club.bml", "flat.bml", "--deals", "evening.pbn", "--dd"]) == 0
        out = capsys.readouterr().out
        assert len(solved) == 2
        assert "Double dummy, where the contracts differ (2 deals):" in out
        assert "club minus flat: " in out

    def test_without_endplay(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bml_core.commands.compare.find_spec", lambda name: None)
        assert main(["compare", "club.bml", "flat.bml", "--deals", "evening.pbn", "--dd"]) == 1
        assert "endplay, which is not installed" in capsys.readouterr().err

    def test_seeds_are_for_random_deals(self, capsys: Capture) -> None:
        assert main(["compare", "club.bml", "flat.bml", "--deals", "evening.pbn", "--seed", "1"]) == 2
        assert main(["compare", "club.bml", "missing.bml"]) == 1
