"""What files of boards know beside the deal, and links that lead to a board."""

from __future__ import annotations

from bml_core.bridge import Seat
from bml_core.diagnostics import Location
from bml_core.document import Diagram, Paragraph, Table
from bml_core.formats import deals, lin, pbn
from bml_core.notes import BlockOptions
from bml_core.site.boards import shown_board

DEAL = '[Deal "N:AK84.Q52.KJ4.982 QJ95.AK3.A82.J53 T732.J94.T93.A74 6.T876.Q765.KQT6"]\n'
PLACE = Location("", 1)


def test_the_table_and_the_par_of_a_file_are_shown_without_endplay() -> None:
    text = f'[Board "4"]\n{DEAL}[DoubleDummyTricks "45454454549898989898"]\n[OptimumScore "EW 630"]\n'
    blocks = shown_board(pbn.loads(text)[0], BlockOptions(), PLACE).blocks
    assert [type(block) for block in blocks[:3]] == [Diagram, Table, Paragraph]


def test_they_belong_to_the_answer_where_hands_are_hidden() -> None:
    text = f'[Board "4"]\n[Hidden "EW"]\n{DEAL}[DoubleDummyTricks "45454454549898989898"]\n'
    shown = shown_board(pbn.loads(text)[0], BlockOptions(), PLACE)
    first, answer = shown.blocks[0], shown.answer[0]
    assert isinstance(first, Diagram)
    assert isinstance(answer, Diagram)
    assert first.deal.seats == (Seat.NORTH, Seat.SOUTH)
    assert len(answer.deal.seats) == len(Seat)
    assert not any(isinstance(block, Table) for block in shown.blocks)
    assert any(isinstance(block, Table) for block in shown.answer)


def test_the_second_room_has_the_deal_of_the_first() -> None:
    text = f'[board "4"]\n[Room "Open"]\n{DEAL}\n[Board "4"]\n[Room "Closed"]\n'
    match = "vg|Final,,I,1,2,A,0,B,0|qx|o1|md|1SAK,HQ,,|mb|1S|qx|c1|mb|1N|"
    for first, second in ([each.board for each in deals.read(each)] for each in (text, match)):
        assert first.number == second.number
        assert first.deal == second.deal
    assert lin.loads(match)[1].deal == lin.loads(match)[0].deal


def test_utf_16_needs_no_mark() -> None:
    text = f'[Board "4"]\n[North "Zoë"]\n{DEAL}'
    boards = [pbn.loads(text.encode(encoding))[0] for encoding in ("utf-8", "utf-16-le", "utf-16-be")]
    assert boards[0].texts.players.north == "Zoë"
    assert boards[1:] == boards[:1] * 2


def test_notes_have_suits_as_comments_do_and_quotes_of_windows_stay() -> None:
    data = b'[Dealer "W"]\n[Auction "W"]\n1C =1= Pass\n[Note "1:\x933+\x94 \\\\C"]\n'
    note = pbn.loads(data)[0].auction[0].note
    assert note == "“3+” !C"
    assert pbn.loads(pbn.dumps(pbn.loads(data)))[0].auction[0].note == note


def test_a_link_that_leads_to_a_board_says_what_to_do() -> None:
    for link in ("https://tinyurl.com/abc", "https://www.bridgebase.com/myhands/fetchlin.php?id=1"):
        (found,) = deals.read(link)
        assert [fault.code for fault in found.diagnostics] == ["BML823"]
        assert "copy the long address" in found.diagnostics[0].hint


def test_links_that_lead_to_boards_are_reported_beside_others() -> None:
    board = "https://www.bridgebase.com/tools/handviewer.html?lin=md|1SAK,,,|"
    text = f"{board}\nhttps://example.org/ and https://tinyurl.com/abc\n"
    found = [
        (each.is_board, [f"{fault.location}" for fault in each.diagnostics]) for each in deals.read(text)
    ]
    assert found == [(True, []), (False, [":2:26"])]


def test_stars_are_tricks_that_nobody_counted() -> None:
    boards = pbn.loads(f'[Deal "N:AK... - - -"]\n[DoubleDummyTricks "{"*" * 20}"]\n')
    assert boards.diagnostics == ()
