"""``bml html`` and ``bml latex``, and the programs of bridge-markup that they replace."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from bml_core.commands import drop_in, main

Command = Callable[[list[str]], int]
DROP_INS: dict[str, Command] = {kind: partial(drop_in, f"bml2{kind}") for kind in ("html", "latex")}
BESIDE = {"html": ["bml.css", "bml.js"], "latex": ["bml.sty"]}

pytestmark = pytest.mark.usefixtures("notes")


@pytest.fixture(params=["html", "latex"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of output."""
    return str(request.param)


@pytest.fixture(params=["subcommand", "drop-in"])
def command(request: pytest.FixtureRequest, kind: str) -> Command:
    """Both ways to write it: the same arguments do the same."""
    if request.param == "drop-in":
        return DROP_INS[kind]
    return lambda arguments: main([kind, *arguments])


def output(kind: str, stem: str = "good") -> Path:
    return Path(f"{stem}.{'htm' if kind == 'html' else 'tex'}")


def test_the_name_is_that_of_bridge_markup(
    command: Command, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["good.bml"]) == 0
    assert capsys.readouterr() == ("", "")
    assert "negative" in output(kind).read_text("utf-8")


def test_nothing_lies_beside_a_page_that_stands_alone(command: Command, kind: str, notes: Path) -> None:
    before = {path.name for path in notes.iterdir()}
    command(["good.bml"])
    assert {path.name for path in notes.iterdir()} - before == {output(kind).name}


def test_what_is_needed_is_written_beside_the_output(command: Command, kind: str) -> None:
    Path("out").mkdir()
    assert command(["good.bml", "--no-include-external-files", "-o", "out"]) == 0
    written = sorted(path.name for path in Path("out").iterdir())
    assert written == sorted([output(kind).name, *BESIDE[kind]])


def test_a_style_of_your_own_stays(command: Command, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in BESIDE[kind]:
        Path(name).write_text("my own")
    assert command(["good.bml", "--no-include-external-files", "-v"]) == 0
    kept = [line for line in capsys.readouterr().err.splitlines() if "already exists" in line]
    assert [line.split()[1] for line in kept] == BESIDE[kind]
    assert [Path(name).read_text() for name in BESIDE[kind]] == ["my own"] * len(BESIDE[kind])


def test_nothing_lies_beside_standard_output(command: Command, kind: str) -> None:
    assert command(["good.bml", "--no-include-external-files", "-o", "-"]) == 0
    assert not any(Path(name).exists() for name in BESIDE[kind])


def test_without_trees_the_table_is_another(command: Command, kind: str) -> None:
    texts = []
    for option in ("--tree", "--no-tree"):
        assert command(["good.bml", option]) == 0
        texts.append(output(kind).read_text("utf-8"))
    assert texts[0] != texts[1]


def test_words_are_in_the_language(command: Command, kind: str) -> None:
    Path("double.bml").write_text("(1N)\n  D  Penalty\n")
    assert command(["double.bml", "--language", "de"]) == 0
    assert "Kontra" in output(kind, "double").read_text("utf-8")


def test_errors_are_1_and_everything_readable_is_written(
    command: Command, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["bad.bml"]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == (
        "There were errors; everything that could be read was written."
    )
    assert "negative" in output(kind, "bad").read_text("utf-8")


def test_strict_leaves_the_old_output_alone(command: Command, kind: str) -> None:
    output(kind, "bad").write_text("old")
    assert command(["bad.bml", "--strict"]) == 1
    assert output(kind, "bad").read_text() == "old"


def test_indentation_is_for_the_programs_of_bridge_markup(kind: str) -> None:
    assert DROP_INS[kind](["-i", "3", "good.bml"]) == 0
    with pytest.raises(SystemExit):
        main([kind, "-i", "3", "good.bml"])


def test_a_page_without_a_title_has_the_name_of_its_file() -> None:
    main(["html", "bad.bml"])
    assert "<title>bad</title>" in Path("bad.htm").read_text("utf-8")


def test_the_paper_is_that_asked_for() -> None:
    main(["latex", "good.bml", "--paper", "letter"])
    assert "letterpaper" in Path("good.tex").read_text("utf-8")
