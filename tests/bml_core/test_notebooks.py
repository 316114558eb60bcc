"""What values show in notebooks: escaped, with styles inside, and no document around it."""

from __future__ import annotations

import re

import pytest

import bml_core as bml

NOTES = bml.loads(
    "#+TITLE: <b>Ours</b>\n\n1H  5+!h, 11--21 hcp <script>alert(1)</script>\n  (D)\n    R  10+ & more"
)
DEAL = bml.Deal.parse("N: AK843 Q5 KJ4 982")
NAME = "_repr_html_"
VALUES: list[object] = [
    NOTES,
    NOTES["1H"],
    bml.Hand.parse("AK843 - KJ432 982"),
    DEAL,
    bml.Board(
        DEAL,
        3,
        bml.Seat.SOUTH,
        contract=bml.Contract.parse("3NTN"),
        play=bml.Play(result=9),
        texts=bml.BoardTexts("<i>x</i>"),
    ),
    bml.Auction.parse("(1H)-2D"),
    bml.frequencies(NOTES),
    bml.choose_call(NOTES, "K4 AQ843 KJ4 982"),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_is_a_part_of_a_page(value: object) -> None:
    shown: str = getattr(value, NAME)()
    assert not re.findall(r"<(?!/?(?:table|caption|tr|th|td|p|span|br|details|summary)\b)", shown)
    assert "class=" not in shown
    assert " color:black" not in shown
    for tag in ("table", "tr", "td", "details"):
        assert shown.count(f"<{tag}>") + shown.count(f"<{tag} ") == shown.count(f"</{tag}>")


def test_suits_have_their_signs() -> None:
    assert '1<span style="color:#d6453d">♥</span>' in NOTES["1H"]._repr_html_()
    assert "11–21" in NOTES["1H"]._repr_html_()
    assert "9♠" not in bml.Hand.parse("AK843 - KJ432 982")._repr_html_()
