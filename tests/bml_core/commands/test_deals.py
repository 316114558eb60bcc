"""``bml deals``: terminals, progress and standard input; transcripts have the rest."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from bml_core.commands import main
from bml_core.commands.streams import Watched
from bml_core.commands.terminal import Progress
from tests.bml_core.commands.conftest import Run

SOUTH, WEST, NORTH, EAST = "SAKQJT98765432", "HAKQJT98765432", "DAKQJT98765432", "CAKQJT98765432"
ONE = f"md|3{SOUTH},{WEST},{NORTH},{EAST}|"
LIN = f"pn|a,b,c,d|{ONE}ah|Board 3|zz|kept|mb|1N!|an|15-17|mb|p|mb|p|mb|p|\npn|,,,|{ONE}ah|Board 4|\n"
DIAGRAM = "#7, dealer E, 1NE\nN: AK - xx T9\n\nE S W N\n1N P P P\n"


@pytest.fixture(autouse=True)
def folder(notes: Path) -> Path:
    (notes / "hands.lin").write_text(LIN)
    (notes / "deal.bml").write_text(DIAGRAM)
    return notes


def test_a_terminal_gets_its_own_characters(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "named.lin").write_text(f"pn|a,b,Zo\u00eb,d|{ONE}", "utf-8")
    for is_terminal, charset in ((False, "iso8859-1"), (True, "utf-8")):
        monkeypatch.setattr("sys.stdout.isatty", lambda is_terminal=is_terminal: is_terminal, raising=False)
        assert main(["deals", "named.lin"]) == 0
        assert '[North "Zo\u00eb"]'.encode(charset) in capsysbinary.readouterr().out


class TestProgress:
    def test_it_is_for_terminals_alone(self, run: Run) -> None:
        result = run("bml", "deals", "hands.lin", "--to", "lin")
        assert result.stderr == b""

    def test_it_counts_what_is_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        terminal = io.StringIO()
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr("sys.stderr", terminal)
        monkeypatch.setattr("bml_core.commands.terminal._PATIENCE", 0)
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm")
        with Progress("hands.pbn", 4) as progress:
            assert Watched(io.BytesIO(b"abcd"), progress).read(3) == b"abc"
        assert "hands.pbn" in terminal.getvalue()
        assert "75%" in terminal.getvalue()
        assert terminal.getvalue().endswith("\r\033[K")

    def test_no_color_is_obeyed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        terminal = io.StringIO()
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr("sys.stderr", terminal)
        monkeypatch.setattr("bml_core.commands.terminal._PATIENCE", 0)
        monkeypatch.setenv("NO_COLOR", "1")
        with Progress("hands.pbn", 4) as progress:
            progress.add(3)
        assert terminal.getvalue() == ""


LINK = "https://www.bridgebase.com/tools/handviewer.html?lin=md%7C1SAK%7Cah%7CBoard%209%7C"


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="the system has no /dev/stdin")
@pytest.mark.parametrize("text", [LIN, '[Board "3"]\n\n[Board "4"]\n', f"{LINK}\n\n{LINK}", DIAGRAM])
def test_the_name_that_the_shell_has_for_standard_input(
    run: Run, stdin: Callable[[bytes], None], capfdbinary: pytest.CaptureFixture[bytes], text: str
) -> None:
    named = run("bml", "deals", "/dev/stdin", "--to", "lin", stdin=text.encode())
    stdin(text.encode())
    assert main(["deals", "-", "--to", "lin"]) == named.returncode
    assert named.stdout == capfdbinary.readouterr().out != b""
