"""What the page of the workbench asks and is answered, without a browser."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from pathlib import Path

import pytest

from bml_core.commands.workbench import answer
from tests.programs import run_here

NOTES = "#+TITLE: Ours\n\n1N  15-17 hcp, balanced\n  2C  Stayman\n1S  5+!s, 11-21 hcp\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the notes, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(**question: object) -> tuple[list[dict[str, object]], dict[str, bytes]]:
    found = json.loads(answer(json.dumps(question)))
    return found["ran"], {name: base64.b64decode(data) for name, data in found["files"].items()}


@pytest.mark.parametrize(
    "command", [["bss"], ["bboalert"], ["html", "--language", "de"], ["explore"], ["latex"]], ids=" ".join
)
def test_files_are_those_of_the_command(command: list[str], folder: Path) -> None:
    name, *options = command
    _, files = ask(
        files={"ours.bml": NOTES}, run=[[name, "ours.bml", "-o", "made", *options]], wanted=["made"]
    )
    run_here("bml", name, "ours.bml", "-o", "by-command", *options, folder=folder)
    assert files["made"] == (folder / "by-command").read_bytes()
    assert not (folder / "made").exists()


def test_what_commands_print_is_returned_with_their_status() -> None:
    ran, _ = ask(
        files={"ours.bml": NOTES + "9S  No bid\n"},
        run=[
            ["check", "--format", "json", "--no-cache", "ours.bml"],
            ["bid", "ours.bml", "--hand", "AK843 Q5 KJ4 982", "--format", "json"],
            ["bid", "ours.bml"],
        ],
    )
    assert [each["status"] for each in ran] == [1, 0, 2]
    assert json.loads(str(ran[0]["output"]))["diagnostics"][0]["line"] == 6
    assert json.loads(str(ran[1]["output"]))["call"] == "1S"
    assert (ran[2]["output"], "--hand" in str(ran[2]["messages"])) == ("", True)


def test_findings_have_the_edits_that_mend_them() -> None:
    ran, _ = ask(files={"ours.bml": "1NT:  15-17\n1C 16+\n"}, run=[["check", "--format", "json", "ours.bml"]])
    found = json.loads(str(ran[0]["output"]))["diagnostics"]
    assert all(edit.keys() == {"line", "column", "length", "text"} for each in found for edit in each["fix"])


def test_files_include_others_by_name_and_are_gone_when_they_are_closed(folder: Path) -> None:
    files: dict[str, object] = {"all.bml": "#INCLUDE parts/one.bml\n", "parts/one.bml": NOTES}
    words = ["check", "--format", "json", "all.bml"]
    ran, _ = ask(files=files, run=[words])
    assert json.loads(str(ran[0]["output"]))["summary"]["agreements"] == 3
    ran, _ = ask(files={"parts/one.bml": None}, run=[words])
    assert json.loads(str(ran[0]["output"]))["diagnostics"][0]["code"] == "BML102"


def test_bytes_come_in_and_folders_go_out_as_zips(folder: Path) -> None:
    data = base64.b64encode("1N  15–17\n".encode("utf-16")).decode()
    words = ["practice", "ours.bml", "--auction", "1N-2C", "-n", "1", "--seed", "1", "-o", "made"]
    _, files = ask(files={"wide.bml": [data], "ours.bml": NOTES}, run=[words], wanted=["made", "none"])
    assert (folder / "wide.bml").read_bytes() == "1N  15–17\n".encode("utf-16")
    with zipfile.ZipFile(io.BytesIO(files["made"])) as archive:
        assert "boards.pbn" in archive.namelist()
    assert list(files) == ["made"]


@pytest.mark.parametrize("name", ["../outside.bml", "/etc/outside.bml", "a/../../outside.bml", ""])
def test_names_stay_inside_of_the_folder(name: str) -> None:
    with pytest.raises(ValueError, match="lead into the folder"):
        ask(files={name: "1N"})
    with pytest.raises(ValueError, match="lead into the folder"):
        ask(wanted=[name])
