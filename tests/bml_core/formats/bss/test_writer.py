"""Full Disclosure: what holds for every record, and that no text breaks out of its place."""

from __future__ import annotations

import html
import re

from hypothesis import example, given
from hypothesis import strategies as st

from bml_core import Location, System, expand, parse
from bml_core.bridge import BIDS, DOUBLE, PASS, REDOUBLE, Auction, Bid, Call
from bml_core.document import Limits
from bml_core.formats import bss
from bml_core.formats.bss import escape
from bml_core.system import Agreement, Metadata
from tests.bml_core.texts import any_texts

RECORD = re.compile(r"(\*?)([0-6][0-8])((?:[1-7][CDHSN]|[PDR])+)=(N[YN]{6}(?:0(?:08)?)?)(.*)")
HEADER = re.compile(r"\*00\{([^{}]*)\}=NYYYYYY(.*)")
hostile = st.one_of(
    st.text(),
    st.text(alphabet="=&<>{}\\\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029#;+%$*?amplt610x "),
    st.sampled_from(["BBOalert", "]]>", "<script>", "\\input{x}", "\n*00{x}=", "&#61;", "&#x3d;", "\\n"]),
)


def agreement(*calls: Call, lines: tuple[str, ...] = (), ours: bool = True) -> Agreement:
    return Agreement(Auction(calls, ours), lines, False, Location("a.bml", 1))


def coded(call: Call) -> str:
    """The coded part of the value, by the kind of the last call."""
    if not isinstance(call, Bid):
        return "NYYYYYY"
    return "NYYYYYY008" if call.strain.suit else "NYYYYYY0"


class TestEveryRecord:
    @given(any_texts)
    def test_one_line_for_each_agreement_in_order(self, text: str) -> None:
        system = expand([parse(text)], limits=Limits(row_expansions=50))
        header, *records = bss.dumps(system).splitlines()
        assert HEADER.fullmatch(header)
        assert len(records) == len(system.agreements)
        for record, expected in zip(records, system.agreements, strict=True):
            found = RECORD.fullmatch(record)
            assert found is not None, record
            assert bool(found[1]) is not expected.auction.we_deal
            assert found[1] + found[3] == expected.auction.code
            value = record.partition("=")[2]
            assert value.startswith(coded(expected.call))

    @given(any_texts)
    def test_no_two_records_describe_the_same(self, text: str) -> None:
        records = bss.dumps(expand([parse(text)], limits=Limits(row_expansions=50))).splitlines()[1:]
        keys = [record.partition("=")[0] for record in records]
        assert len(keys) == len(set(keys))

    def test_the_same_bytes_every_time(self) -> None:
        system = expand([parse("1X  natural\n  any  x")])
        assert bss.dumps(system).encode() == bss.dumps(system).encode()

    def test_lines_end_with_a_newline(self) -> None:
        text = bss.dumps(expand([parse("1C  a\r\n1D  b\r\n")]))
        assert text == "*00{}=NYYYYYY\n001C=NYYYYYY008a\n001D=NYYYYYY008b\n"


class TestHostileText:
    @given(hostile, st.sampled_from((PASS, *BIDS)))
    @example("\x0b=", BIDS[0])
    def test_a_description_stays_in_its_record(self, text: str, call: Call) -> None:
        written = bss.dumps(System((agreement(call, lines=(text,)), agreement(BIDS[34]))))
        assert len(written.splitlines()) == 3
        record = written.splitlines()[1]
        assert record.count("=") == 1
        assert "<" not in record
        assert re.search(r"&(?!amp;|lt;|#61;)", record) is None

    @given(st.lists(st.text(alphabet=st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))), max_size=4))
    def test_a_description_can_be_read_back(self, lines: list[str]) -> None:
        written = bss.dumps(System((agreement(BIDS[0], lines=tuple(lines)),)))
        value = written.splitlines()[1].partition("=")[2].removeprefix("NYYYYYY008")
        kept = lines[:-1] if len(lines) > 1 and not lines[-1] else lines
        assert html.unescape(value) == r"\n".join(kept)

    @given(hostile, hostile)
    def test_title_and_summary_stay_in_the_header(self, title: str, summary: str) -> None:
        written = bss.dumps(System((), Metadata(title, summary)))
        assert len(written.splitlines()) == 1
        header = HEADER.fullmatch(written.rstrip("\n"))
        assert header is not None
        assert written.count("=") == 1
        assert "bboalert" not in header[1].lower()

    @given(hostile)
    def test_the_escape_has_no_way_out(self, text: str) -> None:
        escaped = escape(text)
        assert len(escaped.splitlines()) <= 1
        assert not set("=<\r\n") & set(escaped)


class TestTitleAndSummary:
    SAID = "#+TITLE: Notes\n#+DESCRIPTION: Said"

    def test_what_the_notes_say_comes_first(self) -> None:
        system = expand([parse(self.SAID)])
        assert bss.dumps(system, title="Project", summary="Default") == "*00{Notes}=NYYYYYYSaid\n"

    def test_else_what_the_caller_says(self) -> None:
        assert bss.dumps(System(()), title="Project", summary="Default") == "*00{Project}=NYYYYYYDefault\n"

    def test_what_the_caller_says_is_escaped_too(self) -> None:
        assert bss.dumps(System(()), title="a\n}=", summary="b\n=") == "*00{a )&#61;}=NYYYYYYb &#61;\n"


def test_redoubles_have_the_short_form_too() -> None:
    text = bss.dumps(System((agreement(BIDS[0], DOUBLE, REDOUBLE, lines=("strong",)),)))
    assert text.splitlines()[1] == "001CDR=NYYYYYYstrong"
