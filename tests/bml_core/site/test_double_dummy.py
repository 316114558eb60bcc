"""Double-dummy tables by the real endplay, which no other test needs: in a process that can import it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.system_tools import PEERS, require_package

TOP = Path(__file__).parents[3]
ENDPLAY = "0.5.12"
#: What endplay loads lists the fonts of the machine, which takes longest, and keeps the list here.
FONTS = {**os.environ, "MPLCONFIGDIR": str(PEERS / "fonts")}

PROGRAM = """\
import json, sys
from pathlib import Path
from bml_core.bridge import Seat, Vulnerability
from bml_core.site import Solver
from bml_core.formats import deals

deal = next(deals.read(f'[Deal "{sys.argv[1]}"]')).board.deal
found = Solver(Path(sys.argv[2])).solve(deal, Seat.NORTH, Vulnerability.ALL)
print(json.dumps([found.tricks, found.par, [contract.code for contract in found.contracts]]))
print("endplay" in sys.modules)
"""
#: North has all the spades, East all the hearts, and so on round the table.
A_SUIT_EACH = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
TRICKS = [[0, 13, 0, 13, 0], [13, 0, 13, 0, 0], [0, 13, 0, 13, 0], [13, 0, 13, 0, 0]]


def solve(folder: Path, place: Path) -> tuple[object, bool]:
    """What is found, and whether endplay was asked."""
    environment = {**FONTS, "PYTHONPATH": os.pathsep.join((str(TOP), str(place)))}
    command = [sys.executable, "-c", PROGRAM, A_SUIT_EACH, str(folder)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=120)
    found, asked = run.stdout.splitlines()
    return json.loads(found), asked == "True"


def test_a_deal_is_solved_once(tmp_path: Path) -> None:
    place = require_package("endplay", ENDPLAY)
    found, asked = solve(tmp_path, place)
    assert asked
    # Seven spades make, and the other side can only go down in seven notrump, at a higher price.
    assert found == [TRICKS, 2210, ["7SN", "7SS"]]
    assert solve(tmp_path, place) == (found, False)
