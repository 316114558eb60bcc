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
        assert said(system, "P-1S")["E"] == "5+ spades, 11-15 hcp"

    def test_vulnerability(self, system: System) -> None:
        vulnerable = SideVulnerability(we=True, they=False)
        assert said(system, "2D", vulnerability=vulnerable)["N"] == "6+ diamonds, 8-10 hcp"
        assert said(system, "2D")["N"] == "6+ diamonds, 4-10 hcp"

    @pytest.mark.parametrize(
        ("text", "dealer", "vulnerability"),
        [("1N", "N", "NS"), ("1N", "E", "EW"), ("(1H)-2C", "N", "EW"), ("P-1N", "S", "EW")],
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
    @pytest.mark.parametrize(
        ("text", "auction", "call", "line"),
        [
            ("AK843 AQ5 KJ4 92", "", "1C", 1),
            ("AK843 Q5 KJ4 982", "", "1S", 5),
            ("AK84 Q53 KJ4 982", "", "1N", 6),
            ("8432 Q53 KJ4 982", "", "P", None),
            ("AK843 Q5 KJ4 982", "1N", "2C", 7),
            ("AK843 Q5 KJ4 982", "1N-P", "2C", 7),
            ("843 Q5432 KJ4 98", "1N", "2D", 9),
            ("T843 Q543 J43 98", "1N", "P", None),
            ("AK843 5 KQ43 982", "(1H)", "D", 14),
            ("AK84 532 KJ4 982", "P-P", "1S", 22),
        ],
    )
    def test_the_first_row_that_fits(
        self, system: System, text: str, auction: str, call: str, line: int | None
    ) -> None:
        hand = Hand.parse(text)
        chosen = choose_call(system, hand, written(auction))
        assert chosen.call is not None
        assert chosen.call.code == call
        assert (chosen.row.agreement.location.line if chosen.row else None) == line

    def test_rows_that_are_not_understood_are_reported(self, system: System) -> None:
        hand = Hand.parse("AK843 Q5 KJ4 982")
        chosen = choose_call(system, hand, Auction())
        assert [row.agreement.text for row in chosen.unclear] == ["pretty"]

    @pytest.mark.parametrize(
        ("hand", "made"),
        [
            ("8432 Q53 KJ4 982", "passes: it does not fit 1NT"),
            ("AQ43 5 KQ942 J32", "does not fit 1NT, and they do not say what else it calls"),
            ("AK843 Q5 KJ4 982", "makes the call 1S, not 1NT: it says more about the hand"),
            ("AK843 5 KJ42 982", "makes the call 1S, not 1NT: it does not fit 1NT"),
        ],
    )
    def test_a_hand_that_has_not_made_its_calls(self, hand: str, made: str, system: System) -> None:
        (found,) = choose_call(system, hand, Auction.parse("1N-2C")).diagnostics
        assert (found.code, found.message) == ("BML643", f"By the notes, this hand {made}.")

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


UNREAD_RESPONSES = """\
1C  12--21 hcp
  1D  Our negative, or something odd
  1H  4+!h, 7+ hcp
  1S  4+!s, 7+ hcp
1D  4+!d, 12--21 hcp
  1H  4+!h, 6+ hcp
  1S  4+!s, 6+ hcp
  1N  6--9 hcp, no major
    2H  Odd hands
    2N  18--19 hcp
  2S  Odd hands
1N  15--17 hcp, balanced
  2C  8+ hcp, a four-card major
  2S  Odd hands
  2N  8--9 hcp, balanced
  3N  10--15 hcp, balanced
"""


HOLES = """\
1C  3+!c, 11--21 hcp
1H  5+!h, 11--21 hcp
1S  5+!s, 11--21 hcp
  2S  3!s, 7--10 hcp
  3S  4!s, 11--12 hcp
  4S  5+!s, 0--9 hcp
1N  15--17 hcp, balanced
  2C  8+ hcp, a 4-card major
  2N  Puppet to 3C
  3N  10--15 hcp
3X  7 cards, 5--9 hcp
"""


class TestHolesInTheNotes:
    """A hand with more points or longer suits than hands that bid is not too weak: the notes forget it."""

    @pytest.mark.parametrize(
        ("auction", "hand", "call"),
        [
            ("", "KQ84 AJ73 KJ52 8", ""),
            ("", "KQ84 AJ73 Q952 8", ""),
            ("", "KQ84 AJ73 9752 8", "P"),
            ("", "Q3 4 A8 KJ985432", ""),
            ("", "Q3 4 82 KJ985432", ""),
            ("", "93 4 872 J985432", "P"),
            ("1S", "KJ84 73 KQ84 952", ""),
            ("1S", "KJ84 73 9842 952", "P"),
            ("1S", "84 QJ73 9842 952", "P"),
            ("1N", "84 3 8542 KJ9742", ""),
            ("1N", "84 Q32 8542 J974", "P"),
        ],
    )
    def test_are_not_passes(self, auction: str, hand: str, call: str) -> None:
        chosen = choose_call(expand([parse(HOLES)]), hand, auction)
        assert (chosen.call.code if chosen.call else "") == call


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

    @pytest.mark.parametrize(
        ("auction", "hand", "call", "rival"),
        [
            ("", "A5 4 KQJ84 KQ952", "1C", "1D"),
            ("", "AK854 4 KQ4 Q952", "1C", ""),
            ("", "A5 KQJ84 KQ952 4", "1H", ""),
            ("", "A52 KQ4 KQ952 J4", "1N", ""),
            ("1C", "K8743 3 74 AJ432", "2C", "1S"),
            ("1C", "K874 3 743 AJ432", "2C", ""),
            ("1D-1H", "AJ42 JT76 KQ83 6", "1S", "2H"),
            ("1D-1H", "AJ42 JT7 KQ832 6", "1S", ""),
        ],
    )
    def test_is_named(self, auction: str, hand: str, call: str, rival: str) -> None:
        chosen = choose_call(expand([parse(RIVALS)]), hand, auction)
        assert (str(chosen.call), [str(row.agreement.call) for row in chosen.rivals]) == (
            call.replace("N", "NT"),
            [rival] if rival else [],
        )
        assert ("may be meant for it" in chosen.why) is bool(rival)

    def test_stops_whole_deals(self) -> None:
        deal = Deal(north=Hand.parse("A5 4 KQJ84 KQ952"), south=Hand.parse("K874 3 743 AJ432"))
        bid = bid_deal(deal, expand([parse(RIVALS)]))
        assert (bid.calls, bid.contract) == ((), None)
        assert bid.stop
        assert "But 1D, which is not understood in full, may be meant for it." in bid.stop.why


OTHER_SUITS = """\
1H  5+!h, 11--21 hcp
  3C  Bergen: 4+!h, 10--12 hcp
    4H  15+ hcp
  2D  4+!d, 10--12 hcp
    4H  17+ hcp
(1S)
  2S  5+!h and 5+!c
    3H  3+!h, 6+ hcp
(2S)
  2N  12+ hcp, 5+!d
  3D  Pass or correct, 3+!c, 5--9 hcp
    4H  15+ hcp
"""


class TestBidsThatShowOtherSuits:
    """Partner does not pass them: his call is not known if it fits no row."""

    @pytest.mark.parametrize(
        ("auction", "hand", "why"),
        [
            ("1H-P-3C", "A5 KQ842 K84 952", "It fits no row, and 3C shows hearts."),
            ("1H-P-2D", "A5 KQ842 K84 952", "It fits no row, and is too weak to bid."),
            ("(1S)-2S-P", "A5 K2 98432 9532", "It fits no row, and 2S shows hearts."),
            ("(2S)-3D-P", "A52 K2 98432 Q53", "It fits no row, and is too weak to bid."),
        ],
    )
    def test_are_forcing(self, auction: str, hand: str, why: str) -> None:
        assert choose_call(expand([parse(OTHER_SUITS)]), hand, auction).why == why


def test_bids_of_opponents_that_nothing_describes_are_reported_where_hands_are_dealt() -> None:
    notes = expand([parse("(1H)-\nD  12+ hcp\n\n(1S)  5+!s, 11+ hcp\n  D  12+ hcp")])
    said = {
        auction: [each.code for each in sample(notes, auction, 2).diagnostics]
        for auction in ("(1H)-D", "(1S)-D")
    }
    assert said == {"(1H)-D": ["BML636"], "(1S)-D": []}


class TestRankOrder:
    """The bids of each strain rise, and so do the lowest bids of the strains; else rows are priorities."""

    @pytest.mark.parametrize(
        ("calls", "is_ranked"),
        [
            ("2C 2D 2H 2S 2N 3H", True),
            ("2C 2D 2H 3H 2S 3S 2N 3C", True),
            ("1N 2S 3S 4S 2N", True),
            ("2C 2D 3H 2H 2N", False),
            ("2D 2C 2H 2N", False),
            ("2N 2C 2D 2H", False),
        ],
    )
    def test_says_how_hands_choose(self, calls: str, is_ranked: bool) -> None:
        rows = [f"  {call}  {number}+ hcp" for number, call in enumerate(calls.split(), start=1)]
        chosen = choose_call(expand([parse("\n".join(["1H  5+!h", *rows]))]), "AQ4 KQ93 AJ54 K4", "1H")
        assert chosen.why.endswith("it says more about the hand." if is_ranked else "it is written first.")


class TestRowsThatAreNotUnderstood:
    """A hand that may fit such a row neither is too weak nor fits no other row."""

    @pytest.mark.parametrize(
        ("auction", "hand", "call"),
        [
            ("", "K98 KQJ984 54 32", ""),
            ("", "KQJ984 T32 54 32", ""),
            ("", "2 KQJ98 KJT54 32", ""),
            ("", "K984 QJ3 K54 T32", "P"),
            ("", "KQJ98 QJ3 954 32", "P"),
            ("", "9842 T976543 2 3", "P"),
            ("1H", "84 32 QT432 K432", "P"),
            ("1S", "32 Q432 K432 Q32", ""),
            ("1S", "32 5432 5432 Q32", "P"),
            ("1S", "Q92 5432 5432 K2", "P"),
            ("1N", "K984 QT3 J54 T32", "P"),
            ("1N", "K984 KT3 K54 T32", ""),
            ("1N", "KJT984 T3 54 T32", "2H"),
            ("1N-2D", "KQ4 AJ32 A54 K32", ""),
            ("1N-2D", "KQ4 AJ32 A54 Q32", "3H"),
            ("1N-2D", "KQ4 AQ2 A543 Q32", "2H"),
            ("1N-2D", "KQ4 AK2 A543 K32", "2H"),
            ("(1N)", "KQ962 AJ843 43 2", ""),
            ("(1N)", "KQ96 AJ84 43 932", "P"),
            ("(1N)", "K8632 J9843 43 2", "P"),
        ],
    )
    def test_neither_passes_nor_answers_for_certain(self, auction: str, hand: str, call: str) -> None:
        chosen = choose_call(expand([parse(UNREAD)]), hand, auction)
        assert (chosen.call.code if chosen.call else "") == call

    @pytest.mark.parametrize(
        ("auction", "hand", "call"),
        [
            # The lowest response may be for every weak hand, another one for hands as strong as the others.
            ("1C", "K53 Q82 J943 984", ""),
            ("1C", "953 982 J943 984", ""),
            ("1D", "KJ8 Q4 95 KJ9843", ""),
            ("1D", "982 Q4 953 J9843", "P"),
            ("1N", "984 Q52 9642 KJ4", "P"),
            ("1N", "98 K5 Q642 KJ742", ""),
            # The opener may have four cards for it.
            ("1D-1N", "A4 KQ82 K9763 84", ""),
            ("1D-1N", "A42 KQ8 K9763 84", "P"),
        ],
    )
    def test_of_which_nothing_is_understood(self, auction: str, hand: str, call: str) -> None:
        chosen = choose_call(expand([parse(UNREAD_RESPONSES)]), hand, auction)
        assert (chosen.call.code if chosen.call else "") == call

    def test_leaves_hands_for_the_row_itself(self) -> None:
        drawn = sample(expand([parse(UNREAD)]), "1N-2D-2S", 20)
        hands = [deal.north for deal in drawn if deal.north]
        assert {(hand.hcp, hand.shape[1]) for hand in hands} == {(17, 4)}

    def test_counts_these_hands_as_not_known(self) -> None:
        table = frequencies(expand([parse(UNREAD)]))
        certain = frequencies(expand([parse(UNREAD.replace(", lovely suit", ""))]))
        weak_twos = next(row.share for row in certain.rows if str(row.call) == "2H")
        assert table.passing.share < certain.passing.share + weak_twos
        assert table.unknown.share > certain.unknown.share + weak_twos / 2
