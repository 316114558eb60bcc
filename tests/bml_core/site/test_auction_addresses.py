"""Addresses of auctions, beside the scripts: hostile ones, and rows that two pages show."""

from __future__ import annotations

from bml_core.site import Site, parse_address
from tests.bml_core.site.site_pages import page


def test_an_endless_address_is_reported() -> None:
    found = parse_address("1C-" * 1000)
    assert found.value is None
    assert [each.message for each in found.diagnostics] == ["This address has more than 500 characters."]


def test_a_row_that_two_pages_show_has_the_first_address() -> None:
    name, facts = page("1N  15--17\n  2C  Stayman\n\n#SEAT 3\n\n1N  14--17")
    shown = Site([(name, facts), ("again", facts)]).addresses(["system"])
    assert set(shown.values()) == {("notes", "1N"), ("notes", "1N-2C"), ("notes", "1N_2")}
