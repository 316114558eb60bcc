"""A page: texts that share one state, and where each of them is."""

from __future__ import annotations

from pathlib import Path

import pytest

from bml_core import Dialect, expand, parse, parse_file
from bml_core.diagnostics import Location
from bml_core.language import Page, parse_inline
from tests.bml_core.outline import agreements, findings, outline, spans


class TestStateOfAPage:
    def test_position_and_vulnerability_hold_from_text_to_text(self) -> None:
        page = Page()
        page.parse("#VUL Y0\n#SEAT 3")
        assert agreements(expand([page.parse("1N  10--12")])) == ["seat 3: vul Y0: 1N  10--12"]

    def test_so_does_the_clipboard(self) -> None:
        page = Page()
        page.parse("#CUT raises\n2H  raise\n#ENDCUT")
        page.parse("A paragraph.")
        document = page.parse("1H---\n#PASTE raises")
        assert outline(document) == ["table", "  after 1H", "  2H : raise"]

    def test_so_does_the_dialect(self) -> None:
        page = Page()
        page.parse("#+BML: 2.7")
        assert page.parse("1Y  any").tables[0].dialect is Dialect.V2_7
        assert not page.parse("1Y  any").diagnostics

    def test_metadata_is_reported_once(self) -> None:
        page = Page()
        assert page.parse("#+TITLE: first").title == "first"
        assert page.parse("#+TITLE: second").metadata == ()

    def test_diagnostics_are_those_of_the_text(self) -> None:
        page = Page()
        assert page.parse("1C  x\n  1zoo").diagnostics
        assert not page.parse("1D  y").diagnostics

    def test_pages_know_nothing_of_each_other(self) -> None:
        first, second = Page(), Page()
        first.parse("#VUL Y0\n#+BML: 2.7\n#CUT a\n1C x\n#ENDCUT")
        document = second.parse("1N  weak\n#PASTE a")
        assert agreements(expand([document])) == ["1N  weak"]
        assert findings(document, page="<text>") == ["2:1 error BML114"]
        assert second.dialect is Dialect.V2_0

    def test_an_error_on_a_page_changes_no_later_text(self) -> None:
        page = Page()
        page.parse("#CUT a\n1C x")
        document = page.parse("1D  natural\n\n1H  natural")
        assert agreements(expand([document])) == ["1D  natural", "1H  natural"]


class TestPlaces:
    def test_a_text_begins_where_it_is_said_to(self) -> None:
        document = Page("notes.md").parse("1C  strong\n  1zoo", line=40, column=5)
        assert [str(found.location) for found in document.diagnostics] == ["notes.md:41:7"]
        assert str(document.tables[0].location) == "notes.md:40:5"

    def test_a_text_may_come_from_another_file(self) -> None:
        document = Page("notes.md").parse("1C  strong", file="openings.bml", line=2)
        assert str(document.tables[0].location) == "openings.bml:2:1"

    def test_each_line_may_come_from_a_place_of_its_own(self) -> None:
        places = [("a.rst", 7), ("b.rst", 100), ("b.rst", 103)]
        table = Page("a.rst").parse("1C  strong\n  1D  negative\n  1H  positive", places=places).tables[0]
        assert [str(row.location) for row in table.rows[0].children] == ["b.rst:100:3", "b.rst:103:3"]

    def test_bid_and_description_of_a_row(self) -> None:
        row = parse("1C  strong\n  1D! = 0--7 !h", file="a.bml").tables[0].rows[0].children[0]
        assert str(row.location) == "a.bml:2:3"
        assert str(row.call.location) == "a.bml:2:3"
        assert str(row.description[0].location) == "a.bml:2:9"
        assert str(row.description[0].spans[-1].location) == "a.bml:2:14"

    def test_a_row_after_hide(self) -> None:
        row = parse("#HIDE 1C strong", file="a.bml").tables[0].rows[0]
        assert str(row.location) == "a.bml:1:7"
        assert str(row.description[0].location) == "a.bml:1:10"

    def test_tabs_are_one_column_wide(self) -> None:
        row = parse("1C\tstrong\n \t 1D\tnegative, 4!h", file="a.bml").tables[0].rows[0]
        assert str(row.description[0].location) == "a.bml:1:4"
        (child,) = row.children
        assert str(child.location) == "a.bml:2:4"
        assert str(child.description[0].spans[-1].location) == "a.bml:2:18"

    def test_the_calls_of_a_history(self) -> None:
        history = parse("  1N-(P)-2red;", file="a.bml").tables[0].history
        assert history is not None
        assert [call.location.column for call in history.calls] == [3, 6, 10]

    def test_spans_of_a_paragraph_over_several_lines(self) -> None:
        document = parse("  A *bold\n  word* and\n1NT.", file="a.bml")
        (paragraph,) = document.blocks
        places = [str(span.location) for span in paragraph.spans]  # type: ignore[union-attr]
        assert places == ["a.bml:1:3", "a.bml:1:5", "a.bml:2:8", "a.bml:3:1", "a.bml:3:4"]

    def test_items_cells_and_entries(self) -> None:
        document = parse("- a\n-  b !h\n\n| x | !s |\n\n1C P 1H P", file="a.bml")
        items, table, auction = document.blocks
        assert str(items.items[1].spans[1].location) == "a.bml:2:6"  # type: ignore[union-attr]
        assert str(table.rows[0].cells[1][0].location) == "a.bml:4:7"  # type: ignore[union-attr]
        assert [entry.location.column for entry in auction.rows[0]] == [1, 4, 6, 9]  # type: ignore[union-attr]

    def test_pasted_rows_stand_at_the_paste_and_know_their_origin(self) -> None:
        text = "#CUT a\n2C  stayman\n#ENDCUT\n\n1N---\n  #PASTE a"
        row = parse(text, file="a.bml").tables[0].rows[0]
        assert row.location == Location("a.bml", 6, 3, origin=Location("a.bml", 2, 1))
        assert row.description[0].location == Location("a.bml", 6, 3, origin=Location("a.bml", 2, 5))

    def test_pasted_from_a_file_of_another_text(self) -> None:
        page = Page("notes.md")
        page.parse("#CUT a\n2C  stayman\n#ENDCUT", file="clips.bml")
        (row,) = page.parse("1N---\n#PASTE a", line=50).tables[0].rows
        assert str(row.location) == "notes.md:51:1"
        assert str(row.location.origin) == "clips.bml:2:1"


class TestShortWays:
    def test_parse_is_a_page_of_one_text(self) -> None:
        assert parse("1C  strong") == Page().parse("1C  strong")

    def test_parse_file(self, tmp_path: Path) -> None:
        path = tmp_path / "notes.bml"
        path.write_text("1Y  any")
        document = parse_file(path, dialect=Dialect.V2_7)
        assert outline(document) == ["table dialect 2.7", "  1Y [Y: 1C 1D 1H 1S] : any"]
        assert document.dependencies == (str(path),)

    def test_parse_inline(self) -> None:
        content = parse_inline("5+!h, 11--15 hcp", location=Location("notes.md", 3, 10)).value
        assert spans(content) == "5+{H}, 11–15 hcp"
        assert [str(span.location) for span in content] == ["notes.md:3:10", "notes.md:3:12", "notes.md:3:14"]

    def test_nothing_at_all(self) -> None:
        assert parse("").blocks == ()
        assert parse_inline("", location=Location("a", 1)).value == ()

    @pytest.mark.parametrize("text", ["\n\n\n", "   ", "// only a comment", "\t\n \n"])
    def test_texts_without_anything(self, text: str) -> None:
        document = parse(text)
        assert (document.blocks, document.diagnostics) == ((), ())


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("1C  strong\n  1d  no\n", "1C  strong\n  1D  no\n"),
        ("1C  strong\n  (*1NT*)!  x\n", "1C  strong\n  (1N)!  x\n"),
        ("1C  strong\n  1h/2c  x\n", "1C  strong\n  1H/2C  x\n"),
        ("1N - 2C  Stayman\n", "1N-2C  Stayman\n"),
        ("1N \u2013 2C  Stayman\n", "1N-2C  Stayman\n"),
        ("1N\n   // no\n", "1N\n// no\n"),
        ("#INCLUDE sub/MORE.bml\n", "#INCLUDE sub/more.bml\n"),
        ("2D / 2H  weak\n", "2D / 2H  weak\n"),
        ("1C  strong\n  1K  no\n  1C*  alert or bold\n", "1C  strong\n  1K  no\n  1C*  alert or bold\n"),
    ],
)
def test_a_fix_is_what_to_write(
    wrong: str, right: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "more.bml").write_text("1C  x\n")
    lines = wrong.splitlines(keepends=True)
    for found in reversed(parse(wrong).diagnostics):
        for edit in reversed(found.fix or ()):
            line, begin = lines[edit.location.line - 1], edit.location.column - 1
            lines[edit.location.line - 1] = line[:begin] + edit.text + line[begin + edit.length :]
    assert "".join(lines) == right
