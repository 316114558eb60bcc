"""The blocks of BML in pages: where they are, whatever is around them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.language import Page
from bml_core.notes import Markup, PageBlock, find_blocks, markup_of, read_block

PAGES = Path(__file__).parent / "fixtures" / "pages"
FENCES = ["```bml", "```", "````md", "````", "~~~bml", "~~~", "```{note}", "```{eval-rst}", ":::{bml}", ":::"]
DIRECTIVES = [".. bml::", ".. bml:: a", ".. note::", "x::", "..", ":system: none", ":file: a.bml"]
AROUND = ["> ", "- ", "    ", "\t", "---", "<!--", "-->", "!!! note", "", "\r", "\n", "\n", "\n"]
ROWS = ["1C  16+", "  1D  0--7", "#SEAT 3", "text"]
PARTS = st.sampled_from([*FENCES, *DIRECTIVES, *AROUND, *ROWS])


def described(block: PageBlock) -> str:
    """A block as the expected files have it: its places, its options, and its text."""
    raw = "".join(f" {name}={value!r}" for name, value in block.raw.items())
    head = f"{block.line}:{block.column} {block.text_line}:{block.text_column}{raw}"
    problem = f"\n! {block.problem[0]}" if block.problem[0] else ""
    return f"{head}{problem}\n{block.text}".rstrip() + "\n"


@pytest.mark.parametrize("name", ["nested.md", "directives.rst"])
def test_blocks_of_a_page(name: str) -> None:
    found = find_blocks((PAGES / name).read_text("utf-8"), markup_of(name))
    assert "\n".join(map(described, found)) == (PAGES / f"{name}.blocks").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("```bml\n1C\n", "has no end"),
        ("- x\n\n    ```bml\n    1C\n\ntext\n", "has no end"),
        ("```bml\n1C\n````\n", ""),
    ],
)
def test_a_fence_without_its_end_is_read_and_reported(text: str, problem: str) -> None:
    (block,) = find_blocks(text, Markup.MARKDOWN)
    assert block.text.rstrip() == "1C"
    assert problem in block.problem[0]
    assert bool(problem) == bool(block.problem[0])


def test_places_are_those_of_the_page() -> None:
    text = "Text\r\n\r\n> ```bml\r\n> 1C  a\r\n>   1zoo  b\r\n> ```\r\n"
    (block,) = find_blocks(text, Markup.MARKDOWN)
    read = read_block(Page("a.md"), block, Path)
    assert [str(found.location) for found in read.diagnostics] == ["a.md:5:5"]


@given(st.lists(PARTS, max_size=30).map("".join), st.sampled_from(list(Markup)))
def test_no_text_stops_the_reading(text: str, markup: Markup) -> None:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    blocks = find_blocks(text, markup)
    assert list(blocks) == sorted(blocks, key=lambda block: block.line)
    for block in blocks:
        opening = lines[block.line - 1]
        assert "bml" in opening
        for number, line in enumerate(block.text.split("\n") if block.text else ()):
            assert line.strip() in lines[block.text_line - 1 + number]
    page = Page("a.md")
    for block in blocks:
        read_block(page, block, Path)
