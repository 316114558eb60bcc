"""What shells complete, in bash as a user has it; the scripts for all shells name every command."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from bml_core.commands import INDEX
from tests.programs import run_here


def script(shell: str) -> str:
    return run_here("bml", "completion", shell, folder=Path.cwd()).stdout


ASK = """
COMP_WORDS=({}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _bml; echo "${{COMPREPLY[*]}}"
"""
LINES = {
    "bml ch": "check",
    "bml check --form": "--format",
    "bml check --format ''": "text json sarif github",
    "bml check notes.bml --format g": "github",
    "bml deals ch": "check",
    "bml deals check --pa": "",
    "bml deals --pa": "--paper",
    # Files, which bash completes by itself.
    "bml check ''": "",
    "bml completion z": "zsh",
}


def test_bash_completes_commands_options_and_choices(tmp_path: Path) -> None:
    asked = "".join(ASK.format(line) for line in LINES)
    (tmp_path / "ask.sh").write_text(script("bash") + asked, "utf-8")
    command = ("bash", "--noprofile", "--norc", shlex.quote(str(tmp_path / "ask.sh")))
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert dict(zip(LINES, run.stdout.splitlines(), strict=True)) == LINES


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_is_completed(shell: str) -> None:
    text = script(shell)
    assert [name for name in INDEX if name.split()[-1] not in text] == []
