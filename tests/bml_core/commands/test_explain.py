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


def test_rows_stand_with_their_conditions_and_what_is_left(club: str, capsys: Said) -> None:
    assert main(["explain", club]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "club.bml",
        "     1  1H  5+♥, 11-21 hcp",
        "          = 1H: 5+ hearts, 11-21 hcp",
        "          = 1S: 5+ spades, 11-21 hcp",
        "     2  1H-2H  3♥, nice hand",
        "          = 1H-2H: 3 hearts",
        "          = 1S-2S: 3 spades",
        "          ? nice hand",
        "     3  1NT  Weak",
        "          = 12-14 hcp, balanced",
        "     5  1NT-3NT  To play",
        "     6  3C  7♣",
        "          = 3C: 7 clubs",
        "          = 3D: 7 diamonds",
        "          = 3H: 7 hearts",
        "          = and so on, 4 conditions together",
        "5 rows: 3 understood in full (60.0 %), 1 in part, 0 not at all, 1 saying nothing about the hand.",
    ]


def test_what_is_left_alone(club: str, capsys: Said) -> None:
    assert main(["explain", club, "--left"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "club.bml",
        "     2  1H-2H  3♥, nice hand",
        "          = 1H-2H: 3 hearts",
        "          = 1S-2S: 3 spades",
        "          ? nice hand",
        "5 rows: 3 understood in full (60.0 %), 1 in part, 0 not at all, 1 saying nothing about the hand.",
    ]


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
    }
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
