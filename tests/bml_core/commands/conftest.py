"""Notes in a folder, and commands run there: in this process or in one of their own."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
GOOD = "#+TITLE: Notes\n\n1C  strong\n  1D  negative\n"
GOOD_BSS = "*00{Notes}=NYYYYYY\n001C=NYYYYYY008strong\n001CP1D=NYYYYYY008negative\n"
BAD = "1C  strong\n  1zoo  what\n  1D  negative\n"
INFO = "1C  strong\n  jump  splinter\n"
WARNING = "1H  five\n#ENDCUT\n"

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a file for each outcome."""
    folder = tmp_path / "notes"
    folder.mkdir()
    for name, text in {"good": GOOD, "bad": BAD, "info": INFO, "warning": WARNING}.items():
        (folder / f"{name}.bml").write_text(text)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def run(notes: Path) -> Run:
    """Runs a program as it is installed, in the folder of the notes."""

    def run(program: str, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        command = [str(Path(sys.executable).with_name(program)), *arguments]
        environment = {
            "PYTHONPATH": str(ROOT),
            "PATH": "/usr/bin:/bin",
            "LC_ALL": "C",
            "XDG_CACHE_HOME": "none",
        }
        return subprocess.run(
            command, cwd=notes, env=environment, input=stdin, capture_output=True, check=False, timeout=60
        )

    return run


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Puts bytes on the standard input of this process."""

    def put(data: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))

    return put
