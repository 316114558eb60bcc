"""Run the tests of the hosts with each Python on this machine, and the oldest and newest Sphinx and MkDocs.

    python .ci/matrix.py                                    # what ``make matrix`` runs
    python .ci/matrix.py --python 3.11 --versions oldest    # one combination
    python .ci/matrix.py tests/sphinx_bml -k tables         # other tests, with options of pytest

Each combination has an environment of its own below ``build/matrix``. "Oldest" is the first series that
``pyproject.toml`` allows of each package (``sphinx>=8.1`` is 8.1.*), "newest" what pip installs by itself.
At the end a table says what ran, and what this machine does not have.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
BUILD = TOP / "build" / "matrix"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
VERSIONS = ("oldest", "newest")
#: The extras whose packages meet the code; checkers and test tools are always the newest.
EXTRAS = ("sphinx", "mkdocs", "docs", "themes")
TESTS = ("-m", "not slow", "tests/sphinx_bml", "tests/mkdocs_bml", "sphinx_bml", "mkdocs_bml")
_RELEASE = (
    "import importlib.metadata as m, json; print(json.dumps([m.version(n) for n in ('sphinx', 'mkdocs')]))"
)


@dataclass(frozen=True)
class Outcome:
    """What became of one combination; ``text`` is what pytest counted, or why nothing ran."""

    python: str
    versions: str
    text: str
    sphinx: str = ""
    mkdocs: str = ""
    failed: bool = False


def main(arguments: list[str]) -> int:
    """Run the combinations asked for; return 1 if one of them failed, 2 if none could run."""
    parser = argparse.ArgumentParser(description="Run tests with the oldest and the newest hosts.")
    parser.add_argument("--python", choices=PYTHONS, action="append", help="default: each one there is")
    parser.add_argument("--versions", choices=VERSIONS, action="append", help="default: both")
    options, tests = parser.parse_known_args(arguments)
    outcomes = [
        run(python, versions, tests or list(TESTS))
        for python in options.python or PYTHONS
        for versions in options.versions or VERSIONS
    ]
    print(table(outcomes))
    if not any(outcome.sphinx for outcome in outcomes):
        return 2
    return int(any(outcome.failed for outcome in outcomes))


def run(python: str, versions: str, tests: list[str]) -> Outcome:
    """Make the environment and run the tests in it."""
    program = find_python(python)
    if program is None:
        return Outcome(python, versions, f"python{python} is not on this machine")
    folder = BUILD / f"{python}-{versions}"
    print(f"== Python {python}, {versions}: installing into {folder.relative_to(TOP)}", flush=True)
    problem = install(program, folder, versions)
    if problem:
        return Outcome(python, versions, f"cannot be installed: {problem}", failed=True)
    inside = interpreter(folder)
    sphinx, mkdocs = json.loads(subprocess.check_output([inside, "-c", _RELEASE], text=True))
    command = [inside, "-m", "pytest", "-q", "-n", "auto", "-p", "no:cacheprovider", *tests]
    with (folder / "tests.txt").open("w+") as log:
        done = subprocess.run(command, cwd=TOP, env=environment(), stdout=log, stderr=log, check=False)
        log.seek(0)
        lines = log.read().splitlines()
    if done.returncode:
        print("\n".join(line for line in lines if line.startswith(("FAILED", "ERROR", "E   "))))
    return Outcome(python, versions, lines[-1].strip("= "), sphinx, mkdocs, failed=done.returncode != 0)


def find_python(version: str) -> str | None:
    """Return the program of a Python version, if this machine has it."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    installed = (str(path) for path in pyenv.glob(f"{version}.*/bin/python"))
    for program in (sys.executable, shutil.which(f"python{version}"), *installed):
        # A program of that name may be a stand-in that only says what is missing.
        if program:
            told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
            if told.startswith(f"Python {version}."):
                return program
    return None


def install(program: str, folder: Path, versions: str) -> str:
    """Install the project into an environment of its own; return what went wrong, or ""."""
    constraints = folder / "constraints.txt"
    wanted = "".join(f"{line}\n" for line in oldest()) if versions == "oldest" else ""
    mark = wanted + (TOP / "pyproject.toml").read_text("utf-8")
    installed = folder / "installed"
    if installed.exists() and installed.read_text("utf-8") == mark:
        return ""
    subprocess.run([program, "-m", "venv", "--clear", folder], check=True)
    constraints.write_text(wanted, "utf-8")
    command = [interpreter(folder), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--constraint", str(constraints), "--editable", f"{TOP}[docs,test]"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr)
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        return (errors or ["pip failed"])[-1]
    installed.write_text(mark, "utf-8")
    return ""


def oldest() -> list[str]:
    """Return pip's constraints for the first series that ``pyproject.toml`` allows of each package."""
    with (TOP / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    bounds = {
        found[1]: found[2]
        for extra in EXTRAS
        for requirement in extras[extra]
        if (found := re.match(r"([\w-]+)>=([\d.]+)", requirement))
    }
    return [f"{name}=={version}.*" for name, version in sorted(bounds.items())]


def interpreter(folder: Path) -> str:
    """Return the Python of an environment."""
    return str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def environment() -> dict[str, str]:
    """Return the variables of the caller without those that would mix environments."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def table(outcomes: list[Outcome]) -> str:
    """Return what became of each combination, a line each."""
    rows = [("Python", "versions", "Sphinx", "MkDocs", "tests")]
    rows += [(o.python, o.versions, o.sphinx or "-", o.mkdocs or "-", o.text) for o in outcomes]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
