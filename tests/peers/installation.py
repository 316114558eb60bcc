"""Programs as a second opinion: each version from PyPI, in a folder of its own below ``build``."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

VERSIONS = ("2.0.3", "2.7.0")
CACHE = Path(__file__).parents[2] / "build" / "peers"
_MINUTES = 60


def require_installed(version: str) -> Path:
    """The folder of bridge-markup ``version``; see :func:`require_package`."""
    return require_package("bridge-markup", version, "--no-deps")


def require_package(name: str, version: str, *options: str) -> Path:
    """The folder of a package, installed once; without a package index the test skips.

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
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        command += [*options, "--target", str(target), requirement]
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
