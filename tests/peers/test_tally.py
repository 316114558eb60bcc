"""What was compared is told at the end, from whatever process the tests ran in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.peers.tally import Tally, lines

TOP = Path(__file__).parents[2]


def test_counts_are_told_once_for_each_test() -> None:
    told: list[tuple[str, object]] = [("other", 1)]
    tally = Tally(lambda name, value: told.append((name, value)))
    tally.add(records=1200)
    tally.add(records=34)
    tally.tell("bridge-markup 2.0.3 to .bss", minimum=2)
    assert lines(told) == ["bridge-markup 2.0.3 to .bss: 2 systems, 1,234 records compared"]


def test_too_little_is_a_failure() -> None:
    tally = Tally(lambda _, __: None)
    tally.add(records=1)
    with pytest.raises(AssertionError):
        tally.tell("bridge-markup 2.0.3 to .bss", minimum=2)


@pytest.mark.parametrize("processes", ["0", "2"])
def test_the_run_ends_with_what_was_compared(processes: str, tmp_path: Path) -> None:
    test = tmp_path / "test_counts.py"
    test.write_text(
        "from tests.peers.conftest import tally\n"
        "def test_counts(tally):\n"
        "    tally.add(records=7)\n"
        "    tally.tell('a peer to .bss', minimum=1)\n"
    )
    options = [
        "-q",
        "-p",
        "tests.conftest",
        "-n",
        processes,
        "--rootdir",
        str(TOP),
        "-c",
        str(TOP / "pyproject.toml"),
    ]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(test)],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "a peer to .bss: 1 systems, 7 records compared" in run.stdout, run.stdout + run.stderr
