"""What is wrong in BML is a warning at its place in the source."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]


def places(warnings: list[str]) -> list[tuple[str, str]]:
    """Place and code of each warning."""
    return [(line.split(": WARNING:")[0], line.rsplit("[", 1)[-1].rstrip("]")) for line in warnings]


def test_files_from_outside_are_not_read(project: Make) -> None:
    made = project(
        {"index.rst": "Page\n====\n\n.. bml:: ../secret.bml\n\n.. bml:: link.bml\n\n.. bml:: gone.bml\n"}
    )
    secret = made.folder.parent / "secret.bml"
    secret.write_text("7N Secret\n")
    (made.folder / "link.bml").symlink_to(secret)
    build = made.build()
    assert places(build.warnings) == [
        ("index.rst:4", "bml.BML104"),
        ("index.rst:6", "bml.BML104"),
        ("index.rst:8", "bml.BML102"),
    ]
    assert "Secret" not in build.text("index.html")


def test_include_roots_open_more_folders(project: Make) -> None:
    made = project(
        {"index.rst": "Page\n====\n\n.. bml:: ../club/common.bml\n"}, conf='bml_include_roots = ["../club"]'
    )
    (made.folder.parent / "club").mkdir()
    (made.folder.parent / "club" / "common.bml").write_text("1C Common\n")
    build = made.build()
    assert build.warnings == []
    assert "Common" in build.text("index.html")


def test_names_that_no_disk_takes_lose_only_their_block(project: Make) -> None:
    name = "a" * 300 + ".bml"
    pages = {
        "index.rst": f"Page\n====\n\n.. bml:: {name}\n\n.. bml:: loop.bml\n\n.. bml::\n\n   1C  Strong\n"
    }
    made = project(pages)
    (made.folder / "loop.bml").symlink_to("loop.bml")
    build = made.build()
    assert [code for _, code in places(build.warnings)] == ["bml.BML102", "bml.BML102"]
    assert "Strong" in build.text("index.html")


def test_shown_source_has_no_control_characters(project: Make) -> None:
    pages = {
        "index.rst": "Page\n====\n\n.. bml:: a.bml\n   :show: both\n\n:bml:`x\x01y`\n",
        "a.bml": "1C  a\x00b\x01c\n",
    }
    build = project(pages).build("xml")
    assert not re.search("[\x00-\x08]", build.text("index.xml"))
    ElementTree.fromstring(build.text("index.xml"))
