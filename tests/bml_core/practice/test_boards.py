"""Boards to bid: they bid what was asked for, take turns, and say why there are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core.bridge import Call, Deal, Hand, Seat, Vulnerability
from bml_core.hands.bidding import Certainty, bid_deal
from bml_core.notes import Notes, load, loads
from bml_core.practice import Level, answers_of, practice_deals

FIXTURES = Path(__file__).parent / "fixtures"
TRIALS = Path(__file__).parents[1] / "hands" / "descriptions" / "fixtures" / "trials"
SURE = """\
1C  16+ hcp
1D  3+ diamonds, 11-15 hcp
1N  12-14 hcp, balanced
  2C  4+ hearts or 4+ spades, 11+ hcp
  2D  5+ hearts, 0-10 hcp
    2H  forced
"""


@pytest.fixture(scope="module")
def notes() -> Notes:
    return loads(SURE)


def test_each_board_bids_the_auction_by_the_notes(notes: Notes) -> None:
    boards = practice_deals(notes, "1N-2D", n=12, seed=3)
    assert len(boards) == 12
    assert {board.certainty.value for board in boards} == {"certain"}
    for board in boards:
        bid = bid_deal(board.board.deal, notes, dealer=board.bid.dealer)
        assert [str(call) for call in bid.auction.calls[:5]] == ["1NT", "P", "2D", "P", "2H"]


def test_both_partners_open_in_turn_and_boards_are_numbered(notes: Notes) -> None:
    boards = practice_deals(notes, "1N-2C", n=4)
    assert [(each.board.number, each.board.dealer) for each in boards] == [
        (1, Seat.NORTH),
        (2, Seat.SOUTH),
        (3, Seat.NORTH),
        (4, Seat.SOUTH),
    ]


def test_the_same_seed_gives_the_same_boards_and_another_one_others(notes: Notes) -> None:
    first, again, other = (practice_deals(notes, "1N", n=3, seed=seed).records() for seed in (5, 5, 6))
    assert first == again != other


def test_levels_take_turns(notes: Notes) -> None:
    boards = practice_deals(notes, "1C", n=4, levels=(Level.PART_SCORE, Level.GAME))
    assert [Level.of(each.board.deal).value for each in boards] == ["part", "game"] * 2


def test_a_pattern_deals_for_each_of_its_auctions_in_turn(notes: Notes) -> None:
    boards = practice_deals(notes, "1N-2*", n=4)
    assert [str(each.auction) for each in boards] == ["1NT-2C", "1NT-2D"] * 2


def test_rows_that_are_understood_in_part_give_boards_that_are_not_sure() -> None:
    boards = practice_deals(load(FIXTURES / "notes.bml"), "1N-2D", n=2)
    assert [board.certainty.value for board in boards].count("certain") == 0 < len(boards)


@pytest.mark.parametrize(
    ("text", "auction", "said"),
    [
        (SURE, "1N-3C", "BML651: The notes have nothing on 1NT-3C."),
        (
            "1S  8+ spades, 8+ hcp\n  2S  6+ spades, 5+ hcp",
            "1S-2S",
            "BML642: North and South cannot both hold",
        ),
        ("1N  As we feel\n  2C  More", "1N-2C", "BML654: No board was found that bids 1NT-2C."),
        ("1C  36+ hcp\n  1D  5+ hcp", "1C-1D", "BML642: North and South cannot both hold what they show."),
    ],
)
def test_an_auction_without_boards_is_explained(text: str, auction: str, said: str) -> None:
    boards = practice_deals(loads(text), auction, n=2)
    assert len(boards) == 0
    assert said in str(boards.diagnostics[0])


def test_the_search_ends_when_it_is_told_to(notes: Notes) -> None:
    assert len(practice_deals(notes, "1N", n=5, progress=lambda found: found < 2)) == 2


@pytest.mark.parametrize("n", [-1, 1001])
def test_numbers_out_of_range_are_misuse(notes: Notes, n: int) -> None:
    with pytest.raises(ValueError, match=r"n must be from 0 to 1,000"):
        practice_deals(notes, "1N", n=n)


def test_partner_answers_what_the_notes_say_to_each_call(notes: Notes) -> None:
    board = practice_deals(notes, "1N-2D", n=1)[0]
    responder, opener = (answers_of(board, notes, seat) for seat in (Seat.SOUTH, Seat.NORTH))
    assert responder == {"": "1N", "1N-P-2D-P": "2H"}
    assert opener["1N-P"] == "2D"
    # The reader may call otherwise, and partner answers as far as the notes say.
    assert {key.partition("-")[0] for key in opener} > {"1N"}


def test_answers_where_the_reader_bids_by_the_notes_come_first(notes: Notes) -> None:
    board = practice_deals(notes, "1N-2D", n=1)[0]
    assert list(answers_of(board, notes, Seat.SOUTH, most=1)) == [""]


def test_a_row_that_is_not_understood_makes_calls_likely_and_is_named() -> None:
    doubtful = loads(SURE.replace("    2H  forced", "    2H  forced\n  3C  As we feel"), "notes.bml")
    boards = practice_deals(doubtful, "1N-2D", n=4, seed=3)
    assert {board.certainty.value for board in boards} == {"likely"}
    assert [(str(row), number) for row, number in boards.in_the_way] == [("1NT-3C", 4)]
    # The calls asked for are made, and answers that are certain follow.
    assert {str(each.bid.auction)[:9] for each in boards} == {"1NT-2D-2H"}
    assert answers_of(boards[0], doubtful, Seat.SOUTH)["1N-P-2D-P"] == "2H"


@pytest.mark.parametrize(
    ("text", "auction"),
    [
        ("1N  15-17 hcp, balanced\n  2C  Stayman; 8+ (or 4441 junk)\n  2D  Transfer", "1N-2C"),
        ("1H  4+ hearts (four is enough!)\n  2H  3+ hearts, 6-9 hcp\n1S  5+ spades", "1H-2H"),
    ],
)
def test_a_row_that_is_read_in_part_is_dealt_as_players_would_mean_it(text: str, auction: str) -> None:
    notes = loads(text)
    boards = practice_deals(notes, auction, n=3)
    assert {board.certainty.value for board in boards} == {"likely"}
    for each in boards:
        board = each.board
        assert board.dealer is not None
        bid = bid_deal(board.deal, notes, dealer=board.dealer, probable=True)
        assert bid.auction.calls[:3] == each.auction.calls


SEATS = """\
#SEAT 12
1S  5+ spades, 11-15 hcp
  2S  3+ spades, 6-9 hcp

#SEAT 34
1S  4+ spades, 8-15 hcp
  2S  4+ spades, 6-9 hcp

#SEAT 0
#VUL Y0
2H  6+ hearts, 8-10 hcp

#VUL N0
2H  5+ hearts, 5-10 hcp
"""


@pytest.mark.parametrize(
    ("asked", "seat", "least"), [("1S-2S", 0, 5), ("P-P-1S-2S", 2, 4), ("1S-2S@3rd@vul", 2, 4)]
)
def test_seats_choose_the_rows(asked: str, seat: int, least: int) -> None:
    boards = practice_deals(loads(SEATS), asked, n=12)
    assert len(boards) == 12
    assert {each.bid.calls[seat].call for each in boards} == {Call.parse("1S")}
    spades = [each.board.deal.hand(each.bid.dealer.after(seat)).shape[0] for each in boards]  # type: ignore[union-attr]
    assert min(spades) == least


@pytest.mark.parametrize(
    ("asked", "side"), [("2H@vul", Vulnerability.NORTH_SOUTH), ("2H", Vulnerability.NONE)]
)
def test_vulnerability_chooses_the_rows(asked: str, side: Vulnerability) -> None:
    boards = practice_deals(loads(SEATS), asked, n=12)
    assert {each.board.vulnerability for each in boards} == {side}
    points = [each.board.deal.hand(each.bid.dealer).hcp for each in boards]  # type: ignore[union-attr]
    assert (min(points) >= 8) is (side is Vulnerability.NORTH_SOUTH)


def test_levels_are_by_the_points_of_both_hands() -> None:
    deal = Deal(north=Hand.parse("AKQ2 AKQ AKQ 432"), south=Hand.parse("J543 J32 J32 A65"))
    assert Level.of(deal) is Level.SLAM


def test_hands_that_only_fit_the_rows_make_no_board() -> None:
    notes = load(TRIALS / "boulder.bml")
    deals = practice_deals(notes, "1H-2H", n=2, seed=3)
    for board in deals:
        is_probable = board.certainty is not Certainty.CERTAIN
        begun = bid_deal(board.board.deal, notes, dealer=board.bid.dealer, probable=is_probable)
        assert [str(made.call) for made in begun.calls[:3]] == ["1H", "P", "2H"]
    assert [found.code for found in deals.diagnostics] == ["BML654"] * (not deals.boards)


def test_boards_that_are_certain_come_first_and_probable_ones_fill_the_rest() -> None:
    notes = load(TRIALS / "whanganui.bml")
    certain = [each.certainty.value for each in practice_deals(notes, "1H-2H", n=10, seed=7)]
    assert 0 < certain.count("certain") < 10
    assert certain == sorted(certain)
