"""The everyday functions of PBN and LIN: ``load``, ``loads``, ``dump``, ``dumps``, and what they refuse."""

from __future__ import annotations

import io
import random
from pathlib import Path
from types import ModuleType

import pytest

from bml_core.bridge import Board, BoardTexts, Players
from bml_core.formats import lin, pbn
from tests.bml_core.formats.pbn.boards import random_board

BOARDS = [random_board(random.Random(seed)) for seed in range(3)]
both = pytest.mark.parametrize("form", [pbn, lin], ids=["pbn", "lin"])


@both
def test_boards_come_back_from_a_file(form: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "evening"
    form.dump(BOARDS, path)
    boards = form.load(str(path))
    assert [board.contract for board in boards] == [board.contract for board in BOARDS]
    assert (list(boards), len(boards), boards[1:]) == (BOARDS, 3, tuple(BOARDS[1:]))
    assert boards.diagnostics == ()
    with path.open("rb") as file:
        assert form.load(file) == boards


@both
def test_boards_come_back_from_a_text(form: ModuleType) -> None:
    text = form.dumps(BOARDS)
    assert list(form.loads(text)) == list(form.loads(text.encode())) == BOARDS


@both
@pytest.mark.parametrize("text", ["", b"", "\n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_has_no_boards(form: ModuleType, text: str | bytes) -> None:
    assert form.loads(text) == form.Boards()


@both
def test_what_is_wrong_with_a_file_comes_with_its_boards(form: ModuleType, tmp_path: Path) -> None:
    binary = tmp_path / "hands"
    binary.write_bytes(bytes(range(256)) * 8)
    boards = form.load(binary)
    assert len(boards) == 0
    assert {diagnostic.location.file for diagnostic in boards.diagnostics} == {str(binary)}


@both
@pytest.mark.parametrize(
    ("name", "sentence"),
    [("missing", "File not found: missing."), ("folder", "folder is a folder, not a file.")],
)
def test_a_file_that_cannot_be_read_is_a_diagnostic(
    form: ModuleType, name: str, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    boards = form.load(tmp_path / name)
    (diagnostic,) = boards.diagnostics
    assert (len(boards), diagnostic.code, diagnostic.message) == (0, "BML101", sentence)


@both
def test_misuse_names_the_argument(form: ModuleType) -> None:
    with pytest.raises(TypeError, match="file must be a path or an open binary file, not int"):
        form.load(7)
    with pytest.raises(TypeError, match="file must be open for bytes"):
        form.load(io.StringIO("x"))
    with pytest.raises(TypeError, match="file must be a path or an open binary file, not int"):
        form.dump(BOARDS, 7)
    with pytest.raises(TypeError, match="file must be open for bytes"):
        form.dump(BOARDS, io.StringIO())


def test_a_value_that_stands_for_the_game_before_is_not_written() -> None:
    boards = [
        Board(number=number, texts=BoardTexts(facts=(("Room", room),)))
        for number, room in ((1, "Open"), (2, "#"))
    ]
    assert [board.texts.facts for board in pbn.loads(pbn.dumps(boards))] == [(("Room", "Open"),), ()]


def test_a_board_after_those_of_a_match_has_none_of_its_names() -> None:
    match = lin.read_records("vg|Cup,,I,1,1,Lions,0,Bears,0|\npn|a,b,c,d,e,f,g,h|pg||\nqx|o1|md|1,,,|")
    first, second = lin.loads(lin.dumps([*match, Board(number=2)]))
    assert (first.texts.players.south, first.texts.fact("Event")) == ("a", "Cup")
    assert second.texts == BoardTexts()


def test_a_fourth_hand_that_follows_from_the_others_is_left_out_of_lin() -> None:
    (board,) = BOARDS[:1]
    md = lin.write_board(board).partition("md|")[2].partition("|")[0].split(",")
    assert [len(hand) for hand in md[1:]] == [17, 17, 0]
    assert lin.loads(lin.write_board(board))[0].deal == board.deal


def test_a_line_of_lin_in_another_character_set_spoils_no_other_line() -> None:
    data = "pn|Müller,,,|md|1,,,|\n".encode() + "pn|Müller,,,|md|2,,,|\n".encode("iso8859-1")
    assert [board.texts.players.south for board in lin.loads(data)] == ["Müller"] * 2


@pytest.mark.parametrize("names", [["é", "Ã©"], ["Ã©", "é"], ["é", "♠"], ["é", "ü"]])
def test_names_come_back_from_pbn_in_any_character_set(names: list[str], tmp_path: Path) -> None:
    path = tmp_path / "hands.pbn"
    # "Ã©" in ISO 8859-1 has the bytes of "é" in UTF-8, and each game is decoded by itself.
    pbn.dump([Board(texts=BoardTexts(players=Players(north=name))) for name in names], path)
    assert [board.texts.players.north for board in pbn.load(path)] == names
    assert path.read_bytes().startswith(b"%Content-type") is (names != ["é", "ü"])


def test_the_sign_of_the_next_card_may_stand_in_the_fourth_column() -> None:
    end_position = '[Deal "N:2... 3... A... 5..."]\n[Contract "NT"]\n[Play "W"]\n'
    (board,) = pbn.loads(f"{end_position}S5 S2 S3 +\n")
    assert (board.to_be_continued, len(board.play.cards)) == (True, 3)
    text = pbn.dumps([board])
    assert text.endswith("S5 S2 S3\n+\n\n")
    assert list(pbn.loads(text)) == [board]
