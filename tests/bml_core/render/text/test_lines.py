"""Tables, deals and auctions as lines of text."""

from __future__ import annotations

from bml_core import Location, parse
from bml_core.document import AuctionBlock, AuctionEntry, Diagram
from bml_core.render.plain import WIDTH, auction_lines, column_widths, deal_lines, table_lines


def diagram(text: str) -> list[str]:
    (block,) = parse(text).blocks
    assert isinstance(block, Diagram)
    return deal_lines(block)


def table(text: str, width: int = WIDTH) -> list[str]:
    (found,) = parse(text).tables
    return table_lines(found, width=width)


def test_descriptions_are_aligned_and_wrapped() -> None:
    text = """\
1C  Strong, with a description that does not fit
  1D  Negative
      or waiting
  somethinglong  Label
    P
"""
    assert table(text, width=36) == [
        "1♣    Strong, with a description",
        "      that does not fit",
        "  1♦    Negative",
        "        or waiting",
        "  somethinglong",
        "        Label",
        "    Pass",
    ]


def test_scope_and_auction_so_far_stand_above() -> None:
    assert table("#SEAT 3\n\n1N-(2C); Stayman, /perhaps/\nD  Values") == [
        "3rd seat",
        "1NT – (2♣)  Stayman, perhaps",
        "Dbl   Values",
    ]


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
