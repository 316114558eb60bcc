"""What holds for every board and every text."""

from __future__ import annotations

import io

from hypothesis import example, given
from hypothesis import strategies as st

from bml_core import Severity
from bml_core.bridge import Board
from bml_core.formats import pbn
from tests.bml_core.formats.pbn.boards import boards, played_boards

TOKENS = [
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
shreds = st.lists(st.one_of(st.sampled_from(TOKENS), st.text(max_size=3)), max_size=60).map("".join)


@given(boards())
def test_a_board_comes_back(board: Board) -> None:
    (game,) = pbn.read_games(pbn.dumps([board]))
    assert pbn.parse_board(game) == board


@given(st.lists(boards(), max_size=4))
def test_boards_come_back_from_the_bytes_of_a_file(all_of_them: list[Board]) -> None:
    file = io.BytesIO()
    pbn.dump(all_of_them, file)
    file.seek(0)
    assert list(pbn.load(file)) == all_of_them


@given(played_boards())
def test_nothing_is_wrong_with_what_is_written(board: Board) -> None:
    assert [
        str(found) for found in pbn.check(pbn.dumps([board])) if found.severity is not Severity.INFO
    ] == []


@given(shreds)
@example('{\n\n[A "b"]\n\n{}{')
def test_no_text_is_too_wrong_to_be_read(text: str) -> None:
    for game in pbn.read_games(text):
        pbn.parse_board(game)
        assert (
            game.head + "".join(game.text[tag.at : tag.body_at] + tag.body for tag in game.tags) == game.text
        )
    for found in pbn.check(text, "a.pbn"):
        assert str(found).startswith("a.pbn:")


@given(shreds)
@example(';\x1b0\n[Board "1"]')
@example('{\x1b\n0}\n[Board "1"]')
def test_export_format_is_read_as_what_was_exported(text: str) -> None:
    games = list(pbn.read_games(text))
    written = pbn.dumps(games)
    assert pbn.dumps(pbn.read_games(written)) == written


@given(shreds)
@example("[Play]{")
@example("[Play]SK")
@example("[Board\x00")
@example("[{\x00")
def test_boards_of_any_text_stay_as_they_were_written_once(text: str) -> None:
    once = pbn.loads(pbn.dumps(pbn.loads(text).boards)).boards
    assert pbn.loads(pbn.dumps(once)).boards == once


@given(st.binary(max_size=200))
def test_no_bytes_are_too_wrong_to_be_read(data: bytes) -> None:
    assert [g.text for g in pbn.read_games(data)] == [g.text for g in pbn.read_games(io.BytesIO(data))]


@given(shreds)
@example('[Deal "N:AK... - - -"]\n\n{\n\n[Deal "N:KQ... - - -"]')
@example('{\n\n[Deal "N:AK... - - -"]\n[Deal "N:KQ... - - -"]')
def test_no_character_of_a_text_is_lost(text: str) -> None:
    def kept(text: str) -> str:
        return "".join(text.removeprefix("\ufeff").encode("utf-8", "replace").decode().split())

    games = list(pbn.read_games(text))
    if games:
        assert kept("".join(game.text for game in games)) == kept(text)


@given(boards())
def test_a_game_with_an_escaped_line_is_read_as_one_without(board: Board) -> None:
    text = pbn.dumps([board])
    escaped = text.replace("\n[Site", "\n%\n[Site")
    assert escaped != text
    assert pbn.loads(escaped).boards == pbn.loads(text).boards
