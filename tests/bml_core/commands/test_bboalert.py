"""``bml bboalert FILE``: the conversion of ``bml bss``, in another form."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core.commands import main as bml


@pytest.mark.usefixtures("notes")
def test_the_file_is_beside_the_notes() -> None:
    assert bml(["bboalert", "good.bml"]) == 0
    written = Path("good.bboalert.txt").read_text()
    assert written == "BBOalert,Notes\n,1C,strong\n1C--,1D,negative\n"


@pytest.mark.usefixtures("notes")
def test_what_the_data_cannot_say_is_reported_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    Path("seats.bml").write_text("#SEAT 1\n\nP-(P)-\n1S  never\n")
    assert bml(["bboalert", "seats.bml"]) == 0
    assert capsys.readouterr().err == "Wrote seats.bboalert.txt: 3 agreements.\n"
    assert bml(["bboalert", "seats.bml", "-v"]) == 0
    assert capsys.readouterr().err.startswith("seats.bml:4:1: info BML401: ")
