"""Whole deals are bid as far as the notes say."""

from __future__ import annotations

import pytest

from bml_core import Deal, Hand, Seat, bid_deal, choose_call, loads, sample

OURS = loads("""\
1C  3+!c, 11-21
1H  5+!h, 11-21
  2H  3+!h, 6-9
  3C  10+, 5+!c, game forcing
  4H  4+!h, 0-8, to play
1N  15-17, balanced
  2D  Transfer, 5+!h
    2H  Completes the transfer
  3N  10-15, balanced, to play
""")
THEIRS = loads("(1H)\n  1S  5+!s, 8-15\n    2S  3+!s, 8-11\n")
BALANCED, FLAT = "KQ5 AJ32 KJ4 Q82", "J862 K87 A62 A94"
HEARTS = "A5 AQJ32 K54 982"
TOO_WEAK = "The notes have no rows there, but it is too weak for game opposite 2H."


def bid(north: str, south: str, dealer: str = "N") -> tuple[str, str, bool, str]:
    found = bid_deal(Deal(north=Hand.parse(north), south=Hand.parse(south)), OURS, dealer=Seat(dealer))
    why = found.stop.why if found.stop else ""
    return str(found.auction), str(found.contract), found.is_over, why


@pytest.mark.parametrize(
    ("north", "south", "auction", "contract", "is_over", "why"),
    [
        (BALANCED, FLAT, "1NT-3NT-(P)-P-(P)", "3NTN", True, ""),
        (BALANCED, "5 K9542 Q8432 74", "1NT-2D-2H-(P)", "2HN", False, "The notes have no rows there."),
        (HEARTS, "K62 K84 Q762 J74", "1H-2H-(P)", "2HN", False, TOO_WEAK),
        (HEARTS, "K62 9 QJ7642 Q43", "1H-(P)", "None", False, "It fits no row."),
        (
            HEARTS,
            "K62 9 A76 AQJ743",
            "1H-3C-(P)",
            "None",
            False,
            "The notes have no rows there, and the auction is forcing to game.",
        ),
        ("Q62 J987 Q76 K43", "KJ43 Q64 J842 J5", "P-P-P-P", "P", True, ""),
    ],
)
def test_an_auction_goes_as_far_as_the_notes(
    north: str, south: str, auction: str, contract: str, is_over: bool, why: str
) -> None:
    assert bid(north, south) == (auction, contract, is_over, why)


def test_the_contract_of_a_forcing_bid_is_not_known() -> None:
    found = bid_deal(Deal(north=Hand.parse(HEARTS), south=Hand.parse("K62 9 A76 AQJ743")), OURS)
    assert (found.contract, found.ends_notes) == (None, False)


def test_the_side_that_bids_may_be_east_and_west() -> None:
    deal = Deal(east=Hand.parse(BALANCED), west=Hand.parse(FLAT))
    found = bid_deal(deal, None, OURS, dealer=Seat.WEST)
    # West opens, since he has no fewer than 11 points and three clubs.
    assert [made.seat.value for made in found.calls][:3] == ["W", "N", "E"][: len(found.calls)]


def test_both_sides_bid_by_their_notes() -> None:
    deal = Deal(
        north=Hand.parse("A5 AQJ32 K54 982"),
        east=Hand.parse("KQT83 64 A73 T43"),
        south=Hand.parse("72 K875 QJ92 J65"),
        west=Hand.parse("J964 T9 T86 AKQ7"),
    )
    found = bid_deal(deal, OURS, THEIRS)
    assert [str(made.call) for made in found.calls] == ["1H", "1S"]
    assert found.stop is not None
    assert (found.stop.seat, found.stop.why) == (Seat.SOUTH, "The notes have no rows there.")


def test_a_side_that_has_not_bid_passes_where_its_notes_have_nothing() -> None:
    hands = {"north": BALANCED, "south": FLAT, "east": "A74 T4 Q9753 KT7", "west": "T93 Q965 T8 J653"}
    found = bid_deal(Deal(**{seat: Hand.parse(hand) for seat, hand in hands.items()}), OURS, THEIRS)
    assert found.is_over
    assert found.calls[1].why == "The notes have no rows there, and this side has not bid."


def test_hands_of_those_who_bid_must_be_known() -> None:
    with pytest.raises(ValueError, match="deal must have 13 cards of South"):
        bid_deal(Deal(north=Hand.parse(BALANCED)), OURS)


@pytest.mark.parametrize("n", [-1, 10**9])
def test_the_number_of_deals_is_bounded(n: int) -> None:
    notes = loads("1N  15-17 hcp, balanced")
    with pytest.raises(ValueError, match=f"n must be from 0 to 10,000,000, not {n}"):
        sample(notes, "1N", n=n)


@pytest.mark.parametrize("points", ["25-27", "33-37", "18-20", "5-10"])
@pytest.mark.parametrize("raised", ["2S  3+!s, 18-21", "2N  3+!s, 25-30", "2N  3+!s, 6-9"])
def test_what_a_hand_makes_of_any_range_of_partner_is_no_error(points: str, raised: str) -> None:
    notes = loads(
        f"2N  {points} hcp, balanced\n  3C  Stayman, or else\n1S  5+!s, 11-21\n  {raised}\n    3D  Trial"
    )
    for auction in ("2N", "1S", f"1S-{raised[:2]}"):
        assert choose_call(notes, FLAT, auction).why
