"""Addresses of auctions: how they may be written, and the row of a site that each leads to."""

from __future__ import annotations

import pytest

from bml_core.language import parse
from bml_core.render.html import RowIds
from bml_core.site import AuctionIndex, PageFacts, Site, parse_address
from bml_core.site.pages import SystemPart

NOTRUMP = """\
1N  15--17, balanced
  2C  Stayman, *see* !h
    2D  No major
  2D  Transfer

#SEAT 3

1N  14--17
"""


def page(text: str, name: str = "notes", system: str = "system") -> tuple[str, PageFacts]:
    """What is known of a page of BML once it is shown."""
    document, ids = parse(text, file=f"{name}.bml"), RowIds()
    for table in document.tables:
        ids.add_table(table)
    return name, PageFacts(parts=(SystemPart(system, document),), rows=ids.places)


def index(*pages: tuple[str, PageFacts]) -> AuctionIndex:
    return Site(pages).auctions


def place(auctions: AuctionIndex, address: str, page: str = "") -> str:
    """Where an address leads to, or the sentence why it leads nowhere."""
    found = auctions.find(address, page)
    return " ".join([*([str(found.value)] if found.value else []), *(d.sentence for d in found.diagnostics)])


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("1N-2C", "1N-2C"),
        ("1nt-2c", "1N-2C"),
        ("1NT – 2♣", "1N-2C"),
        ("1N\u20142C", "1N-2C"),
        ("1N\u22122!c", "1N-2C"),
        ("1N P 2C", "1N-2C"),
        ("1N-(P)-2C", "1N-2C"),
        ("1N%202C", "1N-2C"),
        ("auction:1N-2C", "1N-2C"),
        ("(1H)-D-(P)-1S", "(1H)-D-(P)-1S"),
        ("(1h)-dbl-1s", "(1H)-D-(P)-1S"),
        ("1H-(x)-xx", "1H-(D)-R"),
        ("1M-2N", "1M-2N"),
        ("1m-(1M)-x", "1m-(1M)-D"),
        ("1N-2C@3", "1N-2C@3rd"),
        ("1N @ Vul", "1N@vul"),
        ("1N@12@nv", "1N@1st/2nd@nonvul"),
        ("harbour:1N-2C", "harbour:1N-2C"),
    ],
)
def test_an_address_has_one_form_however_it_is_written(written: str, address: str) -> None:
    assert str(parse_address(written).value) == address


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("", "This address has no call."),
        ("club:", "This address has no call."),
        ("Stayman", "Stayman is not a call."),
        ("8C", "8C is not a call."),
        ("1N-(2C", "( is not a call."),
        ("1N-1C", "1C is not legal here: the bid is not higher than the last bid."),
        ("1N@5th", "@5th is neither a seat nor a vulnerability."),
        ("1C-" * 1000, "This address has more than 500 characters."),
        ("<script>", "<script> is not a call."),
    ],
)
def test_what_is_not_an_address_is_reported(written: str, problem: str) -> None:
    found = parse_address(written)
    assert found.value is None
    assert [diagnostic.message for diagnostic in found.diagnostics] == [problem]


def test_an_address_leads_to_the_row_that_describes_the_auction() -> None:
    auctions = index(page(NOTRUMP), page("1N-2C-2D;\n2H  Garbage", "later"))
    assert place(auctions, "1nt p 2c p 2d") == "notes#1N-2C-2D"
    assert place(auctions, "1N-2C-2D-2H") == "later#1N-2C-2D-2H"
    found = auctions.find("1N-2C").value
    assert found is not None
    assert found.meaning == "Stayman, see ♥"


def test_our_pass_below_our_call_has_an_address_that_leads_to_it() -> None:
    auctions = index(page("1N  15-17\n  P  Weak\n  2C  Stayman\n    P  Odd\n1C  Strong\nP  0-11\n"))
    assert {name for name in auctions.names if name.endswith("P")} == {"1N-(P)-P", "1N-2C-(P)-P", "P"}
    for address in ("1N-(P)-P", "1N-P", "1N-P-P"):
        assert place(auctions, address) == "notes#1N-P"
    assert place(auctions, "1N-2C-P") == "notes#1N-2C-P"
    assert place(auctions, "P") == "notes#P"
    # Nothing is said of a pass over 1C.
    assert place(auctions, "1C-P") == "notes#1C"


def test_a_call_in_front_of_a_table_alone_leads_to_the_table() -> None:
    assert place(index(page("1N-2C;\n2D  No major")), "1N-2C") == "notes#1N-2C-2D"


def test_a_line_without_rows_is_a_place_for_each_of_its_seats() -> None:
    auctions = index(page("1C-2C  10+ hcp\n\n1C-2C;\n2D  waits\n\n#SEAT 34\n\n1C-2C  9--11 hcp\n"))
    assert place(auctions, "1C-2C") == "notes#1C-2C"
    assert place(auctions, "1C-2C@3rd") == "notes#1C-2C_2"
    named = {each.name: each.row for each in auctions.places if each.name.startswith("1C-2C")}
    assert named == {"1C-2C": "1C-2C", "1C-2C@3rd/4th": "1C-2C_2", "1C-2C-2D": "1C-2C-2D"}


def test_a_row_with_variables_is_the_place_of_each_of_its_auctions() -> None:
    auctions = index(page("1M  5+\n  2N  Jacoby\n  2oM  Other major"))
    assert {place(auctions, each) for each in ("1M-2N", "1H-2N", "1S-2N")} == {"notes#1M-2N"}
    assert place(auctions, "1H-2S") == "notes#1M-2oM"


def test_an_address_with_variables_means_rows_written_for_each_suit_together() -> None:
    auctions = index(page("1H  5+\n  2N  Jacoby\n1S  5+\n  2N  Other"))
    assert place(auctions, "1M-2N").startswith("notes#1H-2N The auction 1M-2N is in several places")


def test_the_first_definition_is_the_place_as_in_exported_files() -> None:
    auctions = index(page("1C  Strong", "first"), page("1C  Weak", "second"))
    assert place(auctions, "1C") == "first#1C"
    assert place(index(page("1N\n\n1N  Strong")), "1N") == "notes#1N_2"


def test_a_scope_leads_to_the_row_of_that_seat_or_vulnerability() -> None:
    auctions = index(page(NOTRUMP))
    assert place(auctions, "1N") == "notes#1N"
    assert {place(auctions, each) for each in ("1N@3rd", "P-P-1N", "1N@3rd@vul")} == {"notes#1N_2"}
    assert place(auctions, "1N-2C@3rd") == "notes#1N-2C"


def test_a_seat_without_a_row_has_the_ordinary_one_and_says_so() -> None:
    text = "1S  5+!s, 11--21\n  2S  raise\n\nP-P-1S;\n2C  Drury\n"
    found = index(page(text)).find("P-P-1S").value
    assert found is not None
    assert (str(found), found.meaning) == ("notes#1S", "1♠: 5+♠, 11–21")
    (light,) = [index(page(f"{text}\n#SEAT 3\n\n1S  light\n")).find("P-P-1S").value]
    assert light is not None
    assert light.meaning == "light"


def test_two_systems_with_the_same_auction_are_both_named() -> None:
    auctions = index(page("1C  Strong", "a", "club"), page("1C  Natural\n1D  Nat", "b", "natural"))
    assert place(auctions, "1C") == (
        "a#1C The auction 1C is in several places: a#1C and b#1C. Write club:1C or natural:1C."
    )
    assert place(auctions, "natural:1C") == "b#1C"
    assert place(auctions, "1C", "b") == "b#1C"
    assert place(auctions, "1D") == "b#1D"
    assert place(auctions, "harbour:1C") == "System not found: harbour. The systems are club, natural."


def test_the_nearest_addresses_are_named() -> None:
    auctions = index(page(NOTRUMP))
    assert place(auctions, "1N-2H") == (
        "The notes have no auction 1N-2H. The nearest: 1N-2D, 1N-2C, 1N-2C-2D."
    )
    assert place(index(), "1N-2H") == "The notes have no auction 1N-2H. No page has a bidding table."


def test_hidden_rows_have_no_place() -> None:
    assert place(index(page("#HIDE\n1N  Strong")), "1N").startswith("The notes have no auction 1N.")


def test_every_auction_has_a_name() -> None:
    assert list(index(page(NOTRUMP)).names) == ["1N", "1N@3rd", "1N-2C", "1N-2C-2D", "1N-2D"]
    both = index(page("1C  Strong", "a", "club"), page("1C  Nat\n1D  Nat", "b", "natural"))
    assert list(both.names) == ["club:1C", "natural:1C", "natural:1D", "1D"]


def test_a_row_that_two_pages_show_has_the_first_address() -> None:
    name, facts = page(NOTRUMP)
    assert set(Site([(name, facts), ("again", facts)]).addresses(["system"]).values()) == {
        ("notes", "1N"), ("notes", "1N-2C"), ("notes", "1N-2C-2D"), ("notes", "1N-2D"), ("notes", "1N_2"),
    }  # fmt: skip


def test_an_auction_in_a_hidden_table_leads_to_what_is_shown_of_it() -> None:
    auctions = index(page("1N  15--17\n  2C  Stayman\n\n#HIDE\n1N-2C;\n2D  No major"))
    assert place(auctions, "1N-2C-2D") == "notes#1N-2C"
