"""The list of commands, and what a command imports."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from bml_core.commands import COMMANDS, main


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*command.split(), "--help"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: bml {command} [-h]")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = capsys.readouterr().out
    assert all(re.search(rf"\n    {command}\s", listed) for command in COMMANDS)
    assert all(purpose in " ".join(listed.split()) for _, purpose in COMMANDS.values())


@pytest.mark.parametrize("words", [[], ["--"], ["deal"], ["--", "check"], ["--strict", "check"]])
def test_without_a_command_there_is_nothing_to_do(words: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 2


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_the_overview_loads_no_command(option: str) -> None:
    script = (
        "import atexit, sys; from bml_core.commands import main;"
        "ours = lambda: (name for name in sys.modules if name.startswith('bml_core.'));"
        "atexit.register(lambda: print(*ours()));"
        f"main([{option!r}])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    assert set(finished.stdout.splitlines()[-1].split()) == {
        "bml_core._package",
        "bml_core.commands",
        "bml_core.commands.terminal",
    }


def test_a_command_does_not_wait_for_the_others() -> None:
    script = (
        "import sys; from bml_core.commands import main; main(['count', 'balanced']);"
        "print(*(name for name in sys.modules if name.startswith(('bml_core.language', 'bml_core.render'))))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    assert finished.stdout.splitlines()[1:] == [""]
