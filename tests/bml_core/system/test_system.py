"""What holds for the agreements of every text; limits; systems of several documents."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core import Agreement, Dialect, Limits, Location, System, expand, parse
from bml_core.bridge import BIDS, NEITHER, PASS, Auction, SideVulnerability
from bml_core.document import DEFAULT_LIMITS
from bml_core.language import Page
from tests.bml_core.outline import agreements
from tests.bml_core.texts import any_texts, split, tables

SMALL = Limits(row_expansions=100, agreements=1_000)


def system_of(text: str, *, limits: Limits = DEFAULT_LIMITS, dialect: Dialect = Dialect.V2_0) -> System:
    return expand([parse(text, dialect=dialect)], limits=limits)


class TestEverySystem:
    @given(any_texts, st.sampled_from(Dialect))
    def test_all_auctions_are_legal(self, text: str, dialect: Dialect) -> None:
        for agreement in system_of(text, dialect=dialect, limits=SMALL).agreements:
            auction = Auction()
            for call in agreement.auction.calls:
                assert auction.illegality(call) is None, agreement.auction.code
                auction = auction.then(call)

    @given(any_texts)
    def test_no_auction_occurs_twice(self, text: str) -> None:
        found = Counter(a.auction for a in system_of(text, limits=SMALL).agreements)
        assert set(found.values()) <= {1}

    @given(any_texts)
    def test_what_leads_to_an_agreement_is_one_but_for_understood_passes(self, text: str) -> None:
        known = {agreement.auction for agreement in system_of(text, limits=SMALL).agreements}
        for auction in known:
            before = auction.before
            if before not in known and before.calls:
                assert before.call is PASS
                assert not before.before.calls or before.before in known

    @given(tables())
    def test_sides_alternate(self, text: str) -> None:
        for agreement in system_of(text, limits=SMALL).agreements:
            assert agreement.call == agreement.auction.calls[-1]
            assert agreement.is_ours is ((len(agreement.auction) % 2 == 1) is agreement.auction.we_deal)


class TestLayoutDoesNotMatter:
    """The same table written otherwise agrees on the same."""

    @given(tables(), st.sampled_from(["\r\n", "\r"]))
    def test_line_ends(self, text: str, end: str) -> None:
        assert agreements(system_of(text.replace("\n", end))) == agreements(system_of(text))

    @given(tables(), st.data())
    def test_comments(self, text: str, data: st.DataObject) -> None:
        lines = split(text)
        for _ in range(3):
            lines.insert(data.draw(st.integers(0, len(lines))), "// 7N  comment")
        assert agreements(system_of("\n".join(lines))) == agreements(system_of(text))

    @given(tables())
    def test_blank_lines_around_and_blanks_after(self, text: str) -> None:
        spaced = "\n \n" + "\n".join(line + "  " for line in split(text)) + "\n\n\n"
        assert agreements(system_of(spaced)) == agreements(system_of(text))

    @given(tables(), st.integers(1, 12))
    def test_the_whole_table_indented(self, text: str, width: int) -> None:
        indented = "\n".join(" " * width + line if line else line for line in split(text))
        assert agreements(system_of(indented)) == agreements(system_of(text))

    @given(tables(), st.sampled_from([1, 3, 4, 5, 8]))
    def test_the_width_of_a_step(self, text: str, width: int) -> None:
        # Descriptions far to the right, so that no row is at the column of one.
        plain = [(len(line) - len(line.lstrip()), line.split(maxsplit=1)) for line in split(text) if line]
        apart = ["".join((" " * indent, parts[0], " " * 60, *parts[1:])) for indent, parts in plain]
        wider = [
            "".join((" " * (indent // 2 * width), parts[0], " " * 60, *parts[1:])) for indent, parts in plain
        ]
        assert agreements(system_of("\n".join(wider))) == agreements(system_of("\n".join(apart)))

    @given(tables())
    def test_a_table_that_was_cut_and_pasted(self, text: str) -> None:
        pasted = f"#CUT all\n{text}#ENDCUT\n\n#PASTE all\n"
        assert agreements(system_of(pasted)) == agreements(system_of(text))


class TestSeveralDocuments:
    def test_the_first_one_stands_and_order_is_kept(self) -> None:
        system = expand([parse("1N  12--14"), parse("1C  strong\n\n1N  15--17")])
        assert agreements(system) == ["1N  12--14", "1C  strong"]

    def test_title_summary_and_author_are_the_first_that_are_there(self) -> None:
        first = parse("#+AUTHOR: A")
        second = parse("#+TITLE: T\n#+AUTHOR: B\n#+DESCRIPTION: D")
        system = expand([first, second])
        assert (system.title, system.metadata.summary, system.metadata.author) == ("T", "D", "A")

    def test_nothing_said(self) -> None:
        assert expand([]) == System(())

    def test_an_agreement_knows_where_it_was_written(self) -> None:
        page = Page("notes.md")
        system = expand([page.parse("1C  strong", line=10), page.parse("1C---\n\n1C---\n1D x", line=20)])
        assert [str(a.location) for a in system.agreements] == ["notes.md:10:1", "notes.md:23:1"]

    def test_the_place_is_that_of_the_text_that_fills(self) -> None:
        system = system_of("1C---\n1D  negative\n\n1C  strong")
        assert [a.location.line for a in system.agreements] == [4, 2]


class TestLimits:
    def test_auctions_of_one_row(self) -> None:
        system = system_of("1C  x\n  any  a\n    any  b\n      any  c\n1D  kept")
        assert {found.code for found in system.diagnostics} == {"BML206"}
        assert agreements(system)[-1] == "1D  kept"
        assert len(system.agreements) < 3 * Limits().row_expansions

    def test_agreements_of_a_system(self) -> None:
        limits = Limits(agreements=5)
        system = expand([parse("1X  a\n  2X  b\n1N  c")], limits=limits)
        assert len(system.agreements) == 5
        assert [found.code for found in system.diagnostics] == ["BML105"]

    @pytest.mark.parametrize(
        "limits", [Limits(row_expansions=1), Limits(row_expansions=0), Limits(agreements=0)]
    )
    def test_tiny_limits_cause_no_crash(self, limits: Limits) -> None:
        assert system_of("1X  a\n  any  b", limits=limits).diagnostics

    def test_a_diagnostic_for_each_row_not_for_each_auction(self) -> None:
        system = system_of("1X  a\n  2X  b\n    jump  c\n    3oM  d\n    2X  e")
        assert Counter(found.location.line for found in system.diagnostics) == {3: 1, 4: 1, 5: 1}


def test_a_second_condition_in_braces_is_reported() -> None:
    system = expand([parse("2C  Both {4+!h}\n2C  Both {4+!s}\n2C  Both\n2C  Both {4+!h}\n")])
    assert [(found.code, found.location.line, found.message) for found in system.diagnostics] == [
        ("BML225", 2, "2C is already described in line 1, so this condition is not used.")
    ]


def test_the_short_form_of_an_agreement_says_who_calls() -> None:
    notes = "(1H)\n  D  Takeout\n1H  5+!h\n  (D)\n    1S  Natural\n  2N  Jacoby\n"
    assert list(map(repr, expand([parse(notes)]))) == [
        "<Agreement (1H): >",
        "<Agreement (1H)-D: Takeout>",
        "<Agreement 1H: 5+!h>",
        "<Agreement 1H-(D): >",
        "<Agreement 1H-(D)-1S: Natural>",
        "<Agreement 1H-2NT: Jacoby>",
    ]


class TestLookup:
    system = system_of(
        "1D  Natural\n1N  15--17\n  2C  Stayman\n  P  Weak\nP  0--11\n\n#SEAT 34\n\n1N  14--17\n\n#SEAT 0\n\n"
        "P-(P)-\n1N  16--18\n  2C  Drury\n"
    )

    @pytest.mark.parametrize(
        ("auction", "text"),
        [
            ("1N", "15--17"),
            ("1N@3rd/4th", "14--17"),
            ("1N@4th", "14--17"),
            # As the passes are written, not as the position of #SEAT has it.
            ("P-P-1N", "16--18"),
            ("P-P-1N-2C", "Drury"),
            ("1N-2C", "Stayman"),
            # A pass behind a pass that goes unwritten is ours.
            ("1N-P", "Weak"),
            ("1N-(P)-P", "Weak"),
            ("P", "0--11"),
            ("1D", "Natural"),
        ],
    )
    def test_an_auction_finds_its_agreement(self, auction: str, text: str) -> None:
        assert self.system[auction].text == text
        assert self.system[Auction.parse(auction)].text == text

    def test_an_agreement_and_its_auction_are_keys(self) -> None:
        assert all(self.system[agreement] is agreement for agreement in self.system)
        assert all(self.system[agreement.auction] is agreement for agreement in self.system)

    def test_agreements_for_the_position_and_vulnerability_come_first(self) -> None:
        system = system_of("1N  any\n\n#SEAT 34\n1N  late\n\n#VUL Y0\n1N  late and vulnerable")
        vulnerable = SideVulnerability(we=True, they=False)
        said = [
            system.after(Auction((PASS,) * passes, passes % 2 == 0), sides)[BIDS[4]].text
            for passes in (0, 2, 3)
            for sides in (NEITHER, vulnerable)
        ]
        assert said == ["any", "any", "late", "late and vulnerable", "late", "late and vulnerable"]

    def test_rows_with_the_passes_come_before_rows_without_them(self) -> None:
        system = system_of("1N  short\n2C  only here\n\nP-(P)-\n1N  long\n2D  only there")
        rows = system.after(Auction.of(PASS, PASS)).values()
        assert [row.text for row in rows if row.text] == ["long", "only there", "only here"]

    def test_earlier_bids_are_those_of_the_scope_or_of_any(self) -> None:
        auctions = map(Auction.parse, ("1C", "1C@vul", "1C-1H", "1C-(1D)-1S@vul", "1C-1H-2C@vul"))
        system = System(tuple(Agreement(auction, (), False, Location("a.bss", 1)) for auction in auctions))
        assert list(map(str, system.earlier(system.agreements[-1]))) == ["1C@vul", "1C-1H"]
        assert list(map(str, system.earlier(system.agreements[2]))) == ["1C"]


def test_past_the_budget_every_row_is_still_tried_in_the_first_auctions() -> None:
    limits = Limits(calls_tried=1, calls_tried_per_row=0)
    system = system_of("1CDHS  a\n  2C  b\n1N  c\n  2C  d", limits=limits)
    assert [found.code for found in system.diagnostics] == ["BML206"]
    assert agreements(system) == [
        "1C  a", "1C P 2C  b", "1D  a", "1D P 2C  b", "1H  a", "1S  a", "1N  c", "1N P 2C  d"
    ]  # fmt: skip
