"""Auctions in running text: what is read as one, and what may mean something else and stays text."""

from __future__ import annotations

import re

import pytest

from bml_core.document import OPTIONAL_AUCTION, Link, Paragraph, write_spans
from bml_core.language import parse
from bml_core.site import Site, auctions_in, with_auction_links
from tests.bml_core.site.site_pages import page

FOUND = {
    "After 1N-2C we relay": ["1N-2C"],
    "1NT–2♣, 1N—2D and 1N−2H": ["1N-2C", "1N-2D", "1N-2H"],
    "1NT – 2♣ – 2♦.": ["1N-2C-2D"],
    "(1N - 2C)": ["1N-2C"],
    "1♥-(2♣)-D": ["1H-(2C)-D"],
    "(1H)-X-(Pass)-1S": ["(1H)-D-(P)-1S"],
    "1N-P-2C or 1N-pass-2D": ["1N-2C", "1N-2D"],
    "1M-2N": ["1M-2N"],
    "1C-1S: weak; 2C-2D: relay": ["1C-1S", "2C-2D"],
    "1N-2C – asking": ["1N-2C"],
    "«1N-2C»": ["1N-2C"],
    "over 2C-2S": ["2C-2S"],
}
TEXT = """
1N; 15-17; 5-3-3-2; 1-2C; 1n-2c; 1N 2C; 1N, 2C; 1N/2C; 1N-1C; 8C-9C; 3CD-4H; 2N-3CD; 1N-2C-2D-; 1N-2C-any
1N-2C-style; 1N-2C/2D; 1N-2C+; 1N – 2C – …; 1N – 2C – ?; …-1N-2C; P-1N-2C; 2D/1N-2C; any – 1N – 2C; #1N-2C
A1N-2C
https://x.y/1N-2C; auction:1N-2C; 2C–2S-Eröffnungen
"""
STAYS = [*(text.strip() for text in re.split("[;\n]", TEXT) if text), "1C-" * 400 + "1D"]


@pytest.mark.parametrize(("text", "auctions"), FOUND.items())
def test_auctions_are_found_however_they_are_written(text: str, auctions: list[str]) -> None:
    assert [found.target.removeprefix(OPTIONAL_AUCTION) for found in auctions_in(text)] == auctions


@pytest.mark.parametrize("text", STAYS)
def test_what_may_mean_something_else_stays_text(text: str) -> None:
    assert list(auctions_in(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "So 1N--2!c here",
        "*1N-2C* and /1N-2D/",
        "*1N*-2C",
        "=1N-2C=",
        "[1N-2C](a.md)",
        "1N-#",
        "!h-1N-2C",
        "1H-2C",
    ],
)
def test_the_source_of_a_text_stays_the_same(text: str) -> None:
    (block,) = parse(f"We say {text}, so.").blocks
    (linked,) = with_auction_links([block])
    assert isinstance(block, Paragraph)
    assert isinstance(linked, Paragraph)
    assert write_spans(linked.spans) == write_spans(block.spans)


def test_headings_and_code_have_no_links() -> None:
    blocks = with_auction_links(parse("* 1N-2C\n\n=1N-2C=\n\n[See 1N-2C](https://a.example)").blocks)
    assert OPTIONAL_AUCTION not in repr(blocks)
    (block,) = with_auction_links(parse("See *1N-2C*").blocks)
    assert isinstance(block, Paragraph)
    assert [type(span) for span in block.spans[1].spans] == [Link]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("1N-2C", "a#1N-2C"),
        ("2C-2D", None),  # Here it may be 1N-2C-2D.
        ("1C", None),  # Two systems have it.
        ("1N-2H", None),
        ("1N-1C", None),
        ("<b>", None),
    ],
)
def test_a_link_that_nobody_wrote_leads_to_one_place_or_nowhere(address: str, place: str | None) -> None:
    auctions = Site(
        [
            page("1N  15--17\n  2C  Stayman\n    2D  No\n1C  x", "a", "natural"),
            page("2C  Strong\n  2D  Relay\n1C  y", "b", "club"),
            ("c", page("", "c")[1]),
        ]
    ).auctions
    found = auctions.find(f"{OPTIONAL_AUCTION}{address}", "a" if address == "2C-2D" else "c")
    assert (str(found.value) if found.value else None, found.diagnostics) == (place, ())
