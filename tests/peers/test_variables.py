"""Variables that are bound, ``oM``, ``om`` and steps, and normal bids beside special ones, in both orders."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from bml_core import Dialect, expand
from bml_core.formats import bss
from bml_core.language import Page
from tests.peers import rules
from tests.peers.process import Peer
from tests.peers.tally import Tally

SYSTEMS = 20
DIALECTS = {"2.0.3": Dialect.V2_0, "2.7.0": Dialect.V2_7}
BEGINNINGS = ("1M  t", "1m-1M;", "1D-1M-1X;", "1M-1oM;", "1H  t", "1D-1S;", "1X  t")
#: What the rows of a class begin with, after their level; the count of a step is its level.
CLASSES = {
    "bound variables": ("M", "M", "m", "oM", "om", "H", "S", "D", "N"),
    "steps": ("step", "steps", "M", "m", "C", "D", "H", "S", "N"),
    "literals beside variables": ("X", "M", "m", "C", "D", "H", "S", "N"),
    "normal beside special bids": ("X", "M", "m", "HS", "red", "CDN", "black", "oM", "om", "step", "H", "S"),
}


@dataclass
class Drawing:
    """Draws systems of a class, each as it is written and with all normal bids first."""

    chance: random.Random
    kinds: tuple[str, ...]
    number: int = 0

    def system(self) -> tuple[str, str]:
        begin = self.chance.choice(BEGINNINGS)
        margin = "" if begin.endswith(";") else "  "
        drawn = self.rows(1, frozenset(v for v in "MmX" if v in begin))
        written, normal_first = ("\n".join([begin, *(margin + line for line in lines)]) for lines in drawn)
        return f"{written}\n", f"{normal_first}\n"

    def rows(self, depth: int, bound: frozenset[str]) -> tuple[list[str], list[str]]:
        kinds = [kind for kind in self.kinds if kind[0] != "o" or kind[1] in bound]
        rows = [self.row(depth, self.chance.choice(kinds), bound) for _ in range(self.chance.randint(2, 5))]
        normal_first = sorted(rows, key=lambda row: not row[0])
        # Where sub-bids of several rows go on after one call, the order of special ones would say nothing.
        written = rows if depth == 1 else normal_first
        return [line for row in written for line in row[1]], [line for row in normal_first for line in row[2]]

    def row(self, depth: int, kind: str, bound: frozenset[str]) -> tuple[bool, list[str], list[str]]:
        """Return whether a row is a normal bid, and its lines in both orders."""
        self.number += 1
        level = self.chance.randint(1, 3) if "step" in kind else depth + self.chance.randint(1, 2)
        call = f"{level}{kind}" + f"  t{self.number}" * (self.chance.random() < 0.8)
        below: tuple[list[str], list[str]] = ([], [])
        if depth < 3 and self.chance.random() < 0.4:
            below = self.rows(depth + 1, bound | ({kind} & {"M", "m", "X"}))
        is_normal = kind in (*bound, "oM", "om", "step", "steps", *"CDHSN")
        written, normal_first = ([call, *(f"  {line}" for line in lines)] for lines in below)
        return is_normal, written, normal_first


def records(written: str) -> dict[str, str]:
    """Return what a .bss file says of each legal auction."""
    pairs = (line.partition("=")[::2] for line in written.splitlines()[1:])
    return {auction: value for auction, value in pairs if rules.is_legal(auction)}


@pytest.mark.parametrize("name", CLASSES)
def test_variables_and_the_order_of_rows(name: str, peer: Peer, tally: Tally) -> None:
    dialect = DIALECTS[peer.version]
    drawing = Drawing(random.Random(name), CLASSES[name])
    for number in range(SYSTEMS):
        system, normal_first = drawing.system()
        expected = records(str(peer.convert(f"#BIDTABLE\n{normal_first}")))
        if dialect is Dialect.V2_0 and system != normal_first:
            # What special bids above say besides; the normal bids have their own descriptions.
            described = {auction: value for auction, value in expected.items() if "t" in value}
            expected |= records(str(peer.convert(f"#BIDTABLE\n{system}"))) | described
        got = records(bss.dumps(expand([Page("page.bml", dialect=dialect).parse(system)])))
        assert got == expected, f"{peer.version}, system {number}:\n{system}"
        tally.add(f"bridge-markup {peer.version}, {name}", records=len(got))
    tally.tell(minimum=5 * SYSTEMS)
