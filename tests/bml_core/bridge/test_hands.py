"""Hands as players write them, whole ones and parts of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core.bridge import CARDS, Card, Hand, Suit, auction_argument, hand_argument, parse_hand
from bml_core.diagnostics import Location, Result
from tests.bml_core.bridge.texts import rows

HERE = Location("notes.md", 3)
KNOWN = Hand("AK843", "Q5", "KJ4", "982")


class TestSpellings:
    @pytest.mark.parametrize("text", [text for (text,) in rows("hands")])
    def test_one_hand(self, text: str) -> None:
        assert Hand.parse(text) == KNOWN
        assert parse_hand(text) == parse_hand(text, complete=False) == Result(KNOWN)

    @pytest.mark.parametrize("text", [text for (text,) in rows("voids")])
    def test_voids(self, text: str) -> None:
        assert Hand.parse(text).shape == (0, 13, 0, 0)

    @pytest.mark.parametrize(
        ("text", "hand"),
        [
            ("AKx Qxx KJxx xxx", Hand("AKx", "Qxx", "KJxx", "xxx")),
            ("AKX.QXX.KJXX.XXX", Hand("AKx", "Qxx", "KJxx", "xxx")),
            ("  AK  -  T98   x ", Hand("AK", "", "T98", "x")),
            ("AK..T98.", Hand("AK", "", "T98", "")),
            ("A10 — – 10", Hand("AT", "", "", "T")),
            ("A.-.-.-", Hand("A", "", "", "")),
        ],
    )
    def test_a_part_of_a_hand(self, text: str, hand: Hand) -> None:
        assert parse_hand(text, HERE, complete=False) == Result(hand)


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "column", "message"),
        [*rows("faults of hands"), ("", "1", "This hand has 0 suits; a hand has four.")],
    )
    def test_of_a_whole_hand_are_reported_at_their_character(
        self, text: str, column: str, message: str
    ) -> None:
        hand = parse_hand(text)
        (found,) = hand.diagnostics
        assert hand.value is None
        assert (found.code, found.location.column, found.message) == ("BML634", int(column), message)
        with pytest.raises(ValueError, match=f"text must be a hand: {message}"):
            Hand.parse(text)

    @pytest.mark.parametrize(("text", "column", "message"), rows("what is not even a part of a hand"))
    def test_of_what_is_not_a_hand_at_all(self, text: str, column: str, message: str) -> None:
        hand = parse_hand(text, HERE, complete=False)
        (found,) = hand.diagnostics
        assert hand.value is None
        expected = "BML301", Location("notes.md", 3, int(column)), message
        assert (found.code, found.location, found.message) == expected

    @pytest.mark.parametrize(
        ("text", "code", "message"),
        [
            ("AAxx Kxx KJxx xx", "BML303", "The card SA appears twice in this hand."),
            ("AKxx Kxx KJxx xxx", "BML304", "This hand has 14 cards; a hand has thirteen."),
        ],
    )
    def test_of_a_part_leave_it_readable(self, text: str, code: str, message: str) -> None:
        hand = parse_hand(text, HERE, complete=False)
        (found,) = hand.diagnostics
        assert hand.value is not None
        assert (found.code, found.message) == (code, message)

    def test_a_hand_that_never_ends_costs_no_time(self) -> None:
        hand = parse_hand(f"{'AK' * 20_000} x x x", HERE, complete=False)
        assert hand.value is not None
        assert [found.code for found in hand.diagnostics] == ["BML303", "BML303", "BML304"]

    @given(st.text(alphabet="AKQJT1098x-. ,♠!sZ\n", max_size=40))
    def test_nothing_raises_and_what_comes_out_is_a_hand(self, text: str) -> None:
        read = parse_hand(text)
        hand = read.value
        assert (hand is None) is bool(read.diagnostics)
        assert hand is None or (hand.is_full and len(set(hand.cards)) == len(hand.cards))


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


def test_texts_of_a_hand() -> None:
    assert (str(KNOWN), repr(KNOWN)) == ("AK843 Q5 KJ4 982", "Hand('AK843', 'Q5', 'KJ4', '982')")
    assert Hand.parse(str(KNOWN)) == KNOWN


@pytest.mark.parametrize("text", [" HT ", *(text for (text,) in rows("spellings of a card"))])
def test_what_players_write_for_a_card(text: str) -> None:
    assert Card.parse(text) is CARDS["HT"]


@pytest.mark.parametrize("text", ["", *(text for (text,) in rows("what is not a card"))])
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(match="text must be a card such as SA or ♥10, not '"):
        Card.parse(text)


@pytest.mark.parametrize(
    ("make", "values", "message"),
    [
        (Card, (Suit.SPADES, "x"), "rank must be one of AKQJT98765432, not 'x'"),
        (Hand, ("A1K", "", "", ""), "spades must be ranks such as AKTx, not 'A1K'"),
        (hand_argument, ("AK Q",), "hand 'AK Q' cannot be used: This hand has 2 suits"),
        (hand_argument, (Hand("A", "", "", ""),), "hand must have 13 cards, not 1"),
        (auction_argument, ("1N-1C",), "auction '1N-1C' cannot be used: 1C is not legal"),
        (auction_argument, (" - ", "after"), "after must have calls such as 1N-2C"),
    ],
)
def test_nonsense_is_refused_by_the_name_of_the_argument(
    make: Callable[..., object], values: tuple[object, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        make(*values)
