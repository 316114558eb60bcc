"""The options of a block: written in a header or in its first lines, read with diagnostics."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.diagnostics import Location
from bml_core.notes import (
    OPTIONS,
    QUERIES,
    BlockOptions,
    kind_of,
    parse_header,
    parse_options,
    split_option_lines,
)

CASES = Path(__file__).parent / "fixtures" / "options.txt"
PLACE = Location("notes.md", 3)
NAMES = st.sampled_from([option.name for option in OPTIONS])


class TestOptionLines:
    def test_leading_lines_are_options_and_the_blank_line_below_is_taken(self) -> None:
        text = ":collapse: 2\n:system: two-over-one\n:hide:\n\n1C strong\n  1D negative\n"
        options, rest, taken = split_option_lines(text)
        assert options == {"collapse": "2", "system": "two-over-one", "hide": ""}
        assert rest == "1C strong\n  1D negative\n"
        assert text.split("\n")[taken] == "1C strong"

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("\n1C strong\n", ({}, "\n1C strong\n", 0)),
            ("1C strong\n:hide:\n", ({}, "1C strong\n:hide:\n", 0)),
            (":caption: \"A: b\"\n:name: 'x'\n", ({"caption": "A: b", "name": "x"}, "", 3)),
            (":collapse: 2\r\n\r\n1C strong\r\n", ({"collapse": "2"}, "1C strong\r\n", 2)),
            (":file: a.bml", ({"file": "a.bml"}, "", 1)),
            (":show: both\n:show: source\n", ({"show": "both"}, "", 3)),
        ],
    )
    def test_reading(self, text: str, found: tuple[dict[str, str], str, int]) -> None:
        assert split_option_lines(text) == found

    @pytest.mark.parametrize("line", ["::: x", ":: x", ":1C: x", ":no end", ": a: b", ":a:b"])
    def test_what_only_looks_like_an_option(self, line: str) -> None:
        assert split_option_lines(line) == ({}, line, 0)

    @given(st.text(alphabet=":ab \n\r\tC1"))
    def test_the_rest_is_always_the_tail_of_the_text(self, text: str) -> None:
        _, rest, taken = split_option_lines(text)
        assert "\n".join(text.split("\n")[taken:]) == rest


@pytest.mark.parametrize(
    ("header", "options"),
    [
        ("", {}),
        ('file="openings.bml" collapse="2"', {"file": "openings.bml", "collapse": "2"}),
        ("caption='Weak \"two\"'", {"caption": 'Weak "two"'}),
        ("openings.bml hide", {"file": "openings.bml", "hide": ""}),
        ('download formats="bss"', {"download": "", "formats": "bss"}),
        ("my notes.bml", {"file": "my notes.bml"}),
        ('caption=""', {"caption": ""}),
        ('show="both" show="source"', {"show": "both"}),
    ],
)
def test_headers(header: str, options: dict[str, str]) -> None:
    assert parse_header(header) == options


def outcome(header: str) -> str:
    """What a header says, as the file of cases has it: the fields, and what is wrong."""
    found = parse_options(parse_header(header), PLACE)
    assert all((fault.code, fault.location) == ("BML131", PLACE) for fault in found.diagnostics)
    lines = [repr(found.value).removeprefix("BlockOptions"), *(f"! {f.sentence}" for f in found.diagnostics)]
    return "\n  ".join([header, *lines]) + "\n"


def test_what_headers_say() -> None:
    cases = CASES.read_text("utf-8").split("\n\n")
    assert "\n".join(outcome(case.partition("\n")[0]) for case in cases) == CASES.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "value"), [("collapse", "9" * 5000), ("file", "a\0b"), ("system", "\u65e5" * 98)]
)
def test_odd_values_change_nothing(name: str, value: str) -> None:
    found = parse_options({name: value}, PLACE)
    assert found.value == BlockOptions()
    assert len(found.diagnostics[0].sentence) < 200


@given(st.dictionaries(NAMES | st.text(max_size=5), st.text(max_size=20)))
def test_any_options_are_read(raw: dict[str, str]) -> None:
    found = parse_options(raw, PLACE)
    assert found.value.kind is kind_of(raw)
    assert len(found.diagnostics) <= len(raw)


@given(st.text())
def test_any_header_is_read(text: str) -> None:
    parse_options(parse_header(text))


def test_system_none_is_shown_and_not_exported() -> None:
    systems = [BlockOptions(system=name).exported_system("notes") for name in ("none", "", "other")]
    assert systems == [None, "notes", "other"]


def test_other_blocks_are_no_queries() -> None:
    assert kind_of({"file": "frequencies.bml", "caption": "examples"}) not in QUERIES
