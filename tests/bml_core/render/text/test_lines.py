"""Tables, deals and auctions as lines of text."""

from __future__ import annotations

from bml_core import Location, parse
from bml_core.document import AuctionBlock, AuctionEntry, Diagram
from bml_core.render.text import WIDTH, TextRow, auction_lines, column_widths, deal_lines, table_lines


def diagram(text: str) -> list[str]:
    (block,) = parse(text).blocks
    assert isinstance(block, Diagram)
    return deal_lines(block)


def test_descriptions_are_aligned_and_wrapped() -> None:
    rows = [
        TextRow(0, "1♣", ("Strong, with a description that does not fit",)),
        TextRow(1, "1♦", ("Negative", "or waiting")),
        TextRow(1, "somethinglong", ("Label",)),
        TextRow(2, "Pass"),
    ]
    assert table_lines(rows, width=36) == [
        "1♣    Strong, with a description",
        "      that does not fit",
        "  1♦    Negative",
        "        or waiting",
        "  somethinglong",
        "        Label",
        "    Pass",
    ]


def test_deep_rows_keep_room_for_text() -> None:
    lines = table_lines([TextRow(40, "7♣", ("word " * 20,))])
    assert all(len(line.strip()) >= 20 for line in lines[:-1])


def test_two_hands_stand_side_by_side() -> None:
    assert diagram("#7, All vul, lead sA\nE: Jx AJxxx AJx KTx\nW: QT - KTx Jx") == [
        "Board 7, All vulnerable, Lead ♠A",
        "",
        "West                          East",
        "♠ QT                          ♠ Jx",
        "♥ —                           ♥ AJxxx",
        "♦ KTx                         ♦ AJx",
        "♣ Jx                          ♣ KTx",
    ]


def test_one_hand_is_at_the_margin() -> None:
    assert diagram("S: A K Q J")[0] == "South"


def test_an_auction_has_columns() -> None:
    (block,) = parse("W N E S\n1C P 1H P\n1N P").blocks
    assert isinstance(block, AuctionBlock)
    assert auction_lines(block) == ["West  North  East  South", "1♣    Pass   1♥    Pass", "1NT   Pass"]


def test_rows_forty_levels_deep_keep_to_the_width() -> None:
    rows = [TextRow(depth, f"{depth % 7 + 1}♣", ("word " * 20,)) for depth in range(64)]
    lines = table_lines(rows)
    assert max(map(len, lines)) <= WIDTH
    assert lines[0].startswith("1♣    word")
    assert next(line for line in lines if line.startswith(" 2♣")) == " 2♣    " + "word " * 13 + "word"


def test_long_words_are_broken() -> None:
    lines = table_lines([TextRow(1, "label" * 60, ("x" * 300,)), TextRow(2, "1♦", ("y" * 300,))])
    assert max(map(len, lines)) <= WIDTH
    assert "".join(lines).replace(" ", "") == "label" * 60 + "x" * 300 + "1♦" + "y" * 300


def test_hands_too_long_to_stand_side_by_side_stand_below_each_other() -> None:
    lines = diagram(f"W: {'x' * 30} - - -\nE: {'x' * 30} - - -")
    assert [line for line in lines if line.strip() in {"West", "East"}] == ["West", "East"]


def test_entries_that_are_not_calls_are_broken_in_their_column() -> None:
    entry = AuctionEntry("x" * 40, None, theirs=False, alert=False, location=Location("", 1))
    lines = auction_lines(AuctionBlock(((entry, entry, entry, entry),), Location("", 1)))
    assert max(map(len, lines)) <= WIDTH
    assert len(lines) == 3


def test_columns_give_way_from_the_widest() -> None:
    assert column_widths([5, 10]) == [5, 10]
    assert sum(column_widths([300, 300, 20], 70)) == 70
    assert column_widths([9] * 100, 10) == [1] * 100
