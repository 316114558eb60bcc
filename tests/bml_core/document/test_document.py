"""The Document by itself, and the one walk over its tables."""

from __future__ import annotations

import dataclasses

import pytest

from bml_core import Document, Location, parse
from bml_core.bridge import BIDS, PASS
from bml_core.document import LiteralCall, RowCall, Steps, Text, plain_text, walk_rows

TABLE = "1N-2C;\n2D  none\n  2M  five\n    3M  slam try\n  2N  invites\n2H  four\n"


def test_rows_with_their_depth_in_order() -> None:
    rows = [(depth, row.call.text) for depth, row in walk_rows(parse(TABLE).tables[0].rows)]
    assert rows == [(0, "2D"), (1, "2M"), (2, "3M"), (1, "2N"), (0, "2H")]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("5+!h and *very /good/*", "5+H and very good"),
        ("1NT, 3CD =x= [a](b.md)", "1NT, 3CD x a"),
        ("12--14", "12–14"),
    ],
)
def test_plain_text_has_suits_as_letters_and_no_styles(text: str, plain: str) -> None:
    (row,) = parse(f"2H  {text}").tables[0].rows
    assert plain_text(row.description[0].spans) == plain


def test_plain_text_of_the_own_suit() -> None:
    first, second = parse("2H  5=#\n2HS  5=#").tables[0].rows
    assert plain_text(first.description[0].spans) == "5=H"
    assert plain_text(second.description[0].spans) == "5=#"


def test_documents_cannot_be_changed() -> None:
    document = parse("1C  strong")
    with pytest.raises(dataclasses.FrozenInstanceError):
        document.blocks = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        document.tables[0].rows[0].call.text = "1D"  # type: ignore[misc]


def test_a_row_knows_its_call_only_if_it_is_one() -> None:
    place = Location("a.bml", 1)
    one = RowCall("1C", (LiteralCall(BIDS[0]),), theirs=False, alert=False, location=place)
    assert one.literal is BIDS[0]
    assert one._replace(patterns=(LiteralCall(BIDS[0]), LiteralCall(PASS))).literal is None
    assert one._replace(patterns=(Steps(1),)).literal is None


class TestMetadata:
    def test_what_is_there(self) -> None:
        document = parse("#+TITLE: T\n#+DESCRIPTION: D\n#+AUTHOR: A\n#+OTHER: O")
        assert (document.title, document.description, document.author) == ("T", "D", "A")
        assert document.meta("OTHER") == "O"

    def test_what_is_not_there_is_empty(self) -> None:
        document = Document(())
        assert (document.title, document.description, document.author, document.meta("X")) == ("",) * 4


def test_documents_with_errors_say_so() -> None:
    assert parse("1C  x\n  1zoo").has_errors
    assert not parse("1H  x\n  jump").has_errors


def test_places_do_not_hide_what_is_equal() -> None:
    assert Text("a", Location("a.bml", 1)) == Text("a", Location("a.bml", 1))
    assert Text("a", Location("a.bml", 1)) != Text("a", Location("a.bml", 2))
