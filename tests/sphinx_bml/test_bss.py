"""The builder ``bss``: one Full Disclosure file for each system."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]


def test_pages_come_in_the_order_of_the_toctrees_then_by_name(project: Make) -> None:
    def page(title: str, bid: str, more: str = "") -> str:
        return f":orphan:\n\n{title}\n=====\n\n.. bml::\n\n   {bid} {title}\n\n{more}"

    pages = {
        "index.rst": page("Root", "1C", ".. toctree::\n\n   zeta\n   alpha\n"),
        "alpha.rst": page("Alpha", "1S"),
        "zeta.rst": page("Zeta", "1D", ".. toctree::\n\n   mid\n"),
        "mid.rst": page("Mid", "1H"),
        "orphan2.rst": page("Lost", "2D"),
        "orphan1.rst": page("Lone", "2C"),
    }
    build = project(pages).build("bss")
    assert build.warnings == []
    order = [line.split("008")[1] for line in build.text("system.bss").splitlines()[1:]]
    assert order == ["Root", "Zeta", "Mid", "Alpha", "Lone", "Lost"]


def test_title_and_summary_come_from_metadata(project: Make) -> None:
    page = (
        "Page\n====\n\n.. bml::\n\n   #+TITLE: Precision\n\n   #+DESCRIPTION: Strong club\n\n   1C Strong\n"
    )
    build = project({"index.rst": page}).build("bss", bml_systems={"system": {"title": "Other"}})
    assert build.text("system.bss").splitlines()[0] == "*00{Precision}=NYYYYYYStrong club"


def test_or_from_the_settings(project: Make) -> None:
    made = project({"index.rst": "Page\n====\n\n.. bml::\n\n   1C Strong\n"})
    systems = {"main": {"title": "Precision", "summary": "Strong club"}}
    assert (
        made.build("bss", bml_systems=systems)
        .text("main.bss")
        .startswith("*00{Precision}=NYYYYYYStrong club\n")
    )
    default = made.build("bss", html_title="Our notes").text("system.bss")
    assert default.startswith("*00{Notes}=NYYYYYYOur notes\n")


def test_blocks_choose_their_system(project: Make) -> None:
    page = """\
        # Page

        ```bml
        1C Strong
        ```

        ```bml system="acol"
        1C Natural
        ```
    """
    build = project({"index.md": page}).build("bss")
    assert build.warnings == []
    assert "Strong" in build.text("system.bss")
    assert "Natural" in build.text("acol.bss")


def test_a_system_that_the_settings_do_not_know_is_a_likely_typo(project: Make) -> None:
    made = project({"index.md": '# Page\n\n```bml system="acoll"\n1C Natural\n```\n'})
    warnings = made.build(bml_systems={"precision": {}, "acol": {}}).warnings
    assert warnings == [
        "index.md:3: WARNING: The setting bml_systems does not list the system acoll. It has precision, acol."
        " [bml.system]"
    ]


def test_a_project_that_does_not_list_the_extension(project: Make) -> None:
    made = project({"index.rst": "Page\n====\n\n.. bml::\n\n   1C Strong\n"})
    (made.folder / "conf.py").write_text('project = "Notes"\n')
    out = made.folder.parent / "out"
    run = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "bss", made.folder, out],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert (out / "system.bss").read_text().splitlines()[1:] == ["001C=NYYYYYY008Strong"]


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


def test_a_project_without_bml_writes_nothing(project: Make) -> None:
    build = project({"index.rst": "Page\n====\n"}).build("bss")
    assert build.warnings == []
    assert list(build.app.outdir.glob("*.bss")) == []


def test_a_system_that_is_gone_leaves_no_file(project: Make) -> None:
    page = "Page\n====\n\n.. bml::\n   :system: {}\n\n   1C Strong\n"
    made = project({"index.rst": page.format("old")})
    folder = Path(made.build("bss").app.outdir)
    (folder / "own.bss").write_text("somebody's own")
    made.write("index.rst", page.format("new"))
    made.build("bss")
    assert sorted(path.name for path in folder.glob("*.bss")) == ["new.bss", "own.bss"]


def test_a_file_that_cannot_be_read_leaves_older_files_as_they_are(project: Make) -> None:
    page = "Page\n====\n\n.. bml::\n   :file: club.bml\n"
    made = project({"index.rst": page, "club.bml": "1C  strong\n"})
    before = made.build("bss").text("system.bss")
    made.write("index.rst", page.replace("club", "clubs"))
    build = made.build("bss")
    assert [line.rpartition("[")[2] for line in build.warnings] == ["bml.BML102]", "bml.files]"]
    assert build.text("system.bss") == before
