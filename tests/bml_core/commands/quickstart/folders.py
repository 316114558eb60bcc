"""Folders of notes for ``bml quickstart``, and what the command said about them."""

from __future__ import annotations

import ast
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import yaml

from bml_core.commands import main
from tests.manual_pages import TOP
from tests.programs import run_here

#: Notes as people have them: a main file, parts it includes, files beside it, old encodings and line ends.
ESTATE = {
    "main.bml": b"#+TITLE: Harbour Club\n#+AUTHOR: Ada and Bea\n\n* Openings\n\n"
    b"1C  16+ hcp\n  1D  0--7 hcp\n1N  13--15 hcp\n\n#INCLUDE parts/notrump.bml\n",
    "parts/notrump.bml": b"* After 1NT\r\n\r\n1N---\r\n2C  Stayman\r\n\t2D  No major\r\n",
    "defence/over notrump.bml": b"* Their notrump\n\n(1N)---\nD  15+ hcp\n2C  Both majors\n",
    "defence/überrufe.bml": "* Überrufe\n\n(1C)---\n1N  15--18 hcp, très fort\n".encode("cp1252"),
}


def put(folder: Path, files: dict[str, bytes]) -> Path:
    """Write files below a folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def quickstart(*arguments: str, status: int = 0) -> None:
    assert main(["quickstart", *arguments]) == status


def next_commands(report: str) -> list[str]:
    """The command lines that a report tells to paste."""
    told = report.split("\nNext:\n", 1)[1]
    return [line.strip() for line in told.splitlines() if line.startswith("    ")]


def paste(line: str, folder: Path, *, strict: bool = True, in_shell: bool = False) -> str:
    """Run a command line, with warnings as errors; returns what it said.

    ``in_shell`` makes it processes of their own, as when somebody pastes it there.
    """
    line += (" -n -W" if "sphinx" in line else " --strict") if strict else ""
    result = _run_in_shell(line, folder) if in_shell else _run_here(line, folder)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def _run_in_shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(TOP)}
    shell = ["/bin/sh", "-c", line]
    return subprocess.run(shell, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def _run_here(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    program, *arguments = shlex.split(line)
    assert shutil.which(program), line
    return run_here(Path(program).name, *arguments, folder=folder)


def setting(folder: Path, name: str) -> object:
    """A value of a ``conf.py``."""
    module = ast.parse((folder / "conf.py").read_text("utf-8"))
    assigned = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return ast.literal_eval(assigned[name])


def site(folder: Path) -> dict[str, object]:
    """What ``mkdocs.yml`` says."""
    found: dict[str, object] = yaml.safe_load((folder / "mkdocs.yml").read_text("utf-8"))
    return found


#: Three partnerships in one folder, whose notes share files.
CLUB = {
    "Anna & Bert.bml": b"#+TITLE: Anna & Bert, 2/1\n\n1C  2+ cards\n1D  4+ cards\n1N  15--17\n\n"
    b"#INCLUDE shared/notrump.bml\n",
    "polish.bml": b"#+TITLE: Polish with 2!d multi\n#INCLUDE shared/notrump.bml\n"
    b"\n1C  12--14 or strong\n1D  5+\n",
    "\xfcben.bml": b"1C  4+ cards, Acol\n1D  4+ cards\n1N  12--14\n\n#INCLUDE shared/notrump.bml\n",
    "shared/notrump.bml": b"* After 1NT\n\n1N---\n2C  Stayman\n\n8C  wrong\n",
}
