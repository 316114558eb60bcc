"""Tables, deals and auctions as lines of text."""

from __future__ import annotations

from bml_core import Location, parse
from bml_core.document import AuctionBlock, AuctionEntry
from bml_core.render.plain import WIDTH, auction_lines, column_widths, table_lines


def table(text: str, width: int = WIDTH) -> list[str]:
    (found,) = parse(text).tables
    return table_lines(found, width=width)


def test_deep_rows_keep_to_the_width_and_room_for_text() -> None:
    rows = "".join(f"{' ' * depth}{depth % 7 + 1}C {'word ' * 20}\n" for depth in range(64))
    lines = table(f"#BIDTABLE\n{rows}")
    assert max(map(len, lines)) <= WIDTH
    assert lines[0].startswith("1♣    word")
    assert next(line for line in lines if line.startswith(" 2♣")) == " 2♣    " + "word " * 13 + "word"


def test_long_words_are_broken() -> None:
    lines = table(f"#BIDTABLE\n1C\n {'label' * 60} {'x' * 300}\n  1D {'y' * 300}")
    assert max(map(len, lines)) <= WIDTH
    assert "".join(lines).replace(" ", "") == "1♣" + "label" * 60 + "x" * 300 + "1♦" + "y" * 300


def test_entries_that_are_not_calls_are_broken_in_their_column() -> None:
    entry = AuctionEntry("x" * 40, None, theirs=False, alert=False, location=Location("", 1))
    lines = auction_lines(AuctionBlock(((entry, entry, entry, entry),), Location("", 1)))
    assert max(map(len, lines)) <= WIDTH
    assert len(lines) == 3


def test_columns_give_way_from_the_widest() -> None:
    assert column_widths([5, 10]) == [5, 10]
    assert sum(column_widths([300, 300, 20], 70)) == 70
    assert column_widths([9] * 100, 10) == [1] * 100
