"""How often calls are made, beside the scripts: titles, numbers, and pages of readers that draw nothing."""

from __future__ import annotations

import pytest

from bml_core.bridge import BIDS, OpenerPosition, Scope, SideVulnerability
from bml_core.render import ShareRow, ShareTable, odds_text, percent_text, signs, title_pieces
from bml_core.render.html import render_frequencies


def test_the_title_says_seat_and_vulnerability() -> None:
    scope = Scope(OpenerPosition.THIRD, SideVulnerability(we=True, they=False))
    said = signs(title_pieces(ShareTable((), scope=scope)))
    assert said == "How often each call is made, 3rd seat, only we are vulnerable"


def test_readers_that_draw_nothing_get_numbers_only() -> None:
    table = ShareTable((ShareRow(BIDS[0], (), 0.2),))
    assert "<svg" in render_frequencies(table)
    assert "<svg" not in render_frequencies(table, chart=False)


@pytest.mark.parametrize(
    ("of_hands", "percent", "odds"),
    [(1.0, "100.00 %", "1.0"), (0.1, "10.00 %", "10"), (0.0999, "9.99 %", "10"), (0.001234, "0.12 %", "810")],
)
def test_numbers(of_hands: float, percent: str, odds: str) -> None:
    assert percent_text(of_hands).replace("\u00a0", " ") == percent
    assert odds_text(of_hands) == odds
