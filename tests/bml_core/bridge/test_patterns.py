"""Patterns of auctions, as the file of cases beside this one has them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.bridge import Auction, AuctionPattern, parse_pattern

_FILE = Path(__file__).parent / "fixtures" / "patterns.txt"


def pattern_cases() -> list[tuple[str, str, bool]]:
    """Return the cases: a pattern, an auction, and whether it is selected."""
    cases, pattern = [], ""
    for line in _FILE.read_text("utf-8").splitlines():
        if line[:1] in "+-" and line:
            cases += [(pattern, _spelled(auction), line[0] == "+") for auction in line[1:].split()]
        elif line and not line.startswith("#"):
            pattern = line
    return cases


def _spelled(auction: str) -> str:
    """Return an auction with its scope at the end: "1N@3rd-2C" is 1N-2C@3rd."""
    calls, _, scope = auction.partition("@")
    scope, _, rest = scope.partition("-")
    return "-".join(filter(None, (calls, rest))) + (f"@{scope}" if scope else "")


@pytest.mark.parametrize(("pattern", "auction", "is_selected"), pattern_cases())
def test_a_pattern_selects_auctions(pattern: str, auction: str, is_selected: bool) -> None:
    assert AuctionPattern.parse(pattern).selects(Auction.parse(auction)) is is_selected


@pytest.mark.parametrize("pattern", sorted({pattern for pattern, _, _ in pattern_cases()}))
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
