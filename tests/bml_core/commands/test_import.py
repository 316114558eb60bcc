"""``bml import`` and ``bss2bml``: BML out of a Full Disclosure file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bml_core.commands import drop_in, main
from tests.bml_core.commands.conftest import GOOD, GOOD_BSS, Run

BML = "#+TITLE: Notes\n\n1C  strong\n  1D  negative\n"
BAD_BSS = GOOD_BSS + "nonsense\n"


@pytest.fixture
def bss(notes: Path) -> Path:
    (notes / "system.bss").write_text(GOOD_BSS)
    (notes / "wrong.bss").write_text(BAD_BSS)
    return notes


@pytest.mark.parametrize("command", [["bml", "import"], ["bss2bml"]])
class TestBothPrograms:
    def test_the_output_is_named_after_the_input(self, bss: Path, run: Run, command: list[str]) -> None:
        done = run(*command, "system.bss")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        assert (bss / "system.bml").read_text() == BML

    def test_through_a_pipe(self, run: Run, command: list[str]) -> None:
        done = run(*command, "-", stdin=GOOD_BSS.encode())
        assert (done.returncode, done.stdout.decode()) == (0, BML)

    def test_what_is_wrong_is_reported_and_the_rest_written(
        self, bss: Path, run: Run, command: list[str]
    ) -> None:
        done = run(*command, "wrong.bss", "-o", "out.bml")
        assert done.returncode == 1
        assert done.stderr.startswith(b"wrong.bss:4:1: error BML501:")
        assert (bss / "out.bml").read_text() == BML

    def test_nothing_is_written_of_a_file_that_is_not_there(
        self, bss: Path, run: Run, command: list[str]
    ) -> None:
        done = run(*command, "nowhere.bss")
        assert (done.returncode, done.stderr.split(b": ")[1]) == (1, b"error BML101")
        assert not (bss / "nowhere.bml").exists()


def test_the_options_of_bridge_markup(bss: Path) -> None:
    assert drop_in("bss2bml", ["-v", "--outputfile", "out.bml", "system.bss"]) == 0
    assert (bss / "out.bml").read_text() == BML


def test_strict_writes_nothing_on_errors(bss: Path) -> None:
    assert main(["import", "--strict", "wrong.bss"]) == 1
    assert not (bss / "wrong.bml").exists()


@pytest.mark.parametrize("options", [["no.bss"], ["no.bss", "-o", "out"], ["-", "-o", "out"]])
def test_a_file_without_any_record_replaces_nothing(bss: Path, options: list[str], run: Run) -> None:
    nothing = "neither this\nnor that\n"
    for name, text in {"no.bss": nothing, "out": "old"}.items():
        (bss / name).write_text(text)
    done = run("bml", "import", *options, stdin=nothing.encode())
    assert (done.returncode, done.stderr.count(b"There were errors, so ")) == (1, 1)
    assert (bss / "out").read_text() == "old"
    assert not (bss / "no.bml").exists()


def test_the_input_is_never_written_over(bss: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "system.bss", "-o", "system.bss"]) == 2
    assert "system.bss is an input file" in capsys.readouterr().err
    assert (bss / "system.bss").read_text() == GOOD_BSS


def test_windows_latin_from_standard_input(
    stdin: Callable[[bytes], None], capsys: pytest.CaptureFixture[str]
) -> None:
    stdin("*00{Caf\xe9}=NYYYYYY\n".encode("cp1252"))
    assert main(["import", "-"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "#+TITLE: Caf\xe9\n"
    assert captured.err.startswith("<stdin>:1:8: warning BML121")


def test_there_and_back(bss: Path) -> None:
    assert main(["import", "system.bss", "-o", "back.bml"]) == 0
    assert main(["bss", "back.bml"]) == 0
    assert (bss / "back.bss").read_text() == GOOD_BSS
    assert GOOD.split() == (bss / "back.bml").read_text().split()


class TestNotesOfTheSameName:
    @pytest.fixture(autouse=True)
    def own_notes(self, bss: Path) -> Path:
        (bss / "system.bml").write_text("// our own\n")
        return bss

    def test_stay(self, bss: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["import", "system.bss"]) == 2
        assert (bss / "system.bml").read_text() == "// our own\n"
        assert "system.bml already exists; replace it with -o system.bml" in capsys.readouterr().err

    def test_are_replaced_where_they_are_named(self, bss: Path) -> None:
        assert main(["import", "system.bss", "-o", "system.bml"]) == 0
        assert (bss / "system.bml").read_text() == BML

    def test_are_replaced_by_the_drop_in_as_ever(self, bss: Path) -> None:
        assert drop_in("bss2bml", ["system.bss"]) == 0
        assert (bss / "system.bml").read_text() == BML
