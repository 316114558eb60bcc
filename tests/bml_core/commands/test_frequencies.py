"""``bml frequencies``: terminals, seeds and odd files; transcripts have the rest."""

from __future__ import annotations

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


def test_lines_are_as_long_as_the_terminal_is_wide(
    club: str, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "15-17 hcp, balanced, 2+ spades, 2+ hearts, 2+ diamonds, 2+ clubs, no void, no singleton, 0-20 hcp"
    Path(club).write_text(f"1N  {long}\n")
    monkeypatch.setenv("COLUMNS", "80")
    main(["frequencies", club])
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("1NT")]
    assert [len(line) <= 80 and line.endswith("…") for line in rows] == [True]


def test_draws_are_repeated_with_their_seed(notes: Path, capsys: Said) -> None:
    (notes / "cards.bml").write_text("1N  15-17 hcp, stopper in spades\n  2D  5+ hearts\n")
    said = []
    for seed in ("1", "1", "2"):
        assert main(["frequencies", "cards.bml", "--after", "1N", "--samples", "5", "--seed", seed]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != said[2]
    assert "The other hands were drawn 5 times; the standard error is at most" in said[0]


@pytest.mark.parametrize("number", ["0", "1", "-3", "many", "1000001"])
def test_a_number_of_samples_must_say_something(club: str, number: str, capsys: Said) -> None:
    with pytest.raises(SystemExit):
        main(["frequencies", club, "--after", "1N", f"--samples={number}"])
    assert "must be a number from 2 to 1,000,000" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "nav: [", "\0" * 100, "one " * 300_000])
def test_a_navigation_that_names_no_pages_changes_nothing(notes: Path, text: str, capsys: Said) -> None:
    for name, rows in {"one.bml": "1S  11+ hcp, 5+!s", "two.bml": "1S  13+ hcp, 5+!s"}.items():
        (notes / name).write_text(rows)
    (notes / "index.rst").write_text(text)
    assert main(["frequencies", "two.bml", "one.bml"]) == 0
    assert "13+ hcp, 5+♠" in capsys.readouterr().out
