"""Auctions in columns from West to South."""

from __future__ import annotations

import pytest

from bml_core import parse
from bml_core.document import AuctionBlock
from bml_core.render.auctions import arrange_auctions


def arranged(text: str) -> list[str]:
    """The last auction of the text: its seats, then its rows, empty places as dots."""
    blocks = tuple(arrange_auctions(parse(text).blocks))
    assert tuple(arrange_auctions(blocks)) == blocks
    auction = blocks[-1]
    assert isinstance(auction, AuctionBlock)
    seats = "".join(seat.value for seat in auction.seats)
    return [seats, *(" ".join(entry.text or "." for entry in row) for row in auction.rows)]


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        ("W N E S", ["1C P 1H P", "1N P"]),
        ("N E S W", [". 1C P 1H", "P 1N P"]),
        ("E S W N", [". . 1C P", "1H P 1N P"]),
        ("S W N E", [". . . 1C", "P 1H P 1N", "P"]),
    ],
)
def test_the_line_of_seats_says_where_the_first_call_stands(header: str, rows: list[str]) -> None:
    assert arranged(f"{header}\n1C P 1H P\n1N P") == ["WNES", *rows]


HANDS = "N: AKxx xx AQx Kxxx"


@pytest.mark.parametrize(
    ("dealer", "rows"),
    [("W", ["1C P 1H P"]), ("N", [". 1C P 1H", "P"]), ("S", [". . . 1C", "P 1H P"])],
)
def test_the_dealer_of_the_deal_above_calls_first(dealer: str, rows: list[str]) -> None:
    assert arranged(f"dealer {dealer}\n{HANDS}\n\n1C P 1H P") == ["WNES", *rows]


def test_places_left_open_before_the_first_call_are_the_dealers_no_more() -> None:
    assert arranged(f"dealer E\n{HANDS}\n\n- - 1C P\n1H P P P") == ["WNES", "- - 1C P", "1H P P P"]


def test_the_line_of_seats_counts_for_more_than_the_deal() -> None:
    assert arranged(f"dealer E\n{HANDS}\n\nW N E S\n1C P 1H P") == ["WNES", "1C P 1H P"]


def test_only_the_last_deal_above_says_who_deals() -> None:
    assert arranged(f"dealer E\n{HANDS}\n\n{HANDS}\n\n1C P 1H P") == ["", "1C P 1H P"]


def test_an_auction_whose_seats_nobody_names_stays_as_it_is() -> None:
    assert arranged("1C P 1H P\n1N P") == ["", "1C P 1H P", "1N P"]


def test_an_auction_of_open_places_alone_has_its_columns() -> None:
    assert arranged(f"dealer S\n{HANDS}\n\n- - - P\n- - - -") == ["WNES", "- - - P", "- - - -"]
