"""Programs from outside Python that some tests need: a browser, TeX, readers of what we write.

Without them those tests skip, so that a checkout can be tested anywhere. With ``BML_REQUIRE_TOOLS=1``
(as ``.ci/run`` sets) a missing program fails its tests instead, so that nothing goes unchecked unnoticed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import made_once

#: Program -> the Debian package that brings it.
DEBIAN_PACKAGES = {
    "chromium": "chromium",
    "dealer": "dealer",
    "epubcheck": "epubcheck",
    "git": "git",
    "groff": "groff-base",
    "java": "default-jre-headless",
    "latexmk": "latexmk",
    "lualatex": "texlive-luatex",
    "make": "make",
    "makeinfo": "texinfo",
    "node": "nodejs",
    "npm": "npm",
    "pdflatex": "texlive-latex-extra",
    "pdfinfo": "poppler-utils",
    "pdftoppm": "poppler-utils",
    "pdftotext": "poppler-utils",
    "xelatex": "texlive-xetex",
}

#: Packages of Python as a second opinion, each version in a folder of its own.
PEERS = Path(__file__).parents[1] / "build" / "peers"

#: Debian puts games here, which is not on every PATH.
EXTRA_DIRECTORIES = ("/usr/games",)


def find_tool(name: str) -> Path | None:
    """The path of the program ``name``, or None where it is not installed."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *EXTRA_DIRECTORIES])
    found = shutil.which(name, path=path)
    return Path(found) if found else None


def require_tool(name: str) -> Path:
    """The path of the program ``name``; without it the running test skips.

    With ``BML_REQUIRE_TOOLS=1`` in the environment the test fails instead.
    """
    found = find_tool(name)
    if found is not None:
        return found
    package = DEBIAN_PACKAGES.get(name)
    reason = f"{name} is not installed"
    if package:
        reason += f" (on Debian: apt-get install {package})"
    if os.environ.get("BML_REQUIRE_TOOLS") == "1":
        pytest.fail(reason + "; BML_REQUIRE_TOOLS=1 says it must be", pytrace=False)
    pytest.skip(reason)


def require_browser() -> Path:
    """The path of Chromium: where it is, the one without windows, which spares a third of the time."""
    return find_tool("chromium-headless-shell") or require_tool("chromium")


def require_package(name: str, version: str, *options: str) -> Path:
    """Return the folder of a package, installed once; without a package index the test skips.

    With ``BML_REQUIRE_TOOLS=1`` in the environment the test fails instead. ``options`` are those of pip.
    """

    def install(folder: Path) -> None:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *options]
        # Python compiles what it loads, which is little of what they bring.
        command += ["--no-compile", "--upgrade", "--target", str(folder), f"{name}=={version}"]
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        if run.returncode:
            problem = (run.stderr.strip().splitlines() or ["pip failed"])[-1]
            reason = f"{name} {version} cannot be installed: {problem}"
            if os.environ.get("BML_REQUIRE_TOOLS") == "1":
                pytest.fail(f"{reason}; BML_REQUIRE_TOOLS=1 says it must be", pytrace=False)
            pytest.skip(reason)

    return made_once(PEERS / f"{name}-{version}", install)


def run_make(folder: Path, *arguments: str, seconds: int = 120) -> subprocess.CompletedProcess[str]:
    """Runs make in a folder, with our programs on its path; a make that runs the tests tells it nothing."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))
    }
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environment["PATH"]])
    return subprocess.run(
        [str(require_tool("make")), *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )


def git(folder: Path, *words: str) -> None:
    """Run git in a folder, for somebody whose settings do not matter."""
    own = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run([require_tool("git"), *own, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path, tag: str) -> None:
    """Store all files of a folder in its repository, which is made if there is none, under a tag."""
    if not (folder / ".git").exists():
        git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", tag)
    git(folder, "tag", tag)
