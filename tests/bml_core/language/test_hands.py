"""A hand alone, in both ways of writing it."""

from __future__ import annotations

import pytest

from bml_core import Location, parse_hand
from bml_core.bridge import Hand

HERE = Location("notes.md", 3)


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("AKx Qxx KJxx xxx", Hand("AKx", "Qxx", "KJxx", "xxx")),
        ("AKx.Qxx.KJxx.xxx", Hand("AKx", "Qxx", "KJxx", "xxx")),
        ("  AK  -  T98   x ", Hand("AK", "", "T98", "x")),
        ("AK..T98.", Hand("AK", "", "T98", "")),
        ("A10 — – 10", Hand("AT", "", "", "T")),
        ("A.-.-.-", Hand("A", "", "", "")),
    ],
)
def test_a_hand_is_four_holdings(text: str, hand: Hand) -> None:
    assert parse_hand(text, HERE) == (hand, ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The hand has 0 suits; a hand has four."),
        ("AKx", "The hand has 1 suit; a hand has four."),
        ("AKx.Qxx", "The hand has 2 suits; a hand has four."),
        ("A B C D", "B is no holding, so this is no hand."),
        ("AKx Qxx. KJxx xxx", "AKx Qxx is no holding, so this is no hand."),
        ("akx qxx kjxx xxx", "akx is no holding, so this is no hand."),
        ("<script>" * 100, f"{'<script>' * 5} is no holding, so this is no hand."),
    ],
)
def test_what_is_no_hand_is_told(text: str, said: str) -> None:
    hand, (diagnostic,) = parse_hand(text, HERE)
    assert hand is None
    assert (diagnostic.code, diagnostic.message, diagnostic.location) == ("BML301", said, HERE)


def test_a_card_is_there_once() -> None:
    hand, (diagnostic,) = parse_hand("AAxx Kxx KJxx xx", HERE)
    assert hand is not None
    assert (diagnostic.code, diagnostic.message) == ("BML303", "The card SA is twice in the hand.")


def test_a_hand_has_thirteen_cards_at_most() -> None:
    hand, (diagnostic,) = parse_hand("AKxx Kxx KJxx xxx", HERE)
    assert hand is not None
    assert (diagnostic.code, diagnostic.message) == ("BML304", "The hand has 14 cards.")


def test_a_hand_that_never_ends_costs_no_time() -> None:
    hand, diagnostics = parse_hand(f"{'AK' * 200_000} x x x", HERE)
    assert hand is not None
    assert [diagnostic.code for diagnostic in diagnostics] == ["BML304", "BML303", "BML303"]


@pytest.mark.parametrize(
    ("hand", "points", "full"),
    [
        (Hand("AKQJ", "AKQJ", "AKQJ", "A"), 34, True),
        (Hand("Txxx", "xxx", "xxx", "xxx"), 0, True),
        (Hand("AK", "", "", ""), 7, False),
    ],
)
def test_points_are_those_of_honours(hand: Hand, points: int, full: bool) -> None:
    assert (hand.hcp, hand.is_full) == (points, full)
