"""``bml frequencies``: what a player reads, what a program reads, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bml_core.commands import main

NOTES = """\
#+TITLE: Club

1N  15-17 hcp, balanced
  2D  5+ hearts
2C  22+ hcp
1S  12-21 hcp, 5+ spades
3C  Depends on the weather in !c
"""


@pytest.fixture
def club(notes: Path) -> str:
    (notes / "club.bml").write_text(NOTES)
    return "club.bml"


Said = pytest.CaptureFixture[str]


def test_shares_come_first_and_what_is_left_over_follows(club: str, capsys: Said) -> None:
    assert main(["frequencies", club]) == 0
    said = capsys.readouterr()
    title, exact, _, first, *_ = said.out.splitlines()
    assert title == "Club: Opening bids, first seat, nobody vulnerable"
    assert exact == "Counted exactly: 635,013,559,600 hands"
    assert first.startswith("1NT         4.87 %   1 in 20.6  ██")
    assert first.endswith("  15-17 hcp, balanced")
    assert "Not counted: 1 of 4 rows" in said.out
    assert "club.bml:7:1: 3C is not understood: Depends on the weather in ♣" in said.out
    assert said.err == ""


def test_an_auction_a_seat_and_a_vulnerability_are_in_the_heading(club: str, capsys: Said) -> None:
    assert main(["frequencies", club, "--after", "1N", "--seat", "3", "--vul", "they"]) == 0
    assert capsys.readouterr().out.startswith(
        "Club: Calls after 1NT, third seat, they are vulnerable alone\n"
    )


def test_json_has_everything(club: str, capsys: Said) -> None:
    assert main(["frequencies", club, "--format", "json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert [row["call"] for row in whole["rows"]] == ["1NT", "2C", "1S"]
    assert sum(row["count"] for row in (*whole["rows"], whole["rest"])) == whole["hands"]
    assert whole["rows"][0]["location"] == {"file": "club.bml", "line": 3, "column": 1}
    assert whole["unread"][0]["call"] == "3C"
    assert {overlap["first"] for overlap in whole["overlaps"]} == {"1NT", "2C"} & {"1NT"}
    assert whole["gaps"][0].keys() == {"hands", "share", "count"}


def test_lines_are_as_long_as_the_terminal_is_wide(
    club: str, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "15-17 hcp, balanced, 2+ spades, 2+ hearts, 2+ diamonds, 2+ clubs, no void, no singleton, 0-20 hcp"
    Path(club).write_text(f"1N  {long}\n")
    monkeypatch.setenv("COLUMNS", "80")
    main(["frequencies", club])
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("1NT")]
    assert [len(line) <= 80 and line.endswith("…") for line in rows] == [True]


def test_several_files_are_one_system(notes: Path, club: str, capsys: Said) -> None:
    (notes / "more.bml").write_text("2N  20-21 hcp, balanced\n")
    assert main(["frequencies", club, "more.bml"]) == 0
    assert "\n2NT " in capsys.readouterr().out


def test_draws_are_repeated_with_their_seed(notes: Path, capsys: Said) -> None:
    (notes / "cards.bml").write_text("1N  15-17 hcp, stopper in spades\n  2D  5+ hearts\n")
    said = []
    for seed in ("1", "1", "2"):
        assert main(["frequencies", "cards.bml", "--after", "1N", "--samples", "5", "--seed", seed]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != said[2]
    assert "The other hands were drawn 5 times; the standard error is at most" in said[0]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--after", "1K"], "auction:1:1: error BML631: 1K is not a call."),
        (["--after", "1N-2S"], "auction:1:4: error BML633: 2S is not in the notes after 1NT"),
        (["--after", "2C"], "auction:1:1: error BML641: The notes have no rows after 2C."),
        (["--after", "1N", "--hand", "AKQ JT9 876"], "hand:1:12: error BML634: This hand has 3 suits"),
        (["--after", "1N", "--hand", "AK84 Q5 KJ43 98"], "error BML634: This hand has 12 cards"),
        (["--after", "1N", "--hand", "AK84 Q5 KJ43 9876"], "error BML634: This hand has 14 cards"),
        (
            ["--after", "1N", "--hand", "AAK4 Q5 KJ43 982"],
            "hand:1:2: error BML634: The card SA appears twice",
        ),
    ],
)
def test_what_cannot_be_counted_is_reported_with_its_place(
    club: str, options: list[str], told: str, capsys: Said
) -> None:
    assert main(["frequencies", club, *options]) == 1
    said = capsys.readouterr()
    assert told in said.err
    assert said.out == ""


def test_a_hand_needs_an_auction(club: str, capsys: Said) -> None:
    assert main(["frequencies", club, "--hand", "AK84 Q5 KJ43 982"]) == 2
    assert "--after" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "1", "-3", "many", "1000001"])
def test_a_number_of_samples_must_say_something(club: str, number: str, capsys: Said) -> None:
    with pytest.raises(SystemExit):
        main(["frequencies", club, "--after", "1N", f"--samples={number}"])
    assert "must be a number from 2 to 1,000,000" in capsys.readouterr().err


def test_a_file_that_is_not_there(notes: Path, capsys: Said) -> None:
    assert main(["frequencies", "nowhere.bml"]) == 1
    assert "nowhere.bml:1:1: error BML101" in capsys.readouterr().err


def test_an_empty_file_has_nothing_to_count(notes: Path, capsys: Said) -> None:
    (notes / "empty.bml").write_text("")
    assert main(["frequencies", "empty.bml"]) == 1
    assert "BML641" in capsys.readouterr().err


def test_errors_of_the_notes_are_mentioned_and_the_rest_is_counted(notes: Path, capsys: Said) -> None:
    (notes / "wrong.bml").write_text("1N  15-17 hcp\n8C  what\n")
    assert main(["frequencies", "wrong.bml"]) == 0
    said = capsys.readouterr()
    assert "The notes have 1 error (see bml check); the rest is used." in said.err
    assert "\n1NT " in said.out


def test_a_row_that_never_wins_is_reported(notes: Path, capsys: Said) -> None:
    (notes / "never.bml").write_text("1C  12+ hcp\n2C  22+ hcp\n")
    assert main(["frequencies", "never.bml", "--choice", "first"]) == 0
    said = capsys.readouterr().out
    assert "Never, since no hand fits or other rows take all of them: 2C" in said
    assert "Every hand with 12+ hcp fits one of these rows." in said


def test_many_rows_that_are_not_understood_are_not_all_reported(notes: Path, capsys: Said) -> None:
    rows = "".join(f"{level}{strain}  zany {level}\n" for level in range(1, 6) for strain in "CDHS")
    (notes / "zany.bml").write_text(f"{rows}7N  37 hcp\n")
    assert main(["frequencies", "zany.bml"]) == 0
    assert "  and 10 more, listed by bml explain" in capsys.readouterr().out


@pytest.mark.parametrize("names", [("one.md", "two.md"), ("two.md", "one.md")])
def test_pages_come_in_the_order_of_their_navigation(
    notes: Path, names: tuple[str, ...], capsys: Said
) -> None:
    pages = {"one.md": "1S  11+ hcp, 5+!s", "two.md": "1S  13+ hcp, 5+!s\n1N  15--17 hcp, balanced"}
    for name, rows in pages.items():
        (notes / name).write_text(f"```bml\n{rows}\n```\n")
    (notes / "mkdocs.yml").write_text("nav:\n  - two.md\n  - One: one.md\n")
    assert main(["frequencies", *names]) == 0
    out = capsys.readouterr().out
    assert "13+ hcp, 5+♠" in out
    assert out.index("1S ") < out.index("1NT ")


@pytest.mark.parametrize("text", ["", "nav: [", "\0" * 100, "one " * 300_000])
def test_a_navigation_that_names_no_pages_changes_nothing(notes: Path, text: str, capsys: Said) -> None:
    for name, rows in {"one.bml": "1S  11+ hcp, 5+!s", "two.bml": "1S  13+ hcp, 5+!s"}.items():
        (notes / name).write_text(rows)
    (notes / "index.rst").write_text(text)
    assert main(["frequencies", "two.bml", "one.bml"]) == 0
    assert "13+ hcp, 5+♠" in capsys.readouterr().out


def test_hands_that_fit_no_row_after_a_forcing_call_do_not_pass(notes: Path, capsys: Said) -> None:
    (notes / "forcing.bml").write_text(
        "1N  15-17 hcp, balanced\n  2D  Transfer, 5+!h\n    3H  4+!h\n    3S  5!s\n"
    )
    assert main(["frequencies", "forcing.bml", "--after", "1N-2D"]) == 0
    out = capsys.readouterr().out
    assert "\nnot known " in out
    assert "pass the others" not in out
