"""Builds read what has changed and nothing else, alone or in parallel."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]

PAGES = {
    "index.rst": "Page\n====\n\n.. toctree::\n\n   one\n   two\n   three\n",
    "one.rst": "One\n===\n\n.. bml:: one.bml\n",
    "one.bml": "1C First\n\n#INCLUDE parts/more.bml\n",
    "parts/more.bml": "1D Second\n",
    "two.md": "# Two\n\n```bml\n1H Third\n```\n",
    "three.rst": "Three\n=====\n\nNothing.\n",
}


def later(project: Project, name: str) -> None:
    """Date a file into the future, as if it had been written after the last build."""
    path = project.folder / name
    moment = path.stat().st_mtime + 60
    os.utime(path, (moment, moment))


def test_without_a_change_nothing_is_read(project: Make) -> None:
    made = project(PAGES)
    assert made.build().read == ["index", "one", "three", "two"]
    assert made.build().read == []
    assert made.build("bss").read == []


def test_a_change_of_an_included_file_reads_the_page_again(project: Make) -> None:
    made = project(PAGES)
    made.build("bss")
    made.write("parts/more.bml", "1D Changed\n")
    later(made, "parts/more.bml")
    build = made.build("bss")
    assert build.read == ["one"]
    lines = build.text("system.bss").splitlines()[1:]
    assert lines == ["001C=NYYYYYY008First", "001D=NYYYYYY008Changed", "001H=NYYYYYY008Third"]


@pytest.mark.parametrize("block", [".. bml:: late.bml\n", ".. bml::\n\n   #INCLUDE late.bml\n"])
def test_a_page_waits_for_its_missing_file(project: Make, block: str) -> None:
    made = project({"index.rst": f"Page\n====\n\n{block}"})
    assert len(made.build().warnings) == 1
    made.write("late.bml", "1C At last\n")
    build = made.build()
    assert build.warnings == []
    assert "At last" in build.text("index.html")


def test_a_page_that_is_gone_is_forgotten(project: Make) -> None:
    made = project(PAGES)
    made.build("bss")
    (made.folder / "two.md").unlink()
    made.write("index.rst", "Page\n====\n\n.. toctree::\n\n   one\n   three\n")
    later(made, "index.rst")
    assert "Third" not in made.build("bss").text("system.bss")


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


def test_a_changed_setting_reads_all_pages(project: Make) -> None:
    made = project(PAGES)
    made.build()
    assert made.build(bml_collapse=1).read == ["index", "one", "three", "two"]
