"""What has changed, on pages of Sphinx."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sphinx_bml.projects import Project
from tests.system_tools import commit

PAGE = """\
Page
====

.. bml:changes:: v1
   :caption: News

.. bml::
   :changed: v1

   1N  {points}
     2C  Stayman
"""


@pytest.fixture
def changed(project: Callable[..., Project]) -> Project:
    made = project({"index.rst": PAGE.format(points="15--17")})
    commit(made.folder, "v1")
    made.write("index.rst", PAGE.format(points="14--16"))
    return made


def test_changes_are_a_list_and_marks_in_tables(changed: Project) -> None:
    build = changed.build()
    assert build.warnings == []
    text = build.html().get_text()
    assert "Changes since v1" in text
    assert "1NT: “15–17” → “14–16”" in text
    assert "14–16 [changed]" in text
    assert "Stayman [" not in text


@pytest.mark.parametrize(("builder", "file"), [("text", "index.txt"), ("latex", "notes.tex")])
def test_changes_are_in_every_format(changed: Project, builder: str, file: str) -> None:
    build = changed.build(builder)
    assert build.warnings == []
    assert "Changes since v1" in build.text(file)
    assert "changed" in build.text(file)
