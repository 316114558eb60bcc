"""Names in Makefiles: make must read each as the file it is, and run nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bml_core.commands.conversions import escape, write_rules
from tests.system_tools import run_make

NAMES = [
    "plain.bml",
    "our notes.bml",
    "#1.bml",
    "$(shell touch pwned).bml",
    "${x}.bml",
    "100%.bml",
    "a:b.bml",
    "a*b.bml",
    "a?b.bml",
    "a[b]c.bml",
    "~home.bml",
    "back\\slash.bml",
    "back\\ space.bml",
    "back\\#sign.bml",
    "a=b.bml",
    "SHELL=x",
    "a:=b",
    "a|b.bml",
    "|",
    "a;touch pwned",
    ";;",
    "tab\there.bml",
    "line\nbreak: pwned.bml",
    "naïve ♠.bml",
]


def run(folder: Path, makefile: str) -> subprocess.CompletedProcess[str]:
    (folder / "Makefile").write_text(makefile, "utf-8")
    done = run_make(folder, "--no-builtin-rules", "all")
    assert not (folder / "pwned").exists()
    return done


@pytest.mark.parametrize("name", NAMES)
def test_make_finds_a_file_that_exists(name: str, tmp_path: Path) -> None:
    (tmp_path / name).touch()
    done = run(tmp_path, f"all: in.bml\n\t@echo made\nin.bml:\n{write_rules(['in.bml'], [name])}")
    assert (done.returncode, done.stdout) == (0, "made\n"), done.stderr


@pytest.mark.parametrize(
    "name", [name for name in NAMES if name.isprintable() and not set(name) & set("*?[")]
)
def test_make_asks_for_a_file_that_is_missing(name: str, tmp_path: Path) -> None:
    done = run(tmp_path, f"all: in.bml\n{write_rules(['in.bml'], [name])}")
    assert f"No rule to make target '{name}', needed by 'in.bml'" in done.stderr


@pytest.mark.parametrize("name", [name for name in NAMES if name.isprintable()])
def test_a_target_is_the_file(name: str, tmp_path: Path) -> None:
    (tmp_path / name).touch()
    done = run(tmp_path, f"all: {escape(name)}\n{write_rules([name], ['wanted.bml'])}")
    assert "No rule to make target 'wanted.bml'" in done.stderr
