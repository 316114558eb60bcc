"""Double-dummy tables by the real endplay, which no other test needs: in a process that can import it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from bs4 import BeautifulSoup

from tests.mkdocs_bml.sites import Site
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


PAGE = "# Board\n\n```bml deal=hands.pbn dd\n```\n"


def table(folder: Path, paths: tuple[Path, ...]) -> list[str]:
    """The cells of the double-dummy table on the page of a site, built where these paths are known."""
    environment = {**FONTS, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": os.pathsep.join(map(str, paths))}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-f", "mkdocs.yml"]
    subprocess.run(command, cwd=folder, env=environment, check=True, timeout=120)
    page = BeautifulSoup((folder / "site" / "index.html").read_text("utf-8"), "html.parser")
    return [cell.get_text() for cell in page.select(".bml-text-table td")]


def test_a_page_of_mkdocs_has_the_table_and_the_next_build_needs_no_endplay(tmp_path: Path) -> None:
    place = require_package("endplay", ENDPLAY)
    site = Site(tmp_path)
    site.write({"index.md": PAGE, "hands.pbn": f'[Deal "{A_SUIT_EACH}"]\n'})
    first = table(tmp_path, (TOP, place))
    assert first[:6] == ["North", "0", "13", "0", "13", "0"]
    (tmp_path / "docs" / "index.md").write_text(f"{PAGE}\nMore.\n")
    assert table(tmp_path, (TOP,)) == first


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
