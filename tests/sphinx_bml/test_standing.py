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


def test_rows_of_restructuredtext_have_addresses(project: Callable[..., Project]) -> None:
    page = project({"index.rst": REST}).build(bml_tables=True, bml_lists=True).html()
    assert [anchor["id"] for anchor in page.select(".bml-standing")] == ROWS
    assert [link["href"] for link in page.select("a.bml-responses")] == ["#2C-2D-2N"]


def test_a_page_chooses_by_a_field(project: Callable[..., Project]) -> None:
    page = project({"index.rst": f":bml_tables: true\n\n{REST}"}).build().html()
    assert [anchor["id"] for anchor in page.select(".bml-standing")] == ROWS[:3]


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


@pytest.mark.parametrize("builder", ["latex", "epub", "singlehtml", "text", "man", "gettext"])
def test_every_builder_writes_them(project: Callable[..., Project], builder: str) -> None:
    build = project({"index.rst": REST}).build(builder, bml_tables=True, bml_lists=True)
    assert [warning for warning in build.warnings if "bml" in warning.lower()] == []


def test_the_exported_file_is_that_of_the_rows(project: Callable[..., Project]) -> None:
    build = project({"index.rst": REST}).build("bss", bml_tables=True)
    assert build.text("system.bss").splitlines()[1:] == [
        "002C=NYYYYYY008Strong",
        "002CP2D=NYYYYYY008Waiting",
        "002CP2H=NYYYYYY0085+ ♥",
        "002CP2DP2N=NYYYYYY022-24",
    ]


MYST = """\
# Ours

{fence}{{list-table}}
:header-rows: 1

* - 1NT-2♦-
  - hearts
* - 2♥
  - usual
{fence}
"""


def test_rows_of_a_table_that_myst_writes_as_a_list_have_addresses(project: Callable[..., Project]) -> None:
    page = project({"index.md": MYST.format(fence="`" * 3)}).build(bml_tables=True).html()
    assert [anchor["id"] for anchor in page.select("tbody .bml-standing")] == ["1N-2D-2H"]
