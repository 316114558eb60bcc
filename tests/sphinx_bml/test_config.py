"""Settings in conf.py are checked before anything is read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sphinx.errors import ConfigError

from tests.sphinx_bml.projects import Project

Make = Callable[..., Project]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("bml_dialect", "3", "bml_dialect cannot be '3'. The dialects are 1, 2.0, 2.7."),
        ("bml_collapse", -1, "bml_collapse cannot be -1. Write the depth"),
        ("bml_collapse", True, "bml_collapse cannot be True."),
        ("bml_systems", ["a"], "bml_systems cannot be ['a']. Write names"),
        ("bml_systems", {"../a": {}}, 'The option system cannot be "../a"'),
        ("bml_systems", {"none": {}}, "A system cannot be called none"),
        (
            "bml_systems",
            {"a": {"titel": "A"}},
            'System "a" cannot have "titel", only pages, title and summary.',
        ),
        ("bml_systems", {"a": {"title": 1}}, 'The title of system "a" is not a text.'),
        ("bml_include_roots", "shared", "Write a list of folders"),
        ("bml_suit_colors", "three", """bml_suit_colors cannot be 'three'. Write "four", "two" or "none"."""),
        ("bml_suit_colors", ["two"], 'Write "four", "two" or "none".'),
        ("bml_choice", "best", "bml_choice cannot be 'best'. Write auto, natural or first."),
        ("bml_abbreviations", "GF", "bml_abbreviations cannot be 'GF'. Write words with their meanings"),
        ("bml_abbreviations", {"GF": 1}, 'The meaning of "GF" is a text'),
        ("bml_limits", {"depth": 1}, 'Unknown limit: "depth". The limits are include_depth'),
        ("bml_limits", {"nesting": 65}, "Tables that are nested more than 64 deep cannot be stored."),
        ("bml_limits", {"nesting": 0}, "The limit nesting must be a number above 0, not 0."),
    ],
)
def test_a_wrong_value_stops_the_build_and_says_why(
    project: Make, name: str, value: object, message: str
) -> None:
    made = project({"index.rst": "Page\n====\n"}, conf=f"{name} = {value!r}")
    with pytest.raises(ConfigError) as raised:
        made.build()
    assert message in str(raised.value)


@pytest.mark.parametrize("name", ["nowhere", "\0", "\ud800", "a" * 5_000])
def test_folders_that_are_not_there_are_reported(project: Make, name: str) -> None:
    (warning,) = _warnings(project, f"bml_include_roots = [{name!r}]")
    assert "Folder not found" in warning


def _warnings(project: Make, conf: str) -> list[str]:
    page = "Page\n====\n\n.. bml::\n\n   #INCLUDE club.bml\n"
    return project({"index.rst": page, "club.bml": "1C  strong"}, conf=conf).build().warnings
