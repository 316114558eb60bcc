"""What the manual says of numbers and hands on pages is true: its blocks, and its tables of options."""

from __future__ import annotations

import pytest

from bml_core import Location, System, expand
from bml_core.language import Page
from bml_core.notes import DEFAULT_SYSTEM, Kind, kind_of, parse_options, split_option_lines
from bml_core.site import Query, answer
from tests.manual_pages import MANUAL, TOP, Fence, fences

HANDS = MANUAL / "hands-on-pages.md"


@pytest.mark.parametrize("fence", [f for f in fences(HANDS) if f.language == "bml"])
def test_example_of_hands_is_about_the_demonstration_system(fence: Fence, harbour: System) -> None:
    options = parse_options(split_option_lines(fence.text)[0])
    found = answer(Query(options.value, DEFAULT_SYSTEM, Location(str(HANDS), fence.line)), harbour)
    assert (options.diagnostics, found.diagnostics) == ((), ())
    assert not found.is_empty


@pytest.fixture(scope="module")
def harbour() -> System:
    """The system of the demonstration, as far as its pages are Markdown."""
    documents = []
    for path in sorted((TOP / "demo_docs" / "system").glob("*.md")):
        page = Page(str(path), include_roots=[TOP / "demo_docs"])
        for fence in (fence for fence in fences(path) if fence.language == "bml"):
            raw, text, _ = split_option_lines(fence.text)
            if kind_of(raw) is not Kind.NOTES:
                continue
            file = parse_options(raw).value.file
            document = page.parse_file(path.parent / file) if file else page.parse(text)
            documents.append(document)
    return expand(documents)
