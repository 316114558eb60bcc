"""Patterns of auctions, as the file of cases beside this one has them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.bridge import Auction, AuctionPattern, parse_pattern

_FILE = Path(__file__).parent / "fixtures" / "patterns.txt"


def _cases() -> list[tuple[str, str, bool]]:
    cases, pattern = [], ""
    for line in _FILE.read_text("utf-8").splitlines():
        if line[:1] in "+-" and line:
            cases += [(pattern, auction, line[0] == "+") for auction in line[1:].split()]
        elif line and not line.startswith("#"):
            pattern = line
    return cases


@pytest.mark.parametrize(("pattern", "auction", "is_selected"), _cases())
def test_a_pattern_selects_auctions(pattern: str, auction: str, is_selected: bool) -> None:
    calls, _, scope = auction.partition("@")
    # "1N@3rd@vul-2C": the scope of an auction is written at its end.
    scope, _, rest = scope.partition("-")
    written = "-".join(filter(None, (calls, rest))) + (f"@{scope}" if scope else "")
    assert AuctionPattern.parse(pattern).selects(Auction.parse(written)) is is_selected


@pytest.mark.parametrize("pattern", sorted({pattern for pattern, _, _ in _cases()}))
def test_a_pattern_that_is_written_can_be_parsed_again(pattern: str) -> None:
    parsed = AuctionPattern.parse(pattern)
    assert AuctionPattern.parse(str(parsed)) == parsed


@pytest.mark.parametrize(
    "text", ["", "8C", "1N-", "(1N", "1N)", "2/1", "1N-2C@fifth", "1C-²", "1C" * 300, "1N..2C"]
)
def test_what_is_no_pattern_is_reported(text: str) -> None:
    result = parse_pattern(text)
    if text == "1N-":
        assert str(result.value) == "1NT"
    else:
        assert result.value is None
        assert [diagnostic.code for diagnostic in result.diagnostics] == ["BML631"]


def test_a_pattern_names_where_it_cannot_be_read() -> None:
    assert parse_pattern("1N-2C-9H").diagnostics[0].location.column == 7


@given(st.text(alphabet="12345678CDHSNTPXRMmox*()-/@ ²♣♥\ufe0f!drvul", max_size=30))
def test_reading_a_pattern_never_raises(text: str) -> None:
    pattern = parse_pattern(text).value
    if pattern is not None:
        assert AuctionPattern.parse(str(pattern)) == pattern
        pattern.selects(Auction.parse("1N-2C"))
