"""Fifty broken deals: each is reported at its place, and the boards around it are shown; broken_deals.txt.

A case is a deal between two good ones. Its line ``found`` lists what is reported, with the lines of the case.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from bml_core import Location
from bml_core.formats import deals, diagrams
from bml_core.language import parse
from bml_core.notes import BlockOptions, Kind
from bml_core.render import html, latex
from bml_core.site.boards import shown_board
from tests.bml_core.cases import read_sections

FILE = Path(__file__).with_name("fixtures") / "broken_deals.txt"
CASES = {f"{line} {title}": sections for line, title, sections in read_sections(FILE)}
# A deal above the broken one, and one below it.
GOOD = {
    "pbn": '[Board "{}"]\n[Deal "N:AJ6.KQ5.K72.AT83 - - -"]\n\n',
    "lin": "md|3SAJ6HKQ5DK72CAT83,,,|ah|Board {}|\n",
    "bml": "#{}\nN: AJ6 KQ5 K72 AT83\n\n",
}


@pytest.mark.parametrize("sections", CASES.values(), ids=CASES)
def test_it_is_reported_and_the_others_are_shown(sections: dict[str, str]) -> None:
    (kind, broken), (_, expected) = sections.items()
    between = "\n\n" if kind != "lin" else "\n"
    text = GOOD[kind].format(101) + broken.rstrip("\n") + between + GOOD[kind].format(102)
    if kind == "bml":
        document = parse(text)
        found = document.diagnostics
        boards = [board for board, _ in diagrams.boards(document)]
        page, paper = html.render_blocks(document.blocks), latex.render_blocks(document.blocks)
    else:
        found = tuple(deals.check(text, "", kind))
        boards = [dealt.board for dealt in deals.read(text, "", kind) if dealt.is_board]
        shown = [shown_board(board, BlockOptions(Kind.DEALS), Location("", 1)) for board in boards]
        blocks = [block for each in shown for block in (*each.blocks, *each.answer)]
        page, paper = html.render_blocks(blocks), latex.render_blocks(blocks)
    above = GOOD[kind].count("\n")
    lines = [
        f"{each.location.line - above}:{each.location.column} {each.code} {each.message}" for each in found
    ]
    assert lines == expected.splitlines()
    numbers = [board.number for board in boards]
    assert (numbers[0], numbers[-1]) == (101, 102)
    # Both are on the page, which is whole.
    assert page.count("AT83") >= 2
    assert paper.count("{") == paper.count("}")
    tree = BeautifulSoup(page, "html.parser")
    assert page.count("<div") == page.count("</div") == len(tree.select("div"))
    assert tree.select("script, b, input") == []
    assert "\\input" not in paper.replace("\\textbackslash{}input", "")


def test_there_are_fifty_and_all_are_reported() -> None:
    assert len(CASES) >= 50
    assert all(sections["found"] for sections in CASES.values())
