"""What holds for every board and every text: PBN, LIN, and the ways between PBN, LIN and BML."""

from __future__ import annotations

import io
import random
import re
from dataclasses import replace
from types import ModuleType
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from bml_core import Location, Severity, parse
from bml_core.bridge import (
    Board,
    BoardTexts,
    Deal,
    MadeCall,
    Play,
    Seat,
    rest_of_pack,
    standard_vulnerability,
)
from bml_core.commands.deals import check_deck, write_decks
from bml_core.document import AuctionBlock, Diagram
from bml_core.formats import diagrams, lin, pbn
from bml_core.formats.deals import FORMATS, SourcedBoard, check, read, recognise
from tests.bml_core.formats.pbn.boards import boards, played_boards, random_board

PLACE = Location("hands.pbn", 1)
PBN_TOKENS = [
    *('[Deal "N:AK... - - -"]', '[Deal "', '[Auction "N"]', '[Play "N"]', '[Note "1:a"]', '[Event "##x"]'),
    *(
        '[Event "#"]',
        '[ScoreTable "A;B"]',
        '[Board "1"]',
        '[Result "^9"]',
        "[",
        "]",
        '"',
        "\\",
        "{",
        "}",
        ";",
    ),
    *("%", "\n", "\n\n", "\r", " ", "1C", "SK", "=1=", "$3", "!", "^I", "^S", "^", "*", "+", "-", "AP", "X"),
    *("10", "\t", "\x00", "é", "♠"),
]
LIN_TOKENS = [
    *("md|1SAK2H,,,|", "md|3SA10,H2,", "pn|a,b,c,d|", "pn|a,b,c,d,e,f,g,h|", "qx|o1|", "qx|c1|"),
    *("vg|E,,I,1,2|", "rs|4HE=,P|", "sv|0|", "sv|q|", "mb|1C!|", "mb|-1Dp1Sp|", "mb|zz|", "an|!|", "an|x|"),
    *("pc|SA|", "pc|h|", "mc|9|", "mc|99|", "nt|a\nb|", "at||", "ah|Board 7|", "ah|1-1|", "st||", "zz|1|"),
    *("|", "||", "\n", " ", "md", "mb", "@S", "!H", "\r", "\x00", "é", "♠"),
]
both = pytest.mark.parametrize(("name", "form"), [("pbn", pbn), ("lin", lin)], ids=["pbn", "lin"])
shreds = st.sampled_from([PBN_TOKENS, LIN_TOKENS]).flatmap(
    lambda tokens: st.lists(st.one_of(st.sampled_from(tokens), st.text(max_size=3)), max_size=60).map("".join)
)


def in_one_line(text: str) -> str:
    """A text as it is decoded, without its white space."""
    return "".join(text.removeprefix("\ufeff").encode("utf-8", "replace").decode().split())


@both
@given(shreds)
@example('{\n\n[A "b"]\n\n{}{')
@example("md|1S|\nmd|")
@example("vg|a|\npn|a,b,c,d,e,f,g,h|qx|")
@example(f"mc|{'9' * 5000}|")
@example(f"vg|x,y,I,{'9' * 5000},2|rs|1SN=|qx|o1|md|1|")
def test_no_text_is_too_wrong_to_be_read(name: str, form: ModuleType, text: str) -> None:
    assert all(str(found).startswith("a:") for found in form.check(text, "a"))
    found_boards = list(read(text, "a", name))
    for other in FORMATS.values():
        other.write(found_boards)
        assert all(loss.code == "BML725" for sourced in found_boards for loss in other.losses(sourced))


@both
@given(shreds)
@example('[Deal "N:AK... - - -"]\n\n{\n\n[Deal "N:KQ... - - -"]')
@example('{\n\n[Deal "N:AK... - - -"]\n[Deal "N:KQ... - - -"]')
def test_no_character_of_a_text_is_lost(name: str, form: ModuleType, text: str) -> None:
    kept = ""
    header: object = ()
    for sourced in read(text, "", name):
        source = sourced.source
        if isinstance(source, lin.Record) and source.header is not header:
            header = source.header
            kept += "".join(command.written for command in source.header)
        kept += "" if source is None else source.text
    assert not kept or in_one_line(kept) == in_one_line(text)


@both
@given(shreds)
@example(';\x1b0\n[Board "1"]')
@example('{\x1b\n0}\n[Board "1"]')
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
def test_what_is_written_is_read_as_what_was_written(name: str, form: ModuleType, text: str) -> None:
    written = FORMATS[name].write(read(text, "", name))
    assert FORMATS[name].write(read(written, "", name)) == written


@both
@given(shreds)
@example("[Play]{")
@example("[Play]SK")
@example("[Board\x00")
@example("[{\x00")
@example("vg|\x00|qx|")
@example("md|1S,H,D|pg|" + "\nmd" * 9)
@example("pc|SA|nt|9|mb|1C")
def test_boards_of_any_text_stay_as_they_were_written_once(name: str, form: ModuleType, text: str) -> None:
    once = form.loads(form.dumps(form.loads(text).boards)).boards
    assert form.loads(form.dumps(once)).boards == once


@both
@given(st.binary(max_size=200))
def test_no_bytes_are_too_wrong_to_be_read(name: str, form: ModuleType, data: bytes) -> None:
    assert list(read(data, "", name)) == list(read(io.BytesIO(data), "", name))
    assert list(form.check(data)) == list(form.check(io.BytesIO(data)))
    assert list(check(data)) == list(check(io.BytesIO(data)))


@given(boards())
def test_a_board_comes_back_from_pbn(board: Board) -> None:
    (game,) = pbn.read_games(pbn.dumps([board]))
    assert pbn.parse_board(game) == board


@given(played_boards())
def test_nothing_is_wrong_with_what_is_written(board: Board) -> None:
    assert [
        str(found) for found in pbn.check(pbn.dumps([board])) if found.severity is not Severity.INFO
    ] == []


@given(boards())
def test_a_game_with_an_escaped_line_is_read_as_one_without(board: Board) -> None:
    text = pbn.dumps([board])
    escaped = text.replace("\n[Site", "\n%\n[Site")
    assert escaped != text
    assert pbn.loads(escaped).boards == pbn.loads(text).boards


@given(shreds)
def test_a_game_is_its_head_and_its_tags(text: str) -> None:
    for game in pbn.read_games(text):
        tags = (game.text[tag.at : tag.body_at] + tag.body for tag in game.tags)
        assert game.head + "".join(tags) == game.text


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
    for form in (pbn, lin):
        file = io.BytesIO()
        form.dump(all_of_them, file)
        file.seek(0)
        assert list(form.load(file)) == all_of_them


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
    parts |= {f"{seat.value.lower()}n": board.texts.players.name(seat) for seat in Seat}
    parts["d"] = board.dealer.value.lower() if board.dealer else ""
    parts["v"] = (
        {"NS": "n", "EW": "e", "All": "b"}.get(board.vulnerability.value, "-") if board.vulnerability else ""
    )
    parts["b"] = str(board.number or "")
    parts["a"] = "".join(map(call_of_link, board.auction))
    parts["p"] = "".join(map(str, board.play.cards))
    parts["c"] = "" if board.play.result is None else str(board.play.result)
    return "https://www.bridgebase.com/tools/handviewer.html?" + urlencode(parts)


@given(played_boards().filter(held_by_lin))
def test_a_board_comes_back_from_a_link_that_names_its_parts(board: Board) -> None:
    assume(not any(sign in made.note for made in board.auction for sign in "()"))
    assume(all(made.note != "!" for made in board.auction))
    (record,) = lin.read_links(f"[the board]({link_of_parts(board)})")
    assert isinstance(record, lin.Record)
    assert lin.parse_board(record) == board


def as_bml_holds_it(board: Board) -> Board:
    has_outcome = board.contract is not None and board.contract.bid and board.contract.declarer
    result = board.play.result if has_outcome else None
    return replace(board, texts=BoardTexts(), play=Play(board.play.cards[:1], result))


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
