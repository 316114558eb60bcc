"""An agreement, its auction and its address are keys of the notes it belongs to, and of no wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import bml_core as bml

TOP = Path(bml.__file__).parent.parent
DEMO = sorted((TOP / "demo_docs" / "system").glob("*.md"))
FILES = [*DEMO, *sorted((TOP / "tests" / "bml_core").glob("**/fixtures/**/*.b[ms][ls]"))]
SEATS = """1S  5+!s, 11--21
1N  15--17

#SEAT 3

1S  4+!s, light

#SEAT 0
#VUL Y0

1N  14--16
"""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_each_agreement_is_found_by_itself_its_auction_and_its_address(file: Path) -> None:
    notes = bml.load(file)
    for agreement in notes:
        assert notes[agreement] is agreement
        assert agreement in notes
        assert notes[str(agreement)] is agreement
        # What depends on the meaning of a call has the auction of that which does not.
        assert notes[agreement.auction].auction == agreement.auction
        assert agreement.qualifications or notes[f"{agreement.auction:bml}"] is agreement
        assert isinstance(notes.responses(agreement), tuple)


@pytest.mark.parametrize(
    ("auction", "text"),
    [
        ("1S", "5+!s, 11--21"),
        ("(P)-1S", "5+!s, 11--21"),
        ("P-1S", "4+!s, light"),
        ("P-P-1S", "4+!s, light"),
        ("1S@3rd", "4+!s, light"),
        ("P-P-1N", "15--17"),
        ("1N", "15--17"),
        ("1N@vul", "14--16"),
        ("1N@nonvul", "15--17"),
    ],
)
def test_seat_and_vulnerability_choose_the_row(auction: str, text: str) -> None:
    assert bml.loads(SEATS)[auction].text == text


def test_a_row_for_one_seat_is_not_given_for_another() -> None:
    notes = bml.loads("#SEAT 3\n\n1S  light")
    assert str(notes["1S"]) == "1S@3rd"
    assert [notes.get("1S", seat=seat) is not None for seat in (1, 2, 3, 4)] == [False, False, True, False]
    assert "(P)-1S" not in notes


def test_notes_are_like_a_mapping_and_contain_no_nonsense() -> None:
    notes = bml.loads(SEATS)
    nonsense: list[object] = [None, 5, b"1N", [], "foo", "", "1S-1S", object(), ("1N",)]
    assert not any(each in notes for each in nonsense)
    assert notes.keys() == ("1S", "1NT", "1S@3rd", "1NT@vul")
    assert dict(notes.items()) == {str(row): row for row in notes}
    wanted = notes.get("1N", vulnerable=True)
    assert wanted is not None
    assert wanted.text == "14--16"


def test_agreements_are_equal_by_what_they_say() -> None:
    one, other = bml.loads("1N  15--17"), bml.loads("// Ours\n\n1N  15--17")
    assert one["1N"] == other["1N"] != bml.loads("1N  14--16")["1N"]
    assert hash(one["1N"]) == hash(other["1N"])
    assert other["1N"] in one


def test_cards_hands_auctions_and_deals_are_sequences() -> None:
    hand = bml.Hand.parse("AK843 Q5 KJ4 982")
    assert str(max(hand)) == "SA"
    assert [str(card) for card in sorted(hand)][:2] == ["C2", "C8"]
    auction = bml.Auction.parse("1N-2C")
    assert [str(call) for call in auction] == ["1NT", "P", "2C"]
    assert auction[-1] == auction.call
    deal = bml.Deal.parse("N: AK843 Q5 KJ4 982")
    assert (list(deal), len(deal), deal[bml.Seat.NORTH]) == ([hand], 1, hand)
    assert bml.frequencies(bml.loads("1N  15--17 hcp, balanced"))["1N"].count == 30897212184
