"""What notes say against themselves, in builds of Sphinx."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest

from tests.sphinx_bml.projects import Project
from tests.system_tools import commit

INDEX = """\
Openings
========

.. toctree::

   lost

.. bml::

   1N  15--17
     2C  Forcing
"""
LOST = """\
Lost
====

.. bml::

   #CUT lost
   2N  20--21
   #ENDCUT
"""
LOST_ROWS = "The rows that are cut as lost are pasted nowhere"
Make = Callable[..., Project]


def test_a_finding_is_a_warning_with_its_code(project: Make) -> None:
    (warning,) = project({"index.rst": INDEX, "lost.rst": LOST}).build().warnings
    assert warning.startswith(f"lost.rst:6: WARNING: {LOST_ROWS}")
    assert warning.endswith("[bml.BML924]")


@pytest.mark.parametrize(
    ("checks", "found"),
    [(["all"], ["BML922", "BML924"]), (["-loose_ends"], []), (["BML922"], ["BML922"]), (False, [])],
)
def test_the_settings_choose(project: Make, checks: object, found: list[str]) -> None:
    build = project({"index.rst": INDEX, "lost.rst": LOST}).build(bml_checks=checks)
    assert [warning[-7:-1] for warning in build.warnings] == found


def test_only_warnings_that_are_not_suppressed_are_shown(project: Make) -> None:
    made = project({"index.rst": INDEX, "lost.rst": LOST})
    assert made.build(suppress_warnings=["bml.BML924"]).warnings == []


def test_what_is_accepted_and_does_not_occur_is_reported(project: Make) -> None:
    (warning,) = project({"index.rst": "Page\n====\n"}, 'bml_allow = {"BML924": "Old."}').build().warnings
    assert "conf.py:1: WARNING: BML924 is accepted everywhere, and does not occur." in warning


class TestHealth:
    PAGES: ClassVar[dict[str, str]] = {"index.rst": f"{INDEX}\n.. bml:health::\n", "lost.rst": LOST}

    def test_shows_numbers_findings_and_openings(self, project: Make) -> None:
        build = project(self.PAGES).build(bml_checks=["all"])
        text = build.html().get_text(" ", strip=True)
        assert "Rows 2 Agreements 2 Understood in full 1 (50%)" in text
        assert "BML922: A call is forcing, and no row describes a response. (1)" in text
        assert "How often each call is made" in text
        assert build.html().select_one('li a[href="#1N-2C"]')

    @pytest.mark.parametrize(("builder", "file"), [("text", "index.txt"), ("latex", "notes.tex")])
    def test_is_in_every_format(self, project: Make, builder: str, file: str) -> None:
        text = project(self.PAGES).build(builder).text(file)
        assert "BML924: Rows are cut and pasted nowhere. (1)" in text

    def test_shows_what_has_changed_since_the_last_tag(self, project: Make) -> None:
        made = project(self.PAGES)
        commit(made.folder, "v1")
        made.write("index.rst", self.PAGES["index.rst"].replace("15--17", "14--16"))
        assert "1NT: “15–17” → “14–16”" in made.build().html().get_text()


def test_two_pages_that_contradict_each_other_are_a_warning_with_both_places(project: Make) -> None:
    page = "Page\n====\n\n.. bml::\n\n   1N  {} hcp, balanced\n"
    pages = {
        "index.rst": f"{page.format('15--17')}\n.. toctree::\n\n   weak\n",
        "weak.rst": page.format("12--14"),
    }
    first, second = project(pages).build().warnings
    assert first.startswith("weak.rst:6: WARNING: ")
    assert second.strip().startswith("see ")
    assert "index.rst:6:" in second
    assert second.endswith("[bml.BML901]")


def test_what_was_found_is_kept_for_the_next_build(project: Make) -> None:
    made = project({"index.rst": INDEX, "lost.rst": ":orphan:\n\n" + LOST})
    folder = Path(made.build().app.doctreedir, "bml")
    kept = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert kept
    made.write("lost.rst", ":orphan:\n\nLost\n====\n\nNo rows.\n")
    made.build()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == kept
