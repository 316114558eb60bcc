"""The everyday functions of PBN and LIN: ``load``, ``loads``, ``dump``, ``dumps``, and what they refuse."""

from __future__ import annotations

import io
import random
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest

from bml_core.bridge import Board
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
    with pytest.raises(TypeError, match="text must be a string or bytes, not int"):
        form.loads(7)
    with pytest.raises(TypeError, match="file must be a path or an open binary file, not int"):
        form.load(7)
    with pytest.raises(TypeError, match="file must be open for bytes"):
        form.load(io.StringIO("x"))
    with pytest.raises(TypeError, match="file must be a path or an open binary file, not int"):
        form.dump(BOARDS, 7)
    with pytest.raises(TypeError, match="file must be open for bytes"):
        form.dump(BOARDS, io.StringIO())
    with pytest.raises(TypeError, match=r"boards must contain only Board or (Game|Record), not str"):
        form.dumps([cast(Board, "1NT")])


def test_a_value_that_stands_for_the_game_before_is_not_written() -> None:
    boards = [Board(number=number, facts=(("Room", "Open" if number == 1 else "#"),)) for number in (1, 2)]
    assert [board.facts for board in pbn.loads(pbn.dumps(boards))] == [(("Room", "Open"),), ()]
