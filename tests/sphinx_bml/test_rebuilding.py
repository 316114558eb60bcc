"""Builds read what has changed and nothing else, alone or in parallel."""

from __future__ import annotations

import os
from collections.abc import Callable

from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]


def later(project: Project, name: str) -> None:
    """Date a file into the future, as if it had been written after the last build."""
    path = project.folder / name
    moment = path.stat().st_mtime + 60
    os.utime(path, (moment, moment))


def test_parallel_builds_write_the_same(project: Make) -> None:
    many = {
        f"page{number}.rst": f"P{number}\n==\n\n.. bml::\n\n   {number}C Page {number}\n"
        for number in range(1, 7)
    }
    toctree = "".join(f"   {name[:-4]}\n" for name in reversed(many))
    made = project({"index.rst": f"Page\n====\n\n.. toctree::\n\n{toctree}", **many})
    alone = {name: made.build("html").text(f"{name[:-4]}.html") for name in many}
    alone["bss"] = made.build("bss").text("system.bss")
    (made.folder / "_build").rename(made.folder.parent / "alone")
    parallel = {name: made.build("html", jobs=3).text(f"{name[:-4]}.html") for name in many}
    parallel["bss"] = made.build("bss", jobs=3).text("system.bss")
    assert parallel == alone
    assert [line[-1] for line in alone["bss"].splitlines()[1:]] == ["6", "5", "4", "3", "2", "1"]
