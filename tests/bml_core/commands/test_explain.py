"""``bml explain``: what each row says of a hand, and what is left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bml_core.commands import main

NOTES = """\
1M  5+M, 11-21 hcp
  2M  3M, nice hand
1N  Weak {12-14 hcp,
    balanced}
  3N  To play
3X  7X
"""
Said = pytest.CaptureFixture[str]


@pytest.fixture
def club(notes: Path) -> str:
    (notes / "club.bml").write_text(NOTES)
    return "club.bml"


def test_conditions_are_in_words_and_formulas_for_programs(
    notes: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "150")
    (notes / "longer.bml").write_text("1H  {16+ hcp, hearts >= spades, not (singleton or void)}\n")
    main(["explain", "longer.bml"])
    words = "16+ hcp, hearts at least as long as spades, no singleton and no void"
    assert f"          = {words}\n" in capsys.readouterr().out
    main(["frequencies", "longer.bml"])
    assert "16+ hcp, hearts at least as long" in capsys.readouterr().out
    main(["explain", "longer.bml", "--format", "json"])
    (agreement,) = json.loads(capsys.readouterr().out)["rows"][0]["agreements"]
    assert agreement["condition"] == "16+ hcp, hearts >= spades, not (singleton or void)"


def test_rows_stand_with_their_conditions_and_what_is_left(club: str, capsys: Said) -> None:
    assert main(["explain", club]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "club.bml",
        "     1  1M  5+M, 11-21 hcp",
        "          = 1H: 5+ hearts, 11-21 hcp",
        "          = 1S: 5+ spades, 11-21 hcp",
        "     2  1M-2M  3M, nice hand",
        "          = 1H-2H: 3 hearts",
        "          = 1S-2S: 3 spades",
        "          ? nice hand",
        "     3  1NT  Weak",
        "          = 12-14 hcp, balanced",
        "     5  1NT-3NT  To play",
        "          - To play",
        "     6  3X  7X",
        "          = 3C: 7 clubs",
        "          = 3D: 7 diamonds",
        "          = 3H: 7 hearts",
        "          = and so on, 4 conditions together",
        "5 rows: 3 understood in full (60.0 %), 1 in part, 0 not at all, 1 saying nothing about the hand.",
    ]


def test_forms_that_are_left_come_with_how_often_they_occur(notes: Path, capsys: Said) -> None:
    (notes / "club.bml").write_text("1C  Natural\n  1D  natural, 6+ hcp\n  1H  4+!h, nice\n")
    assert main(["explain", "club.bml", "--left"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "     2  natural  (club.bml:1 and 1 more place)",
        "     1  nice  (club.bml:3)",
        "3 rows: 0 understood in full (0.0 %), 2 in part, 1 not at all, 0 saying nothing about the hand.",
    ]


def test_each_table_has_its_share(notes: Path, capsys: Said) -> None:
    (notes / "club.bml").write_text("1C  16+ hcp\n\n1N-\n2C  Nice\n2D  To play\n")
    assert main(["explain", "club.bml"]) == 0
    assert capsys.readouterr().out.splitlines()[-3:-1] == [
        "club.bml:1: 1 row, all understood",
        "club.bml:3: 2 rows, 50 % understood",
    ]


def test_an_abbreviation_is_read_as_what_it_stands_for(notes: Path, capsys: Said) -> None:
    (notes / "club.bml").write_text("1H  GMT, 5CM, INV+\n")
    own = ["--abbreviation", "GMT=11--15 hcp", "--abbreviation", "5CM=five-card major"]
    assert main(["explain", "club.bml", *own]) == 0
    assert "          = 11-15 hcp, 5+ hearts" in capsys.readouterr().out.splitlines()


def test_an_abbreviation_without_a_meaning_is_refused(club: str, capsys: Said) -> None:
    assert main(["explain", club, "--abbreviation", "FNT"]) == 1
    assert '"FNT" has no equal sign.' in capsys.readouterr().err


def test_as_json_for_programs(club: str, capsys: Said) -> None:
    assert main(["explain", club, "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["summary"] == {"rows": 5, "whole": 3, "part": 1, "nothing": 0, "silent": 1}
    _, raise_, notrump, *_ = said["rows"]
    assert raise_["agreements"][1] == {
        "auction": "1S-2S",
        "condition": "3 spades",
        "stated": False,
        "left": [{"file": "club.bml", "line": 2, "column": 11, "text": "nice hand"}],
        "read": [
            {"file": "club.bml", "line": 2, "column": 7, "text": "3M", "sense": "hand"},
            {"file": "club.bml", "line": 2, "column": 11, "text": "nice hand", "sense": "unknown"},
        ],
    }
    assert said["tables"][0] == {"file": "club.bml", "line": 1, "column": 1, **said["summary"]}
    assert [form["text"] for form in said["forms"]] == ["nice hand"]
    assert notrump["agreements"][0]["stated"] is True


@pytest.mark.parametrize("command", ["explain", "check"])
def test_a_wrong_condition_in_braces_is_an_error(command: str, notes: Path, capsys: Said) -> None:
    (notes / "club.bml").write_text("1M  Good {5+M, 11-21 hpc}\n")
    assert main([command, "club.bml"]) == 1
    assert capsys.readouterr().err.startswith("club.bml:1:22: error BML611: hpc is not understood here.")


def test_a_pass_and_the_calls_of_both_sides_are_named(notes: Path, capsys: Said) -> None:
    (notes / "club.bml").write_text("(1H)---\nD  12+ hcp\nP  0-11 hcp\n")
    assert main(["explain", "club.bml"]) == 0
    said = capsys.readouterr().out
    assert "(1H)-D  12+ hcp" in said
    assert "(1H)-P  0-11 hcp" in said
