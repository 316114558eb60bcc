"""Auctions as players write them, what the notes say of each hand, and what a hand bids."""

from __future__ import annotations

import pytest

from bml_core import System, expand, has_errors, parse
from bml_core.bridge import NEITHER, Auction, Deal, Hand, Seat, SideVulnerability, Vulnerability
from bml_core.hands.bidding import (
    Candidate,
    bid_deal,
    choose_call,
    decision_points,
    frequencies,
    meaning_of,
    sample,
)

NOTES = """\
1C  16+ hcp
  1D  0-7 hcp
1D  pretty
1H  5+ hearts, 11-15 hcp
1S  5+ spades, 11-15 hcp
1N  12-15 hcp, balanced
  2C  Stayman {8+ hcp, 4+ hearts or 4+ spades}
    2D  0-3 hearts, 0-3 spades
  2D  5+ hearts
  (D)
    R  8+ hcp

(1H)
  D   12+ hcp, 0-2 hearts
  2C  5+ clubs, 10-15 hcp

(1N)  15-17 hcp, balanced
  D  16+ hcp

#SEAT 3

1S  4+ spades, 9-15 hcp

#SEAT 0
#VUL Y0

2D  6+ diamonds, 8-10 hcp

#VUL N0

2D  6+ diamonds, 4-10 hcp
"""


@pytest.fixture(scope="module")
def system() -> System:
    document = parse(NOTES, file="notes.bml")
    assert not has_errors(document.diagnostics)
    return expand([document])


def written(text: str) -> Auction:
    return Auction.parse(text) if text else Auction()


def said(system: System, text: str, vulnerability: SideVulnerability = NEITHER) -> dict[str, str]:
    meaning = meaning_of(system, Auction.parse(text), vulnerability=vulnerability)
    assert meaning.diagnostics == ()
    return {seat.value: str(condition) for seat, condition in meaning.conditions.items()}


class TestMeanings:
    @pytest.mark.parametrize(
        ("text", "conditions"),
        [
            ("1N", {"N": "12-15 hcp, balanced"}),
            ("1N-2C", {"N": "12-15 hcp, balanced", "S": "8+ hcp, 4+ hearts or 4+ spades"}),
            (
                "1N-2C-2D",
                {"N": "12-15 hcp, balanced, 0-3 hearts, 0-3 spades", "S": "8+ hcp, 4+ hearts or 4+ spades"},
            ),
            ("1N-(D)-R", {"N": "12-15 hcp, balanced", "S": "8+ hcp"}),
            ("(1H)-2C", {"E": "5+ clubs, 10-15 hcp"}),
            ("(1N)-D", {"N": "15-17 hcp, balanced", "E": "16+ hcp"}),
            ("(1S)-P", {"E": "any"}),
        ],
    )
    def test_calls_of_each_player(self, system: System, text: str, conditions: dict[str, str]) -> None:
        assert said(system, text) == {**dict.fromkeys("NESW", "any"), **conditions}

    def test_a_pass_without_a_row_fits_no_row(self, system: System) -> None:
        responder = meaning_of(system, Auction.parse("1N-P-P")).conditions[Seat.SOUTH]
        fits = {"AK843 5 KJ43 982": False, "T843 52 J43 9832": True, "3 T8764 J43 9852": False}
        hands = {text: Hand.parse(text) for text in fits}
        assert {text: responder.fits(hand) for text, hand in hands.items()} == fits

    def test_the_opener_in_third_seat_and_his_partner_who_passed(self, system: System) -> None:
        conditions = said(system, "P-P-1S")
        assert conditions["S"] == "4+ spades, 9-15 hcp"
        assert conditions["N"].startswith("not (16+ hcp or ")
        assert conditions["E"] == conditions["W"] == "any"
        assert said(system, "(P)-1S")["E"] == "5+ spades, 11-15 hcp"

    def test_vulnerability(self, system: System) -> None:
        vulnerable = SideVulnerability(we=True, they=False)
        assert said(system, "2D", vulnerability=vulnerable)["N"] == "6+ diamonds, 8-10 hcp"
        assert said(system, "2D")["N"] == "6+ diamonds, 4-10 hcp"

    @pytest.mark.parametrize(
        ("text", "dealer", "vulnerability"),
        [("1N", "N", "NS"), ("1N", "E", "EW"), ("(1H)-2C", "N", "EW"), ("(P)-1N", "S", "EW")],
    )
    def test_the_vulnerability_of_a_board(
        self, system: System, text: str, dealer: str, vulnerability: str
    ) -> None:
        meaning = meaning_of(
            system,
            Auction.parse(text),
            dealer=Seat(dealer),
            vulnerability=SideVulnerability(we=True, they=False),
        )
        assert meaning.board_vulnerability is Vulnerability(vulnerability)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("1N-3C", "auction:1:4: error BML633: 3C is not in the notes after 1NT-P. They have 2C, 2D."),
            ("3C", "auction:1:1: error BML633: 3C is not in the notes as an opening. They have 1C, 1D, "),
            ("1N-2C-2H", "auction:1:7: error BML633: 2H is not in the notes after 1NT-P-2C-P. They have 2D."),
        ],
    )
    def test_a_call_that_is_not_in_the_notes(self, system: System, text: str, message: str) -> None:
        (found,) = meaning_of(system, Auction.parse(text)).diagnostics
        assert str(found).startswith(message)

    def test_a_row_that_is_not_understood_is_reported(self, system: System) -> None:
        meaning = meaning_of(system, Auction.parse("1D"))
        assert [call.not_understood for call in meaning.unclear_calls] == [("pretty",)]
        assert [str(warning.location) for warning in meaning.warnings] == ["notes.bml:3:1"]

    def test_rows_to_choose_from(self, system: System) -> None:
        def rows(text: str) -> tuple[Candidate, ...]:
            auction = written(text)
            return decision_points(system).at(auction).candidates

        def calls(text: str) -> list[str]:
            return [row.agreement.call.code for row in rows(text)]

        assert calls("") == ["1C", "1D", "1H", "1S", "1N", "2D"]
        assert calls("1N-P") == ["2C", "2D"]
        assert calls("1N-(D)") == ["R"]
        assert calls("(1H)") == ["D", "2C"]
        assert calls("(1H)-P") == []
        third = [row.agreement for row in rows("P-P")]
        assert [row.location.line for row in third if row.call.code == "1S"] == [22]


class TestBidding:
    def test_rows_that_are_not_understood_are_reported(self, system: System) -> None:
        hand = Hand.parse("AK84 Q53 KJ4 982")
        chosen = choose_call(system, hand, Auction())
        assert [row.agreement.text for row in chosen.instead] == ["pretty"]

    def test_an_auction_that_is_over(self, system: System) -> None:
        hand = Hand.parse("8432 Q53 KJ4 982")
        chosen = choose_call(system, hand, Auction.parse("1N-P-P-P"))
        assert [found.message for found in chosen.diagnostics] == ["This auction is over."]


UNREAD = """\
1H  5+!h, 12--21 hcp
  1S  4+!s, 6+ hcp
  2H  3+!h, 6--9 hcp
1S  5+!s, 12--21 hcp
  1N  6--12 hcp, gadget
  2S  3+!s, 8--10 hcp
1N  15--17 bal
  P   To play
  2C  Gadget, 8+ hcp
  2D  Transfer
    2H  Completes
    2S  4!h, 17 hcp, lovely hand
    3H  4!h, 15--16 hcp
  2H  5+!s, 0--7 hcp
2C  Strong and artificial
2D  Gadget, 5--10 hcp
2H  6!h, 5--10 hcp, lovely suit
(1N)
  D   16+ hcp
  2C  Gadget
  2D  6+!d, 10--15 hcp
"""


RIVALS = """\
1C  3+!c, 11--21 hcp
  1H  4+!h, 6+ hcp
  1S  4+!s, up the line unless something odd
  2C  5+!c, 6--9 hcp
  3C  5+!c, 0--5 hcp
1D  4+!d (three if it must be)
  1H  4+!h, 6+ hcp
    1S  4!s, 11--18 hcp
    2H  Raise unless something odd
1H  5+!h, 11--21 hcp
1N  15--17 hcp, balanced
"""


class TestRowsInALongerSuit:
    """A call is doubtful if a row that is not understood bids a suit that comes before."""

    def test_stops_whole_deals(self) -> None:
        deal = Deal(north=Hand.parse("A5 4 KQJ84 KQ952"), south=Hand.parse("K874 3 743 AJ432"))
        bid = bid_deal(deal, expand([parse(RIVALS)]))
        assert (bid.calls, bid.contract) == ((), None)
        assert bid.stop
        assert "But not all words of its row are understood." in bid.stop.why


def test_bids_of_opponents_that_nothing_describes_are_reported_where_hands_are_dealt() -> None:
    notes = expand([parse("(1H)-\nD  {12+ hcp}\n\n(1S)  5+!s, 11+ hcp\n  D  {12+ hcp}")])
    said = {
        auction: [each.code for each in sample(notes, auction, 2).diagnostics]
        for auction in ("(1H)-D", "(1S)-D")
    }
    assert said == {"(1H)-D": ["BML636"], "(1S)-D": []}


class TestRowsThatAreNotUnderstood:
    """A hand that may fit such a row neither is too weak nor fits no other row."""

    def test_leaves_hands_for_the_row_itself(self) -> None:
        drawn = sample(expand([parse(UNREAD)]), "1N-2D-2S", 20)
        hands = [deal.north for deal in drawn if deal.north]
        assert {(hand.hcp, hand.shape[1]) for hand in hands} == {(17, 4)}

    def test_counts_these_hands_as_not_known(self) -> None:
        table = frequencies(expand([parse(UNREAD)]))
        certain = frequencies(expand([parse(UNREAD.replace(", lovely suit", ""))]))
        weak_twos = next(row.share for row in certain.rows if str(row.call) == "2H")
        assert table.rest.passing.share < certain.rest.passing.share + weak_twos
        assert table.rest.unknown.share > certain.rest.unknown.share + weak_twos / 2
