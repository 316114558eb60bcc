"""bridge-markup as a second opinion: each version from PyPI, in a folder and a process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

WORKER = Path(__file__).with_name("peer_worker.py")
CACHE = Path(__file__).parents[3] / "build" / "peers"
_MINUTES = 60


class PeerStopped(Exception):  # noqa: N818 - it reads better where it is expected
    """The program ended with an error instead of a result."""


@dataclass(frozen=True, slots=True)
class Peer:
    """One installed version of bridge-markup."""

    version: str
    folder: Path

    def convert(self, texts: list[str], folder: Path) -> list[str | PeerStopped]:
        """The ``.bss`` text of each BML text, or how the program stopped; all in one process."""
        files = [folder / f"{number}.bml" for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-I", str(WORKER), str(self.folder), *map(str, files)]
        run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=3 * _MINUTES)
        answers = json.loads(run.stdout)
        return [_result(answers[str(file)]) for file in files]


def _result(answer: dict[str, str]) -> str | PeerStopped:
    return PeerStopped(answer["error"]) if "error" in answer else answer["text"]


def require_peer(version: str) -> Peer:
    """bridge-markup ``version``; see :func:`require_package`."""
    return Peer(version, require_package("bridge-markup", version, "--no-deps"))


def require_package(name: str, version: str, *options: str) -> Path:
    """The folder of a package, installed below ``build`` once; without a package index the test skips.

    With ``BML_REQUIRE_TOOLS=1`` in the environment the test fails instead. ``options`` are those of pip.
    """
    folder = CACHE / f"{name}-{version}"
    if not folder.exists():
        problem = _install(f"{name}=={version}", folder, *options)
        if problem:
            reason = f"{name} {version} cannot be installed: {problem}"
            if os.environ.get("BML_REQUIRE_TOOLS") == "1":
                pytest.fail(f"{reason}; BML_REQUIRE_TOOLS=1 says it must be", pytrace=False)
            pytest.skip(reason)
    return folder


def _install(requirement: str, folder: Path, *options: str) -> str:
    """Install into ``folder``; returns what went wrong, or "". Several processes may do it at once."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as temporary:
        target = Path(temporary) / "package"
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            *options,
        ]
        command += ["--target", str(target), requirement]
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=2 * _MINUTES)
        except subprocess.TimeoutExpired:
            return "pip took too long"
        if run.returncode:
            return (run.stderr.strip().splitlines() or ["pip failed"])[-1]
        # Whoever is second finds the folder there already, with the same content.
        with contextlib.suppress(OSError):
            target.rename(folder)
    return ""
