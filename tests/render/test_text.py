"""Tables, deals and auctions as lines of text."""

from __future__ import annotations

from bml_core import parse
from bml_core.document import AuctionBlock, Diagram
from bml_core.render.text import TextRow, auction_lines, deal_lines, table_lines


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


def test_one_hand_stands_at_the_margin() -> None:
    assert diagram("S: A K Q J")[0] == "South"


def test_an_auction_has_columns() -> None:
    (block,) = parse("W N E S\n1C P 1H P\n1N P").blocks
    assert isinstance(block, AuctionBlock)
    assert auction_lines(block) == ["West  North  East  South", "1♣    Pass   1♥    Pass", "1NT   Pass"]
