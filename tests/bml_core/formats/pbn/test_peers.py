"""endplay and bridgebots read what we write as PBN and LIN, and find the same boards in it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bml_core import Location
from bml_core.bridge import Board, Seat
from bml_core.formats.deals import FORMATS, SourcedBoard, read
from bml_core.formats.pbn import write_deal
from tests.bml_core.formats.pbn.boards import random_board
from tests.system_tools import require_package

WORKER = Path(__file__).with_name("peer_worker.py")
VERSIONS = {"endplay": "0.5.12", "bridgebots": "0.0.12"}
BOARDS = 20


def facts(board: Board) -> dict[str, Any]:
    """A board in the words of the worker."""
    assert board.dealer is not None
    assert board.vulnerability is not None
    told = {
        "number": board.number,
        "deal": write_deal(board.deal, Seat.NORTH),
        "dealer": board.dealer.value,
        "vulnerable": board.vulnerability.value.upper().replace("ALL", "BOTH"),
        "auction": [made.call.code if made.call else "-" for made in board.auction],
        "play": [str(card) for card in board.play.cards],
        "tricks": board.play.result,
    }
    if board.contract is not None and board.contract.declarer is not None:
        told["declarer"] = board.contract.declarer.value
    return told


@pytest.mark.parametrize("name", VERSIONS)
def test_they_find_the_same_boards(name: str, tmp_path: Path) -> None:
    folder = require_package(name, VERSIONS[name])
    chance = random.Random(20_261_121)
    boards = [random_board(chance, calls=chance.randint(0, 10)) for _ in range(3 * BOARDS)]
    # Both want a board to be bid and played to its end.
    boards = [board for board in boards if len(board.play.cards) == 52][:BOARDS]
    assert len(boards) == BOARDS
    files = [tmp_path / f"hands.{form}" for form in ("pbn", "lin")]
    for file in files:
        form = FORMATS[file.suffix[1:]]
        written = form.write(SourcedBoard(board, Location("", 1)) for board in boards)
        file.write_bytes(form.encode(written))
    command = [sys.executable, "-I", str(WORKER), name, str(folder), *map(str, files)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=180)
    assert run.returncode == 0, run.stderr
    for file, theirs in zip(files, json.loads(run.stdout), strict=True):
        ours = [{key: told for key, told in facts(board).items() if key in theirs[0]} for board in boards]
        for expected, told in zip(ours, theirs, strict=True):
            assert (file.suffix, told) == (file.suffix, expected)
        assert [facts(dealt.board) for dealt in read(file.read_bytes())] == [facts(board) for board in boards]
