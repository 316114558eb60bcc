"""Pages offer exported files: links that lead to files, in every web site, and words elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.sphinx_bml.projects import Build, Project

Make = Callable[..., Project]

FILES = ["system.bss", "system.bboalert.txt"]
PAGES = {
    "index.rst": "Page\n====\n\n.. toctree::\n\n   notes/system\n   notes/deep/club\n\n.. bml:download::\n",
    "notes/system.md": "# System\n\n```bml\n1N  15--17\n```\n\n```bml download\n```\n",
    "notes/deep/club.rst": "Club\n====\n\n.. bml::\n   :system: club\n\n   1C  Strong, any\n\n"
    ".. bml:download:: For the table, 1!c\n   :system: club\n   :formats: bboalert\n",
}


def links(build: Build, page: str) -> dict[str, str]:
    """What the links of a page say, by where they lead."""
    found = build.html(page).select("ul.bml-downloads a[download]")
    return {str(link["href"]): link.get_text() for link in found}


def lead_to_files(build: Build, page: str) -> bool:
    folder = Path(build.app.outdir, page).parent
    return all((folder / unquote(target)).is_file() for target in links(build, page))


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_files_are_those_of_their_builders(project: Make, builder: str) -> None:
    made = project(PAGES)
    build = made.build(builder, bml_systems={"system": {"title": "Ours"}, "club": {}})
    for name, export in (("system.bss", "bss"), ("system.bboalert.txt", "bboalert")):
        alone = made.build(export, bml_systems={"system": {"title": "Ours"}, "club": {}})
        assert build.text(name) == alone.text(name)


class TestRebuilding:
    def test_a_file_that_is_gone_comes_back_and_others_are_left_alone(self, project: Make) -> None:
        made = project(PAGES)
        folder = Path(made.build().app.outdir)
        (folder / FILES[0]).unlink()
        moment = (folder / FILES[1]).stat().st_mtime_ns
        build = made.build()
        assert build.read == []
        assert lead_to_files(build, "index.html")
        assert (folder / FILES[1]).stat().st_mtime_ns == moment
