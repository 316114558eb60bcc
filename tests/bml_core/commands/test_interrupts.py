"""What is left when a command is stopped in the middle of its work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bml_core.commands.conftest import ROOT

# The new file is complete but for its name when the command stops here and says so.
HALFWAY = """
import signal, sys, time
from pathlib import Path

# A shell that runs in the background lets its children ignore this signal.
signal.signal(signal.SIGINT, signal.default_int_handler)

def stop(self, target):
    print("halfway", flush=True)
    time.sleep(60)

Path.replace = stop
from bml_core.commands import main
sys.exit(main({arguments!r}))
"""


def stopped(folder: Path, number: signal.Signals, *arguments: str) -> tuple[int, str]:
    """Exit status and standard error of a command that gets a signal while it writes."""
    process = subprocess.Popen(
        [sys.executable, "-c", HALFWAY.format(arguments=arguments)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "halfway\n"
        process.send_signal(number)
        _, told = process.communicate(timeout=60)
    return process.returncode, told


@pytest.fixture
def arguments(notes: Path) -> list[str]:
    """A command that writes where an older output lies, as every command does."""
    (notes / "out").write_text("old")
    return ["bss", "good.bml", "-o", "out"]


def test_ctrl_c_is_one_line_and_130(notes: Path, arguments: list[str]) -> None:
    before = sorted(notes.iterdir())
    status, told = stopped(notes, signal.SIGINT, *arguments)
    assert (status, told) == (130, f"bml {arguments[0]}: interrupted.\n")
    assert (notes / "out").read_text() == "old"
    assert sorted(notes.iterdir()) == before


def test_being_told_to_end_leaves_no_half_file(notes: Path, arguments: list[str]) -> None:
    before = sorted(notes.iterdir())
    status, told = stopped(notes, signal.SIGTERM, *arguments)
    assert (status, told) == (128 + signal.SIGTERM, "")
    assert (notes / "out").read_text() == "old"
    assert sorted(notes.iterdir()) == before


def test_being_killed_leaves_the_old_file_whole(notes: Path, arguments: list[str]) -> None:
    status, _ = stopped(notes, signal.SIGKILL, *arguments)
    assert status == -signal.SIGKILL
    assert (notes / "out").read_text() == "old"


LOADING = """
import signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)

class Stop:
    def find_spec(self, name, *rest):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)

from bml_core.commands import drop_in, main
sys.meta_path.insert(0, Stop())
sys.argv = [{program!r}, *{words!r}]
sys.exit({function}())
"""


@pytest.mark.parametrize(
    ("function", "words", "program"),
    [("main", ["check", "good.bml"], "bml check"), ("drop_in", ["good.bml"], "bml2bss")],
)
@pytest.mark.parametrize("module", ["bml_core.commands.options", "bml_core.commands.streams"])
def test_ctrl_c_while_a_command_loads_is_one_line_too(
    notes: Path, function: str, words: list[str], program: str, module: str
) -> None:
    script = LOADING.format(module=module, words=words, function=function, program=program)
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=notes,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (130, f"{program}: interrupted.\n")
