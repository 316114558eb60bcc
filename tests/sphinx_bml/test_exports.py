"""The builders ``bss`` and ``bboalert``: the same systems, each in the form that its reader wants."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bml_core.formats import EXPORTS
from tests.programs import run_here
from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]
PAGES = {
    "index.rst": "Page\n====\n\n.. toctree::\n\n   sub/more\n\n.. bml::\n\n   1C Strong, any shape\n",
    "sub/more.md": '# More\n\n```bml\n1C\n  1D Weak\n```\n\n```bml system="acol"\n1C Natural\n```\n',
}


def test_every_system_has_its_file(project: Make) -> None:
    build = project(PAGES).build("bboalert", bml_systems={"system": {"summary": "Simple"}, "acol": {}})
    assert build.warnings == []
    assert build.text("system.bboalert.txt") == (
        "BBOalert,Notes<br>Simple\n,1C,Strong&#44; any shape\n1C--,1D,Weak\n"
    )
    assert build.text("acol.bboalert.txt").endswith("\n,1C,Natural\n")
    assert list(build.app.outdir.glob("*.bss")) == []


@pytest.mark.parametrize("name", EXPORTS)
def test_a_project_that_does_not_list_the_extension(project: Make, name: str) -> None:
    made = project({"index.rst": PAGES["index.rst"].replace("   sub/more\n", "")})
    (made.folder / "conf.py").write_text('project = "Notes"\n')
    out = made.folder.parent / "out"
    run = run_here("sphinx-build", "-q", "-W", "-b", name, ".", "../out", folder=made.folder)
    assert (run.returncode, run.stderr) == (0, "")
    assert (out / EXPORTS[name].file_name("system")).is_file()


def test_what_the_data_cannot_say_is_reported_with_v(project: Make) -> None:
    page = "Page\n====\n\n.. bml::\n\n   #SEAT 1\n\n   P-(P)-\n   1S  never\n"
    folder = project({"index.rst": page}).folder
    run = run_here("sphinx-build", "-v", "-W", "-b", "bboalert", ".", "../out", folder=folder)
    assert (run.returncode, run.stderr) == (0, "")
    assert "index.rst:9: Not in the BBOalert data: #SEAT 1" in run.stdout


def test_the_file_is_written_again_if_it_is_gone_and_left_alone_if_not(project: Make) -> None:
    made = project({"index.rst": "Page\n====\n\n.. bml::\n\n   1C Strong\n"})
    first = made.build("bss")
    path = first.app.outdir / "system.bss"
    written, moment = path.read_bytes(), path.stat().st_mtime_ns
    made.build("bss")
    assert path.stat().st_mtime_ns == moment
    path.unlink()
    made.build("bss")
    assert path.read_bytes() == written
