"""What the manual says of numbers and hands on pages is true: its blocks, and its tables of options."""

from __future__ import annotations

import pytest

from bml_core import Location
from bml_core.notes import DEFAULT_SYSTEM, parse_options, split_option_lines
from bml_core.site import Query, answer
from tests.manual_pages import MANUAL, Fence, demonstration, fences

HANDS = MANUAL / "hands-on-pages.md"


@pytest.mark.parametrize("fence", [f for f in fences(HANDS) if f.language == "bml"])
def test_example_of_hands_is_about_the_demonstration_system(fence: Fence) -> None:
    options = parse_options(split_option_lines(fence.text)[0])
    found = answer(Query(options.value, DEFAULT_SYSTEM, Location(str(HANDS), fence.line)), demonstration())
    assert (options.diagnostics, found.diagnostics) == ((), ())
    assert not found.is_empty
