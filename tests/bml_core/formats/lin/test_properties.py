"""What holds for every board and every text: LIN, and the ways between LIN, PBN and BML."""

from __future__ import annotations

import io
import random
import re
from dataclasses import replace
from urllib.parse import parse_qs, urlencode, urlsplit

from hypothesis import assume, example, given
from hypothesis import strategies as st

from bml_core import Location, parse
from bml_core.bridge import Board, Deal, MadeCall, Players, Seat, rest_of_pack, standard_vulnerability
from bml_core.commands.deals import check_deck, write_decks
from bml_core.document import AuctionBlock, Diagram
from bml_core.formats import diagrams, lin, pbn
from bml_core.formats.deals import FORMATS, SourcedBoard, check, read, recognise
from tests.bml_core.formats.pbn.boards import boards, played_boards, random_board

PLACE = Location("hands.pbn", 1)
TOKENS = [
    *("md|1SAK2H,,,|", "md|3SA10,H2,", "pn|a,b,c,d|", "pn|a,b,c,d,e,f,g,h|", "qx|o1|", "qx|c1|"),
    *("vg|E,,I,1,2|", "rs|4HE=,P|", "sv|0|", "sv|q|", "mb|1C!|", "mb|-1Dp1Sp|", "mb|zz|", "an|!|", "an|x|"),
    *("pc|SA|", "pc|h|", "mc|9|", "mc|99|", "nt|a\nb|", "at||", "ah|Board 7|", "ah|1-1|", "st||", "zz|1|"),
    *("|", "||", "\n", " ", "md", "mb", "@S", "!H", "\r", "\x00", "é", "♠"),
]
shreds = st.lists(st.one_of(st.sampled_from(TOKENS), st.text(max_size=3)), max_size=60).map("".join)


def as_lin_holds_it(board: Board) -> Board:
    """What LIN says about a board of which it holds all: a fourth hand follows, and so does vulnerability."""
    vulnerability = board.vulnerability
    if vulnerability is None and board.number is not None:
        vulnerability = standard_vulnerability(board.number)
    hands = [board.deal.hand(seat) for seat in Seat]
    known = [hand for hand in hands if hand is not None]
    if [len(hand) for hand in known] == [13] * 3:
        hands = [hand or rest_of_pack(known) for hand in hands]
    return replace(board, deal=Deal(*hands), vulnerability=vulnerability)


def held_by_lin(board: Board) -> bool:
    return lin.losses(board, PLACE) == ()


@given(boards().filter(held_by_lin))
def test_a_board_comes_back_from_lin(board: Board) -> None:
    (record,) = lin.read_records(lin.dumps([board]))
    assert lin.parse_board(record) == as_lin_holds_it(board)


@given(st.lists(played_boards().filter(held_by_lin), max_size=4))
def test_boards_come_back_from_the_bytes_of_a_file(all_of_them: list[Board]) -> None:
    data = lin.dumps(all_of_them).encode()
    assert [lin.parse_board(record) for record in lin.read_records(io.BytesIO(data))] == all_of_them


@given(played_boards().filter(held_by_lin))
def test_pbn_through_lin_is_the_same_pbn(board: Board) -> None:
    written = pbn.dumps([board])
    boards = [pbn.parse_board(game) for game in pbn.read_games(written)]
    there = [lin.parse_board(record) for record in lin.read_records(lin.dumps(boards))]
    assert pbn.dumps(there) == written


@given(played_boards())
def test_nothing_is_lost_that_is_not_reported(board: Board) -> None:
    (record,) = lin.read_records(lin.dumps([board]))
    same = lin.parse_board(record) == as_lin_holds_it(board)
    assert same or lin.losses(board, PLACE)


@given(played_boards().filter(held_by_lin))
def test_a_board_comes_back_from_a_link(board: Board) -> None:
    url = lin.handviewer_url(board)
    assert parse_qs(urlsplit(url).query, strict_parsing=True)["lin"] == [lin.write_board(board)]
    (record,) = lin.read_links(f'<a href="{url}">Board</a>')
    assert isinstance(record, lin.Record)
    assert lin.parse_board(record) == board


def call_of_link(made: MadeCall) -> str:
    word = "-" if made.call is None else made.call.code
    return word + "!" * made.alert + f"({made.note})" * bool(made.note)


def link_of_parts(board: Board) -> str:
    """A link that names the parts of a board, as people make them by hand."""
    parts = {seat.value.lower(): lin.write_hand(board.deal.hand(seat)) for seat in Seat}
    parts |= {f"{seat.value.lower()}n": board.players.name(seat) for seat in Seat}
    parts["d"] = board.dealer.value.lower() if board.dealer else ""
    parts["v"] = (
        {"NS": "n", "EW": "e", "All": "b"}.get(board.vulnerability.value, "-") if board.vulnerability else ""
    )
    parts["b"] = str(board.number or "")
    parts["a"] = "".join(map(call_of_link, board.auction))
    parts["p"] = "".join(map(str, board.play))
    parts["c"] = "" if board.result is None else str(board.result)
    return "https://www.bridgebase.com/tools/handviewer.html?" + urlencode(parts)


@given(played_boards().filter(held_by_lin))
def test_a_board_comes_back_from_a_link_that_names_its_parts(board: Board) -> None:
    assume(not any(sign in made.note for made in board.auction for sign in "()"))
    assume(all(made.note != "!" for made in board.auction))
    (record,) = lin.read_links(f"[the board]({link_of_parts(board)})")
    assert isinstance(record, lin.Record)
    assert lin.parse_board(record) == board


def as_bml_holds_it(board: Board) -> Board:
    return replace(board, players=Players(), facts=(), comments=(), result=None, play=board.play[:1])


def in_plain_words(board: Board) -> Board:
    """The board with notes that have nothing in them that BML writes in several ways."""
    words = [re.sub(r"[^a-z0-9+ ]", "", made.note).strip() for made in board.auction]
    made = [
        replace(made, note=" ".join(note.split())) for made, note in zip(board.auction, words, strict=True)
    ]
    return replace(board, auction=tuple(made))


@given(st.lists(played_boards().map(in_plain_words), max_size=3))
def test_boards_come_back_from_bml(all_of_them: list[Board]) -> None:
    document = parse("\n".join(diagrams.board_texts(all_of_them)))
    assert [board for board, _ in diagrams.boards(document)] == [
        as_bml_holds_it(board) for board in all_of_them
    ]
    assert document.diagnostics == ()


@given(boards())
def test_a_board_in_bml_is_a_diagram_and_an_auction_and_nothing_else(board: Board) -> None:
    kinds = [type(block) for block in parse("\n".join(diagrams.board_texts([board]))).blocks]
    assert kinds == [Diagram] * bool(board.deal.seats) + [AuctionBlock] * bool(board.auction)


@given(shreds)
@example("md|1S|\nmd|")
@example("vg|a|\npn|a,b,c,d,e,f,g,h|qx|")
@example(f"mc|{'9' * 5000}|")
@example(f"vg|x,y,I,{'9' * 5000},2|rs|1SN=|qx|o1|md|1|")
def test_no_text_is_too_wrong_to_be_read(text: str) -> None:
    for record in lin.read_records(text, "a.lin"):
        lin.parse_board(record)
    for found in lin.check(text, "a.lin"):
        assert str(found).startswith("a.lin:")
    for form in FORMATS.values():
        found_boards = list(read(text, "a.lin", "lin"))
        form.write(found_boards)
        assert all(loss.code == "BML725" for dealt in found_boards for loss in form.losses(dealt))


@given(shreds)
def test_no_character_of_a_text_is_lost(text: str) -> None:
    records = list(lin.read_records(text))
    kept = ""
    header: object = ()
    for record in records:
        if record.header is not header:
            header = record.header
            kept += "".join(command.written for command in record.header)
        kept += record.text
    told = "".join(text.removeprefix("\ufeff").encode("utf-8", "replace").decode().split())
    if records:
        assert "".join(kept.split()) == told


@given(shreds)
@example("md|1SAK2H,,,|md")
@example("md|1SAK2H,,,|md|")
@example("md|1SAK2H,,,|md|\n")
@example("md|1SAK2H,,,|oops")
@example("md|1SAK2H,,,|nt|a|oops\n |")
@example("md|1SAK2H,,,|sv|q\nmd")
@example("\n |pn|a,b,c,d|vg|E|md")
@example("qx|o1|vg|E|mb|p|")
@example("md|1SAK2H,,,|mb\nmd|2,,,|")
@example("md|1SAK2H,,,|\x00md")
@example("md|1SAK2H,,,|oops md mb")
def test_what_is_written_is_read_as_what_was_written(text: str) -> None:
    written = lin.dumps(lin.read_records(text))
    assert lin.dumps(lin.read_records(written)) == written


@given(shreds)
@example("vg|\x00|qx|")
@example("md|1S,H,D|pg|" + "\nmd" * 9)
@example("pc|SA|nt|9|mb|1C")
def test_boards_of_any_text_stay_as_they_were_written_once(text: str) -> None:
    once = lin.loads(lin.dumps(lin.loads(text).boards)).boards
    assert lin.loads(lin.dumps(once)).boards == once


@given(st.binary(max_size=200))
def test_no_bytes_are_too_wrong_to_be_read(data: bytes) -> None:
    assert [r.text for r in lin.read_records(data)] == [r.text for r in lin.read_records(io.BytesIO(data))]
    assert list(check(data)) == list(check(io.BytesIO(data)))


@given(st.lists(played_boards(), min_size=1, max_size=4))
def test_decks_for_trickster_are_whole_packs_and_the_same_in_both_formats(all_of_them: list[Board]) -> None:
    assert [check_deck(board, PLACE) for board in all_of_them] == [()] * len(all_of_them)
    found = [
        [(dealt.board.deal, dealt.board.dealer) for dealt in read("".join(write_decks(all_of_them, name)))]
        for name in ("pbn", "lin")
    ]
    assert found == [[(board.deal, board.dealer) for board in all_of_them]] * 2


@given(st.lists(boards(), min_size=1, max_size=3))
def test_the_kind_of_a_file_shows_in_its_text(all_of_them: list[Board]) -> None:
    dealt = [SourcedBoard(board, PLACE) for board in all_of_them]
    assert recognise(FORMATS["pbn"].write(dealt)) == "pbn"
    assert recognise(FORMATS["lin"].write(dealt)) == "lin"
    silent = [SourcedBoard(in_plain_words(board), PLACE) for board in all_of_them]
    assert recognise(FORMATS["bml"].write(silent)) == ""


@given(st.integers(0, 2**32))
def test_names_in_capitals_and_suits_in_small_letters_are_read_as_the_usual_ones(seed: int) -> None:
    text = lin.dumps([random_board(random.Random(seed))])
    before, _, play = text.partition("|pg||")
    deal = before.partition("md|")[2].partition("|")[0]
    odd = f"{before.replace(deal, deal.lower())}|pg||{play.replace('pc|', 'PC|')}"
    assert lin.loads(odd).boards == lin.loads(text).boards
