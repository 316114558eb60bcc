"""Tables and lists of reStructuredText and MyST that are notes where they are, in every builder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.sphinx_bml.projects import Project

REST = """\
Strong clubs
============

====  ========
2C-   Strong
====  ========
2D    Waiting
2H    5+ ♥
====  ========

.. list-table::
   :header-rows: 1
   :class: bml

   * - 2C-2D-
     - rebids
   * - 2NT
     - 22-24

.. list-table::
   :header-rows: 1
   :class: no-bml

   * - 2C-2H-
     - rebids
   * - 2S
     - four cards

Responses to 2D
---------------

* 2H: pass or correct

  * 2S: spades
"""
SPHINX = """
Of Sphinx
---------

.. toctree::
   :glob:

   p*

.. default-domain:: py
.. default-role:: doc
.. role:: gone(kbd)

.. bml::

   1N  15--17

.. bml:download:: bss

.. rst:directive:: bml

.. function:: bid(hand)

.. versionadded:: 2.0

.. only:: html

   See :doc:`index`, `index`, :py:func:`bid`, :rst:dir:`bml`, :gone:`x` and :code:`1N`.

.. csv-table::

   1,2

.. code:: python

   bid()

.. math:: 1 + 1
"""
ROWS = ["2C-2D", "2C-2H", "2C-2D-2N", "2D-2H", "2D-2H-2S"]


@pytest.mark.parametrize("setting", ["", ":bml_tables: true\n\n"])
def test_directives_and_roles_of_sphinx_are_no_part_of_notes(
    project: Callable[..., Project], setting: str
) -> None:
    page = f"{setting}{REST}{SPHINX}"
    pages = {f"p{number}.rst": page.replace("p*", "none*") for number in range(5)}
    chosen: dict[str, Any] = {} if setting else {"bml_tables": True, "bml_lists": True}
    build = project({"index.rst": page, **pages}).build(jobs=2, **chosen)
    rows = [anchor["id"] for anchor in build.html().select(".bml-standing")]
    assert rows == (ROWS[:3] if setting else ROWS)
    assert build.html().select(".toctree-wrapper, .versionmodified, .py")
