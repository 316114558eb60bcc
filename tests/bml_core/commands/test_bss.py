"""``bml bss FILE`` and ``bml2bss FILE``: files and disks that a transcript cannot have."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from bml_core.commands import drop_in
from bml_core.commands import main as bml
from tests.bml_core.commands.conftest import GOOD_BSS

Command = Callable[[list[str]], int]
pytestmark = pytest.mark.usefixtures("notes")


@pytest.fixture(params=["bml bss", "bml2bss"])
def command(request: pytest.FixtureRequest) -> Command:
    """Both commands: the same arguments do the same."""
    if request.param == "bml2bss":
        return partial(drop_in, "bml2bss")
    return lambda arguments: bml(["bss", *arguments])


def test_a_name_that_is_too_long(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["x" * 300]) == 1
    assert "BML101" in capsys.readouterr().err
    assert command(["good.bml", "-o", "x" * 300]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_new_file_has_the_usual_permissions(command: Command) -> None:
    old = os.umask(0o027)
    try:
        command(["good.bml"])
    finally:
        os.umask(old)
    assert Path("good.bss").stat().st_mode & 0o777 == 0o640


def test_a_protected_file(
    command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("good.bss").write_text("old")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert command(["good.bml"]) == 2
    assert "protected" in capsys.readouterr().err
    assert Path("good.bss").read_text() == "old"


def test_an_older_file_survives_a_full_disk(
    command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], notes: Path
) -> None:
    def fail(self: Path, target: str) -> Path:
        raise OSError(28, "No space left on device")

    Path("good.bss").write_text("old")
    before = sorted(path.name for path in notes.iterdir())
    monkeypatch.setattr(Path, "replace", fail)
    assert command(["good.bml"]) == 2
    assert "No space left" in capsys.readouterr().err
    assert Path("good.bss").read_text() == "old"
    assert sorted(path.name for path in notes.iterdir()) == before


class TestOldOptions:
    @pytest.mark.parametrize("width", ["1", "4", "9"])
    def test_an_indentation_is_accepted_and_any_is_read(self, width: str) -> None:
        Path("three.bml").write_text("1C  strong\n   1D  negative\n")
        assert drop_in("bml2bss", ["-i", width, "three.bml"]) == 0
        assert len(Path("three.bss").read_text().splitlines()) == 3

    @pytest.mark.parametrize("width", ["0", "10", "two"])
    def test_other_indentations_are_wrong_usage(self, width: str) -> None:
        with pytest.raises(SystemExit) as stopped:
            drop_in("bml2bss", ["-i", width, "good.bml"])
        assert stopped.value.code == 2

    def test_long_names(self, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        assert (
            drop_in("bml2bss", ["--indentation", "2", "--outputfile", "-", "--verbose", "-vv", "good.bml"])
            == 0
        )
        assert capsysbinary.readouterr().out == GOOD_BSS.encode()
