"""Huge and hostile texts: work stays in proportion to what was written, and the rest is kept."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from bml_core import Dialect, Document, Limits, expand, load, parse
from bml_core.diagnostics import by_cause
from bml_core.document import BiddingTable, walk_rows
from bml_core.files import LONGEST_LINE
from bml_core.formats import bss, lin, pbn
from bml_core.language import Page
from tests.bml_core.outline import agreements, findings, outline


class TestHuge:
    def test_a_megabyte_of_text(self) -> None:
        line = "All the words of a long line of notes, with 15--17 and 5+!h in it, " * 30
        document = Page().parse(f"{line}\n\n" * (1_000_000 // len(line)) + "1C  strong")
        assert outline(document)[-1] == "  1C : strong"
        assert not document.diagnostics

    @pytest.mark.parametrize("unit", ["x", "1C,", "(", "5+!h,"])
    def test_ten_megabytes_on_one_line(self, unit: str) -> None:
        document = parse("1C  strong\n1D  " + unit * (10_000_000 // len(unit)) + "\n1H  natural")
        assert [len(a.text) for a in expand([document]).agreements] == [6, LONGEST_LINE - 4, 7]
        assert findings(document, page="<text>")[0] == "2:100001 error BML105"

    def test_ten_megabytes_on_one_line_of_a_file(self, tmp_path: Path) -> None:
        page = tmp_path / "page.md"
        page.write_text(
            "```bml\n1C  strong\n```\n\n" + "x" * 10_000_000 + "\r\n\r\n```bml\n1D  natural\n```\n"
        )
        notes = load(page)
        assert [a.text for a in notes.agreements] == ["strong", "natural"]
        assert [str(found.location)[-8:] for found in notes.diagnostics] == ["5:100001"]

    @pytest.mark.parametrize("reader", [bss, pbn, lin])
    def test_a_megabyte_on_one_line_of_another_format(self, reader: ModuleType) -> None:
        begin = {bss: "*00{x}=NYYYYYY\n001C=NYYYYYY008", pbn: '[Event "x"]\n{', lin: "md|1SA|mb|"}[reader]
        unit = "1C|mb|" if reader is lin else "x"
        found = reader.loads(begin + unit * (1_000_000 // len(unit)) + "}\n").diagnostics
        assert "BML105" in {diagnostic.code for diagnostic in found}

    def test_a_megabyte_of_nul(self) -> None:
        document = Page("page.bml").parse_bytes(b"\x00" * 1_000_000 + b"\n\n1C  strong")
        assert findings(document) == ["1:100001 error BML105", "1:1 warning BML121"]
        assert outline(document)[-1] == "  1C : strong"

    def test_a_hundred_thousand_commands_in_one_block(self) -> None:
        document = parse("#VUL Y0\n#VUL N0\n" * 50_000 + "1C  strong")
        assert agreements(expand([document])) == ["vul N0: 1C  strong"]

    def test_twenty_thousand_headings_in_one_block(self) -> None:
        assert len(parse("* heading\n" * 20_000).blocks) == 20_000


class TestNesting:
    def test_a_thousand_levels(self) -> None:
        text = "\n".join(f"{' ' * level}1C  level {level}" for level in range(1_000))
        document = parse(f"{text}\n\n1D  natural")
        assert findings(document, page="<text>") == ["66:66 error BML205"]
        first, second = document.tables
        depths = Counter(depth for depth, _ in walk_rows(first.rows))
        assert max(depths) == 64
        assert sum(depths.values()) == 1_000
        assert second.rows[0].call.text == "1D"

    def test_rows_after_the_deep_ones_are_where_they_belong(self) -> None:
        deep = "1C\n 1D\n  1H\n   1S\n    1N\n 2C\n  2D\n2H"
        document = parse(deep, limits=Limits(nesting=3))
        depths = [(depth, row.call.text) for depth, row in walk_rows(document.tables[0].rows)]
        assert depths == [*enumerate(("1C", "1D", "1H", "1S")), *((3, "1N"), (1, "2C"), (2, "2D"), (0, "2H"))]
        assert [found.code for found in document.diagnostics] == ["BML205"]

    @pytest.mark.parametrize("nesting", [0, 1, 2])
    def test_hardly_any_nesting_allowed(self, nesting: int) -> None:
        document = parse("1C  a\n  1D  b\n    1H  c\n1S  d", limits=Limits(nesting=nesting))
        assert sum(1 for _ in walk_rows(document.tables[0].rows)) == 4

    def test_a_long_history(self) -> None:
        document = parse("1C" + "-P" * 400 + ";\n1D  x")
        assert len(expand([document]).agreements) <= 4

    def test_the_longest_auction_there_is(self) -> None:
        bids = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
        calls = [c for bid in bids for c in (bid, "P", "P", "D", "P", "P", "R", "P", "P")]
        sides = ["{}", "({})"]
        written = [sides[number % 2].format(call) for number, call in enumerate(calls)]
        system = expand([parse(f"{'-'.join(written)}-\n(P)  over")])
        assert max(len(a.auction) for a in system.agreements) == len(calls) + 1
        assert not system.diagnostics


class TestLimitsOfATable:
    def test_rows(self) -> None:
        document = parse("1C  a\n  1D  b\n  1H  c\n  1S  d\n\n1N  e", limits=Limits(table_rows=2))
        assert outline(document) == ["table", "  1C : a", "    1D : b", "table", "  1N : e"]
        assert findings(document, page="<text>") == ["3:3 error BML205"]

    def test_any_in_any_in_any_in_any(self) -> None:
        document = parse("1C  x\n  any\n    any\n      any\n        any\n\n1D  kept")
        system = expand([document])
        assert agreements(system)[-1] == "1D  kept"
        assert {found.code for found in system.diagnostics} == {"BML206"}
        assert len(system.agreements) < 4 * Limits().row_expansions

    def test_variables_in_variables(self) -> None:
        text = "".join(f"{'  ' * level}{level + 1}CDHSN  x\n" for level in range(7))
        system = expand([parse(text)])
        counts = Counter(a.location.line for a in system.agreements)
        assert counts == {1: 5, 2: 25, 3: 125, 4: 625, 5: 1000, 6: 1000, 7: 1000}
        (found,) = by_cause(system.diagnostics)
        assert (found.code, found.sentence.partition(". ")[2]) == (
            "BML206",
            "The same goes for lines 6 and 5.",
        )


class TestPastes:
    @staticmethod
    def bomb(width: int, depth: int, leaf: str) -> str:
        clips = [f"#CUT c{n}\n" + f"#PASTE c{n + 1} x=xx\n" * width + "#ENDCUT\n" for n in range(depth)]
        return "".join(clips) + f"#CUT c{depth}\n{leaf}#ENDCUT\n\n"

    @pytest.mark.parametrize(
        "leaf", ["1C  x\n", "", "\n", "#PASTE none\n", "#PASTE\n", "1C " + "x" * 1_000 + "\n"]
    )
    @pytest.mark.parametrize(("width", "depth"), [(10, 9), (2, 19), (1_000, 3)])
    def test_bombs_stop_at_the_limit_and_the_rest_goes_on(self, width: int, depth: int, leaf: str) -> None:
        document = parse(self.bomb(width, depth, leaf) + "1D  before\n#PASTE c0\n\n1H  after")
        assert "BML116" in {found.code for found in document.diagnostics}
        assert {"1D", "1H"} <= {row.call.text for table in document.tables for row in table.rows}
        assert len(document.diagnostics) <= Limits().pasted_lines
        assert _lines(document) <= Limits().pasted_lines + 2

    def test_a_replacement_that_grows_with_every_paste(self) -> None:
        clips = "".join(f"#CUT c{n}\n#PASTE c{n + 1} x=xxxxxxxxxx\n#ENDCUT\n" for n in range(15))
        document = parse(clips + "#CUT c15\n1C x\n#ENDCUT\n\n#PASTE c0\n\n1H  after")
        assert document.tables[-1].rows[0].call.text == "1H"
        characters = sum(len(line.text) for t in document.tables for r in t.rows for line in r.description)
        assert characters <= Limits().pasted_characters

    def test_a_thousand_bombs(self) -> None:
        document = parse(self.bomb(10, 9, "1C  x\n") + "#PASTE c0\n\n" * 1_000 + "1H  after")
        assert Counter(found.code for found in document.diagnostics) == {"BML116": 1_000}

    def test_pastes_within_the_limit_still_work_after_a_bomb(self) -> None:
        text = self.bomb(10, 9, "1C  x\n") + "#PASTE c0\n\n#CUT small\n2C  y\n#ENDCUT\n\n#PASTE small\n"
        document = parse(text)
        assert [found.code for found in document.diagnostics] == ["BML116"]
        assert agreements(expand([document])) == ["2C  y"]

    def test_the_limit_is_one_of_the_page(self) -> None:
        page = Page(limits=Limits(pasted_lines=250))
        page.parse("#CUT a\n" + "1C  x\n" * 100 + "#ENDCUT")
        found = [page.parse("#PASTE a").has_errors for _ in range(4)]
        assert found == [False, False, True, True]

    def test_as_deep_as_allowed_and_deeper(self) -> None:
        chain = (
            "".join(f"#CUT c{n}\n#PASTE c{n + 1}\n#ENDCUT\n" for n in range(10))
            + "#CUT c10\n1C  x\n#ENDCUT\n\n"
        )
        assert parse(f"{chain}#PASTE c0", limits=Limits(paste_depth=11)).tables
        document = parse(f"{chain}#PASTE c0\n\n1D  y", limits=Limits(paste_depth=10))
        assert [found.code for found in document.diagnostics] == ["BML116"]
        assert agreements(expand([document])) == ["1D  y"]


class TestDiagnostics:
    """Of each code a file keeps the first thousand, and says where the others begin and how many they are."""

    def test_of_a_text(self) -> None:
        found = parse("1C  x\n" + "  8C\n" * 1_500 + "#NOSUCH").diagnostics
        assert [diagnostic.code for diagnostic in found[-3:]] == ["BML202", "BML111", "BML202"]
        rest = "<text>:1002:3: error BML202: From here on 500 more of BML202 are not listed."
        assert (len(found), str(found[-1])) == (1_002, rest)

    def test_of_a_system(self) -> None:
        tables = "".join(f"2C-1C-{number}C;\n\n" for number in range(1_201))
        found = expand([parse(tables.replace("0C", "1C"))]).diagnostics
        assert str(found[-1]).endswith("From here on 201 more of BML212 are not listed.")

    def test_of_other_formats(self) -> None:
        texts = {
            bss: "*00{x}=NYYYYYY\n" + "?\n" * 1_100,
            pbn: '[Dealer "Q"]\n\n' * 1_100,
            lin: "md|9|\n" * 1_100,
        }
        lasts = [form.loads(text).diagnostics[-1].message for form, text in texts.items()]
        assert {last[:22] for last in lasts} == {"From here on 100 more "}


def _lines(document: Document) -> int:
    tables = [block for block in document.blocks if isinstance(block, BiddingTable)]
    return sum(1 + len(row.description[1:]) for table in tables for _, row in walk_rows(table.rows))


@pytest.mark.parametrize("dialect", Dialect)
def test_every_dialect_has_the_same_limits(dialect: Dialect) -> None:
    text = "\n".join(f"{' ' * level}1X  level" for level in range(100))
    assert "BML205" in {found.code for found in parse(text, dialect=dialect).diagnostics}
