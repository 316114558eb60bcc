"""How diagnostics are printed: grouped, in colours, as JSON."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from bml_core.commands import main

pytestmark = pytest.mark.usefixtures("notes")
Printed = pytest.CaptureFixture[str]


def told(text: str, capsys: Printed, *options: str) -> list[str]:
    """What ``bml check`` says of a text, without the count."""
    Path("a.bml").write_text(text, "utf-8")
    main(["check", "a.bml", *options])
    return capsys.readouterr().err.splitlines()[:-1]


def test_six_hundred_wrong_rows_are_a_page(capsys: Printed) -> None:
    kinds = ("  word{}", "  jump", "  8C", "  1C  low", "  {}C", "\n#FOO{}\n\n1C  again")
    rows = "\n".join(kinds[n % len(kinds)].format(n) for n in range(600))
    lines = told(f"1C  x\n{rows}\n", capsys)
    assert len(lines) < 50
    assert max(map(len, lines)) < 300


class TestTerminal:
    def terminal(self, notes: Path, name: str, **environment: str) -> str:
        """What a terminal gets of ``bml check``."""
        ours, theirs = pty.openpty()
        # Waiting first is safe: what is printed fits into the buffer of the terminal.
        subprocess.run(
            [str(Path(sys.executable).with_name("bml")), "check", name],
            cwd=notes,
            env={"PATH": os.environ["PATH"], "TERM": "xterm", "XDG_CACHE_HOME": "none", **environment},
            stderr=theirs,
            check=False,
            timeout=60,
        )
        os.close(theirs)
        told = os.read(ours, 10_000).decode()
        os.close(ours)
        return told

    def test_the_severity_has_a_colour(self, notes: Path) -> None:
        assert "bad.bml:2:3: \033[31merror BML201\033[0m: " in self.terminal(notes, "bad.bml")

    @pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
    def test_unless_it_is_not_wanted(self, notes: Path, environment: dict[str, str]) -> None:
        assert "\033" not in self.terminal(notes, "bad.bml", **environment)

    def test_elsewhere_there_are_none(self, capsys: Printed) -> None:
        main(["check", "bad.bml"])
        assert "\033" not in capsys.readouterr().err

    def test_the_name_of_a_file_cannot_act(self, notes: Path) -> None:
        (notes / "\033[2Jbad.bml").write_text("8C  \033[2J joke\n")
        assert "\033[2J" not in self.terminal(notes, "\033[2Jbad.bml")
