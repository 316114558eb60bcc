"""From the lines that a conversion sees back to those of the file."""

from __future__ import annotations

from types import SimpleNamespace

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_bml.pages import PagePlace, find_page, original_lines

LINES = st.lists(st.sampled_from(["", "a", "b", "  c", "```bml", "---"]), max_size=12)


class TestOriginalLines:
    @pytest.mark.parametrize(
        ("seen", "original", "numbers"),
        [
            (["a", "b"], ["a", "b"], [1, 2]),
            (["a", "b", "", ""], ["---", "t: x", "---", "a", "b"], [4, 5, 5, 5]),
            (["    a", "b"], ["\ta", "b"], [1, 2]),
            (["a", "new", "b"], ["a", "b"], [1, 1, 2]),
            (["x", "y", "z", "b"], ["a", "b"], [1, 1, 1, 2]),
            (["x"], ["a", "x", "b"], [2]),
            (["new"], [], [1]),
            ([], ["a"], []),
        ],
    )
    def test_of(self, seen: list[str], original: list[str], numbers: list[int]) -> None:
        assert original_lines(seen, original) == numbers

    @given(LINES, LINES, LINES)
    def test_every_line_gets_a_number_that_exists(
        self, front: list[str], seen: list[str], other: list[str]
    ) -> None:
        for original in (front + seen, other):
            numbers = original_lines(seen, original)
            assert len(numbers) == len(seen)
            assert all(1 <= number <= max(len(original), len(seen), 1) for number in numbers)

    def test_a_huge_page_takes_no_time(self) -> None:
        lines = [f"line {n}" for n in range(60_000)]
        assert len(original_lines(lines, lines[::-1])) == 60_000


class TestFindPage:
    def test_no_host(self) -> None:
        assert find_page(markdown.Markdown()) == PagePlace()

    @pytest.mark.parametrize(
        "processor",
        [
            SimpleNamespace(),
            SimpleNamespace(file=None, config=None),
            SimpleNamespace(file=SimpleNamespace(src_uri=""), config={}),
        ],
    )
    def test_a_host_that_says_nothing(self, processor: object) -> None:
        md = markdown.Markdown()
        md.treeprocessors.register(processor, "relpath", 0)  # type: ignore[arg-type]
        assert find_page(md) == PagePlace()

    def test_a_page_without_a_file(self) -> None:
        file = SimpleNamespace(src_uri="made/up.md", abs_src_path=None)
        md = markdown.Markdown()
        md.treeprocessors.register(
            SimpleNamespace(file=file, config={"docs_dir": "/nowhere/docs"}),  # type: ignore[arg-type]
            "relpath",
            0,
        )
        assert find_page(md) == PagePlace("made/up.md", "/nowhere/docs/made/up.md", "/nowhere/docs", "")

    def test_zensical(self) -> None:
        context = SimpleNamespace(
            page=SimpleNamespace(path="a/b.md"), config={"docs_dir": "notes", "root_dir": "/x"}
        )
        md = markdown.Markdown()
        md.preprocessors.register(context, "rendering_context", 0)  # type: ignore[arg-type]
        assert find_page(md) == PagePlace("a/b.md", "/x/notes/a/b.md", "/x/notes", "")
