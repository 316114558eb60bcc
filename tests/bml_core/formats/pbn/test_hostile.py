"""Texts that want to take a program's time: long, deeply wrong, or the same thing without end.

Each of them takes well under a second where time grows with the length, and minutes where it grows faster.
"""

from __future__ import annotations

import pytest

from bml_core import Location
from bml_core.formats import pbn

PLAY = '[Deal "N:AK... - - -"][Declarer "S"][Contract "NT"][Play "W"] '
TEXTS = {
    "a string without its end": '[A "x\\"' + '\\"' * 50_000,
    "tags without their ends": '[A "' * 20_000,
    "an auction without end": '[Dealer "N"][Auction "N"] 1C ' + "X XX AP " * 10_000,
    "a play without end": PLAY + "SK SA " * 20_000,
    "braces": "{" * 50_000,
    "comments without their ends": "{\n\n" * 20_000,
    "deals without empty lines": '[Deal "N:A... - - -"]\n[Deal "N:K... - - -"]\n' * 2_000,
    "notes": '[Dealer "N"][Auction "N"] 1C =1= AP' + '[Note "1:a"]' * 10_000,
    "escaped lines": "%x\n" * 20_000 + '[Board "1"]\n' + "%y {\n" * 20_000 + "astray",
    "brackets": "[" * 30_000,
    "a hand of many cards": '[Deal "N:' + "A" * 50_000 + '... - - -"]',
    "a number of many digits": '[Result "' + "9" * 10_000 + '"][Board "' + "9" * 10_000 + '"]',
    "a table of many columns": '[ScoreTable "' + "a;" * 10_000 + '"] ' + "1 " * 20_000,
    "control characters": '[Board "1"] ' + "\x01" * 30_000,
    "a long comment": '[Board "1"] {' + "x" * 200_000 + "}",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_time_goes_with_the_length(text: str) -> None:
    games = list(pbn.read_games(text))
    boards = [pbn.parse_board(game) for game in games]
    assert list(pbn.check(text))
    assert pbn.dumps(games) == pbn.dumps(pbn.read_games(pbn.dumps(games)))
    for board in boards:
        pbn.losses(board, Location("a.pbn", 1))
    assert pbn.dumps(boards)


def test_the_faults_of_a_game_are_told_up_to_a_limit() -> None:
    found = list(pbn.check(TEXTS["control characters"]))
    assert len(found) == 101
    assert found[-1].code == "BML105"
