"""BML files as pages of a Sphinx project, beside the scripts: all builders, odd names, odd texts."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest

from tests.estate import SYSTEM, write_estate
from tests.sphinx_bml.projects import Project
from tests.sphinx_bml.test_builders import BUILDERS

Make = Callable[..., Project]

ALONE = 'source_suffix = {".bml": "bml"}\n'
QUIET = 'suppress_warnings = ["bml.BML121"]\n'


@pytest.fixture
def estate(project: Make) -> Project:
    made = project({}, ALONE + QUIET + 'copyright = "us"\nversion = "1"\n')
    write_estate(made.folder)
    return made


def test_an_estate_builds_with_every_builder_without_a_warning(estate: Project) -> None:
    # Sphinx keeps what it reads for catalogues apart.
    for builder in sorted(BUILDERS, key="gettext".__eq__):
        if builder == "gettext":
            shutil.rmtree(estate.folder / "_build" / "doctrees")
        assert (builder, estate.build(builder, jobs=2, nitpicky=True).warnings) == (builder, [])


def test_an_estate_is_exported_once_in_the_order_of_the_contents(estate: Project) -> None:
    assert estate.build("bss").text("system.bss") == SYSTEM
    assert estate.build("bss", jobs=2).text("system.bss") == SYSTEM


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", "1C\n", "text\n\n* H\n\n1C\n", "* A\n* A\n*** B\n"])
def test_a_page_may_hold_anything(text: str, project: Make) -> None:
    build = project({"index.bml": text}, ALONE).build("html", nitpicky=True)
    assert build.warnings == []
    assert build.html().select("h1")


@pytest.mark.slow
def test_a_page_may_be_huge(project: Make) -> None:
    rows = "".join(
        f"1C-{level}{strain}---\n2N  {n}\n\n" for n in range(15) for level in (3, 4) for strain in "CDHSN"
    )
    tree = "".join(f"{1 + n // 5}{'CDHSN'[n % 5]}  x\n" + "  D  y\n    R  z\n" * 100 for n in range(10))
    build = project({"index.bml": tree + "\n" + rows}, ALONE).build()
    assert len(build.text("index.html")) > 150_000


@pytest.mark.parametrize("name", ["after 1NT", "défense à 1SA", "a[1]", "x*y?", "1♣", "a.b"])
def test_names_of_pages_and_parts_may_be_anything(name: str, project: Make) -> None:
    files = {
        "index.bml": "Text.\n",
        f"{name}.bml": f"1C\n\n#INCLUDE parts/{name}.bml\n",
        f"parts/{name}.bml": "1D  part\n",
    }
    made = project(files, ALONE)
    build = made.build()
    assert build.warnings == []
    assert build.app.env.toctree_includes["index"] == [name]
    assert "part" in made.build("bss").text("system.bss")
