"""What notes say against themselves, in builds of Sphinx."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.sphinx_bml.projects import Project

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
Make = Callable[..., Project]


def test_what_was_found_is_kept_for_the_next_build(project: Make) -> None:
    made = project({"index.rst": INDEX, "lost.rst": ":orphan:\n\n" + LOST})
    folder = Path(made.build().app.doctreedir, "bml")
    kept = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert kept
    made.write("lost.rst", ":orphan:\n\nLost\n====\n\nNo rows.\n")
    made.build()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == kept
