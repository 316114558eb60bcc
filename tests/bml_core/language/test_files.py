"""Files: what may be included, in which encoding, from where; and what was read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bml_core import Document, Limits, parse_file
from bml_core.document import DEFAULT_LIMITS
from bml_core.language import Page
from tests.bml_core.outline import findings, outline

CLUB = ["table", "  1C : strong"]


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder of notes beside a folder that is nobody's business."""
    (tmp_path / "notes" / "sub").mkdir(parents=True)
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "club.bml").write_text("1C  strong")
    (tmp_path / "notes" / "club.bml").write_text("1C  strong")
    return tmp_path / "notes"


def read(notes: Path, text: str, *roots: Path, limits: Limits = DEFAULT_LIMITS) -> Document:
    (notes / "page.bml").write_text(text)
    return parse_file(notes / "page.bml", include_roots=roots, limits=limits)


def codes(document: Document) -> list[str]:
    return [found.code for found in document.diagnostics]


class TestAllowedFolders:
    def test_the_folder_of_the_page_and_below(self, notes: Path) -> None:
        (notes / "sub" / "deep.bml").write_text("#INCLUDE ../club.bml")
        assert outline(read(notes, "#INCLUDE sub/deep.bml")) == CLUB

    @pytest.mark.parametrize(
        "name", ["../secret/club.bml", "sub/../../secret/club.bml", "{}/secret/club.bml"]
    )
    def test_not_beside_it(self, notes: Path, name: str) -> None:
        document = read(notes, f"1D  natural\n\n#INCLUDE {name.format(notes.parent)}\n\n1H  natural")
        assert codes(document) == ["BML104"]
        assert len(document.tables) == 2

    def test_whether_a_file_outside_exists_cannot_be_found_out(self, notes: Path) -> None:
        there = read(notes, "#INCLUDE ../secret/club.bml")
        missing = read(notes, "#INCLUDE ../secret/none.bml")
        wrong_case = read(notes, "#INCLUDE ../secret/CLUB.bml")
        assert codes(there) == codes(missing) == codes(wrong_case) == ["BML104"]

    def test_further_folders_can_be_allowed(self, notes: Path) -> None:
        assert outline(read(notes, "#INCLUDE ../secret/club.bml", notes, notes.parent / "secret")) == CLUB

    def test_given_folders_are_the_only_ones(self, notes: Path) -> None:
        assert codes(read(notes, "#INCLUDE club.bml", notes / "sub")) == ["BML104"]

    def test_a_folder_whose_name_only_begins_the_same_is_another_one(self, notes: Path) -> None:
        (notes.parent / "notes2").mkdir()
        (notes.parent / "notes2" / "club.bml").write_text("1C  strong")
        assert codes(read(notes, "#INCLUDE ../notes2/club.bml", notes)) == ["BML104"]

    def test_a_link_that_leads_out_is_outside(self, notes: Path) -> None:
        (notes / "link.bml").symlink_to(notes.parent / "secret" / "club.bml")
        (notes / "folder").symlink_to(notes.parent / "secret")
        assert codes(read(notes, "#INCLUDE link.bml\n#INCLUDE folder/club.bml")) == ["BML104", "BML104"]

    def test_a_link_inside_is_inside(self, notes: Path) -> None:
        (notes / "link.bml").symlink_to(notes / "club.bml")
        assert outline(read(notes, "#INCLUDE link.bml")) == CLUB

    def test_an_absolute_name_inside_is_inside(self, notes: Path) -> None:
        assert outline(read(notes, f"#INCLUDE {notes}/club.bml")) == CLUB


class TestWhatCannotBeRead:
    def test_a_folder(self, notes: Path) -> None:
        document = read(notes, "#INCLUDE sub\n#INCLUDE .\n\n1D  natural")
        assert codes(document) == ["BML102", "BML102"]
        assert len(document.tables) == 1

    def test_a_pipe_is_not_a_file_and_nobody_waits_for_it(self, notes: Path) -> None:
        os.mkfifo(notes / "pipe.bml")
        assert codes(read(notes, "#INCLUDE pipe.bml")) == ["BML102"]

    def test_a_device(self, notes: Path) -> None:
        (notes / "zero.bml").symlink_to("/dev/zero")
        assert codes(read(notes, "#INCLUDE zero.bml", notes, Path("/dev"))) == ["BML102"]

    def test_a_link_to_itself(self, notes: Path) -> None:
        (notes / "loop.bml").symlink_to(notes / "loop.bml")
        assert codes(read(notes, "#INCLUDE loop.bml")) == ["BML102"]

    def test_something_that_is_not_text(self, notes: Path) -> None:
        (notes / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
        document = read(notes, "#INCLUDE image.png\n\n1C  strong")
        assert codes(document) == ["BML102"]
        assert outline(document) == CLUB

    @pytest.mark.parametrize(
        "name", ["x" * 300, "x" * 100_000, "a\x00b", "sub/" * 3_000 + "a", "\udcff", "~", "$HOME"]
    )
    def test_names_no_file_can_have(self, notes: Path, name: str) -> None:
        document = Page(str(notes / "page.bml")).parse(f"#INCLUDE {name}\n\n1C  strong")
        assert "BML102" in codes(document)
        assert outline(document) == CLUB

    def test_a_name_too_long_in_a_folder_in_other_case(self, notes: Path) -> None:
        assert codes(read(notes, f"#INCLUDE SUB/{'x' * 300}")) == ["BML102"]

    def test_the_page_itself_may_be_missing_or_a_folder(self, notes: Path) -> None:
        assert findings(parse_file(notes / "none.bml"), page=str(notes / "none.bml")) == ["1:1 error BML101"]
        assert findings(parse_file(notes), page=str(notes)) == ["1:1 error BML101"]


class TestCircles:
    def test_a_circle_of_three(self, notes: Path) -> None:
        for name, following in ("ab", "bc", "ca"):
            (notes / f"{name}.bml").write_text(f"1C  {name}\n\n#INCLUDE {following}.bml")
        document = read(notes, "#INCLUDE a.bml\n\n1D  natural")
        assert findings(document) == [f"{notes}/c.bml:3:1 error BML103"]
        assert len(document.tables) == 4

    def test_a_circle_through_a_link(self, notes: Path) -> None:
        (notes / "same.bml").symlink_to(notes / "page.bml")
        assert codes(read(notes, "1C  strong\n\n#INCLUDE same.bml")) == ["BML103"]

    def test_a_chain_that_is_too_deep(self, notes: Path) -> None:
        for number in range(30):
            (notes / f"{number}.bml").write_text(f"1C  {number}\n\n#INCLUDE {number + 1}.bml\n\n1D  {number}")
        document = read(notes, "#INCLUDE 0.bml", limits=Limits(include_depth=5))
        assert codes(document) == ["BML103"]
        assert len(document.tables) == 10

    def test_a_chain_as_deep_as_allowed(self, notes: Path) -> None:
        for number in range(4):
            (notes / f"{number}.bml").write_text(f"#INCLUDE {number + 1}.bml")
        (notes / "4.bml").write_text("1C  strong")
        assert outline(read(notes, "#INCLUDE 0.bml", limits=Limits(include_depth=5))) == CLUB

    def test_files_that_double_twenty_times(self, notes: Path) -> None:
        """Twenty files of two lines stand for a million files: they must not be read one by one."""
        for number in range(20):
            (notes / f"{number}").write_text(f"#INCLUDE {number + 1}\n" * 2)
        (notes / "20").write_text("")
        document = read(notes, "#INCLUDE 0\n\n1C  strong", limits=Limits(include_depth=30))
        assert set(codes(document)) & {"BML103", "BML105"}
        assert outline(document) == CLUB
        assert len(document.diagnostics) < 10_000

    def test_more_text_than_a_page_may_include(self, notes: Path) -> None:
        (notes / "big.bml").write_text("A line of text.\n" * 1_000)
        document = read(
            notes, "#INCLUDE big.bml\n" * 3 + "\n1C  strong", limits=Limits(include_characters=40_000)
        )
        assert set(codes(document)) == {"BML105"}
        assert outline(document)[-2:] == CLUB


class TestDependencies:
    def test_every_file_that_was_read_the_page_first(self, notes: Path) -> None:
        (notes / "sub" / "deep.bml").write_text("#INCLUDE ../club.bml\n#INCLUDE none.bml")
        document = read(notes, "#INCLUDE sub/deep.bml\n#INCLUDE club.bml")
        assert [os.path.normpath(path) for path in document.dependencies][:3] == [
            str(notes / "page.bml"),
            str(notes / "sub" / "deep.bml"),
            str(notes / "club.bml"),
        ]

    def test_each_text_of_a_page_has_its_own(self, notes: Path) -> None:
        page = Page(str(notes / "page.md"))
        assert page.parse("#INCLUDE club.bml").dependencies == (str(notes / "club.bml"),)
        assert page.parse("1C  strong").dependencies == ()

    def test_what_is_missing_is_named_where_it_was_looked_for_first(self, notes: Path) -> None:
        (notes / "sub" / "deep.bml").write_text('#INCLUDE "none.bml"\n')
        document = read(notes, "#INCLUDE sub/deep.bml\n#INCLUDE folder\\gone.bml\n#INCLUDE ../secret/x.bml")
        assert document.missing == (str(notes / "sub" / "none.bml"), str(notes / "folder" / "gone.bml"))

    def test_each_text_of_a_page_has_its_own_missing_files(self, notes: Path) -> None:
        page = Page(str(notes / "page.md"))
        assert page.parse("#INCLUDE none.bml").missing == (str(notes / "none.bml"),)
        assert page.parse("1C  strong").missing == ()

    def test_a_text_from_elsewhere_includes_from_there_or_from_the_page(self, notes: Path) -> None:
        (notes / "sub" / "near.bml").write_text("1D  near")
        page = Page(str(notes / "page.md"))
        document = page.parse("#INCLUDE near.bml\n#INCLUDE club.bml", file=str(notes / "sub" / "text.bml"))
        assert outline(document) == ["table", "  1D : near", *CLUB]

    def test_ways_back_up_are_left_out_of_paths(self, notes: Path) -> None:
        (notes / "sub" / "a.bml").write_text(
            "#INCLUDE ../club.bml\n#INCLUDE ../none.bml\n#INCLUDE ../sub/b.bml"
        )
        (notes / "sub" / "b.bml").write_text("8C")
        document = read(notes, "#INCLUDE sub/../sub/a.bml")
        names = ("page.bml", "sub/a.bml", "club.bml", "sub/b.bml")
        assert document.dependencies == tuple(str(notes / name) for name in names)
        assert document.missing == (str(notes / "none.bml"),)
        places = {found.code: found.location.file for found in document.diagnostics}
        assert places == {"BML102": str(notes / "sub/a.bml"), "BML202": str(notes / "sub/b.bml")}

    def test_after_a_link_a_way_back_up_stays(self, notes: Path) -> None:
        (notes / "other" / "deep").mkdir(parents=True)
        (notes / "other" / "club.bml").write_text("1C  another")
        (notes / "link").symlink_to("other/deep")
        document = read(notes, "#INCLUDE link/../club.bml")
        assert outline(document) == ["table", "  1C : another"]
        assert document.dependencies[1] == str(notes / "link/../club.bml")


class TestEncodings:
    TEXT = "1C  Ünbalanced – 16+ !h"

    def parse(self, notes: Path, data: bytes) -> Document:
        (notes / "page.bml").write_bytes(data)
        document = parse_file(notes / "page.bml")
        assert outline(document) == ["table", "  1C : Ünbalanced – 16+ {H}"]
        assert Page(str(notes / "page.bml")).parse_bytes(data).blocks == document.blocks
        return document

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
    def test_unicode(self, notes: Path, encoding: str) -> None:
        mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
        assert not self.parse(notes, (mark + self.TEXT).encode(encoding)).diagnostics

    def test_windows_latin_is_read_with_a_warning_at_the_first_odd_byte(self, notes: Path) -> None:
        document = self.parse(notes, f"// comment\n{self.TEXT}".encode("cp1252"))
        assert findings(document, page=str(notes / "page.bml")) == ["2:5 warning BML121"]

    def test_a_byte_order_mark_before_windows_latin(self, notes: Path) -> None:
        document = self.parse(notes, b"\xef\xbb\xbf" + self.TEXT.encode("cp1252"))
        assert findings(document, page=str(notes / "page.bml")) == ["1:5 warning BML121"]

    def test_an_included_file_may_have_another_encoding(self, notes: Path) -> None:
        (notes / "latin.bml").write_bytes("1D  über".encode("latin-1"))
        document = read(notes, "1C  über\n\n#INCLUDE latin.bml")
        assert outline(document) == ["table", "  1C : über", "table", "  1D : über"]
        assert findings(document) == [f"{notes}/latin.bml:1:5 warning BML121"]

    def test_a_byte_order_mark_in_an_included_file(self, notes: Path) -> None:
        (notes / "marked.bml").write_bytes("\ufeff1C  strong".encode())
        assert outline(read(notes, "#INCLUDE marked.bml")) == CLUB

    def test_characters_that_cannot_be_shown_are_replaced_with_one_warning(self, notes: Path) -> None:
        document = Page(str(notes / "page.bml")).parse_bytes(b"1C  str\x00ng\n  1D  \x07bell\x1b[0m")
        assert outline(document) == ["table", "  1C : str\ufffdng", "    1D : \ufffdbell\ufffd[0m"]
        assert findings(document, page=str(notes / "page.bml")) == ["1:8 warning BML121"]

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_line_ends(self, notes: Path, end: str) -> None:
        (notes / "page.bml").write_bytes(
            f"1C  one of:{end}    more{end}  1zoo{end}{end}Text{end}of it".encode()
        )
        document = parse_file(notes / "page.bml")
        assert outline(document) == [
            "table",
            "  1C : one of:",
            "    | more",
            "    1zoo [?]",
            "paragraph: Text⏎of it",
        ]
        assert findings(document, page=str(notes / "page.bml")) == ["3:3 error BML201"]
