"""BML written and read again: the same records, the same order, and a text that people like to read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bml_core import Dialect, Location, System, expand, has_errors, parse
from bml_core.bridge import BIDS, Auction
from bml_core.diagnostics import Result
from bml_core.document import Limits
from bml_core.formats import bml, bss
from bml_core.system import Agreement, Metadata
from tests.bml_core.cases import read_sections
from tests.bml_core.formats.bss.disclosures import mirrored, systems
from tests.bml_core.texts import any_texts, tables
from tests.peers.systems import pages

FIXTURES = Path(__file__).parent / "fixtures"
EMPTY = re.compile(r"[^=]+=NYYYYYY(?:0(?:08)?)?")


def there_and_back(text: str, dialect: Dialect = Dialect.V2_0) -> list[str]:
    """The records of a BML text, and what is wrong with it."""
    document = parse(text, dialect=dialect)
    system = expand([document])
    # A text may look like a row, an answer or a comment, or hold a link that is not allowed.
    harmless = {"BML124", "BML214", "BML218", "BML226", "BML321"}
    findings = [*document.diagnostics, *system.diagnostics]
    assert [str(found) for found in findings if found.code not in harmless] == []
    return bss.dumps(system).splitlines()


class TestTheSameRecords:
    @given(st.one_of(any_texts, tables()))
    def test_of_any_notes_in_the_same_order(self, text: str) -> None:
        records = bss.dumps(expand([parse(text)], limits=Limits(row_expansions=50)))
        system = bss.loads(records)
        written = bml.dumps(system)
        assume(not written.diagnostics)
        assert there_and_back(written.value) == records.splitlines()

    @given(pages())
    def test_of_pages_in_both_dialects(self, text: str) -> None:
        records = bss.dumps(expand([parse(text)]))
        written = bml.dumps(bss.loads(records))
        assert written.diagnostics == ()
        assert there_and_back(written.value) == records.splitlines()
        assert there_and_back(written.value, Dialect.V2_7) == records.splitlines()

    @given(st.one_of(systems(), mirrored()))
    def test_of_any_records_and_of_the_auctions_before_them(self, system: System) -> None:
        system = bss.loads(bss.dumps(system))
        records = bss.dumps(system).splitlines()
        written = bml.dumps(system)
        assume(not written.diagnostics)
        again = there_and_back(written.value)
        assert set(records) <= set(again)
        assert all(EMPTY.fullmatch(record) for record in {*again} - {*records})
        # From now on nothing changes any more.
        assert there_and_back(bml.dumps(bss.loads("\n".join(again))).value) == again

    @given(systems())
    def test_of_any_system_except_for_texts_that_are_reported(self, system: System) -> None:
        written = bml.dumps(system)
        told = {found.location.line for found in written.diagnostics}
        kept = [agreement for agreement in system.agreements if agreement.location.line not in told]
        records = bss.dumps(System(tuple(kept))).splitlines()
        # Whether a 0 must be marked depends on the other records.
        again = [record.replace("&#48;", "0") for record in there_and_back(written.value)]
        assert {record.replace("&#48;", "0") for record in records} <= set(again)

    @given(systems(coded=True))
    def test_coded_fields_never_cost_a_record(self, system: System) -> None:
        again = [record.partition("=")[0] for record in there_and_back(bml.dumps(system).value)]
        assert {record.partition("=")[0] for record in bss.dumps(system).splitlines()} <= set(again)


@pytest.mark.parametrize(
    "sections",
    [pytest.param(sections, id=title) for _, title, sections in read_sections(FIXTURES / "written.txt")],
)
def test_notes_are_written_for_people(sections: dict[str, str]) -> None:
    if "notes" in sections:
        system = expand([parse(sections["notes"])])
    else:
        system = bss.loads(sections.get("records") or bss.dumps(expand([parse(sections["bml"])])))
    written = bml.dumps(system).value
    assert written == sections.get("written", sections.get("bml", sections.get("notes")))
    assert not has_errors(parse(written).diagnostics)


def test_titles_of_the_caller_count_where_the_system_has_none() -> None:
    assert bml.dumps(System(()), title="Ours", summary="Weak").value == "#+TITLE: Ours\n#+DESCRIPTION: Weak\n"
    assert bml.dumps(System((), Metadata("Mine")), title="Ours").value == "#+TITLE: Mine\n"


def test_a_first_row_that_looks_like_an_auction_is_marked() -> None:
    agreement = Agreement(Auction.of(BIDS[0]), ("2C 2D 2H",), False, Location("a", 1))
    assert bml.dumps(System((agreement,))).value == "#BIDTABLE\n1C  2C 2D 2H\n"


@pytest.mark.parametrize("line", ["// bml: allow BML924 x", "Strong // bml: allow BML924 x", "//bml:none"])
def test_a_text_does_not_become_a_comment_that_accepts_findings(line: str) -> None:
    agreement = Agreement(Auction.of(BIDS[0]), (line,), False, Location("a", 1))
    written = bml.dumps(System((agreement,)))
    document = parse(written.value)
    assert document.allowances == ()
    assert [diagnostic.code for diagnostic in written.diagnostics] == ["BML514"]
    assert expand([document]).agreements[0].text == line.replace("bml:", "bml :")


def test_nothing_is_an_empty_text() -> None:
    assert bml.dumps(System(())) == Result("")
