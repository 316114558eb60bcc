"""A BML file as a page: its title, its headings, what its metadata ask for."""

from __future__ import annotations

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core import parse
from bml_core.document import Heading, plain_text
from bml_core.notes import BlockOptions
from bml_core.render import Style
from bml_core.site import BmlPage, SystemPart
from bml_core.site.pages import file_title
from bml_core.system import texts_between

FILE = "notes/one-club.bml"


def page(text: str, file: str = FILE) -> BmlPage:
    return BmlPage.from_document(parse(text, file=file), file)


def headings(found: BmlPage) -> list[tuple[int, str]]:
    return [(block.level, plain_text(block.spans)) for block in found.blocks if isinstance(block, Heading)]


class TestTitle:
    def test_is_that_of_the_metadata_above_all_headings(self) -> None:
        found = page("#+TITLE: Our !c system\n\nText.\n\n* One\n** Two\n* Three\n")
        assert found.title == "Our C system"
        assert headings(found) == [(1, "Our C system"), (2, "One"), (3, "Two"), (2, "Three")]
        assert isinstance(found.blocks[0], Heading)

    def test_is_not_repeated_where_the_file_begins_with_it(self) -> None:
        assert headings(page("#+TITLE: Defence\n\n* Defence\n** To 1NT\n")) == [(1, "Defence"), (2, "To 1NT")]

    def test_is_beside_a_heading_of_the_same_words_among_others(self) -> None:
        found = headings(page("#+TITLE: Defence\n\n* Defence\n* Leads\n"))
        assert found == [(1, "Defence"), (2, "Defence"), (2, "Leads")]

    def test_is_else_the_first_heading(self) -> None:
        found = page("1C  strong\n\n* Openings\n* Answers\n")
        assert found.title == "Openings"
        assert headings(found) == [(1, "Openings"), (1, "Answers")]

    @pytest.mark.parametrize("text", ["", "1C  strong\n", "#+TITLE:\n\nText.\n", "// nothing\n"])
    def test_is_else_the_name_of_the_file(self, text: str) -> None:
        found = page(text)
        assert found.title == "One club"
        assert headings(found) == [(1, "One club")]

    @pytest.mark.parametrize(
        ("file", "title"),
        [("a/KO system_v2.bml", "KO system v2"), ("x.bml", "X"), ("__.bml", "__"), ("übung.bml", "Übung")],
    )
    def test_of_a_file_is_its_name_in_words(self, file: str, title: str) -> None:
        assert file_title(file) == title

    def test_has_its_place_and_its_findings(self) -> None:
        found = page("\n#+TITLE: See [us](javascript:x)\n")
        assert [str(finding.location) for finding in found.diagnostics] == ["notes/one-club.bml:2:14"]
        assert found.blocks[0].location.line == 2


@pytest.mark.parametrize(
    ("stars", "levels"), [("1 3 2", [1, 2, 2]), ("3 2 1", [1, 1, 1]), ("2 4 9 2 3", [1, 2, 3, 1, 2])]
)
def test_headings_are_one_level_below_the_one_they_belong_to(stars: str, levels: list[int]) -> None:
    text = "\n\n".join(f"{'*' * int(count)} H" for count in stars.split())
    assert [level for level, _ in headings(page(text))] == levels


PIECES = ["#+TITLE: A !c", "#+TITLE:", "* A", "** B", "*** A !c", "1C  x", "  2C  y", "", "text", "#CUT x"]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=14))
def test_any_text_is_a_page_with_a_title_and_no_gap_between_levels(lines: list[str]) -> None:
    text = "\n".join(lines)
    found = page(text)
    levels = [level for level, _ in headings(found)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    kept = [block for block in found.blocks if not isinstance(block, Heading)]
    assert kept == [block for block in parse(text, file=FILE).blocks if not isinstance(block, Heading)]


class TestMetadata:
    def test_are_plain_text(self) -> None:
        found = page("#+AUTHOR: *Anna* & Bert\n#+DESCRIPTION: Strong !c\n")
        assert found.metadata == {"author": "Anna & Bert", "description": "Strong C"}

    def test_are_options_of_the_page(self) -> None:
        options = page("#+SYSTEM: acol\n#+COLLAPSE: 2\n#+STYLE: table\n#+HCP: yes\n").options
        assert options == BlockOptions(system="acol", collapse=2, style=Style.TABLE, hcp=True)

    def test_that_cannot_be_used_have_their_place(self) -> None:
        found = page("#+TITLE: x\n#+COLLAPSE: deep\n")
        (fault,) = found.diagnostics
        assert fault.location.line == 2
        assert fault.sentence.startswith('The option collapse cannot be "deep".')


class TestLegend:
    def test_a_part_of_a_page_keeps_the_words_that_its_texts_define(self) -> None:
        part = SystemPart("default", parse("krt = kaart, NF = not forcing\n\nNothing else.\n\n1H  5+ krt"))
        kept = pickle.loads(pickle.dumps(part)).document
        texts = [text for text, _ in texts_between([kept])]
        assert texts == ["krt = kaart, NF = not forcing"]
