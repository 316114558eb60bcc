"""Hands on pages: what authors ask for, and what the notes answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core import Location, System, expand, parse
from bml_core.bridge import Seat
from bml_core.document import BiddingTable, Diagram, RowOrder
from bml_core.hands.conditions import points
from bml_core.hands.counting import TOTAL, count
from bml_core.language import read_abbreviations
from bml_core.notes import BlockOptions, Kind, parse_options
from bml_core.render import Abbreviations, history_texts, letters
from bml_core.site import Configuration, Query, QueryResult, Site
from bml_core.site.answers import answer
from tests.bml_core.cases import read_sections

PLACE = Location("page.md", 7)
NOTES = """\
1C  16+ hcp
1H  11-15 hcp, 5+ hearts
1N  12-14 hcp, balanced
  2C  Stayman, of a kind
  2D  5+ hearts
    2H  At least two cards there, says our friend
  3N  12-18 hcp, balanced
2D  Grumpf
"""
SYSTEM = expand([parse(NOTES)])


def ask(system: System | None = SYSTEM, **raw: str) -> QueryResult:
    options = parse_options(raw)
    assert options.diagnostics == ()
    return answer(Query(options.value, "system", PLACE), system)


def diagrams(found: QueryResult) -> list[Diagram]:
    return [block for block in found.hands if isinstance(block, Diagram)]


class TestFrequencies:
    def test_openings(self) -> None:
        found = ask(frequencies="")
        assert found.table is not None
        assert sum(row.share for row in found.table.rows) == pytest.approx(1)
        assert found.table.rows[0].share == pytest.approx(count(points(16, 37)) / TOTAL)


class TestExamples:
    def test_hands_fit_the_row_and_are_the_same_each_time(self) -> None:
        found = ask(examples="1N-2D", n="20")
        hands = [diagram.deal.south for diagram in diagrams(found)]
        assert len(hands) == 20
        assert all(hand is not None and hand.shape[1] >= 5 for hand in hands)
        assert ask(examples="1N-2D", n="20") == found
        assert ask(examples="1N-2D", n="20", seed="2") != found

    def test_fewer_hands_are_the_first_ones(self) -> None:
        assert ask(examples="1N-2D", n="2").hands == ask(examples="1N-2D", n="4").hands[:2]

    def test_the_auction_and_its_row_stand_above(self) -> None:
        (table,) = ask(examples="1N-2D").above
        assert isinstance(table, BiddingTable)
        history = table.history
        assert history is not None
        assert [letters(call.shown) for call in history_texts(history)] == ["1NT", "2D"]
        assert [line.text for line in history.description] == ["5+ hearts"]

    def test_partners_sit_beside_each_other(self) -> None:
        for diagram in diagrams(ask(examples="1N-2D", show="partners", n="3")):
            west, east = diagram.deal.west, diagram.deal.east
            assert diagram.deal.seats == (Seat.EAST, Seat.WEST)
            assert west is not None
            assert east is not None
            assert 12 <= west.hcp <= 14
            assert east.shape[1] >= 5
            assert not set(west.cards) & set(east.cards)

    def test_deals_are_of_all_cards(self) -> None:
        (diagram,) = diagrams(ask(examples="1N-2D", show="deals", n="1"))
        cards = {card for seat in Seat if (hand := diagram.deal.hand(seat)) for card in hand.cards}
        assert len(cards) == 52
        assert diagram.dealer is Seat.WEST

    @pytest.mark.parametrize("auction", ["\0", "x" * 600])
    def test_odd_auctions_say_what_is_wrong(self, auction: str) -> None:
        found = ask(examples=auction)
        assert found.is_empty
        assert found.failures


def shown(system: System, asked: str) -> str:
    """Return what a block shows, as the cases have it."""
    raw = {name: value for name, _, value in (each.partition("=") for each in asked.split("; "))}
    result = ask(system, **raw)
    if result.failures:
        # What is wrong with an auction is at the block, the rest at rows.
        assert all(each.location in (PLACE, *(row.location for row in system)) for each in result.diagnostics)
        return " ".join(result.failures)
    if result.table is None:
        seats = [seat.value for seat in diagrams(result)[0].deal.seats]
        return f"{len(result.hands)} of {' '.join(seats)}"
    calls = [(row.call.code if row.call else "?", row.place) for row in result.table.rows]
    rows = " ".join(f"{call}:{place.line}" if place else call for call, place in calls)
    left_out = " ".join(row.call.code for row in result.table.left_out)
    return f"{rows}, without {left_out}" if left_out else rows


@pytest.mark.parametrize(
    "sections",
    [
        pytest.param(sections, id=title)
        for _, title, sections in read_sections(Path(__file__).parent / "fixtures" / "queries.txt")
    ],
)
def test_blocks_show_what_cases_show(sections: dict[str, str]) -> None:
    system, wanted = expand([parse(sections["notes"])]), sections["answers"].splitlines()
    asked = [line.partition(" -> ")[0] for line in wanted]
    assert [f"{each} -> {shown(system, each)}" for each in asked] == wanted


@pytest.mark.parametrize("system", [None, System(())])
def test_a_system_without_rows(system: System | None) -> None:
    found = ask(system, frequencies="")
    assert found.failures[0].startswith("The system system has no agreements.")


def test_a_block_of_no_system() -> None:
    found = answer(Query(BlockOptions(Kind.FREQUENCIES), None, PLACE), None)
    assert found.failures[0].startswith("This block belongs to no system")


@pytest.mark.parametrize(
    "changed",
    [
        Site([], Configuration(choice=RowOrder.FIRST)),
        Site([], Configuration(abbreviations=Abbreviations(read_abbreviations({"ours": "invitational"})))),
        Site([], Configuration(language="de")),
    ],
)
def test_a_setting_changes_what_is_known_of_a_page(changed: Site) -> None:
    known = Site([]).page_answers([], None)
    assert Site([]).page_answers([], known) is known
    assert changed.page_answers([], known).signature != known.signature
