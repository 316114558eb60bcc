"""The list of commands, and what a command imports."""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib import import_module

import pytest

from bml_core.commands import COMMANDS, main


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_added_by_its_module(command: str) -> None:
    subparsers = argparse.ArgumentParser().add_subparsers()
    import_module(f"bml_core.commands.{COMMANDS[command]}").register(subparsers)
    assert {name.split()[0] for name in subparsers.choices} == {command}


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("    ")}
    assert set(COMMANDS) <= listed


def test_a_command_does_not_wait_for_the_others() -> None:
    script = (
        "import sys; from bml_core.commands import main; main(['count', 'balanced']);"
        "print(*(name for name in sys.modules if name.startswith(('bml_core.language', 'bml_core.render'))))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    assert finished.stdout.splitlines()[1:] == [""]
