"""BML written and read again: the same records, the same order, and a text that people like to read."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bml_core import Dialect, Location, System, expand, parse
from bml_core.bridge import BIDS, Auction
from bml_core.diagnostics import Result
from bml_core.document import Limits
from bml_core.formats import bml, bss
from bml_core.system import Agreement, Metadata
from tests.bml_core.formats.bss.disclosures import mirrored, systems
from tests.bml_core.texts import any_texts, tables
from tests.peers.systems import pages

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


def rewritten(text: str) -> str:
    """A BML text by way of Full Disclosure."""
    return bml.dumps(bss.loads(bss.dumps(expand([parse(text)])))).value


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


class TestForPeople:
    @pytest.mark.parametrize(
        "text",
        [
            "1M  5+ cards\n  2M   Raise of M\n  3oM  Short in oM\n",
            "1m  3+ cards\n  1M  4+#\n",
            "3X  7+#, weak\n",
            "2red  Transfer\n",
            "1C  16+ hcp\n  1M  5+#\n    2N  Relay\n",
            "1N  15--17\n  (2m)\n    D   Takeout\n    2M  To play\n",
            "1M-2N;\n3C  Minimum\n3N  Maximum\n  4oM  Void\n",
            "(1N)---\nD   15+\n2m  This suit and a higher one\n",
        ],
    )
    def test_notes_that_come_back_as_they_were_written(self, text: str) -> None:
        assert rewritten(text) == text

    def test_a_variable_that_would_be_mistaken_is_not_a_variable(self) -> None:
        assert rewritten("2HS  5=5 with M\n") == "2HS  5=5 with M\n"
        assert rewritten("2CD  weak\n  2N  Asks about m\n") == "2CD  weak\n  2N  Asks about m\n"

    def test_suits_in_another_order_stay_in_it(self) -> None:
        assert rewritten("2SH  weak\n") == "2SH  weak\n"

    def test_long_branches_begin_a_table(self) -> None:
        rows = "\n".join(
            f"    {bid.code}  Answer {number}\n      P  To play" for number, bid in enumerate(BIDS[8:33])
        )
        text = f"1N  15--17\n  2C  Asks\n{rows}\n  2D  Transfer\n"
        assert rewritten(text).split("\n\n")[0] == "1N  15--17"
        assert "\n\n1N-2C  Asks\n2S  Answer 0\n  P  To play\n" in rewritten(text)
        assert rewritten(text).endswith("\n\n1N---\n2D  Transfer\n")

    def test_an_auction_comes_before_what_follows_it(self) -> None:
        records = "*00{}=NYYYYYY\n001NP2CP2D=NYYYYYY008No major\n001NP2C=NYYYYYY008Asks\n"
        assert bml.dumps(bss.loads(records)).value == "1N---\n2C  Asks\n  2D  No major\n"

    def test_titles_of_the_caller_count_where_the_system_has_none(self) -> None:
        assert (
            bml.dumps(System(()), title="Ours", summary="Weak").value
            == "#+TITLE: Ours\n#+DESCRIPTION: Weak\n"
        )
        assert bml.dumps(System((), Metadata("Mine")), title="Ours").value == "#+TITLE: Mine\n"

    def test_no_variable_stands_for_a_suit_that_was_bid_by_its_letter(self) -> None:
        # Dialect 2.7 would not take the spades of 2S for oM.
        text = "1H\n  2S  a\n    3S  b\n1S\n  2S  a\n    3H  b\n"
        assert rewritten(text) == text
        assert "oM" in rewritten("1H\n  2D  a\n    3S  b\n1S\n  2D  a\n    3H  b\n")


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


@pytest.mark.parametrize(
    "text", ["1C  Strong {16+ hcp}\n", "1C  {16+ hcp}\n", "1M  Good {5+#, 11+ hcp}\n", "1C  a {b} {}\n"]
)
def test_conditions_in_braces_come_back(text: str) -> None:
    assert bml.dumps(expand([parse(text)])).value == text


def test_alerts_stay() -> None:
    system = expand([parse("1C  x\n  1D!  y\n  (1H)!  z\n")])
    assert bml.dumps(system).value == "1C  x\n  1D!    y\n  (1H)!  z\n"


def test_nothing_is_an_empty_text() -> None:
    assert bml.dumps(System(())) == Result("")


def test_a_line_that_looks_like_a_row_does_not_begin_a_line() -> None:
    text = rewritten("1C  a\n    2D  b\n")
    assert text == "1C  a\\n2D  b\n"
    assert parse(text).diagnostics == ()
