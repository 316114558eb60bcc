"""The ends of lines, which export format prescribes (PBN 2.1, 2.3 and 3)."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.bridge import Board
from bml_core.formats import pbn
from bml_core.formats.pbn.export_rules import LineEnds

WHOLE = b"".join(pbn.encode(pbn.write_games([Board(number=1), Board(number=2)]), False))


def lines_of(data: bytes) -> list[str]:
    """What is said about the lines of a file: the number of the line and the section of the standard."""
    found = [d for d in pbn.check(data, "a.pbn") if d.code in ("BML718", "BML719")]
    return [f"{d.location.line} {d.message.partition('PBN ')[2].partition(':')[0]}" for d in found]


def test_what_is_written_ends_its_lines_as_it_must() -> None:
    assert lines_of(WHOLE) == []


@pytest.mark.parametrize("end", [b"\n", b"\r"])
def test_other_ends_are_reported_once_with_their_number(end: bytes) -> None:
    (found,) = pbn.check(WHOLE.replace(b"\r\n", end), "a.pbn")
    lines = WHOLE.count(b"\n")
    sentence = f"a.pbn:1:1: warning BML719: PBN 2.3: {lines} lines do not end with CR and LF"
    assert str(found).startswith(sentence)


def test_one_other_end_is_reported_with_its_line() -> None:
    assert lines_of(WHOLE.replace(b"[Site", b"\n[Site", 1).replace(b"\r\n\n", b"\n", 1)) == ["3 2.3"]
    assert lines_of(WHOLE.removesuffix(b"\r\n\r\n")) == [f"{WHOLE.count(b'[') + 3} 2.3"]


def test_the_line_between_two_games_is_empty() -> None:
    assert lines_of(WHOLE.replace(b"\r\n\r\n", b"\r\n \t\r\n", 1)) == ["18 3"]


def test_the_end_of_a_line_counts_two_characters() -> None:
    event = b'[Event "%s"]'
    longest = 255 - len(event % b"") - 2
    for more, expected in ((0, []), (1, ["3 2.3"])):
        long = event % (b"x" * (longest + more))
        assert lines_of(WHOLE.replace(b'[Event ""]', long, 1)) == expected


def test_import_format_may_end_its_lines_in_any_way() -> None:
    assert list(pbn.check(WHOLE.replace(b"% EXPORT", b"%").replace(b"\r\n", b"\n"))) == []


@pytest.mark.parametrize("tab", [b"\t", b"\v"], ids=["horizontal", "vertical"])
def test_tabs_are_for_import_format_and_outside_of_strings(tab: bytes) -> None:
    between = WHOLE.replace(b"[Site", tab + b"[Site", 1)
    assert "4 2.3" in lines_of(between)
    assert lines_of(between.replace(b"% EXPORT", b"%")) == []
    inside = WHOLE.replace(b'[Site "', b'[Site "' + tab, 1).replace(b"% EXPORT", b"%")
    assert lines_of(inside) == ["4 2.3"]


@given(st.lists(st.sampled_from([b"\r", b"\n", b" ", b"\t", b"a"])).map(b"".join), st.integers(1, 5))
def test_lines_are_the_same_in_pieces_of_any_size(data: bytes, size: int) -> None:
    whole, pieces = LineEnds(io.BytesIO(data)), LineEnds(io.BytesIO(data))
    whole.read()
    while pieces.read(size):
        pass
    assert (pieces.odd, pieces.first_odd, pieces.blank) == (whole.odd, whole.first_odd, whole.blank)
