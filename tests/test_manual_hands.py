"""What the manual says of numbers and hands on pages is true: its blocks, and its tables of options."""

from __future__ import annotations

import pytest

from bml_core import Location, System, expand
from bml_core.language import Page
from bml_core.notes import DEFAULT_SYSTEM, OPTIONS, Kind, kind_of, parse_options, split_option_lines
from bml_core.site import Query, answer
from tests.manual_pages import MANUAL, TOP, Fence, code_words, fences, section, table

HANDS = MANUAL / "hands-on-pages.md"
KINDS = [("How often", Kind.FREQUENCIES), ("Example hands", Kind.EXAMPLES)]


def names_of(kind: Kind) -> set[str]:
    return {option.name for option in OPTIONS if kind in option.kinds}


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


@pytest.mark.parametrize(("heading", "kind"), KINDS)
def test_options_of_hands_are_those_that_exist(heading: str, kind: Kind) -> None:
    rows = {word.replace("-", "_") for row in table(section(HANDS, heading)) for word in code_words(row[0])}
    assert rows | {"frequencies"} == names_of(kind) - names_of(Kind.HEALTH) | {"frequencies"}
