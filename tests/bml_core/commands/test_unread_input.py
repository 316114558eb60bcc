"""Input that is not read keeps the output of an earlier run, in every command that writes."""

from __future__ import annotations

import io
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from bml_core.commands import main
from bml_core.files import MOST_BYTES

COMMANDS = {
    "html": ("bml", []),
    "latex": ("bml", []),
    "bss": ("bml", []),
    "bboalert": ("bml", []),
    "depends": ("bml", []),
    "import": ("bss", []),
    "dpp": ("dpp", []),
    "sample": ("bml", ["--auction", "1C"]),
    "dealer": ("bml", ["--auction", "1C"]),
    "deals": ("bml", []),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("fault", ["missing", "a folder", "a pipe", "too large"])
def test_older_output_stays(
    command: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ending, options = COMMANDS[command]
    name = f"notes.{ending}"
    if fault == "too large":
        Path(name).touch()
        os.truncate(name, MOST_BYTES + 1)
    elif fault == "a folder":
        Path(name).mkdir()
    elif fault == "a pipe":
        os.mkfifo(name)
    Path("output").write_text("old")
    # These take folders of notes, and this one has none.
    is_folder = fault == "a folder" and command in ("latex", "bss", "bboalert", "sample", "dealer")
    assert main([command, name, "-o", "output", *options]) == (2 if is_folder else 1)
    assert Path("output").read_text() == "old"


PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


@pytest.mark.parametrize("command", ["html", "latex", "bss", "bboalert", "import", "sample", "dealer"])
def test_older_output_stays_where_the_input_is_no_text(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    ending, options = COMMANDS[command]
    Path(f"notes.{ending}").write_bytes(PICTURE)
    Path("output").write_text("old")
    assert main([command, f"notes.{ending}", "-o", "output", *options]) == 1
    assert Path("output").read_text() == "old"
    assert f"notes.{ending}: error BML101: notes.{ending} is not a text file." in capsys.readouterr().err


@pytest.mark.parametrize("name", ["notes.bml", "notes.md", "notes.rst"])
def test_a_folder_with_a_picture_among_the_notes_has_an_error(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    Path("docs/good.bml").write_text("1N  15--17\n")
    Path("docs", name).write_bytes(PICTURE)
    assert main(["check", "docs"]) == 1
    said = capsys.readouterr().err.splitlines()
    place = Path("docs", name)
    assert said == [
        f"{place}: error BML101: {name} is not a text file. Save notes as text, in UTF-8.",
        "2 files, 1 agreement, 1 error.",
    ]


@pytest.mark.parametrize("command", ["html", "latex", "bss", "bboalert"])
def test_nor_does_standard_input_that_is_too_large(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"x" * (MOST_BYTES + 1))))
    Path("output").write_text("old")
    assert main([command, "-", "-o", "output"]) == 1
    assert Path("output").read_text() == "old"


def test_nor_does_one_of_several_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.bml").write_text("1C  {16+ hcp}\n\nN: AKQJ T98 765 432\n")
    Path("output").write_text("old")
    for command, options in (("sample", ["--auction", "1C"]), ("deals", [])):
        assert main([command, "one.bml", "two.bml", "-o", "output", *options]) == 1
        assert Path("output").read_text() == "old"
