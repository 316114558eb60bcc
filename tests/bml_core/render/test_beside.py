"""Source and result of a block beside each other, in both hosts."""

from __future__ import annotations

from collections.abc import Callable

from tests.mkdocs_bml.pages import convert, fence
from tests.sphinx_bml.conftest import project
from tests.sphinx_bml.projects import Project

__all__ = ["project"]

BLOCK = "1C  Strong\n\n* A section\n\n1D  Natural"


def test_markdown_sets_the_result_up_to_the_first_heading_beside_the_source() -> None:
    page = convert(fence(BLOCK, 'show="both"')).soup
    (both,) = page.select(".bml-both")
    assert "1D" in both.select(".bml-source")[0].get_text()
    assert [call.get_text() for call in both.select(".bml-result .bml-call")] == ["1C"]
    assert [call.get_text() for call in page.select(".bml-both ~ .bml-table .bml-call")] == ["1D"]


def test_sphinx_sets_the_result_up_to_the_first_section_beside_the_source(
    project: Callable[..., Project],
) -> None:
    text = "\n".join(f"   {line}" for line in BLOCK.splitlines())
    page = project({"index.rst": f"Notes\n=====\n\n.. bml::\n   :show: both\n\n{text}\n"}).build().html()
    (both,) = page.select(".bml-both")
    assert "1D" in both.select(".bml-source")[0].get_text()
    assert [call.get_text() for call in both.select(".bml-result .bml-call")] == ["1C"]
    assert [call.get_text() for call in page.select("section section .bml-call")] == ["1D"]


def test_source_alone_needs_no_room_beside_it() -> None:
    assert not convert(fence(BLOCK, 'show="source"')).soup.select(".bml-both")
