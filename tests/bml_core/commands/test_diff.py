"""``bml diff`` in a terminal; transcripts have the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core.commands import main

Said = pytest.CaptureFixture[str]


def test_colours_are_for_a_terminal_alone(notes: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    (notes / "old.bml").write_text("1N  15--17, balanced\n")
    (notes / "new.bml").write_text("1N  14--16, balanced\n")
    monkeypatch.setattr("bml_core.commands.streams.is_terminal", lambda target: True)
    monkeypatch.setattr("bml_core.commands.diff.is_lively", lambda stream: True)
    main(["diff", "old.bml", "new.bml"])
    assert '"\033[31m15–17\033[0m, balanced" → "\033[32m14–16\033[0m, balanced"' in capsys.readouterr().out
