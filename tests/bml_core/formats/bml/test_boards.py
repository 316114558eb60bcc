"""Which auction of a BML text belongs to which deal."""

from __future__ import annotations

import pytest

from bml_core import parse
from bml_core.bridge import BIDS, DOUBLE, PASS, REDOUBLE, Board, Contract, Deal, Hand, Seat
from bml_core.formats import diagrams

DEAL = "#7, dealer N\nN: AK2 KJ2 KQ32 QJ2\n"
AUCTION = "W N E S\n- 1N P 3N\nAP\n"


def calls(text: str) -> list[str]:
    """The calls of each board, in one word."""
    return [
        "".join(made.call.code if made.call else "-" for made in board.auction)
        for board, _ in diagrams.boards(parse(text))
    ]


@pytest.mark.parametrize(
    "between",
    ["", "// South is an optimist.\n", "The bidding at the other table:\n", "It went\n\nlike this:\n"],
    ids=["nothing", "a comment", "a line of text", "two paragraphs"],
)
def test_an_auction_below_a_deal_is_its_own(between: str) -> None:
    assert calls(f"{DEAL}\n{between}\n{AUCTION}") == ["1NP3NPPP"]


def test_a_result_below_the_hands_is_that_of_the_auction() -> None:
    text = "dealer W\nN: AKx Qxx KJxx xxx\nResult: 3NT-1\n\nW N E S\nP 1N P 3N\nAP\n"
    ((board, _),) = diagrams.boards(parse(text))
    assert (str(board.contract), board.play.result) == ("3NTN", 8)


@pytest.mark.parametrize(
    "between",
    ["* The next chapter\n", "- a list\n", "1C  a table\n", "W N E S\n- 1C P P\nP\n", DEAL.replace("7", "8")],
    ids=["a heading", "a list", "a bidding table", "another auction", "another deal"],
)
def test_what_begins_something_else_parts_them(between: str) -> None:
    assert calls(f"{DEAL}\n{between}\n{AUCTION}")[0] != "1NP3NPPP"


@pytest.mark.parametrize("head", ["dealer E", "dealer N, 4SN"], ids=["dealer", "contract"])
def test_after_text_an_auction_may_not_contradict_its_deal(head: str) -> None:
    deal = DEAL.replace("dealer N", head)
    assert calls(f"{deal}\nElsewhere:\n\n{AUCTION}") == [""]
    assert calls(f"{deal}\n{AUCTION}") == ["1NP3NPPP"]


def test_open_places_between_the_dealer_and_the_first_call_are_seats_passed_over() -> None:
    deal = DEAL.replace("dealer N", "dealer E")
    assert calls(f"{deal}\nN E S W\n- - 1N P\nAP\n") == ["-1NPPP"]
    assert calls(f"{DEAL}\nN E S W\n- - 1N P\nAP\n") == ["--1NPPP"]


@pytest.mark.parametrize(
    "note",
    [
        "15--17, *no* four-card major",
        "see [[one.md]] and [the page](two.md)",
        "then 1NT, 3CD or 5+!h",
        "from https://example.org/notes",
        "/perhaps/ =2N= --- or not",
    ],
)
def test_a_note_is_kept_as_it_was_written(note: str) -> None:
    ((board, _),) = diagrams.boards(parse(f"{DEAL}\nN E S W\n1N[1] P P P\n[1] {note}\n"))
    assert board.auction[0].note == note
    ((again, _),) = diagrams.boards(parse("\n".join(diagrams.board_texts([board]))))
    assert again.auction[0].note == note


@pytest.mark.parametrize(
    "contract",
    [Contract(), *(Contract(bid, risk, Seat.SOUTH) for bid in BIDS for risk in (PASS, DOUBLE, REDOUBLE))],
    ids=lambda contract: contract.code,
)
def test_a_board_of_which_only_the_contract_is_known_comes_back(contract: Contract) -> None:
    board = Board(Deal(north=Hand("AK", "2", "", "")), contract=contract)
    document = parse("\n".join(diagrams.board_texts([board])))
    assert [board for board, _ in diagrams.boards(document)] == [board]
    assert document.diagnostics == ()
