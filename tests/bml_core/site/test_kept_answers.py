"""Answers of a system that an earlier build worked out: the same ones, wherever the rows are now."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core import Location
from bml_core.bridge import Call, Deal, Hand, Seat
from bml_core.document import Diagram
from bml_core.files import Results
from bml_core.notes import parse_options
from bml_core.site import Query, QueryResult, Site
from bml_core.site.queries import AnswerCodec
from tests.bml_core.site.site_pages import page

NOTES = """\
1C  16+ hcp
1H  11-15 hcp, 5+ !h
1N  12-14 hcp, balanced
  2C  Stayman, of a kind
  2D  5+ hearts
  2S  Grumpf
2D  Grumpf
"""
BLOCKS = [
    {"frequencies": ""},
    {"frequencies": "", "after": "1N", "seat": "3"},
    {"examples": "1N-2D", "n": "2"},
    {"examples": "1N-2D", "n": "1", "show": "deals"},
    {"examples": "2D"},
    {"examples": "7N"},
    {"explore": ""},
]


def answers(results: Results, text: str = NOTES, line: int = 7) -> list[QueryResult]:
    site = Site([page(text)], results=results)
    places = [Location("page.md", line + number) for number in range(len(BLOCKS))]
    return [
        site.answer(Query(parse_options(raw).value, "system", place))
        for raw, place in zip(BLOCKS, places, strict=True)
    ]


def test_what_was_worked_out_is_known_to_the_next_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = Results(tmp_path)
    expected = answers(results)
    moved = answers(Results(), f"Some text.\n\n{NOTES}", 9)
    results.write()

    def fail(*_: object) -> None:
        raise AssertionError("worked out again")

    monkeypatch.setattr("bml_core.site.site._answer", fail)
    monkeypatch.setattr("bml_core.site.answers.box_numbers", fail)
    assert answers(Results(tmp_path)) == expected
    assert answers(Results(tmp_path), f"Some text.\n\n{NOTES}", 9) == moved
    with pytest.raises(AssertionError):
        answers(Results(tmp_path), NOTES.replace("16+", "17+"))


def test_a_value_is_read_as_it_was_written() -> None:
    codec = AnswerCodec([Location("a.md", 3)])
    deal = Deal(north=Hand("AKx", "", "T9", ""))
    value = (Diagram(deal, Location("a.md", 3), Seat.EAST), Call.parse("P"), None, 0.25, ("x", True))
    assert codec.decode(codec.encode(value)) == value
    assert codec.decode(codec.encode(Call.parse("P"))) is Call.parse("P")


@pytest.mark.parametrize("value", [Location("b.md", 9), {"a": 1}, object(), Path("x")])
def test_what_the_next_build_could_not_read_is_not_kept(value: object) -> None:
    with pytest.raises(LookupError):
        AnswerCodec([Location("a.md", 3)]).encode(value)


@pytest.mark.parametrize("held", [["Path", "x"], ["System", []], ["@", 7], ["type"], [3], ["Seat", "X"]])
def test_what_is_no_value_of_the_core_is_refused(held: object) -> None:
    with pytest.raises((LookupError, TypeError, AttributeError)):
        AnswerCodec([]).decode(held)
