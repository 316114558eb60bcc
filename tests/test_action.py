"""The action for GitHub: its last step is run here as GitHub runs it, with its inputs in the environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import yaml

ACTION = yaml.safe_load((Path(__file__).parents[1] / "action.yml").read_text("utf-8"))


def test_it_marks_the_lines_of_mistakes(tmp_path: Path) -> None:
    (tmp_path / "notes.bml").write_text("1N  15--17\n  2c  Stayman\n", "utf-8")
    step = ACTION["runs"]["steps"][-1]
    names = {name: text.strip("${ }").partition(".")[2] for name, text in step["env"].items()}
    given = {name: ACTION["inputs"][wanted]["default"] for name, wanted in names.items()}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **given, "PATH": path}
    command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"])
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "::error file=notes.bml,line=2" in run.stdout
