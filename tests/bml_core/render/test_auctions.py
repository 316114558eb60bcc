"""Auctions in columns from West to South."""

from __future__ import annotations

import pytest

from bml_core import parse
from bml_core.document import AuctionBlock
from bml_core.render import arrange_auctions
from bml_core.render.html import render_blocks
from bml_core.render.latex import render_blocks as render_latex
from bml_core.render.plain import auction_lines


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
def test_the_line_of_seats_says_where_the_first_call_is(header: str, rows: list[str]) -> None:
    assert arranged(f"{header}\n1C P 1H P\n1N P") == ["WNES", *rows]


HANDS = "N: AKxx xx AQx Kxxx"


@pytest.mark.parametrize(
    ("dealer", "rows"), [("W", ["1C P 1H P"]), ("N", [". 1C P 1H", "P"]), ("S", [". . . 1C", "P 1H P"])]
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


NOTED = "N E S W\n1N P 2C[1] (2D)[b]\n[1] Stayman, *4+!h* & [more](x.html)\n[b] Natural"


def test_marks_and_notes_stay_where_columns_change() -> None:
    (auction,) = arrange_auctions(parse(NOTED).blocks)
    assert isinstance(auction, AuctionBlock)
    marked = [(entry.text, entry.note) for row in auction.rows for entry in row if entry.note]
    assert marked == [("2C", "1"), ("2D", "b")]
    assert [note.mark for note in auction.notes] == ["1", "b"]


def test_marks_and_notes_on_web_pages() -> None:
    page = render_blocks(parse(NOTED).blocks)
    assert page.count('</span><sup class="bml-mark">') == 2
    suit = render_blocks(parse("!h").blocks).strip().removeprefix("<p>").removesuffix("</p>")
    assert page.endswith(
        "</table>\n"
        '<ul class="bml-notes">\n'
        f'<li><sup class="bml-mark">1</sup> Stayman, <strong>4+{suit}</strong> &amp; '
        '<a href="x.html">more</a></li>\n'
        '<li><sup class="bml-mark">b</sup> Natural</li>\n'
        "</ul>\n"
    )


def test_an_auction_without_notes_has_no_list_of_them() -> None:
    assert "bml-notes" not in render_blocks(parse("1C P 1H P").blocks)
    assert "bmlnotes" not in render_latex(parse("1C P 1H P").blocks)


def test_marks_and_notes_in_latex() -> None:
    text = render_latex(parse(NOTED).blocks)
    assert "{2\\bmlclubs{}\\bmlmark{1}}" in text
    # A page beside this one has no address on paper.
    assert text.endswith(
        "\\begin{bmlnotes}\n"
        "\\bmlnote{1}{Stayman, \\textbf{4+\\bmlhearts{}} \\& more}\n"
        "\\bmlnote{b}{Natural}\n"
        "\\end{bmlnotes}\n"
    )


def test_marks_in_text() -> None:
    (auction,) = parse("1N P 2C![1] (2D)[b]\n[1] x\n[b] y").blocks
    assert isinstance(auction, AuctionBlock)
    assert auction_lines(auction) == ["1NT  Pass  2♣! [1]  (2♦) [b]"]
