"""Strains, bids, cards, hands, deals and scopes."""

from __future__ import annotations

import pickle

import pytest

from bml_core.bridge import (
    ANY_SCOPE,
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    STRAINS,
    SUITS,
    Bid,
    Call,
    Contract,
    Deal,
    Hand,
    OpenerPosition,
    Seat,
    SideVulnerability,
    Strain,
    Suit,
    bid_above,
    make_bid,
)
from tests.bml_core.bridge.texts import rows


class TestBids:
    def test_there_are_35_in_ascending_order(self) -> None:
        assert len(set(BIDS)) == 35
        assert [bid.rank for bid in BIDS] == list(range(35))
        assert " ".join(map(str, BIDS[:6])) == "1C 1D 1H 1S 1NT 2C"
        assert " ".join(bid.code for bid in BIDS[:6]) == "1C 1D 1H 1S 1N 2C"
        assert str(BIDS[-1]) == "7NT"

    @pytest.mark.parametrize("level", [0, 8, -1])
    def test_other_levels_are_not_bids(self, level: int) -> None:
        with pytest.raises(match="level must be 1 to 7"):
            Bid(level, Strain.CLUBS)

    def test_equal_bids_are_equal(self) -> None:
        assert Bid(3, Strain.HEARTS) == make_bid(3, Strain.HEARTS)
        assert pickle.loads(pickle.dumps(make_bid(3, Strain.HEARTS))) == make_bid(3, Strain.HEARTS)
        assert pickle.loads(pickle.dumps(make_bid(3, Strain.HEARTS))) is Call.parse("3H")

    def test_steps_above(self) -> None:
        assert bid_above(None, 1) == BIDS[0]
        assert bid_above(make_bid(1, Strain.NOTRUMP), 1) == make_bid(2, Strain.CLUBS)
        assert bid_above(make_bid(7, Strain.SPADES), 1) == BIDS[-1]
        assert bid_above(make_bid(7, Strain.SPADES), 2) is None
        assert bid_above(BIDS[0], 10**9) is None

    def test_other_calls_are_one_letter(self) -> None:
        assert f"{PASS}{DOUBLE}{REDOUBLE}" == "PDR"
        assert pickle.loads(pickle.dumps(DOUBLE)) is DOUBLE


class TestCalls:
    @pytest.mark.parametrize(("texts", "code"), rows("calls"))
    def test_what_players_write(self, texts: str, code: str) -> None:
        assert {Call.parse(text).code for text in texts.split()} == {code}

    @pytest.mark.parametrize("text", ["", " ", *(text for (text,) in rows("what is not a call"))])
    def test_what_is_not_a_call(self, text: str) -> None:
        with pytest.raises(match="text must be a call such as 1H, 2NT, P, D or R, not '"):
            Call.parse(text)

    def test_texts(self) -> None:
        assert [str(call) for call in (BIDS[4], BIDS[0], PASS, DOUBLE, REDOUBLE)] == [
            "1NT",
            "1C",
            "P",
            "D",
            "R",
        ]
        assert repr((BIDS[4], PASS)) == "(Bid(1, Strain.NOTRUMP), PASS)"
        assert all(isinstance(call, Call) for call in (BIDS[4], PASS))

    def test_order(self) -> None:
        assert sorted(BIDS, reverse=True)[0] == BIDS[-1]
        assert max(SUITS) is Suit.SPADES
        assert max(STRAINS) is Strain.NOTRUMP
        assert len({*BIDS, PASS, DOUBLE, REDOUBLE}) == 38


class TestStrains:
    def test_lowest_first(self) -> None:
        assert [suit.value for suit in SUITS] == list("CDHS")
        assert [strain.value for strain in STRAINS] == list("CDHSN")

    def test_every_strain_but_notrump_is_a_suit(self) -> None:
        assert [strain.suit for strain in STRAINS] == [*SUITS, None]

    def test_signs_and_words(self) -> None:
        assert "".join(suit.symbol for suit in SUITS) == "♣♦♥♠"
        assert [suit.word for suit in SUITS] == ["clubs", "diamonds", "hearts", "spades"]


class TestHands:
    def test_spades_come_first(self) -> None:
        hand = Hand("AKQ", "x", "", "T9")
        assert hand.holdings == ("AKQ", "x", "", "T9")
        assert hand.shape == (3, 1, 0, 2)
        assert len(hand) == 6

    def test_small_cards_have_no_name(self) -> None:
        assert [str(card) for card in Hand("Ax", "xx", "Tx", "2").cards] == ["SA", "DT", "C2"]

    def test_hands_of_a_deal_by_seat(self) -> None:
        hand = Hand("A", "", "", "")
        deal = Deal(east=hand, west=hand)
        assert deal.seats == (Seat.EAST, Seat.WEST)
        assert deal.hand(Seat.EAST) is hand
        assert deal.hand(Seat.NORTH) is None


class TestContracts:
    @pytest.mark.parametrize(("texts", "letters"), rows("contracts"))
    def test_are_read_as_players_write_them(self, texts: str, letters: str) -> None:
        (contract,) = {Contract.parse(text) for text in texts.split(",")}
        assert str(contract) == letters
        assert Contract.parse(letters) == Contract.parse(contract.code) == contract

    def test_have_bid_double_and_declarer(self) -> None:
        contract = Contract.parse("4SXW")
        assert contract == Contract(make_bid(4, Strain.SPADES), DOUBLE, Seat.WEST)
        assert Contract.parse("1CXXE") == Contract(BIDS[0], REDOUBLE, Seat.EAST)
        assert Contract.parse("P") == Contract()

    @pytest.mark.parametrize("text", ["", "<b>" * 30, *(text for (text,) in rows("what is not a contract"))])
    def test_what_is_none(self, text: str) -> None:
        with pytest.raises(match="text must be a contract such as 4S, 3NTXS or P, not '") as found:
            Contract.parse(text)
        assert len(str(found.value)) < 120


class TestDeals:
    NORTH, EAST = "AK843 Q5 KJ4 982", "QJ2 A942 Q3 KQT5"

    @pytest.mark.parametrize("text", [text for (text,) in rows("deals of two hands")])
    def test_are_read_as_players_and_pbn_write_them(self, text: str) -> None:
        text = text.replace("\\n", "\n")
        assert Deal.parse(text) == Deal(north=Hand.parse(self.NORTH), east=Hand.parse(self.EAST))

    @pytest.mark.parametrize(
        ("text", "message"), [("", "text must be a deal such as"), *rows("what is not a deal")]
    )
    def test_what_is_none(self, text: str, message: str) -> None:
        with pytest.raises(match=message):
            Deal.parse(text)


class TestScopes:
    def test_nothing_said_is_any(self) -> None:
        assert ANY_SCOPE.position is OpenerPosition.ANY
        assert str(ANY_SCOPE.vulnerability) == "00"

    def test_our_letter_comes_first(self) -> None:
        assert str(SideVulnerability(we=True, they=False)) == "YN"

    def test_suits_by_letter(self) -> None:
        assert Suit("H") is Suit.HEARTS
